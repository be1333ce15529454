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
REMARKS = frozenset(
    {"description", "explanation", "justification", "timeout", "timeout_ms", "yield_time_ms", "max_output_tokens"}
)
"""Arguments that say something about a call, or how long it may take, and nothing of what it does."""
EVERYDAY = frozenset({"pushed", "pulled", "fetched", "staged"})
"""What is done each time that the work has changed: the same words again are no repetition."""


def find_redone(stretch: Stretch, _facts: tuple[Fact, ...]) -> Iterator[Finding]:
    """Yield one finding where acts of the context come again after a summary in what followed."""
    signals = stretch.analysis.signals
    summary = next((p for p in range(stretch.subject, stretch.end) if p in signals.summaries), None)
    if summary is None:
        return
    before = {
        _key(stretch, p, a): a for p in range(stretch.start, stretch.subject) for a in carried_out(stretch, p) if _counts(a)
    }
    after = [(_key(stretch, p, a), a) for p in range(summary + 1, stretch.end) for a in carried_out(stretch, p) if _counts(a)]
    again = [a for key, a in after if key in before]
    if not again:
        return
    first = next(before[key] for key, a in after if a is again[0])
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


def _key(stretch: Stretch, position: int, act: Act) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return what makes two acts the same: what the call was given, to the letter (an edit's old and new text, a command)."""
    args = stretch.at(position).parts[act.part].args
    return (act.verb, tuple(sorted((name, text.strip()) for name, text in args if name not in REMARKS)))


def _counts(act: Act) -> bool:
    return len(act.object) >= LEAST_OBJECT and act.changes and act.verb not in EVERYDAY
