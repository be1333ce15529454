"""What git and its hosts say that they did."""

from __future__ import annotations

from narrator.evidence import Fact
from narrator.ledger import Whole
from narrator.ledger.commits import find_commits
from tests.ledger.calls import with_call
from tests.scenes import Scene
from tests.scenes import scene as told


def run(command: str, output: str, ending: str = "0") -> Scene:
    return told(f"1 U Commit it.\n2 A ! bash {command} >{ending} {output}")


def deeds(scene: Scene) -> list[Fact]:
    return list(find_commits(Whole(scene.analysis)))


def predicates(scene: Scene) -> list[str]:
    return [f.predicate for f in deeds(scene)]


def test_a_commit_is_told_by_what_git_printed() -> None:
    output = "[main 1234567] Cap the reader\n 2 files changed, 5 insertions(+), 1 deletion(-)"
    scene = told(f'1 U Commit it.\n2 A ! bash git commit -m "Cap the reader" >0 {output}')
    (found,) = deeds(scene)
    assert scene.words(found.arg("subject")) == "Cap the reader"
    assert [found.arg(name) for name in ("hash", "branch")] == ["1234567", "main"]


def test_a_quiet_commit_counts_where_its_call_went_well_to_the_end() -> None:
    command = 'git commit -q -m "Cap the reader"'
    assert predicates(run(command, "")) == ["made.commit"]
    assert predicates(run(f"{command} || true", "")) == []
    assert predicates(run(command, "nothing to commit, working tree clean")) == []
    assert predicates(run(command, "fatal: not a repository", "128")) == []
    assert predicates(run(command, "no", "refused")) == []
    assert predicates(run("git commit --dry-run -m x", "")) == []


def test_amending_is_told_apart() -> None:
    assert predicates(run("git commit --amend --no-edit", "[main 1234567] Cap the reader")) == ["amended.commit"]


def test_branches_made_switched_to_and_deleted() -> None:
    assert predicates(run("git checkout -b fix/cap", "Switched to a new branch 'fix/cap'")) == ["made.branch"]
    assert predicates(run("git switch main", "Switched to branch 'main'")) == ["switched.branch"]
    assert predicates(run("git branch -D old", "Deleted branch old (was 1234567).")) == ["deleted.branch"]
    assert predicates(run("git switch main", "Already on 'main'")) == []


def test_a_push_is_told_with_its_remote() -> None:
    def of(output: str, command: str = "git push") -> list[tuple[str, object, object]]:
        found = deeds(with_call({"command": command}, f"To git@github.com:acme/tool.git\n{output}", name="bash"))
        return [(f.predicate, f.arg("name"), f.arg("to")) for f in found]

    to = "github.com/acme/tool"
    assert of("   1234567..89abcde  main -> main") == [("pushed", "main", to)]
    assert of(" * [new branch]      fix/cap -> fix/cap") == [("pushed.new", "fix/cap", to)]
    assert of(" + 1234567...89abcde main -> main (forced update)") == [("pushed.force", "main", to)]
    assert of(" - [deleted]         fix/cap") == [("deleted.branch", "fix/cap", to)]
    assert of(" ! [rejected]        main -> main (fetch first)") == []
    assert of("   1234567..89abcde  main -> main", "git push --dry-run") == []


def test_pull_requests_and_issues_by_number_and_host() -> None:
    (found,) = deeds(run('gh pr create --title "Cap the reader" --body x', "https://github.com/acme/tool/pull/12"))
    assert (found.predicate, found.arg("number"), found.arg("of")) == ("made.pull_request", 12, "github.com/acme/tool")
    assert predicates(run("gh pr create --title x", "a pull request already exists: see github.com", "1")) == []
    assert predicates(run("gh pr comment 12 --body x", "https://github.com/acme/tool/pull/12#issuecomment-1")) == []
