"""Lists opencode's sessions: a store's by a few of its rows, an export by its ends."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from narrator.model import Message, Place
from narrator.readers.arrays import Data, Extent, begin, element, members
from narrator.readers.base import Listing, as_dict, as_list, as_text, parse_time
from narrator.readers.compressed import stem
from narrator.readers.ends import END_BYTES, FARTHEST
from narrator.readers.opencode_records import identifier, message_of
from narrator.readers.records import Tally
from narrator.readers.summaries import ends_open, first_typed, heading, project_of

Json = dict[str, Any]

MOST_MESSAGES = 24
"""How many messages are looked through at either end: before a prompt, or after the last turn, stand the harness's own."""

_MESSAGE = re.compile(rb'\{\s*"info"\s*:\s*\{')
_UNNAMED = re.compile(r"(?:New|Child) session - \d{4}-")
"""What opencode calls a session until it has found a title."""

_SESSIONS = """
    SELECT s.id, s.parent_id, s.title, s.directory, s.time_created, s.time_updated,
        (SELECT count(*) FROM message m WHERE m.session_id = s.id)
    FROM session s WHERE EXISTS (SELECT 1 FROM message m WHERE m.session_id = s.id)"""
_FIRST = "SELECT id, time_created, data FROM message WHERE session_id = ? ORDER BY time_created, id"
_LAST = "SELECT id, time_created, data FROM message WHERE session_id = ? ORDER BY time_created DESC, id DESC"
_PARTS = "SELECT data FROM part WHERE message_id = ? ORDER BY id"


class Known(NamedTuple):
    """What is known of a session before its messages are looked at."""

    form: str
    session: str
    path: str
    info: Json
    messages: int | None = None


def list_store(path: Path, store: sqlite3.Connection) -> Iterator[Listing]:
    """Yield the sessions of a store that hold messages, sub-agents' marked.

    Raises:
        sqlite3.Error: when a table can't be read.

    """
    for row in store.execute(_SESSIONS).fetchall():
        session, parent, title, directory = (_text(v) for v in row[:4])
        info = {"title": title, "directory": directory, "parentID": parent, "time": {"created": row[4], "updated": row[5]}}
        known = Known("opencode-store", session, f"{path}#{session}", info, row[6])
        yield listing_of(known, _rows(store, _FIRST, session, info), _rows(store, _LAST, session, info))


def _rows(store: sqlite3.Connection, query: str, session: str, info: Json) -> Iterator[Message]:
    for key, created, data in store.execute(query, (session,)):
        parts = (_object(body) for (body,) in store.execute(_PARTS, (_text(key),)).fetchall())
        record = _object(data) or {}
        message = {"time": {"created": created}, **record, "id": _text(key)}
        yield _message(message, [p for p in parts if p is not None], info)


def list_export(path: Path, data: Data) -> Iterator[Listing]:
    """Yield the session of an export with these bytes; none where it holds no messages."""
    at = begin(data)
    info, first = _opening(data, at) if at is not None else ({}, [])
    last = _closing(data, info)
    if first or last:
        session = identifier(info.get("id")) or identifier(info.get("sessionID")) or stem(path)
        yield listing_of(Known("opencode", session, str(path), info), first, last)


def _opening(data: Data, at: int) -> tuple[Json, list[Message]]:
    """Return the session's own record and its first messages: those in the first bytes, of a longer piece where no prompt is."""
    length = END_BYTES
    while True:
        piece = data[at : at + length]
        info, first = _head(piece)
        if first_typed(first) or length >= min(len(data) - at, FARTHEST):
            return info, first
        length *= 8


def _head(piece: bytes) -> tuple[Json, list[Message]]:
    if piece.startswith(b"["):
        info = _first_info(piece)
        return info, list(islice(_elements(piece, Extent(0, len(piece)), info), MOST_MESSAGES))
    found, _ = members(piece, 0)
    told = _object(piece[found["info"].start : found["info"].end]) if "info" in found else None
    array = found.get("messages")
    return told or {}, list(islice(_elements(piece, array, told or {}), MOST_MESSAGES)) if array is not None else []


def _first_info(piece: bytes) -> Json:
    """Return of a bare list what its first message tells of the session."""
    found = element(piece, 1, len(piece))
    info = as_dict((_object(piece[found.start : found.end]) or {}).get("info")) if found is not None and found.whole else {}
    return {"id": info.get("sessionID"), "directory": as_dict(info.get("path")).get("cwd")}


def _elements(data: Data, array: Extent, info: Json) -> Iterator[Message]:
    at = array.start + 1
    while (found := element(data, at, array.end)) is not None and found.whole:
        value = _object(data[found.start : found.end])
        if value is not None and isinstance(value.get("info"), dict):
            yield _message(value["info"], as_list(value.get("parts")), info)
        at = found.end


def _closing(data: Data, info: Json) -> list[Message]:
    """Return the last messages, last first: those that begin in the last bytes, of a longer piece where none does."""
    length = END_BYTES
    while True:
        piece = data[max(0, len(data) - length) :]
        starts = [m.start() for m in _MESSAGE.finditer(piece)][-MOST_MESSAGES:]
        found = [m for start in reversed(starts) for m in islice(_elements(piece, Extent(start - 1, len(piece)), info), 1)]
        if found or length >= min(len(data), FARTHEST):
            return found
        length *= 8


def _message(info: Json, parts: list[Any], session: Json) -> Message:
    return message_of(info, parts, (Place(file=""),), Tally(), in_child=bool(session.get("parentID")))


def listing_of(known: Known, first: Iterable[Message], last: Iterable[Message]) -> Listing:
    """Return what its own record, its first messages, and its last ones (last first) tell of a session."""
    info, time = known.info, as_dict(known.info.get("time"))
    backwards = islice(last, MOST_MESSAGES)
    newest = list(islice(backwards, 1))
    return Listing(
        session=known.session,
        format=known.form,
        path=known.path,
        agent="opencode",
        title=first_typed(islice(first, MOST_MESSAGES)) or _title(as_text(info.get("title"))),
        project=project_of(as_text(info.get("directory"))),
        started=parse_time(time.get("created")),
        ended=next((m.ended or m.at for m in newest), None) or parse_time(time.get("updated")),
        messages=known.messages,
        open=ends_open(chain(newest, backwards)),
        child=bool(info.get("parentID")),
    )


def _title(title: str) -> str | None:
    return None if _UNNAMED.match(title) else heading(title)


def _object(data: object) -> Json | None:
    with suppress(orjson.JSONDecodeError, TypeError):
        value = orjson.loads(data)  # type: ignore[arg-type]
        return value if isinstance(value, dict) else None
    return None


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else as_text(value)
