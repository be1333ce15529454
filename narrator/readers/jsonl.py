"""narrator's own JSON lines: a header, then one numbered message or one event a line. `jsonl_write` writes them.

    {"narrator": 1, "session": "s1", "agent": "opencode", "title": "…", "gaps": [[0, 8]]}
    {"index": 9, "role": "user", "parts": [{"kind": "text", "text": "Kill the run."}]}
    {"event": {"kind": "compaction", "text": "auto"}}

A header may hold version, cwd, started, ended, children, problems, and a note for people. A message may hold every field of
`Message`, a part every field of `Part`; what they leave out, `jsonl_fields` says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson

from narrator.model import Child, Event, Message, Place, Problem, Transcript
from narrator.readers.base import GIVES, Head, as_dict, as_list, parse_time
from narrator.readers.compressed import stem
from narrator.readers.jsonl_fields import event_of, fitted, message_of
from narrator.readers.numbering import Range, holes, without
from narrator.readers.records import Record, Tally, read_records

_HEADER = re.compile(r'\s*\{\s*"narrator"\s*:\s*\d')
"""A header that is longer than a head, or broken further on."""

VERSION = 1
"""What the header's `narrator` says; a higher number is read as far as it is known."""


class NumberedLines:
    """Reads narrator's own JSON lines."""

    name = "jsonl"
    title = "narrator's JSON lines"
    gives = GIVES

    def sniff(self, head: Head) -> bool:
        """Return whether the first line is narrator's header."""
        first = next((line for line in head.text.splitlines() if line.strip()), "")
        try:
            return "narrator" in as_dict(orjson.loads(first))
        except orjson.JSONDecodeError:
            return _HEADER.match(first) is not None

    def read(self, path: Path, session: str | None = None) -> Transcript:  # noqa: ARG002 (a file holds one session)
        """Read the session in `path`.

        Raises:
            SourceError: when the file can't be opened.

        """
        lines = Lines(path)
        for record in read_records(path, lines.tally):
            lines.take(record)
        return lines.transcript()

    def stores(self) -> Iterator[Path]:
        """Yield nothing: no harness writes this format."""
        yield from ()


class Lines:
    """A header, messages that bring their own indices, and events, while they are read out of a file."""

    def __init__(self, path: Path, form: str = NumberedLines.name) -> None:
        self.path = path
        self.form = form
        self.tally = Tally()
        self.header: dict[str, Any] | None = None
        self.messages: dict[int, Message] = {}
        self.events: list[Event] = []
        self.last: int | None = None

    def take(self, record: Record) -> None:
        """Take a line."""
        value = record.value
        if "index" in value:
            self._take_message(record)
        elif "event" in value:
            self.take_event(value["event"], record.place)
        elif "narrator" in value:
            self.take_header(record)
        else:
            self._take_unknown(record)

    def take_event(self, fields: object, place: Place) -> None:
        """Take an event; where its fields don't say so, it follows the last message."""
        self.events.append(event_of(as_dict(fields), self.last, place, self.tally))
        self.tally.in_events += 1

    def take_header(self, record: Record) -> None:
        """Take a header; the first one counts."""
        self.tally.in_header += 1
        if self.header is not None:
            self.tally.complain("second-header", "a second header; the first one counts", record.place)
            return
        self.header = record.value
        if record.value["narrator"] != VERSION:
            text = f"version {record.value['narrator']} of these lines; read as version {VERSION}"
            self.tally.complain("other-version", text, record.place)

    def _take_message(self, record: Record) -> None:
        message = message_of(record.value, record.place, self.tally)
        if message is None:
            self.tally.bad += 1
        else:
            self.keep(message)

    def keep(self, message: Message) -> None:
        """Keep a message, all its records counted; of two with one index the first."""
        if message.index in self.messages:
            self.tally.bad += len(message.places)
            text = f"a second message with index {message.index}; left out"
            self.tally.complain("duplicate-index", text, message.places[0], message.index)
            return
        self.tally.in_messages += len(message.places)
        if self.last is not None and message.index < self.last:
            text = f"message {message.index} stands after message {self.last}; put in order by index"
            self.tally.complain("descending-index", text, message.places[0], message.index)
        self.messages[message.index] = message
        self.last = message.index

    def _take_unknown(self, record: Record) -> None:
        self.tally.unknown += 1
        self.tally.complain("unknown-record", "neither a header, a message nor an event", record.place)
        text = record.value.get("text")
        if isinstance(text, str) and text.strip():
            self.events.append(Event(kind="other", text=text, after=self.last, places=(record.place,)))

    def transcript(self) -> Transcript:
        """Return the session; ranges that no message has and no gap declares are gaps."""
        header = self.header or {}
        if self.header is None:
            self.tally.complain("no-header", f'no header ({{"narrator": {VERSION}, …}}); the session is named after its file')
        messages = tuple(self.messages[i] for i in sorted(self.messages))
        started, ended = _times(header, messages)
        gaps = self._gaps(header)
        children = self._children(header)
        return Transcript(
            session=str(header.get("session") or stem(self.path)),
            format=self.form,
            agent=str(header.get("agent") or "unknown"),
            version=_words(header.get("version")),
            title=_words(header.get("title")),
            cwd=_words(header.get("cwd")),
            started=started,
            ended=ended,
            messages=messages,
            events=tuple(self.events),
            gaps=gaps,
            children=children,
            problems=(*_problems(header), *self.tally.problems),
            coverage=self.tally.coverage(len(messages), len(self.events)),
            digest=self.tally.digest,
        )

    def _gaps(self, header: dict[str, Any]) -> tuple[Range, ...]:
        declared = tuple(_ranges(header, self.tally))
        missing = tuple(without(holes(sorted(self.messages)), declared))
        for first, last in missing:
            self.tally.complain("undeclared-gap", f"no messages {first} to {last}, and the header's gaps don't say so; added")
        return (*declared, *missing) if not missing else tuple(sorted((*declared, *missing)))

    def _children(self, header: dict[str, Any]) -> tuple[Child, ...]:
        found = [c if isinstance(c, dict) else {"session": c} for c in as_list(header.get("children"))]
        fits = (fitted(Child, c, "child", None, self.tally) for c in found)
        return tuple(c for c in fits if c is not None)


def _ranges(header: dict[str, Any], tally: Tally) -> Iterator[Range]:
    for pair in as_list(header.get("gaps")):
        if isinstance(pair, list) and len(pair) == 2 and all(type(n) is int for n in pair) and 0 <= pair[0] <= pair[1]:
            yield pair[0], pair[1]
        else:
            tally.complain("bad-gap", f"a gap that is no pair of ascending indices ({str(pair)[:40]}); left out")


def _problems(header: dict[str, Any]) -> Iterator[Problem]:
    quiet = Tally()
    for problem in as_list(header.get("problems")):
        found = fitted(Problem, as_dict(problem), "problem", None, quiet)
        if found is not None:
            yield found
    yield from quiet.problems


def _times(header: dict[str, Any], messages: tuple[Message, ...]) -> tuple[datetime | None, datetime | None]:
    """Return what the header says, else the first and last time that a message tells."""
    first = next((m.at for m in messages if m.at), None)
    last = next((m.ended or m.at for m in reversed(messages) if m.ended or m.at), None)
    return (
        parse_time(header["started"]) if "started" in header else first,
        parse_time(header["ended"]) if "ended" in header else last,
    )


def _words(value: object) -> str | None:
    return None if value is None else str(value)
