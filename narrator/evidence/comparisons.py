"""Comparisons across conditions, computed from the tables of figures that the session printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg, Fact, Note, fact, with_notes
from narrator.model import Span
from narrator.observations import tables
from narrator.observations.values import Cell, Table

LEAST_ROWS = 3
"""Fewer rows than this are read by the reader, not summed up."""
SUMMARY_ROW = re.compile(
    r"(?:the )?(?:means?|averages?|avg|totals?|sums?|medians?|overall|gaps?|differences?|deltas?|δ)\W*(?:\(.*\)|(?:of|over) .*)?"
)
"""Labels of rows that already sum up the others, in lower case; `sum_list` is the name of something else."""
_NOT_A_SIDE = ("gap", "diff", "difference", "delta", "δ", "ratio", "change", "#", "n", "step", "steps", "count", "%")
"""Headings of columns that compare or count, and are no condition of their own."""


class Comparison(NamedTuple):
    """A table's rows under two conditions."""

    table: Table
    names: tuple[str, str]
    pairs: tuple[Pair, ...]
    left: Decimal
    right: Decimal
    """Averages, to as many places as the figures have."""


class Pair(NamedTuple):
    """A row with a figure on each side."""

    label: str
    left: Cell
    right: Cell


def compare_tables(stretch: Stretch) -> Iterator[Fact]:
    """Yield what the table shows whose two averages the session itself speaks of; the first of the longest, if several do."""
    transcript = stretch.analysis.transcript
    found = [t for p in range(stretch.start, stretch.subject + 1) for t in tables(stretch.at(p), transcript.session)]
    spoken = _figures_spoken(stretch)
    told = [c for t in found if (c := _comparison(t)) is not None and _spoken(c, spoken)]
    for best in sorted(told, key=lambda c: -len(c.pairs))[:1]:
        yield _means(best)
        yield from _every(best, said=_says_behind(stretch, best))


def _figures_spoken(stretch: Stretch) -> frozenset[str]:
    parts = (p for position in range(stretch.start, stretch.subject + 1) for p in stretch.at(position).parts)
    return frozenset(f for p in parts if p.kind in ("text", "reasoning") for f in re.findall(r"\d+\.\d+", p.text))


def _spoken(comparison: Comparison, spoken: frozenset[str]) -> bool:
    """An average that nobody speaks of may be one of things that can't be averaged."""
    return {f"{comparison.left:f}", f"{comparison.right:f}"} <= spoken


def _comparison(table: Table) -> Comparison | None:
    sides = _sides(table)
    if sides is None:
        return None
    pairs = tuple(
        Pair(label, cells[sides[0]], cells[sides[1]])
        for label, cells in table.rows
        if not SUMMARY_ROW.fullmatch(label.strip().lower()) and max(sides) < len(cells)
    )
    pairs = tuple(p for p in pairs if p.left.number is not None and p.right.number is not None)
    if len(pairs) < LEAST_ROWS:
        return None
    names = (table.columns[sides[0] + 1], table.columns[sides[1] + 1])
    return Comparison(table, names, pairs, _mean([p.left for p in pairs]), _mean([p.right for p in pairs]))


def _sides(table: Table) -> tuple[int, int] | None:
    numeric = [
        i
        for i, name in enumerate(table.columns[1:])
        if name.strip().lower() not in _NOT_A_SIDE
        and sum(i < len(cells) and cells[i].number is not None for _, cells in table.rows) >= LEAST_ROWS
    ]
    return (numeric[0], numeric[1]) if len(numeric) >= 2 else None


def _means(comparison: Comparison) -> Fact:
    table, names, pairs, left, right = comparison
    difference = right - left
    high, low = (right, left) if difference >= 0 else (left, right)
    roles: dict[str, Arg] = {
        "left_name": names[0],
        "right_name": names[1],
        "left": f"{left:f}",
        "right": f"{right:f}",
        "difference": f"{abs(difference):f}",
        "rows": len(pairs),
        "what": _noun(table),
    }
    sums = (
        Note(f"{_sum([p.left for p in pairs])} = {left:f}", (table.message,)),
        Note(f"{_sum([p.right for p in pairs])} = {right:f}", (table.message,)),
    )
    gap = Note(f"{high:f} − {low:f} = {abs(difference):f}", (table.message,))
    return with_notes(fact("comparison.means", (table.span,), table.message, **roles), *sums, gap)


def _sum(cells: list[Cell]) -> str:
    return f"({' + '.join(_figure(c) for c in cells)}) / {len(cells)}"


def _figure(cell: Cell) -> str:
    return f"{cell.number:f}" if cell.number is not None else "0"


def _mean(cells: list[Cell]) -> Decimal:
    values = [c.number for c in cells if c.number is not None]
    places = max((-int(v.as_tuple().exponent) for v in values), default=0)
    return (sum(values, Decimal(0)) / len(values)).quantize(Decimal(1).scaleb(-max(places, 0)), ROUND_HALF_UP)


def _every(comparison: Comparison, *, said: bool) -> Iterator[Fact]:
    table, names, pairs, _, _ = comparison
    ahead = [p for p in pairs if (p.right.number or 0) > (p.left.number or 0)]
    behind = [p for p in pairs if (p.right.number or 0) < (p.left.number or 0)]
    winners, name, other = (ahead, names[1], names[0]) if len(ahead) >= len(behind) else (behind, names[0], names[1])
    widest = max(winners, key=_gap, default=None)
    narrowest = min(winners, key=_gap, default=None)
    if widest is None or narrowest is None:
        return
    spans: tuple[Span, ...] = (table.span,)
    roles: dict[str, Arg] = {
        "ahead": name,
        "behind": other,
        "n": len(winners),
        "of": len(pairs),
        "widest": widest.label,
        "widest_left": _figure(widest.left),
        "widest_right": _figure(widest.right),
        "narrowest": narrowest.label,
        "narrowest_left": _figure(narrowest.left),
        "narrowest_right": _figure(narrowest.right),
        "what": _noun(table),
    }
    order = "; ".join(f"{_figure(p.left)} {_sign(p)} {_figure(p.right)}" for p in pairs)
    yield with_notes(
        fact(_name(on_each=len(winners) == len(pairs), said=said), spans, table.message, **roles),
        Note(order, (table.message,)),
    )


def _sign(pair: Pair) -> str:
    left, right = pair.left.number or 0, pair.right.number or 0
    return "<" if left < right else ">" if left > right else "="


def _name(*, on_each: bool, said: bool) -> str:
    return f"comparison.{'each' if on_each else 'most'}{'.behind' if said else ''}"


def _says_behind(stretch: Stretch, comparison: Comparison) -> bool:
    """Whether the session itself takes the lower figure for the worse one: of losses and times it is the better."""
    position = stretch.analysis.transcript.position(comparison.table.message) or 0
    parts = (p for i in range(position, stretch.subject) for p in stretch.at(i).parts if p.kind in ("text", "reasoning"))
    return any(_BEHIND.search(p.text) for p in parts)


_BEHIND = re.compile(r"\b(?:behind|trails?|trailing|worse|loses|falls short)\b", re.IGNORECASE)


def _noun(table: Table) -> str:
    """What the rows are, where the first heading is a plain word for it."""
    head = table.columns[0].strip().lower()
    return head if head.isalpha() and len(head) > 1 else "row"


def _gap(pair: Pair) -> Decimal:
    return abs((pair.right.number or Decimal(0)) - (pair.left.number or Decimal(0)))
