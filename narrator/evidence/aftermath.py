"""What followed: the to-do list, what was done, how it stood at the end of the stretch."""

from __future__ import annotations

import json
from collections.abc import Iterator

from narrator.evidence.stretch import Stretch
from narrator.evidence.thinking import weighty
from narrator.evidence.values import Arg, Fact, fact
from narrator.model import Message, Span

TODO_TOOLS = frozenset({"todowrite", "TodoWrite", "update_plan"})
SHOWN = 4
"""Items of a list that a sentence names."""
TODO_TEXTS = ("content", "step", "text", "title")


def find_todos(stretch: Stretch, start: int, end: int, predicate: str) -> Iterator[Fact]:
    """Yield the first to-do list that the assistant wrote in positions start to end (half open)."""
    for position in range(start, end):
        for number, items in _lists(stretch.at(position)):
            span = Span(session=stretch.analysis.transcript.session, message=stretch.index(position), part=number)
            pending = tuple(text for text, status in items if status not in ("completed", "cancelled"))
            done = tuple(text for text, status in items if status == "completed")
            shown = tuple(t for t, _ in items)[:SHOWN]
            roles: dict[str, Arg] = {"items": shown, "n": len(items), "done": done, "pending": pending}
            yield fact(predicate if len(items) <= SHOWN else f"{predicate}.long", (span,), stretch.index(position), **roles)
            return


def find_open_items(stretch: Stretch) -> Iterator[Fact]:
    """Yield what the last to-do list of the stretch leaves open."""
    for position in range(stretch.end - 1, stretch.subject, -1):
        for number, items in _lists(stretch.at(position)):
            pending = tuple(text for text, status in items if status not in ("completed", "cancelled"))
            span = Span(session=stretch.analysis.transcript.session, message=stretch.index(position), part=number)
            if pending:
                roles: dict[str, Arg] = {"pending": pending[:SHOWN], "open": len(pending), "n": len(items)}
                name = "open.todo" if len(pending) <= SHOWN else "open.todo.long"
                yield fact(name, (span,), stretch.index(position), **roles)
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
    """Yield the assistant's last words in positions start to end (half open): its report, where it closed its work with one."""
    worked = max((p for p in range(start, end) if p in stretch.analysis.signals.acts), default=start)
    spoken = [p for p in range(start, end) if _speaks(stretch, p)]
    closing = [p for p in spoken if p >= worked and all(x.kind != "call" for x in stretch.at(p).parts)]
    for position in (closing or spoken)[-1:]:
        words = stretch.opening_span(position)
        if words is not None:
            name = "after.report" if closing else "after.last_words"
            yield fact(name, (words,), words.message, words=words, n=words.message)
            if closing:
                yield from weighty(stretch, position, words, "after.report.says")


def _speaks(stretch: Stretch, position: int) -> bool:
    message = stretch.at(position)
    reply = message.by == "model" and message.kind == "reply" and bool(message.visible_text)
    return reply and position not in stretch.analysis.signals.summaries


def find_response(stretch: Stretch) -> Iterator[Fact]:
    """Yield what the assistant answered to a person's subject: its first words to them that close a turn."""
    if not stretch.analysis.signals.person_at(stretch.subject):
        return
    end = stretch.end if stretch.resumed is None else stretch.resumed
    closing = [
        p for p in range(stretch.subject + 1, end) if _speaks(stretch, p) and all(x.kind != "call" for x in stretch.at(p).parts)
    ]
    for position in closing[:1]:
        words = stretch.opening_span(position)
        if words is not None:
            yield fact("response.said", (words,), words.message, words=words, n=words.message)
