"""What can be said of a stretch: the table of extractors, and `gather`, which runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from narrator.evidence.about import describe
from narrator.evidence.aftermath import find_conclusion, find_open_items, find_response, find_todos
from narrator.evidence.asked import find_instruction, find_reports, reports
from narrator.evidence.cause import explain_silence
from narrator.evidence.changes import find_changes
from narrator.evidence.checks import find_compactions, find_last_check
from narrator.evidence.comparisons import compare_tables
from narrator.evidence.contrast import contrast
from narrator.evidence.failures import find_failures
from narrator.evidence.hypotheses import tell_hypotheses
from narrator.evidence.intervention import find_intervention
from narrator.evidence.neighbors import find_neighbors
from narrator.evidence.own import read_own_acts, read_own_words
from narrator.evidence.record import read_record
from narrator.evidence.session import describe_session
from narrator.evidence.stretch import Stretch, stretch_about
from narrator.evidence.thinking import find_thinking
from narrator.evidence.values import Arg, Fact, Hypothesis, Note, fact, found_by, with_notes
from narrator.evidence.work import run_of, tell_steps

__all__ = ["EXTRACTORS", "Arg", "Fact", "Hypothesis", "Note", "Stretch", "fact", "gather", "stretch_about", "with_notes"]

Extractor = Callable[[Stretch], Iterator[Fact]]


def _before(stretch: Stretch) -> tuple[int, int]:
    """The work from the instruction in force up to the subject."""
    return (stretch.start if stretch.asked is None else stretch.asked, stretch.subject)


def _earlier(stretch: Stretch) -> tuple[int, int]:
    """The context before the instruction in force, but for the report that it answers."""
    if stretch.asked is None:
        return (stretch.start, stretch.start)
    return (stretch.start, max(stretch.start, stretch.asked - 1 if reports(stretch, stretch.asked - 1) else stretch.asked))


def _after(stretch: Stretch) -> tuple[int, int]:
    return (stretch.subject + 1, stretch.end)


EXTRACTORS: tuple[tuple[str, Extractor], ...] = (
    ("about", describe),
    ("record", read_record),
    ("cause", explain_silence),
    ("own acts", read_own_acts),
    ("own words", read_own_words),
    ("own failures", lambda s: find_failures(s, s.subject, s.subject + 1, "own.failure")),
    ("instruction", find_instruction),
    ("reports", find_reports),
    ("comparisons", compare_tables),
    ("changes", find_changes),
    ("earlier thinking", lambda s: find_thinking(s, *_earlier(s), "earlier")),
    ("earlier work", lambda s: run_of(s, *_earlier(s), "earlier.run")),
    ("work", lambda s: run_of(s, *_before(s), "work.run")),
    ("steps", lambda s: tell_steps(s, *_before(s), "work.step")),
    ("failures", lambda s: find_failures(s, *_before(s), "failure")),
    ("thinking", lambda s: find_thinking(s, *_before(s), "thinking")),
    ("last check", lambda s: find_last_check(s, *_before(s), "check")),
    ("compactions", lambda s: find_compactions(s, *_before(s), "work.compacted")),
    ("compactions after", lambda s: find_compactions(s, *_after(s), "after.compacted")),
    ("last check after", lambda s: find_last_check(s, *_after(s), "after.check")),
    ("neighbors", find_neighbors),
    ("hypotheses", tell_hypotheses),
    ("intervention", find_intervention),
    ("contrast", contrast),
    ("to-do list", lambda s: find_todos(s, *_after(s), "after.todo")),
    ("response", find_response),
    ("open items", find_open_items),
    ("work after", lambda s: run_of(s, *_after(s), "after.run")),
    ("steps after", lambda s: tell_steps(s, *_after(s), "after.step")),
    ("failures after", lambda s: find_failures(s, *_after(s), "after.failure")),
    ("report after", lambda s: find_conclusion(s, *_after(s))),
    ("session", describe_session),
)
"""Every extractor with its name, in the order in which `inspect` lists their facts."""


def gather(stretch: Stretch) -> tuple[Fact, ...]:
    """Return every fact that the extractors find about a stretch, each marked with its extractor's name."""
    return tuple(f for name, extract in EXTRACTORS for f in found_by(name, extract(stretch)))
