"""What the work was for: the instruction in force, and what had been reported before it was interrupted."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.evidence.stretch import Stretch
from narrator.evidence.thinking import weighty
from narrator.evidence.values import Fact, fact
from narrator.phases.interventions import REPEAT_RATIO, similarity


def find_instruction(stretch: Stretch) -> Iterator[Fact]:
    """Yield the person's last act before the subject, and the one before that where the last only repeats or approves it."""
    if stretch.asked is None:
        yield from _opening(stretch)
        return
    signals = stretch.analysis.signals
    speech = signals.speeches.get(stretch.asked)
    act = speech.act if speech else "other"
    earlier = signals.person_before(stretch.asked)
    if act in ("approval", "thanks", "other", "stop") and earlier is not None and earlier >= stretch.start:
        yield from _asked(stretch, earlier, "context.first_asked")
    yield from _asked(stretch, stretch.asked, "context.asked")
    yield from _asked(stretch, stretch.asked, "context.brief")


def _asked(stretch: Stretch, position: int, predicate: str) -> Iterator[Fact]:
    words = stretch.text_span(position)
    if words is None:
        return
    speech = stretch.analysis.signals.speeches.get(position)
    distance = stretch.subject - position
    yield fact(predicate, (words,), words.message, words=words, act=speech.act if speech else "other", distance=distance)


def _opening(stretch: Stretch) -> Iterator[Fact]:
    first = stretch.at(stretch.start)
    if stretch.start < stretch.subject and first.index != stretch.analysis.transcript.messages[0].index:
        yield fact("context.unasked", (stretch.whole(stretch.start),), first.index, n=first.index)


def find_reports(stretch: Stretch) -> Iterator[Fact]:
    """Yield what the assistant had told the person last before the subject, and before the instruction in force."""
    if stretch.asked is not None:
        yield from _report(stretch, stretch.asked, "context.answered")
    yield from _report(stretch, stretch.subject, "context.report")


def reports(stretch: Stretch, position: int) -> bool:
    """Return whether a message closes a turn with the assistant's words to the person."""
    if position < stretch.start:
        return False
    message = stretch.at(position)
    closes = message.by == "model" and message.kind == "reply" and all(p.kind != "call" for p in message.parts)
    return closes and bool(message.visible_text) and position not in stretch.analysis.signals.summaries


def _report(stretch: Stretch, before: int, predicate: str) -> Iterator[Fact]:
    """The message right before a position, where it closes a turn: its opening, then what in it weighs most."""
    words = stretch.opening_span(before - 1) if reports(stretch, before - 1) else None
    if words is not None:
        yield fact(predicate, (words,), words.message, words=words, n=words.message)
        yield from weighty(stretch, before - 1, words, f"{predicate}.says")


def likeness(stretch: Stretch, left: int, right: int) -> float:
    """Return how alike the texts of two messages are, 0 to 1."""
    return similarity(stretch.at(left).visible_text, stretch.at(right).visible_text)


def is_repeat(ratio: float) -> bool:
    """Return whether texts so alike count as the same instruction sent again."""
    return ratio > REPEAT_RATIO
