"""The rollup's tables: by project, by week, and of the sessions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from urllib.parse import quote

from narrator.batch.patterns import ENOUGH, grouped, of_kind
from narrator.batch.values import Entry
from narrator.quantities import count, number, series
from narrator.realization.quotation import code, escape

COLUMNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("corrected", ("correction",)),
    ("stopped", ("interrupt", "refusal")),
    ("claim contradicted", ("claim.contradicted",)),
    ("in circles", ("loop",)),
    ("undone", ("undone",)),
    ("given up", ("chain",)),
    ("untested", ("open.untested",)),
)
"""Heading, and the kinds of which a session has at least one."""


def project_table(entries: Sequence[Entry]) -> list[str]:
    """Return the sessions by project; none where fewer than two rows would stand in it."""
    return _table("project", entries, lambda e: e.project, name=code)


def week_table(entries: Sequence[Entry]) -> list[str]:
    """Return the sessions by week (ISO 8601); none where fewer than two rows would stand in it."""
    return _table("week", entries, week, name=str)


def week(entry: Entry) -> str | None:
    """Return the week in which a session began: "2026-W09"."""
    if entry.day is None:
        return None
    year, number_of, _ = date.fromisoformat(entry.day).isocalendar()
    return f"{year}-W{number_of:02}"


def _table(what: str, entries: Sequence[Entry], by: Callable[[Entry], str | None], *, name: Callable[[str], str]) -> list[str]:
    groups, others = grouped(entries, by)
    if not groups or len(groups) + bool(others) < 2:
        return []
    columns = [(title, kinds) for title, kinds in COLUMNS if of_kind(entries, *kinds).cases]
    rows = [_row(name(key), each, columns) for key, each in groups.items()]
    rows += [_row(_others(what, others, by), others, columns)] if others else []
    headings = [what, "sessions", "messages", *(title for title, _ in columns)]
    return [_line(headings), _line(["---", *("---:" for _ in headings[1:])]), *rows]


def _others(what: str, entries: Sequence[Entry], by: Callable[[Entry], str | None]) -> str:
    names = {by(e) for e in entries} - {None}
    without = sum(by(e) is None for e in entries)
    parts = [f"{count(len(names), what)} with fewer than {number(ENOUGH)} sessions"] if names else []
    parts += [f"{count(without, 'session')} without a {what}"] if without else []
    return f"the rest: {series(tuple(parts))}"


def _row(name: str, entries: Sequence[Entry], columns: Sequence[tuple[str, tuple[str, ...]]]) -> str:
    shares = [f"{len(of_kind(entries, *kinds).folders)} of {len(entries)}" for _, kinds in columns]
    return _line([name, str(len(entries)), f"{sum(e.messages for e in entries):,}", *shares])


def session_table(entries: Sequence[Entry], names: Mapping[str, str]) -> list[str]:
    """Return every session with its short name, day, project and a link to its retrospective, the newest first."""
    ordered = sorted(entries, key=lambda e: e.folder)
    ordered.sort(key=lambda e: e.day or "", reverse=True)
    headings = ["session", "began", "project", "harness", "messages", "retrospective"]
    rows = [
        _line(
            [
                names[e.folder],
                e.day or "–",
                code(e.project) if e.project else "–",
                escape(e.agent),
                f"{e.messages:,}",
                f"[{e.title or 'retro'}](sessions/{quote(e.folder)}/retro.md)",
            ]
        )
        for e in ordered
    ]
    return [_line(headings), _line(["---", "---", "---", "---", "---:", "---"]), *rows]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
