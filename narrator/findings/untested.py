"""Said, shown, neither: a claim of success in the assistant's last report against the last result before it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg, Fact, Note, fact, with_notes
from narrator.findings.values import Finding
from narrator.observations import statements
from narrator.observations.values import Statement
from narrator.redaction import source_text

CHECKS = ("test", "run")


def find_untested(stretch: Stretch, facts: tuple[Fact, ...]) -> Iterator[Finding]:
    """Yield one finding where a report claims success and no test or run stands between the last edit and it."""
    report = next((f for f in facts if f.predicate in ("context.report", "message.reply")), None)
    position = None if report is None else stretch.analysis.transcript.position(report.at)
    if report is None or position is None:
        return
    told = statements(stretch.at(position), stretch.analysis.transcript.session)
    claim = next((s for s in told if s.kind == "claim" and s.strength == "certain" and _is_success(stretch, s)), None)
    edited = _last(stretch, position, ("edit",))
    checked = _last(stretch, position, CHECKS)
    if claim is None or edited is None or (checked is not None and checked >= edited):
        return
    roles: dict[str, Arg] = {"words": claim.span, "n": report.at, "edited": stretch.index(edited)}
    spans = (claim.span, stretch.whole(edited))
    note = Note(f"test runs in [msg {stretch.index(edited)}]–[msg {report.at}]: 0")
    found = with_notes(fact("untested", spans, report.at, **roles), note)
    lesson = fact("lesson.untested", spans, report.at, **roles)
    yield Finding("said, shown, neither", (found, lesson), spans, 1, 1, 0.6)


def _is_success(stretch: Stretch, statement: Statement) -> bool:
    """Whether a claim says that something works; "I changed the file" is shown by the edit itself."""
    return _SUCCESS.search(source_text(stretch.analysis.transcript, statement.span)) is not None


_SUCCESS = re.compile(
    r"\b(?:works?|working|pass(?:es|ed|ing)?|fixed|solved|resolved|succeed(?:s|ed)?|correct(?:ly)?|verified|green|builds?|compiles?)\b",
    re.IGNORECASE,
)


def _last(stretch: Stretch, before: int, kinds: tuple[str, ...]) -> int | None:
    acts = stretch.analysis.signals.acts
    return next((p for p in range(before, stretch.start - 1, -1) if any(a.kind in kinds for a in acts.get(p, ()))), None)
