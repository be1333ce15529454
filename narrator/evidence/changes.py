"""Parameters that went from one value to another, with the reason given: told in words, made by an edit, or in a table."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg, Fact, fact, with_notes
from narrator.model import Span
from narrator.observations import changes, tables
from narrator.observations.values import Cell, Change, Table
from narrator.redaction import redact_value

LEAST = 2
"""A single change is told where it was made; more are a list."""
OLD_HEADS = ("before", "old", "was", "from", "previous")
NEW_HEADS = ("after", "new", "now", "to", "current")
REASON_HEADS = ("why", "reason", "effect", "note", "notes", "impact", "result")
LONGEST_VALUE = 100
"""A cell longer than this tells a story, not a value."""


def find_changes(stretch: Stretch) -> Iterator[Fact]:
    """Yield each changed parameter of the context once, as it was last told; those with a reason weigh more."""
    told: dict[str, Fact] = {}
    session = stretch.analysis.transcript.session
    positions = range(stretch.start if stretch.asked is None else stretch.asked, stretch.subject + 1)
    for position in positions:
        for table in tables(stretch.at(position), session):
            told |= {str(f.arg("name")).lower(): f for f in _rows(table)}
    for position in positions if not told else ():  # a table of changes is the author's own account of them
        for change in changes(stretch.at(position), session):
            key = change.name.lower()
            if _is_parameter(stretch, change) and (key not in told or told[key].salience <= _weight(change)):
                told[key] = _change(change)
    if len(told) >= LEAST:
        spans = tuple(s for f in told.values() for s in f.spans)
        yield fact("changes.intro", spans, max(f.at for f in told.values()), n=len(told))
    yield from told.values()


def _is_parameter(stretch: Stretch, change: Change) -> bool:
    """Words tell of many figures that went from one value to another; parameters are named like code, or set by an edit."""
    position = stretch.analysis.transcript.position(change.message) or 0
    return stretch.at(position).parts[change.part].kind == "call" or _CODE_NAME.fullmatch(change.name) is not None


_CODE_NAME = re.compile(r"(?=.*[_\-=./])-{0,2}[\w.\-/=]+")
"""A flag, a dotted or an underscored name."""


def _weight(change: Change) -> float:
    return 1.0 + (1.0 if change.reason_span else 0.0) + (0.5 if change.old else 0.0)


def _change(change: Change) -> Fact:
    old, new = (redact_value(change.name, text or "") for text in (change.old, change.new))
    roles: dict[str, Arg] = {"name": change.name, "old": old, "new": new}
    predicate = "change.told" if change.old else "change.set"
    if change.reason_span is not None:
        predicate, roles["reason"] = f"{predicate}.why", change.reason_span
    return with_notes(fact(predicate, (change.span,), change.message, **roles), salience=_weight(change))


def _rows(table: Table) -> Iterator[Fact]:
    heads = [c.strip().lower() for c in table.columns[1:]]
    old, new, why = (_column(heads, names) for names in (OLD_HEADS, NEW_HEADS, REASON_HEADS))
    if old is None or new is None:
        return
    for label, cells in table.rows:
        if max(old, new) < len(cells) and _is_value(cells[old]) and _is_value(cells[new]):
            values = (redact_value(label, cells[column].text) for column in (old, new))
            roles: dict[str, Arg] = {"name": label, **dict(zip(("old", "new"), values, strict=True))}
            reason = cells[why].span if why is not None and why < len(cells) and cells[why].text else None
            spans: tuple[Span, ...] = (cells[old].span, cells[new].span)
            predicate = "change.told.why" if reason else "change.told"
            if reason:
                roles["reason"] = reason
            yield with_notes(fact(predicate, spans, table.message, **roles), salience=3.0)


def _column(heads: list[str], names: tuple[str, ...]) -> int | None:
    return next((i for i, head in enumerate(heads) if head.split(" ")[0] in names), None)


def _is_value(cell: Cell) -> bool:
    return 0 < len(cell.text) <= LONGEST_VALUE
