"""Cues: each function looks at the border before one message and returns how much it speaks for a boundary there.

Weights are on one scale: 1.0 is as much as a person's plain new instruction. They were set by hand on four labeled sessions
and rounded; none is finer than a quarter.
"""

from __future__ import annotations

from collections.abc import Callable

from narrator.phases.signals import Signals

Cue = Callable[[Signals, int], float]
"""(signals, position) -> weight of this cue for a boundary before that position; 0.0 where it is silent."""

SPEECH_WEIGHTS = {
    "request": 1.0,
    "question": 0.5,
    "redirect": 1.25,
    "stop": 1.0,
    "correction": 0.75,
    "report": 0.5,
    "approval": 0.25,
    "thanks": 0.0,
    "other": 0.5,
}
COMPACTION = 1.0
"""A compaction is always a candidate: the model's memory ends there."""
GAP = 3.0
"""Where the record has a hole, whatever follows is another stretch."""
LONG_PAUSE_SECONDS = 30 * 60
PAUSE = 0.75
MODE = 0.25
WORK = 0.5
"""After a long stretch of work a new word from the person weighs more: 20 messages or more of the model's own."""
WORK_LENGTH = 20
FRESH_FILES = 0.5


def gap(signals: Signals, position: int) -> float:
    """The record has a hole before this message."""
    messages = signals.transcript.messages
    return GAP if messages[position].index > messages[position - 1].index + 1 else 0.0


def instruction(signals: Signals, position: int) -> float:
    """A person speaks here, weighed by what the words do."""
    if not signals.person_at(position):
        return 0.0
    speech = signals.speeches.get(position)
    return SPEECH_WEIGHTS.get(speech.act, 0.5) if speech else 0.25


def after_work(signals: Signals, position: int) -> float:
    """A person speaks after a long stretch of the model's own work."""
    if not signals.person_at(position):
        return 0.0
    before = signals.person_before(position)
    return WORK if position - (before if before is not None else 0) >= WORK_LENGTH else 0.0


def compaction(signals: Signals, position: int) -> float:
    """The context is summarized here: the marker, or the summary where no marker stands before it."""
    silence = signals.silences.get(position)
    marks = silence is not None and silence.cause.endswith("compaction") and silence.cause != "failed_compaction"
    before = signals.silences.get(position - 1)
    alone = position in signals.summaries and not (before is not None and before.cause.endswith("compaction"))
    return COMPACTION if marks or alone else 0.0


def pause(signals: Signals, position: int) -> float:
    """Half an hour or more without a record before a person speaks."""
    messages = signals.transcript.messages
    here, there = messages[position].at, messages[position - 1].ended or messages[position - 1].at
    if here is None or there is None or not signals.person_at(position):
        return 0.0
    return PAUSE if (here - there).total_seconds() >= LONG_PAUSE_SECONDS else 0.0


def mode(signals: Signals, position: int) -> float:
    """The agent or permission mode changes with a person's message."""
    if not signals.person_at(position):
        return 0.0
    before = signals.person_before(position)
    if before is None:
        return 0.0
    messages = signals.transcript.messages
    old, new = messages[before].mode, messages[position].mode
    return MODE if old is not None and new is not None and old != new else 0.0


def fresh_files(signals: Signals, position: int) -> float:
    """What is worked on after a person's message is not what was worked on before it."""
    if not signals.person_at(position):
        return 0.0
    before = _files(signals, signals.person_before(position), position)
    following = signals.person_after(position)
    after = _files(signals, position, following if following is not None else len(signals.transcript.messages))
    return FRESH_FILES if before and after and not before & after else 0.0


def _files(signals: Signals, first: int | None, last: int) -> set[str]:
    positions = range(first or 0, last)
    return {f.rsplit("/", 1)[-1] for p in positions for act in signals.acts.get(p, ()) for f in act.files}


CUES: tuple[tuple[str, Cue], ...] = (
    ("gap in the record", gap),
    ("new instruction", instruction),
    ("after long work", after_work),
    ("compaction", compaction),
    ("long pause", pause),
    ("change of mode", mode),
    ("other files", fresh_files),
)
"""Every cue with the words by which `inspect` names it."""
