"""Reads Claude Code's sessions: `~/.claude/projects/<folder>/<session>.jsonl`, and what `claude -p` streams as JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from narrator.model import Child, Message, Transcript
from narrator.readers.base import Head, Listing, as_dict, parse_time
from narrator.readers.claude_agents import note_beside
from narrator.readers.claude_copies import mark_copied
from narrator.readers.claude_listing import count_messages, list_session
from narrator.readers.claude_session import Session
from narrator.readers.claude_threads import mark_interrupted, mark_superseded, parent_id, report_missing
from narrator.readers.compressed import stem
from narrator.readers.records import Tally, read_records

TITLE_LENGTH = 80
"""Of a title taken from the first prompt, in characters."""

_DECODER = json.JSONDecoder(strict=False)
_THREADED = frozenset({"system", "progress", "attachment", "result"})
_LEADING = frozenset({"queue-operation", "mode", "permission-mode", "custom-title", "ai-title", "last-prompt", "bridge-session"})
_KEYS = {"summary": "leafUuid", "file-history-snapshot": "snapshot"}
"""Records that stand first in a file and name no session: by the key that no other format's have."""


class ClaudeCode:
    """Sessions that Claude Code recorded."""

    name = "claude-code"
    title = "Claude Code session (JSONL)"
    gives = ("times", "ids", "errors", "finish", "tokens", "reasoning", "calls")

    def sniff(self, head: Head) -> bool:
        """Return whether one of the first records is Claude Code's, and none of a harness that took its envelope over."""
        lines = [line for line in head.text.split("\n")[:50] if line.lstrip().startswith("{")]
        values = [_decoded(line) for line in lines]
        if any("parts" in as_dict(v.get("message")) for v in values if v is not None):
            return False
        return any(
            _is_cut_record(line) if value is None else _is_record(value) for line, value in zip(lines, values, strict=True)
        )

    def read(self, path: Path, session: str | None = None) -> Transcript:  # noqa: ARG002 (a file holds one session)
        """Return the session in a file.

        Raises:
            SourceError: when the file can't be opened.

        """
        found = Session()
        for record in read_records(path, found.tally):
            found.add(record)
        found.settle()
        report_missing(found)
        mark_interrupted(found)
        mark_superseded(found)
        _look_beside(found, path)
        return _transcript(found, path)

    def stores(self) -> Iterator[Path]:
        """Yield the sessions in Claude Code's folders; sub-agents' logs are no sessions of their own."""
        for home in _homes():
            for path in home.glob("projects/*/*.jsonl"):
                if not path.name.startswith("agent-"):
                    yield path

    def listings(self, path: Path) -> Iterator[Listing]:
        """Yield the session in a file, by its ends."""
        yield from list_session(path)

    def count(self, path: Path) -> int:
        """Return how many messages a session makes, without making them."""
        return count_messages(record.value for record in read_records(path, Tally()))


def _homes() -> tuple[Path, ...]:
    chosen = os.environ.get("CLAUDE_CONFIG_DIR")
    return (Path(chosen),) if chosen else (Path.home() / ".claude", Path.home() / ".config" / "claude")


def _decoded(line: str) -> dict[str, Any] | None:
    """Return the first object on a line; None where it is cut off or broken."""
    try:
        value, _ = _DECODER.raw_decode(line.lstrip())
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else {}


def _is_cut_record(line: str) -> bool:
    return ('"parentUuid"' in line and '"sessionId"' in line) or '"file-history-snapshot"' in line[:200]


def _is_record(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    if not isinstance(kind, str):
        return False
    in_session = "sessionId" in value or "session_id" in value
    if kind in ("user", "assistant"):
        return in_session and isinstance(value.get("message"), dict)
    if kind in _KEYS:
        return _KEYS[kind] in value
    return in_session and (kind in _LEADING or (kind in _THREADED and "uuid" in value))


def _transcript(found: Session, path: Path) -> Transcript:
    name = _session(found, path)
    if len(found.ids) > 1:
        counts = ", ".join(f"{s[:40]}: {n}" for s, n in tuple(found.ids.items())[:4])
        found.tally.complain("mixed-sessions", f"records of {len(found.ids)} sessions ({counts}); read as one, {name}")
    _join_branch(found)
    named = _name(found)
    messages = tuple(_messages(found))
    times = [time for m in messages for time in (m.at, m.ended) if time is not None]
    return Transcript(
        session=name,
        format="claude-code",
        agent="claude-code",
        version=found.facts.get("version"),
        title=named or _first_prompt(messages),
        cwd=found.facts.get("cwd"),
        started=parse_time(found.facts.get("started")) or min(times, default=None),
        ended=parse_time(found.facts.get("ended")) or max(times, default=None),
        messages=messages,
        events=tuple(found.events),
        children=tuple(_children(found, messages)),
        problems=tuple(found.tally.problems),
        coverage=found.tally.coverage(len(messages), len(found.events)),
        digest=found.tally.digest,
    )


def _look_beside(found: Session, path: Path) -> None:
    """Learn from the files beside a session's which sub-agents it had, and which messages it has from an older session."""
    is_branch = _is_branch(found)
    note_beside(found, path, agent=found.facts.get("agent", "") if is_branch else None)
    if not is_branch:
        mark_copied(found, path, _session(found, path))


def _is_branch(found: Session) -> bool:
    """Return whether the whole file is a sub-agent's log."""
    return bool(found.turns) and all("sidechain" in turn.flags for turn in found.turns)


def _join_branch(found: Session) -> None:
    """In a sub-agent's own log it is the main thread; in a session's file, calls are marked with the branches they started."""
    if _is_branch(found):
        for turn in found.turns:
            turn.join()
    for agent, (call, _) in found.agents.items():
        number = found.turn_of_call(call)
        if number is not None:
            found.turns[number].children[call] = f"agent-{agent}"


def _session(found: Session, path: Path) -> str:
    """Return the file's own name where its records bear it; resumed and forked files name older sessions too."""
    agent = found.facts.get("agent")
    if agent and _is_branch(found):
        return f"agent-{agent}"
    if stem(path) in found.ids or not found.ids:
        return stem(path)
    return found.facts["session"]


def _messages(found: Session) -> Iterator[Message]:
    """Yield the messages; each turn is let go as soon as its message is made, for long sessions are most of the memory."""
    parents = [parent_id(found, turn) for turn in found.turns]
    found.owner.clear()
    turns = found.turns[::-1]
    found.turns.clear()
    for index, parent in enumerate(parents):
        yield turns.pop().message(index, parent=parent)


def _name(found: Session) -> str | None:
    """Return what the person or the harness called the session.

    A summary is the session's own only if it sums up a record that is in the file: others come from neighbors.
    """
    own = [text for leaf, text in found.leaves if leaf in found.owner and text.strip()]
    return found.facts.get("customTitle") or found.facts.get("aiTitle") or (own[-1] if own else None)


def _first_prompt(messages: tuple[Message, ...]) -> str | None:
    prompts = (m.visible_text for m in messages if m.kind == "prompt" and m.by == "person")
    return next((_heading(text) for text in prompts if text), None)


def _heading(text: str) -> str:
    """Return a text's first line, or its second where the first only announces it."""
    lines = [line for line in (line.strip("# 	") for line in text.splitlines()) if line]
    line = lines[1] if len(lines) > 1 and lines[0].endswith(":") else lines[0] if lines else text
    return line if len(line) <= TITLE_LENGTH else line[:TITLE_LENGTH].rsplit(" ", 1)[0] + "…"


def _children(found: Session, messages: tuple[Message, ...]) -> Iterator[Child]:
    for agent, (call, title) in found.agents.items():
        number = found.turn_of_call(call)
        asked = _asked(messages[number], call) if number is not None else None
        yield Child(session=f"agent-{agent}", message=number, title=title or asked)


def _asked(message: Message, call: str) -> str | None:
    part = next((p for p in message.parts if p.kind == "call" and p.call == call), None)
    return part.arg("description") if part else None
