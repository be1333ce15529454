"""What followed: the to-do list, what was done, how it stood at the end of the stretch."""

from __future__ import annotations

import json
from collections.abc import Iterator

from narrator.evidence.stretch import Stretch, worked_between
from narrator.evidence.thinking import weighty
from narrator.evidence.values import Arg, Fact, fact
from narrator.model import Message, Span
from narrator.silence.losses import may_lack

TODO_TOOLS = frozenset({"todowrite", "TodoWrite", "update_plan"})
CLOSED = ("completed", "cancelled")
SHOWN = 4
"""Items of a list that a sentence names."""
TODO_TEXTS = ("content", "step", "text", "title")


def find_todos(stretch: Stretch, start: int, end: int, predicate: str) -> Iterator[Fact]:
    """Yield the first to-do list that the assistant wrote in positions start to end (half open)."""
    for position in range(start, end):
        for number, items in _lists(stretch.at(position)):
            span = Span(session=stretch.analysis.transcript.session, message=stretch.index(position), part=number)
            pending = tuple(text for text, status in items if status not in CLOSED)
            done = tuple(text for text, status in items if status == "completed")
            shown = tuple(t for t, _ in items)[:SHOWN]
            roles: dict[str, Arg] = {"items": shown, "n": len(items), "done": done, "pending": pending}
            yield fact(predicate if len(items) <= SHOWN else f"{predicate}.long", (span,), stretch.index(position), **roles)
            return


def find_open_items(stretch: Stretch) -> Iterator[Fact]:
    """Yield what the last to-do list of the stretch leaves open, and no later list of the session tells done."""
    later = _done_later(stretch)
    for position in range(stretch.end - 1, stretch.subject, -1):
        for number, items in _lists(stretch.at(position)):
            left = tuple(text for text, status in items if status not in CLOSED and text not in later)
            span = Span(session=stretch.analysis.transcript.session, message=stretch.index(position), part=number)
            if left:
                roles: dict[str, Arg] = {"pending": left[:SHOWN], "open": len(left), "n": len(items)}
                name = "open.todo" if len(left) <= SHOWN else "open.todo.long"
                yield fact(name, (span,), stretch.index(position), **roles)
            return


def _done_later(stretch: Stretch) -> frozenset[str]:
    messages = stretch.analysis.transcript.messages[stretch.end :]
    return frozenset(text for m in messages for _, items in _lists(m) for text, status in items if status in CLOSED)


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
    """Yield what the assistant answered to a person's subject: its last words to them before they speak again."""
    if not stretch.analysis.signals.person_at(stretch.subject):
        return
    if stretch.resumed is not None and not worked_between(stretch.analysis, stretch.subject, stretch.resumed):
        following = stretch.whole(stretch.resumed)
        if may_lack(stretch.analysis.transcript, stretch.subject, stretch.resumed):
            yield fact("response.lost", (stretch.whole(stretch.subject),), stretch.message.index)
            return
        empty = _empty_between(stretch, stretch.subject, stretch.resumed)
        if empty is not None:
            yield fact("response.empty", (stretch.whole(empty),), stretch.index(empty), n=stretch.index(empty))
            return
        cut = stretch.cut_between(stretch.subject, stretch.resumed)
        if cut is not None:
            yield fact("response.cut", (stretch.whole(cut), following), following.message, n=stretch.index(cut))
            return
        yield fact("response.none", (following,), following.message, n=following.message)
        return
    closing = [
        p
        for p in range(stretch.subject + 1, stretch.end)
        if _speaks(stretch, p) and all(x.kind != "call" for x in stretch.at(p).parts)
    ]
    for position in closing[-1:]:
        words = stretch.opening_span(position)
        if words is not None:
            yield fact("response.said", (words,), words.message, words=words, n=words.message)


def _empty_between(stretch: Stretch, start: int, end: int) -> int | None:
    """Return the last message of the assistant's between two positions, both exclusive: one without words and calls."""
    return next((p for p in range(end - 1, start, -1) if stretch.at(p).by == "model" and stretch.at(p).is_silent), None)
