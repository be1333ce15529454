"""Compares quoted words with a message's: blanks, typographic marks and Markdown emphasis aside, exact to the character."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TYPOGRAPHIC = {
    **dict.fromkeys('“”„‟«»〝〞"‘’‚‛´', "'"),  # inside a quotation, double marks are written as single ones
    **dict.fromkeys("–—―−‐‑‒", "-"),
    **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad", ""),
    "…": "...",
}
_TABLE = str.maketrans(_TYPOGRAPHIC)
_TERMINAL = re.compile(
    r"\x1b(?:\[[0-?]{0,40}[ -/]*[@-~]|\][^\x07\x1b]{0,400}(?:\x07|\x1b\\)|[@-Z\\-_])"
    r"|[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]"
)
"""What is meant for a terminal or turns the direction of writing, and is no word: colors, titles, control characters."""
_EMPHASIS = re.compile(r"[*`]|~~|(?<!\w)_+|_+(?!\w)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_LINE_MARK = re.compile(r"^[ \t]*(?:(?:[-*+•>]|#{1,6})[ \t]+)+", re.MULTILINE)
_NUMBERED = re.compile(r"^[ \t]*[0-9]{1,3}[.)][ \t]+", re.MULTILINE)
_RULE = re.compile(r"(?<!\S)-{3,}(?!\S)")
_ELISION = re.compile(r"\s*\[?\.{3,}\]?\s*")
_WORD = re.compile(r"[A-Za-z0-9]{2,}")
_NUMBER_OF_SECRET = re.compile(r"(?<=\[redacted: )([\w-]+) \d+(?=\])")
"""What tells secrets of a kind from one another: another document about the session may have none."""


def plain(text: str) -> str:
    """Return `text` without what is meant for a terminal."""
    return text if text.isprintable() else _TERMINAL.sub("", text)


def comparable(text: str) -> str:
    """Return `text` on one line, with straight quotes and dashes and without Markdown's emphasis, escapes and rules."""
    text = _NUMBER_OF_SECRET.sub(r"\1", text) if "[redacted: " in text else text
    text = _ESCAPE.sub(r"\1", plain(text).translate(_TABLE))
    return " ".join(_RULE.sub("", _EMPHASIS.sub("", text)).split())


def readings(text: str) -> tuple[str, ...]:
    """Return the comparable forms of a message's text: as it is, and without the marks that open its lines."""
    unmarked = _LINE_MARK.sub("", text)
    forms = (text, unmarked, _NUMBERED.sub("", unmarked)) if "\n" in text or unmarked != text else (text,)
    return tuple(dict.fromkeys(comparable(form) for form in forms))


def pieces(quotation: str) -> tuple[str, ...]:
    """Return the comparable pieces between a quotation's ellipses (`…`, `...`, `[…]`); "" where it begins or ends with one."""
    found = _ELISION.split(comparable(quotation))
    inner = [piece for at, piece in enumerate(found) if piece or at in (0, len(found) - 1)]
    return tuple(inner) if any(inner) else ()


def occurs(wanted: tuple[str, ...], text: str) -> bool:
    """Return whether the pieces stand in the comparable `text`, in this order, and don't begin or end inside a word."""
    at, last = 0, len(wanted) - 1
    for number, piece in enumerate(wanted):
        edges = (number == 0, number == last)
        found = next((start for start in _places(piece, text, at) if _is_whole(piece, text, start, edges)), None) if piece else at
        if found is None:
            return False
        at = found + len(piece)
    return any(wanted)


def rarest(wanted: tuple[str, ...]) -> str:
    """Return the longest plain word of the pieces, a cheap sign of where they may stand; "" where there is none."""
    words = (word for piece in wanted for word in _WORD.findall(piece))
    return max(words, key=len, default="")


def _places(piece: str, text: str, at: int) -> Iterator[int]:
    found = text.find(piece, at)
    while found >= 0:
        yield found
        found = text.find(piece, found + 1)


def _is_whole(piece: str, text: str, start: int, edges: tuple[bool, bool]) -> bool:
    end = start + len(piece)
    opens, closes = edges
    cut = opens and start > 0 and _joined(text[start - 1], piece[0])
    return not cut and not (closes and _joined(piece[-1], text[end : end + 1]))


def _joined(left: str, right: str) -> bool:
    """Return whether two characters belong to one word, in scripts that part their words."""
    return all(char and (char.isalnum() or char == "_") and ord(char) < 0x2E80 for char in (left, right))
