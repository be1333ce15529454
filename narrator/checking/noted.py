"""What a footnote says in figures, for the sentence that refers to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum

from narrator.checking.clauses import clauses
from narrator.checking.document import Sentence
from narrator.checking.holdings import ABOUT, is_close
from narrator.checking.quantities import Figure, figures
from narrator.references import Citation

_NOTHING = re.compile(r"\b(?:no|none|not|never|nothing|nobody|without|neither)\b|n['’]t\b", re.IGNORECASE)
_ONE = re.compile(r"\b(?:one|once|only|single|an?|first|last)\b", re.IGNORECASE)


SHORT = 12
"""Messages up to which a range is short."""


class Agreement(IntEnum):
    """How a figure agrees with a footnote."""

    NONE = 0
    IMPLIED = 1
    """It is a number in words, and the sum or the difference of two that the footnote gives."""
    SAID = 2


@dataclass(frozen=True, slots=True)
class Noted:
    """The figures of a footnote: what it computes from, what it counts, how many messages each of its ranges spans."""

    figures: tuple[Figure, ...]
    lengths: frozenset[int]
    cited: frozenset[int]
    """The messages that it cites one by one, or in a short range."""

    @classmethod
    def of(cls, note: Sentence) -> Noted:
        """Return what a footnote says in figures."""
        found = tuple(figure for clause in clauses(note) for figure in figures(clause.form))
        lengths = frozenset(c.last - c.first + 1 for c in note.citations if c.last > c.first)
        return cls(found, lengths, frozenset(_few(note.citations)))

    def says(self, prose: str) -> bool:
        """Return whether the sentence says in other words what the footnote counts: "no", "never" for 0, "only", "once" for 1."""
        counts = {figure.value for figure in self.figures if figure.kind == "number"}
        return (0 in counts and _NOTHING.search(prose) is not None) or (1 in counts and _ONE.search(prose) is not None)

    def agreement(self, figure: Figure) -> Agreement:
        """Return whether the footnote gives the figure, rounded or cut to the digits that it shows."""
        if any(_same(figure, other) for other in self.figures):
            return Agreement.SAID
        if figure.kind == "number" and not figure.unit and figure.value in self.lengths:
            return Agreement.SAID
        if figure.kind != "number" or figure.unit or not figure.word:
            return Agreement.NONE
        counts = [f.value for f in self.figures if f.kind == "number" and not f.unit]
        sums = {one + other for one in counts for other in counts} | {one - other for one in counts for other in counts}
        return Agreement.IMPLIED if figure.value in sums else Agreement.NONE


def _few(citations: Iterable[Citation]) -> Iterator[int]:
    for citation in citations:
        if citation.last - citation.first < SHORT:
            yield from range(citation.first, citation.last + 1)


def _same(figure: Figure, other: Figure) -> bool:
    if figure.kind == other.kind == "duration":
        return is_close(figure, other.value)
    if figure.kind in ("date", "version", "token") or other.kind in ("date", "version", "token"):
        return figure.text == other.text
    if figure.kind == "duration" and other.kind == "number":
        return not other.unit and is_close(figure, other.value * figure.worth)
    if figure.kind == "number" and other.kind == "duration":
        return not figure.unit and any(figure.value == other.value // worth for worth in (1, 60, 3600))
    if figure.kind != other.kind or (figure.unit and other.unit and figure.unit != other.unit):
        return False
    near = figure.about and abs(other.value - figure.value) <= ABOUT * figure.value
    return near or abs(other.value - figure.value) * 2 <= (figure.step if figure.step < 1 or other.step < 1 else Decimal(0))
