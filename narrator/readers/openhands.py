"""OpenHands sessions: rows of an evaluation's `output.jsonl`, lists of events, and the SDK's conversation folders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

from narrator.errors import SourceError
from narrator.model import Event, Transcript
from narrator.readers.base import Head, Listing, as_dict, as_list, as_text, is_local
from narrator.readers.openhands_source import EVENTS, STATE, Source, is_conversation, sources
from narrator.readers.openhands_state import State, identifier, tokens_of, zone_by
from narrator.readers.openhands_v0 import response_of, take_v0
from narrator.readers.openhands_v1 import keep_usage, take_v1
from narrator.readers.records import Record
from narrator.readers.summaries import filled, first_typed

_V1 = re.compile(rb'"kind"\s*:\s*"(?:\w+Event|Condensation|CondensationRequest|UserRejectObservation)"')
_V0 = re.compile(rb'"(?:action|observation)"\s*:\s*"')
_SOURCED = re.compile(rb'"source"\s*:\s*"(?:agent|user|environment)"')
_ROW = re.compile(rb'\s*\{.*?"history"\s*:\s*\[\s*\{\s*"(?:id|timestamp|source|message|action|observation|kind)"\s*:', re.DOTALL)
_INSTANCE = re.compile(rb'\s*\{\s*"instance_id"\s*:.*?"(?:test_result|instruction|metadata)"\s*:', re.DOTALL)
_STATED = re.compile(rb'\{(?=.*"agent"\s*:\s*\{)(?=.*"(?:execution_status|persistence_dir|workspace)"\s*:)', re.DOTALL)


class OpenHands:
    """Reads OpenHands sessions, V0 and V1."""

    name = "openhands"
    title = "OpenHands events"
    gives = ("times", "ids", "errors", "finish", "tokens", "reasoning", "calls")
    folders = True
    """A conversation is a folder."""

    def sniff(self, head: Head) -> bool:
        """Return whether it is a conversation's folder or its state, a list of events, or rows with a history of events."""
        if head.path.is_dir():
            return is_conversation(head.path)
        data = head.data.lstrip(b"\xef\xbb\xbf \t\r\n")
        if data.startswith(b"["):
            return _is_event(_first(data[1:]))
        if not data.startswith(b"{"):
            return False
        if head.path.name == STATE:
            return is_conversation(head.path.parent) or _STATED.match(data) is not None
        if _ROW.match(data) or (_INSTANCE.match(data) and b'"agent_class"' in data):
            return True
        return b'"history"' not in data and _is_event(_first(data))

    def read(self, path: Path, session: str | None = None) -> Transcript:
        """Read a session; of rows, the one whose `instance_id` is or begins with `session`, else the last with messages.

        Raises:
            SourceError: when nothing there can be read, or `session` names no row or several.

        """
        found: Transcript | None = None
        for source in sources(path, session):
            read = _transcript(source)
            found = found or read
            if read.messages:
                return read
        if found is None:
            raise SourceError(f"{path}: holds no events of OpenHands")
        return found

    def listings(self, path: Path) -> Iterator[Listing]:
        """Yield the session of each row with messages, the last row first; a conversation is one.

        Raises:
            SourceError: when nothing there can be read.

        """
        listed: set[str] = set()
        for source in sources(path, None):
            transcript = _transcript(source)
            if transcript.messages and transcript.session not in listed:
                listed.add(transcript.session)
                place = f"{path}#{transcript.session}" if source.is_row else str(path)
                yield filled(Listing(session=transcript.session, format=self.name, path=place), transcript)

    def stores(self) -> Iterator[Path]:
        """Yield the conversations under ~/.openhands: the state of each, or the folder of one without."""
        home = Path.home() / ".openhands"
        for folder in sorted([*home.glob("conversations/*"), *home.glob("sessions/*")]):
            if (folder / STATE).is_file():
                yield folder / STATE
            elif (folder / EVENTS).is_dir():
                yield folder


def _first(data: bytes) -> bytes:
    """Return the first object of a list, roughly: up to where another begins on its level, or all that the head shows."""
    return re.split(rb'\}\s*(?:,|\n)\s*\{\s*"(?:id|timestamp|source|kind|message)"', data, maxsplit=1)[0]


def _is_event(data: bytes) -> bool:
    if not data.lstrip().startswith(b"{"):
        return False
    if _V1.search(data) and _SOURCED.search(data):
        return True
    return bool(_V0.search(data)) and (bool(_SOURCED.search(data)) or b'"args"' in data or b'"extras"' in data)


def _transcript(source: Source) -> Transcript:
    state = State(source.tally, _zone(source))
    state.model = as_text(as_dict(as_dict(source.state.get("agent")).get("llm")).get("model")) or None
    keep_usage(state, source.state.get("stats"))
    seen: set[str] = set()
    for record in source.events:
        _take(state, record, seen)
    _give_tokens(state)
    _supersede(state, source.events)
    _end(state, source)
    return _made(state, source)


def _take(state: State, record: Record, seen: set[str]) -> None:
    event = identifier(record.value.get("id"))
    if event is not None and event in seen:
        state.tally.complain("repeated-event", f"the event {event} again; the first one counts", record.place)
        state.skip(record)
        return
    if event is not None:
        seen.add(event)
    if isinstance(record.value.get("kind"), str):
        take_v1(state, record)
    elif "action" in record.value or "observation" in record.value:
        take_v0(state, record)
    else:
        state.unknown("", as_text(record.value.get("message")), record)


def _give_tokens(state: State) -> None:
    for response, pending in state.responses.items():
        usage = state.usage.get(response)
        if usage is not None and pending.tokens is None:
            pending.tokens = tokens_of(usage)
            pending.model = as_text(usage.get("model")) or pending.model


def _supersede(state: State, events: list[Record]) -> None:
    """Mark what stands on a branch that was left: a person's message took its place after the same event."""
    parents = {identifier(r.value.get("id")): identifier(r.value.get("parent_id")) for r in events}
    if not any(parents.values()) or not events:
        return
    path: set[str | None] = set()
    at = identifier(events[-1].value.get("id"))
    while at is not None and at not in path:
        path.add(at)
        at = parents.get(at)
    said = {
        identifier(r.value.get("id")) for r in events if r.value.get("kind") == "MessageEvent" and r.value.get("source") == "user"
    }
    turned = {parents[e] for e in said if e in path}
    left = {e for e, p in parents.items() if e not in path and p in turned and p in path}
    for record in events:
        event = identifier(record.value.get("id"))
        if parents.get(event) in left:
            left.add(event)
    for pending in state.messages:
        if pending.id in left:
            pending.flags.add("superseded")


def _end(state: State, source: Source) -> None:
    """Tell the error of a row: it ended the run, and no event may say so."""
    if source.error:
        after = state.messages[-1].index if state.messages else None
        state.events.append(Event(kind="error", text=source.error[:2000], after=after))


def _zone(source: Source) -> timedelta:
    """Return the zone of the session's times: they name none, but seconds since 1970 stand beside some of them."""
    pairs = [(r.value.get("timestamp"), response_of(r.value).get("created")) for r in source.events if "action" in r.value]
    costs = _costs(source.state)
    pairs += [(r.value.get("timestamp"), costs.get(as_text(r.value.get("llm_response_id")))) for r in source.events]
    zone = zone_by(pairs)
    if any(is_local(r.value.get("timestamp")) for r in source.events):
        hours = (zone or timedelta()).total_seconds() / 3600
        how = "read as UTC" if zone is None else f"by the seconds since 1970 beside them they are of UTC{hours:+g}"
        source.tally.complain("no-zone", f"the record's times name no zone; {how}")
    return zone or timedelta()


def _costs(state: dict[str, Any]) -> dict[str, object]:
    """Return when each response was paid for, by its id, where a conversation's statistics tell it."""
    found: dict[str, object] = {}
    for metrics in as_dict(as_dict(state.get("stats")).get("usage_to_metrics")).values():
        usages, costs = as_list(as_dict(metrics).get("token_usages")), as_list(as_dict(metrics).get("costs"))
        if len(usages) == len(costs):
            for usage, cost in zip(usages, costs, strict=True):
                found[as_text(as_dict(usage).get("response_id"))] = as_dict(cost).get("timestamp")
    return found


def _made(state: State, source: Source) -> Transcript:
    last = state.messages[-1] if state.messages else None
    is_open = not source.is_row and as_text(source.state.get("execution_status")) in ("", "running")
    messages = tuple(m.message(unanswered="running" if m is last and is_open else "missing") for m in state.messages)
    times = [state.at(r) for r in source.events]
    known = [t for t in times if t is not None]
    agent = as_dict(source.state.get("agent"))
    return Transcript(
        session=source.session,
        format=OpenHands.name,
        agent="openhands",
        version=as_text(agent.get("sdk_version")) or None,
        title=as_text(source.state.get("title")) or first_typed(messages),
        cwd=as_text(as_dict(source.state.get("workspace")).get("working_dir")) or state.cwd,
        started=min(known, default=None),
        ended=max(known, default=None),
        messages=messages,
        events=tuple(state.events),
        problems=tuple(source.tally.problems),
        coverage=source.tally.coverage(len(messages), len(state.events)),
        digest=source.tally.digest,
    )
