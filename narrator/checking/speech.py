"""What a person's words are told to be (an order, a question, a go-ahead) against what they do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.checking.case import Case, verdict
from narrator.checking.document import Sentence, citation_stretch, masked
from narrator.checking.results import CheckResult, Verdict
from narrator.model import Message
from narrator.observations import speech
from narrator.references import cite

NAME = "speech"

ACTS: dict[str, tuple[str, ...]] = {
    "order to stop": ("stop",),
    "order": ("request", "stop", "redirect", "correction", "approval", "other"),
    "question": ("question",),
    "go-ahead": ("approval",),
    "correction": ("correction", "redirect"),
    "change of direction": ("redirect", "correction", "stop"),
    "report": ("report",),
    "thanks": ("thanks",),
}
"""What a word may be said of, in the words of `observations`."""
BRIEF = 120
"""Characters up to which words that end with a question mark are nothing but a question."""
_ASKS = re.compile(
    r"\?|(?:^|[.!,;:\n]\s*)(?:and |but |so |ok |also )?"
    r"(?:what|why|how|which|who|where|when|can|could|is|are|do|does|did|should|would|will|any idea|i wonder)\b",
    re.IGNORECASE,
)
"""A question mark, or a word that opens a question at the beginning of a clause."""
_STOPS = re.compile(
    r"\b(?:stop|halt|kill|cancel|abort|pause|quit|end|wait|hold|don['’]?t|do not|never mind|enough|no|leave|revert|undo)\b",
    re.IGNORECASE,
)
_TOLD = re.compile(
    rf"\bthe user['’]s (?:(?:last|next|first) words? (?:before|after) it (?:is|was) the )?(?P<act>{'|'.join(ACTS)})"
    r"(?:,? sent again)?\s*$",
    re.IGNORECASE,
)


def check_speech(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each quotation that is told as a person's order, question, report or the like."""
    for sentence in case.document.sentences:
        if sentence.block.kind not in ("paragraph", "item"):
            continue
        marks = (citation_stretch(c) for c in (*sentence.citations, *sentence.mentions))
        prose = masked(sentence.text, (*marks, *((q.start, q.end) for q in sentence.quotations)))
        for quotation in sentence.quotations:
            match = _TOLD.search(prose, max(0, quotation.start - 120), quotation.start)
            found = _judge(case, sentence, match["act"].lower(), quotation.end) if match is not None else None
            if found is not None:
                word, text = found
                yield verdict(word, NAME, text, sentence, (quotation.start, quotation.end))


def _judge(case: Case, sentence: Sentence, told: str, end: int) -> tuple[Verdict, str] | None:
    pool = case.behind(sentence, end)
    messages = [m for i in pool.indices[:4] if (m := case.transcript.message(i)) is not None and m.by == "person"]
    done = [(m, act) for m in messages if (act := _act(case, m)) is not None]
    if len(done) != 1:
        return None
    message, act = done[0]
    if act in ACTS[told]:
        return "right", f"{cite(message.index)} does that"
    sure = pool.binds and pool.whole and _is_none(told, message.visible_text)
    return ("wrong" if sure else "unknown"), f"{cite(message.index)} reads as another act: {act}"


def _is_none(told: str, text: str) -> bool:
    """Return whether words can't be what they are told as, whoever judges: a question that asks nothing, and the like."""
    if told == "question":
        return _ASKS.search(text) is None
    if told == "order to stop":
        return _STOPS.search(text) is None
    return told == "order" and len(text) < BRIEF and text.rstrip().endswith("?") and _STOPS.search(text) is None


def _act(case: Case, message: Message) -> str | None:
    found = speech(message, case.transcript.session)
    return found.act if found is not None else None
