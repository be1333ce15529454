"""Cline's history becomes messages: results go after the calls that they answer, a person's words are prompts of their own."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from narrator.model import Author, Event, Kind, Part, Place, Role, Tokens
from narrator.readers.base import as_args, as_dict, as_list, as_text, parse_time, text_part
from narrator.readers.cline_text import (
    HEAD,
    Output,
    Words,
    call_parts,
    calls_of,
    ended_by,
    is_harness,
    read_output,
    spoken,
    tagged,
)
from narrator.readers.pending import Pending, file_named
from narrator.readers.records import Record, Tally

Block = dict[str, Any]

_MARKS = {"user": "user_cancelled", "api error": "streaming_failed"}
"""What the harness's last line says cut an answer off, in the words of the interface's `cancelReason`."""


class State:
    """Everything read so far."""

    def __init__(self, tally: Tally, prompter: Author = "person") -> None:
        self.tally = tally
        self.prompter = prompter
        """Who writes the prompts: of a sub-agent, the model that started it."""
        self.messages: list[Pending] = []
        self.events: list[Event] = []
        self.reply: Pending | None = None
        """The newest answer, whose calls wait for results."""
        self.answers: dict[int, Pending] = {}
        """The answers by their number in the history."""
        self.prompts: dict[int, Pending] = {}
        """The messages in the user's place by their number in the history."""
        self._calls: dict[str, tuple[Pending, str]] = {}
        self._waiting: list[tuple[str, str]] = []
        self._printed: dict[str, str] = {}

    def begin(self, role: Role, kind: Kind, by: Author, source: str, place: Place, at: datetime | None) -> Pending:
        """Begin a message."""
        pending = Pending(len(self.messages), role, kind, by, source)
        pending.merge(place, at)
        self.messages.append(pending)
        return pending

    def expect(self, pending: Pending) -> None:
        """Let the results that follow be those of this answer's calls."""
        self.reply = pending
        calls = [(p.call, p.name or "") for p in pending.draft.parts if p.kind == "call" and p.call is not None]
        self._waiting = [(call, name) for call, name in calls]
        self._calls.update({call: (pending, name) for call, name in calls})

    def tool_of(self, call: str) -> str | None:
        """Return the tool of a call; None where it isn't in the record."""
        return self._calls[call][1] if call in self._calls else None

    def waiting_for(self, tool: str) -> str | None:
        """Return the call that a result names by its tool: the first without a result, of that tool if there is one."""
        named = (call for call, name in self._waiting if name == tool)
        return next(named, self._waiting[0][0] if self._waiting else None)

    def answer(self, call: str | None, result: Part, place: Place) -> bool:
        """Put a result after its call; False where that isn't in the record."""
        if call is None or call not in self._calls:
            return False
        pending, name = self._calls[call]
        pending.draft.answer(result.model_copy(update={"call": call, "name": name or result.name}))
        if place not in pending.places:
            pending.places.append(place)
        self._waiting = [w for w in self._waiting if w[0] != call]
        return True

    def add_output(self, pending: Pending, call: Part, text: str) -> None:
        """Give a call what it gave back, or more of it."""
        self._printed[call.call or ""] = text = "\n".join(t for t in (self._printed.get(call.call or ""), text) if t)
        pending.draft.answer(Part(kind="result", text=text, by="tool", name=call.name, call=call.call, status="ok"))

    def note(self, kind: str, text: str, record: Record, after: int | None) -> None:
        """Add an event."""
        self.tally.in_events += 1
        at = parse_time(record.value.get("ts"))
        self.events.append(Event(kind=kind, text=text, at=at, after=after, places=(record.place,)))


def take_history(state: State, number: int, record: Record) -> None:
    """Take a record of the history."""
    role = record.value.get("role")
    if role == "assistant":
        _answer(state, number, record)
    elif role == "user":
        _UserRecord(state, number, record).take()
    else:
        state.tally.unknown += 1
        state.tally.complain("unknown-role", f"a record of the unknown role {as_text(role)[:40]!r}", record.place)
        text = _text_of(record.value.get("content"))
        if text.strip():
            after = state.messages[-1].index if state.messages else None
            state.events.append(Event(kind="other", text=text, after=after, places=(record.place,)))


def _answer(state: State, number: int, record: Record) -> None:
    value = record.value
    state.tally.in_messages += 1
    kind: Kind = "summary" if value.get("isSummary") is True else "reply"
    pending = state.begin("assistant", kind, "model", "history", record.place, parse_time(value.get("ts")))
    _tell(pending, value)
    blocks = blocks_of(value.get("content"))
    native = any(b.get("type") in ("tool_use", "mcp_tool_use") for b in blocks)
    taken: set[str | None] = {None}
    for block in blocks:
        for part in _parts_of(pending, block, native=native):
            named = part.kind == "call" and part.call in taken
            name = f"call-{pending.index}-{len(pending.draft.parts)}"
            pending.draft.add(part.model_copy(update={"call": name}) if named else part)
            taken.add(part.call)
    state.answers[number] = pending
    state.expect(pending)


def _tell(pending: Pending, value: Block) -> None:
    info, metrics = as_dict(value.get("modelInfo")), as_dict(value.get("metrics"))
    names = [as_text(info.get("providerId") or info.get("provider")), as_text(info.get("modelId") or info.get("id"))]
    pending.model = "/".join(n for n in names if n) or None
    pending.mode = as_text(info.get("mode")) or None
    pending.id = as_text(value.get("id")) or None
    pending.tokens = _tokens(metrics)
    cost = metrics.get("cost", metrics.get("totalCost"))
    pending.cost = float(cost) if isinstance(cost, (int, float)) and not isinstance(cost, bool) and 0 <= cost < 1e9 else None
    if value.get("isSummary") is True:
        pending.flags.add("compaction")
    if value.get("condenseParent") or value.get("truncationParent"):
        pending.tell(condensed="true")


def _tokens(metrics: Block) -> Tokens | None:
    """Return the counts of a record: what went in includes what the cache held."""
    old = as_dict(metrics.get("tokens"))
    into, out = (
        (metrics.get("inputTokens"), metrics.get("outputTokens")) if not old else (old.get("prompt"), old.get("completion"))
    )
    read = count(metrics.get("cacheReadTokens")) or count(old.get("cached"))
    write = count(metrics.get("cacheWriteTokens"))
    if not count(into) and not count(out):
        return None
    return Tokens(input=max(0, count(into) - read - write), output=count(out), cache_read=read, cache_write=write)


def count(value: object) -> int:
    """Return a count, 0 for what is none."""
    return value if type(value) is int and 0 <= value < 10**15 else 0


def blocks_of(content: object) -> list[Block]:
    """Return the blocks of a record's content; a string is one of text."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [b if isinstance(b, dict) else {"type": "text", "text": as_text(b)} for b in as_list(content)]


def _text_of(content: object) -> str:
    texts = (as_text(b.get("text")) or (f"[{b.get('type')}]" if b.get("type") != "text" else "") for b in blocks_of(content))
    return "\n".join(t for t in texts if t)


def _parts_of(pending: Pending, block: Block, *, native: bool) -> list[Part]:
    """Return the parts of a block of an answer."""
    kind = as_text(block.get("type"))
    if kind == "text":
        return _said(pending, as_text(block.get("text")), native=native)
    if kind in ("thinking", "reasoning"):
        text = as_text(block.get("thinking") or block.get("text"))
        hidden = not text.strip()
        return [Part(kind="reasoning", text=text, by="model", flags=("hidden",) if hidden else ())]
    if kind == "redacted_thinking":
        return [Part(kind="reasoning", by="model", flags=("hidden",))]
    if kind in ("tool_use", "mcp_tool_use"):
        name = as_text(block.get("name")) or as_text(block.get("toolName")) or "tool"
        return call_parts(name, as_args(block.get("input", block.get("arguments"))), as_text(block.get("id")) or None)
    if kind in ("image", "document", "file"):
        return [_file(block, "model")]
    return [Part(kind="notice", name=kind or "block", text=as_text(block), by="harness")]


def _said(pending: Pending, text: str, *, native: bool) -> list[Part]:
    text, mark = ended_by(text)
    parts = spoken(text) if native else calls_of(text)
    if mark is not None:
        cause = next((c for m, c in _MARKS.items() if f"by {m}]" in mark.lower()), "")
        pending.tell(ended=mark, cancelReason=cause)
        if cause == "user_cancelled":
            pending.flags.add("interrupted")
        parts.append(Part(kind="notice", name="interruption", text=mark, by="harness"))
    return parts


def _file(block: Block, by: Author) -> Part:
    source = as_dict(block.get("source"))
    data = source.get("data")
    name = as_text(source.get("media_type") or block.get("mediaType") or block.get("path") or block.get("type"))
    return file_named(name[:200], by, size=len(data) * 3 // 4 if isinstance(data, str) else None)


class _UserRecord:
    """A record in the user's place: results, a person's words, and what the harness adds, told apart."""

    def __init__(self, state: State, number: int, record: Record) -> None:
        self.state = state
        self.number = number
        self.record = record
        self.parts: list[Part] = []
        self.answered = False
        self.head: str | None = None
        self.body: list[str] = []

    def take(self) -> None:
        self.state.tally.in_messages += 1
        blocks = blocks_of(self.record.value.get("content"))
        plain: list[str] = []
        for block in blocks:
            kind = block.get("type")
            if kind == "tool_result":
                self._close()
                self._result(block)
            elif kind == "text":
                self._text(as_text(block.get("text")), plain)
            elif kind in ("image", "document", "file"):
                self.parts.append(_file(block, "tool" if self.head else "person"))
            else:
                self.parts.append(Part(kind="notice", name=as_text(kind) or "block", text=as_text(block), by="harness"))
        self._close()
        self._plain(plain)
        self._settle()

    def _text(self, text: str, plain: list[str]) -> None:
        head = HEAD.match(text)
        if head is not None and (self.state.reply is not None):
            self._close()
            self.head = head[1]
            self.body = [text[head.end() :]] if text[head.end() :].strip() else []
        elif is_harness(text):
            self._close()
            self._add(tagged(text) if not text.lstrip().startswith("<environment_details>") else [], text)
        elif self.head is not None:
            self.body.append(text)
        else:
            found = tagged(text)
            if found:
                self._add(found, text)
            else:
                plain.append(text)

    def _add(self, pieces: list[Words], text: str) -> None:
        """Add the pieces of a text, or all of it as the harness's."""
        for piece in pieces or [Words(text, "harness", "harness")]:
            flags = ("synthetic",) if piece.by == "harness" else ()
            self.parts.append(text_part(piece.text, piece.by, *flags))

    def _plain(self, plain: list[str]) -> None:
        """Take words that nothing marks: a person's where the record holds nothing else that is marked, else the harness's."""
        alone = not self.answered and all(p.by != "person" for p in self.parts if p.kind == "text")
        for text in plain:
            by: Author = "person" if alone else "harness"
            self.parts.append(text_part(text, by, *(() if alone else ("synthetic",))))

    def _result(self, block: Block) -> None:
        call = as_text(block.get("tool_use_id"))
        text = _text_of(block.get("content"))
        head = HEAD.match(text)
        tool = self.state.tool_of(call) or (head[1] if head else None)
        body = text[head.end() :] if head else text
        self._answer(call, tool, read_output(body, tool, failed=block.get("is_error") is True))

    def _close(self) -> None:
        """End a result that was written as text."""
        if self.head is None:
            return
        tool, text = self.head, "\n".join(self.body)
        self.head = None
        self._answer(self.state.waiting_for(tool), tool, read_output(text, tool))

    def _answer(self, call: str | None, tool: str | None, found: Output) -> None:
        """Put a result after its call; the words that a person said with it are a prompt of their own."""
        result = Part(kind="result", text=found.text, by=found.by, name=tool, status=found.status, exit_code=found.exit_code)
        if not self.state.answer(call, result, self.record.place):
            self.state.tally.dangling += 1
            text = "a result of a call that isn't in the record; kept as an event"
            self.state.tally.complain("result-without-call", text, self.record.place)
            after = self.state.messages[-1].index if self.state.messages else None
            self.state.events.append(Event(kind="other", text=found.text, after=after, places=(self.record.place,)))
        self.answered = True
        self.parts += [text_part(words, "person") for words in found.words]

    def _settle(self) -> None:
        """Make a message of what is left, unless the harness only added to a result: then it is the answered message's."""
        place, at = self.record.place, parse_time(self.record.value.get("ts"))
        typed = any(p.by == "person" for p in self.parts)
        reply = self.state.reply
        if self.answered and not typed:
            if reply is None or place not in reply.places:
                self.state.tally.in_messages -= 1
                self.state.tally.in_events += 1
            elif reply is not None:
                if at is not None and reply.at is not None and at > reply.at:
                    reply.ended = at
                for part in self.parts:
                    named = "context" if part.kind == "text" else part.name
                    reply.draft.add(part.model_copy(update={"kind": "notice", "name": named, "flags": ()}))
            return
        by: Author = self.state.prompter if typed else "harness"
        pending = self.state.begin("user", "prompt" if typed else "notice", by, "history", place, at)
        if not typed:
            pending.flags.add("synthetic")
        _tell(pending, self.record.value)
        if self.record.value.get("isSummary") is True:
            pending.kind = "summary"
            pending.by = by = "model"
        for part in self.parts:
            pending.draft.add(part.model_copy(update={"by": by}) if part.by == "person" else part)
        self.state.prompts[self.number] = pending
