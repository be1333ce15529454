"""mini-SWE-agent's trajectories: v1 (actions in shell blocks, observations in the user's place), v2 (calls), or the bare list.

Only the first message in the user's place is the task, and what a person typed when stepping in; the others are observations,
which belong to the message of their action, or the harness's own. How the run ended stands on its last message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from narrator.model import Author, Event, Kind, Part, Role, Status, Transcript
from narrator.readers.base import Head, as_dict, as_list, as_text, text_part
from narrator.readers.codex_text import blocks_text
from narrator.readers.compressed import stem
from narrator.readers.documents import Document, document, head_of
from narrator.readers.mini_swe_agent_replies import SHELL, role_of, take_reply, time_of
from narrator.readers.mini_swe_agent_texts import Interjection, interjection, result_part
from narrator.readers.pending import Pending, first_prompt
from narrator.readers.records import Record, Tally
from narrator.readers.swe_agent_texts import title_of

_RESTART = re.compile(rb'(?<=,)\s*+\{\s*+"role"\s*+:')
_OWN_WORDS = re.compile(
    rb"COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MINI_SWE_AGENT_FINAL_OUTPUT|<returncode>-?\d+</returncode>|```mswea_"
)
"""What prompts and observations of mini-SWE-agent hold, by which a bare list of chat messages is told from others."""

_STATS = ("instance_cost", "api_calls")


class MiniSweAgent:
    """Reads mini-SWE-agent's trajectories."""

    name = "mini-swe-agent"
    title = "mini-SWE-agent trajectories (.traj.json)"
    gives = ("times", "errors", "finish", "tokens", "cost", "reasoning", "calls")

    def sniff(self, head: Head) -> bool:
        """Return whether the file names itself so, or holds chat messages with the words of its prompts."""
        found = head_of(head.path, head.data)
        if found is None:
            return False
        names = found.members.found
        if "trajectory_format" in names:
            return found.begins("trajectory_format").startswith('"mini-swe-agent')
        listed = found.first(None if found.is_array else "messages")
        if "role" not in listed or "content" not in listed or "type" in listed:
            return False
        if "info" in names:
            extent = names["info"]
            return b'"mini_version"' in head.data[extent.start : extent.end]
        return (found.is_array or set(names) <= {"messages"}) and _OWN_WORDS.search(head.data) is not None

    def read(self, path: Path, session: str | None = None) -> Transcript:  # noqa: ARG002 (a file holds one session)
        """Read the run in `path`.

        Raises:
            SourceError: when the file can't be opened or is no JSON document.

        """
        tally = Tally()
        with document(path, tally) as found:
            run = _Run(path, _header(found, tally), tally)
            for record in found.records(None if found.is_array else "messages", tally, restart=_RESTART):
                run.take(record)
        return run.transcript()

    def stores(self) -> Iterator[Path]:
        """Yield nothing: trajectories lie where they were asked to be put."""
        yield from ()


def _header(found: Document, tally: Tally) -> dict[str, Any]:
    if found.is_array:
        return {}
    tally.records += 1
    tally.in_header += 1
    if not found.holds_array("messages"):
        tally.complain("no-messages", "the trajectory's `messages` are missing or no array", found.place())
    return {name: found.value(name, tally) for name in found.members.found if name != "messages"}


class _Run:
    def __init__(self, path: Path, told: dict[str, Any], tally: Tally) -> None:
        self.path = path
        self.tally = tally
        self.told = told
        self.info = as_dict(told.get("info"))
        self.config = as_dict(self.info.get("config"))
        self.messages: list[Pending] = []
        self.events: list[Event] = []
        self.asked: list[str] = []
        """The calls of the last message that have no observation yet."""
        self.answered: list[Part] = []
        """The last message's observations."""
        self.prompted = False

    def take(self, record: Record) -> None:
        """Take an item of the list."""
        take = _TAKERS.get(role_of(record.value))
        if take is None:
            self._take_unknown(record)
            return
        self.tally.in_messages += 1
        take(self, record)

    def take_system(self, record: Record) -> None:
        """Take the harness's instructions."""
        self._say(record, "system", "notice", "harness")

    def take_reply(self, record: Record) -> None:
        """Take a reply of the model."""
        pending = self._begin(record, "assistant", "reply", "model")
        take_reply(pending, record.value, as_text(as_dict(self.config.get("model")).get("model_name")) or None)
        self.asked = [p.call for p in pending.draft.parts if p.kind == "call" and p.call is not None]

    def take_answer(self, record: Record) -> None:
        """Take what stands in the user's place."""
        text = blocks_text(record.value.get("content"))
        extra = as_dict(record.value.get("extra"))
        stepped_in = interjection(text) if self.prompted else None
        if as_list(extra.get("actions")) and self.prompted:
            self._command(record, text, [as_text(as_dict(a).get("command")) for a in as_list(extra["actions"])])
        elif stepped_in is not None:
            self._step_in(record, stepped_in)
        elif not self.prompted:
            self.prompted = True
            self._say(record, "user", "prompt", "person")
        elif self.asked:
            self._observe(record, text)
        else:
            self._say(record, "user", "notice", "harness")

    def take_observation(self, record: Record) -> None:
        """Take a call's observation; one that answers no call of the last message is kept with it all the same."""
        value = record.value
        text = blocks_text(value.get("content")) or blocks_text(value.get("output"))
        call = as_text(value.get("tool_call_id") or value.get("call_id")) or None
        if call in self.asked or (call is None and self.asked):
            self._observe(record, text, call)
            return
        self.tally.dangling += 1
        self.tally.complain("orphan-result", f"an observation of a call that isn't in the record ({call})", record.place)
        last = self.messages[-1] if self.messages else self._begin(record, "user", "notice", "harness")
        last.draft.add(result_part(text, as_dict(value.get("extra")), call=call, name=None, role="tool"))
        if record.place not in last.places:
            last.merge(record.place, time_of(value))

    def take_exit(self, record: Record) -> None:
        """Take the run's end: what was submitted is the output of the last action, anything else the harness's word."""
        extra = as_dict(record.value.get("extra"))
        self.info = {**{k: extra[k] for k in ("exit_status", "submission") if k in extra}, **self.info}
        if self.asked and extra.get("exit_status") == "Submitted":
            self._observe(record, blocks_text(record.value.get("content")))
        else:
            self._say(record, "system", "notice", "harness")

    def _begin(self, record: Record, role: Role, kind: Kind, by: Author) -> Pending:
        pending = Pending(len(self.messages), role, kind, by, role_of(record.value) or "user")
        pending.merge(record.place, time_of(record.value))
        pending.tell(interrupt_type=as_text(as_dict(record.value.get("extra")).get("interrupt_type")))
        self.messages.append(pending)
        self.asked, self.answered = [], []
        return pending

    def _say(self, record: Record, role: Role, kind: Kind, by: Author) -> None:
        pending = self._begin(record, role, kind, by)
        text = blocks_text(record.value.get("content"))
        if text:
            pending.draft.add(text_part(text, by))
        if by == "harness" and role == "user":
            pending.flags.add("synthetic")

    def _observe(self, record: Record, text: str, call: str | None = None) -> None:
        asked = call or self.asked[0]
        self.asked.remove(asked)
        last, extra = self.messages[-1], as_dict(record.value.get("extra"))
        name = last.name_of(asked)
        self.answered.append(result_part(text, extra, call=asked, name=name, role=role_of(record.value)))
        last.draft.answer(self.answered[-1])
        last.merge(record.place, time_of(record.value))

    def _command(self, record: Record, text: str, commands: list[str]) -> None:
        """Take a command that the person had run."""
        pending = self._begin(record, "user", "command", "person")
        pending.draft.add(text_part(text, "harness", "synthetic"))
        for number, command in enumerate(commands):
            call = f"{pending.index}.{number}"
            pending.draft.add(Part(kind="call", by="person", name=SHELL, args=(("command", command),), call=call))
            self.asked.append(call)

    def _step_in(self, record: Record, found: Interjection) -> None:
        """Take a refusal, an interruption or a new task: the calls before it end so, and the words are the person's."""
        last = self.messages[-1]
        if found.status is not None and last.role == "assistant":
            last.draft.parts = [_ended(p, found.status) for p in last.draft.parts]
            for result in (r for r in self.answered if r.status == "cancelled"):
                last.draft.answer(result.model_copy(update={"status": found.status}))
        if found.status == "cancelled" and last.role == "assistant":
            last.flags.add("interrupted")
        by: Author = "person" if found.words.strip() else "harness"
        pending = self._begin(record, "user", "prompt" if by == "person" else "notice", by)
        pending.draft.add(text_part(found.opening, "harness", *(("synthetic",) if by == "person" else ())))
        if by == "person":
            pending.draft.add(text_part(found.words, "person"))
        else:
            pending.flags.add("synthetic")

    def _take_unknown(self, record: Record) -> None:
        self.tally.unknown += 1
        role = role_of(record.value)[:40]
        self.tally.complain("unknown-record", f"a message of the role `{role}`, which isn't known", record.place)
        text = blocks_text(record.value.get("content"))
        if text.strip():
            after = self.messages[-1].index if self.messages else None
            self.events.append(Event(kind="other", text=text, after=after, places=(record.place,)))

    def transcript(self) -> Transcript:
        """Return the run."""
        if self.messages:
            self._end(self.messages[-1])
        messages = tuple(m.message(unanswered=self._unanswered(m)) for m in self.messages)
        task = next((m.visible_text for m in messages if m.kind == "prompt"), "")
        times = [t for m in messages for t in (m.at, m.ended) if t is not None]
        return Transcript(
            session=as_text(self.told.get("instance_id")) or stem(self.path).removesuffix(".traj"),
            format=MiniSweAgent.name,
            agent=MiniSweAgent.name,
            version=as_text(self.info.get("mini_version")) or None,
            title=title_of(task) or first_prompt(messages),
            cwd=as_text(as_dict(self.config.get("environment")).get("cwd")) or None,
            started=min(times, default=None),
            ended=max(times, default=None),
            messages=messages,
            events=tuple(self.events),
            problems=tuple(self.tally.problems),
            coverage=self.tally.coverage(len(messages), len(self.events)),
            digest=self.tally.digest,
        )

    def _unanswered(self, message: Pending) -> Status:
        return "running" if message is self.messages[-1] and not self.info.get("exit_status") else "missing"

    def _end(self, last: Pending) -> None:
        status = as_text(self.info.get("exit_status"))
        stats = as_dict(self.info.get("model_stats"))
        last.finish = last.finish or status or None
        last.error = status if status and status != "Submitted" else None
        last.tell(exit_status=status or "none", **{k: as_text(stats.get(k)) for k in _STATS})


def _ended(part: Part, status: Status) -> Part:
    is_call = part.kind == "call" and part.status is None
    return part.model_copy(update={"status": status}) if is_call else part


_TAKERS = {
    "system": _Run.take_system,
    "developer": _Run.take_system,
    "assistant": _Run.take_reply,
    "user": _Run.take_answer,
    "tool": _Run.take_observation,
    "exit": _Run.take_exit,
}
"""What is done with each role."""
