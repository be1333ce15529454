"""Turning points: the messages where the work took another way, best first."""

from __future__ import annotations

from dataclasses import dataclass

from narrator.phases.answers import concedes, contradicts, gives_up, states_cause, tells_of_failure
from narrator.phases.cues import Course, names_of
from narrator.phases.signals import Signals
from narrator.phases.steps import border_at, compaction
from narrator.phases.turns import TURN_CUES, cut_short, turn_score

KINDS = {
    "redirect": "redirect",
    "stop": "interruption",
    "correction": "correction",
    "approval": "decision",
}
"""Speech acts that settle a turning point's kind by themselves."""
APART = 3
"""Turning points as near as this are one: the stronger stands."""
CAUSE_FOUND = -2.25
"""Log odds of a message that tells a cause and changes something at once, where nothing failed before."""
FAILURE_BEFORE = 0.25
"""What each failure of the same exchange before it adds, up to `MOST_FAILURES`."""
MOST_FAILURES = 5
SUCCESS = -3.25
"""Log odds of a success after `FEWEST_FAILURES` failures of the same exchange, each adding as above."""
FEWEST_FAILURES = 3
MEMORY_ENDS = -3.0
"""Log odds of a compaction: the model's memory ends there, and the work seldom turns with it."""
UNNAMED = frozenset({"many words", "acted on", "a statement"})
"""Cues that are counted and not named: they say that there is something, not what."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A message at which the work turned."""

    message: int
    """Its index."""
    kind: str
    """redirect, abandon, correction, interruption, decision, failure, scope (acts of a person); rootcause, success (the model's);
    handoff (a compaction)."""
    score: float
    """Log odds that a person would mark it: for comparison within a session."""
    before: int | None
    """Index of the person's act before it."""
    after: int | None
    """Index of the person's act after it."""
    cues: tuple[str, ...]
    """What speaks for it, the strongest first."""


def find_turning_points(course: Course) -> tuple[TurningPoint, ...]:
    """Return the turning points, strongest first (equal ones in order of time), none within `APART` messages of a stronger one.

    A silence that is the harness's bookkeeping is none; what it stands for (a compaction) ranks behind what people say.
    """
    found = [*_of_persons(course), *_of_work(course), *_compactions(course)]
    taken: set[int] = set()
    kept = []
    for position, point in sorted(found, key=lambda f: (-f[1].score, f[0])):
        if not any(near in taken for near in range(position - APART + 1, position + APART)):
            taken.add(position)
            kept.append(point)
    return tuple(kept)


def _of_persons(course: Course) -> list[tuple[int, TurningPoint]]:
    return [_of_person(course, number) for number in range(1, len(course.exchanges))]


def _of_person(course: Course, number: int) -> tuple[int, TurningPoint]:
    spoken = ((name, cue(course, number), weight) for name, cue, weight in TURN_CUES if name not in UNNAMED)
    cues = names_of(spoken, "a word of the person")
    first = course.exchanges[number].first
    return first, _point(course.signals, first, kind_of_turn(course, number), turn_score(course, number), cues)


def kind_of_turn(course: Course, number: int) -> str:
    """Return what kind of turning point a person's act makes, if it makes one."""
    settled = KINDS.get(course.act(number))
    if settled:
        given_up = settled == "redirect" and gives_up(course.exchanges[number].words)
        return "abandon" if given_up else settled
    if contradicts(course, number) or concedes(course, number):
        return "correction"
    if tells_of_failure(course, number):
        return "failure"
    return "interruption" if cut_short(course, number) and _sent_again(course, number) else "scope"


def _sent_again(course: Course, number: int) -> bool:
    return course.exchanges[number].said > course.exchanges[number].first


def _of_work(course: Course) -> list[tuple[int, TurningPoint]]:
    signals, found, failures = course.signals, [], 0
    for position, message in enumerate(signals.transcript.messages):
        changes = message.by == "model" and any(a.changes for a in signals.acts.get(position, ()))
        if changes and states_cause(message.visible_text):
            score = CAUSE_FOUND + FAILURE_BEFORE * min(failures, MOST_FAILURES)
            found.append((position, _point(signals, position, "rootcause", score, ("a cause found",))))
        ended = [o.status for o in signals.outcomes.get(position, ())]
        if failures >= FEWEST_FAILURES and "ok" in ended and "failed" not in ended and _tried(signals, position):
            score = SUCCESS + FAILURE_BEFORE * min(failures, MOST_FAILURES)
            found.append((position, _point(signals, position, "success", score, ("works after failures",))))
            failures = 0
        failures = 0 if signals.person_at(position) else failures + ("failed" in ended)
    return found


def _tried(signals: Signals, position: int) -> bool:
    """Whether a message tries something out: a look that succeeds is no success."""
    return any(a.activity in ("run", "test", "debug", "operate") for a in signals.acts.get(position, ()))


def _compactions(course: Course) -> list[tuple[int, TurningPoint]]:
    marked = (p for p in range(1, len(course.signals.transcript.messages)) if compaction(border_at(course, p)))
    return [(p, _point(course.signals, p, "handoff", MEMORY_ENDS, ("compaction",))) for p in marked]


def _point(signals: Signals, position: int, kind: str, score: float, cues: tuple[str, ...]) -> TurningPoint:
    messages = signals.transcript.messages
    before, after = signals.person_before(position), signals.person_after(position)
    return TurningPoint(
        message=messages[position].index,
        kind=kind,
        score=score,
        before=None if before is None else messages[before].index,
        after=None if after is None else messages[after].index,
        cues=cues,
    )
