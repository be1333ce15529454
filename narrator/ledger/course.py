"""The course of a session: what was done in each phase, and where the work turned most."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.evidence import Fact, Stretch, fact
from narrator.evidence.work import run_of
from narrator.ledger.exchanges import MOST_FILES, before_hole, changed_files, closing, first_changes, report_spans
from narrator.ledger.whole import Whole

MOST_TURNS = 3
"""Turning points that are told in one sentence."""


def find_course(whole: Whole) -> Iterator[Fact]:
    """Yield for each phase `phase.lead`, which names it, and `phase.run` (`.pure`, `.mixed`) where it has at least two calls."""
    for phase in whole.analysis.phases:
        start, end = whole.position(phase.first), whole.position(phase.last) + 1
        ends = (whole.span(start), whole.span(end - 1))
        yield fact("phase.lead", ends, phase.first, kind=phase.kind, first=phase.first, last=phase.last)
        stretch = Stretch(whole.analysis, subject=start, start=start, end=end, high=end, asked=None, resumed=None)
        yield from run_of(stretch, start, end, "phase.run")


def find_turns(whole: Whole) -> Iterator[Fact]:
    """Yield one fact that names the strongest turning points, in order of time: `turns.one`, `turns`."""
    strongest = sorted(whole.analysis.turning_points[:MOST_TURNS], key=lambda t: t.message)
    if strongest:
        spans = tuple(whole.span(whole.position(t.message)) for t in strongest)
        kinds = tuple((t.kind, t.message) for t in strongest)
        yield fact("turns.one" if len(strongest) == 1 else "turns", spans, strongest[0].message, turns=kinds)


def _changed(whole: Whole) -> Iterator[Fact]:
    """What was changed most in the whole session, by name, with the messages of the first changes."""
    first_of = first_changes(whole, 0, len(whole.messages))
    names = [name for name, _ in changed_files(whole, 0, len(whole.messages)).most_common(MOST_FILES)]
    if names:
        spans = tuple(first_of[name] for name in names)
        edits = tuple(sorted({span.message for span in spans}))
        yield fact("frame.changed", spans, edits[0], files=tuple(names), edits=edits)


def find_frame(whole: Whole) -> Iterator[Fact]:
    """Yield what the session began with, what it changed most and how it ended.

    `frame.goal`; `frame.changed`; `frame.report` or `frame.unanswered`.
    """
    signals = whole.analysis.signals
    spoken = [p for p in signals.persons if p in signals.speeches]
    if not spoken:
        return
    goal = signals.speeches[spoken[0]].text_span
    yield fact("frame.goal", (goal,), goal.message, words=goal)
    yield from _changed(whole)
    last = closing(whole, spoken[-1], before_hole(whole, spoken[-1], len(whole.messages)))
    if last is not None:
        opening = report_spans(whole, last)[0]
        yield fact("frame.report", (opening,), opening.message, words=opening)
    else:
        end = signals.speeches[spoken[-1]].text_span
        yield fact("frame.unanswered", (end,), end.message, words=end)
