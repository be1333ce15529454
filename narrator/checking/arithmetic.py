"""The arithmetic of a footnote: `11.26 − 7.28 = 3.98`, `(8.13 + 7.40) / 2 = 7.77`, `12:47:58 − 12:47:33 = 25 s`, `8 < 12`.

A result may be rounded to the digits that it shows. Times of day may lie on two days; whether they do, the caller must ask.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from narrator.checking.expressions import DAY, Operand, Side, Term, UnreadableError, terms
from narrator.checking.quantities import Figure

LONGEST = 400
"""Terms up to which an equation is read."""
RELATIONS = ("=", "<", ">", "≤", "≥")
"""What may stand between two sides."""


@dataclass(frozen=True, slots=True)
class Equation:
    """What one equation says, and whether it is so."""

    operands: tuple[Operand, ...]
    """The figures on its left."""
    result: Figure | None
    """The figure at its end, where there is one alone."""
    computed: Decimal | None
    """What the left side comes to, in seconds for times; None where it can't be computed."""
    holds: bool | None
    """None where terms are left out (`…`), so that it can't be computed again."""
    across_midnight: bool = False
    """Whether it holds only if the second time is of another day."""


def equation(text: str) -> Equation | None:
    """Return what an equation says, or None where the text is none that can be read."""
    items = list(terms(text))
    if len(items) > LONGEST or not set(RELATIONS) & {item for item in items if isinstance(item, str)}:
        return None
    try:
        return _equation(items)
    except (UnreadableError, ZeroDivisionError):
        return None


def _equation(items: list[Term]) -> Equation:
    sides: list[list[Term]] = [[]]
    signs: list[str] = []
    for item in items:
        if isinstance(item, str) and item in RELATIONS:
            sides.append([])
            signs.append(item)
        else:
            sides[-1].append(item)
    read = [Side(side) for side in sides]
    ordered = any(sign != "=" for sign in signs)
    operands = tuple(operand for side in (read if ordered else read[:-1]) for operand in side.operands())
    result = None if ordered else read[-1].alone()
    if any(side.elided for side in read):
        return Equation(operands, result, None, None)
    computed = Decimal(read[0].value.amount.numerator) / Decimal(read[0].value.amount.denominator)
    judged = [_stands(sign, left, right) for sign, (left, right) in zip(signs, pairwise(read), strict=True)]
    return Equation(operands, result, computed, all(judged), any(same == "midnight" for same in judged))


def _stands(sign: str, left: Side, right: Side) -> bool | Literal["midnight"]:
    if sign == "=":
        return _equal(left, right)
    if left.value.sort != right.value.sort:
        raise UnreadableError
    less, same = left.value.amount < right.value.amount, left.value.amount == right.value.amount
    return {"<": less, ">": not less and not same, "≤": less or same, "≥": not less}[sign]


def _equal(left: Side, right: Side) -> bool | Literal["midnight"]:
    """Return whether the sides agree, to the digits that the right one shows."""
    figure = right.alone()
    step = Fraction(figure.step) if figure is not None else Fraction(0)
    wanted, got = right.value.amount, left.value.amount
    if figure is not None and figure.unit == "%" and left.value.sort == "number":
        return abs(got * 100 - wanted) * 2 <= step or abs(got - wanted) * 2 <= step
    if abs(got - wanted) * 2 <= step:
        return True
    if wanted >= 0 and any(isinstance(item, Figure) and item.kind == "clock" for item in left.items):
        apart = (got - wanted) % DAY
        return "midnight" if min(apart, DAY - apart) * 2 <= step else False
    return False
