"""Cues inside the model's own work: each looks at the border before one of its messages, where no person speaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from math import log2

from narrator.observations import Act
from narrator.phases.cues import Course
from narrator.phases.vocabulary import words

WINDOW = 8
"""Messages to either side of a border that are compared."""
FEWEST = 4
"""Acts on each side below which nothing is compared."""
QUIET = 3
"""Messages without a word before one that speaks up."""
LONG_PAUSE_SECONDS = 30 * 60
CALM = 5
"""Messages without a failure before one with which trouble begins; failures in a row before a success ends it: `TROUBLE`."""
TROUBLE = 2

StepCue = Callable[[Course, int], float]
"""(course, position ≥ 1) → 0 to 1."""


def other_acts(course: Course, position: int) -> float:
    """Return how far the mix of acts changes: the Jensen-Shannon divergence (Lin 1991) of their kinds, 0 to 1 (in bits)."""
    before, after = _kinds(_acts(course, position, -1)), _kinds(_acts(course, position, 1))
    return divergence(before, after) if min(before.total(), after.total()) >= FEWEST else 0.0


def other_objects(course: Course, position: int) -> float:
    """Return the share of what is now worked on (words of files, patterns, commands) that wasn't before."""
    before, after = _objects(_acts(course, position, -1)), _objects(_acts(course, position, 1))
    return len(after - before) / len(after) if min(len(before), len(after)) >= FEWEST else 0.0


def changing_begins(course: Course, position: int) -> float:
    """The first change after a stretch of looks."""
    here = any(a.changes for a in course.signals.acts.get(position, ()))
    return float(here and not any(a.changes for a in _acts(course, position, -1)))


def checking_begins(course: Course, position: int) -> float:
    """The first test after a stretch without one."""
    here = any(a.kind == "test" for a in course.signals.acts.get(position, ()))
    return float(here and not any(a.kind == "test" for a in _acts(course, position, -1)))


def committed(course: Course, position: int) -> float:
    """Something was committed or pushed just before."""
    return float(any(a.verb in ("committed", "pushed", "merged") for a in course.signals.acts.get(position - 1, ())))


def listed(course: Course, position: int) -> float:
    """The list of tasks was brought up to date just before."""
    return float(any(a.kind == "plan" for a in course.signals.acts.get(position - 1, ())))


def delegated(course: Course, position: int) -> float:
    """Work is given to a sub-agent here, or came back from one."""
    return float(any(a.kind == "delegate" for p in (position - 1, position) for a in course.signals.acts.get(p, ())))


def speaks_up(course: Course, position: int) -> float:
    """The model says something after several messages without a word."""
    messages = course.signals.transcript.messages
    quiet = all(not messages[p].visible_text for p in range(max(0, position - QUIET), position))
    return float(quiet and messages[position].by == "model" and bool(messages[position].visible_text))


def trouble_begins(course: Course, position: int) -> float:
    """The first failure after a calm stretch stands just before."""
    return float(_failed(course, position - 1) and not any(_failed(course, p) for p in range(position - 1 - CALM, position - 1)))


def trouble_ends(course: Course, position: int) -> float:
    """Several failures in a row stand before a success just before."""
    before = range(position - 1 - TROUBLE, position - 1)
    return float(
        position - 1 in course.signals.outcomes and not _failed(course, position - 1) and all(_failed(course, p) for p in before)
    )


def compaction(course: Course, position: int) -> float:
    """The context is summarized here: the marker, or the summary where no marker stands before it."""
    signals = course.signals
    silence, before = signals.silences.get(position), signals.silences.get(position - 1)
    marks = silence is not None and silence.cause.endswith("compaction") and silence.cause != "failed_compaction"
    alone = position in signals.summaries and not (before is not None and before.cause.endswith("compaction"))
    return float(marks or alone)


def pause(course: Course, position: int) -> float:
    """Half an hour or more without a record."""
    messages = course.signals.transcript.messages
    here, there = messages[position].at, messages[position - 1].ended or messages[position - 1].at
    return float(here is not None and there is not None and (here - there).total_seconds() >= LONG_PAUSE_SECONDS)


def divergence(left: Counter[str], right: Counter[str]) -> float:
    """Return the Jensen-Shannon divergence of two distributions given as counts, in bits: 0 (the same) to 1 (nothing shared)."""
    total = 0.0
    for kind in left | right:
        p, q = left[kind] / left.total(), right[kind] / right.total()
        total += sum(x * log2(2 * x / (p + q)) for x in (p, q) if x) / 2
    return total


def _acts(course: Course, position: int, side: int) -> list[Act]:
    near = range(position, position + WINDOW) if side > 0 else range(max(0, position - WINDOW), position)
    return [act for p in near for act in course.signals.acts.get(p, ())]


def _kinds(acts: Iterable[Act]) -> Counter[str]:
    return Counter(act.kind for act in acts)


def _objects(acts: Iterable[Act]) -> set[str]:
    return {word for act in acts for word in words(act.object)}


def _failed(course: Course, position: int) -> bool:
    return any(o.status == "failed" for o in course.signals.outcomes.get(position, ()))


STEP_CUES: tuple[tuple[str, StepCue, float], ...] = (
    ("compaction", compaction, 1.5),
    ("other acts", other_acts, 1.25),
    ("other objects", other_objects, 0.75),
    ("changes begin", changing_begins, 0.5),
    ("checks begin", checking_begins, 0.5),
    ("a commit", committed, 0.75),
    ("the list of tasks", listed, 0.5),
    ("a sub-agent", delegated, 0.25),
    ("a word after silence", speaks_up, 0.5),
    ("trouble begins", trouble_begins, 0.5),
    ("trouble ends", trouble_ends, 0.5),
    ("a long pause", pause, 0.75),
)
"""Every cue inside the model's own work, with its weight in log odds: set by hand, on the scale of `cues.CUES`.

Labeled sessions have a person in them who speaks often, and nearly every phase begins where they do: what can be learned from
them is only that such borders are rare, which is `STEP_BIAS`.
"""
STEP_BIAS = -4.25
"""The log odds of a phase beginning at a message of the model of which no cue speaks."""


def step_score(course: Course, position: int) -> float:
    """Return the log odds that a phase begins at a message in the model's own work, by all cues."""
    return STEP_BIAS + sum(weight * cue(course, position) for _, cue, weight in STEP_CUES)
