"""A sentence without a citation frames the others: it holds no figure, no quotation, no name in code."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.checking.case import Case, verdict
from narrator.checking.document import Sentence
from narrator.checking.quantities import figures
from narrator.checking.results import CheckResult

NAME = "uncited"


def check_framing(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each sentence that nothing is cited for, in a document that is bound to cite."""
    for sentence in case.document.sentences if case.document.strict else ():
        if sentence.is_title or sentence.reach in ("own", "inherited") or case.notes(sentence):
            continue
        held = tuple(_holds(sentence))
        if held:
            yield verdict("unknown", NAME, f"nothing is cited for the sentence, and it holds {' and '.join(held)}", sentence)
        else:
            yield verdict("right", NAME, "a sentence that only frames others", sentence)


def _holds(sentence: Sentence) -> Iterator[str]:
    if any(not figure.word for figure in figures(sentence.prose())):
        yield "a figure"
    if sentence.quotations:
        yield "a quotation"
    if sentence.codes:
        yield "a name"
