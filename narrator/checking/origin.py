"""The front matter names this session, the bytes that it was read from, a subject and a zone that exist."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.checking.case import Case
from narrator.checking.opening import opens_elsewhere
from narrator.checking.results import CheckResult, Verdict, shorten
from narrator.redaction import redact
from narrator.references import cite
from narrator.times import find_zone

NAME = "origin"
_KIND = {"session", "digest", "subject"}
"""Front matter of narrator's kind, whose documents open with their subject."""


def check_origin(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each of the front matter's fields that tie the document to its session and its times to a zone."""
    lines = dict(case.document.front_lines)
    for key, judge in (("session", _session), ("digest", _digest), ("subject", _subject), ("zone", _zone)):
        value = case.document.front.get(key)
        if value:
            word, text = judge(case, value)
            yield CheckResult(word, NAME, redact(text), lines.get(key, 1), 1, shorten(redact(f"{key}: {value}")))


def _session(case: Case, value: str) -> tuple[Verdict, str]:
    if value == case.transcript.session:
        return "right", "the session at hand"
    return "unknown", f"the document is about session {value}; the session at hand is {case.transcript.session}"


def _digest(case: Case, value: str) -> tuple[Verdict, str]:
    if value.lower() == case.transcript.digest:
        return "right", "the bytes that it was written from"
    return "unknown", "the session has changed since the document was written, or is another"


def _zone(_: Case, value: str) -> tuple[Verdict, str]:
    if find_zone(value) is not None:
        return "right", "the zone of the document's times"
    return "wrong", f"there is no time zone {value}"


def _subject(case: Case, value: str) -> tuple[Verdict, str]:
    index = case.document.subject
    if index is None or not value.isdigit():
        return "unknown", f"the subject ({value}) is no message's number"
    if case.transcript.message(index) is not None:
        other = opens_elsewhere(case.document, index) if set(case.document.front) >= _KIND else None
        if other is not None:
            return "wrong", f"the document opens with {cite(other.first, other.last, other.session)}, not with its subject"
        return "right", "the session has the subject"
    if case.in_gap(index, index):
        return "unknown", "the record doesn't hold the subject"
    return "wrong", f"session {case.transcript.session} has no message {index}"
