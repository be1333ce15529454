"""Causes, changes of mind and decisions that the model told in the course of its work."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.evidence import Fact, fact
from narrator.ledger.whole import Whole
from narrator.observations import Statement

KINDS = ("cause", "correction", "surprise", "decision")
SHORTEST, LONGEST = 40, 400
"""Sentences outside these lengths (code points) quote badly."""


def find_thoughts(whole: Whole) -> Iterator[Fact]:
    """Yield `thought.<kind>` for the first sentence of each kind in each message of the model's work, in its own words."""
    for position, said in sorted(whole.statements.items()):
        message = whole.messages[position]
        if message.by != "model" or position in whole.analysis.signals.summaries:
            continue
        for kind in KINDS:
            best = next((s for s in said if s.kind == kind and _quotable(whole, s)), None)
            if best is not None:
                yield fact(f"thought.{kind}", (best.span,), message.index, words=best.span, by=message.parts[best.part].kind)


def _quotable(whole: Whole, statement: Statement) -> bool:
    return SHORTEST <= len(whole.words_of(statement.span)) <= LONGEST
