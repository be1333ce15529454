"""What the subject itself says and does, where it is the assistant's and holds words, thoughts or calls."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.evidence.about import SHORT_WORDS
from narrator.evidence.deeds import deeds_at
from narrator.evidence.endings import telling_span
from narrator.evidence.stretch import Stretch
from narrator.evidence.thinking import tells
from narrator.evidence.values import Fact, fact, with_notes
from narrator.observations import statements

WEIGHTS = {
    "claim": 3.0,
    "cause": 3.0,
    "correction": 2.5,
    "decision": 2.5,
    "finding": 2.0,
    "result": 2.0,
    "surprise": 2.0,
    "gap": 1.5,
    "doubt": 1.5,
    "question": 1.5,
    "prediction": 1.0,
    "plan": 1.0,
}
"""Which of a message's sentences stand for it."""


def read_own_words(stretch: Stretch) -> Iterator[Fact]:
    """Yield the subject's weighty sentences: of its text where that is too long to be quoted whole, and of its thought."""
    message = stretch.message
    if message.by != "model" or stretch.subject in stretch.analysis.signals.summaries:
        return
    short = len(message.visible_text.split()) <= SHORT_WORDS
    for statement in statements(message, stretch.analysis.transcript.session):
        kind = message.parts[statement.part].kind
        if (kind == "text" and short) or not tells(stretch, statement):
            continue
        predicate = "own.thought" if kind == "reasoning" else "own.claim" if statement.kind == "claim" else "own.said"
        found = fact(f"{predicate}", (statement.span,), message.index, words=statement.span, n=message.index)
        yield with_notes(found, salience=WEIGHTS.get(statement.kind, 1.0))


def read_own_acts(stretch: Stretch) -> Iterator[Fact]:
    """Yield what the subject's calls do, in one fact, and how those that went well ended where their result says more."""
    signals, message = stretch.analysis.signals, stretch.message
    acts = signals.acts.get(stretch.subject, ())
    if not acts or all(part.by == "person" for part in message.parts if part.kind == "call"):
        return
    yield fact(
        "own.acts", (stretch.whole(stretch.subject),), message.index, deeds=deeds_at(stretch, (stretch.subject,)), calls=len(acts)
    )
    for outcome in signals.outcomes.get(stretch.subject, ()):
        words = telling_span(stretch, outcome) if outcome.status == "ok" and outcome.figures else None
        if words is not None:
            yield fact("own.result", (words,), message.index, words=words)
