"""What a reader is, and the small tools that all of them need."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import orjson

from narrator.model import Author, Part, Transcript

HEAD_BYTES = 64 * 1024
"""How much of a file a reader sees when it is asked whether the file is its own."""


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of a file: what formats are told by (never by the file's name)."""

    path: Path
    data: bytes

    @property
    def text(self) -> str:
        """The head as text, broken bytes replaced."""
        return self.data.decode("utf-8", "replace").lstrip("\ufeff")


GIVES = ("times", "ids", "errors", "finish", "tokens", "cost", "reasoning", "calls")
"""What a format may record of its messages, in the order in which it is told; a reader's own are its `gives`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A session as a list of many tells it, out of as little of its file as that takes; None where that wasn't enough."""

    session: str
    format: str
    """The name of the reader whose file it is."""
    path: str
    """What `--session` takes: the file, or FILE#ID where it holds several sessions."""
    agent: str | None = None
    """The harness that recorded it."""
    title: str | None = None
    """The first line that a person typed as a prompt, or called it; else the source's own title."""
    project: str | None = None
    """The last folder of the one in which it was held."""
    started: datetime | None = None
    ended: datetime | None = None
    messages: int | None = None
    open: bool = False
    """Whether its record ends in the middle: interrupted, unanswered, broken off by an error, cut."""
    child: bool = False
    """Whether it is a sub-agent's: to be found by its id, and not listed."""


class Reader(Protocol):
    """A format. One class, one file, one line in `READERS`.

    A reader may also have `gives: tuple[str, ...]`, which of `GIVES` its format records, and be a `Lister` and a `Counter`.
    """

    name: str
    """The word for `--from` and `Transcript.format`."""
    title: str
    """For people: what it reads."""

    def sniff(self, head: Head) -> bool:
        """Return whether the file is of this format, by its content."""
        ...

    def read(self, path: Path, session: str | None = None) -> Transcript:
        """Read one session; `session` chooses among those of a store, else its newest.

        Raises:
            SourceError: when the file can't be read as this format at all.

        """
        ...

    def stores(self) -> Iterator[Path]:
        """Yield the files of this format in its harness's default folders on this machine, in any order."""
        ...


@runtime_checkable
class Lister(Protocol):
    """A reader that lists its files' sessions without reading them through; the others' are read, or guessed from their ends."""

    def listings(self, path: Path) -> Iterator[Listing]:
        """Yield the sessions in a file (several in a store), in any order; none where it holds nothing to tell.

        Raises:
            SourceError: when the file can't be read.

        """
        ...


@runtime_checkable
class Counter(Protocol):
    """A reader that counts a file's messages without making them; the others read it."""

    def count(self, path: Path) -> int:
        """Return how many messages `read` makes of a file.

        Raises:
            SourceError: when the file can't be read.

        """
        ...


@runtime_checkable
class Namer(Protocol):
    """A reader that tells a session's id out of its file's beginning; the others' is looked for as JSON mostly names it."""

    def named(self, path: Path, head: bytes) -> str | None:
        """Return the id of the session in a file that begins so; None where that doesn't tell it."""
        ...


def gives(reader: Reader) -> tuple[str, ...]:
    """Return which of `GIVES` a reader's format records; none where the reader doesn't say."""
    return tuple(getattr(reader, "gives", ()))


def parse_time(value: object) -> datetime | None:
    """Return the time that ISO 8601 text or a number of milliseconds since 1970 tells, in UTC; None for anything else."""
    try:
        if isinstance(value, str) and value:
            found = datetime.fromisoformat(value)
            if found.tzinfo is UTC:
                return found
            return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0:
            return datetime.fromtimestamp(value / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        pass
    return None


def is_local(value: object) -> bool:
    """Return whether a time names no zone."""
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is None
    except ValueError:
        return False


def as_text(value: object) -> str:
    """Return a JSON value as text: strings as they are, None as nothing, the rest as compact JSON."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    try:
        return orjson.dumps(value).decode()
    except (TypeError, ValueError):
        return _as_odd_text(value)


def _as_odd_text(value: object) -> str:
    # orjson refuses what is nested over 254 deep and integers over 64 bits; both are valid JSON.
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    except (RecursionError, ValueError):
        return "(nested too deeply to be shown)"


def as_args(value: object) -> tuple[tuple[str, str], ...]:
    """Return a call's arguments as (name, text) pairs; an argument that is no object is named `input`."""
    if isinstance(value, Mapping):
        return tuple([(str(k), v if isinstance(v, str) else as_text(v)) for k, v in value.items()])
    return (("input", as_text(value)),) if value not in (None, "") else ()


def as_dict(value: object) -> dict[str, Any]:
    """Return `value` if it is a JSON object, else an empty one: formats drift, readers go on."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """Return `value` if it is a JSON array, else an empty one."""
    return value if isinstance(value, list) else []


class Draft:
    """A message's parts while its records are being merged: results are put after the calls that they answer."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self._results: dict[str, Part] = {}

    def add(self, part: Part) -> None:
        """Append a part that is no result."""
        self.parts.append(part)

    def answer(self, result: Part) -> None:
        """Keep the result of one of this message's calls; the last one of a call counts."""
        if result.call is not None:
            self._results[result.call] = result

    def calls(self) -> set[str]:
        """Return the ids of the calls so far."""
        return {p.call for p in self.parts if p.kind == "call" and p.call is not None}

    def finish(self, unanswered: str = "missing") -> tuple[Part, ...]:
        """Return the parts in order, each call followed by its result and given its status."""
        out: list[Part] = []
        for part in self.parts:
            result = self._results.get(part.call) if part.kind == "call" and part.call is not None else None
            if part.kind != "call":
                out.append(part)
            elif result is None:
                out.append(part if part.status else part.model_copy(update={"status": unanswered}))
            else:
                out += [part.model_copy(update={"status": result.status or "ok"}), result]
        return tuple(out)


def text_part(text: str, by: Author, *flags: str) -> Part:
    """Return a text part."""
    return Part(kind="text", text=text, by=by, flags=tuple(sorted(flags)))
