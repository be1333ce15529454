"""What a footnote says in figures, for the sentence that refers to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum
from itertools import permutations

from narrator.checking.claims import Claim
from narrator.checking.clauses import clauses
from narrator.checking.document import Sentence
from narrator.checking.holdings import ABOUT, is_close
from narrator.checking.quantities import Figure, figures
from narrator.checking.ranges import Counted, read_counted
from narrator.references import Citation

_TIME = "time of the session"
SHORT = 12
"""Messages up to which a range is short."""
STEM = 6
"""Letters by which a word is known again, without a plural's s."""

_NOTHING = re.compile(r"\b(?:no|none|not|never|nothing|nobody|without|neither)\b|n['’]t\b", re.IGNORECASE)
_ONE = re.compile(r"\b(?:one|once|only|single|an?|first|last)\b", re.IGNORECASE)
_PAUSE = re.compile(r"[,;:.()—]")
_WORD = re.compile(r"[^\W\d_][\w-]*")
_STOP = frozenset(
    ("the", "and", "for", "that", "this", "with", "from", "into", "were", "was", "are", "been", "has", "had", "its", "all")
)
_THINGS = (
    *("calls", "commands", "messages", "files", "tests", "runs", "replies", "prompts", "summaries", "thoughts"),
    *("silences", "interrupts", "edits", "writes", "searches", "questions"),
)


class Agreement(IntEnum):
    """How a figure agrees with a footnote."""

    NONE = 0
    IMPLIED = 1
    """It is a number in words, and the sum or the difference of two that the footnote gives."""
    CONTRADICTED = 2
    """The footnote counts the same thing, and gives another number."""
    SAID = 3


@dataclass(frozen=True, slots=True)
class Count:
    """A number that a footnote gives of something."""

    value: int
    words: frozenset[str]
    """What is counted, by the stems of its words: a thing that can be counted, or a deed of a breakdown."""
    deed: bool
    """Whether it is a deed: its words may stand before the number too ("ran eight commands")."""


@dataclass(frozen=True, slots=True)
class Noted:
    """The figures of a footnote: what it computes from, what it counts, how many messages each of its ranges spans."""

    figures: tuple[Figure, ...]
    counts: tuple[Count, ...]
    spans: frozenset[Decimal]
    """The lengths of time that its equations come to, in seconds."""
    plain: frozenset[Decimal]
    """The numbers without a unit that its equations compute with: they may be lengths of time."""
    lengths: frozenset[int]
    cited: frozenset[int]
    """The messages that it cites one by one, or in a short range."""

    @classmethod
    def of(cls, note: Sentence) -> Noted:
        """Return what a footnote says in figures."""
        every = clauses(note)
        found = tuple(figure for clause in every for figure in figures(clause.form))
        equations = tuple(figures(c.form) for c in every if c.is_equation)
        spans = frozenset(read[-1].value for read in equations if _gives_length(read))
        if note.text.startswith(_TIME):
            spans = frozenset(f.value for f in found if f.kind == "duration")
        plain = frozenset(f.value for read in equations for f in read if f.kind == "number")
        lengths = frozenset(c.last - c.first + 1 for c in note.citations if c.last > c.first)
        return cls(found, tuple(_counts(note)), spans, plain, lengths, frozenset(_few(note.citations)))

    def says(self, prose: str) -> bool:
        """Return whether the sentence says in other words what the footnote counts: "no", "never" for 0, "only", "once" for 1."""
        counts = {figure.value for figure in self.figures if figure.kind == "number"}
        return (0 in counts and _NOTHING.search(prose) is not None) or (1 in counts and _ONE.search(prose) is not None)

    def gives_any(self, found: tuple[Figure, ...], prose: str) -> bool:
        """Return whether the footnote gives one of the sentence's figures."""
        return any(self.agreement(figure, prose, found) is Agreement.SAID for figure in found)

    def agreement(self, figure: Figure, prose: str = "", beside: Iterable[Figure] = ()) -> Agreement:
        """Return whether the footnote gives the figure, rounded or cut to the digits that it shows.

        `prose` is the sentence, `beside` its figures: what the figure counts stands between it and the next of them.
        """
        alike, unlike = self._alike(figure, prose, tuple(beside))
        if alike:
            return Agreement.SAID if figure.value in alike else Agreement.CONTRADICTED
        others = [f for f in self.figures if figure.kind != "duration" or f.kind != "number" or f.value in self.plain]
        if figure.value not in unlike and any(_same(figure, other) for other in others):
            return Agreement.SAID
        if figure.kind != "number" or figure.unit:
            return Agreement.NONE
        if figure.value in self.lengths:
            return Agreement.SAID
        counts = [f.value for f in self.figures if f.kind == "number" and not f.unit]
        sums = {value for one, other in permutations(counts, 2) for value in (one + other, one - other)}
        return Agreement.IMPLIED if figure.word and figure.value in sums else Agreement.NONE

    def _alike(self, figure: Figure, prose: str, others: tuple[Figure, ...]) -> tuple[set[int], set[int]]:
        """Return the footnote's counts of what the figure counts, and those of something else that can be counted."""
        if figure.kind != "number" or figure.unit or figure.about:
            return set(), set()
        following = min((f.start for f in others if f.start >= figure.end), default=len(prose))
        preceding = max((f.end for f in others if f.end <= figure.start), default=0)
        behind = _WORD.findall(_PAUSE.split(prose[figure.end : following])[0])[:3]
        after, next_to = _stems(behind), _stems(behind[:1]) & THINGS
        before = _stems(_WORD.findall(_PAUSE.split(prose[preceding : figure.start])[-1])[-3:])
        if behind[:1] == ["times"]:  # "searched for one pattern three times and read": three counts the deed before it
            after, before = frozenset(), _stems(_WORD.findall(_PAUSE.split(prose[: figure.start])[-1])[-6:])
        deeds = {c.value for c in self.counts if c.deed and c.words & (after | before)}
        things = {c.value for c in self.counts if not c.deed and c.words & after}
        if "messag" in next_to:  # "five messages that a stop left empty" are five silences
            next_to |= MESSAGES
        unlike = {c.value for c in self.counts if next_to and not c.words & next_to}
        return deeds or things, unlike - things


def _gives_length(found: tuple[Figure, ...]) -> bool:
    return bool(found) and found[-1].kind == "duration" and any(figure.kind == "clock" for figure in found)


def _stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word.lower().removesuffix("s")[:STEM] for word in words if word.lower() not in _STOP and len(word) > 2)


THINGS = _stems(_THINGS)
"""What a footnote counts and a sentence names again by the same word."""


MESSAGES = _stems(("silences", "interrupts", "replies", "prompts", "summaries"))
"""Things that are messages."""


def _counts(note: Sentence) -> Iterator[Count]:
    before: Counted | None = None
    for clause in clauses(note):
        counted = None if clause.is_equation else read_counted(clause, before)
        if counted is None or counted.claim is None:
            continue
        before = counted if len(counted.ways) == 1 else before
        words = _stems(_WORD.findall(counted.what)) & THINGS
        yield from (Count(n, words, deed=False) for n in _numbers(counted.claim))
        yield from (Count(n, _stems(_WORD.findall(label)), deed=True) for n, label in counted.claim.deeds)


def _numbers(claim: Claim) -> tuple[int, ...]:
    return tuple(n for n in (claim.count, claim.of) if n is not None)


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
    return near or abs(other.value - figure.value) * 2 <= (figure.step if figure.step < 1 else Decimal(0))
