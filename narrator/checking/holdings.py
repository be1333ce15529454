"""Whether messages hold a figure: in their words, in their fields, as a time of day, or as a length of time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from decimal import Decimal
from itertools import combinations

from narrator.checking.quantities import MONTHS, Figure
from narrator.checking.sources import Sources, moments
from narrator.checking.units import SECONDS, UNIT, canonical
from narrator.model import Message

ABOUT = Decimal("0.1")
"""How far, as a share, a figure may lie from what "about", "nearly" and "some" say of it."""
MOST = 40
"""Messages of a paragraph of which any two may bound a length of time."""
_KNOWN = ("s", "%")
_TIMED = re.compile(
    r"(?:time|timeout|sleep|wait|delay|duration|elapsed|seconds|secs|took|ms|ttl|interval)\W{0,4}$", re.IGNORECASE
)
"""What makes a number without a unit a length of time."""


def held(sources: Sources, figure: Figure, indices: Iterable[int], context: str = "") -> int | None:
    """Return the first of the messages that holds `figure`, or None; `context` is the sentence around it."""
    every = tuple(indices)
    found = next((i for i in every if stands(sources, figure, i) or _recorded(sources, figure, i, context)), None)
    inexact = figure.kind in ("number", "duration") and (figure.about or figure.step < 1 or figure.unit in _KNOWN)
    if found is None and inexact:
        found = next((i for i in every if _rounded(sources, figure, i)), None)
    return found


def spans(sources: Sources, figure: Figure, indices: Iterable[int]) -> tuple[int, int] | None:
    """Return two of the messages (or one, twice) between whose times lies the length of time that `figure` gives, or None."""
    chosen = tuple(dict.fromkeys(indices))[:MOST]
    messages = [message for i in chosen if (message := sources.message(i)) is not None]
    times = [(time, m.index) for m in messages for time in moments(m)]
    for (one, i), (other, j) in combinations(times, 2):
        shown = abs((one.replace(microsecond=0) - other.replace(microsecond=0)).total_seconds())
        if is_close(figure, _seconds(one, other)) or is_close(figure, Decimal(round(shown))):
            return (min(i, j), max(i, j))
    return None


def lasted(sources: Sources, figure: Figure, indices: Iterable[int]) -> int | None:
    """Return the first of the messages that itself, or a part of which, took as long as `figure` says, or None."""
    for index in indices:
        message = sources.message(index)
        if message is not None and any(is_close(figure, length) for length in _lengths(message)):
            return index
    return None


def is_close(figure: Figure, value: Decimal) -> bool:
    """Return whether `value`, rounded or cut to the figure's last digit (or near it, where it says "about"), is the figure."""
    if figure.about and abs(value - figure.value) <= ABOUT * figure.value:
        return True
    return figure.value <= value < figure.value + figure.step or abs(value - figure.value) * 2 <= figure.step


def _lengths(message: Message) -> Iterator[Decimal]:
    if message.at is not None and message.ended is not None:
        yield _seconds(message.at, message.ended)
    yield from (Decimal(str(part.seconds)) for part in message.parts if part.seconds is not None)
    yield from (Decimal(text) / 1000 for name, text in message.record if name.endswith("_ms") and text.isdecimal())


def _seconds(one: datetime, other: datetime) -> Decimal:
    return Decimal(abs(round((other - one).total_seconds() * 1000))) / 1000


def stands(sources: Sources, figure: Figure, index: int) -> bool:
    """Return whether the figure stands in a message's text, as it is written there."""
    raw = sources.raw(index)
    if figure.kind in ("number", "duration"):
        return any(_stands(raw, figure, pattern) for pattern in _patterns(figure))
    word = figure.text.strip()
    if not word:
        return False
    version = figure.kind == "version"
    form = rf"(?<![\w.])v?{re.escape(word.removeprefix('v'))}(?!\w)" if version else rf"(?<!\w){re.escape(word)}(?!\w)"
    return re.search(form, raw, re.IGNORECASE if figure.kind == "token" else 0) is not None


def _patterns(figure: Figure) -> Iterator[re.Pattern[str]]:
    """Yield the ways in which tools write the figure, with the unit that follows it as a group."""
    if figure.kind != "duration":
        yield _number(figure.value)
        if figure.about and figure.value >= 1000:
            yield re.compile(rf"(?<![\w.])({re.escape(figure.text)})(?!\w)()")
        return
    for worth in sorted(set(SECONDS.values())):
        value = figure.value / worth
        if value == value.quantize(Decimal("0.001")):
            yield _number(value)


def _number(value: Decimal) -> re.Pattern[str]:
    whole, _, fraction = f"{value:f}".partition(".")
    fraction = fraction.rstrip("0")
    groups = [whole[max(0, end - 3) : end] for end in range(len(whole), 0, -3)][::-1]
    digits = "[,_]?".join(groups) + (rf"\.{fraction}0*" if fraction else r"(?:\.0+)?")
    return re.compile(rf"(?<![A-Za-z0-9_])(?<![0-9]\.)(?<![0-9]:)({digits})(?![0-9]|\.[0-9])(?:[ \u00a0]?({UNIT})(?![A-Za-z]))?")


def _stands(raw: str, figure: Figure, pattern: re.Pattern[str]) -> bool:
    return any(_fits(figure, match) for match in pattern.finditer(raw))


def _fits(figure: Figure, match: re.Match[str]) -> bool:
    """Return whether the unit in the text is the figure's, or one of them has none."""
    written = match[2] or ""
    family = canonical(written)
    if figure.kind == "duration":
        if not family and not _TIMED.search(match.string, max(0, match.start() - 24), match.start()):
            return False
        worth = SECONDS[written] if family == "s" else figure.worth if not family else Decimal(0)
        return _amount(match) * worth == figure.value
    return not family or not figure.unit or family == figure.unit or (family not in _KNOWN and figure.unit not in _KNOWN)


def _amount(match: re.Match[str]) -> Decimal:
    return Decimal(re.sub(r"[,_]", "", match[1]))


def _rounded(sources: Sources, figure: Figure, index: int) -> bool:
    """Return whether a number in the text, rounded to the figure's digits, is the figure."""
    for value, unit in sources.amounts(index):
        if figure.unit == "%" and not unit and value <= 1 and is_close(figure, value * 100):
            return True
        same = unit == figure.unit or (figure.kind == "number" and (not unit or (not figure.unit and unit not in _KNOWN)))
        if same and abs(value - figure.value) * 2 <= figure.step:
            return True
        if same and figure.about and abs(value - figure.value) <= ABOUT * figure.value:
            return True
    return False


def _recorded(sources: Sources, figure: Figure, index: int, context: str) -> bool:
    """Return whether the figure is one of a message's fields."""
    message = sources.message(index)
    if message is None:
        return False
    if figure.kind == "clock":
        return any(figure.value in clocks(time, figure.step) for time in sources.local(message))
    if figure.kind == "date":
        return any(figure.text in _dates(time) for time in sources.local(message))
    if figure.kind == "duration":
        return lasted(sources, figure, (index,)) is not None
    return figure.kind == "number" and any(is_close(figure, value) for value in _fields(message, figure, context))


def clocks(time: datetime, step: Decimal) -> tuple[Decimal, Decimal]:
    """Return a time of day in seconds since midnight, cut to `step` and rounded to it."""
    exact = Decimal(time.hour * 3600 + time.minute * 60 + time.second) + Decimal(time.microsecond) / 1_000_000
    return exact - exact % step, (exact + step / 2) // step * step


def _dates(time: datetime) -> tuple[str, ...]:
    day, month, year = time.day, MONTHS[time.month - 1], time.year
    return (time.date().isoformat(), f"{day} {month}", f"{day} {month} {year}", f"{month} {day}", f"{month} {day}, {year}")


def _fields(message: Message, figure: Figure, context: str) -> Iterator[Decimal]:
    """Yield the numbers of a message's fields that the words around the figure speak of."""
    if message.tokens is not None and "token" in context:
        t = message.tokens
        buckets = (t.input, t.output, t.reasoning, t.cache_read, t.cache_write)
        asked = t.input + t.cache_read + t.cache_write
        yield from map(Decimal, (*buckets, asked, asked + t.output, asked + t.output + t.reasoning, t.output + t.reasoning))
    if message.cost is not None and figure.unit == "$":
        yield Decimal(str(message.cost))
    if re.search(r"\b(?:exit|code|status)", context):
        yield from (Decimal(part.exit_code) for part in message.parts if part.exit_code is not None)
