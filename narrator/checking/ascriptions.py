"""Whose words a quotation is told to be: "the user said: “…”", "its comment: “…”", "“…”, it had added"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from narrator.checking.actors import OWNER, SUBJECT, Cast
from narrator.checking.document import Quotation, Sentence, citation_stretch, masked

REACH = 240
"""Code points before a quotation in which it is told whose it is."""

SAYING = (
    "said|says|say|wrote|writes|written|asked|asks|admitted|admits|noted|notes|reported|reports|answered|answers|told|tells|typed|types"
    "|added|adds|thought|thinks|replied|replies|granted|objected|insisted|demanded|ordered|explained|explains|stated|states"
    "|concluded|concludes|confirmed|confirms|remarked|declared|warned|promised|claimed|claims|called|observed|argued|suggested"
    "|reasoned|realized|decided|found|wondered|guessed|assumed|predicted|announced|announces|complained|begins|began|opened"
    "|named|spoke|speaks|(?:goes|went|gone) on|(?:took|taken|takes) stock|(?:changed|changes) (?:its|their|his|her) mind"
    "|(?:made|makes) of (?:it|that|this)|saw it|wrote down|summed up|kept"
)
_ADVERBS = r"(?:had|has|have|then|also|later|itself|first|again|only|once|now|just|did|already|\w+ly)"
_SAYS = rf"(?:\s+{_ADVERBS})*\s+(?P<verb>{SAYING})\b"
_TURNS = (
    "what|which|who|whom|whose|whether|how|why|after|before|as|when|while|because|by|from|like|not|but|until|than|if|where"
    "|said|says|wrote|had|has|was|were|is|are"
)
_OBJECT = r"(?:\s+(?:to )?(?:the|an?) (?:user|assistant|agent|model|harness|tool)\b)?"
_SPEAKS = re.compile(SUBJECT + _SAYS, re.IGNORECASE)
_LEADS = re.compile(rf"{_OBJECT}(?:[\s,]+(?!(?:{_TURNS})\b)[\w’'-]+){{0,6}}[\s,:(–—-]*", re.IGNORECASE)
"""What may stand between a word of saying and the words said."""
_JOINED = re.compile(rf"\b(?:and|but|then)(?:\s+(?:it|{_ADVERBS}))*\s+(?:{SAYING})[\s,:(–—-]*$", re.IGNORECASE)
"""The end of "it ran `make`, and noted: “…”", of which the subject stands further off."""
_WORDS = (
    "words?|message|order|question|answer|reply|replies|thoughts?|thinking|reasoning|comment|report|instructions?|request|account|summary"
    "|prompt|note|plan|list|go-ahead|correction|objection|complaint|conclusion|claim|verdict|change of direction|decision|reading"
)
_OWNED = re.compile(
    rf"{OWNER}(?:\s+(?!(?:{_TURNS}|that)\b)[\w-]+){{0,3}}?(?:\s+(?:{_WORDS})\b"
    r"(?:\s+(?:before|after|to|in|at|on|for)\b(?:\s+(?!is\b|was\b)[\w’'-]+){0,9})?"
    r"(?:\s+(?:is|was|reads?|ran|began|begins|it ends so|had been)\b(?:\s+(?:the|an?)(?:\s+[\w,-]+){1,4})?)?)?[\s,:(–—-]*$",
    re.IGNORECASE,
)
"""The end of "the user's last word before it is the order “…”"."""
_STRUCK = re.compile(r"\b(?:surprised|struck|puzzled|occurred to)\s+(?P<actor>it|them|him|her|the \w+)[\s,:]*$", re.IGNORECASE)
_GOES_ON = re.compile(r"[\s,;]*(?:and|or)?[\s,:]*", re.IGNORECASE)
_TRAILS = re.compile(rf"[\s,–—-]{{1,4}}{SUBJECT}{_SAYS}", re.IGNORECASE)
_SUBJECT = re.compile(SUBJECT, re.IGNORECASE)
DEPENDS = re.compile(
    r"\b(?:if|that|whether|when|which|because|what|while|as|where|how|why|since|until|than|of|to|by|for|with|from|on|in|at|about"
    r"|let|tell|tells|told|asked|asks|gave)\s+$",
    re.IGNORECASE,
)
"""What stands before an actor that is no subject, or one of a dependent clause."""
_REPORTED = re.compile(r"\b(?:that|of|from|for|by|about)\s*$", re.IGNORECASE)


class Ascription(NamedTuple):
    """A quotation that is told as somebody's words."""

    quotation: Quotation
    words: str
    """The noun or pronoun that says whose."""
    who: str
    """The actor that this is; "" where it can't be told."""


def ascriptions(cast: Cast, sentence: Sentence) -> Iterator[Ascription]:
    """Yield each quotation of a sentence that is somebody's words, and whose."""
    if sentence.block.kind not in ("paragraph", "item") or not sentence.quotations:
        return
    marks = [citation_stretch(c) for c in (*sentence.citations, *sentence.mentions)]
    quoted = [(q.start, q.end) for q in sentence.quotations]
    prose = masked(sentence.text, (*marks, *((n.start, n.end) for n in sentence.notes), *quoted, *sentence.codes))
    before, told, last = 0, None, len(sentence.quotations) - 1
    for number, quotation in enumerate(sentence.quotations):
        lead = prose[before : quotation.start]
        if not (told and _GOES_ON.fullmatch(lead)):
            told = _leading(prose, before, quotation.start)
            if told is None and (number == last or not lead.strip()):
                told = _trailing(prose, quotation.end, ends=bool(lead.strip()))
        before = quotation.end
        if told is not None:
            words, at = told
            yield Ascription(quotation, words, cast.who(sentence, words, at))


def _leading(prose: str, begin: int, end: int) -> tuple[str, int] | None:
    """Return the word by which a sentence says whose words come next, and where it stands; None where it says it of nobody."""
    start = max(begin, end - REACH)
    lead = prose[start:end]
    said = [match for match in _SPEAKS.finditer(lead) if _LEADS.fullmatch(lead, match.end())]
    if said:
        return said[-1]["actor"], start + said[-1].start("actor")
    for form, key in ((_OWNED, "owner"), (_STRUCK, "actor")):
        match = form.search(lead)
        if match is not None and not (
            key == "owner" and _REPORTED.search(lead[: match.start()]) and not lead[match.end(key) :].strip()
        ):
            return match[key], start + match.start(key)
    return _subject(prose, end) if _JOINED.search(lead) else None


def _subject(prose: str, end: int) -> tuple[str, int] | None:
    """Return the last actor before a place in a sentence that may be the subject of its main clause."""
    begin = max(0, end - 4 * REACH)
    found = [
        m for m in _SUBJECT.finditer(prose, begin, end) if not DEPENDS.search(prose, max(begin, m.start() - 12), m.start("actor"))
    ]
    return (found[-1]["actor"], found[-1].start("actor")) if found else None


def _trailing(prose: str, at: int, *, ends: bool) -> tuple[str, int] | None:
    """Return who is told to have said the words just before; `ends` asks for nothing to follow."""
    match = _TRAILS.match(prose, at)
    if match is None or (ends and prose[match.end() :].strip(" \n.,;)")):
        return None
    return match["actor"], match.start("actor")
