"""Codex sessions: rollout files, JSON lines of `{timestamp, type, payload}`; before September 2025 bare response items.

A turn's end bears on its last reply, else its last prompt: `turn.end`, `turn.aborted`, `turn.duration_ms` in its record. A turn
without messages is an event.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import orjson

from narrator.model import Message, Part, Status, Transcript
from narrator.readers.base import Head, Listing, as_dict, as_text, parse_time
from narrator.readers.codex_events import abort_by_text, take_event
from narrator.readers.codex_items import ITEMS, take_item
from narrator.readers.codex_listing import list_session
from narrator.readers.codex_state import Pending, Stamp, State, Turn, time_of
from narrator.readers.codex_threads import note_beside
from narrator.readers.compressed import stem
from narrator.readers.records import Record, Tally, read_records

_SNIFFED = frozenset({"session_meta", "turn_context", "response_item", "event_msg", "compacted"})
_CUT_HEADER = re.compile(r'\{"timestamp":"[^"]*","(?:ordinal":\d+,")?type":"session_meta","payload":\{')
_SLACK = timedelta(seconds=1)
"""Turns that began longer than this before their session did are a copy: the clock of a record is cut to milliseconds."""


class Codex:
    """Reads Codex rollouts."""

    name = "codex"
    title = "Codex rollouts"
    gives = ("times", "ids", "tokens", "reasoning", "calls")

    def sniff(self, head: Head) -> bool:
        """Return whether the first lines are rollout records, or the header and items of an old rollout."""
        lines = [line for line in head.text.splitlines() if line.strip()][:3]
        values = [_object(line) for line in lines]
        if any(v.get("type") in _SNIFFED and isinstance(v.get("payload"), dict) for v in values):
            return True
        if lines and _CUT_HEADER.match(lines[0]):
            return True
        old = [v.get("record_type") == "state" or (v.get("type") in ITEMS and "sessionId" not in v) for v in values[1:]]
        return bool(values) and {"id", "timestamp", "instructions"} <= values[0].keys() and any(old)

    def read(self, path: Path, session: str | None = None) -> Transcript:  # noqa: ARG002 (a file holds one session)
        """Read the session in `path`.

        Raises:
            SourceError: when the file can't be opened.

        """
        state = State(Tally())
        for record in read_records(path, state.tally):
            _take(state, record)
        note_beside(state, path)
        return _transcript(state, path)

    def stores(self) -> Iterator[Path]:
        """Yield the rollouts under $CODEX_HOME, by default ~/.codex, archived ones too; old ones are packed (`.jsonl.zst`)."""
        home = Path(os.environ.get("CODEX_HOME") or Path.home() / ".codex")
        for folder in (home / "sessions", home / "archived_sessions"):
            yield from folder.glob("**/rollout-*.jsonl")
            yield from (p for p in folder.glob("**/rollout-*.jsonl.zst") if not p.with_suffix("").exists())

    def listings(self, path: Path) -> Iterator[Listing]:
        """Yield the session in a file, by its ends."""
        yield from list_session(path)

    def count(self, path: Path) -> int:
        """Return how many messages a rollout makes, without making them."""
        state = State(Tally())
        for record in read_records(path, state.tally):
            _take(state, record)
        _close(state)
        return len(state.messages)


def _object(line: str) -> dict[str, Any]:
    try:
        return as_dict(orjson.loads(line))
    except orjson.JSONDecodeError:
        return {}


def _take(state: State, record: Record) -> None:
    value = record.value
    kind = as_text(value.get("type"))
    at = parse_time(value.get("timestamp"))
    stamp = Stamp(at, record.place)
    if at is not None:
        state.ended = at
    payload = value.get("payload")
    if isinstance(payload, dict):
        if state.abort_text is not None and payload.get("type") not in ("turn_aborted", "token_count"):
            abort_by_text(state)
        if kind in ENVELOPES:
            ENVELOPES[kind](state, payload, stamp)
        else:
            _take_unknown(state, payload, stamp, kind)
    elif kind in ITEMS:
        take_item(state, value, stamp)
    elif not state.messages and "id" in value and "timestamp" in value:
        _take_header(state, value, stamp)
    elif "record_type" in value:
        state.tally.in_header += 1
    else:
        _take_unknown(state, value, stamp, kind)


def _take_header(state: State, payload: dict[str, Any], stamp: Stamp) -> None:
    """Keep the first header: a fork repeats that of the session it was forked from."""
    state.tally.in_header += 1
    if state.header:
        return
    state.header = payload
    state.created = parse_time(payload.get("timestamp")) or time_of(as_text(payload.get("id")))
    state.written = stamp.at or state.created
    if "subagent" in as_dict(payload.get("source")):
        state.prompter = "model"


def _take_context(state: State, payload: dict[str, Any], stamp: Stamp) -> None:
    turn = state.turn
    before = turn.model, turn.mode
    turn.model = as_text(payload.get("model")) or turn.model
    turn.mode = _mode(payload) or turn.mode
    if not turn.id:
        turn.id = as_text(payload.get("turn_id")) or None
    changes = [(k, a, b) for k, a, b in zip(("model", "mode"), before, (turn.model, turn.mode), strict=True) if a and a != b]
    for kind, old, new in changes:
        state.note(kind, f"{old} → {new}", stamp)
    if changes:
        state.tally.in_events += 1
    else:
        state.tally.in_header += 1


def _mode(payload: dict[str, Any]) -> str | None:
    """Return the collaboration mode (plan, …) where it isn't the default one, else the policies of approval and sandbox."""
    mode = as_text(as_dict(payload.get("collaboration_mode")).get("mode"))
    if mode and mode != "default":
        return mode
    sandbox = payload.get("sandbox_policy")
    policies = (as_text(payload.get("approval_policy")), as_text(as_dict(sandbox).get("type") or as_dict(sandbox).get("mode")))
    return ", ".join(p for p in policies if p) or None


def _take_compacted(state: State, payload: dict[str, Any], stamp: Stamp) -> None:
    """Note a compaction; its summary, where it can be read, is a message: the reply that holds it already, if there is one."""
    state.voice()
    state.close_step()
    text = as_text(payload.get("message"))
    if not text.strip():
        state.note_compaction(stamp)
        state.tally.in_events += 1
        return
    last = state.last_reply()
    held = last is not None and any(
        p.kind == "text" and p.text.strip() and text.endswith(p.text.strip()) for p in last.draft.parts
    )
    if last is not None and held:
        summary = last
        summary.merge(stamp)
        summary.kind = "summary"
    else:
        summary = state.begin("assistant", "summary", "model", "compacted", stamp)
        summary.draft.add(Part(kind="text", text=text, by="model"))
    summary.flags.add("compaction")
    state.note_compaction(stamp)
    state.tally.in_messages += 1


def _take_unknown(state: State, payload: dict[str, Any], stamp: Stamp, kind: str) -> None:
    state.tally.meet_unknown(kind, stamp.place)
    text = payload.get("text") or payload.get("message")
    if isinstance(text, str) and text.strip():
        state.note("other", text, stamp)


def _take_world(state: State, _payload: dict[str, Any], _stamp: Stamp) -> None:
    state.tally.in_header += 1


ENVELOPES: dict[str, Callable[[State, dict[str, Any], Stamp], None]] = {
    "session_meta": _take_header,
    "turn_context": _take_context,
    "response_item": take_item,
    "event_msg": take_event,
    "compacted": _take_compacted,
    "world_state": _take_world,
}
"""What is done with each kind of record."""


def _close(state: State) -> None:
    abort_by_text(state)
    state.settle()
    state.release_context()


def _transcript(state: State, path: Path) -> Transcript:
    _close(state)
    _mark_turns(state)
    _mark_doubtful(state)
    messages = tuple(_finished(state, m) for m in state.messages)
    header = state.header
    return Transcript(
        session=as_text(header.get("id")) or stem(path),
        format=Codex.name,
        agent="codex",
        version=as_text(header.get("cli_version")) or None,
        title=state.title,
        cwd=as_text(header.get("cwd")) or None,
        started=state.created or next((m.at for m in messages if m.at), None),
        ended=state.ended,
        messages=messages,
        events=tuple(e.event() for e in state.events),
        children=tuple(state.children.values()),
        problems=tuple(state.tally.problems),
        coverage=state.tally.coverage(len(messages), len(state.events)),
        digest=state.tally.digest,
    )


def _mark_turns(state: State) -> None:
    """Put each turn's end where it bears, and tell the trigger of each compaction by what else its turn holds."""
    for turn in state.turns:
        if _is_copy(state, turn):
            for message in turn.messages:
                message.flags.add("copied")
        last = turn.last()
        if last is not None:
            last.told += turn.told or ([("turn.end", "none")] if turn.explicit else [])
            if turn.end == "aborted":
                last.flags.add("interrupted")
                last.places += [p for e in state.events if e.kind == "abort" and e.turn is turn for p in e.places]
    for noted in state.events:
        if noted.kind == "compaction" and noted.turn.explicit:
            noted.text = "auto" if any(m.kind != "summary" for m in noted.turn.messages) else "manual"


def _is_copy(state: State, turn: Turn) -> bool:
    """Return whether a turn began before its session did; one that tells no time, whether a fork wrote it with its header."""
    began = turn.began or time_of(turn.id)
    if began is not None:
        return state.created is not None and began < state.created - _SLACK
    times = [m.at for m in turn.messages if m.at]
    forked = bool(state.header.get("forked_from_id")) and state.written is not None
    return forked and bool(times) and state.written is not None and max(times) <= state.written + _SLACK


def _mark_doubtful(state: State) -> None:
    """Make prompts that no event marks the harness's, where the file marks prompts; the last may be cut off before its event."""
    for pending in state.messages[:-1]:
        if pending.doubtful:
            pending.kind, pending.by = "notice", "harness"
            pending.flags.add("synthetic")
            parts = pending.draft.parts
            pending.draft.parts = [p.model_copy(update={"by": "harness", "flags": ("synthetic",)}) for p in parts]


def _finished(state: State, pending: Pending) -> Message:
    """Return the message; a call without output was cancelled by an abort, is running at the end of the record, or lacks it."""
    running = pending.turn is state.turn and pending.turn.explicit and pending.turn.end is None and pending.turn.last() is pending
    unanswered: Status = "cancelled" if "interrupted" in pending.flags else "running" if running else "missing"
    return pending.message(state.created, unanswered)
