"""A finding: something true of the session that a reader would not have seen, with its counts."""

from __future__ import annotations

from dataclasses import dataclass

from narrator.evidence.values import Fact
from narrator.model import Span


@dataclass(frozen=True, slots=True)
class Finding:
    """What a move found."""

    move: str
    """The move's name, a key of `MOVES`."""
    facts: tuple[Fact, ...]
    """Its statement, as facts to be worded; the first is the finding itself, a `lesson.…` among them what it teaches."""
    spans: tuple[Span, ...]
    n: int
    of: int
    """n of m instances."""
    strength: float
    """0 to 1: how unlikely by the session's own rates, and how much it bears on the subject."""
