"""What can be counted in messages: which messages, calls and words a form of words stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from narrator.model import Message, Part

STOPPED = frozenset({"MessageAbortedError"})
"""Errors by which a harness records that a person stopped a message."""
NOBODY = frozenset({"synthetic", "replay", "copied", "compaction"})
"""Flags of a user's message that nobody typed."""
COMMAND_ARGS = frozenset({"command", "cmd", "script"})
"""Arguments that hold a shell command."""


class Hit(NamedTuple):
    """One thing that was counted."""

    message: int
    label: str = ""
    """A call's tool."""


def count_messages(messages: Sequence[Message], *, fits: Callable[[Message], bool]) -> tuple[Hit, ...]:
    """Return the messages that fit, in order."""
    return tuple(Hit(m.index) for m in messages if fits(m))


def count_calls(messages: Sequence[Message], *, mode: str, fits: Callable[[Part], bool]) -> tuple[Hit, ...]:
    """Return the calls that fit, of messages in `mode` ("" for any), in order."""
    within = (m for m in messages if not mode or (m.mode or "").lower() == mode)
    return tuple(Hit(m.index, p.name or "") for m in within for p in m.parts if p.kind == "call" and fits(p))


def holds(text: str, names: Iterable[str], *, whole: bool = False) -> bool:
    """Return whether one of the names stands in `text`; `whole` asks for whole words."""
    if whole:
        return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None for name in names)
    return any(name in text for name in names)


def arguments(part: Part) -> str:
    """Return the texts of a call's arguments, a line each."""
    return "\n".join(text for _, text in part.args)


def everything(message: Message) -> str:
    """Return all texts of a message, its fields' included."""
    parts = (text for p in message.parts for text in (p.text, p.name or "", arguments(p)))
    return "\n".join((*parts, message.error or "", *(text for _, text in message.record)))


def place(message: Message, where: str) -> str:
    """Return the texts of a message that words such as "the assistant's text and thoughts" name; "" where it has none."""
    if any(word in where and not owns(message) for word, owns in OWNERS):
        return ""
    if "call" in where or "command" in where:
        return "\n".join(arguments(p) for p in message.parts if p.kind == "call")
    kinds = {kind for word, found in PLACES if word in where for kind in found}
    return "\n".join(p.text for p in message.parts if p.kind in kinds)


def is_user(message: Message) -> bool:
    """Return whether its role is the user's."""
    return message.role == "user"


def is_assistant(message: Message) -> bool:
    """Return whether its role is the assistant's."""
    return message.role == "assistant"


def is_typed(message: Message) -> bool:
    """Return whether a person typed it."""
    return is_user(message) and message.by == "person" and bool(message.visible_text) and not NOBODY & set(message.flags)


def is_silent(message: Message) -> bool:
    """Return whether it holds neither visible text nor a call."""
    return message.is_silent


def is_wordless(message: Message) -> bool:
    """Return whether it holds no visible text."""
    return not message.visible_text


def is_interrupted(message: Message) -> bool:
    """Return whether the record says that it was interrupted."""
    return "interrupted" in message.flags or message.error in STOPPED


def has_calls(message: Message) -> bool:
    """Return whether it holds a tool call."""
    return any(p.kind == "call" for p in message.parts)


OWNERS: tuple[tuple[str, Callable[[Message], bool]], ...] = (("assistant", is_assistant), ("user", is_user), ("typed", is_typed))
PLACES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("text", ("text",)),
    ("message", ("text",)),
    ("prompt", ("text",)),
    ("thought", ("reasoning",)),
    ("word", ("text", "reasoning")),
    ("result", ("result",)),
    ("output", ("result",)),
)
"""The kinds of part that a word names."""

ADJECTIVES: dict[str, Callable[[Message], bool]] = {
    "typed": is_typed,
    "user": is_user,
    "assistant": is_assistant,
    "silent": is_silent,
    "empty": is_silent,
    "interrupted": is_interrupted,
}
NOUNS: dict[str, Callable[[Message], bool]] = {
    "messages": lambda _: True,
    "prompts": lambda m: m.kind == "prompt",
    "replies": lambda m: m.kind == "reply",
    "summaries": lambda m: m.kind == "summary",
    "thoughts": lambda m: any(p.kind == "reasoning" and p.text.strip() for p in m.parts),
}
WITHOUT: dict[str, Callable[[Message], bool]] = {
    "without text or call": is_silent,
    "without text or a call": is_silent,
    "without text": is_silent,
    "without a tool call": lambda m: not has_calls(m),
    "with a tool call": has_calls,
}
