"""What the assistant claimed, and what the record says of it."""

from __future__ import annotations

import pytest

from narrator.evidence import Fact
from narrator.ledger import Whole, gather_ledger
from narrator.ledger.claims import find_claims
from narrator.model import Span
from tests.scenes import Scene
from tests.scenes import scene as told


def verdicts(scene: Scene) -> list[str]:
    return [f.predicate.removeprefix("claim.") for f in find_claims(Whole(scene.analysis))]


def only(scene: Scene) -> Fact:
    (found,) = find_claims(Whole(scene.analysis))
    return found


def by(claim: Fact) -> list[int]:
    spans = claim.arg("by")
    assert isinstance(spans, tuple)
    return [s.message for s in spans if isinstance(s, Span)]


def run(command: str, result: str, words: str) -> Scene:
    return told(f"1 U Fix it.\n2 A ! bash {command} {result}\n3 A {words}")


@pytest.mark.parametrize(
    ("command", "result", "words", "verdict"),
    [
        ("pytest", ">0 41 passed in 1.2s", "All tests pass.", "supported"),
        ("pytest", ">1 3 failed, 38 passed in 1.2s", "All tests pass.", "contradicted"),
        ("pytest tests/a", ">0 4 passed in 1.2s", "All tests pass.", "unverified"),
        ("pytest -k name", ">0 4 passed in 1.2s", "All tests pass.", "unverified"),
        ("pytest tests/a", ">1 1 failed, 3 passed in 1.2s", "All tests pass.", "contradicted"),
        ("pytest tests/a", ">0 4 passed in 1.2s", "Tests pass.", "supported"),
        ("pytest tests/a", ">0 4 passed in 1.2s", "All 4 tests pass.", "supported"),
        ("pytest tests/a", ">0 4 passed in 1.2s", "All 7 tests pass.", "unverified"),
        ("pytest tests/store.py", ">0 4 passed in 1.2s", "The focused store test passes.", "supported"),
        ("pytest tests/store.py", ">0 4 passed in 1.2s", "The parser tests pass.", "unverified"),
        ("pytest", ">0 4 passed in 1.2s", "The parser tests pass.", "supported"),
        ("pytest", ">1 1 failed, 3 passed in 1.2s", "The parser tests pass.", "unverified"),
        ("pytest", ">0 4 passed in 1.2s", "The integration tests pass.", "unverified"),
        ("pytest", ">1 bash: pytest: command not found", "All tests pass.", "unverified"),
        ("pytest | grep x", ">0 nothing", "All tests pass.", "unverified"),
        ("pytest | tail -3", ">0 41 passed in 1.2s", "All tests pass.", "supported"),
        ("pytest; echo done", ">0 done", "All tests pass.", "unverified"),
        ("pytest && ruff check", ">0 All checks passed!", "All tests pass and lint is clean.", "supported"),
        ("pytest", ">0 41 passed in 1.2s", "All tests pass and lint is clean.", "unverified"),
        ("pytest", ">1 3 failed, 38 passed in 1.2s", "All tests pass except the three that failed before.", "unverified"),
        ("pytest", ">1 3 failed, 38 passed in 1.2s", "All tests pass. The 3 failures are pre-existing.", "unverified"),
        ("npm run build", ">0 built in 3s", "Build passed.", "supported"),
        ("npm run build", ">1 error TS2304: Cannot find name 'x'.", "Build passed.", "contradicted"),
        ("cargo check", ">0 warning: `x` generated 6 warnings\n Finished `dev` profile target(s)", "It compiles.", "supported"),
        ("npx eslint .", ">0 ✖ 2 problems (0 errors, 2 warnings)", "Lint is clean.", "unverified"),
        ("npx tsc --noEmit", ">0", "Build passed.", "unverified"),
        ("npx tsc --noEmit", ">0", "TypeScript compiles.", "supported"),
        ("npm run lint", ">0 0 problems", "All checks pass.", "unverified"),
        ("npm run check", ">0 ok", "All checks pass.", "supported"),
        ("bun test packages/types.test.ts", ">0 2 pass\n 0 fail", "Typecheck passed.", "unverified"),
    ],
)
def test_a_check_decides_only_what_it_ran(command: str, result: str, words: str, verdict: str) -> None:
    assert verdicts(run(command, result, words))[0] == verdict


def test_edits_after_the_run_leave_it_open_and_a_run_that_follows_decides() -> None:
    edited = "3 A ! edit filePath=a.py oldString=x newString=y > ok\n4 A All tests pass."
    first = told(f"1 U Fix it.\n2 A ! bash pytest >0 41 passed in 1.2s\n{edited}")
    claim = only(first)
    assert (claim.predicate, by(claim), claim.arg("changed_before")) == ("claim.unverified", [2], 1)
    assert "changed" in str(claim.arg("result"))
    later = only(told(f"1 U Fix it.\n{edited}\n5 A ! bash pytest >1 2 failed, 39 passed in 1s"))
    assert (later.predicate, by(later)) == ("claim.contradicted", [5])
    assert verdicts(told(f"1 U Fix it.\n{edited}\n5 A ! bash pytest >0 41 passed in 1s")) == ["supported"]
    parted = f"1 U Fix it.\n{edited}\n5 A ! edit filePath=a.py oldString=x newString=y > ok\n6 A ! bash pytest >0 41 passed in 1s"
    assert verdicts(told(parted)) == ["unverified"]


def test_a_changed_document_leaves_a_run_of_tests_fresh() -> None:
    scene = told(
        "1 U Fix it.\n2 A ! bash pytest >0 41 passed in 1s\n"
        "3 A ! edit filePath=a.md oldString=x newString=y > ok\n4 A Tests pass."
    )
    assert verdicts(scene) == ["supported"]


def test_a_failure_that_passed_on_the_next_run_is_no_contradiction() -> None:
    scene = told(
        "1 U Go.\n2 A ! bash pytest >1 1 failed, 3 passed in 1s\n3 A ! bash pytest >0 4 passed in 1s\n4 A All tests pass."
    )
    assert (verdicts(scene), by(only(scene))) == (["supported"], [3])


def test_a_claim_of_a_run_that_goes_on_waits_for_its_end() -> None:
    scene = told("1 U Go.\n2 A ! bash pytest tests/cli/a.py >0 5 passed in 1s\n3 A The cli tests are still passing.")
    assert verdicts(scene) == ["unverified"]


def test_what_changed_after_is_counted_with_its_places() -> None:
    scene = told(
        "1 U Go.\n2 A ! bash pytest >0 4 passed in 1s\n3 A Tests pass.\n4 A ! edit filePath=a.py oldString=x newString=y > ok\n"
        "5 A ! edit filePath=b.py oldString=x newString=y > ok"
    )
    claim = only(scene)
    changes = claim.arg("changes")
    assert claim.arg("changed_after") == 2
    assert isinstance(changes, tuple)
    assert [s.message for s in changes if isinstance(s, Span)] == [4, 5]
    assert {2, 3} <= set(claim.messages)


EDIT = "1 U Go.\n2 A ! edit filePath=src/store.py oldString=old_name newString=readAll(path) > ok\n3 A {}"


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("Added `readAll()`.", "supported"),
        ("Added `writeAll()`.", "unverified"),
        ("Removed `old_name`.", "supported"),
        ("Removed `readAll`.", "unverified"),
        ("Replaced `old_name` with `readAll()`.", "supported"),
        ("Updated `src/store.py` to read all.", "supported"),
        ("Updated `store.py`.", "supported"),
        ("Updated `restore.py`.", "unverified"),
        ("**`store.py`** - Added `readAll()`", "supported"),
        ("**`other.py`** - Added `readAll()`", "unverified"),
        ("Created `src/store.py`.", "unverified"),
        ("Added the note.", "unverified"),
    ],
)
def test_an_edit_bears_out_what_it_did(words: str, verdict: str) -> None:
    assert verdicts(told(EDIT.format(words))) == [verdict]


def test_an_edit_that_failed_or_was_undone_bears_out_nothing() -> None:
    failed = "1 U Go.\n2 A ! write filePath=notes.md content=x >error no space\n3 A Created `notes.md`."
    assert verdicts(told(failed)) == ["contradicted"]
    assert verdicts(told(failed.replace(">error no space", "> ok"))) == ["supported"]
    undone = EDIT.format("! bash git checkout -- src/store.py >0\n4 A Added `readAll()`.")
    assert verdicts(told(undone)) == ["unverified"]


@pytest.mark.parametrize(
    ("command", "result", "words", "verdict"),
    [
        ("git commit -m x", ">0 [main 1a2b3c4] x", "Committed.", "supported"),
        ("git commit -m x", ">1 error: pathspec", "Committed.", "contradicted"),
        ("git push", ">1 error: failed to push some refs", "Done and pushed.", "contradicted"),
        ("git push || true", ">0 error: failed to push some refs", "Pushed.", "contradicted"),
        ("git push origin main; git status", ">0   1a2b3c4..5d6e7f8  main -> main", "Pushed.", "supported"),
        ("git push", ">0 1a2b3c4..5d6e7f8  main -> main", "Both branches are pushed.", "unverified"),
        ("git commit -m x", ">0 [main 1a2b3c4] x", "Pushed.", "unverified"),
        ("gh pr create", ">0 https://host.example/o/r/pull/7", "Draft PR created.", "supported"),
        ("curl -I http://localhost:8080", ">0 HTTP/1.1 200 OK", "The site is live at http://localhost:8080.", "supported"),
        ("curl -I http://localhost:8080", ">0 HTTP/1.1 502 Bad", "The site is live at http://localhost:8080.", "unverified"),
        ("curl -I http://localhost:9090", ">0 HTTP/1.1 200 OK", "The site is live at http://localhost:8080.", "unverified"),
    ],
)
def test_what_was_published_or_started_is_decided_by_its_own_call(command: str, result: str, words: str, verdict: str) -> None:
    assert verdicts(run(command, result, words)) == [verdict]


def test_a_commit_of_an_earlier_request_doesn_t_bear_out_a_later_claim() -> None:
    scene = told("1 U Go.\n2 A ! bash git commit -m x >0 [main 1a2b3c4] x\n3 A Okay.\n4 U And now?\n5 A Committed.")
    assert verdicts(scene) == ["unverified"]


def test_a_person_s_denial_contradicts_only_what_it_is_plainly_about() -> None:
    scene = told("1 U Fix the upload.\n2 A The upload is fixed.\n3 U The upload still fails.")
    claim = only(scene)
    assert (claim.predicate, by(claim)) == ("claim.contradicted", [3])
    other = only(scene.but("3 U Still not working."))
    assert (other.predicate, scene.but("3 U Still not working.").words(other.arg("denied"))) == (
        "claim.unverified",
        "Still not working.",
    )
    assert only(scene.but("3 U Thanks.")).arg("denied") is None
    assert verdicts(scene.but("3 A More is said.", "4 U The upload still fails.")) == ["unverified"]


def test_summaries_thoughts_and_a_person_s_words_claim_nothing() -> None:
    scene = told("1 U All tests pass.\n2 A ~ All tests pass.\n3 A {summary} ## Goal\n  All tests pass.\n4 A Here.")
    assert verdicts(scene) == []


def test_the_ledger_holds_the_claims_with_their_extractor() -> None:
    facts = gather_ledger(run("pytest", ">0 4 passed in 1s", "Tests pass.").analysis)
    assert [f.predicate for f in facts if f.found_by == "claims"] == ["claim.supported"]
