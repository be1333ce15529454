"""The citation grammar: `find` reads citations liberally, `cite` writes one form.

Strict form: `[msg 5]`, `[msg 5]–[msg 9]`, `[msg 5 @ses_1]`. Read as well: "message 5", "message at index 5", "messages 5 through
9", "messages 5, 7 and 9", "msg #5", `[msg5]`, `[msg 5–9]`, `[msg 5, 7]`, `[msg 5] through [msg 9]`. Not read: "5 messages", and
what follows "message" as a quantity or another number ("a message 5 seconds later", "error message 404", "message 5.2 %").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_DASH = r"(?:[-–—…]|\.\.\.?|to|through|thru|until)"
_AND = r"(?:,?\s*(?:and|or|&)|[,;])"
_WORD = r"(?:msgs?|messages?)"
_BRACKETED = re.compile(
    rf"\[{_WORD}\.?\s*#?(?P<list>\d{{1,9}}(?:\s*(?:{_AND}|{_DASH})\s*(?:{_WORD}\s*)?#?\d{{1,9}})*)"
    r"(?:\s*@\s*(?P<session>[^\]\n]{1,200}?))?\s*\]",
    re.IGNORECASE,
)
_QUANTITY = (
    r"%|per ?cent|[KMGT]i?B|bytes?|bits?|times?|ms|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?|months?|years?"
    r"|characters?|chars|words?|lines?|tokens?|pages?|more|fewer|or (?:more|fewer|so)|people"
)
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d{1,9})"
_END = rf"(?![\w%+]|[.,:/-]\d|-[a-z]|(?:\s*{_DASH}\s*{_NUMBER})?\s?(?:{_QUANTITY})(?!\w))"
_BARE = re.compile(
    r"(?<![\w\[-])(?<!error )(?<!commit )(?<!status )(?:(?P<many>msgs|messages)|msg|message)\.?\s+"
    rf"(?:(?:at\s+)?(?:index|number|no\.?)\s+)?#?(?P<list>{_NUMBER}(?:\s*{_DASH}\s*#?{_NUMBER})?{_END}"
    rf"(?(many)(?:\s*{_AND}\s*#?{_NUMBER}(?:\s*{_DASH}\s*#?{_NUMBER})?{_END})*))",
    re.IGNORECASE,
)
_HASH = re.compile(r"(?<![\w/&#.-])#(\d{1,9})(?![\w-]|\.\d)")
_JOIN = re.compile(r"\s*" + _DASH + r"\s*", re.IGNORECASE)
_ITEM = re.compile(rf"(\d{{1,9}})(?:\s*{_DASH}\s*(?:{_WORD}\s*)?#?(\d{{1,9}}))?", re.IGNORECASE)
_BARE_ITEM = re.compile(rf"({_NUMBER})(?:\s*{_DASH}\s*#?({_NUMBER}))?", re.IGNORECASE)


class Citation(NamedTuple):
    """A reference to a message or a range of messages, and where it stands in its text."""

    first: int
    last: int
    """Equal to `first` for a single message."""
    session: str | None
    """Another session's id; None for the text's own."""
    start: int
    end: int
    """Half open, code points."""
    strict: bool
    """Whether it is written in the form that `cite` writes."""

    def covers(self, index: int) -> bool:
        """Return whether the message `index` is cited, session aside."""
        return self.first <= index <= self.last


def cite(first: int, last: int | None = None, session: str | None = None) -> str:
    """Return the one form in which a citation is written."""
    at = f" @{session}" if session else ""
    one = f"[msg {first}{at}]"
    return one if last is None or last == first else f"{one}–[msg {last}{at}]"


def find(text: str) -> tuple[Citation, ...]:
    """Return the citations of `text`, in the order in which they stand; `[msg 5] through [msg 9]` is one."""
    brackets = tuple(_BRACKETED.finditer(text))
    inside = {position for match in brackets for position in range(*match.span())}
    bare = (c for c in _bare(text) if c.start not in inside)
    out: list[Citation] = []
    for citation in sorted((*_bracketed(brackets), *bare), key=lambda c: c.start):
        previous = out[-1] if out else None
        if previous and _joins(text, previous, citation):
            strict = previous.strict and citation.strict and text[previous.end : citation.start] == "–"
            out[-1] = Citation(previous.first, citation.last, previous.session, previous.start, citation.end, strict)
        else:
            out.append(citation)
    return tuple(out)


def find_hashes(text: str) -> tuple[Citation, ...]:
    """Return each `#12` of `text` as a citation of a message, in order: for texts that cite in no other way."""
    return tuple(Citation(int(m[1]), int(m[1]), None, *m.span(), False) for m in _HASH.finditer(text))


def _joins(text: str, left: Citation, right: Citation) -> bool:
    same_session = left.session == right.session
    single = left.first == left.last and right.first == right.last and left.first < right.first
    return single and same_session and _JOIN.fullmatch(text, left.end, right.start) is not None


def _bracketed(brackets: tuple[re.Match[str], ...]) -> Iterator[Citation]:
    for match in brackets:
        for citation in _items(match, _ITEM, match["session"]):
            strict = citation.start == match.start() and match[0] == cite(citation.first, citation.last, citation.session)
            yield citation._replace(strict=strict)


def _bare(text: str) -> Iterator[Citation]:
    for match in _BARE.finditer(text):
        last = -1
        for citation in _items(match, _BARE_ITEM, None):
            if citation.first > last:
                yield citation
            last = max(last, citation.last)


def _items(match: re.Match[str], item: re.Pattern[str], session: str | None) -> Iterator[Citation]:
    """Yield the citations of a list: one that is the whole list stands where the match does, of several each at its number."""
    for found in item.finditer(match["list"]):
        first = int(found[1].replace(",", ""))
        last = int((found[2] or found[1]).replace(",", ""))
        whole = found[0] == match["list"]
        offset = match.start("list")
        start, end = match.span() if whole else (offset + found.start(), offset + found.end())
        yield Citation(min(first, last), max(first, last), session, start, end, False)
