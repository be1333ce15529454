"""How a rollup cites: short names of sessions, and a footnote for each count with every instance."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from narrator.batch.patterns import Case, Pattern
from narrator.batch.values import Entry
from narrator.references import cite

SHORTEST = 8
"""Characters of a session's name at least."""

_DRAWN = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|[a-z]+_\w*\d\w{15,}", re.IGNORECASE)
"""A name that a program drew, and that its beginning stands for; what a person named is written out."""


class Pen:
    """Writes citations, and keeps the footnotes in the order in which they were asked for."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.names = short_names([e.folder for e in entries])
        self.notes: list[str] = []

    def cite(self, case: Case) -> str:
        """Return the citation of one instance: `[msg 3 @0a1b2c3d]`."""
        return cite(case.instance.message, session=self.names[case.entry.folder])

    def note(self, pattern: Pattern) -> str:
        """Return the mark of a footnote that cites every instance of a pattern, session by session."""
        messages: dict[str, list[int]] = {}
        for case in pattern.cases:
            messages.setdefault(self.names[case.entry.folder], []).append(case.instance.message)
        cited = ", ".join(f"[msg {', '.join(_told(each))} @{name}]" for name, each in messages.items())
        self.notes.append(f"[^r{len(self.notes) + 1}]: {cited}")
        return f"[^r{len(self.notes)}]"


def _told(messages: Sequence[int]) -> list[str]:
    return [str(m) for m in sorted(set(messages))]


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Return for each name that was drawn its beginning that no other one has (case doesn't tell them apart); others whole."""
    known = sorted(names, key=str.lower)
    lower = [name.lower() for name in known]
    out: dict[str, str] = {}
    for name in names:
        place = bisect_left(lower, name.lower())
        beside = [lower[i] for i in (place - 1, place + 1) if 0 <= i < len(lower)]
        shared = max((_shared(name.lower(), other) for other in beside), default=0)
        out[name] = name[: max(SHORTEST, shared + 1)].rstrip("-") if _DRAWN.fullmatch(name) else name
    return out


def _shared(one: str, other: str) -> int:
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
