"""OpenHands before its SDK (V0): events that are actions or observations; an observation names the action that it follows.

What the model answered stands whole in an action's `tool_call_metadata.model_response`: its words, its arguments as written, its
tokens. Where it is missing, the action's own fields serve.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import orjson

from narrator.model import Author, Part, Status
from narrator.readers.base import as_args, as_dict, as_list, as_text, text_part
from narrator.readers.openhands_state import Called, State, identifier, status_of, tokens_of
from narrator.readers.pending import Pending, file_named
from narrator.readers.records import Record

Event = dict[str, Any]

_OWN = frozenset(
    (
        *("thought", "blocking", "is_static", "cwd", "hidden", "confirmation_state", "security_risk", "is_confirmed"),
        *("timeout", "hard_timeout", "wait_for_response", "image_urls", "file_urls", "impl_source", "view_range"),
        *("include_extra", "kernel_init_code"),
    )
)
"""Arguments of an action that are OpenHands' own, not the model's."""

_SIMULATED = "Please continue working on the task on whatever approach you think is suitable."
"""How the line begins that an evaluation sends in a person's place."""

_TEMPLATE = re.compile(r"\s*<uploaded_files>[^<]{0,2000}</uploaded_files>\s*")
"""What an evaluation puts before the task."""

_FINAL = {"finish": ("message", "final_thought"), "reject": ("reason",)}
"""Arguments that are the model's last words to the person."""


def take_v0(state: State, record: Record) -> None:
    """Take an event."""
    value = record.value
    if "action" in value:
        kind = as_text(value["action"])
        known = ACTIONS.get(kind)
        if known is not None:
            known(state, record)
        elif value.get("source") == "user":
            _ran(state, record)
        else:
            _act(state, record)
    else:
        OBSERVATIONS.get(as_text(value.get("observation")), _observed)(state, record)


def response_of(value: Event) -> Event:
    """Return the model's response that an action came from."""
    return as_dict(as_dict(value.get("tool_call_metadata")).get("model_response"))


def _spoke(state: State, record: Record) -> None:
    """Take a message of the person or of the model."""
    value = record.value
    args = as_dict(value.get("args"))
    text = as_text(args.get("content"))
    if value.get("source") == "agent":
        pending = state.reply(as_text(response_of(value).get("id")), "message", record)
        _say(state, pending, value, text)
    else:
        pending = _prompt(state, record, text)
    for key in ("image_urls", "file_urls"):
        for url in as_list(args.get(key)):
            pending.draft.add(file_named(_file_name(as_text(url)), pending.by))


def _prompt(state: State, record: Record, text: str) -> Pending:
    simulated = text.lstrip().startswith(_SIMULATED) or record.value.get("source") == "environment"
    by: Author = "harness" if simulated else "model" if state.sidechain else "person"
    pending = state.begin("user", "notice" if simulated else "prompt", by, "message", record)
    flags = ("synthetic",) if simulated else ()
    pending.flags.update(flags)
    template = _TEMPLATE.match(text)
    if template is not None:
        pending.draft.add(text_part(template[0], "harness", "synthetic"))
        text = text[template.end() :]
    pending.draft.add(text_part(text, by, *flags))
    return pending


def _file_name(url: str) -> str:
    return url[5:40].partition(";")[0] if url.startswith("data:") else url[:200]


def _say(state: State, pending: Pending, value: Event, words: str) -> None:
    """Add what the model thought and said beside its calls, once for a response."""
    response = response_of(value)
    choice = as_dict(next(iter(as_list(response.get("choices"))), None))
    message = as_dict(choice.get("message"))
    thought = as_text(message.get("reasoning_content")) or as_text(as_dict(value.get("args")).get("reasoning_content"))
    state.say(pending, Part(kind="reasoning", text=thought, by="model"))
    state.say(pending, text_part(words, "model"))
    pending.model = as_text(response.get("model")) or pending.model
    pending.finish = as_text(choice.get("finish_reason")) or pending.finish
    pending.tokens = tokens_of(response.get("usage")) or pending.tokens


def _words(value: Event) -> str:
    """Return what the model said with an action: its response's words, else its thought, which may be a list of words."""
    choice = as_dict(next(iter(as_list(response_of(value).get("choices"))), None))
    content = as_dict(choice.get("message")).get("content")
    if isinstance(content, list):
        content = "\n".join(as_text(as_dict(c).get("text")) for c in content)
    if content is not None:
        return as_text(content)
    return "" if value.get("action") == "think" else as_text(as_dict(value.get("args")).get("thought"))


def _act(state: State, record: Record) -> None:
    """Take a call of the model."""
    value = record.value
    kind = as_text(value.get("action"))
    meta = as_dict(value.get("tool_call_metadata"))
    pending = state.reply(as_text(response_of(value).get("id")), kind, record)
    _say(state, pending, value, _words(value))
    args = dict(_arguments(value, meta))
    final = [args.pop(name) for name in _FINAL.get(kind, ()) if args.get(name, "").strip()]
    for words in final[:1]:
        state.say(pending, text_part(words, "model"))
    name = as_text(meta.get("function_name")) or kind
    status: Status | None = "ok" if kind in _FINAL else "refused" if _is_refused(value) else None
    keys = identifier(value.get("id")), as_text(meta.get("tool_call_id"))
    state.call(pending, name, tuple(args.items()), *keys, ended=status)
    if kind == "delegate":
        state.sidechain = True


def _is_refused(value: Event) -> bool:
    return as_dict(value.get("args")).get("confirmation_state") == "rejected"


def _arguments(value: Event, meta: Event) -> tuple[tuple[str, str], ...]:
    """Return a call's arguments as the model wrote them; else the action's, without OpenHands' own."""
    wanted = meta.get("tool_call_id")
    choice = as_dict(next(iter(as_list(response_of(value).get("choices"))), None))
    for call in as_list(as_dict(choice.get("message")).get("tool_calls")):
        if as_dict(call).get("id") == wanted:
            return as_args(parsed(as_dict(as_dict(call).get("function")).get("arguments")))
    found = as_args(value.get("args"))
    keep = frozenset({"thought"}) if value.get("action") == "think" else frozenset()
    return tuple((k, v) for k, v in found if (k not in _OWN or k in keep) and v not in ("", "null"))


def parsed(value: object) -> object:
    """Return arguments out of their JSON string; the string itself where it is no JSON object."""
    if isinstance(value, str):
        try:
            return found if isinstance(found := orjson.loads(value), dict) else value
        except orjson.JSONDecodeError:
            return value
    return value


def _ran(state: State, record: Record) -> None:
    """Take an action of the person: a command that they ran themselves."""
    value = record.value
    pending = state.begin("user", "command", "model" if state.sidechain else "person", as_text(value.get("action")), record)
    state.call(pending, as_text(value.get("action")), _arguments(value, {}), identifier(value.get("id")), by=pending.by)


def _observed(state: State, record: Record) -> None:
    """Take what an action led to."""
    value = record.value
    kind, text = as_text(value.get("observation")), as_text(value.get("content"))
    extras = as_dict(value.get("extras"))
    state.cwd = state.cwd or as_text(as_dict(extras.get("metadata")).get("working_dir")) or None
    meta = as_dict(value.get("tool_call_metadata"))
    called = state.called(identifier(value.get("cause")), as_text(meta.get("tool_call_id")))
    if called is not None:
        state.answer(called, _result(kind, text, value, extras, called), record)
    elif kind == "error":
        state.note("error", text, record)
    elif kind in KNOWN_OBSERVATIONS:
        state.orphan(text, record)
    else:
        state.unknown(kind, text, record)


def _result(kind: str, text: str, value: Event, extras: Event, called: Called) -> Part:
    told = as_dict(extras.get("metadata")).get("exit_code", extras.get("exit_code"))
    code = told if type(told) is int else None
    failed = kind == "error" or value.get("success") is False or bool(as_text(extras.get("error"))) or _is_refusal(kind, text)
    status: Status = "refused" if kind == "user_rejected" else status_of(code, failed=failed)
    return Part(
        kind="result",
        text=text,
        by="person" if status == "refused" else "tool" if kind != "error" else "harness",
        name=called.name,
        call=called.call,
        status=status,
        exit_code=None if code == -1 else code,
        flags=("truncated",) if "Observation truncated due to length" in text else (),
    )


def _is_refusal(kind: str, text: str) -> bool:
    """Return whether the editor says that it did nothing: its only sign of that is how its words begin."""
    return kind in ("read", "edit", "write") and text.startswith("ERROR:\n")


def _delegated(state: State, record: Record) -> None:
    state.sidechain = False
    _observed(state, record)


def _changed_state(state: State, record: Record) -> None:
    """Take a change of the agent's state: a person's stop, an error, else bookkeeping."""
    extras = as_dict(record.value.get("extras"))
    now, reason = as_text(extras.get("agent_state")), as_text(extras.get("reason"))
    if now == "error":
        code, _, detail = reason.partition(":") if ":" in reason[:80] else (reason[:80], "", "")
        state.fail(record, code.strip() or "error", detail.strip())
    elif now == "stopped":
        state.note("abort", "the agent was stopped", record)
        state.stop(record, "stopped")
    elif now:
        state.note("other", f"the agent's state is {now}", record)
    else:
        state.skip(record)


def _condensed(state: State, record: Record) -> None:
    args = as_dict(record.value.get("args"))
    condense(state, record, as_text(args.get("summary")))


def condense(state: State, record: Record, summary: str) -> None:
    """Note a compaction; its summary, where it has one, is a message."""
    if not summary.strip():
        state.note("compaction", "auto", record)
        return
    pending = state.begin("assistant", "summary", "model", "condensation", record)
    pending.flags.add("compaction")
    pending.draft.add(text_part(summary, "model"))


def _noted(state: State, record: Record) -> None:
    value = record.value
    text = as_text(value.get("content")) or as_text(value.get("message"))
    if text.strip():
        state.note("other", text, record)
    else:
        state.skip(record)


def _recalled(state: State, record: Record) -> None:
    """Keep what was put before the prompt: the names of what was recalled."""
    extras = as_dict(record.value.get("extras"))
    names = [as_text(as_dict(k).get("name")) for k in as_list(extras.get("microagent_knowledge"))]
    text = as_text(record.value.get("content"))
    state.note("other", f"{text} ({', '.join(names)})" if any(names) else text, record)


ACTIONS: dict[str, Callable[[State, Record], None]] = {
    "message": _spoke,
    "system": State.skip,
    "recall": State.skip,
    "null": State.skip,
    "change_agent_state": State.skip,
    "start": State.skip,
    "pause": State.skip,
    "resume": State.skip,
    "stop": State.skip,
    "condensation": _condensed,
    "condensation_request": State.skip,
}
"""Actions that are no calls. Changes of state are told by the observation that follows them."""

OBSERVATIONS: dict[str, Callable[[State, Record], None]] = {
    "recall": _recalled,
    "null": State.skip,
    "condense": _noted,
    "loop_detection": _noted,
    "agent_state_changed": _changed_state,
    "delegate": _delegated,
}

KNOWN_OBSERVATIONS = frozenset(
    (
        *("read", "write", "edit", "browse", "run", "run_ipython", "chat", "delegate", "message", "success", "think"),
        *("user_rejected", "mcp", "download", "task_tracking"),
    )
)
