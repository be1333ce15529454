"""A footnote's clauses: what stands between its semicolons, names and citations set apart from the words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from narrator.checking.counting import NAMED
from narrator.checking.document import Sentence
from narrator.checking.sentences import Stretch
from narrator.references import Citation

CITED = "\x02"
"""What stands for each citation in a clause's form."""

LONGEST = 8000
"""Code points of a clause that is read; a longer one is neither right nor wrong."""

_BOUNDARY = re.compile(r";|\.(?=\s)|\.\s*$")
_BRACKETS = re.compile(r"\([^()]*\)")


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a footnote."""

    note: Sentence
    start: int
    end: int
    """Half open, in the footnote's text."""
    form: str
    """Its words, with `NAMED` for each name and `CITED` for each citation, without references to other footnotes."""
    names: tuple[str, ...]
    """What stands in backticks or in “…”."""
    citations: tuple[Citation, ...]

    @property
    def is_equation(self) -> bool:
        """Whether it computes or compares, rather than counts."""
        return any(sign in self.form for sign in "=≈<>≤≥")

    @property
    def is_short(self) -> bool:
        """Whether it is short enough to be read: at most `LONGEST` code points."""
        return len(self.form) <= LONGEST

    @property
    def at(self) -> Stretch:
        """Where it stands in the footnote."""
        return (self.start, self.end)


def clauses(note: Sentence) -> tuple[Clause, ...]:
    """Return the clauses of a footnote, in order."""
    shut = [
        *note.codes,
        *((q.start, q.end) for q in note.quotations),
        *((c.start, c.end) for c in note.citations),
        *((n.start, n.end) for n in note.notes),
    ]
    hidden = _hidden(note.text, shut)
    hidden = _BRACKETS.sub(lambda match: "_" * len(match[0]), hidden)
    cuts = [match.start() for match in _BOUNDARY.finditer(hidden)]
    edges = [-1, *cuts, len(note.text)]
    stretches = (_trimmed(note.text, left + 1, right) for left, right in pairwise(edges))
    return tuple(_clause(note, start, end) for start, end in stretches if start < end)


def _hidden(text: str, stretches: Iterable[Stretch]) -> str:
    letters = list(text)
    for start, end in stretches:
        letters[start:end] = "_" * (end - start)
    return "".join(letters)


def _trimmed(text: str, start: int, end: int) -> Stretch:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - (len(piece) - len(piece.rstrip()))


def _clause(note: Sentence, start: int, end: int) -> Clause:
    names = {(first, last): note.text[first:last] for first, last in note.codes}
    names |= {(q.start, q.end): q.text for q in note.quotations}
    marks = sorted(
        [(*at, NAMED) for at in names]
        + [(c.start, c.end, CITED) for c in note.citations]
        + [(n.start, n.end, "") for n in note.notes]
    )
    form, at, found = "", start, []
    for first, last, sign in marks:
        if at <= first and last <= end:
            form += note.text[at:first] + sign
            at = last
            found += [names[first, last]] if sign == NAMED else []
    form += note.text[at:end]
    return Clause(note, start, end, form, tuple(found), tuple(c for c in note.citations if start <= c.start and c.end <= end))
