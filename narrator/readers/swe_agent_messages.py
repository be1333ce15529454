"""A SWE-agent turn becomes a message."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from narrator.model import Part
from narrator.readers.base import as_args, as_dict, as_list, as_text, text_part
from narrator.readers.codex_text import arguments, blocks_text
from narrator.readers.pending import Pending
from narrator.readers.records import Record
from narrator.readers.swe_agent_actions import call_part, on_open_file
from narrator.readers.swe_agent_texts import ending, exit_of
from narrator.readers.swe_agent_turns import Turn, state_of


def message_of(turn: Turn, index: int, *, model: str | None, prompted: bool) -> Pending:
    """Return the message that a turn makes; `prompted` says whether the task was told before it."""
    role = as_text(turn.value.get("role"))
    pending = _reply(turn, index, model) if role == "assistant" else _told(turn, index, role, prompted=prompted)
    for record in turn.records():
        pending.merge(record.place, None)
    pending.tell(agent=as_text(turn.value.get("agent")), message_type=as_text(turn.value.get("message_type")))
    return pending


def _told(turn: Turn, index: int, role: str, *, prompted: bool) -> Pending:
    """Return what the model was told: of what stands in the user's place only the first is a person's."""
    text = blocks_text(turn.value.get("content"))
    if role == "system":
        pending = Pending(index, "system", "notice", "harness", "history")
    elif role == "user" and not prompted:
        pending = Pending(index, "user", "prompt", "person", "history")
    else:
        pending = Pending(index, "user", "notice", "harness", "history", flags={"synthetic"})
    pending.draft.add(text_part(text, pending.by))
    return pending


def _reply(turn: Turn, index: int, model: str | None) -> Pending:
    value = turn.value
    action, content, thought = as_text(value.get("action")), blocks_text(value.get("content")), value.get("thought")
    words = thought if isinstance(thought, str) else content
    ended = exit_of(action, words)
    pending = Pending(index, "assistant", "reply", "model" if ended is None else "harness", "trajectory")
    pending.source = "history" if turn.item is not None else "trajectory"
    pending.tell(response="" if content.strip() else "empty", thrown_away="true" if turn.thrown_away else "")
    if ended is not None:
        pending.error = ended or None
        pending.draft.add(text_part(words, "harness", "synthetic"))
        return pending
    pending.model = model
    for part in (*_thoughts(turn), *([text_part(words, "model")] if words else []), *_calls(turn, action, index)):
        pending.draft.add(part)
    for result in _results(turn, [p for p in pending.draft.parts if p.kind == "call"]):
        pending.draft.answer(result)
    if turn.thrown_away:
        pending.flags.add("superseded")
    return pending


def _thoughts(turn: Turn) -> Iterator[Part]:
    told = turn.step.value.get("reasoning_content") if turn.step is not None else None
    blocks = [as_dict(b) for b in as_list(turn.value.get("thinking_blocks"))]
    texts = [as_text(b.get("thinking")) for b in blocks] or ([as_text(told)] if told else [])
    for text in texts:
        yield Part(kind="reasoning", text=text, by="model", flags=() if text else ("hidden",))


def _calls(turn: Turn, action: str, index: int) -> Iterator[Part]:
    file = as_text(state_of(turn.step).get("open_file"))
    yield from (on_open_file(call, file) for call in _asked(turn.value, action, index))


def _asked(value: dict[str, Any], action: str, index: int) -> Iterator[Part]:
    asked = [as_dict(c) for c in as_list(value.get("tool_calls"))]
    for number, call in enumerate(asked):
        function = as_dict(call.get("function"))
        args = as_args(arguments(function.get("arguments")))
        name = as_text(function.get("name")) or None
        yield Part(kind="call", by="model", name=name, args=args, call=as_text(call.get("id")) or f"{index}.{number}")
    if not asked and action.strip():
        yield call_part(action, f"{index}.0")


def _results(turn: Turn, calls: list[Part]) -> Iterator[Part]:
    """Yield the calls' results: the bare output where there is one call, else the history's, in which the prompt is wrapped."""
    bare = turn.step.value.get("observation") if turn.step is not None else None
    if len(calls) == 1 and isinstance(bare, str) and (bare or turn.answers):
        yield _result(bare, calls[0], turn.step)
        return
    left = list(calls)
    for answer in turn.answers:
        named = {as_text(c) for c in as_list(answer.value.get("tool_call_ids"))}
        call = next((c for c in left if c.call in named), left[0] if left else None)
        if call is not None:
            left.remove(call)
            yield _result(blocks_text(answer.value.get("content")), call, turn.step if len(calls) == 1 else None)
    if turn.thrown_away:
        yield from (_refused(c) for c in left)


def _result(text: str, call: Part, step: Record | None) -> Part:
    status, by = ending(text)
    spent = step.value.get("execution_time") if step is not None else None
    seconds = float(spent) if isinstance(spent, (int, float)) and not isinstance(spent, bool) and 0 <= spent < 1e9 else None
    return Part(kind="result", text=text, by=by, name=call.name, call=call.call, status=status, seconds=seconds)


def _refused(call: Part) -> Part:
    return Part(kind="result", by="harness", name=call.name, call=call.call, status="refused")
