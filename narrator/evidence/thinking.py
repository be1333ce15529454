"""Reasoning that is on record: causes named, surprises, changes of mind, predictions; always in the session's own words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Fact, fact, with_notes
from narrator.model import Span
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
        best = max(told, key=lambda s: (weight(stretch, s), -s.span.start), default=None)
        if best is not None:
            found = fact(f"{predicate}.{best.kind}", (best.span,), message.index, words=best.span, n=message.index)
            yield with_notes(found, salience=weight(stretch, best))


def weight(stretch: Stretch, statement: Statement) -> float:
    """Return how much a sentence teaches: by its kind, and by the figures and names in it."""
    return WEIGHTS[statement.kind] + informs(stretch, statement)


def informs(stretch: Stretch, statement: Statement) -> float:
    """Return -1 to 1: figures and names of code tie a sentence to this session; one that leans on the last stands badly alone."""
    words = source_text(stretch.analysis.transcript, statement.span)
    own = (0.5 if re.search(r"\d", words) else 0.0) + (0.5 if re.search(r"`|\w[_/.]\w|[a-z][A-Z]", words) else 0.0)
    return own - (1.0 if _LEANS.match(words) else 0.0)


_LEANS = re.compile(r"(?:it|this|that|these|those|they|its|and|but|so|then|also|or|he|she|which)\b", re.IGNORECASE)


def tells(stretch: Stretch, statement: Statement) -> bool:
    """Return whether a sentence says something by itself: not too short or long to quote, and no mere announcement of a step."""
    words = source_text(stretch.analysis.transcript, statement.span)
    return SHORTEST <= len(words) <= LONGEST and not _ANNOUNCES.search(words) and not words.rstrip().endswith((":", ","))


_ANNOUNCES = re.compile(
    r"\b(?:let me|let's|i'll|i will|i need to|i should|i'm going to)\b"
    r"|^(?:now |then )?(?:add|check|continu|creat|fix|look|read|run(?:n)?|search|start|try|updat|wait|writ)ing\b",
    re.IGNORECASE,
)


MOST_OF_REPORT = 2
"""Sentences of a report that are told beside its opening."""


def weighty(stretch: Stretch, position: int, told: Span, predicate: str) -> Iterator[Fact]:
    """Yield the sentences of a message's text that weigh most, but for those in the span `told`, in order."""
    message = stretch.at(position)
    found = [
        s
        for s in statements(message, stretch.analysis.transcript.session)
        if message.parts[s.part].kind == "text" and s.kind in WEIGHTS and tells(stretch, s)
        if s.part != told.part or s.span.start >= (told.end or 0)
    ]
    best = sorted(found, key=lambda s: (-weight(stretch, s), s.span.start))[:MOST_OF_REPORT]
    for statement in sorted(best, key=lambda s: (s.part, s.span.start)):
        yield with_notes(
            fact(predicate, (statement.span,), message.index, words=statement.span), salience=weight(stretch, statement)
        )
