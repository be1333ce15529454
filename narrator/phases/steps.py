"""Cues inside the model's own work: each looks at the border before one of its messages, where no person speaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
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


@dataclass(frozen=True, slots=True)
class Border:
    """A border inside the model's work, with the acts of `WINDOW` messages to either side."""

    course: Course
    position: int
    """Of the message after it, from 1."""
    before: tuple[Act, ...]
    after: tuple[Act, ...]


StepCue = Callable[[Border], float]
"""border → 0 to 1."""


def other_acts(border: Border) -> float:
    """Return how far the mix of acts changes: the Jensen-Shannon divergence (Lin 1991) of their kinds, 0 to 1 (in bits)."""
    before, after = _kinds(border.before), _kinds(border.after)
    return divergence(before, after) if min(before.total(), after.total()) >= FEWEST else 0.0


def other_objects(border: Border) -> float:
    """Return the share of what is now worked on (words of files, patterns, commands) that wasn't before."""
    before, after = _objects(border.before), _objects(border.after)
    return len(after - before) / len(after) if min(len(before), len(after)) >= FEWEST else 0.0


def changing_begins(border: Border) -> float:
    """The first change after a stretch of looks."""
    here = any(a.changes for a in border.course.signals.acts.get(border.position, ()))
    return float(here and not any(a.changes for a in border.before))


def checking_begins(border: Border) -> float:
    """The first test after a stretch without one."""
    here = any(a.kind == "test" for a in border.course.signals.acts.get(border.position, ()))
    return float(here and not any(a.kind == "test" for a in border.before))


def committed(border: Border) -> float:
    """Something was committed or pushed just before."""
    return float(
        any(a.verb in ("committed", "pushed", "merged") for a in border.course.signals.acts.get(border.position - 1, ()))
    )


def listed(border: Border) -> float:
    """The list of tasks was brought up to date just before."""
    return float(any(a.kind == "plan" for a in border.course.signals.acts.get(border.position - 1, ())))


def delegated(border: Border) -> float:
    """Work is given to a sub-agent here, or came back from one."""
    return float(
        any(a.kind == "delegate" for p in (border.position - 1, border.position) for a in border.course.signals.acts.get(p, ()))
    )


def speaks_up(border: Border) -> float:
    """The model says something after several messages without a word."""
    signals, position = border.course.signals, border.position
    quiet = all(p not in signals.spoken for p in range(max(0, position - QUIET), position))
    return float(quiet and position in signals.spoken and signals.transcript.messages[position].by == "model")


def trouble_begins(border: Border) -> float:
    """The first failure after a calm stretch stands just before."""
    return float(
        _failed(border.course, border.position - 1)
        and not any(_failed(border.course, p) for p in range(border.position - 1 - CALM, border.position - 1))
    )


def trouble_ends(border: Border) -> float:
    """Several failures in a row stand before a success just before."""
    before = range(border.position - 1 - TROUBLE, border.position - 1)
    return float(
        border.position - 1 in border.course.signals.outcomes
        and not _failed(border.course, border.position - 1)
        and all(_failed(border.course, p) for p in before)
    )


def compaction(border: Border) -> float:
    """The context is summarized here: the marker, or the summary where no marker stands before it."""
    signals = border.course.signals
    silence, before = signals.silences.get(border.position), signals.silences.get(border.position - 1)
    marks = silence is not None and silence.cause.endswith("compaction") and silence.cause != "failed_compaction"
    alone = border.position in signals.summaries and not (before is not None and before.cause.endswith("compaction"))
    return float(marks or alone)


def pause(border: Border) -> float:
    """Half an hour or more without a record."""
    messages = border.course.signals.transcript.messages
    here, there = messages[border.position].at, messages[border.position - 1].ended or messages[border.position - 1].at
    return float(here is not None and there is not None and (here - there).total_seconds() >= LONG_PAUSE_SECONDS)


def divergence(left: Counter[str], right: Counter[str]) -> float:
    """Return the Jensen-Shannon divergence of two distributions given as counts, in bits: 0 (the same) to 1 (nothing shared)."""
    total = 0.0
    for kind in left | right:
        p, q = left[kind] / left.total(), right[kind] / right.total()
        total += sum(x * log2(2 * x / (p + q)) for x in (p, q) if x) / 2
    return total


def border_at(course: Course, position: int) -> Border:
    """Return the border before a position ≥ 1."""
    acts = course.signals.acts
    before = tuple(act for p in range(max(0, position - WINDOW), position) if p in acts for act in acts[p])
    after = tuple(act for p in range(position, position + WINDOW) if p in acts for act in acts[p])
    return Border(course, position, before, after)


def _kinds(acts: Iterable[Act]) -> Counter[str]:
    return Counter(act.kind for act in acts)


def _objects(acts: Iterable[Act]) -> set[str]:
    return {word for act in acts for word in _words(act.object)}


@lru_cache(maxsize=1024)
def _words(text: str) -> tuple[str, ...]:
    # Every act stands in the windows of sixteen borders.
    return tuple(words(text))


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
    border = border_at(course, position)
    return STEP_BIAS + sum(weight * cue(border) for _, cue, weight in STEP_CUES)
