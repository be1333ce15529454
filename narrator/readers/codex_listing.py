"""Lists a Codex session by the ends of its rollout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from narrator.model import Message, Part
from narrator.readers.base import Listing, as_dict, as_text, parse_time
from narrator.readers.codex_items import ITEMS
from narrator.readers.codex_text import blocks_text, prompt_parts, wrapper
from narrator.readers.compressed import stem
from narrator.readers.ends import ends, first_records, is_cut, last_records
from narrator.readers.summaries import heading, project_of

Json = dict[str, Any]

MOST_RECORDS = 500
"""How many records are looked through for a prompt."""

STARTS = frozenset({"task_started", "turn_started"})
ENDS = frozenset({"task_complete", "turn_complete"})
GOING_ON = frozenset({"user_message", "turn_aborted", "error"})
"""Events after which a rollout that stops there isn't at its end."""


def list_session(path: Path) -> Iterator[Listing]:
    """Yield the session in a rollout; none where it is no rollout or nothing was asked in it.

    Raises:
        SourceError: when the file can't be opened.

    """
    found = ends(path)
    last = last_records(path, found, lambda r: bool(_role(r)) or _event(r) in STARTS | ENDS | GOING_ON)
    first = last if found.is_whole else list(_until_prompt(first_records(path, found)))
    header = next((h for r in first if (h := _header(r))), {})
    if not (header or any(_item(r) or _event(r) for r in first)):
        return
    asked = next((words for r in first if (words := _asked(r))), None)
    if asked is None and found.is_whole and not any(_is_spoken(r) for r in last):
        return
    times = [t for r in (*first, *last) if not _header(r) and (t := parse_time(r.get("timestamp")))]
    yield Listing(
        session=as_text(header.get("id")) or stem(path),
        format="codex",
        path=str(path),
        agent="codex",
        title=_typed(first) or _named(last),
        project=project_of(as_text(header.get("cwd"))),
        started=parse_time(header.get("timestamp")) or (times[0] if times else None),
        ended=times[-1] if times else None,
        open=is_cut(found) or _is_open(last),
        child="subagent" in as_dict(header.get("source")) or header.get("thread_source") == "subagent",
    )


def _until_prompt(records: Iterator[Json]) -> Iterator[Json]:
    """Yield records up to the event that marks a prompt as a person's, or the first that the model gave."""
    asked = False
    for record in islice(records, MOST_RECORDS):
        yield record
        asked = asked or _asked(record) is not None
        if asked and (_event(record) in ("user_message", "item_completed") or _role(record) == "assistant"):
            return


def _header(record: Json) -> Json:
    payload = record.get("payload")
    if record.get("type") == "session_meta":
        return as_dict(payload)
    return record if payload is None and {"id", "timestamp", "instructions"} <= record.keys() else {}


def _event(record: Json) -> str:
    return as_text(as_dict(record.get("payload")).get("type")) if record.get("type") == "event_msg" else ""


def _item(record: Json) -> Json:
    item = as_dict(record.get("payload")) if record.get("type") == "response_item" else record
    return item if as_text(item.get("type")) in ITEMS else {}


def _role(record: Json) -> str:
    item = _item(record)
    if item.get("type") == "message":
        return as_text(item.get("role"))
    return "assistant" if item else ""


def _is_spoken(record: Json) -> bool:
    return bool(_role(record)) or _event(record) in ("agent_message", "user_message")


def _marked(record: Json) -> str | None:
    """Return the prompt that an event marks as a person's."""
    payload = as_dict(record.get("payload"))
    if _event(record) == "user_message":
        return as_text(payload.get("message"))
    item = as_dict(payload.get("item"))
    return blocks_text(item.get("content")) if item.get("type") == "UserMessage" else None


def _asked(record: Json) -> str | None:
    """Return the words of a prompt: marked by an event, or an item that no known wrapper begins."""
    marked = _marked(record)
    if marked or _role(record) != "user":
        return marked
    text = blocks_text(_item(record).get("content"))
    return text if text.strip() and wrapper(text) is None else None


def _typed(records: list[Json]) -> str | None:
    marked = [words for r in records if (words := _marked(r))]
    asked = marked or [words for r in records if (words := _asked(r))]
    texts = (_visible(prompt_parts(words, [], "person")) for words in asked)
    return next((h for text in texts if (h := heading(text))), None)


def _visible(parts: Iterable[Part]) -> str:
    return Message(index=0, role="user", kind="prompt", by="person", parts=tuple(parts)).visible_text


def _named(records: list[Json]) -> str | None:
    names = (as_text(as_dict(r.get("payload")).get("thread_name")) for r in reversed(records))
    return next((name for name in names if name), None)


def _is_open(records: list[Json]) -> bool:
    """Return whether the last turn has no end: of one whose beginning isn't told, whether its last item is no answer."""
    is_open = explicit = False
    for record in records:
        event, role = _event(record), _role(record)
        if event in STARTS or event in ENDS:
            is_open, explicit = event in STARTS, True
        elif event in GOING_ON or role == "user":
            is_open = is_open or event in GOING_ON or _asked(record) is not None
        elif role == "assistant" and not explicit:
            is_open = _item(record).get("type") != "message"
    return is_open
