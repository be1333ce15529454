"""Folds Claude Code's records, in file order, into turns and events.

A record is a block of a message, a prompt, results, or bookkeeping; `parentUuid` ties each to the record before it. `owner`
knows to which turn each record led, through bookkeeping and results, so that a parent is a message and not a record.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from narrator.model import Author, Event, Place
from narrator.readers.base import as_dict, as_text, parse_time
from narrator.readers.claude_blocks import blocks_of, is_result, reply_parts
from narrator.readers.claude_events import HEADER, happening, loose_text
from narrator.readers.claude_results import Result, result_of
from narrator.readers.claude_speech import Speech, speech_of
from narrator.readers.claude_texts import NOTICE, ORIGINS, PROMPT, Origin, origin_of
from narrator.readers.claude_turns import Turn, error_of
from narrator.readers.records import Record, Tally

NOWHERE = -1


class Loose(NamedTuple):
    """A reference to a record that hasn't been seen."""

    uuid: str
    place: Place
    after: int


class Called(NamedTuple):
    """Whose call an id is, and of which tool."""

    turn: int
    name: str | None


class Waiting(NamedTuple):
    """A record with results whose calls haven't been seen."""

    results: tuple[Result, ...]
    record: dict[str, Any]
    place: Place
    after: int
    alone: bool
    """Whether nothing else of the record has found its message."""


@dataclass(slots=True)
class Session:
    """What has been read so far."""

    tally: Tally = field(default_factory=Tally)
    turns: list[Turn] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    owner: dict[str, int] = field(default_factory=dict)
    """Record uuid -> the turn that it belongs or leads to."""
    loose: list[Loose] = field(default_factory=list)
    waiting: list[Waiting] = field(default_factory=list)
    ids: dict[str, int] = field(default_factory=dict)
    """Session id -> number of records, in the order in which they appear."""
    facts: dict[str, str] = field(default_factory=dict)
    """cwd and the like: first and last values that the records name."""
    leaves: list[tuple[str, str]] = field(default_factory=list)
    """(uuid of the record that it sums up, summary)."""
    interrupts: list[int] = field(default_factory=list)
    """Turns in which the harness tells that the person stopped something."""
    agents: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Sub-agent -> (the call that started it, its title)."""
    _replies: dict[str, int] = field(default_factory=dict)
    _calls: dict[str, Called] = field(default_factory=dict)
    _queued: set[str] = field(default_factory=set)

    def add(self, record: Record) -> None:
        """Take in the next record."""
        value = record.value
        self._learn(value)
        parent = _parent(value)
        if parent is not None and parent not in self.owner:
            self.loose.append(Loose(parent, record.place, len(self.turns) - 1))
        turn = self._place(value, record.place)
        uuid = value.get("uuid")
        if isinstance(uuid, str):
            before = self.owner.get(parent, NOWHERE) if parent is not None else NOWHERE
            self.owner[uuid] = before if turn is None else turn

    def _place(self, value: dict[str, Any], place: Place) -> int | None:
        kind = value.get("type")
        if kind == "assistant" and _has_message(value):
            return self._reply(value, place)
        if kind == "user" and _has_message(value):
            return self._user(value, place)
        if kind == "attachment" and as_dict(value.get("attachment")).get("type") == "queued_command":
            return self._queue(value, place)
        self._bookkeeping(value, place)
        return None

    def _learn(self, value: dict[str, Any]) -> None:
        name = value.get("sessionId") or value.get("session_id")
        if isinstance(name, str):
            self.ids[name] = self.ids.get(name, 0) + 1
            self.facts["session"] = name
        for key, fact in (("version", "version"), ("timestamp", "ended"), ("claude_code_version", "version")):
            if isinstance(told := value.get(key), str):
                self.facts[fact] = told
        for key, fact in (("cwd", "cwd"), ("timestamp", "started"), ("agentId", "agent")):
            if isinstance(told := value.get(key), str):
                self.facts.setdefault(fact, told)

    # replies

    def _reply(self, value: dict[str, Any], place: Place) -> int:
        message = _message(value)
        key = as_text(message.get("id")) or as_text(value.get("uuid"))
        number = self._replies.get(key, NOWHERE) if key else NOWHERE
        if number == NOWHERE:
            number = self._begin(_new_reply(value, message, key or None))
            self._replies[key] = number
        turn = self.turns[number]
        repeated = self.owner.get(as_text(value.get("uuid"))) == number
        blocks = blocks_of(message.get("content"))
        for part in reply_parts(blocks, turn.by):
            if part.call is not None and self.turn_of_call(part.call) == number:
                continue
            if repeated and part in turn.draft.parts:
                continue
            turn.draft.add(part)
            if part.kind == "call" and part.call is not None:
                self._calls[part.call] = Called(number, part.name)
        self._finish_reply(turn, value, message)
        turn.merge(value, place)
        self._answer(blocks, value, place, alone=False)
        self.tally.in_messages += 1
        return number

    def _finish_reply(self, turn: Turn, value: dict[str, Any], message: dict[str, Any]) -> None:
        turn.note(value)
        turn.count(message.get("usage"))
        if finish := as_text(message.get("stop_reason")):
            turn.finish = turn.record["stop_reason"] = finish
        words = "".join(p.text for p in turn.draft.parts[:1]) if turn.by == "harness" else ""
        turn.error = turn.error or error_of(value, words)

    # what stands in the person's place

    def _user(self, value: dict[str, Any], place: Place) -> int | None:
        blocks = blocks_of(_message(value).get("content"))
        own = [b for b in blocks if not is_result(b)]
        answered = self._answer(blocks, value, place, alone=not own) if len(own) < len(blocks) else None
        self.tally.in_messages += 1
        if len(own) < len(blocks) and not own:
            return answered
        return self._speak(own, value, place, origin_of(value))

    def _queue(self, value: dict[str, Any], place: Place) -> int:
        """Take in what was queued while the model was busy: a prompt that is recorded nowhere else, or a notice."""
        given = as_dict(value.get("attachment"))
        origin = origin_of(given)
        mode = given.get("commandMode")
        if origin == PROMPT and isinstance(mode, str) and mode not in ("prompt", "bash"):
            origin = ORIGINS.get(mode, NOTICE)
        record = {**value, "timestamp": value.get("timestamp") or given.get("timestamp")}
        self.tally.in_messages += 1
        number = self._speak(blocks_of(given.get("prompt")), record, place, origin)
        self.turns[number].flags.add("queued")
        return number

    def _speak(self, blocks: list[dict[str, Any]], value: dict[str, Any], place: Place, told: Origin) -> int:
        side = _is_side(value)
        speech = speech_of(blocks, told, side=side)
        uuid = as_text(value.get("uuid")) or None
        if (known := self._same(uuid, speech)) is not None:
            self.turns[known].merge(value, place)
            return known
        turn = Turn(role="user", kind=speech.origin.kind, by=speech.origin.by, id=uuid, parent=_parent(value))
        turn.draft.parts.extend(speech.parts)
        turn.flags.update(speech.origin.flags, ("sidechain",) if side else ())
        if value.get("promptSource") == "queued" or self._was_queued(turn):
            turn.flags.add("queued")
        turn.mode = as_text(value.get("permissionMode")) or None
        turn.note(value)
        turn.merge(value, place)
        number = self._begin(turn)
        if speech.interrupts:
            self.interrupts.append(number)
        return number

    def _same(self, uuid: str | None, speech: Speech) -> int | None:
        """Return the turn of an earlier copy of the same record."""
        number = self.owner.get(uuid, NOWHERE) if uuid else NOWHERE
        turn = self.turns[number] if number != NOWHERE else None
        return number if turn and turn.id == uuid and tuple(turn.draft.parts) == speech.parts else None

    def _was_queued(self, turn: Turn) -> bool:
        if turn.kind != "prompt" or not self._queued:
            return False
        words = "".join(p.text for p in turn.draft.parts if p.kind == "text").strip()
        if words not in self._queued:
            return False
        self._queued.discard(words)
        return True

    def _begin(self, turn: Turn) -> int:
        turn.record.setdefault("type", turn.role)
        self.turns.append(turn)
        return len(self.turns) - 1

    # results

    def _answer(self, blocks: list[dict[str, Any]], value: dict[str, Any], place: Place, *, alone: bool) -> int | None:
        """Give each result in a record to the message of its call; return the last one's."""
        last: int | None = None
        left: list[Result] = []
        for block in blocks:
            if not is_result(block):
                continue
            called = self._calls.get(as_text(block.get("tool_use_id")))
            result = result_of(block, value, name=called.name if called else None)
            number = self._deliver(result, value, place)
            last = last if number is None else number
            if number is None:
                left.append(result)
        if left:
            self.waiting.append(Waiting(tuple(left), _stripped(value), place, len(self.turns) - 1, alone and last is None))
        return last

    def _deliver(self, result: Result, value: dict[str, Any], place: Place) -> int | None:
        part = result.part
        called = self._calls.get(part.call) if part.call is not None else None
        if called is None or part.call is None:
            return None
        turn = self.turns[called.turn]
        turn.draft.answer(part if part.name == called.name else part.model_copy(update={"name": called.name}))
        turn.draft.parts.extend(result.files)
        if not turn.places or turn.places[-1] != place:
            turn.merge(value, place)
        self._meet(value, part.call)
        return called.turn

    def _meet(self, value: dict[str, Any], call: str) -> None:
        twin = as_dict(value.get("toolUseResult") or value.get("tool_use_result"))
        agent = twin.get("agentId")
        if isinstance(agent, str) and agent:
            self.agents.setdefault(agent, (call, as_text(twin.get("description"))))

    def settle(self) -> None:
        """Deliver the results that stood before their calls; those without any become events."""
        for waiting in self.waiting:
            delivered = [self._deliver(result, waiting.record, waiting.place) for result in waiting.results]
            orphans = [r.part for r, number in zip(waiting.results, delivered, strict=True) if number is None]
            for part in orphans:
                text = f"line {waiting.place.line}: a result of a call that isn't in the file ({part.call})"
                self.tally.complain("orphan-result", text, waiting.place)
                self._tell("other", part.text, waiting.record, waiting.place, after=waiting.after)
            if waiting.alone and len(orphans) == len(delivered):
                self.tally.in_messages -= 1
                self.tally.in_events += 1
        self.waiting.clear()
        self.events.sort(key=lambda event: event.places[0].byte_start or 0)

    # bookkeeping

    def _bookkeeping(self, value: dict[str, Any], place: Place) -> None:
        kind = value.get("type")
        if isinstance(kind, str) and kind in HEADER:
            self.tally.in_header += 1
            self._describe(kind, value)
        elif (told := happening(value)) is not None:
            repeats = told.kind == "mode" and self.facts.get("mode") == told.text
            self.tally.in_header += repeats
            self.tally.in_events += not repeats
            if not repeats:
                self._tell(told.kind, told.text, value, place)
            self._remember(told.kind, told.text, value)
        else:
            self.tally.meet_unknown(as_text(kind), place)
            if words := loose_text(value):
                self._tell("other", words, value, place)

    def _remember(self, kind: str, text: str, value: dict[str, Any]) -> None:
        if kind == "mode":
            self.facts["mode"] = text
        elif value.get("operation") == "enqueue" and (words := as_text(value.get("content")).strip()):
            self._queued.add(words)

    def _tell(self, kind: str, text: str, value: dict[str, Any], place: Place, *, after: int | None = None) -> None:
        last = len(self.turns) - 1 if after is None else after
        at = parse_time(value.get("timestamp"))
        self.events.append(Event(kind=kind, text=text, at=at, after=last if last >= 0 else None, places=(place,)))

    def _describe(self, kind: str, value: dict[str, Any]) -> None:
        if kind == "summary":
            self.leaves.append((as_text(value.get("leafUuid")), as_text(value.get("summary"))))
        elif kind == "progress":
            data = as_dict(value.get("data"))
            agent, call = data.get("agentId"), value.get("parentToolUseID")
            if isinstance(agent, str) and agent and isinstance(call, str):
                self.agents.setdefault(agent, (call, ""))
        for name in ("customTitle", "aiTitle"):
            if title := as_text(value.get(name)).strip():
                self.facts[name] = title

    def turn_of_call(self, call: str) -> int | None:
        """Return the turn that made a call."""
        called = self._calls.get(call)
        return called.turn if called else None


def _new_reply(value: dict[str, Any], message: dict[str, Any], key: str | None) -> Turn:
    side = _is_side(value)
    synthetic = message.get("model") == "<synthetic>" or value.get("isApiErrorMessage") is True
    by: Author = "harness" if synthetic else "sub-agent" if side else "model"
    turn = Turn(role="assistant", kind="notice" if synthetic else "reply", by=by, id=key, parent=_parent(value))
    turn.flags.update({"sidechain"} if side else set())
    turn.flags.update({"synthetic"} if synthetic else set())
    model = as_text(message.get("model"))
    if synthetic and model:
        turn.record["model"] = model
    turn.model = None if synthetic else model or None
    return turn


def _has_message(value: dict[str, Any]) -> bool:
    return isinstance(value.get("message"), (dict, str))


def _message(value: dict[str, Any]) -> dict[str, Any]:
    message = value.get("message")
    return message if isinstance(message, dict) else {"content": message}


def _parent(value: dict[str, Any]) -> str | None:
    parent = value.get("parentUuid") or value.get("logicalParentUuid")
    return parent if isinstance(parent, str) else None


def _is_side(value: dict[str, Any]) -> bool:
    return value.get("isSidechain") is True or isinstance(value.get("parent_tool_use_id"), str)


def _stripped(value: dict[str, Any]) -> dict[str, Any]:
    """Return what is still needed of a record whose result waits for its call."""
    twin = as_dict(value.get("toolUseResult"))
    kept = {k: twin[k] for k in ("agentId", "description") if k in twin}
    return {"timestamp": value.get("timestamp"), "toolUseResult": kept}
