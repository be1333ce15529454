"""Every citation names messages that the session has."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.checking.case import Case, verdict
from narrator.checking.results import CheckResult, Verdict
from narrator.references import Citation

NAME = "citations"


def check_citations(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each citation, and on each message that is named in passing."""
    for sentence in (*case.document.sentences, *case.document.footnotes.values()):
        for citation in (*sentence.citations, *sentence.mentions):
            word, text = _judge(case, citation)
            yield verdict(word, NAME, text, sentence, (citation.start, citation.end))


def _judge(case: Case, citation: Citation) -> tuple[Verdict, str]:
    first, last = citation.first, citation.last
    if not case.is_own(citation.session):
        return "unknown", f"it cites session {citation.session}, which isn't at hand"
    for index in (first, last):
        if case.transcript.position(index) is None and not case.in_gap(index, index):
            return "wrong", f"session {case.transcript.session} has no message {index}; it has {_extent(case)}"
    if case.in_gap(first, last):
        return "unknown", f"the record of session {case.transcript.session} doesn't hold all of it"
    return "right", "the session has it"


def _extent(case: Case) -> str:
    return f"{case.indices[0]} to {case.indices[-1]}" if case.indices else "none"
