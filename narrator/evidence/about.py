"""The message as it stands: its author, its size, its words."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg, Fact, fact
from narrator.model import Message, Span

AUTHORS = {
    "person": "the user",
    "model": "the assistant",
    "tool": "a tool",
    "harness": "the harness",
    "hook": "a hook",
    "sub-agent": "a sub-agent",
}
SHORT_WORDS = 60
"""A text of at most so many words is quoted whole."""


def describe(stretch: Stretch) -> Iterator[Fact]:
    """Yield what the subject is, in one fact, then its words where it has any."""
    message, whole = stretch.message, (stretch.whole(stretch.subject),)
    words = len(message.visible_text.split())
    roles: dict[str, Arg] = {
        "n": message.index,
        "words": words,
        "calls": sum(1 for _ in message.calls()),
        "author": AUTHORS[message.by],
    }
    yield fact(f"message.{_shape(message)}", whole, message.index, **roles)
    thought = _first(stretch, "reasoning")
    if message.is_silent and thought is not None:
        yield fact("message.thought", whole, message.index, words=thought)
    text = stretch.text_span(stretch.subject)
    if text is not None and message.by != "model":
        yield fact("message.words", (text,), message.index, words=text)
    elif text is not None and words <= SHORT_WORDS:
        yield fact("message.says", (text,), message.index, words=text)


def _shape(message: Message) -> str:
    if message.kind == "summary":
        return "summary" if message.visible_text else "empty_summary"
    if message.is_silent:
        kinds = {p.kind for p in message.parts if p.text.strip() or p.kind == "file"}
        shape = "thinking" if "reasoning" in kinds else "attachment" if "file" in kinds else "empty"
        hidden = shape == "empty" and any(p.kind == "reasoning" for p in message.parts)
        return f"{'hidden' if hidden else shape}_{'user' if message.role == 'user' else 'assistant'}"
    if message.by != "model":
        return "prompt" if message.by == "person" else "notice"
    calls = any(p.kind == "call" for p in message.parts)
    return ("working_reply" if message.visible_text else "work") if calls else "reply"


def _first(stretch: Stretch, kind: str) -> Span | None:
    for number, part in enumerate(stretch.message.parts):
        if part.kind == kind and part.text.strip():
            return Span(session=stretch.analysis.transcript.session, message=stretch.message.index, part=number)
    return None
