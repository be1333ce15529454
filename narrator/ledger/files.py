"""Each file that the session changed, as one fact: how, how often, by how many lines, and in whose words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from narrator.evidence import Arg, Fact, fact
from narrator.evidence.values import Note, with_notes
from narrator.ledger.commits_acts import Commit, commits
from narrator.ledger.files_edits import Edit, edits
from narrator.ledger.files_words import Phrases, Runs, committed
from narrator.ledger.whole import Whole
from narrator.model import Span

MOST_TERMS = 30
"""Terms of a sum that a footnote spells out."""


def find_files(whole: Whole) -> Iterator[Fact]:
    """Yield a fact for each file, by the first edit that took effect.

    `made.file`, `wrote.file` (whole; the record doesn't tell whether it was there before), `changed.file`, `touched.file` (given
    to a stream editor, which may have changed nothing), `deleted.file` or `renamed.file`, by what became of it. Roles: file,
    was (the first path of one renamed), edits, first and last (messages), added and removed (lines, where every edit tells),
    says and commit (words that tell what was changed), run and checks (the first message after the last edit in which a run
    names the file, in which tests or linters ran).
    """
    around = _Around(Phrases(whole), Runs(whole), commits(whole))
    found = _by_file(whole)
    for file, its in sorted(found.items(), key=lambda item: (item[1][0].position, item[0])):
        yield _file(whole, file, its, around)


@dataclass(frozen=True, slots=True)
class _Around:
    phrases: Phrases
    runs: Runs
    commits: tuple[Commit, ...]


def _by_file(whole: Whole) -> dict[str, list[Edit]]:
    found: defaultdict[str, list[Edit]] = defaultdict(list)
    for edit in edits(whole):
        if edit.sort == "removed" and edit.file not in found:
            continue  # `rm -f` of a file that may not have been there
        found[edit.file].append(edit)
        if edit.sort == "renamed" and edit.to:
            found[edit.to] = [*found.pop(edit.file), *found.pop(edit.to, [])]
    return found


def _file(whole: Whole, file: str, its: list[Edit], around: _Around) -> Fact:
    first, last = its[0], its[-1]
    name = shown(whole, file)
    roles: dict[str, Arg] = {"file": name}
    if _predicate(its) == "renamed.file":
        roles["was"] = shown(whole, next(e.file for e in its if e.sort == "renamed"))
    roles |= {"edits": len(its), "first": whole.index(first.position), "last": whole.index(last.position)}
    if _is_counted(its):
        roles |= {"added": sum(e.added or 0 for e in its), "removed": sum(e.removed or 0 for e in its)}
    roles |= _words(name, its, around)
    after = around.runs.after(name, last.position) if _predicate(its) != "deleted.file" else {}
    spans = [first.span] if first is last else [first.span, last.span]
    spans += [value for value in roles.values() if isinstance(value, Span)]
    spans += [whole.span(position) for position in after.values()]
    roles |= {role: whole.index(position) for role, position in after.items()}
    return with_notes(fact(_predicate(its), tuple(spans), whole.index(first.position), **roles), *_notes(whole, its))


def _words(name: str, its: list[Edit], around: _Around) -> Iterator[tuple[str, Span]]:
    says = around.phrases.of(name, [e.position for e in its], new=its[0].sort in ("made", "wrote"))
    if says is not None:
        yield "says", says
    commit = committed(around.commits, name, its[-1].position) if _predicate(its) != "touched.file" else None
    if commit is not None:
        yield "commit", commit.subject


def _is_counted(its: list[Edit]) -> bool:
    return all(e.added is not None and e.removed is not None for e in its)


def _predicate(its: list[Edit]) -> str:
    if its[-1].sort in ("deleted", "removed"):
        return "deleted.file"
    if any(e.sort == "renamed" for e in its) and its[0].sort not in ("made", "wrote"):
        return "renamed.file"
    if its[0].sort in ("made", "wrote"):
        return f"{its[0].sort}.file"
    return "touched.file" if all(e.sort == "touched" for e in its) else "changed.file"


def shown(whole: Whole, path: str) -> str:
    """Return a path as the session's folder sees it."""
    cwd = (whole.analysis.transcript.cwd or "").replace("\\", "/").rstrip("/")
    return path[len(cwd) + 1 :] if cwd and path.startswith(cwd + "/") else path


def _notes(whole: Whole, its: list[Edit]) -> Iterator[Note]:
    if not _is_counted(its):
        return
    for counts in ([(e.added or 0, e) for e in its], [(e.removed or 0, e) for e in its]):
        terms = [(n, e) for n, e in counts if n]
        if 1 < len(terms) <= MOST_TERMS:
            messages = tuple(dict.fromkeys(whole.index(e.position) for _, e in terms))
            yield Note(f"{' + '.join(str(n) for n, _ in terms)} = {sum(n for n, _ in terms)}", messages)
