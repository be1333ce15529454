"""A Codex session while its records are being read: turns, messages under construction, events."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID

import msgspec

from narrator.model import Author, Child, Event, Kind, Message, Part, Place, Role, Status, Tokens
from narrator.readers.base import Draft
from narrator.readers.records import Tally


class Stamp(msgspec.Struct, frozen=True, gc=False):
    """When and where a record was written."""

    at: datetime | None
    place: Place


@dataclass(slots=True, eq=False)
class Turn:
    """What Codex does between a prompt and its answer."""

    id: str | None = None
    explicit: bool = False
    """Whether a record says that it began; older files tell only of prompts."""
    began: datetime | None = None
    model: str | None = None
    mode: str | None = None
    messages: list[Pending] = field(default_factory=list)
    end: str | None = None
    """complete, aborted, or None where no record ends it."""
    told: list[tuple[str, str]] = field(default_factory=list)
    """What the record says of its end, by name."""
    error: str | None = None

    def last(self) -> Pending | None:
        """Return the message that the turn's end bears on: its last reply, else its last prompt."""
        replies = (m for m in reversed(self.messages) if m.role == "assistant" and m.kind == "reply")
        return next(replies, self.messages[-1] if self.messages else None)


@dataclass(slots=True, eq=False)
class Pending:
    """A message under construction."""

    index: int
    role: Role
    kind: Kind
    by: Author
    turn: Turn
    source: str
    """Which kind of record it comes from."""
    context: list[Part] = field(default_factory=list)
    """What the harness put before a prompt."""
    draft: Draft = field(default_factory=Draft)
    at: datetime | None = None
    ended: datetime | None = None
    id: str | None = None
    phase: str | None = None
    tokens: Tokens | None = None
    flags: set[str] = field(default_factory=set)
    told: list[tuple[str, str]] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    typed: str | None = None
    """A prompt's words."""
    echoed: bool = False
    """Whether both records of a prompt were seen, or the one that tells a person's from the harness's."""
    doubtful: bool = False
    """Whether it looks like a prompt in a file that marks prompts, and isn't marked."""

    def merge(self, stamp: Stamp) -> None:
        """Add a record's place and time."""
        self.places.append(stamp.place)
        self.at = self.at or stamp.at
        self.ended = stamp.at or self.ended

    def message(self, created: datetime | None, unanswered: Status) -> Message:
        """Return it as a message; times that only tell when a fork copied it are left out."""
        copied = "copied" in self.flags and self.at is not None and created is not None and self.at >= created
        fields = [("turn_id", self.turn.id or ""), ("source", self.source), ("phase", self.phase or "")]
        return Message(
            index=self.index,
            role=self.role,
            kind=self.kind,
            by=self.by,
            parts=(*self.context, *self.draft.finish(unanswered)),
            at=None if copied else self.at,
            ended=None if copied or self.role == "user" else self.ended,
            id=self.id,
            model=self.turn.model if self.role == "assistant" else None,
            error=self.turn.error if self.turn.error and self.turn.last() is self else None,
            tokens=self.tokens,
            mode=self.turn.mode,
            flags=tuple(sorted(self.flags)),
            record=tuple((k, v) for k, v in (*fields, *self.told) if v),
            places=tuple(self.places),
        )


@dataclass(slots=True, eq=False)
class Noted:
    """An event under construction."""

    kind: str
    text: str
    at: datetime | None
    after: int | None
    places: list[Place]
    turn: Turn

    def event(self) -> Event:
        """Return it as an event."""
        return Event(kind=self.kind, text=self.text, at=self.at, after=self.after, places=tuple(self.places))


class State:
    """Everything read so far, and what the next record may belong to."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.header: dict[str, object] = {}
        self.created: datetime | None = None
        self.written: datetime | None = None
        """When the first header was written; a fork's copy of its parent is stamped with that time."""
        self.title: str | None = None
        self.prompter: Author = "person"
        self.turns = [Turn()]
        self.messages: list[Pending] = []
        self.events: list[Noted] = []
        self.children: dict[str, Child] = {}
        self.calls: dict[str, Pending] = {}
        self.verdicts: dict[str, Status] = {}
        self.marks_prompts = False
        self.spent: object = None
        self.ended: datetime | None = None
        self._step: Pending | None = None
        self._waiting: list[tuple[tuple[Part, ...], Stamp]] = []
        self._compaction: Noted | None = None
        self.abort_text: Stamp | None = None
        self._voiced: list[tuple[str, Stamp]] = []
        self.thoughts: list[str] = []

    @property
    def turn(self) -> Turn:
        """The turn that is going on, or went on last."""
        return self.turns[-1]

    @property
    def step(self) -> Pending | None:
        """The reply that is still being written, if there is one."""
        return self._step

    def begin_turn(self, turn: Turn) -> None:
        """Begin a turn; the model and mode of the one before hold until it says otherwise."""
        self.settle()
        turn.model, turn.mode = turn.model or self.turn.model, turn.mode or self.turn.mode
        self.turns.append(turn)

    def settle(self) -> None:
        """Close what is open: the reply, the compaction, words that only the interface told."""
        self.voice()
        self.close_step()
        self._compaction = None

    def close_step(self) -> None:
        """Let the next item of the model begin a new message."""
        self._step = None
        if self.thoughts:
            self.thoughts.clear()

    def begin(self, role: Role, kind: Kind, by: Author, source: str, stamp: Stamp) -> Pending:
        """Begin a message."""
        pending = Pending(len(self.messages), role, kind, by, self.turn, source)
        pending.merge(stamp)
        self.messages.append(pending)
        self.turn.messages.append(pending)
        self._compaction = None
        return pending

    def reply(self, stamp: Stamp) -> Pending:
        """Return the reply that an item of the model belongs to."""
        if self._step is None:
            self.release_context()
            self._step = self.begin("assistant", "reply", "model", "response_item", stamp)
        else:
            self._step.merge(stamp)
        return self._step

    def last_reply(self) -> Pending | None:
        """Return the newest reply, if this turn has one."""
        for message in reversed(self.turns[-1].messages):
            if message.role == "assistant":
                return message
        return None

    def note(self, kind: str, text: str, stamp: Stamp) -> Noted:
        """Add an event."""
        after = self.messages[-1].index if self.messages else None
        noted = Noted(kind, text, stamp.at, after, [stamp.place], self.turn)
        self.events.append(noted)
        return noted

    def note_compaction(self, stamp: Stamp) -> None:
        """Add a compaction, or another record of the one just noted."""
        if self._compaction is None:
            self._compaction = self.note("compaction", "", stamp)
        else:
            self._compaction.places.append(stamp.place)

    def add_context(self, parts: tuple[Part, ...], stamp: Stamp) -> None:
        """Keep what the harness put in for the prompt that it comes with: just before, in this turn, else the next one."""
        last = self.turn.messages[-1] if self.turn.messages else None
        if last is not None and last.kind == "prompt" and not self.turn.end:
            last.context += parts
            last.places.append(stamp.place)
            self.tally.in_messages += 1
        else:
            self._waiting.append((parts, stamp))

    def take_context(self, pending: Pending) -> None:
        """Give a prompt what the harness put in before it."""
        for parts, stamp in self._waiting:
            pending.context += parts
            pending.places.append(stamp.place)
        self.tally.in_messages += len(self._waiting)
        self._waiting.clear()

    def release_context(self) -> None:
        """Keep as events what the harness put in and no prompt followed."""
        for parts, stamp in self._waiting:
            self.note("other", "\n\n".join(p.text for p in parts), stamp)
        self.tally.in_events += len(self._waiting)
        self._waiting.clear()

    def hear(self, text: str, stamp: Stamp) -> None:
        """Keep words that the interface told, until the item with the same words comes."""
        self._voiced.append((text, stamp))

    def heard(self, text: str) -> bool:
        """Return whether the interface told these words just now, and forget them."""
        found = next((i for i, (said, _) in enumerate(self._voiced) if said.strip() == text.strip()), None)
        if found is not None:
            del self._voiced[found]
            self.tally.in_header += 1
        return found is not None

    def voice(self) -> None:
        """Make words that only the interface told part of the reply."""
        if not self._voiced:
            return
        voiced, self._voiced = self._voiced, []
        for text, stamp in voiced:
            pending = self.reply(stamp)
            pending.source = "event_msg.agent_message"
            pending.draft.add(Part(kind="text", text=text, by="model"))
            self.tally.in_messages += 1


def time_of(turn_id: str | None) -> datetime | None:
    """Return the time in a turn's id (a UUID of version 7 begins with milliseconds since 1970), or None."""
    try:
        number = UUID(turn_id or "")
        return datetime.fromtimestamp((number.int >> 80) / 1000, UTC) if number.version == 7 else None
    except (ValueError, OverflowError):
        return None
