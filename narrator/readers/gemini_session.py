"""Folds Gemini CLI's records into messages and events.

In the JSON lines a message is written again whenever it grows (the same id replaces), `$rewindTo` takes a message and all after
it back, and a `$set` with `messages` is a checkpoint: the history as it is from there on, after a compression or a roll-back.
What is taken back or left out stays, flagged `superseded`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from narrator.model import Author, Child, Event, Place, Tokens
from narrator.readers.base import as_dict, as_list, as_text, parse_time
from narrator.readers.gemini_parts import (
    ACKNOWLEDGED,
    NOTICE,
    PROMPT,
    Data,
    is_results,
    origin_of,
    output_of,
    pieces_of,
    prompt_parts,
    reply_parts,
    shell_parts,
    words_of,
)
from narrator.readers.pending import Pending
from narrator.readers.records import Record, Tally

CANCELLED = re.compile(r"\s*Request cancelled\b", re.IGNORECASE)
_COMPRESSED = re.compile(
    r"(?:.{0,80}\b)?[Cc]hat history (?:was )?compressed|Compressing chat history|.{0,40}context compressed", re.DOTALL
)
_REPLIES = frozenset({"gemini", "qwen", "model", "assistant"})


@dataclass(slots=True)
class Session:
    """What has been read so far."""

    tally: Tally = field(default_factory=Tally)
    header: Data = field(default_factory=dict)
    messages: list[Pending] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    children: dict[str, Child] = field(default_factory=dict)
    live: dict[str, Pending | None] = field(default_factory=dict)
    """What the history holds now, by id, in order; None for what is an event."""
    known: dict[str, Pending | None] = field(default_factory=dict)
    """All that was ever in it."""

    @property
    def last(self) -> int | None:
        """The index of the last message."""
        return len(self.messages) - 1 if self.messages else None

    @property
    def prompter(self) -> Author:
        """Who writes the prompts: in a sub-agent's session its caller, the model."""
        return "model" if self.header.get("kind") == "subagent" else "person"

    def add(self, record: Record) -> None:
        """Take in a line."""
        value, place = record.value, record.place
        if isinstance(value.get("$rewindTo"), str):
            self._rewind(value["$rewindTo"], parse_time(value.get("timestamp")), place)
        elif isinstance(value.get("$set"), dict):
            self._set(value["$set"], place)
        elif "type" in value or "id" in value:
            self.add_message(record)
        elif "sessionId" in value or "projectHash" in value:
            self._set(value, place)
        else:
            self.tally.meet_unknown("", place)

    def add_message(self, record: Record) -> None:
        """Take in the record of a message, whole or grown."""
        value, place = record.value, record.place
        name = as_text(value.get("id"))
        held = self.live.get(name) if name else None
        if held is not None:
            self._fill(held, value)
            held.places.append(place)
            self.tally.in_messages += 1
        elif name and name in self.live:
            self.tally.in_header += 1
        else:
            self._take(name, value, place)

    def _take(self, name: str, value: Data, place: Place) -> None:
        kind = as_text(value.get("type"))
        if kind in NOTES:
            NOTES[kind](self, words_of(value.get("content")), parse_time(value.get("timestamp")), place)
            self.tally.in_events += 1
            self._hold(name, None)
        elif kind == "user" and is_results(value.get("content")):
            self._fold(value, place)
        elif kind == "user" or kind in _REPLIES:
            self._hold(name, self._begin(value, place))
            self.tally.in_messages += 1
        else:
            self.tally.meet_unknown(kind, place)
            text = words_of(value.get("content"))
            if text.strip():
                self.note("other", text, parse_time(value.get("timestamp")), place)

    def _hold(self, name: str, pending: Pending | None) -> None:
        if name:
            self.live[name] = self.known[name] = pending

    def _begin(self, value: Data, place: Place, *, in_checkpoint: bool = False) -> Pending:
        """Begin a message; what stands as a user's in a later checkpoint and was never recorded, no person typed."""
        before = self.messages[-1] if self.messages else None
        reply, text = value.get("type") != "user", words_of(value.get("content"))
        found = PROMPT if reply else origin_of(text)
        if in_checkpoint and found == PROMPT and self.messages:
            found = NOTICE
        by = found.by if found != PROMPT else self.prompter
        if reply:
            by = "harness" if in_checkpoint and text.strip() == ACKNOWLEDGED else "model"
        source = "$set" if in_checkpoint else f"message.{as_text(value.get('type'))}"
        as_user = not reply and found.kind != "summary"
        kind = "reply" if reply else found.kind
        pending = Pending(len(self.messages), "user" if as_user else "assistant", kind, by, source)
        pending.flags.update(() if reply else found.flags, ("synthetic",) if reply and by == "harness" else ())
        pending.parent = before.id if before is not None else None
        pending.places.append(place)
        self.messages.append(pending)
        self._fill(pending, value)
        return pending

    def _fill(self, pending: Pending, value: Data) -> None:
        """Give a message its parts, times and tokens, in place of those of an older record."""
        pending.id = as_text(value.get("id")) or None
        pending.at = parse_time(value.get("timestamp")) or pending.at
        ends = (parse_time(as_dict(c).get("timestamp")) for c in as_list(value.get("toolCalls")))
        pending.ended = max((t for t in ends if t is not None and pending.at and t > pending.at), default=None)
        pending.model = as_text(value.get("model")) or pending.model
        if pending.kind in ("reply", "summary"):
            pending.draft.parts = list(reply_parts(value, pending.by))
        elif pending.kind == "command":
            shell = shell_parts(words_of(value.get("content")), f"shell-{pending.index}")
            pending.draft.parts = list(shell or prompt_parts(value, pending.by))
        else:
            pending.draft.parts = list(prompt_parts(value, pending.by))
        if any(p.status == "cancelled" for p in pending.draft.parts):
            pending.flags.add("interrupted")
        self._count(pending, as_dict(value.get("tokens")))
        self._note_children(pending, value)

    def _count(self, pending: Pending, usage: Data) -> None:
        counts = {k: n for k, n in usage.items() if type(n) is int and 0 <= n < 2**53}
        if not counts:
            return
        pending.tell(**{"tokens.total": str(counts.get("total", 0))})
        if any(counts.values()):
            cached = counts.get("cached", 0)
            pending.tokens = Tokens(
                input=max(0, counts.get("input", 0) - cached) + counts.get("tool", 0),
                output=counts.get("output", 0),
                reasoning=counts.get("thoughts", 0),
                cache_read=cached,
            )

    def _note_children(self, pending: Pending, value: Data) -> None:
        for call in map(as_dict, as_list(value.get("toolCalls"))):
            if agent := as_text(call.get("agentId")):
                title = as_text(call.get("description"))[:200] or None
                self.children[agent] = Child(session=agent, message=pending.index, title=title)

    def _fold(self, value: Data, place: Place) -> None:
        """Give results that stand as a user's message to the calls that they answer."""
        answered = self._answer(value)
        if answered is not None:
            answered.places.append(place)
            self.tally.in_messages += 1
            return
        self.tally.dangling += 1
        self.tally.complain("orphan-result", "results of calls that aren't in the file", place, self.last)
        self.tally.in_events += 1
        self.note("other", output_of(value.get("content")) or "", parse_time(value.get("timestamp")), place)

    def _answer(self, value: Data) -> Pending | None:
        found = None
        for piece in pieces_of(value.get("content")):
            told = as_dict(piece.get("functionResponse"))
            call = as_text(told.get("id"))
            owner = next((m for m in reversed(self.messages) if call and call in m.draft.calls()), None)
            if owner is None:
                continue
            found = owner
            if all(p.call != call for p in owner.draft.parts if p.kind == "result"):
                asked = {"id": call, "name": owner.name_of(call), "status": "success", "result": [piece]}
                results = [p for p in reply_parts({"toolCalls": [asked]}, owner.by) if p.kind == "result"]
                parts = owner.draft.parts
                at = next(i for i, p in enumerate(parts) if p.kind == "call" and p.call == call)
                parts[at : at + 1] = [parts[at].model_copy(update={"status": r.status}) for r in results[:1]] + results
        return found

    def _set(self, fields: Data, place: Place) -> None:
        """Take metadata, and the checkpoint in it, if there is one."""
        self.header |= {k: v for k, v in fields.items() if k != "messages" and v is not None}
        if isinstance(fields.get("messages"), list):
            self._checkpoint([m for m in fields["messages"] if isinstance(m, dict)], parse_time(fields.get("lastUpdated")), place)
        else:
            self.tally.in_header += 1

    def _checkpoint(self, history: list[Data], at: datetime | None, place: Place) -> None:
        before, first_new = self.live, len(self.messages)
        self.live = {}
        for value in history:
            name = as_text(value.get("id"))
            if name and name in self.known:
                self._restore(name, value)
            elif as_text(value.get("type")) in NOTES:
                self._hold(name, None)
            elif value.get("type") == "user" and is_results(value.get("content")):
                self._answer(value)
                self._hold(name, None)
            else:
                self._hold(name, self._begin(value, place, in_checkpoint=bool(first_new)))
        left = [m for n, m in before.items() if m is not None and n not in self.live]
        for pending in left:
            pending.flags.add("superseded")
        self._note_checkpoint(left, first_new, at, place)

    def _restore(self, name: str, value: Data) -> None:
        """Keep a message as its own record has it: a checkpoint may hold less (outputs are masked); take over what is more."""
        held = self.known[name]
        self.live[name] = held
        if held is None:
            return
        held.flags.discard("superseded")
        told = sum(p.kind == "result" for p in held.draft.parts)
        fuller = sum(p.kind == "result" for p in reply_parts(value, held.by)) if held.role == "assistant" else 0
        if fuller > told or not held.draft.parts:
            self._fill(held, value)

    def _note_checkpoint(self, left: list[Pending], first_new: int, at: datetime | None, place: Place) -> None:
        summed = any(m.kind == "summary" for m in self.messages[first_new:])
        if summed:
            self.note("compaction", "", at, place)
        elif left:
            self.note("rewind", f"to before message {left[0].index}", at, place)
        if len(self.messages) > first_new:
            self.tally.in_messages += 1
        elif left:
            self.tally.in_events += 1
        else:
            self.tally.in_header += 1

    def _rewind(self, name: str, at: datetime | None, place: Place) -> None:
        ids = list(self.live)
        taken = ids[ids.index(name) :] if name in self.live else ids
        found = [m for i in taken if (m := self.live.pop(i)) is not None]
        for pending in found:
            pending.flags.add("superseded")
        if name not in ids:
            self.tally.dangling += 1
            self.tally.complain("dangling-rewind", f"a rewind to {name[:40]}, which isn't in the history: all of it", place)
        self.note("rewind", f"to before message {found[0].index}" if found else "", at, place)
        self.tally.in_events += 1

    def note(self, kind: str, text: str, at: datetime | None, place: Place) -> None:
        """Add an event."""
        self.events.append(Event(kind=kind, text=text, at=at, after=self.last, places=(place,)))

    def bearer(self) -> Pending | None:
        """Return the message that a cancellation bears on: the last answer since the prompt, else the prompt."""
        held = (m for m in reversed(self.live.values()) if m is not None and m.kind in ("reply", "prompt", "command"))
        return next(held, None)


def _info(session: Session, text: str, at: datetime | None, place: Place) -> None:
    if CANCELLED.match(text):
        bearer = session.bearer()
        if bearer is not None:
            bearer.flags.add("interrupted")
        session.note("abort", text, at, place)
    else:
        session.note("compaction" if _COMPRESSED.match(text) else "other", text, at, place)


def _warning(session: Session, text: str, at: datetime | None, place: Place) -> None:
    session.note("other", text, at, place)


def _error(session: Session, text: str, at: datetime | None, place: Place) -> None:
    session.note("error", text, at, place)


NOTES: dict[str, Callable[[Session, str, datetime | None, Place], Any]] = {"info": _info, "warning": _warning, "error": _error}
"""What is done with each type of record that nobody says."""
