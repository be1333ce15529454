"""What followed: the to-do list, what was done, how it stood at the end of the stretch."""

from __future__ import annotations

import json
from collections.abc import Iterator

from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg, Fact, fact, with_notes
from narrator.model import Message, Span

TODO_TOOLS = frozenset({"todowrite", "TodoWrite", "update_plan"})
TODO_TEXTS = ("content", "step", "text", "title")


def find_todos(stretch: Stretch, start: int, end: int, predicate: str) -> Iterator[Fact]:
    """Yield the first to-do list that the assistant wrote in positions start to end (half open)."""
    for position in range(start, end):
        for number, items in _lists(stretch.at(position)):
            span = Span(session=stretch.analysis.transcript.session, message=stretch.index(position), part=number)
            pending = tuple(text for text, status in items if status not in ("completed", "cancelled"))
            done = tuple(text for text, status in items if status == "completed")
            roles: dict[str, Arg] = {"items": tuple(t for t, _ in items), "n": len(items), "done": done, "pending": pending}
            yield fact(predicate, (span,), stretch.index(position), **roles)
            return


def find_open_items(stretch: Stretch) -> Iterator[Fact]:
    """Yield what the last to-do list of the stretch leaves open."""
    for position in range(stretch.end - 1, stretch.subject, -1):
        for number, items in _lists(stretch.at(position)):
            pending = tuple(text for text, status in items if status not in ("completed", "cancelled"))
            span = Span(session=stretch.analysis.transcript.session, message=stretch.index(position), part=number)
            if pending:
                roles: dict[str, Arg] = {"pending": pending, "open": len(pending), "n": len(items)}
                yield fact("open.todo", (span,), stretch.index(position), **roles)
            return


def _lists(message: Message) -> Iterator[tuple[int, tuple[tuple[str, str], ...]]]:
    for number, part in enumerate(message.parts):
        if part.kind == "call" and part.name in TODO_TOOLS:
            items = tuple(_items(part.arg("todos") or part.arg("plan") or ""))
            if items:
                yield number, items


def _items(text: str) -> Iterator[tuple[str, str]]:
    try:
        rows = json.loads(text)
    except ValueError:
        return
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict):
            words = next((str(row[key]) for key in TODO_TEXTS if row.get(key)), "")
            if words:
                yield words, str(row.get("status", ""))


def find_conclusion(stretch: Stretch, start: int, end: int) -> Iterator[Fact]:
    """Yield the assistant's last words to the person in positions start to end (half open)."""
    for position in range(end - 1, start - 1, -1):
        message, words = stretch.at(position), stretch.opening_span(position)
        summary = position in stretch.analysis.signals.summaries
        if message.by == "model" and message.kind == "reply" and words is not None and not summary:
            yield with_notes(fact("after.report", (words,), message.index, words=words, n=message.index), salience=2.0)
            return
