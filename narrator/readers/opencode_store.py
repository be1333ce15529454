"""Reads opencode's SQLite store (1.2 and later), several sessions in one file, without touching it or its folder.

A store in use has its newest rows in `-wal` beside it, and SQLite writes beside a file even to read it. So a store with a `-wal`
(or a hot `-journal`) is copied to a temporary folder and read there; one without is opened as immutable.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

import orjson

from narrator.errors import SourceError
from narrator.model import Message, Place, Transcript
from narrator.readers.base import GIVES, Head, Listing, as_text
from narrator.readers.opencode_choice import choose
from narrator.readers.opencode_listing import list_store
from narrator.readers.opencode_records import Started, message_of, transcript_of
from narrator.readers.records import Tally, loads, unreadable

_MAGIC = b"SQLite format 3\0"
_SIBLINGS = ("-wal", "-journal")
_TRIES = 3
_TABLES = frozenset({"session", "message", "part"})

_SESSIONS = """
    SELECT s.* FROM session s WHERE EXISTS (SELECT 1 FROM message m WHERE m.session_id = s.id)
    ORDER BY s.parent_id IS NOT NULL, s.time_updated DESC, s.id"""
_ROWS = """
    SELECT m.id, m.time_created, m.data, p.id, p.data FROM message m LEFT JOIN part p ON p.message_id = m.id
    WHERE m.session_id = ? ORDER BY m.time_created, m.id, p.id"""

_CHILDREN = "SELECT id, title FROM session WHERE parent_id = ? ORDER BY time_created, id"

_INFO = ("id", "title", "version", "directory")
_TIMES = ("created", "updated")


class OpencodeStore:
    """The reader of opencode's SQLite store."""

    name = "opencode-store"
    title = "opencode store (SQLite)"
    gives = GIVES

    def sniff(self, head: Head) -> bool:
        """Return whether the file is an SQLite database with opencode's tables."""
        return head.data.startswith(_MAGIC) and (_is_store(head.path, alone=True) or _is_store(head.path))

    def read(self, path: Path, session: str | None = None) -> Transcript:
        """Read the session whose id is or begins with `session`, else the newest that is no sub-agent's and has messages.

        Raises:
            SourceError: when the file is no such store, or `session` names none or several of its sessions.

        """
        try:
            with _opened(path) as store:
                if not _tables(store) >= _TABLES:
                    raise SourceError(f"{path}: an SQLite file without opencode's tables (session, message, part)")
                return _read(path, store, choose(path, _sessions(store), session))
        except sqlite3.Error as error:
            raise SourceError(f"{path}: the store can't be read ({error}); try `opencode export`") from error

    def stores(self) -> Iterator[Path]:
        """Yield the stores in opencode's data folder, and the one that `OPENCODE_DB` names."""
        data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "opencode"
        named = os.environ.get("OPENCODE_DB")
        found = set(data.glob("opencode*.db")) | ({data / named} if named and named != ":memory:" else set())
        yield from sorted(p for p in found if p.is_file())

    def listings(self, path: Path) -> Iterator[Listing]:
        """Yield the store's sessions that hold messages, by a few of their rows; sub-agents' are marked."""
        try:
            with _opened(path) as store:
                if _tables(store) >= _TABLES:
                    yield from list_store(path, store)
        except sqlite3.Error as error:
            raise SourceError(f"{path}: the store can't be read ({error}); try `opencode export`") from error


def rows_of(path: Path, sessions: Sequence[str]) -> dict[str, str]:
    """Return, by session, what names those of the store at `path` that have messages."""
    try:
        with _opened(path) as store:
            held = {s["id"] for s in _sessions(store)}
    except (sqlite3.Error, SourceError):
        return {}
    return {s: f"{path}#{s}" for s in sessions if s in held}


def _is_store(path: Path, *, alone: bool = False) -> bool:
    try:
        with _opened(path, alone=alone) as store:
            return _tables(store) >= _TABLES
    except SourceError:
        return False


@contextmanager
def _opened(path: Path, *, alone: bool = False) -> Iterator[sqlite3.Connection]:
    """Open a store as it is now, or `alone`, without what lies beside it (which costs no copy, and shows old rows)."""
    real = path.resolve()
    try:
        with TemporaryDirectory(prefix="narrator-") as folder:
            file = _copy(real, Path(folder)) if not alone and any(_size(f) for f in _files(real)[1:]) else real
            how = "mode=ro&immutable=1" if file == real else "mode=rw"
            with closing(sqlite3.connect(f"file:{quote(str(file))}?{how}", uri=True)) as store:
                store.text_factory = bytes
                yield store
    except OSError as error:
        raise unreadable(path, error) from error
    except sqlite3.OperationalError as error:
        raise SourceError(f"{path}: the store can't be opened ({error})") from error


def _copy(file: Path, folder: Path) -> Path:
    """Copy a store with what lies beside it, again where opencode wrote to it meanwhile."""
    for _ in range(_TRIES):
        before = [_state(f) for f in _files(file)]
        for source in _files(file):
            target = folder / ("store.db" + source.name.removeprefix(file.name))
            target.unlink(missing_ok=True)
            if source.exists():
                copyfile(source, target)
        if before == [_state(f) for f in _files(file)]:
            break
    return folder / "store.db"


def _files(file: Path) -> list[Path]:
    return [file, *(file.with_name(file.name + s) for s in _SIBLINGS)]


def _state(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_size, found.st_mtime_ns


def _size(file: Path) -> int:
    return (_state(file) or (0, 0))[0]


def _tables(store: sqlite3.Connection) -> set[str]:
    try:
        return {_text(name) for (name,) in store.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.DatabaseError:
        return set()


def _sessions(store: sqlite3.Connection) -> list[dict[str, Any]]:
    cursor = store.execute(_SESSIONS)
    names = [column[0] for column in cursor.description]
    return [{n: _text(v) if isinstance(v, bytes) else v for n, v in zip(names, row, strict=True)} for row in cursor]


def _read(path: Path, store: sqlite3.Connection, row: dict[str, Any]) -> Transcript:
    tally = Tally(records=1, in_header=1)
    info = _info(row)
    hashed = sha256(orjson.dumps(info, option=orjson.OPT_SORT_KEYS))
    rows = store.execute(_ROWS, (row["id"],))
    messages: list[Message] = []
    for (key, created, data), group in groupby(rows, key=lambda r: r[:3]):
        parts = [(_text(p), body) for _, _, _, p, body in group if p is not None]
        for piece in (key, data, *(x for p in parts for x in (p[0].encode(), p[1]))):
            hashed.update(_bytes(piece))
        message = _message(path, _text(key), created, data, parts, tally, in_child="parentID" in info)
        if message is not None:
            messages.append(message)
    tally.digest = hashed.hexdigest()
    started = [Started(_text(child), _text(title)) for child, title in store.execute(_CHILDREN, (row["id"],))]
    return transcript_of(info, messages, tally, form=OpencodeStore.name, started=started)


def _message(
    path: Path, key: str, created: object, data: object, parts: list[tuple[str, Any]], tally: Tally, *, in_child: bool
) -> Message | None:
    place = Place(file=f"{path}#message/{key}")
    tally.records += 1
    info = _value(data, place, tally)
    if info is None:
        # Its parts are counted as lost with it.
        tally.records += len(parts)
        tally.bad += 1 + len(parts)
        tally.complain("bad-row", f"the message {key} can't be read; left out with its {len(parts)} parts", place)
        return None
    tally.in_messages += 1
    info = {"time": {"created": created}, **info, "id": key}
    places = tuple(Place(file=f"{path}#part/{p}") for p, _ in parts)
    records: list[Any] = []
    for (name, body), where in zip(parts, places, strict=True):
        record = _value(body, where, tally)
        records.append(record if record is None else {**record, "id": name})
    return message_of(info, records, (place, *places), tally, in_child=in_child)


def _info(row: dict[str, Any]) -> dict[str, Any]:
    info: dict[str, Any] = {n: row.get(n) for n in _INFO}
    info["time"] = {n: row.get(f"time_{n}") for n in _TIMES}
    if row.get("parent_id"):
        info["parentID"] = row["parent_id"]
    if row.get("revert"):
        info["revert"] = _value(row["revert"], Place(file="session"), Tally()) or {}
    return info


def _value(data: object, place: Place, tally: Tally) -> dict[str, Any] | None:
    try:
        found = loads(_bytes(data), place, tally)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else as_text(value).encode("utf-8", "replace")


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else as_text(value)
