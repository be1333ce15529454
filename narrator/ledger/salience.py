"""How much a fact is worth telling against all others of its session."""

from __future__ import annotations

from dataclasses import replace

from narrator.evidence import Fact
from narrator.ledger.whole import Whole


def weigh(whole: Whole, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Return the facts with their salience, in the same order."""
    turns = {t.message for t in whole.analysis.turning_points[:12]}
    return tuple(replace(f, salience=f.salience + (f.at in turns)) for f in facts)
