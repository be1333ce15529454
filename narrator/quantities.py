"""Numbers, times and counts as a person would say them."""

from __future__ import annotations

from decimal import Decimal

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
MINUTE, HOUR, DAY = 60, 3600, 86400
_IRREGULAR = {"child": "children", "person": "people", "index": "indices", "analysis": "analyses"}


def number(value: int) -> str:
    """Return a count in words up to twelve, in figures beyond: "no", "seven", "1,363"."""
    return _WORDS[value] if 0 <= value < len(_WORDS) else f"{value:,}"


def plural(noun: str) -> str:
    """Return a noun's plural; of a phrase, its last word's ("tool call", "tool calls")."""
    head, _, last = noun.rpartition(" ")
    if last in _IRREGULAR:
        many = _IRREGULAR[last]
    elif last.endswith(("s", "x", "z", "ch", "sh")):
        many = last + "es"
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        many = last[:-1] + "ies"
    else:
        many = last + "s"
    return f"{head} {many}" if head else many


def count(value: int, noun: str) -> str:
    """Return "one call", "three calls", "no calls"."""
    return f"{number(value)} {noun if value == 1 else plural(noun)}"


def times(value: int) -> str:
    """Return "once", "twice", "three times", "13 times"."""
    return ("never", "once", "twice")[value] if 0 <= value < 3 else f"{number(value)} times"


def duration(seconds: float) -> str:
    """Return a length of time in words, rounded as people do: "nine seconds", "25 seconds", "46 minutes", "2 h 41 min"."""
    whole = round(seconds)
    if whole < 1:
        return "less than a second"
    if whole < 2 * MINUTE:
        return count(whole, "second")
    if whole < 2 * HOUR:
        return count(round(whole / MINUTE), "minute")
    if whole < 2 * DAY:
        return f"{whole // HOUR} h {whole % HOUR // MINUTE} min"
    return count(round(whole / DAY), "day")


def exact_duration(seconds: float) -> str:
    """Return a length of time to the second, for a footnote: "9 s", "8 min 1 s", "2 h 41 min 21 s"."""
    whole = round(seconds)
    parts = ((whole // HOUR, "h"), (whole % HOUR // MINUTE, "min"), (whole % MINUTE, "s"))
    return " ".join(f"{value} {unit}" for value, unit in parts if value) or "0 s"


def decimal(value: Decimal) -> str:
    """Return a figure without an exponent and with a true minus sign."""
    text = f"{value:f}"
    return "−" + text[1:] if text.startswith("-") else text


def series(items: tuple[str, ...], conjunction: str = "and") -> str:
    """Return "a", "a and b", "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {conjunction} {items[-1]}"


def ordinal_place(first: int, last: int) -> str:
    """Return how far apart two indices are: "the next message", "three messages later"."""
    return "the next message" if last - first == 1 else f"{number(last - first)} messages later"
