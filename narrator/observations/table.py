"""Tables in a message's texts and results: Markdown, box drawing, `+---+`, and columns aligned by blanks under a heading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from narrator.model import Message
from narrator.observations.figures import Figure, figure, undressed
from narrator.observations.places import HEAD_LIMIT, stretch
from narrator.observations.values import Cell, Table

TABLE_LIMIT = 60_000
"""Characters of a part that are looked at: opencode's and Claude Code's own limit of a result is about that."""
ROWS_LIMIT = 400
"""Rows of one table; longer ones are data files."""

_RULE = re.compile(
    r"[\s|+:=\-─━═│┃├┤┼┌┐└┘┬┴╞╡╪╔╗╚╝╠╣╬╭╮╰╯┏┓┗┛┣┫┳┻╋┡┩╇╈╤╧╟╢╫ˈ]*[-─━═]{2,}[\s|"
    r"+:=\-─━═│┃├┤┼┌┐└┘┬┴╞╡╪╔╗╚╝╠╣╬╭╮╰╯┏┓┗┛┣┫┳┻╋┡┩╇╈╤╧╟╢╫]*$"
)
_BARS = "|│┃║"
_CODE_BAR = re.compile(r"`[^`\n]*`|\\\|")
_GAP = re.compile(r"[ ]{2,}|\t+")
_LABEL = re.compile(r"[A-Za-z%#µΔ(][^\n]{0,40}$")


class Line(NamedTuple):
    """A line of a part and where it stands."""

    start: int
    text: str


class _Row(NamedTuple):
    start: int
    end: int
    cells: tuple[tuple[int, int], ...]
    """Where each cell's own words stand in the part."""


def tables(message: Message, session: str) -> tuple[Table, ...]:
    """Return the tables of a message's texts, thoughts and results, in the order in which they stand."""
    found: list[Table] = []
    for number, part in enumerate(message.parts):
        if part.kind in ("text", "reasoning", "result") and part.text:
            for rows in _tables(part.text[:TABLE_LIMIT], aligned=part.kind == "result" or "```" in part.text[:HEAD_LIMIT]):
                table = _table(message, session, number, part.text, rows)
                if table is not None:
                    found.append(table)
    return tuple(found)


def _lines(text: str) -> Iterator[Line]:
    start = 0
    for line in text.split("\n"):
        yield Line(start, line.rstrip("\r"))
        start += len(line) + 1


def _tables(text: str, *, aligned: bool) -> Iterator[list[_Row]]:
    """Yield the rows of each table, its heading first."""
    lines = list(_lines(text))
    at = 0
    while at < len(lines):
        rows, after = _barred(lines, at) if _has_bars(lines[at].text) else ([], at)
        if not rows and aligned:
            rows, after = _aligned(lines, at)
        if rows:
            yield rows
        at = max(after, at + 1)


def _has_bars(line: str) -> bool:
    return sum(line.count(bar) for bar in _BARS) >= (1 if line.lstrip()[:1] in _BARS else 2) and not _RULE.fullmatch(line)


def _barred(lines: list[Line], at: int) -> tuple[list[_Row], int]:
    """Read a table with bars from its heading; it needs a rule under it."""
    if at + 1 >= len(lines) or not _RULE.fullmatch(lines[at + 1].text):
        return [], at
    rows = [_bar_row(lines[at])]
    at += 2
    while at < len(lines) and len(rows) <= ROWS_LIMIT:
        if _has_bars(lines[at].text):
            rows.append(_bar_row(lines[at]))
        elif not _RULE.fullmatch(lines[at].text) or not lines[at].text.strip():
            break
        at += 1
    return rows, at


def _bar_row(line: Line) -> _Row:
    plain = _CODE_BAR.sub(lambda m: "x" * len(m[0]), line.text)
    edges = [i for i, c in enumerate(plain) if c in _BARS]
    first = 0 if plain[: edges[0]].strip() else edges.pop(0) + 1
    closed = bool(edges) and not plain[edges[-1] + 1 :].strip()
    ends = edges if closed else [*edges, len(plain)]
    cells = []
    for end in ends:
        cells.append(_trimmed(line, first, end))
        first = end + 1
    return _Row(line.start, line.start + len(line.text), tuple(cells))


def _trimmed(line: Line, start: int, end: int) -> tuple[int, int]:
    inner_start, inner_end = undressed(line.text[start:end])
    return line.start + start + inner_start, line.start + start + inner_end


def _aligned(lines: list[Line], at: int) -> tuple[list[_Row], int]:
    """Read columns parted by two blanks or more, under a heading of words; some column must hold figures."""
    heading = _gap_row(lines[at])
    words = [lines[at].text[a - lines[at].start : b - lines[at].start] for a, b in heading.cells]
    if len(words) < 2 or not all(_LABEL.match(w) for w in words):
        return [], at
    rows = [heading]
    after = at + 1
    while after < len(lines) and len(rows) <= ROWS_LIMIT:
        row = _gap_row(lines[after])
        if len(row.cells) != len(heading.cells):
            if _RULE.fullmatch(lines[after].text) and lines[after].text.strip() and len(rows) == 1:
                after += 1
                continue
            break
        rows.append(row)
        after += 1
    return (rows, after) if len(rows) >= 3 and _has_figures(lines, at, rows) else ([], at)


def _has_figures(lines: list[Line], at: int, rows: list[_Row]) -> bool:
    text = {line.start: line.text for line in lines[at : at + len(rows) + 2]}
    columns = range(1, len(rows[0].cells))
    return any(all(figure(text[r.start][r.cells[c][0] - r.start : r.cells[c][1] - r.start]) for r in rows[1:]) for c in columns)


def _gap_row(line: Line) -> _Row:
    cells: list[tuple[int, int]] = []
    start = len(line.text) - len(line.text.lstrip())
    stop = len(line.text.rstrip())
    for gap in _GAP.finditer(line.text, start, stop):
        cells.append((line.start + start, line.start + gap.start()))
        start = gap.end()
    if start < stop:
        cells.append((line.start + start, line.start + stop))
    return _Row(line.start, line.start + len(line.text), tuple(cells))


def _table(message: Message, session: str, number: int, text: str, rows: list[_Row]) -> Table | None:
    width = len(rows[0].cells)
    body = [r for r in rows[1:] if len(r.cells) == width]
    if width < 2 or not body:
        return None
    figures = _by_column(text, body, width)
    built = tuple(
        (
            text[slice(*row.cells[0])],
            tuple(
                Cell(text[a:b], figures[column][i], stretch(session, message, number, a, b))
                for column, (a, b) in enumerate(row.cells[1:])
            ),
        )
        for i, row in enumerate(body)
    )
    columns = tuple(text[slice(*cell)] for cell in rows[0].cells)
    return Table(message.index, number, stretch(session, message, number, rows[0].start, body[-1].end), columns, built)


def _by_column(text: str, body: list[_Row], width: int) -> list[list[Decimal | None]]:
    """Return each column's numbers; none where its cells have different units, which can't be compared."""
    found: list[list[Decimal | None]] = []
    for column in range(1, width):
        its: list[Figure | None] = [figure(text[slice(*row.cells[column])]) for row in body]
        units = {f.unit for f in its if f is not None}
        found.append([f.number if f is not None and len(units) == 1 else None for f in its])
    return found
