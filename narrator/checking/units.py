"""Units and number words: what a number in prose may be followed by, and what it is worth."""

from __future__ import annotations

from decimal import Decimal

NUMBER = r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,15})(?:\.[0-9]{1,12})?"
"""A number as prose and tools write it: 5000, 5,000, 7.28."""

SECONDS: dict[str, Decimal] = {
    **dict.fromkeys(("ms", "millisecond", "milliseconds"), Decimal("0.001")),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), Decimal(1)),
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), Decimal(60)),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), Decimal(3600)),
    **dict.fromkeys(("d", "day", "days"), Decimal(86400)),
    **dict.fromkeys(("week", "weeks"), Decimal(604800)),
}
"""What one of each unit of time is in seconds."""

BYTES = ("B", "kB", "KB", "KiB", "MB", "MiB", "GB", "GiB", "TB", "TiB", "bytes", "byte")
PERCENT = ("%", "percent", "per cent")
SCALES = {"K": Decimal(1000), "k": Decimal(1000), "M": Decimal(10**6), "B": Decimal(10**9), "G": Decimal(10**9)}

UNIT = "|".join(sorted((*SECONDS, *BYTES, *PERCENT), key=lambda unit: (-len(unit), unit)))
"""The units as an alternative of a pattern, longest first."""

_ONES = (
    "",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
)
_TEENS = ("fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

WORDS: dict[str, int] = {word: n for n, word in enumerate((*_ONES, *_TEENS)) if word}
WORDS |= {word: 20 + 10 * n for n, word in enumerate(_TENS)}
WORDS |= {f"{tens}-{ones}": 20 + 10 * n + i for n, tens in enumerate(_TENS) for i, ones in enumerate(_ONES[1:10], 1)}
"""Number words, one to ninety-nine."""


def canonical(unit: str) -> str:
    """Return the family of a unit: "s" for times, "%" for shares, a unit of bytes as it is, "" for none."""
    if unit in SECONDS:
        return "s"
    if unit in PERCENT:
        return "%"
    return unit


def amount(digits: str) -> Decimal:
    """Return the number that `digits` (of the form `NUMBER`) write."""
    return Decimal(digits.replace(",", ""))


def last_digit(digits: str) -> Decimal:
    """Return what one step of the last digit is worth: 0.01 for 7.28, 1 for 41."""
    _, point, fraction = digits.partition(".")
    return Decimal(1).scaleb(-len(fraction)) if point else Decimal(1)
