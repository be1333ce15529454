"""Words that put what a sentence cites before or after the message that the document is about, or a summary, or a stop."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.checking.case import Case
from narrator.checking.countables import has_calls, is_interrupted
from narrator.checking.document import Sentence, masked
from narrator.checking.sequence import Finding
from narrator.checking.units import UNIT, WORDS
from narrator.checking.wording import pieces
from narrator.model import Message
from narrator.observations import acts
from narrator.redaction import redact
from narrator.references import Citation, cite

_NUMBER = rf"(?:[0-9][0-9,.]*|an?|some|several|many|a few|{'|'.join(WORDS)})"
_LAST = (
    r"last (?:word|words|message|order|prompt|question|instruction|test run|linter run|type check|check|run|report|edit|change|"
    r"call|commit)"
)
_BESIDE = re.compile(rf"\b{_LAST} (?P<word>before|after) it\b", re.IGNORECASE)
"""The user's last word before it; the last test run after it."""
_APART = re.compile(rf"\b{_NUMBER} (?:{UNIT}|messages?|turns?|steps?|calls?) (?P<word>earlier|later)\b", re.IGNORECASE)
_CAME = re.compile(
    r"\W*(?:it|this|that|they|the (?:answer|reply|prompt|order|next word)) (?:came|followed|was sent)\b", re.IGNORECASE
)
_AGAIN = re.compile(r"\bagain (?P<word>later|earlier) in the (?:record|session)\b", re.IGNORECASE)
_SPOKE = re.compile(r"\b(?P<word>before|after) the assistant had (?:done or )?said anything\b", re.IGNORECASE)
_RAN = re.compile(r"\b(?P<word>before|after) the last edit\b[^.;]{0,40}\bnothing was run\b", re.IGNORECASE)
_FOLDED = re.compile(r"\b(?P<word>before|after) (?:a|the) (?:compaction|summary)\b", re.IGNORECASE)
_DONE = re.compile(
    r"\b(?:stopped|cut short|interrupted)\b[^.;:]{0,40}\b(?P<word>before|after) it (?:was|had) (?:been )?done\b", re.IGNORECASE
)
_ASKED = re.compile(r"\b(?P<word>before|after) the user['’]s\s*$", re.IGNORECASE)
"""A step of the work after the user's “…”."""
_ADJACENT = re.compile(r"\bafter the message (?:just |right )?before it\b", re.IGNORECASE)
_FOLDS = ("auto_compaction", "overflow_compaction", "manual_compaction", "compaction", "failed_compaction")


def relative(case: Case, sentence: Sentence, elders: tuple[Citation, ...]) -> Iterator[Finding]:
    """Yield what a sentence says of the time of what it cites, and whether it is so.

    `elders` are the citations before it in its paragraph: outside narrator's own documents, "it" may be what they cite.
    """
    prose = masked(sentence.text, (*((q.start, q.end) for q in sentence.quotations), *sentence.codes))
    if case.subject is not None and sentence.citations:
        yield from _to_subject(case, sentence, prose, elders)
    yield from _asked(case, sentence, prose)
    yield from _adjacent(case, sentence, prose)
    for form, judge in ((_SPOKE, _spoke_first), (_FOLDED, _folded), (_DONE, _done), (_RAN, _unrun)):
        for match in form.finditer(prose):
            so = judge(case, _cited(case, sentence, match), match["word"].lower())
            if so is not None:
                yield so, f"told as “{' '.join(match[0].split())}”", match.span()


def _to_subject(case: Case, sentence: Sentence, prose: str, elders: tuple[Citation, ...]) -> Iterator[Finding]:
    subject = case.subject or 0
    for form in (_BESIDE, _APART, _AGAIN):
        for match in form.finditer(prose):
            told = [c for c in _near(sentence, match.end()) if case.is_own(c.session)]
            anchors = [subject, *(() if case.document.strict else (c.first for c in elders))]
            anchors += [c.last for c in (*sentence.citations, *sentence.mentions) if c.end <= match.start()]
            if told:
                word = match["word"].lower()
                early = word in ("before", "earlier")
                every = all if early and form is _AGAIN else any
                so = every((c.last if every is all else c.first) < a if early else c.last > a for c in told for a in anchors)
                if not so and form is _APART and not _CAME.match(prose):
                    continue  # what it is later than may stand in any clause
                so = so and (form is not _APART or early or _is_last(case, sentence, told))
                yield so, f"told as {'before' if early else 'after'} {cite(subject)}", match.span()


def _asked(case: Case, sentence: Sentence, prose: str) -> Iterator[Finding]:
    """Yield whether a quotation that is told as what a message comes after stands in an earlier message that is cited."""
    for quotation in sentence.quotations:
        match = _ASKED.search(prose, max(0, quotation.start - 40), quotation.start)
        told = [c for c in sentence.mentions if match is not None and c.end <= match.start()]
        wanted = pieces(redact(quotation.text))
        indices = case.pool_of(sentence.citations).indices if told and wanted else ()
        at = case.sources.quoted_in(wanted, indices) if indices else None
        if match is not None and at is not None:
            so = at < told[-1].first if match["word"].lower() == "after" else at > told[-1].first
            yield (
                so,
                f"told as {'behind' if match['word'].lower() == 'after' else 'before'} {cite(at)}",
                (match.start(), quotation.end),
            )


def _adjacent(case: Case, sentence: Sentence, prose: str) -> Iterator[Finding]:
    """Yield whether two messages that are told as one after the other are so."""
    for match in _ADJACENT.finditer(prose):
        pair = [case.transcript.position(c.first) for c in _near(sentence, match.end()) if c.first == c.last]
        if len(pair) == 2 and pair[0] is not None and pair[1] is not None:
            yield abs(pair[0] - pair[1]) == 1, "told as one message and the one before it", match.span()


def _is_last(case: Case, sentence: Sentence, told: list[Citation]) -> bool:
    """Return whether what came "six messages later" is the last of the six that a footnote counts, where one does."""
    counted = [
        c
        for note in case.notes(sentence)
        for c in note.citations[:1]
        if len(note.citations) == 1 and note.text[: c.start].strip() == "messages in"
    ]
    return not case.document.strict or len(counted) != 1 or any(c.last == counted[0].last for c in told)


def _near(sentence: Sentence, end: int) -> tuple[Citation, ...]:
    return next((group for group in sentence.groups if group[0].start >= end), ())


def _cited(case: Case, sentence: Sentence, match: re.Match[str]) -> list[Message]:
    told = _near(sentence, match.end()) or sentence.cited
    found = (case.transcript.message(i) for i in case.pool_of(told).indices[:2])
    return [message for message in found if message is not None]


def _spoke_first(case: Case, messages: list[Message], word: str) -> bool | None:
    """Return whether the assistant said or did nothing between a prompt and the next, one of which is cited, as "before" says."""
    at = case.transcript.position(messages[-1].index) if messages else None
    if at is None or messages[-1].role != "user":
        return None
    every = case.transcript.messages
    first = _is_quiet(reversed(every[:at])) or _is_quiet(iter(every[at + 1 :]))
    return first if word == "before" else not first


def _is_quiet(messages: Iterator[Message]) -> bool:
    """Return whether the assistant says and does nothing in some messages up to the next of a person's."""
    for message in messages:
        if message.by == "person":
            return True
        if message.role == "assistant" and message.kind != "summary" and (message.visible_text or has_calls(message)):
            return False
    return False


def _unrun(case: Case, messages: list[Message], word: str) -> bool | None:
    """Return whether nothing was run after an edit that is cited up to the message that the document is about, or before it."""
    subject = case.subject if case.subject is not None else -1
    edit = min((m.index for m in messages if any(a.changes for a in acts(m, case.transcript.session))), default=None)
    if edit is None:
        return None
    stretch = (edit + 1, subject) if word == "after" else (0, edit - 1)
    found = (case.transcript.message(i) for i in case.between(*stretch))
    return not any(a.kind in ("run", "test") for m in found if m is not None for a in acts(m, case.transcript.session))


def _folded(case: Case, messages: list[Message], word: str) -> bool | None:
    """Return whether a summary stands before the message, for "after", or behind it."""
    if len(messages) != 1 or case.transcript.gaps:
        return None
    marks = [m.index for m in case.transcript.messages if m.kind == "summary" or _folds(case, m.index)]
    marks += [event.after for event in case.transcript.events if event.kind == "compaction" and event.after is not None]
    index = messages[0].index
    if not marks:
        return None
    return any(mark <= index for mark in marks) if word == "after" else any(mark >= index for mark in marks)


def _folds(case: Case, index: int) -> bool:
    silence = case.silences.get(index)
    return silence is not None and silence.cause in _FOLDS


def _done(_: Case, messages: list[Message], word: str) -> bool | None:
    stopped = any(is_interrupted(message) for message in messages)
    return word == "before" if stopped else None
