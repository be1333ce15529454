"""Reads Copilot CLI's sessions: `events.jsonl`, lines of `{type, data, id, timestamp, parentId}`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from narrator.model import Message, Status, Transcript
from narrator.readers.base import Head, as_dict, as_text, parse_time
from narrator.readers.compressed import stem
from narrator.readers.copilot_events import EVENTS, take
from narrator.readers.copilot_session import Session
from narrator.readers.pending import first_prompt
from narrator.readers.records import read_records

_ENVELOPE = frozenset({"type", "data", "id", "timestamp", "parentId"})
_CUT_HEADER = re.compile(r'\{"type":"session\.start","data":\{"sessionId":')


class Copilot:
    """Reads Copilot CLI's events."""

    name = "copilot"
    title = "Copilot CLI events (JSONL)"
    gives = ("times", "ids", "errors", "finish", "tokens", "reasoning", "calls")

    def sniff(self, head: Head) -> bool:
        """Return whether one of the first lines is an event in Copilot's envelope."""
        lines = [line for line in head.text.split("\n") if line.strip()][:5]
        return any(_is_event(line) for line in lines)

    def read(self, path: Path, session: str | None = None) -> Transcript:  # noqa: ARG002 (a file holds one session)
        """Read the session in `path`.

        Raises:
            SourceError: when the file can't be opened.

        """
        found = Session()
        for record in read_records(path, found.tally):
            take(found, record)
        found.settle()
        return _transcript(found, path)

    def stores(self) -> Iterator[Path]:
        """Yield the sessions under $COPILOT_HOME, by default ~/.copilot."""
        home = Path(os.environ.get("COPILOT_HOME") or Path.home() / ".copilot") / "session-state"
        yield from home.glob("*/events.jsonl")
        yield from home.glob("*.jsonl")


def _is_event(line: str) -> bool:
    try:
        value = as_dict(orjson.loads(line))
    except orjson.JSONDecodeError:
        return _CUT_HEADER.match(line) is not None
    kind, data = value.get("type"), value.get("data")
    if not isinstance(kind, str) or not isinstance(data, dict):
        return False
    if kind == "session.start":
        return "copilotVersion" in data or as_text(data.get("producer")).startswith("copilot")
    return kind in EVENTS and value.keys() >= _ENVELOPE


def _transcript(session: Session, path: Path) -> Transcript:
    messages = tuple(_message(session, i) for i in range(len(session.messages)))
    header = session.header
    times = [t for m in messages for t in (m.at, m.ended) if t is not None]
    return Transcript(
        session=as_text(header.get("sessionId")) or _name(path),
        format=Copilot.name,
        agent="copilot",
        version=as_text(header.get("copilotVersion")) or None,
        title=session.title or first_prompt(messages),
        cwd=_folder(header),
        started=parse_time(header.get("startTime")) or min(times, default=None),
        ended=max([*times, *([session.ended] if session.ended else [])], default=None),
        messages=messages,
        events=tuple(session.events),
        problems=tuple(session.tally.problems),
        coverage=session.tally.coverage(len(messages), len(session.events)),
        digest=session.tally.digest,
    )


def _name(path: Path) -> str:
    """Return a session's name where no record tells it: in its folder the file is always called the same."""
    return path.parent.name if stem(path) == "events" and path.parent.name else stem(path)


def _folder(header: dict[str, Any]) -> str | None:
    return as_text(as_dict(header.get("context")).get("cwd")) or None


def _message(session: Session, index: int) -> Message:
    pending = session.messages[index]
    running = index == len(session.messages) - 1 and "turn.end" not in pending.told
    unanswered: Status = "running" if running else "missing"
    return pending.message(unanswered=unanswered)
