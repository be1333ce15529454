"""Links by construction: what follows, what the source names as parent, which sub-agents were started, what closes a turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from narrator.graph.links import Edge, Link, part_span
from narrator.model import Message, Part, Transcript

_NO_ANSWER = frozenset(("interrupted", "superseded", "sidechain", "synthetic", "copied"))


def follow(transcript: Transcript) -> Iterator[Edge]:
    """Yield a `next` from each message to the one after it; none across a gap."""
    for one, other in pairwise(transcript.messages):
        if other.index == one.index + 1:
            yield Edge(one.index, other.index, Link.NEXT)


def name_parents(transcript: Transcript) -> Iterator[Edge]:
    """Yield a `reply` from each message whose parent is in the transcript."""
    known = {m.id: m.index for m in transcript.messages if m.id is not None}
    for message in transcript.messages:
        parent = known.get(message.parent) if message.parent is not None else None
        if parent is not None and parent != message.index:
            yield Edge(message.index, parent, Link.REPLY)


def start_children(transcript: Transcript) -> Iterator[Edge]:
    """Yield a `child` from each message whose call started a sub-agent's session."""
    for child in transcript.children:
        if child.message is not None and transcript.position(child.message) is not None:
            yield Edge(child.message, ("session", child.session), Link.CHILD, why=child.title or "")


def answer(transcript: Transcript) -> Iterator[Edge]:
    """Yield `answers` from the reply that closes a turn to the prompt that came last before it, be it one that was queued."""
    asked: Message | None = None
    for position, message in enumerate(transcript.messages):
        if message.role == "user" and message.by == "person" and message.kind in ("prompt", "command"):
            asked = message
        elif asked is not None and _closes(transcript, position):
            words = [part_span(transcript, message, n) for n, p in enumerate(message.parts) if _is_word(p)]
            yield Edge(message.index, asked.index, Link.ANSWERS, spans=(words[-1],))
            asked = None


def _closes(transcript: Transcript, position: int) -> bool:
    """Return whether a reply ends in words to the person, and the model says and does no more before somebody else speaks."""
    message = transcript.messages[position]
    if message.kind != "reply" or message.by != "model" or message.error or _NO_ANSWER & set(message.flags):
        return False
    last = next((p for p in reversed(message.parts) if p.kind in ("call", "result") or _is_word(p)), None)
    if last is None or not _is_word(last):
        return False
    following = transcript.messages[position + 1] if position + 1 < len(transcript.messages) else None
    return following is None or following.role == "user"


def _is_word(part: Part) -> bool:
    return part.kind == "text" and bool(part.text.strip()) and not {"synthetic", "ignored"} & set(part.flags)
