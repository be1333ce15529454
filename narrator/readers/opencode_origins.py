"""Who is behind a user message without typed words: opencode's own lines, told by wording, by metadata, or by their neighbors.

`--sanitize` takes the wording away and leaves ids, times and types: then only the neighbors tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from narrator.model import Message
from narrator.readers.opencode_wordings import is_scrubbed, origin

AT_ONCE = timedelta(seconds=1)
"""The harness acts within 60 ms of what it reacts to (7 recorded cases), a person doesn't within a second."""


class Origin(NamedTuple):
    """What a user message without typed words is."""

    cause: str
    """continue, shell or subtask_followup."""
    sign: str
    """A clause for people that says what tells it."""
    neighbor: int | None = None
    """Position of the neighbor that tells it; None where the message itself does."""


def origin_of(messages: Sequence[Message], position: int) -> Origin | None:
    """Return what the user message at `position` is, or None where it is none of opencode's own lines."""
    message = messages[position]
    texts = [p for p in message.parts if p.kind == "text"]
    if message.role != "user" or not texts or any("synthetic" not in p.flags for p in texts) or len(texts) < len(message.parts):
        return None
    if message.field("compaction_continue"):
        return Origin("continue", "its metadata says `compaction_continue`")
    words = texts[0].text
    told = origin(words)
    if told is not None:
        return Origin(told, "its text, marked synthetic, is one of opencode's own lines")
    return _by_neighbors(messages, position) if is_scrubbed(words) else None


def is_shell_reply(message: Message) -> bool:
    """Return whether an assistant record is what a `!command` printed: one shell call, and no model was asked."""
    calls = [p for p in message.parts if p.kind == "call"]
    return _is_unasked(message) and message.finish is None and [p.name in ("bash", "shell") for p in calls] == [True]


def is_subtask_reply(message: Message) -> bool:
    """Return whether an assistant record is a sub-agent's run at a person's command: a task call, and no model was asked."""
    return _is_unasked(message) and any(p.kind == "call" and p.name == "task" for p in message.parts)


def is_subtask(message: Message) -> bool:
    """Return whether a user message is a command that runs in a sub-agent."""
    return any(p.kind == "notice" and p.name == "subtask" for p in message.parts)


def follows_at_once(message: Message, earlier: Message) -> bool:
    """Return whether `message` was created within a moment of `earlier`'s end, too soon for a person."""
    if message.at is None or earlier.ended is None:
        return False
    return timedelta(0) <= message.at - earlier.ended <= AT_ONCE


def answered(messages: Sequence[Message], position: int) -> int | None:
    """Return the position of the user message that the assistant message at `position` answers, by its parent's id.

    Where ids were scrubbed, that is the message before it, if a user's.
    """
    parent = messages[position].parent
    found = next((i for i in range(position - 1, -1, -1) if messages[i].id == parent), None) if parent is not None else None
    before = position - 1 if position and messages[position - 1].role == "user" else None
    return before if found is None else found


def _is_unasked(message: Message) -> bool:
    tokens = message.tokens
    idle = tokens is None or not (tokens.input or tokens.output or tokens.cache_read or tokens.cache_write)
    return message.role == "assistant" and idle and all(p.kind not in ("text", "reasoning") for p in message.parts)


def _by_neighbors(messages: Sequence[Message], position: int) -> Origin | None:
    before = messages[position - 1] if position else None
    after = messages[position + 1] if position + 1 < len(messages) else None
    if before is not None and before.kind == "summary" and before.error is None and follows_at_once(messages[position], before):
        return Origin("continue", "it was created at once after the summary was finished", position - 1)
    if before is not None and is_subtask_reply(before):
        return Origin("subtask_followup", "it follows the run of a sub-agent's command", position - 1)
    if after is not None and is_shell_reply(after) and answered(messages, position + 1) == position:
        return Origin("shell", "its answer is a shell call that no model made", position + 1)
    return None
