"""A message while its records are being merged."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from narrator.model import Author, Kind, Message, Part, Place, Role, Tokens
from narrator.readers.base import Draft, as_dict, as_text, parse_time

FIELDS: tuple[str, ...] = (
    "type",
    "uuid",
    "parentUuid",
    "requestId",
    "version",
    "isMeta",
    "isCompactSummary",
    "isApiErrorMessage",
    "error",
    "apiErrorStatus",
    "promptSource",
    "interruptedMessageId",
    "toolDenialKind",
    "sessionKind",
    "agentId",
)
"""The harness's fields that bear on what a message is or why it is empty; `stop_reason` and `model` are added to them."""


@dataclass(slots=True)
class Turn:
    """What is known so far of a message."""

    role: Role
    kind: Kind
    by: Author
    id: str | None
    parent: str | None
    """The uuid of the record that its first record follows."""
    draft: Draft = field(default_factory=Draft)
    at: datetime | None = None
    ended: datetime | None = None
    model: str | None = None
    finish: str | None = None
    error: str | None = None
    mode: str | None = None
    tokens: Tokens | None = None
    flags: set[str] = field(default_factory=set)
    record: dict[str, str] = field(default_factory=dict)
    places: list[Place] = field(default_factory=list)
    session: str | None = None
    """The session that its first record names."""
    forked: bool = False
    """Whether its first record says that it was copied from another session."""
    children: dict[str, str] = field(default_factory=dict)
    """The session of the sub-agent that a call started, by the call's id."""

    def merge(self, record: dict[str, Any], place: Place) -> None:
        """Take over a record's place, time and fields."""
        if not self.places:
            self.session = as_text(record.get("sessionId") or record.get("session_id")) or None
            self.forked = isinstance(record.get("forkedFrom"), dict)
        self.places.append(place)
        time = parse_time(record.get("timestamp"))
        if self.at is None:
            self.at = time
        elif time is not None and time > self.at:
            self.ended = time if self.ended is None else max(self.ended, time)

    def note(self, record: dict[str, Any]) -> None:
        """Keep the record's fields that bear on the message's cause; of several records the first that has one counts."""
        for name in FIELDS:
            value = record.get(name)
            if value is not None and value is not False and name not in self.record:
                self.record[name] = as_text(value)

    def count(self, usage: object) -> None:
        """Take over token counts if they are the largest so far: the records of a message repeat and complete them."""
        if isinstance(usage, dict) and (found := tokens_of(usage)) is not None:
            best = self.tokens
            if best is None or found.output > best.output:
                self.tokens = found

    def join(self) -> None:
        """Make a turn of a sub-agent's log one of a main thread: there the sub-agent is the model."""
        self.flags.discard("sidechain")
        if self.by == "sub-agent" and self.role == "assistant":
            self.by = "model"
            own = {"by": "model"}
            self.draft.parts = [p.model_copy(update=own) if p.by == "sub-agent" else p for p in self.draft.parts]

    def message(self, index: int, *, parent: str | None) -> Message:
        """Return the finished message."""
        cancelled = "interrupted" in self.flags
        parts = self.draft.finish("cancelled" if cancelled else "missing")
        return Message(
            index=index,
            role=self.role,
            kind=self.kind,
            by=self.by,
            parts=tuple(self._marked(p) for p in _without_blanks(parts)),
            at=self.at,
            ended=self.ended,
            id=self.id,
            parent=parent,
            model=self.model,
            finish=self.finish,
            error=self.error,
            tokens=self.tokens,
            mode=self.mode,
            flags=tuple(sorted(self.flags)),
            record=tuple(self.record.items()),
            places=tuple(self.places),
        )

    def _marked(self, part: Part) -> Part:
        child = self.children.get(part.call or "") if part.kind == "call" else None
        return part.model_copy(update={"flags": (*part.flags, f"child:{child}")}) if child else part


def _without_blanks(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Leave out the blanks that streaming puts between blocks; they stay where a message holds nothing else."""
    told = tuple(p for p in parts if p.kind != "text" or p.text.strip())
    return told or parts[:1]


def tokens_of(usage: dict[str, Any]) -> Tokens | None:
    """Return usage in disjoint buckets; None where nothing was counted."""
    counts = {
        "input": _count(usage.get("input_tokens")),
        "output": _count(usage.get("output_tokens")),
        "cache_read": _count(usage.get("cache_read_input_tokens")),
        "cache_write": _count(usage.get("cache_creation_input_tokens")),
    }
    return Tokens(**counts) if any(counts.values()) else None


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53 else 0


def error_of(record: dict[str, Any], words: str) -> str | None:
    """Return the source's name of the error that an assistant record reports, or None; `words` are the harness's own."""
    error = record.get("error")
    if error:
        return as_text(as_dict(error).get("type")) or as_text(error)
    return "api_error" if record.get("isApiErrorMessage") is True or words.startswith("API Error") else None
