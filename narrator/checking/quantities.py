"""The figures of a passage: numbers with their units, durations, times of day, dates, versions, and numbers in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from typing import Literal

from narrator.checking.units import NUMBER, SCALES, SECONDS, UNIT, WORDS, amount, canonical, last_digit

Kind = Literal["number", "duration", "clock", "date", "version", "token"]

_WORD = "|".join(sorted(WORDS, key=lambda word: (-len(word), word)))
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
MONTHS = tuple(_MONTHS.split("|"))
_FIGURE = re.compile(
    rf"""
    (?P<date>(?<![\w.-])[0-9]{{4}}-[01][0-9]-[0-3][0-9](?![\w-])
      |(?<!\w)[0-3]?[0-9]\ (?:{_MONTHS})(?:\ [0-9]{{4}})?\b|\b(?:{_MONTHS})\ [0-3]?[0-9](?:,\ [0-9]{{4}})?\b)
    |(?P<clock>(?<![\w:.])[0-9]{{1,2}}:[0-9]{{2}}(?::[0-9]{{2}})?(?!\w|:[0-9]|\.[0-9]))
    |(?P<version>(?<![\w.])(?:v[0-9]{{1,9}}(?:\.[0-9]{{1,9}})*|[0-9]{{1,9}}(?:\.[0-9]{{1,9}}){{2,9}})(?:[-+]\w+)*(?![\w]))
    |(?P<token>(?<![\w.])[^\W\d_](?=[\w.+/-]{{0,60}}[0-9])\w*(?:[-./+]\w+)*)
    |(?P<money>[$€£]?)(?<![\w])(?P<digits>{NUMBER})
      (?:(?P<scale>(?-i:[KkMBG]))(?![A-Za-z])|(?P<times>\ ?[×]|x(?!\w))|(?P<nth>st|nd|rd|th)\b)?
      (?:(?P<unit>[ \u00a0-]?(?-i:{UNIT}))(?![A-Za-z]))?
      (?P<rest>[A-Za-z_]\w*(?:[-+][0-9]+)?)?
    |(?<![\w-])(?P<word>{_WORD}|an?)\b(?:[ -](?P<power>hundred|thousand)\b)?(?:[ -](?P<wunit>(?-i:{UNIT}))\b)?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ABOUT = re.compile(
    r"(?:\b(?:about|around|some|nearly|almost|roughly|approximately|approx\.|over|under|more than|less than|fewer than|well over|"
    r"at least|at most|close to|just under|just over|up to)|[~≈<>≥≤]|\bc\.)\s*$",
    re.IGNORECASE,
)
_AND = re.compile(r",?\s*(?:and\s+)?")
_RANGE = re.compile(r"\s*(?:[-–—]|to|or|and)\s*")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in prose."""

    text: str
    start: int
    end: int
    """Half open, in the passage that was read."""
    kind: Kind
    value: Decimal = Decimal(0)
    """Durations and times of day in seconds."""
    step: Decimal = Decimal(1)
    """What the last digit (or the last unit of a duration) is worth."""
    worth: Decimal = Decimal(1)
    """Of a duration, what its (smallest) unit is in seconds."""
    unit: str = ""
    """"s" for a duration, "%", "$", "×", a unit of bytes, or none."""
    about: bool = False
    """Whether the text says that it is not exact."""
    word: bool = False
    """Whether it is written in words."""


_SECRET = re.compile(r"\[redacted: [\w-]+(?: \d+)?\\?\]")
"""What stands for a secret; its number tells it from others, and counts nothing."""


def figures(text: str) -> tuple[Figure, ...]:
    """Return the figures of `text`, in order; "an hour and 46 minutes" is one, "6 to 12 seconds" two of one unit."""
    if "[redacted: " in text:
        text = _SECRET.sub(lambda match: " " * len(match[0]), text)
    found = [figure for match in _FIGURE.finditer(text) if (figure := _figure(match)) is not None]
    merged = list(_merged(found, text))
    return tuple(figure for figure in _ranged(merged, text) if not (figure.word and figure.value in (1, figure.step)))


def _figure(match: re.Match[str]) -> Figure | None:
    start, end = match.span()
    about = _ABOUT.search(match.string, max(0, start - 16), start) is not None
    blank = Figure(match[0], start, end, "token", about=about)
    if match["date"] or match["version"] or match["token"]:
        return replace(blank, kind="date" if match["date"] else "version" if match["version"] else "token")
    if match["clock"]:
        value, step = clock(match["clock"])
        return replace(blank, kind="clock", value=value, step=step)
    if match["word"]:
        return _worded(blank, match)
    return _numbered(blank, match)


def words_before(text: str, at: int) -> str:
    """Return the words before a place in a text, as many as can say what a figure there is of."""
    return text[max(0, at - 60) : at]


def clock(text: str) -> tuple[Decimal, Decimal]:
    """Return a time of day (`12:38` or `12:38:27`) in seconds since midnight, and what its last field is worth."""
    fields = [int(field) for field in text.split(":")]
    hours, minutes, *seconds = fields
    return Decimal(hours * 3600 + minutes * 60 + sum(seconds)), Decimal(1 if seconds else 60)


def _numbered(blank: Figure, match: re.Match[str]) -> Figure | None:
    if match["rest"]:
        return blank
    scale = SCALES[match["scale"]] if match["scale"] in SCALES else Decimal(1)
    value, step = amount(match["digits"]) * scale, last_digit(match["digits"]) * scale
    unit = (match["unit"] or "").strip(" \u00a0-")
    if canonical(unit) == "s":
        worth = SECONDS[unit]
        return replace(blank, kind="duration", value=value * worth, step=step * worth, worth=worth, unit="s")
    family = canonical(unit) or match["money"] or ("×" if match["times"] else "")
    return replace(blank, kind="number", value=value, step=step, unit=family, about=blank.about or scale != 1)


def _worded(blank: Figure, match: re.Match[str]) -> Figure | None:
    unit = match["wunit"] or ""
    number = Decimal(WORDS.get(match["word"].lower(), 1))
    power = {"hundred": 100, "thousand": 1000}.get((match["power"] or "").lower(), 1)
    if canonical(unit) == "s":
        worth = SECONDS[unit]
        return replace(blank, kind="duration", value=number * power * worth, step=worth, worth=worth, unit="s", word=True)
    return None if number == 1 else replace(blank, kind="number", value=number * power, unit=canonical(unit), word=True)


def _merged(found: list[Figure], text: str) -> Iterator[Figure]:
    """Yield the figures, durations that follow each other from large to small units made one."""
    pending: Figure | None = None
    for figure in found:
        if pending is not None and _continues(pending, figure, text):
            pending = joined(pending, figure, text)
            continue
        if pending is not None:
            yield pending
        pending = figure
    if pending is not None:
        yield pending


def joined(left: Figure, right: Figure, text: str) -> Figure:
    """Return the length of time that two figures of `text` are together: 8 min 1 s."""
    words, value, worded = text[left.start : right.end], left.value + right.value, left.word and right.word
    return replace(left, text=words, end=right.end, value=value, step=right.step, worth=right.worth, word=worded)


def _continues(left: Figure, right: Figure, text: str) -> bool:
    durations = left.kind == right.kind == "duration" and right.step < left.step and right.value < left.step
    listed = "," in text[left.end : right.start] and left.word != right.word  # eight minutes, 25 seconds: two lengths
    return durations and not listed and _AND.fullmatch(text, left.end, right.start) is not None


def _ranged(found: list[Figure], text: str) -> Iterator[Figure]:
    """Yield the figures, those that stand before a figure with a unit ("6 to 12 seconds") given it."""
    for left, right in pairwise((*found, None)):
        assert left is not None  # noqa: S101 (only the last of a pair is None)
        bare = left.kind == "number" and not left.unit and right is not None
        if bare and right is not None and right.unit and _RANGE.fullmatch(text, left.end, right.start):
            worth = right.worth
            yield replace(left, kind=right.kind, value=left.value * worth, step=left.step * worth, worth=worth, unit=right.unit)
        else:
            yield left
