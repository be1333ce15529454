"""Where a Cline or Roo task's records stand: the model's history, the interface's messages beside it, and what names the task."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from narrator.model import Place
from narrator.readers.arrays import Extent, begin, element, members
from narrator.readers.base import as_text
from narrator.readers.compressed import stem
from narrator.readers.elements import decoded, objects
from narrator.readers.records import Record, Tally, mapped

API = "api_conversation_history"
UI = "ui_messages"

_OLD_UI = "claude_messages"
_RESTART = re.compile(rb'\{\s*+"(?:role|ts|id)"\s*+:\s*+["\d]')
_SESSION = re.compile(rb'"sessionId"\s*:\s*"([^"\\]{1,200})"')
_SMALL = 4_000_000


@dataclass(slots=True)
class Source:
    """A task's records."""

    session: str
    tally: Tally
    history: list[Record] = field(default_factory=list)
    """What went to the model and came from it."""
    shown: list[Record] = field(default_factory=list)
    """What the interface showed."""
    info: dict[str, Any] = field(default_factory=dict)
    """What names the task: Roo's `history_item.json`, the command line's manifest."""
    children: list[str] = field(default_factory=list)


def source_of(path: Path) -> Source:
    """Return the records of the task that `path` is a file of; its sibling is read too, where it is there.

    Raises:
        SourceError: when a file can't be opened.

    """
    source = Source(stem(path), Tally())
    hashed = sha256()
    api, ui = _pair(path)
    if api is None and ui is None:
        _read_session(path, source, hashed)
    for file, into in ((api, source.history), (ui, source.shown)):
        if file is not None:
            _read_array(file, into, source.tally, hashed)
    if api is not None or ui is not None:
        source.session = task_of(path)
        _read_info(path.with_name("history_item.json"), source, hashed)
    source.tally.digest = hashed.hexdigest()
    return source


def _pair(path: Path) -> tuple[Path | None, Path | None]:
    """Return the history's file and the interface's, whichever of them was given."""
    with mapped(path) as data:
        at = begin(data)
        if at is None or data[at : at + 1] != b"[":
            return None, None
        first = element(data, at + 1, len(data))
        is_ui = first is not None and "role" not in members(data, first.start).found
    api = _sibling(path, API) if is_ui else path
    ui = path if is_ui else _sibling(path, UI) or _sibling(path, _OLD_UI)
    return api, ui


def task_of(path: Path) -> str:
    """Return the task's id: its folder's name, or what stands before a file's own name in it."""
    for name in (API, UI, _OLD_UI):
        before, found, _ = path.name.partition(name)
        if found and before.strip("._-"):
            return before.strip("._-")
        if found:
            return path.resolve().parent.name or stem(path)
    return stem(path)


def _sibling(path: Path, wanted: str) -> Path | None:
    for name in (API, UI, _OLD_UI):
        if name in path.name:
            found = path.with_name(path.name.replace(name, wanted))
            return found if found.is_file() and found != path else None
    return None


def _read_array(file: Path, into: list[Record], tally: Tally, hashed: Any) -> None:
    with mapped(file, tally) as data:
        hashed.update(data)
        at = begin(data)
        if at is None:
            tally.complain("no-records", "the file holds no list of records", Place(file=str(file)))
            return
        array = element(data, at, len(data)) or Extent(at, len(data), whole=False)
        into += objects(str(file), data, array, tally, restart=_RESTART)


def _read_session(path: Path, source: Source, hashed: Any) -> None:
    """Read the command line's `<id>.messages.json`, one object around the messages, and its manifest."""
    with mapped(path, source.tally) as data:
        hashed.update(data)
        at = begin(data)
        found = members(data, at).found if at is not None else {}
        place = Place(file=str(path), byte_start=at, byte_end=len(data))
        source.tally.records += 1
        source.tally.in_header += 1
        told = {n: decoded(data, x, place, Tally()) for n, x in found.items() if n in ("sessionId", "agent", "updated_at")}
        source.info.update({k: v for k, v in told.items() if v is not None})
        source.session = as_text(told.get("sessionId")) or path.name.partition(".")[0]
        array = found.get("messages", Extent(0, 0))
        if data[array.start : array.start + 1] != b"[":
            source.tally.complain("no-messages", "the file's `messages` are missing or no list", place)
            return
        source.history += objects(str(path), data, array, source.tally, restart=_RESTART)
    _read_info(path.with_name(f"{path.name.partition('.')[0]}.json"), source, hashed)
    if told.get("agent") in (None, "lead"):
        source.children = _children(path, source.session)


def _read_info(file: Path, source: Source, hashed: Any) -> None:
    if not file.is_file() or file.stat().st_size > _SMALL:
        return
    with mapped(file) as data:
        hashed.update(data)
        place = Place(file=str(file), byte_start=0, byte_end=len(data))
        found = decoded(data, Extent(0, len(data)), place, source.tally)
    source.tally.records += 1
    if isinstance(found, dict):
        source.tally.in_header += 1
        source.info.update(found)
    else:
        source.tally.bad += 1
        source.tally.complain("bad-record", "the file holds no object that can be decoded; left out", place)


def messages_of(path: Path, sessions: Sequence[str]) -> dict[str, str]:
    """Return, by session, the files of these sub-agents' messages beside their session's."""
    return {named: str(file) for named, file in _beside(path) if named in sessions}


def _children(path: Path, session: str) -> list[str]:
    """Return the sessions of the sub-agents whose messages lie beside the session's."""
    return [named for named, _ in _beside(path) if named != session]


def _beside(path: Path) -> Iterator[tuple[str, Path]]:
    for file in sorted(path.parent.glob("*.messages.json")):
        if file != path:
            with file.open("rb") as head:
                found = _SESSION.search(head.read(4096))
            yield (found[1].decode("utf-8", "replace") if found else file.name.partition(".")[0]), file
