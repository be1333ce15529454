"""What the session says and does about a file after it was changed: lines of reports, commits, runs that name it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from narrator.graph.files import COMMANDS
from narrator.ledger.commits_acts import Commit
from narrator.ledger.exchanges import name_of
from narrator.ledger.whole import Whole
from narrator.model import Span

SHORTEST, LONGEST = 12, 300
"""Code points of a phrase that tells what was changed."""

_ITEM = re.compile(
    r"^[ \t]*(?:[-*•+|]|\d+[.)]|#{2,5})[ \t]+(?:\*\*|[`\[\"])*(?P<file>[\w./\\@~-]*\w\.[A-Za-z]\w{0,9})"
    r"(?::\d+(?:-\d+)?)?(?:[`\"\])*]|\*\*)*(?:[ \t]*\([^)\n]*\))?"
    r"[ \t]*(?:[:—–|→]|--?(?=\s))[ \t]*(?:\*\*)?(?P<says>[^\n]+?)[ \t]*\|?[ \t]*$",
    re.MULTILINE,
)
"""A line of a report that names a file and says something of it."""
_CHANGED = re.compile(
    r"(?:\W*\w+\W+){0,2}?(?:add|fix|updat|remov|delet|creat|chang|replac|renam|mov|split|extract|refactor|implement|introduc|wir|"
    r"rewrit|rewrot|simplif|convert|switch|correct|bump|adjust|dropp?|merg|expos|pass|wrap|enabl|disabl|mad|mak|kept|keep|set|us)"
    r"(?:s|es|e|ed|d|ing|ied|ies|ten|en|ped|ged|ping|te)?\b|now\b|new\b",
    re.IGNORECASE,
)
"""Words with which such a line tells of a change: others tell what the file is."""
_NOTHING = re.compile(r"\b(?:no|not|none|nothing|unchanged|untouched|already|would|should|could|todo)\b", re.IGNORECASE)


class Phrases:
    """Lines of the model's texts that name a file and say something of it, by the file's last name."""

    def __init__(self, whole: Whole) -> None:
        self._persons = tuple(whole.persons())
        self._found: defaultdict[str, list[_Phrase]] = defaultdict(list)
        for position, message in enumerate(whole.messages):
            if message.by == "model" and position not in whole.analysis.signals.summaries:
                for number, part in enumerate(message.parts):
                    for match in _ITEM.finditer(part.text) if part.kind == "text" else ():
                        self._keep(whole, position, number, match)

    def _keep(self, whole: Whole, position: int, number: int, match: re.Match[str]) -> None:
        if SHORTEST <= len(match["says"]) <= LONGEST and not _NOTHING.search(match["says"][:40]):
            session, (start, end) = whole.analysis.transcript.session, match.span("says")
            span = Span(session=session, message=whole.index(position), part=number, start=start, end=end)
            phrase = _Phrase(position, match["file"], span, _CHANGED.match(match["says"]) is not None)
            self._found[name_of(match["file"])].append(phrase)

    def of(self, path: str, edits: Sequence[int], *, new: bool) -> Span | None:
        """Return the last such line that can mean the file at `path` and follows one of its edits before the person spoke again.

        `edits` are positions, ascending. Of a `new` file any such line tells what was done, of others those that tell a change.
        """
        named = reversed(self._found.get(name_of(path), ()))
        fits = (p.span for p in named if (new or p.changed) and _means(p.file, path) and self._reports(p.position, edits))
        return next(fits, None)

    def _reports(self, position: int, edits: Sequence[int]) -> bool:
        at = bisect_right(edits, position)
        begun = bisect_right(self._persons, position)
        return at > 0 and edits[at - 1] >= (self._persons[begun - 1] if begun else 0)


class _Phrase(NamedTuple):
    position: int
    file: str
    span: Span
    changed: bool


def _means(file: str, path: str) -> bool:
    bare = file.replace("\\", "/").lstrip("~./")
    return path == bare or path.endswith(f"/{bare}") or bare.endswith(f"/{path}")


def committed(commits: Sequence[Commit], path: str, last: int) -> Commit | None:
    """Return the first commit after position `last`, where it took the file in: by name, or with all that had changed."""
    after = next((c for c in commits if c.position >= last), None)
    inside = re.match(r"[/~]|\w+:", path) is None
    return after if after is not None and ((after.all and inside) or any(_means(f, path) for f in after.files)) else None


class Runs:
    """Tests and runs of the session, by position."""

    def __init__(self, whole: Whole) -> None:
        self._tests: list[int] = []
        self._runs: list[tuple[int, str]] = []
        for position, act, ended in whole.calls():
            if act.activity not in ("test", "run") or ended is None or ended.status not in ("ok", "failed", "empty"):
                continue
            call = whole.messages[position].parts[act.part]
            if act.kind == "test":
                self._tests.append(position)
            self._runs.append((position, next((t for name in COMMANDS if (t := call.arg(name))), "")[:2_000]))

    def after(self, path: str, position: int) -> dict[str, int]:
        """Return `run`, the position of the first run or test after `position` whose command names the file, and `checks`.

        `checks` is that of the first tests or linters, whatever they looked at; what there isn't is left out.
        """
        name = re.compile(rf"(?<![\w.-]){re.escape(name_of(path))}(?![\w-])")
        at = bisect_right(self._runs, position, key=lambda run: run[0])
        run = next((where for where, text in self._runs[at:] if name.search(text)), None)
        tested = bisect_right(self._tests, position)
        checks = self._tests[tested] if tested < len(self._tests) else None
        return {role: where for role, where in (("run", run), ("checks", checks)) if where is not None}
