"""The values that a session is read into: Transcript, Message, Part, Span, Place, Problem, Coverage.

All are frozen; lists are tuples. Offsets count code points and are half open. Times carry a zone (UTC) or are None: a time
is never invented.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any, Literal, NamedTuple, Self

import msgspec

Author = Literal["person", "model", "tool", "harness", "hook", "sub-agent"]
Role = Literal["user", "assistant", "system"]
Kind = Literal["prompt", "reply", "summary", "command", "notice"]
PartKind = Literal["text", "reasoning", "call", "result", "file", "notice"]
Status = Literal["ok", "error", "refused", "cancelled", "running", "missing"]


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A frozen value without surprises: unknown fields are errors.

    Its types are checked by mypy where it is made, and by `model_validate` where its fields come from outside. No value can hold
    itself, so the garbage collector needn't look at them.
    """

    @classmethod
    def model_validate(cls, fields: Mapping[str, Any]) -> Self:
        """Return the value with these fields.

        Raises:
            msgspec.ValidationError: when one is unknown or of another type, or one that is needed is missing.

        """
        return msgspec.convert(fields, cls)

    def model_copy(self, *, update: Mapping[str, Any]) -> Self:
        """Return the value with some fields changed."""
        return msgspec.structs.replace(self, **update)

    def model_dump(self, *, exclude: Collection[str] = (), exclude_defaults: bool = False) -> dict[str, Any]:
        """Return the fields by name, in order, or those that aren't the default: values in them as dicts too, tuples as lists."""
        told = ((f, getattr(self, f.name)) for f in msgspec.structs.fields(self) if f.name not in exclude)
        kept = ((f, value) for f, value in told if not exclude_defaults or value != f.default)
        return {f.name: _dumped(value, exclude_defaults=exclude_defaults) for f, value in kept}


def _dumped(value: Any, *, exclude_defaults: bool) -> Any:
    if isinstance(value, Value):
        return value.model_dump(exclude_defaults=exclude_defaults)
    return [_dumped(v, exclude_defaults=exclude_defaults) for v in value] if isinstance(value, tuple) else value


class Place(Value, frozen=True, kw_only=True):
    """Where a record stands in its source."""

    file: str
    """The file's path as it was given (for a database, `file#table/id`)."""
    line: int | None = None
    """Physical line, from 1; None where the source isn't made of lines."""
    byte_start: int | None = None
    """First byte of the record in the file, from 0."""
    byte_end: int | None = None
    """The byte after its last."""


class Span(Value, frozen=True, kw_only=True):
    """A position in a message: the provenance of a claim. The words are always read again from the source."""

    session: str
    message: int
    """The message's index."""
    part: int | None = None
    """Which part of it, from 0; None for the message as a whole (its fields, its emptiness)."""
    arg: str | None = None
    """Which argument of a call."""
    start: int = 0
    end: int | None = None
    """Half open, in code points of the part's text or the argument; None for all of it."""


class Part(Value, frozen=True, kw_only=True):
    """A piece of a message: words, a thought, a call, its result, a file, or the harness's notice."""

    kind: PartKind
    text: str = ""
    by: Author
    name: str | None = None
    """A call's or result's tool; a file's name."""
    args: tuple[tuple[str, str], ...] = ()
    """A call's arguments in the source's order, each as text as it was written (structures as compact JSON)."""
    call: str | None = None
    """The id that ties a call to its result."""
    status: Status | None = None
    """How a call ended (on the call and on its result); None for other kinds."""
    exit_code: int | None = None
    """A result's exit code, where the record or its text gives one."""
    seconds: float | None = None
    """How long a call took, or a thought."""
    flags: tuple[str, ...] = ()
    """synthetic, ignored (shown, not sent), hidden (encrypted or signed only), truncated, pruned, unfinished, child:<session>."""

    def arg(self, name: str) -> str | None:
        """Return the argument `name`, or None."""
        return next((text for key, text in self.args if key == name), None)


class Tokens(Value, frozen=True, kw_only=True):
    """Token counts of one model call, in disjoint buckets."""

    input: int = 0
    """Uncached input."""
    output: int = 0
    """Output, reasoning included where the source doesn't part them."""
    reasoning: int = 0
    cache_read: int = 0
    cache_write: int = 0


class Call(NamedTuple):
    """A call and its result as numbers of parts in their message."""

    part: int
    result: int | None


class Message(Value, frozen=True, kw_only=True):
    """A turn's record, after merging the source's physical records. `[msg N]` is its index."""

    index: int
    role: Role
    kind: Kind
    by: Author
    parts: tuple[Part, ...] = ()
    at: datetime | None = None
    ended: datetime | None = None
    id: str | None = None
    """The source's own id; None where it has none (or one that was scrubbed)."""
    parent: str | None = None
    """The source's id of the message that this one answers or follows."""
    model: str | None = None
    finish: str | None = None
    """The source's own finish reason."""
    error: str | None = None
    """The source's own name of the error that ended the message; its words are in `record`."""
    tokens: Tokens | None = None
    cost: float | None = None
    """US dollars, where the source says so."""
    mode: str | None = None
    """Agent or permission mode in force: build, plan, acceptEdits, …"""
    flags: tuple[str, ...] = ()
    """synthetic, compaction, replay, sidechain, superseded, interrupted, queued, copied; sorted."""
    record: tuple[tuple[str, str], ...] = ()
    """The harness's own fields that bear on the message's cause, by name, as text."""
    places: tuple[Place, ...] = ()
    """One for each physical record that was merged; the first is the primary one."""

    def field(self, name: str) -> str | None:
        """Return the harness's own field `name`, or None."""
        return next((text for key, text in self.record if key == name), None)

    @property
    def visible_text(self) -> str:
        """The text a person saw: text parts neither synthetic nor ignored, joined by blank lines, trimmed."""
        shown = (p.text for p in self.parts if p.kind == "text" and not {"synthetic", "ignored"} & set(p.flags))
        return "\n\n".join(t for t in shown if t.strip()).strip()

    @property
    def is_silent(self) -> bool:
        """True where there is neither visible text nor a tool call."""
        return not self.visible_text and all(p.kind != "call" for p in self.parts)

    def calls(self) -> Iterator[Call]:
        """Yield each call with its result, in order."""
        results = {p.call: i for i, p in enumerate(self.parts) if p.kind == "result" and p.call is not None}
        for i, part in enumerate(self.parts):
            if part.kind == "call":
                yield Call(i, results.get(part.call) if part.call is not None else None)


class Event(Value, frozen=True, kw_only=True):
    """Bookkeeping between messages (a compaction boundary, a retry, a change of mode): no index, never lost."""

    kind: str
    """compaction, abort, retry, mode, model, queue, hook, error, revert, rewind, title, other."""
    text: str = ""
    at: datetime | None = None
    after: int | None = None
    """Index of the message that it follows; None before the first."""
    places: tuple[Place, ...] = ()


class Child(Value, frozen=True, kw_only=True):
    """A sub-agent's session that this one started."""

    session: str
    message: int | None = None
    """Index of the message whose call started it, where the source tells."""
    title: str | None = None


class Problem(Value, frozen=True, kw_only=True):
    """Something wrong in the input (or, from `check`, in a text); the work goes on."""

    code: str
    """A short name for the kind: bad-line, glued-line, lone-surrogate, …"""
    text: str
    """What, where, what was done about it: for people."""
    place: Place | None = None
    message: int | None = None
    """Index of the message that it is in, where there is one."""


class Coverage(Value, frozen=True, kw_only=True):
    """What became of the records of a source. records = in_messages + in_events + in_header + unknown + bad."""

    records: int = 0
    """Physical records found (JSON objects, rows, headed sections), broken ones included."""
    messages: int = 0
    events: int = 0
    in_messages: int = 0
    """Records that were merged into messages."""
    in_events: int = 0
    in_header: int = 0
    """Records that tell of the session as a whole (titles, metadata) or repeat what another record says."""
    unknown: int = 0
    """Records of a kind that the reader doesn't know; kept as events of kind `other` where they carry text."""
    bad: int = 0
    """Records that couldn't be decoded."""
    glued: int = 0
    """Records found on a line that another one had begun."""
    dangling: int = 0
    """References to a record that isn't there."""
    truncated: int = 0
    """1 where the source's last record is cut off."""


class Transcript(Value, frozen=True, kw_only=True):
    """A session, read."""

    session: str
    format: str
    """The reader's name: opencode, claude-code, codex, jsonl, flat."""
    agent: str
    """The harness that recorded it: opencode, claude-code, codex, …"""
    version: str | None = None
    title: str | None = None
    cwd: str | None = None
    started: datetime | None = None
    ended: datetime | None = None
    messages: tuple[Message, ...]
    """In the source's order; their indices ascend strictly, with holes only where `gaps` says so."""
    events: tuple[Event, ...] = ()
    gaps: tuple[tuple[int, int], ...] = ()
    """Inclusive ranges of indices that the source says exist and doesn't hold: "never" may not range over them."""
    children: tuple[Child, ...] = ()
    problems: tuple[Problem, ...] = ()
    coverage: Coverage = Coverage()
    digest: str = ""
    """SHA-256 of the source's bytes (of the session's rows, for a database), in hex."""

    def position(self, index: int) -> int | None:
        """Return where the message with `index` stands in `messages`, or None."""
        position = bisect_left(self.messages, index, key=lambda m: m.index)
        found = position < len(self.messages) and self.messages[position].index == index
        return position if found else None

    def message(self, index: int) -> Message | None:
        """Return the message with `index`, or None."""
        position = self.position(index)
        return None if position is None else self.messages[position]
