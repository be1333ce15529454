"""What was tried and didn't work: calls that failed, calls that the person refused."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.evidence.deeds import deeds
from narrator.evidence.endings import telling_span
from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg, Fact, Note, fact, with_notes
from narrator.observations import Act, Outcome

REAL = 2.0
MANY = 3
"""Fewer failures are told one by one and need no sum."""
SMALL = 1.0
"""A program's failure says more about the work than a tool's (a path mistyped, a text not found)."""


def find_failures(stretch: Stretch, start: int, end: int, predicate: str) -> Iterator[Fact]:
    """Yield each failed or refused call of positions start to end (half open), then how many failed in all."""
    failed = list(_failed(stretch, start, end))
    for act, outcome in failed:
        yield _failure(stretch, act, outcome, predicate)
    broken = [o for _, o in failed if o.status == "failed"]
    if len(broken) >= MANY:
        first, last = stretch.index(start), stretch.index(end - 1)
        messages = tuple(sorted({o.message for o in broken}))
        note = Note(f"failed calls in [msg {first}]–[msg {last}]: {len(broken)}", messages)
        spans = tuple(o.span for o in broken)
        yield with_notes(fact(f"{predicate}.count", spans, broken[0].message, n=len(broken)), note)


def _failed(stretch: Stretch, start: int, end: int) -> Iterator[tuple[Act, Outcome]]:
    signals = stretch.analysis.signals
    for position in range(start, end):
        acts = {a.part: a for a in signals.acts.get(position, ())}
        for outcome in signals.outcomes.get(position, ()):
            if outcome.status in ("failed", "refused") and outcome.call_part in acts:
                yield acts[outcome.call_part], outcome


def _failure(stretch: Stretch, act: Act, outcome: Outcome, predicate: str) -> Fact:
    roles: dict[str, Arg] = {"deeds": deeds((act,)), "n": act.message}
    kind = "refused" if outcome.status == "refused" else "failed"
    words = telling_span(stretch, outcome)
    if words is not None:
        roles["words"] = words
        kind += ".said"
    salience = REAL if outcome.program_failed or kind.startswith("refused") else SMALL
    return with_notes(fact(f"{predicate}.{kind}", (outcome.span,), act.message, **roles), salience=salience)
