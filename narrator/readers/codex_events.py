"""Codex events: what the interface told, and what only events record (prompts, aborts, tokens, the ends of turns).

Most events repeat a response item and are counted as such; replies come from the items, prompts from the events.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from narrator.model import Tokens
from narrator.readers.base import as_dict, as_list, as_text
from narrator.readers.codex_prompts import take_prompt_event
from narrator.readers.codex_state import Stamp, State, Turn, time_of
from narrator.readers.codex_text import blocks_text, images
from narrator.readers.codex_threads import note_child

Payload = dict[str, Any]

_REPEATS = ("_begin", "_end", "_delta", "_started", "_updated", "_applied", "_request", "_response", "_section_break")


def take_event(state: State, payload: Payload, stamp: Stamp) -> None:
    """Take an event."""
    kind = as_text(payload.get("type"))
    if kind in EVENTS:
        EVENTS[kind](state, payload, stamp)
    elif kind.endswith(_REPEATS):
        state.tally.in_header += 1
    else:
        state.tally.meet_unknown(f"event_msg.{kind}", stamp.place)
        text = as_text(payload.get("message") or payload.get("text"))
        if text.strip():
            state.note("other", text, stamp)


def _prompt(state: State, payload: Payload, stamp: Stamp) -> None:
    files = [as_text(f) for key in ("local_images", "images") for f in as_list(payload.get(key))]
    named = [*images([{"type": "image", "image_url": f} for f in files])]
    take_prompt_event(state, as_text(payload.get("message")), named, stamp)


def _item(state: State, payload: Payload, stamp: Stamp) -> None:
    """Take an item that the interface completed (Codex 0.149 and later): a prompt, else a repeat."""
    item = as_dict(payload.get("item"))
    kind = as_text(item.get("type"))
    if kind == "UserMessage":
        take_prompt_event(state, blocks_text(item.get("content")), images(item.get("content")), stamp)
    elif kind == "SubAgentActivity":
        _activity(state, item, stamp)
    elif kind == "Plan" and as_text(item.get("text")).strip():
        state.note("other", as_text(item.get("text")), stamp)
        state.tally.in_events += 1
    else:
        state.tally.in_header += 1


def _words(state: State, payload: Payload, stamp: Stamp) -> None:
    text = as_text(payload.get("message"))
    last = state.last_reply()
    told = last is not None and any(p.kind == "text" and p.text.strip() == text.strip() for p in last.draft.parts)
    if told or not text.strip():
        state.tally.in_header += 1
    else:
        state.hear(text, stamp)


def _thought(state: State, payload: Payload, _stamp: Stamp) -> None:
    state.thoughts.append(as_text(payload.get("text")))
    state.tally.in_header += 1


def _tokens(state: State, payload: Payload, stamp: Stamp) -> None:
    """Give the last reply its tokens; the same total again is a repeat (rate limits change by themselves)."""
    info = as_dict(payload.get("info"))
    total = as_dict(info.get("total_token_usage")).get("total_tokens")
    last = state.last_reply()
    if total is None or total == state.spent or last is None or last.tokens is not None:
        state.tally.in_header += 1
        state.spent = state.spent if total is None else total
        return
    state.spent = total
    last.tokens = _buckets(as_dict(info.get("last_token_usage")))
    last.places.append(stamp.place)
    state.tally.in_messages += 1
    state.voice()
    state.close_step()


def _buckets(usage: Payload) -> Tokens:
    given = {k: v for k, v in usage.items() if type(v) is int}
    cached, thought = given.get("cached_input_tokens", 0), given.get("reasoning_output_tokens", 0)
    return Tokens(
        input=max(0, given.get("input_tokens", 0) - cached),
        output=max(0, given.get("output_tokens", 0) - thought),
        reasoning=thought,
        cache_read=cached,
    )


def _turn_started(state: State, payload: Payload, _stamp: Stamp) -> None:
    named = as_text(payload.get("turn_id")) or None
    state.begin_turn(Turn(id=named, explicit=True, began=_seconds(payload.get("started_at")) or time_of(named)))
    state.tally.in_header += 1


def _turn_complete(state: State, payload: Payload, stamp: Stamp) -> None:
    state.settle()
    turn = state.turn
    turn.end = "complete"
    turn.told.append(("turn.end", "complete"))
    if "last_agent_message" in payload and payload["last_agent_message"] is None:
        turn.told.append(("turn.last_agent_message", "null"))
    _tell_duration(turn, payload)
    _close_error(state, payload, stamp)
    state.tally.in_header += 1


def _close_error(state: State, payload: Payload, stamp: Stamp) -> None:
    error = as_dict(payload.get("error"))
    if error and not state.turn.error:
        state.turn.error = _error_name(error)
        state.note("error", as_text(error.get("message")), stamp)


def _aborted(state: State, payload: Payload, stamp: Stamp) -> None:
    reason = as_text(payload.get("reason")) or "interrupted"
    state.settle()
    turn = state.turn
    turn.end = "aborted"
    turn.told.append(("turn.aborted", reason))
    seconds = _tell_duration(turn, payload)
    noted = state.note("abort", f"{reason} after {seconds:.1f} s" if seconds is not None else reason, stamp)
    state.tally.in_events += 1
    if state.abort_text is not None:
        noted.places.append(state.abort_text.place)
        state.tally.in_events += 1
        state.abort_text = None


def abort_by_text(state: State) -> None:
    """Note an abort that only its text records, where no event came with it."""
    text, state.abort_text = state.abort_text, None
    if text is None:
        return
    state.tally.in_events += 1
    last = next((e for e in reversed(state.events) if e.kind == "abort" and e.turn is state.turn), None)
    if last is not None:
        last.places.append(text.place)
        return
    state.settle()
    state.turn.end = "aborted"
    state.turn.told.append(("turn.aborted", "interrupted"))
    state.note("abort", "interrupted", text)


def _tell_duration(turn: Turn, payload: Payload) -> float | None:
    spent = payload.get("duration_ms")
    if type(spent) is not int:
        return None
    turn.told.append(("turn.duration_ms", str(spent)))
    return spent / 1000


def _compacted(state: State, _payload: Payload, stamp: Stamp) -> None:
    state.note_compaction(stamp)
    state.tally.in_events += 1


def _rolled_back(state: State, payload: Payload, stamp: Stamp) -> None:
    """Flag what a person took back: the last so many prompts and all that followed them."""
    state.settle()
    count = payload.get("num_turns")
    count = count if type(count) is int and count > 0 else 1
    prompts = [m.index for m in state.messages if m.kind == "prompt" and "superseded" not in m.flags]
    first = prompts[-count] if len(prompts) >= count else 0
    for message in state.messages[first:] if prompts else ():
        message.flags.add("superseded")
    state.note("rewind", f"{count} turn{'s' if count > 1 else ''} taken back", stamp)
    state.tally.in_events += 1


def _error(state: State, payload: Payload, stamp: Stamp) -> None:
    state.turn.error = _error_name(payload)
    state.note("error", as_text(payload.get("message")), stamp)
    state.tally.in_events += 1


def _error_name(payload: Payload) -> str:
    info = payload.get("codex_error_info") or payload.get("codexErrorInfo")
    return next(iter(info), "error") if isinstance(info, dict) else as_text(info) or "error"


def _noted(kind: str, text: str | None = None) -> Callable[[State, Payload, Stamp], None]:
    def take(state: State, payload: Payload, stamp: Stamp) -> None:
        state.note(kind, text or as_text(payload.get("message") or payload.get("text")), stamp)
        state.tally.in_events += 1

    return take


def _verdict(state: State, payload: Payload, _stamp: Stamp) -> None:
    """Keep how a call ended, where its output doesn't say."""
    failed = payload.get("success") is False or "Err" in as_dict(payload.get("result"))
    if failed:
        refused = payload.get("status") in ("declined", "rejected")
        state.verdicts[as_text(payload.get("call_id"))] = "refused" if refused else "error"
    state.tally.in_header += 1


def _spawned(state: State, payload: Payload, _stamp: Stamp) -> None:
    session, call = as_text(payload.get("new_thread_id")), as_text(payload.get("call_id"))
    note_child(state, state.calls.get(call), call, session, as_text(payload.get("new_agent_nickname")) or None)
    state.tally.in_header += 1


def _activity(state: State, payload: Payload, _stamp: Stamp) -> None:
    """Keep which sub-agent a call started (Codex with agents' paths: `/root/review`)."""
    if payload.get("kind") == "started":
        call = as_text(payload.get("event_id") or payload.get("id"))
        title = as_text(payload.get("agent_path")).rpartition("/")[2] or None
        note_child(state, state.calls.get(call), call, as_text(payload.get("agent_thread_id")), title)
    state.tally.in_header += 1


def _named(state: State, payload: Payload, _stamp: Stamp) -> None:
    state.title = as_text(payload.get("thread_name")) or state.title
    state.tally.in_header += 1


def _repeat(state: State, _payload: Payload, _stamp: Stamp) -> None:
    state.tally.in_header += 1


def _seconds(value: object) -> datetime | None:
    return datetime.fromtimestamp(value, UTC) if type(value) is int and 0 < value < 1 << 34 else None


EVENTS: dict[str, Callable[[State, Payload, Stamp], None]] = {
    "user_message": _prompt,
    "item_completed": _item,
    "agent_message": _words,
    "agent_reasoning": _thought,
    "agent_reasoning_raw_content": _repeat,
    "token_count": _tokens,
    "task_started": _turn_started,
    "turn_started": _turn_started,
    "task_complete": _turn_complete,
    "turn_complete": _turn_complete,
    "turn_aborted": _aborted,
    "context_compacted": _compacted,
    "thread_rolled_back": _rolled_back,
    "error": _error,
    "stream_error": _noted("retry"),
    "warning": _noted("other"),
    "background_event": _noted("other"),
    "entered_review_mode": _noted("mode", "review"),
    "exited_review_mode": _noted("mode", "review ended"),
    "patch_apply_end": _verdict,
    "mcp_tool_call_end": _verdict,
    "collab_agent_spawn_end": _spawned,
    "thread_name_updated": _named,
    "plan_update": _repeat,
    "turn_diff": _repeat,
    "view_image_tool_call": _repeat,
    "sub_agent_activity": _activity,
    "session_configured": _repeat,
    "shutdown_complete": _repeat,
}
"""What is done with each kind of event."""
