"""Secrets that a terminal, an editor or a program wrapped: cut by a line break, real or written out, and what opens a line."""

from __future__ import annotations

import re
from typing import NamedTuple

from narrator.redaction.values import looks_scrambled

MOST_LINES = 8
"""Lines that a secret is put together from: a token of 600 characters at 80 columns."""
MIN_WIDTH = 40
"""Code points of a line that may have been wrapped."""
MIN_REST = 6
"""Code points of a last line that is taken for the rest of a secret; a shorter one may be a word."""

_RUN = r"[A-Za-z0-9_+/=.~-]"
_BREAK = r"(?:\\?\r?\n|\\{1,3}r\\{1,3}n|\\{1,3}n)[ \t]{0,16}(?:[>|│+*#-][ \t]{1,4})?"
_FIRST = re.compile(rf"{_RUN}{{4,400}}+(?=(?P<joint>{_BREAK}))")
_NEXT = re.compile(rf"{_BREAK}(?P<run>{_RUN}{{1,400}}+)")
_OTHERS = re.compile(r"[ \t]{0,4}:|[ \t]{1,4}[^\s\\]")
"""What shows that a line isn't the rest of a secret: a colon, as after a header's name, or more words."""
_NUMBERED = re.compile(r"[A-Za-z]+\d+|\d+[A-Za-z]+")
_NAME = re.compile(r"[A-Z]?[a-z]+(?:[A-Z][a-z]{2,})*\d{1,4}")
"""A name with a number, such as Python3."""


class Unwrapped(NamedTuple):
    """A text from a secret's beginning with the line breaks taken out."""

    text: str
    ends: tuple[tuple[int, int], ...]
    """For each piece: its end here, and its end in the text that it was taken from."""

    def place(self, at: int) -> int:
        """Return where the character at `at` here ends there."""
        end, there = next((end, there) for end, there in self.ends if at <= end)
        return there - (end - at)


def unwrap(text: str, start: int, lines: int) -> Unwrapped | None:
    """Return what begins at `start` over so many line breaks, without them; None where it goes on like words."""
    first = _FIRST.match(text, start)
    if first is None:
        return None
    pieces, ends, end = [first[0]], [(len(first[0]), first.end())], first.end()
    for _ in range(lines):
        following = _NEXT.match(text, end)
        if following is None or not _goes_on(following):
            return None
        end = following.end()
        pieces.append(following["run"])
        ends.append((ends[-1][0] + len(following["run"]), end))
    return Unwrapped("".join(pieces), tuple(ends))


def continued(text: str, start: int, end: int) -> int:
    """Return where a secret really ends that fills its line: after what goes on on the next lines like it, and not like words."""
    for _ in range(MOST_LINES):
        following = _NEXT.match(text, end)
        if following is None or not _is_full(text, start, end) or not _goes_on(following):
            return end
        start, end = following.start("run"), following.end()
    return end


def _is_full(text: str, start: int, end: int) -> bool:
    return end - max(text.rfind("\n", 0, start), text.rfind("\\n", 0, start)) > MIN_WIDTH


def _goes_on(following: re.Match[str]) -> bool:
    """Return whether a line is a secret's next: nothing with a colon or words beside it, unless it can only be a secret."""
    bare = following["run"].rstrip("=.")
    if len(bare) < MIN_REST or "=" in bare:
        return False
    longest = max(re.split(r"[^A-Za-z0-9]", bare), key=len)
    others = _OTHERS.match(following.string, following.end())
    if others:
        return ":" not in others[0] and looks_scrambled(longest) and any(map(str.isdigit, longest)) and longest.lower() != longest
    if len(longest) < MIN_REST or longest.isalpha() or longest.isdigit():
        return looks_scrambled(longest)
    both_cases = longest.lower() != longest != longest.upper() and len(longest) > MIN_REST and not _NAME.fullmatch(longest)
    return both_cases or (_NUMBERED.fullmatch(longest) is None and sum(map(str.isdigit, longest)) > 1)
