"""Turning points: the messages where the work took another way, best first."""

from __future__ import annotations

from dataclasses import dataclass

from narrator.observations.speech_act import tells_failure
from narrator.phases.cues import after_work, compaction, fresh_files, mode
from narrator.phases.interventions import Intervention
from narrator.phases.signals import Signals

ACT_SCORES: tuple[tuple[str, str, float], ...] = (
    ("redirect", "redirect", 2.0),
    ("stop", "interruption", 1.75),
    ("correction", "correction", 1.75),
    ("request", "scope", 1.0),
    ("report", "failure", 1.0),
    ("question", "correction", 0.75),
    ("approval", "decision", 0.5),
    ("repeat", "interruption", 0.5),
)
"""Speech act, the kind of turning point that it makes, and its weight (hand-set on four labeled sessions)."""
NEWS = ("scope", 0.5)
"""A report that tells of no failure turns less."""
INTERRUPTED = 0.75
"""A person's word straight after a message that was cut short."""
REFUSED = 0.75
"""A person's word straight after a call that they refused."""
OPENING = -1.0
"""The session's first instruction opens it and turns nothing."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A message at which the work turned."""

    message: int
    """Its index."""
    kind: str
    """correction, decision, failure, redirect, scope, rootcause, interruption, compaction."""
    score: float
    before: int | None
    """Index of the person's act before it."""
    after: int | None
    """Index of the person's act after it."""
    cues: tuple[str, ...]


def find_turning_points(signals: Signals, interventions: tuple[Intervention, ...]) -> tuple[TurningPoint, ...]:
    """Return the turning points, strongest first (equal ones in order of time)."""
    found = [_of_person(signals, i) for i in interventions] + list(_compactions(signals))
    return tuple(sorted((t for t in found if t.score > 0), key=lambda t: (-t.score, t.message)))


def _of_person(signals: Signals, intervention: Intervention) -> TurningPoint:
    position = signals.transcript.position(intervention.message) or 0
    kind, weight = next(((k, w) for act, k, w in ACT_SCORES if act == intervention.act), ("scope", 0.25))
    if intervention.act == "report" and not tells_failure(signals.transcript.messages[position].visible_text):
        kind, weight = NEWS
    cues = [(intervention.act, weight), *_circumstances(signals, position)]
    if intervention.after is None:
        cues.append(("opening", OPENING))
    return _point(signals, position, kind, cues)


def _circumstances(signals: Signals, position: int) -> list[tuple[str, float]]:
    before = position - 1
    messages = signals.transcript.messages
    cut = before >= 0 and "interrupted" in (*messages[before].flags, *(messages[before - 1].flags if before else ()))
    refused = any(o.status == "refused" for p in (before, before - 1) for o in signals.outcomes.get(p, ()))
    found = [
        ("after long work", after_work(signals, position)),
        ("other files", fresh_files(signals, position)),
        ("change of mode", mode(signals, position)),
        ("after an interruption", INTERRUPTED if cut else 0.0),
        ("after a refusal", REFUSED if refused else 0.0),
    ]
    return [(name, weight) for name, weight in found if weight]


def _compactions(signals: Signals) -> list[TurningPoint]:
    marked = ((p, compaction(signals, p)) for p in range(1, len(signals.transcript.messages)))
    return [_point(signals, p, "compaction", [("compaction", weight / 2)]) for p, weight in marked if weight]


def _point(signals: Signals, position: int, kind: str, cues: list[tuple[str, float]]) -> TurningPoint:
    messages = signals.transcript.messages
    before, after = signals.person_before(position), signals.person_after(position)
    return TurningPoint(
        message=messages[position].index,
        kind=kind,
        score=sum(w for _, w in cues),
        before=None if before is None else messages[before].index,
        after=None if after is None else messages[after].index,
        cues=tuple(name for name, _ in cues),
    )
