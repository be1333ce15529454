"""To-do lists as the tools of every harness write them: the items as the last writing leaves them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from narrator.ledger.whole import Whole
from narrator.model import Part, Span

WRITTEN = ("updated the plan", "planned")
"""Verbs of the acts that write it."""
LISTS = ("todos", "plan", "task_list", "todoList", "todo_list", "task_progress", "items", "tasks")
"""Arguments that hold a whole list, as JSON or as a Markdown checklist."""
TEXTS = ("content", "step", "subject", "title", "description", "text", "task", "name")
"""Keys of an item that may hold its words, the best first."""
CLOSED = frozenset(
    ("completed", "complete", "done", "finished", "closed", "cancelled", "canceled", "deleted", "dropped", "skipped", "x", "-")
)
_MAKERS = frozenset(("taskcreate", "trackercreatetask"))
_CHANGERS = frozenset(("taskupdate", "trackerupdatetask"))
"""Tools that make or change one item at a time, known by a number that the result gives."""
_NUMBER = re.compile(r"[Tt]ask #?([\w-]+) created|\"id\":\s*\"?([\w-]+)")
_BOX = re.compile(r"^\s*(?:[-*]|\d+[.)])\s*\[([ xX~/>-]?)\]\s+(.+?)\s*$", re.MULTILINE)
_LONGEST = 50_000
"""Characters of a list that are read."""


@dataclass(frozen=True, slots=True)
class Todo:
    """An item of a to-do list as last written."""

    text: str
    open: bool
    span: Span
    """Its words in the call that last wrote it; the whole call where they stand there otherwise (escaped)."""
    key: str = ""
    """The list's own name for it."""


def last_todos(whole: Whole) -> tuple[Todo, ...]:
    """Return the items of the session's to-do list as its last writing leaves them, in the list's order."""
    items: dict[str, Todo] = {}
    for position, act, ended in whole.calls():
        if act.verb not in WRITTEN or (ended is not None and ended.status in ("failed", "refused", "cancelled")):
            continue
        call = whole.messages[position].parts[act.part]
        name = (call.name or "").lower().replace("_", "").replace("-", "")
        if name in _MAKERS:
            result = whole.messages[position].parts[ended.part].text if ended is not None else ""
            items |= _made(call, act.span, result, len(items))
        elif name in _CHANGERS:
            items |= _changed(call, act.span, items)
        else:
            items = _listed(call, act.span, items)
    return tuple(items.values())


def _made(call: Part, span: Span, result: str, known: int) -> dict[str, Todo]:
    arg = next((name for name in TEXTS if (call.arg(name) or "").strip()), None)
    if arg is None:
        return {}
    number = _NUMBER.search(result[:_LONGEST])
    key = next((g for g in number.groups() if g), "") if number else str(known + 1)
    text = (call.arg(arg) or "").strip()
    return {key: Todo(text, True, _at(call, span, arg, text), key)}


def _changed(call: Part, span: Span, items: dict[str, Todo]) -> dict[str, Todo]:
    key = next((call.arg(name) or "" for name in ("taskId", "task_id", "id") if call.arg(name)), "")
    status = (call.arg("status") or "").lower()
    item = items.get(key)
    if item is None or not status:
        return {}
    return {key: Todo(item.text, status not in CLOSED, item.span if status not in CLOSED else span, key)}


def _listed(call: Part, span: Span, items: dict[str, Todo]) -> dict[str, Todo]:
    arg = next((name for name in LISTS if (call.arg(name) or "").strip()), None)
    if arg is None:
        return items
    text = (call.arg(arg) or "")[:_LONGEST]
    rows = list(_rows(text))
    found = {
        key or str(n): Todo(words, is_open, _at(call, span, arg, words), key) for n, (words, is_open, key) in enumerate(rows)
    }
    if not rows and text.strip() != "[]":
        return items
    return {**items, **found} if (call.arg("merge") or "").lower() == "true" else found


def _rows(text: str) -> Iterator[tuple[str, bool, str]]:
    if text.lstrip()[:1] in "[{":
        yield from _from_json(text)
        return
    for box in _BOX.finditer(text):
        yield box[2], box[1].lower() not in CLOSED, ""


def _from_json(text: str) -> Iterator[tuple[str, bool, str]]:
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError):
        return
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict):
            words = next((str(row[key]) for key in TEXTS if row.get(key)), "")
            if words:
                yield words, _is_open(row), str(row.get("id", ""))


def _is_open(row: dict[str, Any]) -> bool:
    status = str(row.get("status", "")).lower().replace("-", "_")
    return status not in CLOSED and row.get("done") is not True and row.get("completed") is not True


def _at(call: Part, span: Span, arg: str, words: str) -> Span:
    start = (call.arg(arg) or "").find(words)
    return span if start < 0 else span.model_copy(update={"arg": arg, "start": start, "end": start + len(words)})
