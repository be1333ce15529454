"""Reads Gemini CLI's sessions: one JSON document (to early 2026), or JSON lines that are written as the session goes on."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from narrator.model import Transcript
from narrator.readers.base import HEAD_BYTES, Head, as_list, as_text, parse_time
from narrator.readers.compressed import open_bytes, stem
from narrator.readers.documents import document, head_of
from narrator.readers.gemini_session import Session
from narrator.readers.pending import first_prompt
from narrator.readers.records import read_records, unreadable

_RESTART = re.compile(rb'\{\s*+"id"\s*+:\s*+"')
"""Where a message's record can begin: inside a string its quotes would be escaped."""

_OTHERS = frozenset({"uuid", "type", "narrator"})
"""Keys that a first line with a session's id has in other formats."""

_FIRST_LINES = 5
_HEADER = ("sessionId", "projectHash", "startTime", "lastUpdated", "summary", "kind", "directories")


class Gemini:
    """Reads Gemini CLI's recordings."""

    name = "gemini"
    title = "Gemini CLI sessions (JSON, JSONL)"
    gives = ("times", "ids", "errors", "tokens", "reasoning", "calls")

    def sniff(self, head: Head) -> bool:
        """Return whether the document, or one of the first lines, names a session and its project by their hash."""
        lines = [line for line in head.data.splitlines()[:_FIRST_LINES] if line.strip()]
        if any(_is_header(value) for value in map(_object, lines) if value is not None):
            return True
        return _begins_document(head.path, head.data)

    def read(self, path: Path, session: str | None = None) -> Transcript:  # noqa: ARG002 (a file holds one session)
        """Read the session in `path`.

        Raises:
            SourceError: when the file can't be opened, or holds neither a document nor lines.

        """
        found = Session()
        if _is_lines(path):
            for record in read_records(path, found.tally):
                found.add(record)
        else:
            _read_document(path, found)
        return _transcript(found, path)

    def stores(self) -> Iterator[Path]:
        """Yield the sessions under ~/.gemini; of one that was carried on in JSON lines, those."""
        home = Path(os.environ.get("GEMINI_CLI_HOME") or Path.home())
        for path in (home / ".gemini").glob("tmp/*/chats/session-*.json*"):
            if path.suffix == ".jsonl" or (path.suffix == ".json" and not path.with_suffix(".jsonl").exists()):
                yield path


def _is_header(value: dict[str, Any]) -> bool:
    return {"sessionId", "projectHash"} <= value.keys() and not _OTHERS & value.keys()


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    return value if isinstance(value, dict) else None


def _is_lines(path: Path) -> bool:
    """Return whether the file is lines of JSON: its first is an object and not all of it, or no document begins with it."""
    try:
        with open_bytes(path) as file:
            head = file.read(HEAD_BYTES)
    except OSError as error:
        raise unreadable(path, error) from error
    lines = [line for line in head.splitlines()[:_FIRST_LINES] if line.strip()]
    values = [_object(line) for line in lines]
    if values and values[0] is not None:
        return len(values) > 1 or "messages" not in values[0]
    return not _begins_document(path, head) and any(value is not None for value in values)


def _begins_document(path: Path, head: bytes) -> bool:
    found = head_of(path, head)
    return found is not None and _is_header(dict.fromkeys(found.members.found))


def _read_document(path: Path, session: Session) -> None:
    with document(path, session.tally) as found:
        session.tally.records += 1
        session.tally.in_header += 1
        told = {name: found.value(name, session.tally) for name in _HEADER}
        session.header = {name: value for name, value in told.items() if value is not None}
        if found.holds_array("messages"):
            for record in found.records("messages", session.tally, restart=_RESTART):
                session.add_message(record)
        elif not found.members.whole:
            session.tally.truncated = 1


def _transcript(session: Session, path: Path) -> Transcript:
    messages = tuple(pending.message() for pending in session.messages)
    header = session.header
    times = [t for m in messages for t in (m.at, m.ended) if t is not None]
    updated = parse_time(header.get("lastUpdated"))
    return Transcript(
        session=as_text(header.get("sessionId")) or stem(path),
        format=Gemini.name,
        agent="gemini",
        title=as_text(header.get("summary")) or first_prompt(messages),
        cwd=next((f for f in as_list(header.get("directories")) if isinstance(f, str) and f), None),
        started=parse_time(header.get("startTime")) or min(times, default=None),
        ended=max([*times, *([updated] if updated else [])], default=None),
        messages=messages,
        events=tuple(session.events),
        children=tuple(session.children.values()),
        problems=tuple(session.tally.problems),
        coverage=session.tally.coverage(len(messages), len(session.events)),
        digest=session.tally.digest,
    )
