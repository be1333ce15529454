"""ATIF, the interchange format of trajectories (v1.0 to v1.8): one JSON document, a step a turn.

Read leniently. What narrator wrote (`atif_write`) comes back as the same session; of others' files a step's
`extra.narrator.index`, where it is there, is its message's index.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from narrator.errors import SourceError
from narrator.model import Event, Message, Transcript
from narrator.readers.atif_own import own_message
from narrator.readers.atif_results import children_of
from narrator.readers.atif_steps import ROLES, Agent, continues, message_of
from narrator.readers.base import Head, as_dict, as_list, as_text, is_local
from narrator.readers.documents import Document, document, head_of
from narrator.readers.jsonl import Lines
from narrator.readers.pending import first_prompt
from narrator.readers.records import Record

_RESTART = re.compile(rb'\{\s*+"step_id"\s*+:')
_VERSION = re.compile(r'"ATIF-v?\d')
_KNOWN = re.compile(r"ATIF-v1\.[0-8]\b")


class Atif:
    """Reads ATIF trajectories."""

    name = "atif"
    title = "ATIF trajectories (JSON)"
    gives = ("times", "tokens", "cost", "reasoning", "calls")

    def sniff(self, head: Head) -> bool:
        """Return whether the file is a trajectory: it names the standard, or has an agent and numbered steps."""
        found = head_of(head.path, head.data)
        if found is None or found.is_array:
            return False
        names = found.members.found
        if "schema_version" in names:
            return _VERSION.match(found.begins("schema_version")) is not None
        return "agent" in names and "steps" in names and {"step_id", "source"} <= found.first("steps")

    def read(self, path: Path, session: str | None = None) -> Transcript:
        """Read the trajectory in `path`, or the sub-agent's in it whose id is `session`.

        Raises:
            SourceError: when the file can't be opened, is no JSON document, or holds no such session.

        """
        lines = Lines(path, self.name)
        with document(path, lines.tally) as found:
            chosen = found if session is None else _chosen(found, session)
            _read(chosen, lines, is_child=chosen.at != found.at)
        return lines.transcript()

    def stores(self) -> Iterator[Path]:
        """Yield nothing: trajectories lie where an evaluation put them."""
        yield from ()


def _chosen(found: Document, session: str) -> Document:
    """Return the trajectory with this id, or the beginning of it: the document itself, or one at any depth in it."""
    known = tuple(trajectories(found))
    for test in (str.__eq__, str.startswith):
        for names, trajectory in known:
            if any(test(name, session) for name in names):
                return trajectory
    held = ", ".join(names[0] for names, _ in known if names) or "one without an id"
    raise SourceError(f"{found.path}: no session {session}; it holds {held}")


def trajectories(found: Document) -> Iterator[tuple[tuple[str, ...], Document]]:
    """Yield the document and the trajectories of sub-agents in it, at any depth, each with its ids."""
    waiting = [found]
    while waiting:
        one = waiting.pop(0)
        values = (one.begins(name).strip('"') for name in ("trajectory_id", "session_id"))
        yield tuple(v for v in values if v and v != "null"), one
        waiting += one.parts("subagent_trajectories")


def _read(found: Document, lines: Lines, *, is_child: bool) -> None:
    told = {k: found.value(k, lines.tally) for k in found.members.found if k not in ("steps", "subagent_trajectories")}
    own = as_dict(as_dict(told.get("extra")).get("narrator"))
    is_own = "narrator" in own
    agent = _agent(told)
    lines.tally.records += 1
    if is_own:
        lines.take_header(Record(own, found.place()))
    else:
        lines.tally.in_header += 1
    trajectory = _Steps(lines, agent, is_own=is_own)
    for record in found.records("steps", lines.tally, restart=_RESTART):
        trajectory.take(record)
    trajectory.settle()
    for event in as_list(own.get("events")) if is_own else ():
        lines.tally.records += 1
        lines.take_event(event, found.place())
    children = list(_embedded(found, lines))
    if not is_own:
        lines.header = _header(told, lines, trajectory.children, children, is_child=is_child)
        _complain(told, found, lines)


def _agent(told: dict[str, Any]) -> Agent:
    agent = as_dict(told.get("agent"))
    return Agent(as_text(agent.get("name")) or "unknown", as_text(agent.get("model_name")) or None, _schema(told))


def _schema(told: dict[str, Any]) -> str:
    return as_text(told.get("schema_version"))


class _Steps:
    """Steps while they are put together to messages."""

    def __init__(self, lines: Lines, agent: Agent, *, is_own: bool) -> None:
        self.lines = lines
        self.agent = agent
        self.is_own = is_own
        self.group: list[Record] = []
        self.next = 0
        """The index of a message whose steps bring none."""
        self.children: dict[str, int] = {}
        """The index of the message whose call started each sub-agent."""
        self.number: int | None = None
        self.time: datetime | None = None
        self.has_local = False
        """Whether a step's time named no zone, which is told once."""

    def take(self, record: Record) -> None:
        step = record.value
        self._check_number(record)
        self._check_zone(record)
        own = as_dict(as_dict(step.get("extra")).get("narrator"))
        if as_text(step.get("source")) not in ROLES:
            self.settle()
            self._take_unknown(record)
        elif "index" in own:
            self.settle()
            self._take_own(record, own)
        elif self.group and continues(self.group[0].value, step):
            self.group.append(record)
        else:
            self.settle()
            self.group = [record]

    def settle(self) -> None:
        """Make a message of the steps that wait."""
        if self.group:
            self._keep(message_of(self.group, self.next, self.agent), self.group)
        self.group = []

    def _take_own(self, record: Record, own: dict[str, Any]) -> None:
        message = own_message(record, own, self.agent, self.lines.tally, recorded=not self.is_own)
        if message is None:
            self.lines.tally.bad += 1
        else:
            self._keep(message, [record])

    def _keep(self, message: Message, steps: list[Record]) -> None:
        self.lines.keep(message)
        self.next = max(self.next, message.index + 1)
        self._check_time(message)
        for record in steps:
            for result in as_list(as_dict(record.value.get("observation")).get("results")):
                for child in children_of(as_dict(result)):
                    self.children.setdefault(child, message.index)

    def _take_unknown(self, record: Record) -> None:
        self.lines.tally.unknown += 1
        source = as_text(record.value.get("source"))[:40]
        self.lines.tally.complain("unknown-record", f"a step of the source `{source}`, which isn't known", record.place)
        text = record.value.get("message")
        if isinstance(text, str) and text.strip():
            self.lines.events.append(Event(kind="other", text=text, after=self.lines.last, places=(record.place,)))

    def _check_time(self, message: Message) -> None:
        if message.at is not None and self.time is not None and message.at < self.time and not self.is_own:
            text = "its step tells an earlier time than one before it; left where it stands"
            self.lines.tally.complain("earlier-time", text, message.places[0], message.index)
        if message.at is not None and (self.time is None or message.at > self.time):
            self.time = message.at

    def _check_zone(self, record: Record) -> None:
        if not self.has_local and is_local(record.value.get("timestamp")):
            self.has_local = True
            self.lines.tally.complain("no-zone", "its step's time names no zone; read as UTC, as others like it", record.place)

    def _check_number(self, record: Record) -> None:
        number = record.value.get("step_id")
        if type(number) is not int:
            return
        if number != (0 if self.number is None else self.number) + 1:
            text = f"step {number} follows step {self.number or 'none'}: steps may be missing, or stand out of order"
            self.lines.tally.complain("step-number", text, record.place)
        self.number = number


def _embedded(found: Document, lines: Lines) -> Iterator[tuple[str, str]]:
    """Yield the id and the agent of each sub-agent's trajectory in a document, counting it."""
    for child in found.parts("subagent_trajectories"):
        lines.tally.records += 1
        lines.tally.in_header += 1
        name = as_text(child.value("trajectory_id", lines.tally)) or as_text(child.value("session_id", lines.tally))
        if name:
            yield name, as_text(as_dict(child.value("agent", lines.tally)).get("name"))


def _header(
    told: dict[str, Any], lines: Lines, started: dict[str, int], embedded: list[tuple[str, str]], *, is_child: bool
) -> dict[str, Any]:
    agent = as_dict(told.get("agent"))
    extra = as_dict(agent.get("extra"))
    messages = [lines.messages[i] for i in sorted(lines.messages)]
    times = [m.at for m in messages if m.at is not None]
    names = ("trajectory_id", "session_id") if is_child else ("session_id", "trajectory_id")
    titles = dict(embedded)
    children = [{"session": s, "message": m, "title": titles.pop(s, None) or None} for s, m in started.items()]
    return {
        "session": next((as_text(told[n]) for n in names if told.get(n)), None),
        "agent": as_text(agent.get("name")) or None,
        "version": as_text(agent.get("version")) or None,
        "title": first_prompt(messages),
        "cwd": as_text(extra.get("cwd") or next(iter(as_list(extra.get("cwds"))), None)) or None,
        "started": min(times).isoformat() if times else None,
        "ended": max(times).isoformat() if times else None,
        "children": [*children, *({"session": s, "title": t or None} for s, t in titles.items())],
    }


def _complain(told: dict[str, Any], found: Document, lines: Lines) -> None:
    schema = _schema(told)
    if not _KNOWN.match(schema):
        text = f"the version {schema[:40] or '(none)'} isn't known; read as the newest that is"
        lines.tally.complain("other-version", text, found.place())
    if not found.holds_array("steps"):
        lines.tally.complain("no-messages", "the trajectory's `steps` are missing or no array", found.place())
    if told.get("continued_trajectory_ref"):
        text = f"the session goes on in {as_text(told['continued_trajectory_ref'])[:200]}, which isn't read with it"
        lines.tally.complain("continued", text, found.place())
