"""What a document has told so far: no fact twice, no words quoted twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from narrator.evidence.values import Fact
from narrator.model import Span

QUOTED_ROLES = frozenset({"typed", "report", "words", "found", "failure", "reason", "question", "answered"})
"""Roles whose spans a wording quotes."""


class Told:
    """Keeps the facts and quotations that stand in a document already; it grows as passages are filled."""

    def __init__(self) -> None:
        self._facts: set[int] = set()
        self._quoted: list[Span] = []

    def copy(self) -> Told:
        """Return another one with the same facts, for a section that may yet be left out."""
        other = Told()
        other._facts, other._quoted = set(self._facts), list(self._quoted)
        return other

    def has(self, found: Fact) -> bool:
        """Return whether the fact was told, or quotes words that stand in the document already."""
        return id(found) in self._facts or any(_overlap(a, b) for a in quotations(found) for b in self._quoted)

    def add(self, facts: Iterable[Fact]) -> None:
        """Note that the facts are told."""
        for found in facts:
            self._facts.add(id(found))
            self._quoted += quotations(found)


def without_doubles(facts: Iterable[Fact]) -> Iterator[Fact]:
    """Yield the facts but those that quote what one before them quotes."""
    seen = Told()
    for found in facts:
        if not seen.has(found):
            seen.add((found,))
            yield found


def quotations(found: Fact) -> list[Span]:
    """Return the spans that a fact quotes."""
    return [value for name, value in found.args if name in QUOTED_ROLES and isinstance(value, Span)]


def _overlap(a: Span, b: Span) -> bool:
    if (a.message, a.part, a.arg) != (b.message, b.part, b.arg):
        return False
    return (b.end is None or a.start < b.end) and (a.end is None or b.start < a.end)
