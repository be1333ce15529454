"""Survival of work: the files changed before the message, and whether they were touched again after it."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.evidence.deeds import carried_out
from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg, Fact, Note, fact, with_notes
from narrator.findings.values import Finding
from narrator.observations import Act

NAMED = 3
"""Files that a sentence names."""
LEAST = 2
"""Of one file there is nothing to count."""


def find_survival(stretch: Stretch, _facts: tuple[Fact, ...]) -> Iterator[Finding]:
    """Yield one finding where files were changed in the context: how many of them were changed again by the session's end."""
    signals = stretch.analysis.signals
    length = len(stretch.analysis.transcript.messages)
    before = _changed(stretch, range(stretch.start, stretch.subject + 1))
    after = _changed(stretch, range(stretch.subject + 1, length))
    if len(before) < LEAST or not signals.acts:
        return
    again = sorted(f for f in before if f in after)
    spans = tuple(before[f].span for f in sorted(before)) + tuple(after[f].span for f in again)
    roles: dict[str, Arg] = {"n": len(again), "of": len(before), "files": tuple(sorted(before)), "again": tuple(again)[:NAMED]}
    first = stretch.index(stretch.start)
    note = Note(f"files changed in [msg {first}]–[msg {stretch.message.index}]: {len(before)}")
    kind = "none" if not again else "all" if len(again) == len(before) else "some"
    told = with_notes(fact(f"survival.{kind}", spans, stretch.message.index, **roles), note)
    yield Finding("survival of work", (told,), spans, len(before) - len(again), len(before), 0.4)


def _changed(stretch: Stretch, positions: range) -> dict[str, Act]:
    return {f: a for p in positions for a in carried_out(stretch, p) if a.kind == "edit" and a.changes for f in a.files}
