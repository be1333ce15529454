"""Reads Pi's sessions (versions 1 to 3), and those of its family: OpenClaw, oh-my-pi.

The active conversation is the path from the last entry to the root. Messages of other branches stay, flagged `superseded`; the
index is the position in the file.
"""

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
from narrator.readers.pending import first_prompt
from narrator.readers.pi_entries import take
from narrator.readers.pi_session import Session
from narrator.readers.records import read_records

KNOWN_VERSIONS = (1, 2, 3)
"""Of the shape of a session's file; the program's own version isn't recorded. A header without one is the first's."""

_CUT_HEADER = re.compile(r'\{"type":"session",(?:"version":\d+,)?"id":"[^"]*","timestamp":"')
_OTHERS = frozenset({"data", "payload", "sessionID", "sessionId", "uuid"})
"""Keys that a record of the type `session` has in other formats."""


class Pi:
    """Reads Pi's session files."""

    name = "pi"
    title = "Pi sessions (JSONL; OpenClaw's too)"
    gives = ("times", "ids", "errors", "finish", "tokens", "cost", "reasoning", "calls")

    def sniff(self, head: Head) -> bool:
        """Return whether the first record is a session's header."""
        line = next((line for line in head.text.split("\n") if line.strip()), "")
        value = _object(line)
        if value is None:
            return _CUT_HEADER.match(line) is not None
        named = isinstance(value.get("id"), str) and isinstance(value.get("timestamp"), str)
        return value.get("type") == "session" and named and not _OTHERS & value.keys()

    def read(self, path: Path, session: str | None = None) -> Transcript:  # noqa: ARG002 (a file holds one session)
        """Read the session in `path`.

        Raises:
            SourceError: when the file can't be opened.

        """
        found = Session()
        for record in read_records(path, found.tally):
            take(found, record)
        found.settle()
        _tell_version(found)
        _mark_branches(found)
        _mark_copies(found)
        return _transcript(found, path)

    def named(self, path: Path, head: bytes) -> str | None:  # noqa: ARG002 (the header tells it)
        """Return the id in the header that a file begins with."""
        line = next((line for line in head.split(b"\n") if line.strip()), b"")
        return as_text((_object(line.decode("utf-8", "replace")) or {}).get("id")) or None

    def stores(self) -> Iterator[Path]:
        """Yield the sessions in the folders of Pi, oh-my-pi and OpenClaw."""
        for folder in _folders():
            yield from folder.glob("**/*.jsonl")
        state = Path(os.environ.get("OPENCLAW_STATE_DIR") or Path.home() / ".openclaw")
        yield from state.glob("agents/*/sessions/*.jsonl")


def _folders() -> Iterator[Path]:
    chosen = os.environ.get("PI_CODING_AGENT_DIR")
    homes = [Path(chosen)] if chosen else [Path.home() / ".pi" / "agent", Path.home() / ".omp" / "agent"]
    yield from (home / "sessions" for home in homes)
    if os.environ.get("PI_CODING_AGENT_SESSION_DIR"):
        yield Path(os.environ["PI_CODING_AGENT_SESSION_DIR"])


def _object(line: str) -> dict[str, Any] | None:
    try:
        return as_dict(orjson.loads(line))
    except orjson.JSONDecodeError:
        return None


def _mark_branches(session: Session) -> None:
    active = session.active()
    for index, entry in session.first.items():
        if entry not in active:
            session.messages[index].flags.add("superseded")


def _mark_copies(session: Session) -> None:
    """Flag what a forked file repeats of its parent: what is older than its header.

    A copy that nobody went on with is read as the session itself.
    """
    forked = session.header.get("parentSession") or session.header.get("branchedFrom")
    created = parse_time(session.header.get("timestamp"))
    if not forked or created is None:
        return
    older = [m for m in session.messages if m.at is not None and m.at < created]
    if len(older) < len(session.messages):
        for message in older:
            message.flags.add("copied")


def _transcript(session: Session, path: Path) -> Transcript:
    messages = tuple(_message(session, i) for i in range(len(session.messages)))
    header = session.header
    times = [t for m in messages for t in (m.at, m.ended) if t is not None]
    return Transcript(
        session=as_text(header.get("id")) or stem(path),
        format=Pi.name,
        agent="pi",
        title=session.name or first_prompt(messages),
        cwd=as_text(header.get("cwd")) or None,
        started=min(times, default=parse_time(header.get("timestamp"))),
        ended=max([*times, *([session.ended] if session.ended else [])], default=None),
        messages=messages,
        events=tuple(session.events),
        problems=tuple(session.tally.problems),
        coverage=session.tally.coverage(len(messages), len(session.events)),
        digest=session.tally.digest,
    )


def _tell_version(session: Session) -> None:
    version = session.header.get("version", 1)
    if version not in KNOWN_VERSIONS:
        text = f"version {as_text(version)[:40]} of Pi's sessions; read as version {KNOWN_VERSIONS[-1]}"
        session.tally.complain("other-version", text)


def _message(session: Session, index: int) -> Message:
    pending = session.messages[index]
    running = index == len(session.messages) - 1 and pending.finish in (None, "toolUse")
    unanswered: Status = "running" if running else "missing"
    return pending.message(unanswered=unanswered)
