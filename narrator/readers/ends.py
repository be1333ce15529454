"""The beginning and the end of a session's file, for a list of many: what lies between them isn't read.

An archive can only be read through; of a big one its ends are kept.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from narrator.readers.base import parse_time
from narrator.readers.compressed import is_packed, open_bytes
from narrator.readers.lenient import decode
from narrator.readers.records import unreadable

Json = dict[str, Any]

END_BYTES = 48 * 1024
"""How much is read of each end at first: what tells a session by is nearly always in it."""

FARTHEST = 4 << 20
"""How far an end is followed where one record fills it: of real lines the longest had 2.1 MB."""

_TIME = re.compile(
    rb'"(?:timestamp|time|ts|startTime|start_time|created|createdAt|created_at|lastUpdated|updated|updatedAt)"\s*:\s*'
    rb'(?:"(\d{4}-\d\d-\d\d[T ]\d\d:\d\d[^"]{0,20})"|(\d{12,14})\b)'
)
_ID = re.compile(rb'"(?:sessionId|session_id|sessionID|conversation_id)"\s*:\s*"([^"\\]{1,200})"')
_FOLDER = re.compile(rb'"(?:cwd|directory|workspace)"\s*:\s*("(?:[^"\\]|\\.){1,4000}")')


@dataclass(frozen=True, slots=True)
class Ends:
    """Two pieces of a file."""

    head: bytes
    """From the first byte on; the whole file where `tail` is empty."""
    tail: bytes
    """Up to the last byte."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing was left out."""
        return not self.tail

    @property
    def last(self) -> bytes:
        """The piece that the file ends with."""
        return self.tail or self.head


def ends(path: Path, length: int = END_BYTES) -> Ends:
    """Return a file's ends, each of `length` bytes; the whole of one that is no longer than both.

    Raises:
        SourceError: when the file can't be opened.

    """
    try:
        with open_bytes(path) as file:
            if is_packed(file):
                return _unpacked(file, length)
            size = os.fstat(file.fileno()).st_size
            if size <= 2 * length:
                return Ends(file.read(), b"")
            head = file.read(length)
            file.seek(size - length)
            return Ends(head, file.read())
    except OSError as error:
        raise unreadable(path, error) from error


def _unpacked(file: BinaryIO, length: int) -> Ends:
    head = file.read(2 * length)
    tail = b""
    while piece := file.read(length):
        tail = (tail + piece)[-length:]
    return Ends(head, tail)


def first_records(path: Path, found: Ends) -> Iterator[Json]:
    """Yield a JSON lines file's records from its first on, reading on beyond the head where they are asked for, to `FARTHEST`."""
    whole = found.is_whole
    lines = found.head.split(b"\n")
    for line in lines if whole else lines[:-1]:
        yield from decoded(line)
    if not whole:
        at = len(found.head) - len(lines[-1])
        with open_bytes(path) as file:
            file.read(at) if is_packed(file) else file.seek(at)
            while at < FARTHEST and (line := file.readline(FARTHEST)):
                at += len(line)
                yield from decoded(line)


def last_records(path: Path, found: Ends, wanted: Callable[[Json], bool]) -> list[Json]:
    """Return the records that a JSON lines file ends with, in order: those in the tail, of a longer one where none is wanted."""
    if found.is_whole:
        return [value for line in found.head.split(b"\n") for value in decoded(line)]
    values = [value for line in found.tail.split(b"\n")[1:] for value in decoded(line)]
    length = len(found.tail) * 4
    return values if length > FARTHEST or any(map(wanted, values)) else last_records(path, ends(path, length), wanted)


def is_cut(found: Ends) -> bool:
    """Return whether a JSON lines file ends in the middle of a record."""
    line = found.last.rsplit(b"\n", 1)[-1].strip(b" \t\r\0")
    return bool(line) and not list(decoded(line))


def decoded(line: bytes) -> Iterator[Json]:
    """Yield the objects of a line, glued ones too; nothing of what is no JSON."""
    if not line.strip():
        return
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        yield from _leniently(line)
        return
    if isinstance(value, dict):
        yield value


def _leniently(line: bytes) -> Iterator[Json]:
    text = line.decode("utf-8", "replace").strip().lstrip("\ufeff\0")
    while text.startswith("{"):
        try:
            value, rest, _ = decode(text)
        except (ValueError, RecursionError):
            return
        text = rest.lstrip(" \t\r\n\0")
        yield value


def told_id(found: Ends) -> str | None:
    """Return the session's id as any JSON names it, in the head; None where none does."""
    match = _ID.search(found.head)
    return match[1].decode("utf-8", "replace") if match else None


def told_folder(found: Ends) -> str | None:
    """Return the folder that a session was held in, as any JSON names it, in the head."""
    match = _FOLDER.search(found.head)
    try:
        return str(orjson.loads(match[1])) if match else None
    except orjson.JSONDecodeError:
        return None


def told_times(found: Ends) -> tuple[datetime | None, datetime | None]:
    """Return the first time that is told in the head and the last one in the tail."""
    first = _TIME.search(found.head)
    last = None
    for last in _TIME.finditer(found.last):  # noqa: B007 (only the last is wanted)
        pass
    return _time(first), _time(last)


def _time(match: re.Match[bytes] | None) -> datetime | None:
    if match is None:
        return None
    return parse_time(match[1].decode() if match[1] else int(match[2]))
