"""A session as one line: what was done along it, with the turning points and silences marked underneath."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from narrator.analysis import Analysis

WIDTH = 72
"""Columns at most; a shorter session has a column for each message."""
MARKED = 10
"""Turning points that are marked: as many as are listed."""
RESET = "\x1b[0m"

LETTERS: Mapping[str, str] = {
    "explore": "x",
    "search": "x",
    "plan": "p",
    "edit": "E",
    "run": "r",
    "test": "t",
    "debug": "r",
    "operate": "o",
    "review": "v",
    "delegate": "d",
    "ask": "q",
}
"""The letter of each kind of act; talk is a point, a person's word a U, what failed an exclamation mark."""
COLORS: Mapping[str, str] = {
    "U": "\x1b[1;36m",
    "x": "\x1b[34m",
    "p": "\x1b[36m",
    "E": "\x1b[32m",
    "r": "\x1b[33m",
    "t": "\x1b[35m",
    "o": "\x1b[33m",
    "v": "\x1b[35m",
    "d": "\x1b[36m",
    "q": "\x1b[36m",
    "!": "\x1b[31m",
    ".": "\x1b[2m",
}
"""Colors that read on a light ground and on a dark one."""
LEGEND = (
    ("U", "a person speaks"),
    ("x", "looks"),
    ("E", "edits"),
    ("r", "runs"),
    ("t", "tests"),
    ("o", "operates"),
    ("v", "reviews"),
    ("p", "plans"),
    ("d", "delegates"),
    ("q", "asks"),
    ("!", "fails"),
    (".", "talks"),
    ("|", "a phase begins"),
    ("^", "a turning point"),
    ("*", "a silence"),
)


@dataclass(frozen=True, slots=True)
class Strip:
    """A session's acts and marks, column by column."""

    acts: str
    phases: str
    """A bar under each column in which a phase begins."""
    marks: str
    """A turning point goes before a silence in the same column."""


def draw_strip(analysis: Analysis, width: int = WIDTH) -> Strip:
    """Return the strip of a session: at most `width` columns, each as many messages as the others, give or take one."""
    positions = {m.index: p for p, m in enumerate(analysis.transcript.messages)}
    length = len(positions)
    columns = min(width, length)
    of = [p * columns // length for p in range(length)]
    bounds = [of.index(c) for c in range(columns)] + [length]
    marks = [" "] * columns
    for silence in analysis.silences:
        marks[of[positions[silence.message]]] = "*"
    for turn in analysis.turning_points[:MARKED]:
        marks[of[positions[turn.message]]] = "^"
    begun = {of[positions[p.first]] for p in analysis.phases}
    return Strip(
        acts="".join(_letter(analysis, range(first, last)) for first, last in pairwise(bounds)),
        phases="".join("|" if c in begun else " " for c in range(columns)),
        marks="".join(marks),
    )


def lines_of(strip: Strip, *, color: bool = False) -> Iterator[str]:
    """Yield the strip's lines and its legend of what stands in it, in colors (ANSI) where asked for."""
    for row in (strip.acts, strip.phases, strip.marks):
        if row.strip():
            yield "  " + ("".join(_colored(c) for c in row) if color else row)
    there = set(strip.acts + strip.phases + strip.marks)
    told = [(letter, name) for letter, name in LEGEND if letter in there]
    for start in range(0, len(told), 6):
        yield "  " + "  ".join(f"{_colored(letter) if color else letter} {name}" for letter, name in told[start : start + 6])


def _letter(analysis: Analysis, positions: range) -> str:
    """What a column shows: a person's word before a failure, a failure before anything else, then the commonest act."""
    signals = analysis.signals
    if any(signals.person_at(p) for p in positions):
        return "U"
    ends = [o.status for p in positions for o in signals.outcomes.get(p, ())]
    if ends.count("failed") * 2 > len(ends):
        return "!"
    letters = Counter(LETTERS.get(a.kind, ".") for p in positions for a in signals.acts.get(p, ()))
    return max(letters.items(), key=lambda found: (found[1], found[0]))[0] if letters else "."


def _colored(letter: str) -> str:
    return f"{COLORS[letter]}{letter}{RESET}" if letter in COLORS else letter
