"""Where OpenHands' events stand: rows of an `output.jsonl`, a list of events, or a conversation's folder.

A row is a session, so that a file of rows is a store; each of its events is a record, and so is the row around them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from narrator.errors import SourceError
from narrator.model import Place
from narrator.readers.arrays import Data, Extent, element, members
from narrator.readers.base import as_text
from narrator.readers.compressed import stem
from narrator.readers.elements import decoded, objects
from narrator.readers.records import Record, Tally, loads, mapped, read_bytes, read_records, unreadable

STATE = "base_state.json"
EVENTS = "events"

_NUMBER = re.compile(r"(?:event-)?(\d{1,9})(?:-.*)?")
_RESTART = re.compile(rb'\{\s*+"(?:id"\s*+:\s*+(?:\d|"[0-9a-f]{8}-[0-9a-f]{4}-)|(?:timestamp|source|kind)"\s*+:\s*+")')
_SPREAD = re.compile(rb"\s*\{\s*\n")
"""How an object begins that is spread over lines."""

_NAME = b'"history"'
_ARRAY = re.compile(rb"\s*+:\s*+\[")
_CANDIDATES = 8


@dataclass(slots=True)
class Source:
    """A session's records."""

    session: str
    tally: Tally
    events: list[Record] = field(default_factory=list)
    error: str = ""
    """The error that ended the session, as its row tells it."""
    state: dict[str, Any] = field(default_factory=dict)
    """A conversation's `base_state.json`."""
    is_row: bool = False


@dataclass(frozen=True, slots=True)
class _Row:
    """An object with a history: the line of the file that holds it, and where in that line it begins."""

    id: str
    line: int
    start: int
    end: int
    at: int
    error: str = ""
    """The error that ended it, as the row tells it."""
    first: dict[str, Any] | None = None
    """Its first event, where it alone is the line and can be decoded."""


def is_conversation(path: Path) -> bool:
    """Return whether a folder is a conversation's: events in files, one each, numbered."""
    try:
        names = os.listdir(path / EVENTS)
    except OSError:
        return False
    return any(name.endswith(".json") and _NUMBER.fullmatch(name[:-5]) for name in names)


def sources(path: Path, session: str | None) -> Iterator[Source]:
    """Yield what may be read, the best first: the row that `session` names, else the file's rows from the last to the first.

    Raises:
        SourceError: when nothing there can be read, or `session` names no row or several.

    """
    if path.is_dir() or path.name == STATE:
        yield _conversation(path if path.is_dir() else path.parent)
        return
    archive = Tally()
    with mapped(path, archive) as data:
        start = re.search(rb"[^\s\xef\xbb\xbf]", data)
        if start is not None and start[0] == b"[":
            yield _after(archive, _listed(path, data, start.start()))
            return
        rows, others = _rows(data)
        for row in _chosen(path, rows, session):
            yield _after(archive, _history(path, data[row.start : row.end], row, others))
    if not rows:
        yield _lines(path)


def _after(archive: Tally, source: Source) -> Source:
    """Return the source with what is wrong with the archive that it came out of."""
    source.tally.problems[:0] = archive.problems
    source.tally.truncated |= archive.truncated
    return source


def _conversation(folder: Path) -> Source:
    tally = Tally()
    source = Source(folder.name, tally)
    hashed = sha256()
    for file in _files(folder):
        place, data = _read(file, tally, hashed)
        value = _value(data, place, tally)
        if value is None:
            tally.bad += 1
        elif file.name == STATE:
            tally.in_header += 1
            source.state = value
            source.session = as_text(value.get("id")) or folder.name
        else:
            source.events.append(Record(value, place))
    _complain_of_missing(folder, tally)
    tally.digest = hashed.hexdigest()
    return source


def _files(folder: Path) -> list[Path]:
    state = folder / STATE
    return ([state] if state.is_file() else []) + [file for _, file in _numbered(folder)]


def _numbered(folder: Path) -> list[tuple[int, Path]]:
    try:
        files = [p for p in (folder / EVENTS).iterdir() if p.suffix == ".json"]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise unreadable(folder, error) from error
    found = [(int(m[1]), p) for p in files if (m := _NUMBER.fullmatch(p.stem))]
    return sorted(found, key=lambda item: (item[0], item[1].name))


def _read(file: Path, tally: Tally, hashed: Any) -> tuple[Place, bytes]:
    data = read_bytes(file)
    hashed.update(data)
    tally.records += 1
    return Place(file=str(file), byte_start=0, byte_end=len(data)), data


def _value(data: bytes, place: Place, tally: Tally) -> dict[str, Any] | None:
    try:
        found = loads(data, place, tally)
    except (ValueError, RecursionError):
        found = None
    if isinstance(found, dict):
        return found
    tally.complain("bad-record", "the file holds no object that can be decoded; left out", place)
    return None


def _complain_of_missing(folder: Path, tally: Tally) -> None:
    numbers = {n for n, _ in _numbered(folder)}
    missing = [n for n in range(max(numbers, default=-1)) if n not in numbers] if len(numbers) < 100_000 else []
    if missing:
        tally.dangling += len(missing)
        named = ", ".join(map(str, missing[:_CANDIDATES])) + (", …" if len(missing) > _CANDIDATES else "")
        tally.complain("missing-events", f"no files of the events {named}; what they held is lost", Place(file=str(folder)))


def _listed(path: Path, data: Data, at: int) -> Source:
    tally = Tally(digest=sha256(data).hexdigest())
    array = element(data, at, len(data)) or Extent(at, len(data), whole=False)
    return Source(stem(path), tally, list(objects(str(path), data, array, tally, restart=_RESTART)))


def _lines(path: Path) -> Source:
    tally = Tally()
    return Source(stem(path), tally, list(read_records(path, tally)))


def _rows(data: Data) -> tuple[list[_Row], list[Place]]:
    """Return the rows of a file, and the places (without its name) of lines that hold none."""
    rows: list[_Row] = []
    others: list[Place] = []
    for number, (start, end) in enumerate(_extents(data), 1):
        line = data[start:end]
        found = list(_rows_of(line, number, start, len(rows)))
        rows += found
        if not found and line.strip():
            others.append(Place(file="", line=number, byte_start=start, byte_end=start + len(line.rstrip())))
    return rows, others


def _extents(data: Data) -> Iterator[tuple[int, int]]:
    """Yield where each line begins and ends; an object that is spread over lines is taken as one."""
    at = 0
    if _SPREAD.match(data):
        yield 0, len(data)
        return
    while at < len(data):
        end = data.find(b"\n", at) + 1 or len(data)
        yield at, end
        at = end


def _rows_of(line: bytes, number: int, start: int, before: int) -> Iterator[_Row]:
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        yield from _rows_in_pieces(line, number, start, before)
        return
    if isinstance(value, dict) and isinstance(value.get("history"), list):
        named = as_text(value.get("instance_id")) or f"row-{before + 1}"
        error = as_text(value.get("error"))
        first = next(iter(value["history"]), None)
        yield _Row(named, number, start, start + len(line), line.index(b"{"), error, first if isinstance(first, dict) else None)


def _rows_in_pieces(line: bytes, number: int, start: int, before: int) -> Iterator[_Row]:
    """Yield the rows of a line that holds several objects, or one that is cut off or broken."""
    at = line.find(b"{")
    while at >= 0:
        extent = element(line, at, len(line)) or Extent(at, len(line), whole=False)
        found = members(line[: extent.end], at).found
        if "history" in found and line[found["history"].start : found["history"].start + 1] == b"[":
            told = decoded(line, found["instance_id"], Place(file=""), Tally()) if "instance_id" in found else None
            yield _Row(as_text(told) or f"row-{before + 1}", number, start, start + len(line), at)
            before += 1
        at = line.find(b"{", extent.end) if extent.whole else -1


def _chosen(path: Path, rows: list[_Row], session: str | None) -> list[_Row]:
    if session is None:
        return rows[::-1]
    exact = [r for r in rows if r.id == session]
    found = exact or [r for r in rows if r.id.startswith(session)]
    if not found or len({r.id for r in found}) > 1:
        some = sorted({r.id for r in (found or rows)})
        listed = ", ".join(some[:_CANDIDATES]) + (f" and {len(some) - _CANDIDATES} more" if len(some) > _CANDIDATES else "")
        what = "several sessions begin" if found else "no session begins"
        raise SourceError(f"{path}: {what} with {session}; there are {listed}")
    return found[::-1]


def _history(path: Path, line: bytes, row: _Row, others: list[Place]) -> Source:
    tally = Tally(records=1, in_header=1, digest=sha256(line).hexdigest())
    for place in others:
        tally.records += 1
        tally.bad += 1
        where = place.model_copy(update={"file": str(path)})
        tally.complain("bad-line", f"line {place.line}: no row with a history that can be read; left out", where)
    array, error = _array(line, row)
    found = objects(str(path), line, array, tally, restart=_RESTART, base=row.start, line=row.line)
    events = list(found)
    if not (array.whole or tally.truncated):
        tally.truncated = 1
        text = f"line {row.line}: the row is cut off; what was whole is read"
        tally.complain("cut-line", text, Place(file=str(path), line=row.line))
    return Source(row.id, tally, events, error, is_row=True)


def _array(line: bytes, row: _Row) -> tuple[Extent, str]:
    """Return where a row's history stands in its line, and the row's error."""
    at = line.find(_NAME) if row.first is not None else -1
    while at >= 0:
        # The name may stand in other objects too; the row's own is the one before the events.
        begins = _ARRAY.match(line, at + len(_NAME))
        event = element(line, begins.end(), len(line)) if begins is not None else None
        if begins is not None and event is not None and decoded(line, event, Place(file=""), Tally()) == row.first:
            return Extent(begins.end() - 1, len(line)), row.error
        at = line.find(_NAME, at + 1)
    found, whole = members(line, row.at)
    told = decoded(line, found["error"], Place(file=""), Tally()) if "error" in found else row.error
    array = found["history"]
    return array if whole else array._replace(whole=False), as_text(told)
