"""Codex's sub-agents: threads with rollouts of their own, linked from the call that spawned them, or by their own headers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from narrator.errors import SourceError
from narrator.model import Child
from narrator.readers.base import HEAD_BYTES, as_dict, as_text
from narrator.readers.codex_state import Pending, State
from narrator.readers.compressed import open_bytes, stem

_LONGEST_HEADER = 16 * HEAD_BYTES
"""Bytes of a rollout's first line that are read: it holds the model's instructions."""


class Thread(NamedTuple):
    """A sub-agent's rollout, as its header tells it."""

    session: str
    parents: frozenset[str]
    """The thread that spawned it; where that isn't told, the one whose history it was forked from."""
    title: str | None


def note_child(state: State, asked: Pending | None, call: str, session: str, title: str | None = None) -> None:
    """Keep that a call started a sub-agent's thread, and mark the call; what is known already stays."""
    if not session:
        return
    before = state.children.get(session)
    message = asked.index if asked is not None else before.message if before is not None else None
    state.children[session] = Child(session=session, message=message, title=title or (before.title if before else None))
    mark = f"child:{session}"
    for number, part in enumerate(asked.draft.parts if asked is not None else ()):
        if asked is not None and part.kind == "call" and part.call == call and mark not in part.flags:
            asked.draft.parts[number] = part.model_copy(update={"flags": (*part.flags, mark)})


def note_beside(state: State, path: Path) -> None:
    """Keep the sub-agents whose rollouts lie beside this one and name it as the thread that spawned them.

    A thread that spawned none doesn't look through its folder: it may hold thousands of files.
    """
    own = as_text(state.header.get("id"))
    for file in _rollouts(path) if own and _spawns(state) else ():
        thread = _thread(file, own)
        if thread is not None and own in thread.parents and thread.session != own:
            note_child(state, None, "", thread.session, thread.title)


def rollouts_of(path: Path, sessions: Sequence[str]) -> dict[str, str]:
    """Return, by session, the rollouts of threads: beside the one at `path`, or in Codex's other folders."""
    found: dict[str, str] = {}
    for folder, pattern in ((path.parent, "*"), *_elsewhere(path)):
        left = tuple(s for s in sessions if s and s not in found)
        for file in sorted(folder.glob(f"{pattern}.jsonl*")) if left else ():
            name = stem(file)
            found.update({s: str(file) for s in left if s not in found and name.endswith(s)})
    return found


def _spawns(state: State) -> bool:
    calls = (p.name or "" for m in state.messages for p in m.draft.parts if p.kind == "call")
    return any(name.endswith("spawn_agent") for name in calls) or any(
        e.kind == "mode" and e.text == "review" for e in state.events
    )


def _rollouts(path: Path) -> Iterator[Path]:
    yield from (p for p in sorted(path.parent.glob("*.jsonl*")) if p != path)


def _elsewhere(path: Path) -> Iterator[tuple[Path, str]]:
    # sessions/YYYY/MM/DD/rollout-….jsonl: a sub-agent may have been started after midnight.
    days = [p.name for p in path.parents[:3]]
    if len(days) == 3 and all(d.isdigit() for d in days):
        yield path.parents[3], "*/*/*/rollout-*"
        yield path.parents[3].with_name("archived_sessions"), "rollout-*"


def _thread(file: Path, wanted: str) -> Thread | None:
    """Return what a rollout's header tells of a sub-agent's thread; None for others, and where `wanted` isn't in it."""
    try:
        with open_bytes(file) as stream:
            line = stream.readline(_LONGEST_HEADER)
        header = as_dict(as_dict(orjson.loads(line)).get("payload")) if wanted.encode() in line else {}
    except (OSError, SourceError, orjson.JSONDecodeError):
        return None
    source = as_dict(header.get("source"))
    if "subagent" not in source and header.get("thread_source") != "subagent":
        return None
    spawn = _spawn(source.get("subagent"))
    parents = (header.get("parent_thread_id"), spawn.get("parent_thread_id"))
    known = {as_text(p) for p in parents if p} or {as_text(header.get("forked_from_id"))}
    told = (spawn.get("agent_nickname"), header.get("agent_nickname"), spawn.get("agent_role"), source.get("subagent"))
    title = next((t for t in told if isinstance(t, str) and t), None)
    return Thread(as_text(header.get("id")) or stem(file), frozenset(known - {""}), title)


def _spawn(told: object) -> dict[str, Any]:
    return as_dict(as_dict(told).get("thread_spawn")) or as_dict(told)
