"""A message under construction, for readers whose records fold into messages one by one, and the title that prompts give."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from narrator.model import Author, Kind, Message, Part, Place, Role, Status, Tokens
from narrator.readers.base import Draft
from narrator.readers.summaries import first_typed


@dataclass(slots=True, eq=False)
class Pending:
    """What is known so far of a message."""

    index: int
    role: Role
    kind: Kind
    by: Author
    source: str
    """Which kind of record it comes from; always in its `record`."""
    draft: Draft = field(default_factory=Draft)
    at: datetime | None = None
    ended: datetime | None = None
    id: str | None = None
    parent: str | None = None
    model: str | None = None
    finish: str | None = None
    error: str | None = None
    tokens: Tokens | None = None
    cost: float | None = None
    mode: str | None = None
    flags: set[str] = field(default_factory=set)
    told: dict[str, str] = field(default_factory=dict)
    """The harness's own fields, by name."""
    places: list[Place] = field(default_factory=list)

    def merge(self, place: Place, at: datetime | None) -> None:
        """Add a record's place and time; the first record's is the message's own."""
        self.places.append(place)
        if self.at is None:
            self.at = at
        elif at is not None and at > self.at:
            self.ended = at if self.ended is None else max(self.ended, at)

    def tell(self, **fields: str | None) -> None:
        """Keep the harness's fields that say something."""
        self.told.update({name: text for name, text in fields.items() if text})

    def name_of(self, call: str | None) -> str | None:
        """Return the tool of one of its calls."""
        return next((p.name for p in self.draft.parts if p.kind == "call" and p.call == call), None)

    def message(self, *, unanswered: Status = "missing") -> Message:
        """Return the finished message; `unanswered` is what became of calls without a result, unless it was interrupted."""
        status = "cancelled" if "interrupted" in self.flags else unanswered
        return Message(
            index=self.index,
            role=self.role,
            kind=self.kind,
            by=self.by,
            parts=self.draft.finish(status),
            at=self.at,
            ended=None if self.role == "user" and self.kind != "command" else self.ended,
            id=self.id,
            parent=self.parent,
            model=self.model,
            finish=self.finish,
            error=self.error,
            tokens=self.tokens,
            cost=self.cost,
            mode=self.mode,
            flags=tuple(sorted(self.flags)),
            record=(("source", self.source), *self.told.items()),
            places=tuple(self.places),
        )


def first_prompt(messages: Iterable[Message]) -> str | None:
    """Return the title of a session that has no name: the first line of the first prompt that a person typed; None for none."""
    return first_typed(messages)


def file_named(name: str, by: Author, *, text: str = "", call: str | None = None, size: int | None = None) -> Part:
    """Return a file by its name or media type, and its size in bytes where it is known: never its bytes."""
    args = (("bytes", str(size)),) if size is not None else ()
    return Part(kind="file", by=by, name=name or "file", text=text, args=args, call=call)
