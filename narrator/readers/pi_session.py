"""A Pi session while its entries are being read: messages under construction, events, the tree and its active path.

Since version 2 entries are a tree: each names its parent, and the conversation that goes on is the path from the last entry to
the root. Version 1 has no ids; there each entry follows the one before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from narrator.model import Author, Event, Kind, Place, Role
from narrator.readers.pending import Pending
from narrator.readers.records import Tally


class Loose(NamedTuple):
    """A parent that hasn't been seen."""

    entry: int
    parent: str
    place: Place
    after: int | None


@dataclass(slots=True)
class Session:
    """What has been read so far."""

    tally: Tally = field(default_factory=Tally)
    header: dict[str, Any] = field(default_factory=dict)
    messages: list[Pending] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    name: str | None = None
    ended: datetime | None = None
    model: str = ""
    thinking: str = ""
    parents: list[int | None] = field(default_factory=list)
    """Of each entry the number of its parent, counted in the file; None for a root."""
    led: list[int | None] = field(default_factory=list)
    """Of each entry the message that it belongs or leads to."""
    first: dict[int, int] = field(default_factory=dict)
    """Message -> its first entry."""
    numbers: dict[str, int] = field(default_factory=dict)
    """Entry id -> its number."""
    loose: list[Loose] = field(default_factory=list)
    calls: dict[str, int] = field(default_factory=dict)

    @property
    def last(self) -> int | None:
        """The index of the last message."""
        return len(self.messages) - 1 if self.messages else None

    def enter(self, value: dict[str, Any], at: datetime | None, place: Place) -> None:
        """Give the next entry its place in the tree."""
        if at is not None and (self.ended is None or at > self.ended):
            self.ended = at
        number, parent = len(self.parents), self._parent(value, place)
        self.parents.append(parent)
        if number and parent != number - 1 and "parentId" in value:
            self._note_return(parent, at, place)
        self.led.append(None if parent is None else self.led[parent])

    def _parent(self, value: dict[str, Any], place: Place) -> int | None:
        number, name = len(self.parents), value.get("parentId")
        before = number - 1 if number else None
        if "parentId" not in value or not (name is None or isinstance(name, str)):
            return before
        if name is None:
            return None
        if name not in self.numbers:
            self.loose.append(Loose(number, name, place, self.last))
            return before
        return self.numbers[name]

    def _note_return(self, parent: int | None, at: datetime | None, place: Place) -> None:
        there = None if parent is None else self.led[parent]
        text = "to the beginning" if there is None else f"to message {there}"
        self.events.append(Event(kind="rewind", text=text, at=at, after=self.last, places=(place,)))

    def begin(self, role: Role, kind: Kind, by: Author, source: str, at: datetime | None, place: Place) -> Pending:
        """Begin a message."""
        pending = Pending(len(self.messages), role, kind, by, source)
        before = self.led[-1]
        pending.parent = self.messages[before].id if before is not None else None
        pending.merge(place, at)
        self.first[pending.index] = len(self.parents) - 1
        self.led[-1] = pending.index
        self.messages.append(pending)
        self.tally.in_messages += 1
        return pending

    def note(self, kind: str, text: str, at: datetime | None, place: Place) -> None:
        """Add an event."""
        self.events.append(Event(kind=kind, text=text, at=at, after=self.last, places=(place,)))

    def settle(self) -> None:
        """Find parents that stand later in the file; what names none in it follows the entry before it."""
        for loose in self.loose:
            known = self.numbers.get(loose.parent)
            if known is not None:
                self.parents[loose.entry] = known
                continue
            self.tally.dangling += 1
            text = f"an entry follows {loose.parent[:40]}, which isn't in the file; taken to follow the one before it"
            self.tally.complain("dangling-parent", text, loose.place, loose.after)

    def active(self) -> set[int]:
        """Return the entries on the path from the last one to the root."""
        path: set[int] = set()
        number = len(self.parents) - 1 if self.parents else None
        while number is not None and number not in path:
            path.add(number)
            number = self.parents[number]
        return path
