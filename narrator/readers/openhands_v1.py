"""OpenHands' software agent SDK (V1): events by their `kind`. Calls of one response of the model are one message.

Tokens stand beside the events, in the conversation's statistics, by the response's id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from narrator.model import Author, Part, Status
from narrator.readers.base import as_args, as_dict, as_list, as_text, text_part
from narrator.readers.openhands_state import State, identifier, status_of
from narrator.readers.openhands_v0 import condense, parsed
from narrator.readers.pending import Pending, file_named
from narrator.readers.records import Record

Event = dict[str, Any]

_HIDDEN = ("redacted_thinking", "thinking")
_FINISH = "finish"


def take_v1(state: State, record: Record) -> None:
    """Take an event."""
    kind = as_text(record.value.get("kind"))
    EVENTS.get(kind, _unknown)(state, record)


def keep_usage(state: State, stats: object) -> None:
    """Keep what a conversation's statistics tell of each response's tokens."""
    for metrics in as_dict(as_dict(stats).get("usage_to_metrics")).values():
        for usage in as_list(as_dict(metrics).get("token_usages")):
            told = as_dict(usage)
            response = as_text(told.get("response_id"))
            if response:
                state.usage[response] = told


def _message(state: State, record: Record) -> None:
    value = record.value
    message = as_dict(value.get("llm_message"))
    if value.get("source") == "agent":
        pending = state.reply(as_text(value.get("llm_response_id")), "MessageEvent", record)
        _think(state, pending, message)
    else:
        pending = _prompt(state, record)
    flags = tuple(pending.flags & {"synthetic"})
    for part in _contents(message.get("content"), pending.by, *flags):
        pending.draft.add(part)
    for part in _contents(value.get("extended_content"), "harness", "synthetic"):
        pending.draft.add(part)


def _prompt(state: State, record: Record) -> Pending:
    """Begin a prompt: a person's, unless it names another sender or the harness wrote it (a hook's words, a nudge)."""
    value = record.value
    by: Author = "harness" if value.get("source") != "user" else "model" if as_text(value.get("sender")) else "person"
    pending = state.begin("user", "notice" if by == "harness" else "prompt", by, "MessageEvent", record)
    pending.tell(sender=as_text(value.get("sender")), skills=", ".join(map(as_text, as_list(value.get("activated_skills")))))
    if by == "harness":
        pending.flags.add("synthetic")
    return pending


def _contents(content: object, by: Author, *flags: str) -> Iterator[Part]:
    """Yield the parts of a message's content: text, and images by name."""
    if isinstance(content, str):
        yield text_part(content, by, *flags)
    for item in as_list(content):
        told = as_dict(item)
        if "image_urls" in told:
            for url in as_list(told["image_urls"]):
                name = as_text(url)
                yield file_named(name[5:40].partition(";")[0] if name.startswith("data:") else name[:200], by)
        elif isinstance(item, str) or as_text(told.get("text")):
            yield text_part(item if isinstance(item, str) else as_text(told["text"]), by, *flags)


def _think(state: State, pending: Pending, message: Event) -> None:
    """Add the model's thoughts, readable or hidden, once for a response."""
    text = as_text(message.get("reasoning_content"))
    blocks = [as_dict(b) for b in as_list(message.get("thinking_blocks"))]
    item = as_dict(message.get("responses_reasoning_item"))
    texts = [text] if text else [as_text(b.get("thinking")) for b in blocks] + [as_text(s) for s in as_list(item.get("summary"))]
    for thought in texts:
        state.say(pending, Part(kind="reasoning", text=thought, by="model"))
    hidden = item.get("encrypted_content") or message.get("reasoning_details") or any(b.get("type") in _HIDDEN for b in blocks)
    if hidden and not any(p.kind == "reasoning" for p in pending.draft.parts):
        pending.draft.add(Part(kind="reasoning", by="model", flags=("hidden",)))


def _action(state: State, record: Record) -> None:
    """Take a call of the model; an action that is null was refused by the harness before it ran."""
    value = record.value
    pending = state.reply(as_text(value.get("llm_response_id")), "ActionEvent", record)
    _think(state, pending, value)
    for part in _contents(value.get("thought"), "model"):
        state.say(pending, part)
    name = as_text(value.get("tool_name")) or as_text(as_dict(value.get("tool_call")).get("name"))
    args = dict(_arguments(value))
    final = args.pop("message", "") if name == _FINISH else ""
    if final.strip():
        pending.draft.add(text_part(final, "model"))
    state.call(pending, name or "tool", tuple(args.items()), identifier(value.get("id")), as_text(value.get("tool_call_id")))
    pending.tell(security_risk=as_text(value.get("security_risk")).replace("UNKNOWN", ""))


def _arguments(value: Event) -> tuple[tuple[str, str], ...]:
    call = as_dict(value.get("tool_call"))
    written = call.get("arguments") or as_dict(call.get("function")).get("arguments")
    if written:
        return as_args(parsed(written))
    return tuple((k, v) for k, v in as_args(as_dict(value.get("action"))) if k != "kind")


def _observation(state: State, record: Record) -> None:
    value = record.value
    seen = as_dict(value.get("observation"))
    text = _text_of(seen)
    code = seen.get("exit_code", as_dict(seen.get("metadata")).get("exit_code"))
    code = code if type(code) is int else None
    failed = seen.get("is_error") is True or bool(as_text(seen.get("error")))
    tool = as_text(value.get("tool_name"))
    asked = tool == "ask_user" and not failed
    result = Part(
        kind="result",
        text=text,
        by="person" if asked else "tool",
        name=tool or None,
        status=status_of(code, failed=failed),
        exit_code=None if code == -1 else code,
        flags=("truncated",) if "<response clipped>" in text else (),
    )
    _answer(state, record, result)


def _text_of(seen: Event) -> str:
    parts = [p.text if p.kind == "text" else f"[{p.name}]" for p in _contents(seen.get("content"), "tool")]
    text = "\n".join(p for p in parts if p)
    return text or as_text(seen.get("output")) or as_text(seen.get("error")) or as_text(seen.get("message"))


def _answer(state: State, record: Record, result: Part, orphan: str = "other") -> None:
    value = record.value
    called = state.called(identifier(value.get("action_id")), as_text(value.get("tool_call_id")))
    if called is None:
        state.orphan(result.text, record, orphan)
    else:
        state.answer(called, result.model_copy(update={"call": called.call, "name": called.name}), record)


def _rejected(state: State, record: Record) -> None:
    """Take a refusal of a person's, or a hook's block, which is no person's act: a failure."""
    hook = record.value.get("rejection_source") == "hook"
    text = as_text(record.value.get("rejection_reason"))
    status: Status = "error" if hook else "refused"
    _answer(state, record, Part(kind="result", text=text, by="hook" if hook else "person", status=status))


def _agent_error(state: State, record: Record) -> None:
    text = as_text(record.value.get("error"))
    _answer(state, record, Part(kind="result", text=text, by="harness", status="error"), "error")


def _conversation_error(state: State, record: Record) -> None:
    state.fail(record, as_text(record.value.get("code")) or "error", as_text(record.value.get("detail")))


def _interrupted(state: State, record: Record) -> None:
    reason = as_text(record.value.get("reason")) or "User requested interrupt"
    state.note("abort", reason, record)
    state.stop(record, reason)


def _paused(state: State, record: Record) -> None:
    """Note a pause: the step that was going on is finished first, so that no message was cut by it."""
    state.note("abort", "paused", record)


def _condensed(state: State, record: Record) -> None:
    condense(state, record, as_text(record.value.get("summary")))


def _summary(state: State, record: Record) -> None:
    """Take a summary, unless the condensation that it came from told it already."""
    text = as_text(record.value.get("summary"))
    if any(p.text == text for m in state.messages if m.kind == "summary" for p in m.draft.parts):
        state.skip(record)
    else:
        condense(state, record, text)


def _condensation_request(state: State, record: Record) -> None:
    reason = as_text(record.value.get("reason"))
    state.note("other", "a condensation was requested" + (f" ({reason})" if reason else ""), record)


def _state_update(state: State, record: Record) -> None:
    """Take a change of the conversation's state: an end of the run is told, statistics are kept."""
    key, value = as_text(record.value.get("key")), record.value.get("value")
    keep_usage(state, value if key == "stats" else as_dict(value).get("stats"))
    if key != "execution_status":
        state.skip(record)
        return
    text = as_text(value)
    last = state.last()
    if text in ("error", "stuck") and last is not None:
        last.tell(execution_status=text)
    state.note("error" if text in ("error", "stuck") else "other", f"the run's status is {text}", record)


def _limit(state: State, record: Record) -> None:
    state.note("error", as_text(record.value.get("detail")) or "the limit of iterations was reached", record)


def _acp_call(state: State, record: Record) -> None:
    """Take a call that another agent made over ACP: told several times while it goes on, the last time counts."""
    value = record.value
    call_id = as_text(value.get("tool_call_id"))
    last = state.last()
    if last is None or last.told.get("acp") is None:
        last = state.begin("assistant", "reply", "model", "ACPToolCallEvent", record)
        last.tell(acp="true")
    else:
        state.merge(last, record)
    name = as_text(value.get("tool_kind")) or as_text(value.get("title")) or "tool"
    args = (("title", as_text(value.get("title"))), *as_args(value.get("raw_input")))
    part = Part(kind="call", by="model", name=name, args=args, call=call_id or f"call-{len(last.draft.parts)}")
    at = next((i for i, p in enumerate(last.draft.parts) if p.kind == "call" and p.call == part.call), None)
    if at is None:
        last.draft.add(part)
    else:
        last.draft.parts[at] = part
    output = value.get("raw_output")
    if output is not None or value.get("status") in ("completed", "failed"):
        failed: Status = "error" if value.get("is_error") is True or value.get("status") == "failed" else "ok"
        last.draft.answer(Part(kind="result", text=as_text(output), by="tool", name=name, call=part.call, status=failed))


def _hook(state: State, record: Record) -> None:
    value = record.value
    named = " ".join(as_text(value.get(k)) for k in ("hook_event_type", "hook_command", "tool_name") if value.get(k))
    state.note("hook", named or "a hook ran", record)


def _answered(state: State, record: Record) -> None:
    """Note a person's answer to a question; its words are the result of the call that asked."""
    state.note("other", f"the person's answer: {as_text(record.value.get('action'))}", record)


def _unknown(state: State, record: Record) -> None:
    value = record.value
    kind = as_text(value.get("kind"))
    text = next((as_text(value[k]) for k in ("text", "message", "detail", "content", "error") if value.get(k)), "")
    state.unknown(kind, text, record)


EVENTS: dict[str, Callable[[State, Record], None]] = {
    "MessageEvent": _message,
    "ActionEvent": _action,
    "ObservationEvent": _observation,
    "UserRejectObservation": _rejected,
    "AgentErrorEvent": _agent_error,
    "ConversationErrorEvent": _conversation_error,
    "ServerErrorEvent": _conversation_error,
    "InterruptEvent": _interrupted,
    "PauseEvent": _paused,
    "Condensation": _condensed,
    "CondensationSummaryEvent": _summary,
    "CondensationRequest": _condensation_request,
    "ConversationStateUpdateEvent": _state_update,
    "ConversationIterationLimitEvent": _limit,
    "ACPToolCallEvent": _acp_call,
    "HookExecutionEvent": _hook,
    "AskUserRequestEvent": State.skip,
    "AskUserResponseEvent": _answered,
    "SystemPromptEvent": State.skip,
    "SystemPromptUpdateEvent": State.skip,
    "TokenEvent": State.skip,
    "StreamingDeltaEvent": State.skip,
    "LLMCompletionLogEvent": State.skip,
}
"""What is done with each kind of event."""
