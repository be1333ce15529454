"""A Copilot CLI session while its events are being read: turns, messages under construction, bookkeeping.

A turn (`assistant.turn_start` to `assistant.turn_end`) is one call of the model, an interaction all turns up to the next prompt.
A turn that was aborted before it gave a message leaves none: the abort bears on the interaction's last answer, else its prompt.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from narrator.model import Author, Event, Kind, Place, Role
from narrator.readers.copilot_parts import Data, Verdict
from narrator.readers.pending import Pending
from narrator.readers.records import Tally


class Stamp(NamedTuple):
    """When and where an event was written, and which it follows."""

    at: datetime | None
    place: Place
    id: str | None
    parent: str | None


@dataclass(slots=True, eq=False)
class Turn:
    """A call of the model."""

    id: str
    stamp: Stamp
    message: Pending | None = None
    over: bool = False


@dataclass(slots=True)
class Session:
    """What has been read so far."""

    tally: Tally = field(default_factory=Tally)
    header: Data = field(default_factory=dict)
    title: str | None = None
    model: str | None = None
    mode: str | None = None
    messages: list[Pending] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    calls: dict[str, Pending] = field(default_factory=dict)
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    turn: Turn | None = None
    ended: datetime | None = None
    began: dict[str, datetime] = field(default_factory=dict)
    """Call -> when it began to run."""
    asked: dict[str, str] = field(default_factory=dict)
    """Request for permission -> its call."""
    hooks: dict[str, int] = field(default_factory=dict)
    """Invocation of a hook -> its place among the events."""
    replies: dict[str, Pending] = field(default_factory=dict)
    led: dict[str, int] = field(default_factory=dict)
    """Event id -> how many messages had begun when it was written."""
    loose: list[tuple[str, Place, int | None]] = field(default_factory=list)

    @property
    def last(self) -> int | None:
        """The index of the last message."""
        return len(self.messages) - 1 if self.messages else None

    def meet(self, stamp: Stamp) -> None:
        """Note when an event was written, and whether the one that it follows hasn't been seen."""
        self.ended = max(filter(None, (self.ended, stamp.at)), default=None)
        if stamp.parent is not None and stamp.parent not in self.led:
            self.loose.append((stamp.parent, stamp.place, self.last))

    def begin(self, role: Role, kind: Kind, by: Author, source: str, stamp: Stamp) -> Pending:
        """Begin a message."""
        pending = Pending(len(self.messages), role, kind, by, source, id=stamp.id, mode=self.mode)
        before = self.led.get(stamp.parent or "", 0) - 1
        pending.parent = self.messages[before].id if before >= 0 else None
        pending.merge(stamp.place, stamp.at)
        self.messages.append(pending)
        self.tally.in_messages += 1
        return pending

    def note(self, kind: str, text: str, stamp: Stamp, *more: Place) -> None:
        """Add an event."""
        self.events.append(Event(kind=kind, text=text, at=stamp.at, after=self.last, places=(stamp.place, *more)))

    def note_all(self, kind: str, text: str, stamp: Stamp) -> None:
        """Add an event that is all that a record tells."""
        self.note(kind, text, stamp)
        self.tally.in_events += 1

    def join(self, pending: Pending | None, stamp: Stamp, *, or_event: str = "") -> None:
        """Merge a record into a message; where there is none it is an event, or repeats what another says."""
        if pending is not None:
            pending.merge(stamp.place, stamp.at)
            self.tally.in_messages += 1
        elif or_event:
            self.note_all("other", or_event, stamp)
        else:
            self.tally.in_header += 1

    def leave_turn(self) -> None:
        """Keep as an event a turn that gave no message."""
        turn, self.turn = self.turn, None
        if turn is not None and turn.message is None:
            self.note_all("other", f"turn {turn.id} gave no message", turn.stamp)

    def settle(self) -> None:
        """Close what is open, and count references to events that aren't there."""
        self.leave_turn()
        for parent, place, after in self.loose:
            if parent not in self.led:
                self.tally.dangling += 1
                text = f"an event follows {parent[:40]}, which isn't in the file"
                self.tally.complain("dangling-parent", text, place, after)

    def bearer(self) -> Pending | None:
        """Return the message that an abort bears on: this turn's, else the interaction's last answer, else its prompt."""
        if self.turn is not None and self.turn.message is not None:
            return self.turn.message
        return next((m for m in reversed(self.messages) if "sidechain" not in m.flags and m.kind != "notice"), None)
