"""Who wrote a Codex message in the user's role: a person, or the harness in a person's place.

A prompt is recorded twice, as a response item and as an event (`user_message`, later `item_completed`). The event marks it as a
person's; the response item holds its images. In files without such events, what no known wrapper begins is a person's.
"""

from __future__ import annotations

from typing import Any

from narrator.model import Part
from narrator.readers.base import as_dict, as_list, as_text, text_part
from narrator.readers.codex_state import Pending, Stamp, State, Turn
from narrator.readers.codex_text import blocks_text, images, prompt_parts, shell_parts, wrapper

Payload = dict[str, Any]


def take_prompt_item(state: State, item: Payload, stamp: Stamp) -> None:
    """Take a response item in the role of user, developer or system."""
    content = item.get("content")
    text = blocks_text(content)
    name = "developer" if item.get("role") in ("developer", "system") else wrapper(text)
    if name == "turn_aborted" or (name == "developer" and wrapper(text) == "turn_aborted"):
        state.abort_text = stamp
    elif name == "subagent_notification":
        _notice(state, text, stamp)
    elif name == "user_shell_command" and (parts := shell_parts(text, f"shell-{len(state.messages)}")):
        _command(state, parts, stamp)
    elif name is not None:
        texts = [as_text(as_dict(block).get("text")) for block in as_list(content)] or [text]
        state.add_context(tuple(_put_in(name, words) for words in texts if words), stamp)
    else:
        _prompt(state, text, images(content), stamp)


def _put_in(name: str, words: str) -> Part:
    name = name if name == "developer" else wrapper(words) or name
    return Part(kind="notice", text=words, by="harness", name=name, flags=("synthetic",))


def take_prompt_event(state: State, text: str, files: list[str], stamp: Stamp) -> None:
    """Take the event that marks a prompt as a person's."""
    state.voice()
    state.tally.in_messages += 1
    state.marks_prompts = True
    pending = _waiting(state, text)
    if pending is None:
        pending = _begin(state, "event_msg", stamp)
        _fill(pending, text, files)
    else:
        pending.merge(stamp)
        held = [p.name or "" for p in pending.draft.parts if p.kind == "file"]
        _fill(pending, text, files or held)
    pending.echoed, pending.doubtful, pending.source = True, False, "event_msg"


def _prompt(state: State, text: str, files: list[str], stamp: Stamp) -> None:
    state.tally.in_messages += 1
    last = state.messages[-1] if state.messages else None
    if last is not None and last.source == "event_msg" and len(last.places) == 1 and _same(last.typed or "", text):
        last.merge(stamp)
        return
    pending = _begin(state, "response_item", stamp)
    pending.doubtful = state.marks_prompts
    _fill(pending, text, files)


def _waiting(state: State, text: str) -> Pending | None:
    """Return the prompt of this turn whose event this is: the newest that has none, with these words."""
    last = next((m for m in reversed(state.turn.messages) if m.kind == "prompt"), None)
    fits = last is not None and not last.echoed and _same(text, last.typed or "")
    return last if fits else None


def _same(event: str, item: str) -> bool:
    return event.strip() == item.strip() or event.strip() in item


def _begin(state: State, source: str, stamp: Stamp) -> Pending:
    if not state.turn.explicit or state.turn.end:
        state.begin_turn(Turn())
    during = any(m.role == "assistant" for m in state.turn.messages)
    state.close_step()
    pending = state.begin("user", "prompt", state.prompter, source, stamp)
    if during:
        pending.flags.add("queued")
    state.take_context(pending)
    return pending


def _fill(pending: Pending, text: str, files: list[str]) -> None:
    pending.typed = text
    pending.draft.parts = prompt_parts(text, files, pending.by)


def _notice(state: State, text: str, stamp: Stamp) -> None:
    state.close_step()
    pending = state.begin("user", "notice", "sub-agent", "response_item.subagent_notification", stamp)
    pending.draft.add(text_part(text, "sub-agent"))
    state.tally.in_messages += 1


def _command(state: State, parts: tuple[Part, ...], stamp: Stamp) -> None:
    state.close_step()
    pending = state.begin("user", "command", "person", "response_item.user_shell_command", stamp)
    pending.draft.add(parts[0])
    pending.draft.answer(parts[1])
    state.tally.in_messages += 1
