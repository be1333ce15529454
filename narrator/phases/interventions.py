"""What the person did next: each own act of theirs, how it bears on what came before, how long it took."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

from narrator.phases.signals import Signals

REPEAT_RATIO = 0.6
"""From here on two instructions count as the same one sent again (the figure used in a study of 136 interruptions)."""
COMPARED = 2000
"""Code points of each text that are compared: instructions repeat at their beginning, pasted logs follow."""


@dataclass(frozen=True, slots=True)
class Intervention:
    """A person's act in the course of the work."""

    message: int
    """Its index."""
    after: int | None
    """Index of the person's act before it, None for the first."""
    act: str
    """The speech act: request, stop, redirect, correction, approval, question, report, thanks, repeat, other."""
    similarity: float
    """0 to 1: how alike its words are to those of the act before it (1 for the same text)."""
    latency: float | None
    """Seconds since the message before it ended; None where the record has no times."""


def find_interventions(signals: Signals) -> tuple[Intervention, ...]:
    """Return every own act of a person, in order."""
    befores: list[int | None] = [None, *signals.persons]
    return tuple(_intervention(signals, p, b) for p, b in zip(signals.persons, befores, strict=False))


def _intervention(signals: Signals, position: int, before: int | None) -> Intervention:
    messages = signals.transcript.messages
    alike = 0.0 if before is None else similarity(messages[before].visible_text, messages[position].visible_text)
    speech = signals.speeches.get(position)
    act = speech.act if speech else "other"
    return Intervention(
        message=messages[position].index,
        after=None if before is None else messages[before].index,
        act="repeat" if alike > REPEAT_RATIO and act not in ("approval", "thanks") else act,
        similarity=alike,
        latency=_latency(signals, position),
    )


def similarity(left: str, right: str) -> float:
    """Return how alike two texts are, 0 to 1: Ratcliff and Obershelp's ratio over words (difflib), case and spaces aside."""
    a, b = left[:COMPARED].lower().split(), right[:COMPARED].lower().split()
    if not a or not b:
        return 0.0
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() > REPEAT_RATIO / 2 else matcher.real_quick_ratio()


def _latency(signals: Signals, position: int) -> float | None:
    if position == 0:
        return None
    here, there = signals.transcript.messages[position], signals.transcript.messages[position - 1]
    end = there.ended or there.at
    return None if here.at is None or end is None else max(0.0, (here.at - end).total_seconds())
