"""What a compaction lost: acts after a summary that had been done before it, in the same words."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.evidence.deeds import carried_out, deeds
from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg, Fact, fact
from narrator.findings.values import Finding
from narrator.observations import Act

LEAST_OBJECT = 4
"""Objects shorter than this ("ls", ".") repeat by chance."""


def find_redone(stretch: Stretch, _facts: tuple[Fact, ...]) -> Iterator[Finding]:
    """Yield one finding where acts of the context come again after a summary in what followed."""
    signals = stretch.analysis.signals
    summary = next((p for p in range(stretch.subject, stretch.end) if p in signals.summaries), None)
    if summary is None:
        return
    before = {_key(a): a for p in range(stretch.start, stretch.subject) for a in carried_out(stretch, p) if _counts(a)}
    after = [a for p in range(summary + 1, stretch.end) for a in carried_out(stretch, p) if _counts(a)]
    again = [a for a in after if _key(a) in before]
    if not again:
        return
    first = before[_key(again[0])]
    roles: dict[str, Arg] = {
        "n": len(again),
        "of": len(after),
        "deeds": deeds((again[0],)),
        "before": first.message,
        "after": again[0].message,
        "summary": stretch.index(summary),
    }
    spans = (first.span, again[0].span, stretch.whole(summary))
    found = fact("redone", spans, again[0].message, **roles)
    lesson = fact("lesson.redone", spans, again[0].message, **roles)
    yield Finding("what a compaction lost: acts", (found, lesson), spans, len(again), len(after), 0.8)


def _key(act: Act) -> tuple[str, str]:
    return (act.verb, act.object)


def _counts(act: Act) -> bool:
    return len(act.object) >= LEAST_OBJECT and act.changes
