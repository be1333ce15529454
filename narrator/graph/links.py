"""The kinds of links, and an edge before it is in the graph."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from narrator.model import Message, Part, Span, Transcript

Node = int | tuple[str, int] | tuple[str, str]
"""A message's index; ("essay", k) for a text about the session; ("session", id) for a sub-agent's session."""


class Link(StrEnum):
    """What one message is to another.

    An edge goes from the message that has the relation to the one that it is about: back in time, save for the first two.
    """

    NEXT = "next"
    """The message that follows in the source's order."""
    CHILD = "child"
    """The sub-agent's session that it started."""
    REPLY = "reply"
    """The message that the source names as its parent."""
    CITE = "cite"
    """A message that it cites by number."""
    REPEAT = "repeat"
    """The earlier prompt whose instruction it gives again, in the same or nearly the same words."""
    QUOTE = "quote"
    """The earlier message that a passage is taken from."""
    ANSWERS = "answers"
    """The prompt that this reply, which closes the turn, responds to."""
    REVISES = "revises"
    """The earlier edit whose lines it changes; the earlier prompt that it corrects."""
    VERIFIES = "verifies"
    """The edit, or the claim, that a check's result bears on."""
    SAME_FILE = "same-file"
    """The last message before it whose calls name the same file."""


class Edge(NamedTuple):
    """A link between two nodes, and its grounds."""

    source: Node
    target: Node
    link: Link
    spans: tuple[Span, ...] = ()
    """Where the source shows it."""
    origins: tuple[Span, ...] = ()
    """Where the target does."""
    why: str = ""
    """What it rests on: a path, a command's head, a rule's name."""


def spoken(message: Message) -> Iterator[tuple[int, Part]]:
    """Yield the number and part of each text or thought that a person or a model wrote."""
    for number, part in enumerate(message.parts):
        written = part.kind in ("text", "reasoning") and part.by in ("person", "model", "sub-agent")
        if written and not {"synthetic", "ignored"} & set(part.flags):
            yield number, part


def prompts(transcript: Transcript) -> Iterator[Message]:
    """Yield what persons typed: not what harnesses put in their mouths."""
    for message in transcript.messages:
        if message.kind == "prompt" and message.by == "person" and not {"synthetic", "replay", "copied"} & set(message.flags):
            yield message


def part_span(transcript: Transcript, message: Message, part: int, arg: str | None = None) -> Span:
    """Return the span of a whole part or argument."""
    return Span(session=transcript.session, message=message.index, part=part, arg=arg)
