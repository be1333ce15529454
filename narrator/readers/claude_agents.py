"""Claude Code's sub-agents: their logs beside a session's, and which call started each.

A log lies in `<session>/subagents/` (a workflow's one folder deeper), before 2.1 beside the session. The session names the
sub-agent in the call's result or progress; where it doesn't, the log's `.meta.json` names the call, or the log's first prompt
is the one that a single call gave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from narrator.errors import SourceError
from narrator.readers.base import as_dict, as_text
from narrator.readers.claude_blocks import blocks_of
from narrator.readers.claude_session import Session
from narrator.readers.compressed import open_bytes, stem

PREFIX = "agent-"
_LONGEST_LINE = 1 << 20
"""Bytes of a log's first line that are read: it holds the whole prompt."""


class Log(NamedTuple):
    """A sub-agent's log."""

    agent: str
    path: Path


def note_beside(found: Session, path: Path, *, agent: str | None) -> None:
    """Add to a session's sub-agents those whose logs lie beside it; of a sub-agent's own log (`agent`), those that it started."""
    prompts = _prompts(found)
    # Sessions that started none don't look through their folder: it may hold thousands of files.
    neighbors = _neighbors(path) if prompts or found.agents or agent is not None else ()
    for log in (*_inside(path), *neighbors):
        if log.agent in found.agents or log.agent == agent:
            continue
        first, meta = _first(log.path), _meta(log.path)
        if not _belongs(found, first, meta, agent):
            continue
        words = as_text(as_dict(first.get("message")).get("content"))
        call = as_text(meta.get("toolUseId")) or prompts.get(words, "")
        found.agents[log.agent] = (call, as_text(meta.get("description")))


def logs_of(path: Path, sessions: Sequence[str]) -> dict[str, str]:
    """Return, by session (`agent-…`), the logs of sub-agents that lie beside the session's file at `path`."""
    logs = {f"{PREFIX}{log.agent}": log.path for log in (*_neighbors(path), *_inside(path))}
    return {s: str(logs[s]) for s in sessions if s in logs and logs[s] != path}


def _inside(path: Path) -> Iterator[Log]:
    return _logs((path.parent / stem(path) / "subagents").rglob(f"{PREFIX}*.jsonl*"))


def _neighbors(path: Path) -> Iterator[Log]:
    return _logs(path.parent.glob(f"{PREFIX}*.jsonl*"))


def _logs(files: Iterator[Path]) -> Iterator[Log]:
    for file in sorted(files):
        yield Log(stem(file).removeprefix(PREFIX), file)


def _belongs(found: Session, first: dict[str, Any], meta: dict[str, Any], agent: str | None) -> bool:
    """Return whether a log's sub-agent was started by this session, or by this sub-agent."""
    parent = meta.get("parentAgentId")
    if agent is not None:
        return parent == agent
    deep = isinstance(parent, str) or (type(meta.get("spawnDepth")) is int and meta["spawnDepth"] > 1)
    return not deep and first.get("sessionId") in found.ids


def _prompts(found: Session) -> dict[str, str]:
    """Return the calls that may have started sub-agents by what they asked; "" for what several calls asked."""
    taken = {call for call, _ in found.agents.values()}
    calls = [p for turn in found.turns for p in turn.draft.parts if p.kind == "call" and p.call and p.call not in taken]
    asked = [(p.arg("prompt"), p.call) for p in calls if p.arg("prompt")]
    counts = Counter(words for words, _ in asked)
    return {words: call if call and counts[words] == 1 else "" for words, call in asked if words}


def _first(log: Path) -> dict[str, Any]:
    """Return a log's first record, its message's text as one string."""
    with suppress(OSError, SourceError, orjson.JSONDecodeError), open_bytes(log) as stream:
        record = as_dict(orjson.loads(stream.readline(_LONGEST_LINE)))
        content = as_dict(record.get("message")).get("content")
        words = "".join(as_text(b.get("text")) for b in blocks_of(content))
        return {**record, "message": {"content": words}}
    return {}


def _meta(log: Path) -> dict[str, Any]:
    with suppress(OSError, orjson.JSONDecodeError):
        return as_dict(orjson.loads(log.with_name(f"{stem(log)}.meta.json").read_bytes()))
    return {}
