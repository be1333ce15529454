"""An OpenHands session while its events are being read: messages under construction, calls, events, the zone of its times."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from narrator.model import Author, Event, Kind, Part, Role, Status, Tokens
from narrator.readers.base import as_dict, as_text, is_local, parse_time
from narrator.readers.pending import Pending
from narrator.readers.records import Record, Tally

_STEP = timedelta(minutes=15)
_ZONES = (timedelta(hours=-12, minutes=-30), timedelta(hours=14, minutes=30))


Args = tuple[tuple[str, str], ...]


class Called(NamedTuple):
    """A call that a result may name."""

    pending: Pending
    call: str
    name: str


class State:
    """Everything read so far, and what the next event may belong to."""

    def __init__(self, tally: Tally, zone: timedelta) -> None:
        self.tally = tally
        self.zone = zone
        self.messages: list[Pending] = []
        self.events: list[Event] = []
        self.cwd: str | None = None
        self.model: str | None = None
        self.sidechain = False
        """Whether a sub-agent's events are being read, which stand among the others."""
        self.usage: dict[str, dict[str, Any]] = {}
        """What is told of a response's tokens, by the response's id."""
        self.responses: dict[str, Pending] = {}
        self._calls: dict[str, Called] = {}
        self._taken: set[tuple[int, str]] = set()
        self._said: set[tuple[int, str, str]] = set()

    def at(self, record: Record) -> datetime | None:
        """Return a record's time; one that names no zone is of the zone of the machine that wrote it."""
        return time_of(record.value.get("timestamp"), self.zone)

    def begin(self, role: Role, kind: Kind, by: Author, source: str, record: Record) -> Pending:
        """Begin a message."""
        pending = Pending(len(self.messages), role, kind, by, source)
        pending.id = identifier(record.value.get("id"))
        if self.sidechain:
            pending.flags.add("sidechain")
        self.messages.append(pending)
        self.merge(pending, record)
        return pending

    def reply(self, response: str, source: str, record: Record) -> Pending:
        """Return the message of a response of the model: parallel calls, an event each, belong to one."""
        pending = self.responses.get(response) if response else None
        if pending is None:
            pending = self.begin("assistant", "reply", "model", source, record)
            pending.model = self.model
            if response:
                self.responses[response] = pending
                pending.tell(response=response)
        else:
            self.merge(pending, record)
        return pending

    def merge(self, pending: Pending, record: Record) -> None:
        """Add a record to a message."""
        pending.merge(record.place, self.at(record))
        self.tally.in_messages += 1

    def say(self, pending: Pending, part: Part) -> None:
        """Add words or a thought that aren't blank, once to a message: each event of a response may repeat them."""
        key = pending.index, part.kind, part.text
        if key not in self._said and part.text.strip():
            self._said.add(key)
            pending.draft.add(part)

    def call(
        self, pending: Pending, name: str, args: Args, *keys: str | None, by: Author = "model", ended: Status | None = None
    ) -> None:
        """Add a call; `keys` are what its result may name it by (the event's id, the model's own id), the best last."""
        names = [key for key in keys if key]
        call = next((k for k in reversed(names) if (pending.index, k) not in self._taken), f"call-{len(pending.draft.parts)}")
        self._taken.add((pending.index, call))
        pending.draft.add(Part(kind="call", by=by, name=name, args=args, call=call, status=ended))
        for key in names:
            self._calls[key] = Called(pending, call, name)

    def called(self, *keys: str | None) -> Called | None:
        """Return the call that one of these names; None where it isn't in the record."""
        return next((self._calls[k] for k in keys if k and k in self._calls), None)

    def answer(self, called: Called, result: Part, record: Record) -> None:
        """Put a result after its call."""
        called.pending.draft.answer(result)
        self.merge(called.pending, record)

    def orphan(self, text: str, record: Record, kind: str = "other") -> None:
        """Keep a result without its call as an event."""
        self.tally.dangling += 1
        self.tally.complain("result-without-call", "a result of a call that isn't in the record; kept as an event", record.place)
        self.note(kind, text, record)

    def note(self, kind: str, text: str, record: Record) -> None:
        """Add an event."""
        after = self.messages[-1].index if self.messages else None
        self.tally.in_events += 1
        self.events.append(Event(kind=kind, text=text, at=self.at(record), after=after, places=(record.place,)))

    def skip(self, _record: Record) -> None:
        """Count a record that tells of the session as a whole, or repeats what another one says."""
        self.tally.in_header += 1

    def unknown(self, kind: str, text: str, record: Record) -> None:
        """Count a record of a kind that isn't known; its text is an event."""
        self.tally.unknown += 1
        self.tally.complain("unknown-record", f"an event of the unknown kind {kind[:60]!r}", record.place)
        if text.strip():
            after = self.messages[-1].index if self.messages else None
            self.events.append(Event(kind="other", text=text, at=self.at(record), after=after, places=(record.place,)))

    def last(self) -> Pending | None:
        """Return the newest message."""
        return self.messages[-1] if self.messages else None

    def stop(self, record: Record, reason: str) -> None:
        """Mark the message that an interruption bears on: the newest reply of the turn, else its prompt."""
        last = self.last()
        if last is not None and last.role != "system" and last.kind != "summary":
            last.flags.add("interrupted")
            last.tell(**{"interrupt.reason": reason})
            last.places.append(record.place)

    def fail(self, record: Record, code: str, detail: str) -> None:
        """Note an error of the run, and bear it on the message that it ended."""
        self.note("error", f"{code}: {detail}" if detail else code, record)
        last = self.last()
        if last is not None and last.role == "assistant":
            last.error = code
            last.tell(**{"error.detail": detail[:1000]})
            last.places.append(record.place)


def identifier(value: object) -> str | None:
    """Return an event's id as text: a number in V0, a UUID in V1."""
    return as_text(value) if isinstance(value, (str, int)) and not isinstance(value, bool) and value != "" else None


def tokens_of(usage: object) -> Tokens | None:
    """Return the token counts of one response: prompt tokens include those of the cache, completion tokens the reasoning."""
    told = as_dict(usage)
    if not told:
        return None
    prompt, completion = _count(told.get("prompt_tokens")), _count(told.get("completion_tokens"))
    details, output = as_dict(told.get("prompt_tokens_details")), as_dict(told.get("completion_tokens_details"))
    read = _count(told.get("cache_read_tokens")) or _count(details.get("cached_tokens"))
    write = _count(told.get("cache_write_tokens")) or _count(told.get("cache_creation_input_tokens"))
    thought = _count(told.get("reasoning_tokens")) or _count(output.get("reasoning_tokens"))
    return Tokens(
        input=max(0, prompt - read - write),
        output=max(0, completion - thought),
        reasoning=thought,
        cache_read=read,
        cache_write=write,
    )


def _count(value: object) -> int:
    return value if type(value) is int and 0 <= value < 10**15 else 0


def time_of(value: object, zone: timedelta = timedelta(0)) -> datetime | None:
    """Return the time that ISO 8601 text tells, in UTC; `zone` is that of a time that names none. None for anything else."""
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
        if found is None:
            return None
        return (found - zone).replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def zone_by(pairs: list[tuple[object, object]]) -> timedelta | None:
    """Return the zone that local times and the seconds since 1970 of the same moments tell; None where they tell none.

    An event is written after its response was made, so that the smallest difference is the nearest to the zone.
    """
    waits = []
    for local, seconds in pairs:
        found = time_of(local) if is_local(local) else None
        epoch = parse_time(seconds * 1000) if isinstance(seconds, (int, float)) else None
        if found is not None and epoch is not None:
            waits.append(found - epoch)
    near = min((w for w in waits if _ZONES[0] < w < _ZONES[1]), default=None)
    return None if near is None else round(near / _STEP) * _STEP


def status_of(code: int | None, *, failed: bool) -> Status:
    """Return how a command ended; -1 says that it hadn't yet."""
    if code == -1:
        return "running"
    return "error" if failed or code else "ok"
