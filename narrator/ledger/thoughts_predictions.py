"""What the model said would pass or be mended, beside what the next tests, builds or runs showed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from narrator.evidence import Fact, fact
from narrator.ledger.whole import Whole
from narrator.model import Message, Span
from narrator.observations import Act, Outcome
from narrator.observations.places import PROSE_LIMIT

REACH = 6
"""Messages within which the run that decides must follow: later ones try later work."""
LONGEST = 400

_ABOUT = (
    r"(?:(?:the|all|these|those|this|our|new|existing|remaining|of|unit|integration|e2e|whole|full|other|conversion) ){0,6}"
    r"(?:tests?|test suite|suite|build|compilation|functions?|type ?check|lint(?:er)?|everything|it|this|that|they|"
    r"project|code|ci)"
)
_NOW = r"(?:now |all |still |then |just |also ){0,4}"
_PASSES = re.compile(
    rf"(?:^|[\s(\"“])(?:{_ABOUT} should {_NOW}(?:pass|compile|build|succeed|be green)\b(?! (?:in|through|as)\b)|"
    rf"expect {_ABOUT} to (?:pass|compile|succeed)\b)",
    re.IGNORECASE,
)
"""Foreseen of tests or a build: the next one decides."""
_MENDS = re.compile(
    rf"\b(?:this|that|which|it|they|my (?:fix|change)|the (?:fix|change)s?) should {_NOW}"
    r"(?:fix|resolve|solve|work|do it|help|clear)\b",
    re.IGNORECASE,
)
"""Foreseen of a mend: the next run of what had failed decides."""
_IF = re.compile(r"\b(?:if|unless|when|once|but|why|although|would|hmm|wait)\b", re.IGNORECASE)
"""Words by which a sentence foresees something only under a condition, or takes it back."""


class _Foreseen(NamedTuple):
    words: Span
    mends: bool


def find_predictions(whole: Whole) -> Iterator[Fact]:
    """Yield `prediction.held` or `prediction.failed` for what the next tests, builds or runs decide, at most one a message.

    Roles: words (the sentence), showed (the words of the result), after (the deciding message). What nothing decides isn't told.
    """
    failed: tuple[str, str] | None = None
    for position, message in enumerate(whole.messages):
        if whole.analysis.signals.person_at(position):
            failed = None
        if message.by == "model" and position not in whole.analysis.signals.summaries:
            found = _foreseen(whole, message)
            decided = _decided(whole, position, found, failed) if found is not None else None
            if found is not None and decided is not None:
                yield _fact(found, *decided)
        failed = _failed_at(whole, position, failed)


def _fact(found: _Foreseen, act: Act, ended: Outcome) -> Fact:
    predicate = "prediction.failed" if ended.status == "failed" else "prediction.held"
    spans = (found.words, act.span, ended.span)
    return fact(predicate, spans, found.words.message, words=found.words, showed=ended.span, after=ended.message)


def _foreseen(whole: Whole, message: Message) -> _Foreseen | None:
    """Return the last such sentence of a message."""
    for number in range(len(message.parts) - 1, -1, -1):
        part = message.parts[number]
        if part.kind not in ("text", "reasoning"):
            continue
        text = part.text[:PROSE_LIMIT]
        found = [(m, mends) for pattern, mends in ((_PASSES, False), (_MENDS, True)) for m in pattern.finditer(text)]
        for match, mends in sorted(found, key=lambda each: -each[0].start()):
            start, end = _sentence(text, match.start(), match.end())
            words = text[start:end].rstrip()
            if len(words) <= LONGEST and not _IF.search(words) and not words.endswith(("?", ":")):
                span = Span(session=whole.analysis.transcript.session, message=message.index, part=number, start=start)
                return _Foreseen(span.model_copy(update={"end": start + len(words)}), mends)
    return None


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    marks = (text.rfind(mark, 0, start + 1) for mark in (". ", "! ", "? "))
    begins = max(text.rfind("\n", 0, start + 1) + 1, *(at + 2 for at in marks if at >= 0), 0)
    ends = [at + 1 for at in (text.find(mark, end) for mark in (". ", ".\n", "\n", "! ", "? ")) if at >= 0]
    return begins, min(ends, default=len(text))


def _decided(whole: Whole, position: int, found: _Foreseen, failed: tuple[str, str] | None) -> tuple[Act, Outcome] | None:
    """Return the run after the words that decides, with how it ended: none once the person has spoken."""
    following = whole.analysis.signals.person_after(position)
    last = len(whole.messages) if following is None else following
    for where, act, ended in whole.calls(position, min(position + REACH + 1, last)):
        if (where == position and act.part < (found.words.part or 0)) or not _tries(act):
            continue
        decides = _key(act) == failed if found.mends else act.kind == "test" or "build" in act.object
        return (act, ended) if decides and ended is not None and ended.status in ("ok", "failed") else None
    return None


def _tries(act: Act) -> bool:
    return act.kind in ("test", "run", "debug")


def _key(act: Act) -> tuple[str, str]:
    return act.program or "", act.object


def _failed_at(whole: Whole, position: int, failed: tuple[str, str] | None) -> tuple[str, str] | None:
    for _, act, ended in whole.calls(position, position + 1):
        if _tries(act) and ended is not None and ended.status in ("ok", "failed"):
            failed = _key(act) if ended.status == "failed" else None
    return failed
