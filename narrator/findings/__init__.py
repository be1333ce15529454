"""The moves that make an analysis worth reading: the table of them, and `find`, which tries each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from narrator.evidence import Fact, Stretch
from narrator.evidence.values import found_by
from narrator.findings.likes import find_likes
from narrator.findings.redone import find_redone
from narrator.findings.relisted import find_relisted
from narrator.findings.resumed import find_resumed
from narrator.findings.survival import find_survival
from narrator.findings.untested import find_untested
from narrator.findings.values import Finding

__all__ = ["MOVES", "Finding", "find", "findings_of"]

Move = Callable[[Stretch, tuple[Fact, ...]], Iterator[Finding]]

MOVES: tuple[tuple[str, Move], ...] = (
    ("its like", find_likes),
    ("what a compaction lost", find_relisted),
    ("what a compaction lost: acts", find_redone),
    ("the other branch", find_resumed),
    ("survival of work", find_survival),
    ("said, shown, neither", find_untested),
)
"""Every move with its name."""


def findings_of(stretch: Stretch, facts: tuple[Fact, ...]) -> tuple[Finding, ...]:
    """Return what the moves find about a stretch, strongest first."""
    found = [f for _, move in MOVES for f in move(stretch, facts)]
    return tuple(sorted(found, key=lambda f: (-f.strength, f.move)))


def find(stretch: Stretch, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Return the facts of all findings, those of the strongest first."""
    return tuple(f for finding in findings_of(stretch, facts) for f in found_by(finding.move, iter(finding.facts)))
