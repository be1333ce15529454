"""The words of every quotation stand in a message that is cited for it."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.checking.case import Case, Pool, verdict
from narrator.checking.document import Quotation, Sentence
from narrator.checking.quotes import QUOTED_WORDS
from narrator.checking.results import CheckResult, Verdict
from narrator.checking.wording import pieces
from narrator.redaction import redact
from narrator.references import cite

NAME = "quotations"

Wanted = tuple[tuple[str, ...], ...]
"""A quotation's pieces, in each of the ways in which it may be read; the first that is found counts."""


def check_quotations(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each quotation."""
    cited = case.cited_anywhere()
    for sentence in (*case.document.sentences, *case.document.footnotes.values()):
        heading = sentence.is_title and sentence.reach != "own"
        for quotation in sentence.quotations:
            wanted = _wanted(quotation, strict=case.document.strict)
            word, text = _judge(case, sentence, wanted, cited if heading else _pool(case, sentence, quotation))
            yield verdict(word, NAME, text, sentence, (quotation.start, quotation.end))


def _pool(case: Case, sentence: Sentence, quotation: Quotation) -> Pool:
    footnote = sentence.block.kind == "footnote"
    return case.pool_of(sentence.citations) if footnote else case.near(sentence, quotation.start, quotation.end)


def _wanted(quotation: Quotation, *, strict: bool) -> Wanted:
    texts = [quotation.text, quotation.source]
    if not strict:  # American usage puts the sentence's own comma or full stop inside the marks
        texts.append(quotation.text.rstrip().rstrip(".,"))
    first = quotation.text[:1]
    if first.islower() or not strict:  # run into a sentence, it loses its capital; opening one, it may get one in a free text
        texts.append(first.swapcase() + quotation.text[1:])
    readings = (pieces(redact(text)) for text in texts)
    return tuple(dict.fromkeys(reading for reading in readings if reading))


def _judge(case: Case, sentence: Sentence, wanted: Wanted, pool: Pool) -> tuple[Verdict, str]:
    if not wanted:
        return "unknown", "the quotation holds no words"
    found = _find(case, wanted, pool.indices)
    if found is not None:
        return "right", f"the words stand in {cite(found)}"
    if not pool.whole:
        return "unknown", "the record doesn't hold all that is cited for the quotation"
    elsewhere = _find(case, wanted, case.indices)
    if not pool.ranges:
        return _uncited(case, sentence, wanted, elsewhere)
    if elsewhere is not None:
        return (
            "wrong" if pool.binds else "unknown",
            f"the words aren't in what is cited for them; they stand in {cite(elsewhere)}",
        )
    invented = pool.binds or (not case.transcript.gaps and _length(wanted) >= QUOTED_WORDS)
    return "wrong" if invented else "unknown", "the words aren't in what is cited for them, nor elsewhere in the record"


def _uncited(case: Case, sentence: Sentence, wanted: Wanted, elsewhere: int | None) -> tuple[Verdict, str]:
    """Judge a quotation that nothing is cited for: words that nobody said are wrong all the same."""
    if elsewhere is not None:
        return "unknown", f"nothing is cited for the quotation; its words stand in {cite(elsewhere)}"
    said = case.document.strict and not case.transcript.gaps and sentence.block.kind != "code"
    invented = said and _length(wanted) >= QUOTED_WORDS
    return "wrong" if invented else "unknown", "nothing is cited for the quotation, and its words are nowhere in the record"


def _length(wanted: Wanted) -> int:
    return max(len(" ".join(reading).split()) for reading in wanted)


def _find(case: Case, wanted: Wanted, indices: tuple[int, ...]) -> int | None:
    return next((i for reading in wanted if (i := case.sources.quoted_in(reading, indices)) is not None), None)
