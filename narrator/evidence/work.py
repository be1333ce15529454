"""What the assistant did on the way: runs of acts, and the steps of them that found something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from narrator.evidence.deeds import deeds, deeds_at, undone_parts
from narrator.evidence.endings import telling_span
from narrator.evidence.stretch import Stretch
from narrator.evidence.thinking import informs, tells
from narrator.evidence.values import Arg, Fact, Note, fact, with_notes
from narrator.model import Span
from narrator.observations import Act, Outcome, statements
from narrator.observations.values import Statement
from narrator.person import as_purpose
from narrator.redaction import source_text
from narrator.tallies import breakdown, tally

FOUND = ("cause", "surprise", "finding", "result", "correction", "gap")
"""Kinds of statement that tell what a step showed, most telling first."""
TOLD_TOGETHER = 4
"""Acts of one message that a sentence names one by one."""


@dataclass(frozen=True, slots=True)
class Step:
    """One message's acts, what they were for, and what was made of them."""

    position: int
    acts: tuple[Act, ...]
    outcomes: tuple[Outcome, ...]
    purpose: Statement | None
    question: Statement | None
    found: Statement | None


def steps_between(stretch: Stretch, start: int, end: int) -> tuple[Step, ...]:
    """Return the steps of positions start to end (half open) that hold acts, in order."""
    signals = stretch.analysis.signals
    told = {p: statements(stretch.at(p), stretch.analysis.transcript.session) for p in range(start, end)}
    return tuple(
        Step(
            position=p,
            acts=signals.acts[p],
            outcomes=signals.outcomes.get(p, ()),
            purpose=next((s for s in reversed(told[p]) if s.kind == "plan"), None),
            question=next((s for s in reversed(told[p]) if s.kind == "question"), None),
            found=_found(stretch, told.get(p + 1, ())) if _may_tell(stretch, p + 1) else None,
        )
        for p in range(start, end)
        if p in signals.acts
    )


def _may_tell(stretch: Stretch, position: int) -> bool:
    """Whether a message can say what the step before it showed: a person's words and a compaction's summary don't."""
    signals = stretch.analysis.signals
    return not signals.person_at(position) and position not in signals.summaries


def _found(stretch: Stretch, told: tuple[Statement, ...]) -> Statement | None:
    ranked = sorted((FOUND.index(s.kind), i) for i, s in enumerate(told) if s.kind in FOUND and tells(stretch, s))
    return told[ranked[0][1]] if ranked else None


def run_of(stretch: Stretch, start: int, end: int, predicate: str) -> Iterator[Fact]:
    """Yield one fact that sums up the acts of positions start to end (half open), where there are two or more."""
    signals = stretch.analysis.signals
    at = [p for p in range(start, end) if p in signals.acts]
    acts = tuple(a for p in at for a in signals.acts[p])
    if len(acts) < 2:
        return
    did = deeds_at(stretch, at)
    counted = [(str(d[0]), str(d[1])) for d in did if isinstance(d, tuple)]
    first, last = stretch.index(at[0]), stretch.index(at[-1])
    changed = sum(a.changes for a in acts)
    hosts = tuple(h for h, _ in Counter(a.host for a in acts if a.host).most_common(3))
    roles: dict[str, Arg] = {
        "calls": len(acts),
        "messages": len(at),
        "deeds": did,
        "changed": changed,
        "first": first,
        "last": last,
        "hosts": hosts,
    }
    notes = (Note(f"calls in [msg {first}]–[msg {last}]: {breakdown(counted)}"),) if first < last else ()
    spans = tuple(stretch.whole(p) for p in at)
    mixed = tally(counted).rest * 2 > len(acts)
    name = f"{predicate}.mixed" if mixed else predicate if changed else f"{predicate}.pure"
    yield with_notes(fact(name, spans, first, **roles), *notes)


def tell_steps(stretch: Stretch, start: int, end: int, predicate: str) -> Iterator[Fact]:
    """Yield a fact for each step that found something, failed or changed something; the weightier the more it shows."""
    for step in steps_between(stretch, start, end):
        salience = _weight(stretch, step)
        if salience:
            yield with_notes(_step(stretch, step, predicate), salience=salience)


def _weight(stretch: Stretch, step: Step) -> float:
    failed = any(o.status in ("failed", "refused") for o in step.outcomes)
    found = {"cause": 3.0, "surprise": 2.5, "correction": 2.5, "finding": 2.0, "gap": 2.0, "result": 2.0}
    gained = found.get(step.found.kind, 0.0) + informs(stretch, step.found) if step.found else 0.0
    return gained + (1.5 if failed else 0.0) + (0.5 if any(a.changes for a in step.acts) else 0.0)


def _step(stretch: Stretch, step: Step, predicate: str) -> Fact:
    failed = next((s for o in step.outcomes if o.status == "failed" and (s := telling_span(stretch, o))), None)
    spans: list[Span] = [stretch.whole(step.position)]
    undone = undone_parts(stretch, step.position)
    # A failure is told of what was carried out, a refusal of what was not.
    refused = failed is None and any(o.status == "refused" for o in step.outcomes)
    did = deeds(a for a in step.acts if a.part in undone) if refused else deeds_at(stretch, (step.position,))
    roles: dict[str, Arg] = {"deeds": did, "n": stretch.index(step.position)}
    name = predicate
    purpose = _purpose(stretch, step)
    if purpose:
        name, roles["purpose"] = f"{name}.for", purpose
    elif step.question is not None:
        name, roles["question"] = f"{name}.asking", step.question.span
        spans.append(step.question.span)
    if failed is not None:
        name, roles["failure"] = f"{name}.failed", failed
    elif refused:
        name = f"{name}.refused"
    if step.found is not None:
        name, roles["found"] = f"{name}.found", step.found.span
        spans.append(step.found.span)
    return fact(name, tuple(spans), stretch.index(step.position), **roles)


def _purpose(stretch: Stretch, step: Step) -> str | None:
    if step.purpose is None:
        return None
    return as_purpose(source_text(stretch.analysis.transcript, step.purpose.span))
