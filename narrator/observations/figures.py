"""Numbers as they are written in transcripts: value, unit, and what looks like a number and isn't one."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

_TIME = "ns|µs|us|ms|s|sec|secs|seconds?|m|min|mins|minutes?|h|hr|hrs|hours?|d|days?"
_SIZE = "bytes?|[KMGTkmgt]i?B|[KMG]|B"
_THING = (
    "tokens?|tok|it|iter|iterations?|steps?|samples?|sequences?|seqs?|requests?|req|images?|frames?|rows?|"
    "lines?|files?|params?|parameters?|ops|queries|items?|records?|docs?|msgs?|messages?|words?|chars?|"
    "characters?"
)
_RATE = (
    rf"(?:[KMGB] ?)?(?:{_THING}|{_SIZE}|FLOPS|TFLOPS|GFLOPS)/(?:s|sec|second|min|minute|h|hour|step|day|GPU|"
    rf"gpu)|fps|rps|qps|Hz|kHz|MHz|GHz|[KMGT]?FLOPS|it/s|s/it"
)
UNITS = (
    rf"%|percent|×|x|(?:{_RATE})|(?:[KMGB] ?)?(?:{_THING})|(?:{_TIME})|(?:{_SIZE})|pp|points?|dB|°C|W|kW|V|USD|"
    rf"EUR|GPUs?|cores?|epochs?"
)
"""What may follow a figure, as an expression; case matters."""

_FIGURE = re.compile(
    rf"(?P<mark>[~≈<>≤≥±+]{{0,2}})\s?(?P<money>[$€£])?(?P<value>[-−]?(?:\d{{1,3}}(?:,\d{{3}})+|"
    rf"\d+)?(?:\.\d+)?(?:[eE][-+]?\d+)?)\s?(?P<unit>{UNITS})?"
)


_PADDED = re.compile(r"0\d")
"""An id or a color, not a number."""


class Figure(NamedTuple):
    """A number and its unit."""

    text: str
    """The number as written, without its unit."""
    number: Decimal
    unit: str
    """As written; "" for none."""


def undressed(text: str) -> tuple[int, int]:
    """Return where a cell's own words stand: blanks at its ends, and Markdown's emphasis around all of it, left out."""
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    for mark in ("**", "__", "`", "*", "_"):
        n = len(mark)
        if (
            end - start > 2 * n
            and text[start : start + n] == mark == text[end - n : end]
            and mark not in text[start + n : end - n]
        ):
            start, end = start + n, end - n
    return start, max(start, end)


def figure(text: str) -> Figure | None:
    """Return the figure that a text is, from its first character to its last; None for anything else.

    Multipliers (K, M) belong to the unit and are not applied.
    """
    match = _FIGURE.fullmatch(text.strip())
    if match is None or not any(c.isdigit() for c in match["value"]) or _PADDED.match(match["value"]):
        return None
    number = decimal(match["value"])
    return (
        None
        if number is None
        else Figure((match["mark"] or "") + match["value"], number, (match["money"] or "") + (match["unit"] or ""))
    )


def decimal(text: str) -> Decimal | None:
    """Return a number's value; None where it is none."""
    try:
        return Decimal(text.replace(",", "").replace("−", "-"))
    except InvalidOperation:
        return None
