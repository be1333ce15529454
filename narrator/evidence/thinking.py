"""Reasoning that is on record: causes named, surprises, changes of mind, predictions; always in the session's own words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Fact, fact, with_notes
from narrator.observations import statements
from narrator.observations.values import Statement
from narrator.redaction import source_text

WEIGHTS = {
    "cause": 3.0,
    "correction": 2.5,
    "surprise": 2.5,
    "decision": 2.0,
    "finding": 1.5,
    "gap": 1.5,
    "result": 1.5,
    "prediction": 1.0,
}
"""What a reader learns most from: why, then what was unexpected, then what was chosen."""
LONGEST = 260
SHORTEST = 40
"""Sentences outside these lengths (code points) quote badly."""


def find_thinking(stretch: Stretch, start: int, end: int, predicate: str) -> Iterator[Fact]:
    """Yield weighty sentences of the model's in positions start to end (half open), one a message at most."""
    for position in range(start, end):
        message = stretch.at(position)
        if message.by != "model" or position in stretch.analysis.signals.summaries:
            continue
        told = [s for s in statements(message, stretch.analysis.transcript.session) if s.kind in WEIGHTS and tells(stretch, s)]
        best = max(told, key=lambda s: (WEIGHTS[s.kind], -s.span.start), default=None)
        if best is not None:
            found = fact(f"{predicate}.{best.kind}", (best.span,), message.index, words=best.span, n=message.index)
            yield with_notes(found, salience=WEIGHTS[best.kind])


def tells(stretch: Stretch, statement: Statement) -> bool:
    """Return whether a sentence says something by itself: not too short or long to quote, and no mere announcement of a step."""
    words = source_text(stretch.analysis.transcript, statement.span)
    return SHORTEST <= len(words) <= LONGEST and not _ANNOUNCES.search(words) and not words.rstrip().endswith((":", ","))


_ANNOUNCES = re.compile(r"\b(?:let me|let's|i'll|i will|i need to|i should|i'm going to)\b", re.IGNORECASE)
