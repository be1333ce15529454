"""What Cline's interface showed, beside the history: when a request began, what it cost, what cut it off; retries and errors.

The interface's messages name the history's record that was the last when they were written (`conversationHistoryIndex`), so that
the answer to a request is two after the one it names. Where they name none (Roo, older versions), times tell; else the order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import orjson

from narrator.model import Event, Tokens
from narrator.readers.base import as_dict, as_text, parse_time
from narrator.readers.cline_history import State, count
from narrator.readers.pending import Pending
from narrator.readers.records import Record

_EVENTS = {
    "api_req_failed": "error",
    "error": "error",
    "diff_error": "error",
    "rooignore_error": "error",
    "clineignore_error": "error",
    "command_permission_denied": "error",
    "condense_context_error": "error",
    "mistake_limit_reached": "error",
    "auto_approval_max_req_reached": "other",
    "api_req_retried": "retry",
    "error_retry": "retry",
    "api_req_retry_delayed": "retry",
    "api_req_rate_limited": "retry",
    "condense_context": "compaction",
    "condense": "compaction",
    "summarize_task": "compaction",
    "sliding_window_truncation": "compaction",
    "resume_task": "other",
    "resume_completed_task": "other",
    "hook_status": "hook",
    "hook": "hook",
    "mcp_notification": "other",
    "shell_integration_warning": "other",
    "user_edit_todos": "other",
    "info": "other",
}
"""What the interface alone tells, and the kind of event that it is."""

_REPEATS = frozenset(
    (
        *("text", "task", "reasoning", "completion_result", "tool", "command", "command_output", "followup", "image"),
        *("plan_mode_respond", "act_mode_respond", "use_mcp_server", "mcp_server_request_started", "mcp_server_response"),
        *("browser_action_launch", "browser_action", "browser_action_result", "browser_session_status", "new_task"),
        *("api_req_finished", "api_req_deleted", "deleted_api_reqs", "checkpoint_created", "checkpoint_saved", "task_progress"),
        *("load_mcp_documentation", "codebase_search_result", "subtask_result", "subagent", "use_subagents", "subagent_usage"),
        *("generate_explanation", "conditional_rules_applied", "hook_output_stream", "report_bug"),
        "shell_integration_warning_with_suggestion",
    )
)
"""What repeats the history, or keeps the books."""

TYPED = ("user_feedback", "user_feedback_diff")


@dataclass(slots=True)
class Request:
    """A request to the model, as the interface told it."""

    record: Record
    info: dict[str, Any]
    index: int | None
    """The number of the history's last record before it."""
    partials: int = 0
    answer: Pending | None = None


def name_of(value: dict[str, Any]) -> str:
    """Return what a message of the interface is: what it says, or what it asks."""
    return as_text(value.get("say") or value.get("ask"))


def info_of(value: dict[str, Any]) -> dict[str, Any]:
    """Return the object in a message's text; an empty one where there is none."""
    try:
        return as_dict(orjson.loads(as_text(value.get("text"))))
    except orjson.JSONDecodeError:
        return {}


def is_placeholder(value: dict[str, Any]) -> bool:
    """Return whether a message was begun and never filled."""
    return value.get("partial") is True and not as_text(value.get("text")).strip()


def take_shown(state: State, shown: list[Record], history: list[Record]) -> None:
    """Give the history's messages what the interface tells of them; keep as events what it alone tells."""
    requests = list(_requests(shown))
    if requests:
        _link(state, requests, history)
    for request in requests:
        _tell(state, request)
    current: Pending | None = None
    following = iter(requests)
    for number, record in enumerate(shown):
        if name_of(record.value) == "api_req_started":
            request = next(following)
            current = request.answer or current
        elif number == 0 and name_of(record.value) in ("text", "task"):
            _typed(state, record, None)
        else:
            _take(state, record, current)


def _requests(shown: list[Record]) -> Iterator[Request]:
    request: Request | None = None
    for record in shown:
        if name_of(record.value) == "api_req_started":
            if request is not None:
                yield request
            index = record.value.get("conversationHistoryIndex")
            request = Request(record, info_of(record.value), index if type(index) is int else None)
        elif request is not None:
            request.partials += is_placeholder(record.value)
    if request is not None:
        yield request


def _link(state: State, requests: list[Request], history: list[Record]) -> None:
    if any(r.index is not None and r.index >= 0 for r in requests):
        for request in requests:
            request.answer = state.answers.get(request.index + 2) if request.index is not None else None
    elif any("ts" in r.value for r in history):
        _link_by_time(state, requests, history)
    elif len(requests) == sum(r.value.get("role") == "user" for r in history):
        users = [n for n, r in enumerate(history) if r.value.get("role") == "user"]
        for request, number in zip(requests, users, strict=True):
            request.answer = state.answers.get(number + 1)
    else:
        state.tally.complain("requests-not-matched", "the interface's requests can't be matched with the history's answers")


def _link_by_time(state: State, requests: list[Request], history: list[Record]) -> None:
    """Give each request the first answer written after it began and before the next one did."""
    times = [(_ts(history[n]), pending) for n, pending in sorted(state.answers.items())]
    begins = [_ts(r.record) for r in requests]
    for request, begin, end in zip_longest(requests, begins, begins[1:]):
        if begin is not None:
            request.answer = next((p for t, p in times if t is not None and begin <= t and (end is None or t < end)), None)


def _ts(record: Record) -> float | None:
    value = record.value.get("ts")
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _tell(state: State, request: Request) -> None:
    """Put what a request tells on its answer; one that was cut off before any answer is an event."""
    info, record = request.info, request.record
    cause = as_text(info.get("cancelReason"))
    state.tally.in_messages += request.answer is not None
    if request.answer is None:
        detail = as_text(info.get("streamingFailedMessage"))[:1000]
        after = _index_before(state, record)
        if cause:
            kind = "abort" if cause == "user_cancelled" else "error"
            state.note(kind, f"a request ended without an answer: {cause}" + (f", {detail}" if detail else ""), record, after)
        else:
            state.tally.in_header += 1
        return
    fill(request.answer, request)


def fill(answer: Pending, request: Request) -> None:
    """Put what a request tells on its answer."""
    info = request.info
    cause = as_text(info.get("cancelReason"))
    answer.places.append(request.record.place)
    began = parse_time(request.record.value.get("ts"))
    if began is not None:
        if answer.at is not None and answer.at > began and answer.ended is None:
            answer.ended = answer.at
        answer.at = began
    answer.tell(cancelReason=cause, streamingFailedMessage=as_text(info.get("streamingFailedMessage"))[:1000])
    if request.partials:
        answer.tell(placeholders=str(request.partials))
    if cause:
        answer.error = cause
    if cause == "user_cancelled":
        answer.flags.add("interrupted")
    answer.tokens = _tokens(info) or answer.tokens
    cost = info.get("cost")
    if isinstance(cost, (int, float)) and not isinstance(cost, bool) and 0 <= cost < 1e9:
        answer.cost = float(cost)


def _tokens(info: dict[str, Any]) -> Tokens | None:
    names = ("tokensIn", "tokensOut", "cacheReads", "cacheWrites")
    into, out, read, write = (count(info.get(n)) for n in names)
    return Tokens(input=into, output=out, cache_read=read, cache_write=write) if into or out or read or write else None


def _index_before(state: State, record: Record) -> int | None:
    """Return the index of the last message that was written before a record; by times, else by none."""
    at = parse_time(record.value.get("ts"))
    before = [m.index for m in state.messages if m.at is not None and at is not None and m.at <= at]
    return max(before, default=None)


def _take(state: State, record: Record, current: Pending | None) -> None:
    value = record.value
    name = name_of(value)
    after = current.index if current is not None else None
    if name in TYPED:
        _typed(state, record, after)
    elif name in _EVENTS and not is_placeholder(value):
        state.note(_EVENTS[name], event_text(name, value), record, after)
    elif name in _REPEATS or is_placeholder(value):
        state.tally.in_header += 1
    else:
        unknown(state, record, after)


def event_text(name: str, value: dict[str, Any]) -> str:
    """Return an event's words; a compaction's are whether a person asked for it, where that is told."""
    if _EVENTS[name] == "compaction":
        return "" if name != "sliding_window_truncation" else "auto"
    return as_text(value.get("text")) or name.replace("_", " ")


def event_kind(name: str) -> str | None:
    """Return the kind of event that a message of the interface is; None for one that is none."""
    return _EVENTS.get(name)


def is_repeat(name: str) -> bool:
    """Return whether a message of the interface repeats the history, or keeps the books."""
    return name in _REPEATS


def unknown(state: State, record: Record, after: int | None) -> None:
    """Count a message of a kind that isn't known; its text is an event."""
    state.tally.unknown += 1
    name = name_of(record.value)
    state.tally.complain("unknown-record", f"a message of the unknown kind {name[:60]!r}", record.place)
    text = as_text(record.value.get("text"))
    if text.strip():
        at = parse_time(record.value.get("ts"))
        state.events.append(Event(kind="other", text=text, at=at, after=after, places=(record.place,)))


def _typed(state: State, record: Record, after: int | None) -> None:
    """Give a prompt the time when it was typed; words that the history doesn't hold are an event."""
    text = as_text(record.value.get("text")).strip()
    at = parse_time(record.value.get("ts"))
    for pending in state.messages:
        if pending.by != "person" or record.place in pending.places or pending.told.get("typed"):
            continue
        if text and any(p.kind == "text" and p.by == "person" and text in p.text for p in pending.draft.parts):
            pending.tell(typed=name_of(record.value))
            pending.at = at or pending.at
            pending.places.append(record.place)
            state.tally.in_messages += 1
            return
    state.note("other", text or name_of(record.value), record, after)
