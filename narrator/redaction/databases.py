"""A copy of an SQLite database without its secrets: no row, index or freed page holds them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shutil import copyfile
from typing import NamedTuple

from narrator.errors import NarratorError
from narrator.redaction.copies import is_known_anywhere, pieces, search

MAGIC = b"SQLite format 3\0"

_SIBLINGS = ("-wal", "-journal")
_NAMED = ("pass", "secret", "token", "key", "credential", "auth", "cookie")
"""What a column is called whose values are looked at as given to its name."""


class Table(NamedTuple):
    """A table's own columns, and whether its rows have the order in which they came."""

    name: str
    columns: tuple[str, ...]
    in_order: bool


class Cell(NamedTuple):
    """A value, and the column that it stands in."""

    table: str
    column: str
    value: str | bytes


def copy_database(source: Path, target: Path) -> tuple[tuple[str, str], ...]:
    """Write a copy of the database at `source`, with the rows of the log beside it, to `target`; return what was replaced.

    `target` must lie alone in its folder: SQLite writes beside it while the copy is made.

    Raises:
        NarratorError: when it can't be read, or a secret can't be taken out of it (of an index of a kind of its own).

    """
    for suffix in ("", *_SIBLINGS):
        if suffix == "" or source.with_name(source.name + suffix).exists():
            copyfile(source.with_name(source.name + suffix), target.with_name(target.name + suffix))
    try:
        with closing(sqlite3.connect(target, isolation_level=None)) as database:
            database.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
            found = _replace(database)
    except sqlite3.Error as error:
        raise NarratorError(f"{source}: the database can't be copied without its secrets ({error})") from error
    _assure(source, target, found)
    return found


def _replace(database: sqlite3.Connection) -> tuple[tuple[str, str], ...]:
    database.execute("PRAGMA journal_mode = DELETE")
    database.execute("PRAGMA secure_delete = ON")
    tables = list(_tables(database))
    cells = list(dict.fromkeys(c for table in tables for c in _cells(database, table)))
    texts, numbers = search([_as_text(c) for c in cells])
    new = {
        cell: _restored(cell, "".join(pieces(_as_text(cell), found, numbers)))
        for cell, found in zip(cells, texts, strict=True)
        if found
    }
    if new:
        _update(database, tables, new)
    database.execute("VACUUM")
    return tuple((f.kind, f.words) for found in texts for f in found)


def _update(database: sqlite3.Connection, tables: list[Table], new: dict[Cell, str | bytes]) -> None:
    database.create_function("redacted", 3, lambda t, c, v: new.get(Cell(t, c, v), v) if isinstance(v, str | bytes) else v)
    changed = {(cell.table, cell.column) for cell in new}
    database.execute("BEGIN")
    triggers = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        database.execute(f"DROP TRIGGER {_quoted(name)}")
    for table, columns, _ in tables:
        for column in columns:
            if (table, column) in changed:
                to, call = _quoted(column), f"redacted(?, ?, {_quoted(column)})"
                statement = f"UPDATE {_quoted(table)} SET {to} = {call} WHERE {to} IS NOT {call}"  # noqa: S608 (names, quoted)
                database.execute(statement, (table, column, table, column))
    for _, sql in triggers:
        database.execute(sql)
    indices = "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING fts%'"
    for (name,) in database.execute(indices).fetchall():
        database.execute(f"INSERT INTO {_quoted(name)}({_quoted(name)}) VALUES ('rebuild')")  # noqa: S608
    database.execute("COMMIT")


def _tables(database: sqlite3.Connection) -> Iterator[Table]:
    """Yield the tables as they were made, with their own columns: no computed ones, no index's inner tables."""
    made = {name: n for n, (name,) in enumerate(database.execute("SELECT name FROM sqlite_master ORDER BY rowid"))}
    listed = [row for row in database.execute("PRAGMA table_list") if row[0] == "main" and row[2] in ("table", "virtual")]
    for _, name, kind, _, rowless, *_ in sorted(listed, key=lambda row: made.get(row[1], -1)):
        if not name.startswith("sqlite_"):
            columns = database.execute(f"PRAGMA table_xinfo({_quoted(name)})").fetchall()
            in_order = kind == "table" and not rowless
            yield Table(name, tuple(column[1] for column in columns if column[6] == 0), in_order)


def _cells(database: sqlite3.Connection, table: Table) -> Iterator[Cell]:
    if table.columns:
        names = ", ".join(_quoted(c) for c in table.columns)
        order = " ORDER BY rowid" if table.in_order else ""
        for row in database.execute(f"SELECT {names} FROM {_quoted(table.name)}{order}"):  # noqa: S608
            named = zip(table.columns, row, strict=True)
            yield from (Cell(table.name, c, v) for c, v in named if isinstance(v, str | bytes) and v)


def _as_text(cell: Cell) -> str:
    """A value as it is searched: one in a column that is called a secret's name stands as given to it."""
    text = cell.value if isinstance(cell.value, str) else cell.value.decode("utf-8", "surrogateescape")
    named = any(word in cell.column.lower() for word in _NAMED) and not set('"\n{[') & set(text)
    return f'{cell.column}="{text}"' if named else text


def _restored(cell: Cell, text: str) -> str | bytes:
    opening = f'{cell.column}="'
    if _as_text(cell).startswith(opening) and not str(cell.value).startswith(opening):
        text = text.removeprefix(opening).removesuffix('"')
    return text if isinstance(cell.value, str) else text.encode("utf-8", "surrogateescape")


def _quoted(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def _assure(source: Path, target: Path, found: tuple[tuple[str, str], ...]) -> None:
    data = target.read_bytes()
    for kind, words in dict.fromkeys(found):
        encodings = (words.encode(e, "surrogateescape") for e in ("utf-8", "utf-16-le", "utf-16-be")) if words.isascii() else ()
        if is_known_anywhere(words) and any(form in data for form in encodings):
            raise NarratorError(
                f"{source}: a {kind} stands where the database can't be written, such as an index of a kind of its own; "
                "narrator convert --to jsonl writes the session without it"
            )
