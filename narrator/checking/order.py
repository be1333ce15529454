"""No later message is told as an earlier one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from narrator.checking.case import Case, verdict
from narrator.checking.document import Sentence, masked
from narrator.checking.relative import relative
from narrator.checking.results import CheckResult
from narrator.checking.sequence import against_itself, in_columns, in_sentence
from narrator.checking.tense import AFTERMATH, ANTERIOR, BREAK, CONTEXT, LATER, PAST_PERFECT, PREVIOUS
from narrator.references import Citation, cite

NAME = "order"
MOST = 200
"""Citations of one sentence that are held against the subject."""
_TOLD = ("paragraph", "item")


def check_order(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each sentence that says of what it cites when it was."""
    title = next((s.text for s in case.document.sentences if s.block.kind == "heading"), "")
    for _, section in groupby(case.document.sentences, key=lambda s: s.block.headings):
        passed = False
        elders: list[Citation] = []
        block = None
        for sentence in section:
            if sentence.block is not block:
                block, elders = sentence.block, []
            yield from _sequences(case, sentence)
            yield from _heads(case, sentence)
            yield from _relative(case, sentence, tuple(elders[-MOST:]))
            elders += sentence.citations
            if case.subject is not None and sentence.block.kind in _TOLD and sentence.citations:
                found = list(_against_subject(case, sentence, case.subject, title, passed=passed))
                yield from found
                later = any(c.first > case.subject and case.is_own(c.session) for c in (*sentence.citations, *sentence.mentions))
                passed = passed or (later and not any(r.verdict == "wrong" for r in found))


def _sequences(case: Case, sentence: Sentence) -> Iterator[CheckResult]:
    subject = case.subject
    for right, text, at in (*in_sentence(sentence), *against_itself(sentence), *in_columns(sentence, subject)):
        yield verdict("right" if right else "wrong", NAME, text, sentence, at)


def _heads(case: Case, sentence: Sentence) -> Iterator[CheckResult]:
    """Yield a verdict on a table's heading "up to [msg N]" beside "after it": what is told is the subject's before and after."""
    if sentence.block.kind != "cell" or not case.document.strict or case.subject is None or len(sentence.citations) != 1:
        return
    beside = {s.text.strip().lower() for s in case.document.mates.get(sentence.block.group, ())[:MOST]}
    if "after it" in beside and sentence.text.lower().startswith("up to "):
        so = sentence.citations[0].first == case.subject
        yield verdict("right" if so else "wrong", NAME, f"the table parts what was before {cite(case.subject)}", sentence)


def _relative(case: Case, sentence: Sentence, elders: tuple[Citation, ...]) -> Iterator[CheckResult]:
    if sentence.block.kind not in _TOLD:
        return
    for right, text, at in relative(case, sentence, elders):
        sure = case.document.strict or case.pool(sentence).binds
        yield verdict("right" if right else "wrong" if sure else "unknown", NAME, text, sentence, at)


def _against_subject(case: Case, sentence: Sentence, subject: int, title: str, *, passed: bool) -> Iterator[CheckResult]:
    """Judge a sentence that tells of the time before the subject; `passed` says that its section has gone on to later ones."""
    prose = masked(sentence.text, ((q.start, q.end) for q in sentence.quotations))
    headings = [heading for heading in sentence.block.headings if heading != title]
    context = any(CONTEXT.search(heading) for heading in headings)
    after = any(AFTERMATH.search(heading) for heading in headings[-1:])
    timed = LATER.search(prose) is not None
    told = [
        c for c in sentence.citations[:MOST] if case.is_own(c.session) and (context or _is_anterior(prose, c, subject, sentence))
    ]
    for citation in told:
        if citation.first <= subject or timed or (not context and (passed or after)):
            continue
        text = f"told as if before {cite(subject)}, and it came after"
        yield verdict("wrong", NAME, text, sentence, (citation.start, citation.end))
    if told and all(c.last <= subject for c in told):
        yield verdict("right", NAME, f"told as before {cite(subject)}, and it was", sentence)


def _is_anterior(prose: str, citation: Citation, subject: int, sentence: Sentence) -> bool:
    """Return whether the words before a citation put it before the subject, and nothing later in them is what they go by."""
    if ANTERIOR.search(prose):
        return True
    previous = PREVIOUS.search(prose)
    if previous is not None:
        return not any(c.first > subject and c.end <= previous.start() for c in sentence.citations)
    before = prose[: citation.start]
    for had in PAST_PERFECT.finditer(before):
        anchored = any(c.first > subject and c.end <= had.start() for c in (*sentence.citations, *sentence.mentions))
        if not anchored and not BREAK.search(before, had.end()):
            return True
    return False
