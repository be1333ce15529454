"""Figures that were measured more than once, followed over the session; comparisons of a table's sides, exchange by exchange."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from narrator.evidence import Arg, Fact, Note, Stretch, fact, with_notes
from narrator.evidence.comparisons import LEAST_ROWS, compare_tables
from narrator.ledger.measurements_series import Reading, Series, across_runs, step_of, within_runs
from narrator.ledger.whole import Whole
from narrator.observations import Table
from narrator.phases.exchanges import read_exchanges

LEAST = 5
"""Figures from which a log has a trend."""


def find_measurements(whole: Whole) -> Iterator[Fact]:
    """Yield `measured.again` for figures that several runs of one command printed and that differ, `measured.trend`, comparisons.

    A trend is that of a figure over the steps of one log. Roles: name, unit, of (the command), condition, n, first and last (as
    written), lowest and highest, where (their messages), change ("rose", "fell" or "same", from first to last; the difference is
    a footnote), with (the last run's own options); of a trend also steps, and each ("rises" or "falls", where every figure does).
    """
    again = [(s.readings[0].position, _again(s)) for s in across_runs(whole) if len({r.figure.number for r in s.readings}) > 1]
    logs = [(s.readings[0].position, _trend(s)) for s in within_runs(whole, LEAST)]
    tables = [(whole.position(f.at), f) for f in _comparisons(whole)]
    yield from (found for _, found in sorted((*again, *logs, *tables), key=lambda each: each[0]))


def _again(series: Series) -> Fact:
    return _fact("measured.again", series, {})


def _trend(series: Series) -> Fact:
    numbers = [r.figure.number for r in series.readings]
    roles: dict[str, Arg] = {"steps": (step_of(series.readings[0].figure), step_of(series.readings[-1].figure))}
    pairs = list(pairwise(numbers))
    if all(a < b for a, b in pairs) or all(a > b for a, b in pairs):
        roles["each"] = "rises" if numbers[0] < numbers[-1] else "falls"
    return _fact("measured.trend", series, roles)


def _fact(predicate: str, series: Series, more: dict[str, Arg]) -> Fact:
    first, last = series.readings[0], series.readings[-1]
    low, high = (pick(series.readings, key=lambda r: r.figure.number) for pick in (min, max))
    roles: dict[str, Arg] = {"name": series.name}
    roles |= {k: v for k, v in (("unit", series.unit), ("of", series.of), ("condition", series.condition)) if v}
    roles |= {"n": len(series.readings), "first": _written(first), "last": _written(last)}
    roles |= {"lowest": _written(low), "highest": _written(high), "where": (low.figure.message, high.figure.message)}
    told = [first, low, high, last]
    options = [o for o in last.options if o not in first.options]
    if options and predicate == "measured.again":
        roles["with"] = " ".join(options)
    spans = tuple(dict.fromkeys(r.figure.span for r in sorted(told, key=lambda r: (r.position, r.figure.span.start))))
    change = last.figure.number - first.figure.number
    roles["change"] = "rose" if change > 0 else "fell" if change < 0 else "same"
    found = fact(predicate, spans, first.figure.message, **roles, **more)
    return found if not change else with_notes(found, _difference(first, last, change))


def _written(reading: Reading) -> str:
    unit = reading.figure.unit
    return f"{reading.figure.value}{'' if unit in ('', '%') else ' '}{unit}"


def _difference(first: Reading, last: Reading, change: Decimal) -> Note:
    high, low = (last, first) if change > 0 else (first, last)
    text = f"{high.figure.number:f} − {low.figure.number:f} = {abs(change):f}"
    return Note(text, tuple(dict.fromkeys((high.figure.message, low.figure.message))))


def _has_sides(table: Table) -> bool:
    """Whether a table has two columns of figures: most tables tell stories."""
    columns = (
        sum(c < len(cells) and cells[c].number is not None for _, cells in table.rows) for c in range(len(table.columns) - 1)
    )
    return sum(figures >= LEAST_ROWS for figures in columns) > 1


def _comparisons(whole: Whole) -> Iterator[Fact]:
    """Yield what the longest table of each exchange shows whose averages are spoken of there, as an essay on it would."""
    tabled = {whole.position(t.message) for t in whole.observations.tables if _has_sides(t)}
    for exchange in read_exchanges(whole.analysis.signals):
        if not any(exchange.said <= p < exchange.end for p in tabled):
            continue
        end = exchange.end
        stretch = Stretch(whole.analysis, end - 1, exchange.said, end, end, exchange.said, None)
        yield from (replace(f, at=f.spans[0].message) for f in compare_tables(stretch))
