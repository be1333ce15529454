"""Codex response items: what the model was given and what it gave back.

One assistant message is one response of the model: its reasoning, its words, its calls. It ends when an output comes back, its
tokens are counted, a person speaks or the turn ends; outputs belong to the message of their call, however late they come.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from narrator.model import Part, Status
from narrator.readers.base import as_args, as_dict, as_list, as_text
from narrator.readers.codex_prompts import take_prompt_item
from narrator.readers.codex_state import Pending, Stamp, State
from narrator.readers.codex_text import arguments, blocks_text, command_text, output_part, read_output
from narrator.readers.codex_threads import note_child

Payload = dict[str, Any]


def take_item(state: State, item: Payload, stamp: Stamp) -> None:
    """Take a response item; of an unknown kind, a call, an output or an event is made by the end of its name."""
    kind = as_text(item.get("type"))
    take = ITEMS.get(kind)
    if take is not None:
        take(state, item, stamp)
    elif kind.endswith("_output"):
        _take_output(state, item, stamp)
    elif kind.endswith("_call"):
        _take_call(state, item, stamp)
    else:
        state.tally.meet_unknown(f"response_item.{kind}", stamp.place)
        text = blocks_text(item.get("content")) or as_text(item.get("text"))
        if text.strip():
            state.note("other", text, stamp)


def _take_message(state: State, item: Payload, stamp: Stamp) -> None:
    if item.get("role") == "assistant":
        _take_words(state, item, stamp)
    else:
        state.voice()
        take_prompt_item(state, item, stamp)


def _take_words(state: State, item: Payload, stamp: Stamp) -> None:
    text = blocks_text(item.get("content")) or "\n".join(as_text(as_dict(b).get("refusal")) for b in as_list(item.get("content")))
    last = state.last_reply()
    if not state.heard(text) and last is not None and last.source.startswith("event_msg") and _says(last, text):
        last.merge(stamp)
    else:
        state.voice()
        reply = _reply(state, item, stamp)
        reply.draft.add(Part(kind="text", text=text, by="model"))
        reply.phase = as_text(item.get("phase")) or reply.phase
    state.tally.in_messages += 1


def _says(pending: Pending, text: str) -> bool:
    return any(p.kind == "text" and p.text.strip() == text.strip() for p in pending.draft.parts)


def _reply(state: State, item: Payload, stamp: Stamp) -> Pending:
    reply = state.reply(stamp)
    named = as_text(item.get("id"))
    if reply.id is None and named and named != "REDACTED":
        reply.id = named
    return reply


def _take_reasoning(state: State, item: Payload, stamp: Stamp) -> None:
    state.voice()
    told = [as_text(as_dict(b).get("text")) for key in ("summary", "content") for b in as_list(item.get(key))]
    reply = _reply(state, item, stamp)
    text = "\n\n".join(t for t in told or state.thoughts if t)
    state.thoughts.clear()
    reply.draft.add(Part(kind="reasoning", text=text, by="model", flags=() if text else ("hidden",)))
    state.tally.in_messages += 1


def _take_call(state: State, item: Payload, stamp: Stamp) -> None:
    state.voice()
    call = as_text(item.get("call_id")) or None
    reply = _reply(state, item, stamp)
    reply.draft.add(_call_part(item, call))
    if call is not None:
        state.calls[call] = reply
    state.tally.in_messages += 1


def _call_part(item: Payload, call: str | None) -> Part:
    kind = as_text(item.get("type"))
    name = as_text(item.get("namespace")) + (as_text(item.get("name")) or kind.removesuffix("_call"))
    given = arguments(_first(item, "arguments", "input", "action"))
    if isinstance(given, dict):
        given = {k: command_text(v) if k == "command" else v for k, v in given.items() if v is not None}
    done: Status | None = None if call is not None else ("ok" if item.get("status") in (None, "completed") else "running")
    return Part(kind="call", by="model", name=name, args=as_args(given), call=call, status=done)


def _first(item: Payload, *names: str) -> Any:
    """Return the field that comes first among `names`, None where there is none of them."""
    for name in names:
        if name in item:
            return item[name]
    return None


def _take_output(state: State, item: Payload, stamp: Stamp) -> None:
    state.voice()
    call = as_text(item.get("call_id")) or None
    asked = state.calls.get(call) if call is not None else None
    found = read_output(_first(item, "output", "tools", "result"))
    verdict = state.verdicts.get(call or "")
    if verdict is not None and found.status == "ok":
        found = found._replace(status=verdict)
    if asked is None:
        _take_orphan(state, output_part(found, call, None), stamp)
    else:
        name = next((p.name for p in asked.draft.parts if p.call == call), None)
        asked.draft.answer(output_part(found, call, name))
        asked.merge(stamp)
        state.tally.in_messages += 1
        _note_spawned(state, asked, call or "", name, found.text)
    state.close_step()


def _take_orphan(state: State, result: Part, stamp: Stamp) -> None:
    state.tally.dangling += 1
    state.tally.complain("orphan-result", f"an output of a call that isn't in the record ({result.call})", stamp.place)
    last = state.last_reply()
    if last is None:
        state.tally.in_events += 1
        state.note("other", result.text, stamp)
    else:
        state.tally.in_messages += 1
        last.draft.add(result)
        last.merge(stamp)


def _note_spawned(state: State, asked: Pending, call: str, name: str | None, text: str) -> None:
    if name is not None and name.endswith("spawn_agent"):
        told = as_dict(arguments(text))
        note_child(state, asked, call, as_text(told.get("agent_id")), as_text(told.get("nickname")) or None)


def _take_compaction(state: State, _item: Payload, stamp: Stamp) -> None:
    state.note_compaction(stamp)
    state.tally.in_events += 1


def _take_agents_message(state: State, item: Payload, stamp: Stamp) -> None:
    text = blocks_text(item.get("content"))
    pending = state.begin("user", "notice", "sub-agent", "response_item.agent_message", stamp)
    pending.draft.add(Part(kind="text", text=text, by="sub-agent", name=as_text(item.get("author")) or None))
    pending.told.append(("recipient", as_text(item.get("recipient"))))
    state.tally.in_messages += 1
    state.close_step()


def _take_header(state: State, _item: Payload, _stamp: Stamp) -> None:
    state.tally.in_header += 1


ITEMS: dict[str, Callable[[State, Payload, Stamp], None]] = {
    "message": _take_message,
    "reasoning": _take_reasoning,
    "function_call": _take_call,
    "custom_tool_call": _take_call,
    "local_shell_call": _take_call,
    "web_search_call": _take_call,
    "tool_search_call": _take_call,
    "function_call_output": _take_output,
    "custom_tool_call_output": _take_output,
    "tool_search_output": _take_output,
    "agent_message": _take_agents_message,
    "compaction": _take_compaction,
    "compaction_summary": _take_compaction,
    "context_compaction": _take_compaction,
    "compaction_trigger": _take_header,
    "ghost_snapshot": _take_header,
    "additional_tools": _take_header,
}
"""What is done with each kind of response item."""
