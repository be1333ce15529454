"""What a batch is made of: options, the sessions to be told, and what became of each."""

from __future__ import annotations

from typing import Literal

from narrator.model import Value
from narrator.redaction import Level

Form = Literal["markdown", "html"]
Reason = Literal["few", "unread", "unwritten", "fault", "lost"]


def shown(text: str) -> str:
    """Return text that UTF-8 can hold: what it can't (a path's stray bytes) by its code."""
    return text.encode("utf-8", "backslashreplace").decode()


class Options(Value, frozen=True, kw_only=True):
    """What, beside a session's own bytes, its documents depend on; a session told with other ones is told again."""

    version: str
    """narrator's, with a digest of its own code and templates."""
    zone: str = "UTC"
    level: Level = "secrets"
    scanners: tuple[str, ...] = ()
    forms: tuple[Form, ...] = ("markdown",)


class Item(Value, frozen=True, kw_only=True):
    """A session to be told."""

    session: str
    folder: str
    """Its own under `sessions/`, nobody else's."""
    path: str
    """What `read` takes."""
    format: str
    agent: str | None = None
    project: str | None = None
    size: int = 0
    """Bytes of its file; of a store, of all of it."""


class Task(Value, frozen=True, kw_only=True):
    """What a worker is handed: nothing in it is of one machine but the paths."""

    item: Item
    options: Options
    out: str
    min_messages: int = 0
    """A session with fewer is left out; of a long file only reading tells."""


class Instance(Value, frozen=True, kw_only=True):
    """Something in a session that may recur in others; its words are redacted."""

    kind: str
    """A key of `instances.KINDS`."""
    key: str
    """What is the same where it recurs: an error without its figures and paths, a tool's name."""
    by: str = ""
    """The program or tool that failed."""
    message: int
    words: str = ""
    """A quotation, on one line, safe inside Markdown; "" where nothing is to be quoted."""


class File(Value, frozen=True, kw_only=True):
    """A document that was written."""

    name: str
    digest: str
    """SHA-256 of its bytes, in hex."""


class Entry(Value, frozen=True, kw_only=True):
    """A session that was told. It is written last: where it stands, all its files do."""

    session: str
    folder: str
    digest: str
    """The source's: SHA-256 in hex."""
    made: Options
    agent: str
    format: str
    project: str | None = None
    title: str | None = None
    day: str | None = None
    """The date on which it began, in the options' zone, ISO 8601."""
    messages: int
    prompts: int
    """A person's own acts."""
    calls: int
    records: int
    bad: int
    """Records that couldn't be decoded, and records of an unknown kind."""
    problems: int
    files: tuple[File, ...]
    instances: tuple[Instance, ...]
    """In the order of their messages."""


class Aside(Value, frozen=True, kw_only=True):
    """A session that wasn't told, and why."""

    session: str
    path: str
    folder: str = ""
    """Its own, as in `Item`."""
    reason: Reason
    """few: fewer messages than were asked for; unread, unwritten: it can't be read, its documents can't be written; fault:
    narrator's own; lost: its process died twice."""
    why: str
    """For people."""


Outcome = Entry | Aside
