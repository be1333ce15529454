"""Decodes JSON that a strict decoder refuses: bytes to text, and the first value of a text.

Control characters in strings are let through. A backslash that begins no escape is read as itself: a scrubber leaves one where it
put a word over half an escape.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

_DECODER = json.JSONDecoder(strict=False)
_ESCAPED = re.compile(r'(?:[^\\]++|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*+')
"""Text up to a backslash that begins no escape."""


class Decoded(NamedTuple):
    """A value and what of it had to be mended."""

    value: Any
    rest: str
    """The text after it."""
    stray: int
    """How many backslashes of it and of what follows it began no escape."""


def as_written(data: bytes) -> tuple[str, bool]:
    """Return bytes as text, lone surrogates kept, and whether others that are no UTF-8 were replaced."""
    try:
        return data.decode("utf-8", "surrogatepass"), False
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace"), True


def decode(text: str) -> Decoded:
    """Return the value that a text begins with.

    Raises:
        ValueError: when it is no JSON even so.
        RecursionError: when it is nested too deeply.

    """
    try:
        value, end = _DECODER.raw_decode(text)
    except json.JSONDecodeError as error:
        if not error.msg.startswith("Invalid \\"):
            raise
    else:
        return Decoded(value, text[end:], 0)
    mended, stray = _mend(text)
    value, end = _DECODER.raw_decode(mended)
    return Decoded(value, mended[end:], stray)


def _mend(text: str) -> tuple[str, int]:
    pieces: list[str] = []
    at = 0
    while (end := _ESCAPED.match(text, at).end()) < len(text):  # type: ignore[union-attr] # it matches nothing at least
        pieces.append(text[at:end])
        at = end + 1
    return "\\\\".join((*pieces, text[at:])), len(pieces)
