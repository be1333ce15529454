"""Makes small messages: one call and its result, or words of the model or of a person."""

from __future__ import annotations

from typing import Any

from narrator.model import Message, Part, Span, Status

SESSION = "s"


def called(
    tool: str, args: dict[str, str] | None = None, *, result: str | None = "", status: Status = "ok", exit_code: int | None = None
) -> Message:
    """Return a reply with one tool call; without result where it is None."""
    parts = [Part(kind="call", by="model", name=tool, args=tuple((args or {}).items()), call="c1", status=status)]
    if result is not None:
        parts.append(Part(kind="result", by="tool", name=tool, text=result, call="c1", status=status, exit_code=exit_code))
    return Message(index=7, role="assistant", kind="reply", by="model", parts=tuple(parts))


def shell(command: str, result: str | None = "", **more: Any) -> Message:
    """Return a reply that runs a shell command."""
    return called("bash", {"command": command}, result=result, **more)


def said(text: str, *, index: int = 7, reasoning: bool = False) -> Message:
    """Return a reply of the model in words."""
    part = Part(kind="reasoning" if reasoning else "text", by="model", text=text)
    return Message(index=index, role="assistant", kind="reply", by="model", parts=(part,))


def typed(text: str, *, index: int = 7) -> Message:
    """Return a person's message."""
    return Message(index=index, role="user", kind="prompt", by="person", parts=(Part(kind="text", by="person", text=text),))


def words(message: Message, span: Span | None) -> str:
    """Return the words that a span points at."""
    assert span is not None
    assert span.message == message.index
    assert span.part is not None
    part = message.parts[span.part]
    text = part.text if span.arg is None else part.arg(span.arg)
    assert text is not None
    return text[span.start : span.end]
