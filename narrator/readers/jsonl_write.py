"""Writes narrator's own JSON lines: what `jsonl` reads back as the same session."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import orjson

from narrator.model import Event, Message, Part, Transcript
from narrator.readers.jsonl import VERSION
from narrator.readers.jsonl_fields import AUTHORS, KINDS, PART_AUTHORS

Pairs = tuple[tuple[str, str], ...]


def write_lines(transcript: Transcript) -> Iterator[bytes]:
    """Yield the header, then messages and events in order, a line each; places, digest and coverage are the file's own."""
    yield _line(header_fields(transcript))
    events = list(transcript.events)
    last: int | None = None
    for message in transcript.messages:
        yield from _due(events, message.index, last)
        yield _line(_message(message))
        last = message.index
    yield from _due(events, None, last)


def _due(events: list[Event], before: int | None, last: int | None) -> Iterator[bytes]:
    """Yield the events that come before the message `before`, and take them off the list."""
    while events and (before is None or events[0].after is None or events[0].after < before):
        event = events.pop(0)
        fields = event.model_dump(exclude={"places"}, exclude_defaults=True) | {"kind": event.kind}
        fields.pop("after", None)
        if event.after != last:
            fields["after"] = event.after
        yield _line({"event": timed(fields)})


def header_fields(transcript: Transcript) -> dict[str, Any]:
    """Return what tells of the session as a whole."""
    own = {"format", "messages", "events", "coverage", "digest", "problems"}
    fields = transcript.model_dump(exclude=own, exclude_defaults=True)
    problems = [p.model_dump(exclude={"place"}, exclude_defaults=True) for p in transcript.problems]
    times = {"started": transcript.started, "ended": transcript.ended}
    return {"narrator": VERSION} | timed(fields | times) | ({"problems": problems} if problems else {})


def _message(message: Message) -> dict[str, Any]:
    fields = message.model_dump(exclude={"parts", "places", "record"}, exclude_defaults=True)
    if message.kind == KINDS[message.role]:
        del fields["kind"]
    if message.by == AUTHORS[message.role]:
        del fields["by"]
    parts = {"parts": [part_fields(p, message.by) for p in message.parts]}
    return timed(fields) | parts | ({"record": as_object(message.record)} if message.record else {})


def part_fields(part: Part, author: str) -> dict[str, Any]:
    """Return what a part of a message by `author` doesn't have by default."""
    fields = part.model_dump(exclude={"args"}, exclude_defaults=True) | {"kind": part.kind}
    if part.by == PART_AUTHORS.get(part.kind, author):
        del fields["by"]
    if part.kind in ("call", "result"):
        fields["status"] = part.status
    return fields | ({"args": as_object(part.args)} if part.args else {})


def as_object(pairs: Pairs) -> dict[str, str] | list[list[str]]:
    """Return pairs as an object, or as a list of pairs where a name comes twice."""
    named = dict(pairs)
    return named if len(named) == len(pairs) else [list(p) for p in pairs]


def timed(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields with times as text."""
    return {k: v.isoformat() if isinstance(v, datetime) else v for k, v in fields.items()}


def _line(value: dict[str, Any]) -> bytes:
    return orjson.dumps(value) + b"\n"
