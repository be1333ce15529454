"""The message as it stands: its author, its size, its words."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.evidence.deeds import deeds
from narrator.evidence.stretch import Stretch
from narrator.evidence.timing import latency
from narrator.evidence.values import Arg, Fact, fact, with_notes
from narrator.model import Message, Span

AUTHORS = {
    "person": "the user",
    "model": "the assistant",
    "tool": "a tool",
    "harness": "the harness",
    "hook": "a hook",
    "sub-agent": "a sub-agent",
}
HEADS = 4
"""Headings of a summary that are named."""
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
    shape = _summary_shape(message) if stretch.subject in stretch.analysis.signals.summaries else _shape(message)
    if shape in ("summary", "summary.plain"):
        roles["lines"], roles["heads"] = len(message.visible_text.splitlines()), _heads(message) or _lines(message)[:1]
    if shape == "command":
        yield fact("message.command", whole, message.index, n=message.index, commands=_commands(message))
        return
    took = latency(stretch, stretch.subject) if shape == "prompt" else None
    if took is not None:
        roles["seconds"] = took.seconds
        yield with_notes(fact("message.prompt.timed", whole, message.index, **roles), took.note)
    else:
        yield fact(f"message.{shape}", whole, message.index, **roles)
    if shape == "prompt":
        yield from _occasion(stretch)
    thought = _first(stretch, "reasoning")
    if message.is_silent and thought is not None:
        yield fact("message.thought", whole, message.index, words=thought)
    stock = _first(stretch, "text") if shape == "stock" else None
    if stock is not None:
        yield fact("message.words", (stock,), message.index, words=stock)
    text = stretch.text_span(stretch.subject)
    if text is not None and message.by != "model":
        yield fact("message.words", (text,), message.index, words=text)
    elif text is not None and words <= SHORT_WORDS:
        yield fact("message.says", (text,), message.index, words=text)
    elif text is not None and message.kind == "reply":
        yield from _opening(stretch)


def _opening(stretch: Stretch) -> Iterator[Fact]:
    if stretch.subject in stretch.analysis.signals.summaries:
        return
    opening = stretch.opening_span(stretch.subject)
    if opening is not None:
        name = "own.opening" if _is_first(stretch, opening) else "own.opening.later"
        yield fact(name, (opening,), stretch.message.index, words=opening)


def _is_first(stretch: Stretch, opening: Span) -> bool:
    """Whether nothing stands before these words; an opening passes over headings, labels and exclamations."""
    before = stretch.message.parts[opening.part or 0].text[: opening.start]
    return not any(c.isalnum() for c in before)


def _summary_shape(message: Message) -> str:
    return "summary" if _heads(message) else "summary.plain"


def _shape(message: Message) -> str:
    if message.kind == "summary" and not message.visible_text:
        return "empty_summary"
    if message.is_silent and any(p.kind == "text" and p.text.strip() for p in message.parts):
        return "stock"
    if message.is_silent:
        kinds = {p.kind for p in message.parts if p.text.strip() or p.kind == "file"}
        shape = "thinking" if "reasoning" in kinds else "attachment" if "file" in kinds else "empty"
        hidden = shape == "empty" and any(p.kind == "reasoning" for p in message.parts)
        return f"{'hidden' if hidden else shape}_{'user' if message.role == 'user' else 'assistant'}"
    if message.by != "model":
        ran = "prompt" if message.visible_text else "command"
        return ran if message.by == "person" else "notice"
    calls = any(p.kind == "call" for p in message.parts)
    return ("working_reply" if message.visible_text else "work") if calls else "reply"


def _commands(message: Message) -> tuple[str, ...]:
    """What a person ran: the first argument of each call, or else its tool."""
    return tuple(p.args[0][1] if p.args else p.name or "" for p in message.parts if p.kind == "call")


def _first(stretch: Stretch, kind: str) -> Span | None:
    for number, part in enumerate(stretch.message.parts):
        if part.kind == kind and part.text.strip():
            return Span(session=stretch.analysis.transcript.session, message=stretch.message.index, part=number)
    return None


def _occasion(stretch: Stretch) -> Iterator[Fact]:
    """What stands right before a person's words: a call that they refused, an answer that they cut."""
    signals = stretch.analysis.signals
    for position in range(stretch.subject - 1, max(stretch.subject - 3, stretch.start - 1), -1):
        refused = [o for o in signals.outcomes.get(position, ()) if o.status == "refused"]
        if refused:
            acts = tuple(a for a in signals.acts.get(position, ()) if a.part == refused[0].call_part)
            yield fact("occasion.refused", (stretch.whole(position),), stretch.index(position), deeds=deeds(acts))
            return
        if "interrupted" in stretch.at(position).flags and stretch.at(position).by == "model":
            yield fact("occasion.cut", (stretch.whole(position),), stretch.index(position), n=stretch.index(position))
            return


def _heads(message: Message) -> tuple[str, ...]:
    """The first headings of a summary."""
    return tuple(line for line in _lines(message) if line.startswith("#"))[:HEADS]


def _lines(message: Message) -> tuple[str, ...]:
    return tuple(stripped for line in message.visible_text.splitlines() if (stripped := line.strip()))
