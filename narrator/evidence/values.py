"""The unit of content: a fact, with the spans that it stands on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from narrator.model import Span

Arg = str | int | float | Span | tuple["Arg", ...]
"""What a fact's role is filled with; a Span is words to be quoted."""


@dataclass(frozen=True, slots=True)
class Note:
    """What a reader needs to compute a figure again, or to know what a word of range runs over: a footnote."""

    text: str
    """In the checker's grammar, without its citations: "11.26 − 7.28 = 3.98", "calls in [msg 0]–[msg 9]: 4"."""
    messages: tuple[int, ...] = ()
    """Indices of the messages that hold the operands, or that were counted."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something true of the session, that a sentence can state."""

    predicate: str
    """A key of the lexicon, dotted: "record.error", "comparison.means"."""
    args: tuple[tuple[str, Arg], ...]
    spans: tuple[Span, ...]
    """What it stands on; never empty."""
    at: int
    """Index of the message that it is about, for order of time."""
    salience: float = 1.0
    """How much it is worth telling, against the other facts of its predicate."""
    found_by: str = ""
    """The extractor's name."""
    notes: tuple[Note, ...] = ()

    def arg(self, name: str) -> Arg | None:
        """Return the role `name`, or None."""
        return next((value for key, value in self.args if key == name), None)

    @property
    def messages(self) -> tuple[int, ...]:
        """Indices of the messages that it stands on, ascending, each once."""
        return tuple(sorted({s.message for s in self.spans}))


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """An explanation, with what speaks for and against it."""

    name: str
    prior: float
    """0 to 1, before the evidence."""
    support: tuple[Fact, ...]
    against: tuple[Fact, ...]
    probability: float
    """0 to 1, after it; the probabilities of one question sum to 1."""
    decided_by: tuple[str, ...]
    """Noun phrases: what in a fuller record would decide."""


def fact(predicate: str, spans: tuple[Span, ...], at: int, **roles: Arg) -> Fact:
    """Return a fact with the given roles, in the order given."""
    return Fact(predicate=predicate, args=tuple(roles.items()), spans=spans, at=at)


def with_notes(found: Fact, *notes: Note, salience: float | None = None) -> Fact:
    """Return the fact with footnotes, and another salience where one is given."""
    weight = found.salience if salience is None else salience
    return Fact(found.predicate, found.args, found.spans, found.at, weight, found.found_by, notes)


def found_by(name: str, facts: Iterator[Fact]) -> Iterator[Fact]:
    """Yield the facts marked with their extractor's name."""
    for f in facts:
        yield Fact(f.predicate, f.args, f.spans, f.at, f.salience, name, f.notes)
