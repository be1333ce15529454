"""What a compaction lost: an item of the first to-do list after a summary that had been settled before it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg, Fact, fact
from narrator.findings.values import Finding
from narrator.observations import statements
from narrator.observations.values import Statement
from narrator.redaction import source_text

UNSETTLED = frozenset({"plan", "question", "doubt", "prediction", "decision"})
"""Kinds of statement that settle nothing."""
SHARED = 2
COVERED = 0.6
"""An item's content words that a statement must hold, in number and as a share: one that only speaks of the same thing settles
nothing. Words are stems of five letters, so that "confirm" meets "confirmed"."""
_SETTLES = re.compile(
    r"\b(?:confirmed|done|stopped|finished|complete[d]?|verified|passed|passes|works|fixed|deployed|is (?:down|up))\b",
    re.IGNORECASE,
)
STEM = 5


def find_relisted(stretch: Stretch, facts: tuple[Fact, ...]) -> Iterator[Finding]:
    """Yield one finding where an open item of the to-do list repeats what the last messages before a summary had settled."""
    listed = next((f for f in facts if f.predicate in ("after.todo", "after.todo.long")), None)
    summary = next((p for p in range(stretch.subject, stretch.end) if p in stretch.analysis.signals.summaries), None)
    if listed is None or summary is None or stretch.asked is None:
        return
    pending = listed.arg("pending")
    found = _settled(stretch, pending if isinstance(pending, tuple) else ())
    if found is None:
        return
    item, statement = found
    roles: dict[str, Arg] = {"item": item, "settled": statement.span, "before": statement.message, "after": listed.at}
    spans = (statement.span, *listed.spans)
    told = fact("relisted", spans, listed.at, **roles)
    lesson = fact("lesson.relisted", spans, listed.at, **roles)
    yield Finding("what a compaction lost", (told, lesson), spans, 1, len(pending) if isinstance(pending, tuple) else 1, 0.9)


def _settled(stretch: Stretch, items: tuple[Arg, ...]) -> tuple[str, Statement] | None:
    session = stretch.analysis.transcript.session
    asked = stretch.asked if stretch.asked is not None else stretch.start
    told = [s for p in range(asked, stretch.subject) for s in statements(stretch.at(p), session) if s.kind not in UNSETTLED]
    ranked = [(_coverage(stretch, str(item), s), -i, str(item), s) for i, s in enumerate(told) for item in items]
    best = max((r for r in ranked if r[0] >= COVERED), key=lambda r: r[:2], default=None)
    return best[2:] if best else None


def _coverage(stretch: Stretch, item: str, statement: Statement) -> float:
    words = source_text(stretch.analysis.transcript, statement.span)
    wanted = _stems(item)
    shared = wanted & _stems(words)
    return len(shared) / len(wanted) if len(shared) >= SHARED and _SETTLES.search(words) else 0.0


def _stems(text: str) -> set[str]:
    return {w[:STEM] for w in re.findall(r"[a-z]{4,}", text.lower())}
