"""What a failed run shows of its error: the words that a reader would quote, and what makes two errors the same."""

from __future__ import annotations

import re
from dataclasses import dataclass

from narrator.ledger.runs import Run
from narrator.ledger.whole import Whole
from narrator.model import Span
from narrator.observations.envelopes import body
from narrator.observations.exceptions import raised
from narrator.observations.places import stretch
from narrator.observations.sight import sight
from narrator.observations.tallies import complaints
from narrator.observations.testing import failing

LONGEST = 300
"""Characters of an error that are compared."""

_VARYING: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), put)
    for pattern, put in (
        (r"\x1b\[[0-?]*[ -/]*[@-~]", ""),
        (r"\b\d{4}-\d\d-\d\d[T ][\d:.,]+(?:Z|[+-]\d\d:?\d\d)?", "<time>"),
        (r"\b\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?\b", "<time>"),
        (r"\b0x[\da-f]+\b|\b(?=[\da-f]*\d)[\da-f]{7,40}\b", "<hex>"),
        (r"(?:[A-Za-z]:)?(?:[\w.@~+-]{0,100}[/\\])+([\w.@+-]{0,100})", r"\1"),
        (r"\d+(?:[.,]\d+)*", "<n>"),
        (r"[“”„\"'`‘’«»]", "'"),
        (r"\s+", " "),
    )
)
"""What changes from run to run: times, addresses, folders, numbers, the kind of quotation marks."""
_PLACE = re.compile(r"^[^\s:]+?(?::\d+){1,2}:? ?|^\S+\(\d+,\d+\): ")


@dataclass(frozen=True, slots=True)
class Sign:
    """An error, as one run shows it."""

    key: str
    """The same for the same error."""
    span: Span
    """Its words: the exception, the first complaint of the compiler, the first test that failed, else what sums the run up."""
    failing: tuple[Span, ...]
    """The names of the tests that failed."""


def sign(whole: Whole, run: Run) -> Sign:
    """Return what a failed run shows of its error."""
    message, session = whole.messages[run.position], whole.analysis.transcript.session
    names = failing(message, run.outcome, session) if run.sort == "test" else ()
    tests = tuple(n for n in names if not _is_package(whole, n))
    if tests:
        return Sign("tests: " + "\n".join(sorted(whole.words_of(n) for n in tests)), tests[0], tests)
    thrown = raised(message, run.outcome, session)
    if thrown is not None:
        return Sign(normalized(f"{thrown.thrown.type}: {thrown.thrown.message}"), thrown.span, ())
    listed = _listed(whole, run)
    if listed is not None:
        return listed
    if names:
        return Sign("packages: " + "\n".join(sorted(whole.words_of(n) for n in names)), names[0], ())
    return Sign(normalized(run.outcome.summary), run.outcome.span, ())


def _is_package(whole: Whole, name: Span) -> bool:
    """Return whether a name is one of Go's packages: what didn't build, or whose tests were cut off."""
    part = whole.messages[whole.position(name.message)].parts[name.part or 0]
    return part.text[max(0, name.start - 5) : name.start] == "FAIL\t"


def _listed(whole: Whole, run: Run) -> Sign | None:
    """Return the first complaint that a compiler or a linter lists, told apart by what it says, not by where."""
    message, session = whole.messages[run.position], whole.analysis.transcript.session
    part = message.parts[run.outcome.part]
    if part.kind != "result" or not run.outcome.program_failed:
        return None
    view = sight(part.text)
    start, end = body(view.text)
    first = complaints(view.text[start:end])
    if first is None:
        return None
    at = view.text.find(first.words, start)
    span = stretch(session, message, run.outcome.part, *view.stretch(at, at + len(first.words)))
    return Sign(normalized(_PLACE.sub("", first.words)), span, ())


def normalized(words: str) -> str:
    """Return an error without what changes from run to run: numbers, folders, times, addresses, kinds of quotation marks."""
    text = words[:LONGEST]
    for pattern, put in _VARYING:
        text = pattern.sub(put, text)
    return text.strip().lower()
