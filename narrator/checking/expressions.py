"""Expressions in prose: sums, products and brackets over numbers, times of day and lengths of time, in exact fractions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal, NamedTuple

from narrator.checking.quantities import Figure, clock, joined
from narrator.checking.units import NUMBER, SECONDS, UNIT, amount, canonical, last_digit

DEEPEST = 20
"""Brackets in brackets up to which an expression is read."""
DAY = 86400
CONSTANTS = tuple(map(Decimal, (100, 1000, 1024, 60, 3600, 24)))
"""Factors and divisors that change a unit and need no source."""

_TERM = re.compile(
    rf"""
    (?P<clock>(?<![\w:.])[0-9]{{1,2}}:[0-9]{{2}}(?::[0-9]{{2}})?(?!\w|:[0-9]))
    |(?P<number>(?<![\w.])[$€£]?(?P<digits>{NUMBER})(?:[ \u00a0]?(?P<unit>{UNIT})(?![A-Za-z]))?)
    |(?P<elision>…|\.{{3}})
    |(?P<op>[-+−–*/×÷·()=≈<>≤≥])
    |(?P<word>[^\W\d_][\w'’.-]*|,)
    |(?P<blank>\s+)
    |(?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_SAME = {"...": "…", "−": "-", "–": "-", "×": "*", "·": "*", "÷": "/", "≈": "="}

Sort = Literal["number", "clock", "duration"]


class Value(NamedTuple):
    """A number, or seconds since midnight, or seconds."""

    amount: Fraction
    sort: Sort


@dataclass(frozen=True, slots=True)
class Operand:
    """A figure that an expression is computed from."""

    figure: Figure
    constant: bool
    """Whether it needs no source: the number of terms of a mean, a hundred, sixty seconds."""


class UnreadableError(ValueError):
    """Raised and caught in this module: the text is no expression."""


Term = str | Figure


def terms(text: str) -> Iterator[Term]:
    """Yield figures and signs; words beside figures ("tokens", "files") say nothing to the sum."""
    pending: Figure | None = None
    for match in _TERM.finditer(text):
        if match["blank"]:
            continue
        figure = _figure(match)
        if figure is not None and pending is not None and _joins(pending, figure, text):
            pending = joined(pending, figure, text)
            continue
        if pending is not None:
            yield pending
        pending = figure
        if figure is None and (match["op"] or match["elision"] or match["other"]):
            yield _SAME.get(match[0], match[0])
    if pending is not None:
        yield pending


def _joins(left: Figure, right: Figure, text: str) -> bool:
    """Return whether two amounts are one length of time: 8 min 1 s."""
    times = left.kind == right.kind == "duration" and right.step < left.step
    return times and not text[left.end : right.start].strip(" \u00a0,")


def _figure(match: re.Match[str]) -> Figure | None:
    start, end = match.span()
    if match["clock"]:
        value, step = clock(match["clock"])
        return Figure(match[0], start, end, "clock", value, step)
    if not match["number"]:
        return None
    unit = match["unit"] or ""
    value, step = amount(match["digits"]), last_digit(match["digits"])
    if canonical(unit) == "s":
        worth = SECONDS[unit]
        return Figure(match[0], start, end, "duration", value * worth, step * worth, worth, "s")
    return Figure(match[0], start, end, "number", value, step, unit=canonical(unit))


class Side:
    """One side of an equation, read by recursive descent."""

    def __init__(self, items: list[Term]) -> None:
        self.items = items
        self.elided = "…" in items
        self._at = self._depth = 0
        self._free: set[int] = set()
        self.value = Value(Fraction(0), "number") if self.elided else self._all()
        if self.elided and not any(isinstance(item, Figure) for item in items):
            raise UnreadableError

    def operands(self) -> Iterator[Operand]:
        """Yield the figures of the side."""
        for at, item in enumerate(self.items):
            if isinstance(item, Figure):
                yield Operand(item, at in self._free or (self.elided and self.items[at - 1 : at] == ["/"]))

    def alone(self) -> Figure | None:
        """Return the side's figure where it is nothing else."""
        first = self.items[0] if len(self.items) == 1 else None
        return first if isinstance(first, Figure) else None

    def _all(self) -> Value:
        value, _ = self._sum()
        if self._at != len(self.items):
            raise UnreadableError
        return value

    def _peek(self) -> Term | None:
        return self.items[self._at] if self._at < len(self.items) else None

    def _sum(self) -> tuple[Value, int]:
        """Return a sum and the number of its terms."""
        value, count = self._product(), 1
        while self._peek() in ("+", "-"):
            sign = self._peek()
            self._at += 1
            value = _add(value, self._product(), 1 if sign == "+" else -1)
            count += 1
        return value, count

    def _product(self) -> Value:
        value, count = self._factor()
        while self._peek() in ("*", "/"):
            sign = self._peek()
            self._at += 1
            at = self._at
            other, _ = self._factor()
            mean = count if sign == "/" and count > 1 else None
            if isinstance(figure := self.items[at], Figure) and figure.value in (*CONSTANTS, mean):
                self._free.add(at)
            value, count = _scale(value, other, divide=sign == "/"), 1
        return value

    def _factor(self) -> tuple[Value, int]:
        item = self._peek()
        self._at += 1
        if isinstance(item, Figure):
            return Value(Fraction(item.value), _SORTS[item.kind]), 1
        if item == "(" and self._depth < DEEPEST:
            self._depth += 1
            value, count = self._sum()
            if self._peek() != ")":
                raise UnreadableError
            self._at, self._depth = self._at + 1, self._depth - 1
            return value, count
        if item == "-" and isinstance(self._peek(), Figure):
            value, count = self._factor()
            return Value(-value.amount, value.sort), count
        raise UnreadableError


_SORTS: dict[str, Sort] = {"number": "number", "clock": "clock", "duration": "duration"}


def _add(left: Value, right: Value, sign: int) -> Value:
    total = left.amount + sign * right.amount
    if left.sort == right.sort:
        if left.sort == "clock" and sign > 0:
            raise UnreadableError
        return Value(total, "duration" if left.sort == "clock" else left.sort)
    if {left.sort, right.sort} == {"clock", "duration"} and (sign > 0 or left.sort == "clock"):
        return Value(total % DAY, "clock")
    raise UnreadableError


def _scale(left: Value, right: Value, *, divide: bool) -> Value:
    if "clock" in (left.sort, right.sort):
        raise UnreadableError
    if not divide:
        if left.sort == right.sort == "duration":
            raise UnreadableError
        return Value(left.amount * right.amount, "duration" if "duration" in (left.sort, right.sort) else "number")
    if right.sort == "duration":
        if left.sort != "duration":
            raise UnreadableError
        return Value(left.amount / right.amount, "number")
    return Value(left.amount / right.amount, left.sort)
