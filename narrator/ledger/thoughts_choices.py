"""Ways weighed and not taken, with their reasons; hypotheses voiced. In the model's own words, one sentence each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from narrator.evidence import Arg, Fact, fact
from narrator.ledger.whole import Whole
from narrator.model import Message, Span
from narrator.observations.places import PROSE_LIMIT

SHORTEST, LONGEST = 30, 400
"""Sentences outside these lengths (code points) quote badly."""

_SENTENCE = re.compile(r"[^\n]+?(?:[.!?](?=[\s\"”)])|(?=\n)|\Z)")
_MAY = re.compile(
    r"instead of|rather than|n['’]t work|not work|not an option|overkill|too (?:risky|invasive|fragile|heavy|brittle)|"
    r"against|suspect|might|may|could|probably|likely|perhaps|possibly",
    re.IGNORECASE,
)
"""What such a sentence holds; the rest needn't be looked at."""
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_MARKS = re.compile(r"^[\s>*#+-]*(?:\d+[.)]\s+)?(?:\*\*)?")
_OPENS = r"(?:(?:so|then|okay|ok|now|actually|alternatively|good|right|thus|therefore|for now),? )*(?:and )?"
_TAKES = (
    r"(?:let me|let['’]s|i['’]ll|i will|i['’]m (?:going to|\w+ing)|we['’]ll|we will|i should|i['’]ve \w+ed|"
    r"i (?:chose|decided|picked|opted|kept|went|prefer|switched|moved)|i can (?:just|simply)|going with|(?:it['’]s )?better to|"
    r"it['’]s cleaner to|the (?:fix|solution|(?:right|correct|simplest|cleanest) fix) is to)"
)
_LEFT = r"(?P<over>(?!just\b|only\b)(?:[^,.;:—()?\n]|\.(?=\w)){3,160})"
_CHOICE = re.compile(
    rf"{_OPENS}{_TAKES}\b(?P<between>[^?—]{{3,260}}?)\b(?:instead of|rather than)\s+{_LEFT}",
    re.IGNORECASE,
)
"""The model takes one way and names the one that it leaves."""
_ASIDE = re.compile(r"\b(?:where|whether|verif\w+|check|case|step back|think|wait(?:ing)?|monitor|so)\b", re.IGNORECASE)
"""Words between, by which what stands behind is no choice of the model's, or none worth telling."""
_DOING = re.compile(rf"{_OPENS}i['’]m (?!going to\b)\w+ing\b", re.IGNORECASE)
_INSTEAD = re.compile(
    rf"(?:[^.,;:—]{{0,40}}[—:,] )?instead of {_LEFT}, "
    r"(?:let me|let['’]s|i['’]ll|i will|i['’]m going to|we['’]ll|i can|i should)\b",
    re.IGNORECASE,
)
_REJECTED = re.compile(
    r"\b(?:won['’]t|wouldn['’]t|will not|would not|doesn['’]t|does not|can['’]t|cannot) work\b(?! (?:\w+ly|right)\b)|"
    r"\b(?:is|are|would be|seems?|feels?|['’]s) "
    r"(?:not an option|overkill|(?:far |much |way )?too (?:risky|invasive|fragile|heavy|brittle)\b)|"
    r"\bdecided (?:against|not to)\b|\bi['’]m not going to\b",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\b(?:because(?: of)?|since|due to|so that|as it|as they|given(?: that)?|to avoid|to keep|so (?:it|we|i|the)\b)"
    r"(?P<why>\s?[^\n]{8,}?)[.!?]?$",
    re.IGNORECASE,
)
_SELF = re.compile(r"overkill|too (?:risky|invasive|fragile|heavy|brittle)", re.IGNORECASE)
"""A rejection that is its own reason."""
_TROUBLE = (
    r"(?:(?:actual|real|root|main|likely|only|possible|potential) )*"
    r"(?:issue|problem|cause|error|bug|failure|crash|culprit|reason|discrepancy|regression|mismatch)"
)
_HYPOTHESIS = re.compile(
    rf"\b(?:i (?:strongly )?suspect\b|my (?:guess|hypothesis|suspicion|theory) is\b|"
    rf"the {_TROUBLE}\b[^.?\n]{{0,60}}? (?:might|may|could) (?:also )?be\b|"
    rf"the {_TROUBLE} is (?:probably|likely|perhaps|possibly|maybe)\b|"
    rf"(?:this|that|it) (?:might|may|could) be (?:because|due to|caused by)\b|"
    rf"(?:probably|likely|perhaps|possibly) (?:because|due to|caused by)\b|"
    rf"(?:might|may|could) be (?:caused by|the {_TROUBLE})\b)",
    re.IGNORECASE,
)
_VACUOUS = re.compile(
    r"\b(?:be|likely|probably) (?:even |much |a bit |slightly )*"
    r"(?:simpler|subtler|more \w+|something else|different|elsewhere|worse)",
    re.IGNORECASE,
)
_OTHERS = re.compile(r"\b(?:user|they|he|she) (?:wants?|asks?|asked|said|says|is asking)\b", re.IGNORECASE)
"""What somebody else would have."""


class _Said(NamedTuple):
    text: str
    start: int
    """Where it stands in its part."""


def find_choices(whole: Whole) -> Iterator[Fact]:
    """Yield `thought.chosen`, `thought.rejected` and `thought.hypothesis`, at most one of each a message, by position.

    Roles: words (the sentence), over (what wasn't taken), reason (a clause of the sentence), by (the kind of part). What was
    rejected without a reason isn't told.
    """
    for position, message in enumerate(whole.messages):
        if message.by == "model" and position not in whole.analysis.signals.summaries:
            told: set[str] = set()
            for found in _in_message(whole.analysis.transcript.session, message):
                if found.predicate not in told:
                    told.add(found.predicate)
                    yield found


def _in_message(session: str, message: Message) -> Iterator[Fact]:
    for number, part in enumerate(message.parts):
        if part.kind in ("text", "reasoning") and _MAY.search(part.text, 0, PROSE_LIMIT):
            blank = Span(session=session, message=message.index, part=number)
            for said in _sentences(part.text[:PROSE_LIMIT]):
                yield from _judge(said, blank, message, part.kind)


def _sentences(text: str) -> Iterator[_Said]:
    fences = [m.start() for m in _FENCE.finditer(text)]
    for match in _SENTENCE.finditer(text):
        marks = _MARKS.match(match[0])
        start = match.start() + (marks.end() if marks else 0)
        fenced = sum(f <= match.start() for f in fences) % 2 if fences else 0
        if not fenced and SHORTEST <= match.end() - start <= LONGEST and _MAY.search(text, start, match.end()):
            yield _Said(text[start : match.end()], start)


def _judge(said: _Said, blank: Span, message: Message, kind: str) -> Iterator[Fact]:
    if said.text.rstrip().endswith(("?", ":")) or _OTHERS.search(said.text):
        return
    choice = _choice(said.text, kind)
    rejected = _REJECTED.search(said.text)
    why = _REASON.search(said.text)
    if choice is not None:
        over = _at(blank, said, *choice.span("over"))
        yield _fact("thought.chosen", said, blank, message, kind, over=over, **_reason(blank, said, why, choice.start("over")))
    elif rejected is not None and (_SELF.search(rejected[0]) or (why is not None and why.start() >= rejected.end())):
        yield _fact("thought.rejected", said, blank, message, kind, **_reason(blank, said, why, rejected.end()))
    if _HYPOTHESIS.search(said.text) and not _VACUOUS.search(said.text):
        yield _fact("thought.hypothesis", said, blank, message, kind)


def _choice(text: str, kind: str) -> re.Match[str] | None:
    choice = _CHOICE.match(text)
    if choice is None:
        return _INSTEAD.match(text)
    # In a thought, "I'm rendering a list instead of …" finds what the code does.
    finds = kind == "reasoning" and _DOING.match(text) is not None
    return None if finds or _ASIDE.search(choice["between"]) else choice


def _reason(blank: Span, said: _Said, why: re.Match[str] | None, after: int) -> dict[str, Arg]:
    return {"reason": _at(blank, said, why.start(), why.end("why"))} if why is not None and why.start() >= after else {}


def _at(blank: Span, said: _Said, start: int, end: int) -> Span:
    kept = said.text[start:end]
    lead = len(kept) - len(kept.lstrip(" —–:"))
    return blank.model_copy(update={"start": said.start + start + lead, "end": said.start + start + len(kept.rstrip())})


def _fact(predicate: str, said: _Said, blank: Span, message: Message, kind: str, **roles: Arg) -> Fact:
    words = _at(blank, said, 0, len(said.text))
    return fact(predicate, (words,), message.index, words=words, by=kind, **roles)
