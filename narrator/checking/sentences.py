"""Where sentences end: a small splitter that survives abbreviations, decimals, file names, quotations and citations."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import islice

Stretch = tuple[int, int]
"""A half-open stretch of a text, in code points."""

_NEVER = "e.g|i.e|cf|vs|approx|resp|incl|fig|figs|sec|vol|pp|no|nos|dr|mr|mrs|ms|prof|st|jr|sr|c|ca|op|al|viz|ed|eds|ch|eq"
_SELDOM = "etc|a.m|p.m|inc|ltd|co|corp|u.s|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec"
NEVER_ENDS = frozenset(_NEVER.split("|"))
"""Abbreviations after which no sentence ends ("no." only before a number)."""
SELDOM_ENDS = frozenset(_SELDOM.split("|"))
"""Abbreviations after which one ends only where a capital follows."""

_STOP = re.compile(r"""(?:(?<![.!?])[.!?]+|…)[”’"')\]*_]*(?=\s|\[\^)|\n(?=\s*[•‣▪◦])""")
_WORD_BEFORE = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]+$")
_NEXT = re.compile(r"\s*[“‘\"'(*_]*")
_BETWEEN = re.compile(r"(?:[\s,;–—(]|and\b|through\b)*")
_LOOK_BACK = 40
"""Code points before a full stop by which it is told whether it ends a sentence."""
_BLANK = re.compile(r"\s*")
_CLOSE = re.compile(r"[).]*")


def split(text: str, whole: Sequence[Stretch], marks: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """Return the sentences of `text` as stretches without the blanks around them, in order.

    No sentence ends inside a stretch of `whole` (code, quotations); `marks` (citations and footnote references) that follow
    a full stop belong to the sentence before it, unless the next sentence goes on from them in lower case.
    """
    shut, marks = _outermost((*whole, *marks)), sorted(marks)
    out, start = [], 0
    for match in _STOP.finditer(text):
        end = _end(text, match, shut, marks)
        if end is not None and end > start:
            out.append((start, end))
            start = end
    trimmed = (_trimmed(text, first, last) for first, last in (*out, (start, len(text))))
    return tuple((first, last) for first, last in trimmed if first < last)


def _outermost(stretches: Iterable[Stretch]) -> list[Stretch]:
    out: list[Stretch] = []
    for start, end in sorted(stretches):
        if out and start < out[-1][1]:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return out


def _end(text: str, match: re.Match[str], shut: Sequence[Stretch], marks: Sequence[Stretch]) -> int | None:
    """Return where the sentence that may end at `match` ends, or None where it goes on."""
    if match[0] == "\n":
        return match.end()
    at = bisect_right(shut, (match.start(), len(text))) - 1
    if at >= 0 and shut[at][0] < match.end() < shut[at][1]:
        return None
    stop = _behind_marks(text, match.end(), marks)
    following = _next_letter(text, stop, shut)
    if stop > match.end():
        goes_on = following.islower() or text[stop : stop + 1] in (",", ";", ":", "–", "—")
        quoted = text[match.end() - 1] in '”"’'
        return _closed(text, stop) if not goes_on else None if quoted else match.end()
    before = text[max(0, match.start() - _LOOK_BACK) : match.start()]
    return None if following.islower() or _is_abbreviation(before, match[0], following) else match.end()


def _next_letter(text: str, at: int, shut: Sequence[Stretch]) -> str:
    """Return the letter that goes on after `at`; a capital where code or a quotation does, whatever it begins with."""
    blank = skipped.end() if (skipped := _BLANK.match(text, at)) else at
    opens = bisect_left(shut, (blank, 0))
    if opens < len(shut) and shut[opens][0] == blank and text[blank : blank + 1] != "[":
        return "A"
    after = _NEXT.match(text, at)
    return text[after.end() : after.end() + 1] if after else ""


def _closed(text: str, stop: int) -> int:
    close = _CLOSE.match(text, stop)
    return close.end() if close else stop


def _is_abbreviation(before: str, stop: str, following: str) -> bool:
    if not stop.startswith("."):
        return False
    word = _WORD_BEFORE.search(before[-20:])
    if word is None:
        return before.rsplit("\n", 1)[-1].strip().isdigit() and len(before.strip()) < 4
    name = word[0].lower()
    if name in ("no", "nos"):
        return following.isdigit()
    single = len(word[0]) == 1 and word[0].isupper() and word[0] != "I"
    return single or name in NEVER_ENDS or (name in SELDOM_ENDS and not following.isupper())


def _behind_marks(text: str, end: int, marks: Sequence[Stretch]) -> int:
    """Return the end of the citations that follow `end` with nothing but blanks and joining words between."""
    at = bisect_left(marks, (end, end))
    for start, last in islice(marks, at, None):
        between = _BETWEEN.match(text, end)
        if between is None or between.end() != start:
            break
        end = last
    return end


def _trimmed(text: str, start: int, end: int) -> Stretch:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - (len(piece) - len(piece.rstrip()))
