"""The citation grammar: `find` reads citations liberally, `cite` writes one form.

Strict form: `[msg 5]`, `[msg 5]–[msg 9]`, `[msg 5 @ses_1]`. Read as well: "message 5", "messages 5 through 9", "msg #5",
`[msg 5–9]`, `[msg 5, 7]`, `[msg 5] through [msg 9]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_DASH = r"(?:[-–—]|\.\.\.?|to|through|thru|until)"
_BRACKETED = re.compile(
    r"\[(?:msg|messages?)\s+#?(?P<list>\d{1,9}(?:\s*(?:,|" + _DASH + r")\s*#?\d{1,9})*)(?:\s*@\s*(?P<session>[\w.:/-]+))?\s*\]",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"(?<![\w\[])(?:msgs?|messages?)\.?\s+#?(?P<first>\d{1,9})(?:\s*" + _DASH + r"\s*#?(?P<last>\d{1,9}))?(?![\w%]|\.\d)",
    re.IGNORECASE,
)
_JOIN = re.compile(r"\s*" + _DASH + r"\s*", re.IGNORECASE)
_ITEM = re.compile(r"(\d{1,9})(?:\s*" + _DASH + r"\s*#?(\d{1,9}))?")


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
    found = sorted((*_bracketed(text), *_bare(text)), key=lambda c: (c.start, -c.end))
    out: list[Citation] = []
    for citation in found:
        if out and citation.start < out[-1].end:
            continue
        previous = out[-1] if out else None
        if previous and _joins(text, previous, citation):
            strict = previous.strict and citation.strict and text[previous.end : citation.start] == "–"
            out[-1] = Citation(previous.first, citation.last, previous.session, previous.start, citation.end, strict)
        else:
            out.append(citation)
    return tuple(out)


def _joins(text: str, left: Citation, right: Citation) -> bool:
    same_session = left.session == right.session
    single = left.first == left.last and right.first == right.last and left.first < right.first
    return single and same_session and _JOIN.fullmatch(text, left.end, right.start) is not None


def _bracketed(text: str) -> Iterator[Citation]:
    for match in _BRACKETED.finditer(text):
        session = match["session"]
        for item in _ITEM.finditer(match["list"]):
            first = int(item[1])
            last = int(item[2] or first)
            whole = match["list"] == item[0]
            strict = whole and match[0] == cite(first, last, session)
            start, end = match.span() if whole else (match.start("list") + item.start(), match.start("list") + item.end())
            yield Citation(min(first, last), max(first, last), session, start, end, strict)


def _bare(text: str) -> Iterator[Citation]:
    for match in _BARE.finditer(text):
        first = int(match["first"])
        last = int(match["last"] or first)
        yield Citation(min(first, last), max(first, last), None, match.start(), match.end(), False)
