"""Cues of a turn: each looks at one act of a person and returns how much it speaks for the work having turned there, 0 to 1."""

from __future__ import annotations

from math import log2

from narrator.phases.answers import concedes, contradicts, explained, inquires, proposes, tells_of_failure
from narrator.phases.cues import (
    Course,
    Cue,
    after_long_work,
    correction,
    long_pause,
    other_files,
    other_words,
    pasted,
    redirect,
    talk_begins,
)

MANY_WORDS = 5.0
"""log2 of the words from which a message's length says no more: 32."""
MANY_CHANGES = 5.0
"""log2 of the changes from which their number says no more: 32."""
TOP_RANK = 0.95
"""Pauses from this rank on are the longest of the session …"""
LONG_AWAY = 600.0
"""… and so many seconds are a long time by themselves."""


def cut_short(course: Course, number: int) -> float:
    """The act stands straight after a message that was cut short, or after a refused call."""
    signals = course.signals
    cut = any("interrupted" in signals.transcript.messages[p].flags for p in _near(course, number))
    return float(cut or bool(refused(course, number)))


def refused(course: Course, number: int) -> float:
    """The act stands straight after a call that the person refused."""
    outcomes = course.signals.outcomes
    return float(any(o.status == "refused" for p in _near(course, number) for o in outcomes.get(p, ())))


def acted_on(course: Course, number: int) -> float:
    """Something is changed because of it."""
    return float(course.exchanges[number].changes > 0)


def much_changed(course: Course, number: int) -> float:
    """Return how much is changed because of it, by the logarithm of the changes."""
    return log2(1 + course.exchanges[number].changes) / MANY_CHANGES


def states(course: Course, number: int) -> float:
    """The person states something: no question, no order, no mere consent."""
    return float(course.act(number) not in ("question", "request", "approval"))


def consents(course: Course, number: int) -> float:
    """The person merely consents."""
    return float(course.act(number) == "approval")


def anew(course: Course, number: int) -> float:
    """After one of the session's longest pauses the person comes back with more than a question."""
    exchange = course.exchanges[number]
    back = exchange.pause is not None and exchange.pause >= LONG_AWAY and exchange.rank >= TOP_RANK
    return float(back and course.act(number) != "question")


def many_words(course: Course, number: int) -> float:
    """Return how many words it takes, by their logarithm."""
    return min(1.0, log2(1 + len(course.exchanges[number].words.split())) / MANY_WORDS)


def _near(course: Course, number: int) -> tuple[int, ...]:
    first = course.exchanges[number].first
    return tuple(p for p in (first - 1, first - 2) if p >= 0)


TURN_CUES: tuple[tuple[str, Cue, float], ...] = (
    ("a long pause", long_pause, 0.5),
    ("after long work", after_long_work, 0.1),
    ("other words", other_words, 0.2),
    ("other files", other_files, 0.45),
    ("talk begins", talk_begins, -0.7),
    ("a pasted text", pasted, -0.15),
    ("a correction", correction, 0.1),
    ("a redirection", redirect, 0.85),
    ("a proposal", proposes, 0.45),
    ("an inquiry", inquires, -0.75),
    ("tells of a failure", tells_of_failure, 0.3),
    ("contradicts a claim", contradicts, 0.2),
    ("the model concedes", concedes, 0.95),
    ("the model finds a cause", explained, 0.95),
    ("after a cut", cut_short, 0.65),
    ("after a refusal", refused, 0.45),
    ("acted on", acted_on, 0.15),
    ("much is changed", much_changed, 0.35),
    ("a statement", states, 0.1),
    ("mere consent", consents, -0.45),
    ("back after a long time", anew, 0.7),
    ("many words", many_words, 0.9),
)
"""Every cue with the words by which `inspect` names it, and its weight in log odds."""
TURN_BIAS = -3.0
"""The log odds of a turn at an act of which no cue speaks."""


def turn_score(course: Course, number: int) -> float:
    """Return the log odds that a person would mark a turning point at an exchange, by all cues."""
    return TURN_BIAS + sum(weight * cue(course, number) for _, cue, weight in TURN_CUES)
