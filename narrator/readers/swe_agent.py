"""SWE-agent's trajectories (`.traj`): one JSON document, 0.x with actions in words, 1.x with calls of functions too.

No times are recorded. How the run ended (`info.exit_status`) is the finish of its last message; demonstrations that a prompt
began with are no turns of the run: they are counted and left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from narrator.model import Event, Message, Transcript
from narrator.readers.base import Head, as_dict, as_text
from narrator.readers.codex_text import blocks_text
from narrator.readers.compressed import stem
from narrator.readers.documents import Document, document, head_of
from narrator.readers.pending import Pending, first_prompt
from narrator.readers.records import Record, Tally
from narrator.readers.swe_agent_messages import message_of
from narrator.readers.swe_agent_texts import error_of, title_of
from narrator.readers.swe_agent_turns import ROLES, Turn, lightened, object_of, state_of, turns_of

_ARRAYS = {"trajectory": re.compile(rb'\{\s*+"action"\s*+:'), "history": re.compile(rb'(?<=,)\s*+\{\s*+"role"\s*+:')}
"""The arrays, and how an element begins that no other object in them begins like."""

_OF_STEP = frozenset({"action", "observation", "response", "thought"})
_OF_ITEM = frozenset({"role", "content"})
_STATS = ("instance_cost", "tokens_sent", "tokens_received", "api_calls")


class SweAgent:
    """Reads SWE-agent's trajectories."""

    name = "swe-agent"
    title = "SWE-agent trajectories (.traj)"
    gives = ("errors", "finish", "reasoning", "calls")

    def sniff(self, head: Head) -> bool:
        """Return whether the file holds a trajectory of actions and observations, or a history of such an agent's items."""
        found = head_of(head.path, head.data)
        if found is None or found.is_array or "trajectory_format" in found.members.found:
            return False
        if len(_OF_STEP & found.first("trajectory")) >= 2:
            return True
        item = found.first("history")
        return item >= _OF_ITEM and bool(item & {"agent", "is_demo", "message_type"})

    def read(self, path: Path, session: str | None = None) -> Transcript:  # noqa: ARG002 (a file holds one session)
        """Read the run in `path`.

        Raises:
            SourceError: when the file can't be opened or is no JSON document.

        """
        tally = Tally()
        with document(path, tally) as found:
            told = {k: found.value(k, tally) for k in found.members.found if k not in _ARRAYS}
            tally.records += 1
            tally.in_header += 1
            acts, items = (list(found.records(name, tally, restart=restart)) for name, restart in _ARRAYS.items())
            steps = [lightened(r, first=i == 0) for i, r in enumerate(acts)]
            _complain(found, tally)
        return _Run(path, told, tally).transcript(items, steps)

    def stores(self) -> Iterator[Path]:
        """Yield nothing: trajectories lie where an evaluation put them."""
        yield from ()


def _complain(found: Document, tally: Tally) -> None:
    if not any(found.holds_array(name) for name in _ARRAYS):
        tally.complain("no-messages", "neither `trajectory` nor `history` is an array", found.place())


class _Run:
    def __init__(self, path: Path, told: dict[str, Any], tally: Tally) -> None:
        self.path = path
        self.tally = tally
        self.info = as_dict(told.get("info"))
        self.config = object_of(told.get("replay_config"))
        self.events: list[Event] = []
        self.strays: list[tuple[Record, Record | None]] = []
        """The history's items that make no message, each with the one before it that does."""

    def transcript(self, items: list[Record], steps: list[Record]) -> Transcript:
        kept = list(self._conversation(items))
        self.tally.in_messages += len(kept) + len(steps)
        pending = self._messages(turns_of(kept, steps))
        self._note_strays(pending)
        messages = tuple(self._finished(pending))
        problem = as_dict(self.config.get("problem_statement"))
        task = next((m.visible_text for m in messages if m.kind == "prompt"), "")
        return Transcript(
            session=as_text(problem.get("id")) or stem(self.path),
            format=SweAgent.name,
            agent=SweAgent.name,
            version=as_text(self.info.get("swe_agent_version")) or None,
            title=title_of(task) or first_prompt(messages),
            cwd=next((f for f in map(_folder, steps) if f), None),
            messages=messages,
            events=tuple(self.events),
            problems=tuple(self.tally.problems),
            coverage=self.tally.coverage(len(messages), len(self.events)),
            digest=self.tally.digest,
        )

    def _conversation(self, items: list[Record]) -> Iterator[Record]:
        """Yield the items of the run itself, without demonstrations and items of unknown roles."""
        last: Record | None = None
        for item in items:
            if item.value.get("is_demo") is True or as_text(item.value.get("role")) not in ROLES:
                self.strays.append((item, last))
            else:
                last = item
                yield item

    def _note_strays(self, pending: list[Pending]) -> None:
        """Make events of what the run's messages don't hold; a demonstration is counted, and its words are left out."""
        index = {place: message.index for message in pending for place in message.places}
        shown = [stray for stray in self.strays if stray[0].value.get("is_demo") is True]
        if shown:
            self.tally.in_events += len(shown)
            size = sum(len(blocks_text(item.value.get("content"))) for item, _ in shown)
            text = f"demonstrations, left out: {len(shown)} items of the history, {size} characters"
            before = shown[0][1]
            after = index[before.place] if before is not None else None
            self.events.append(Event(kind="other", text=text, after=after, places=tuple(item.place for item, _ in shown)))
        for item, before in self.strays:
            if item.value.get("is_demo") is not True:
                self._take_unknown(item, index[before.place] if before is not None else None)

    def _take_unknown(self, item: Record, after: int | None) -> None:
        self.tally.unknown += 1
        role = as_text(item.value.get("role"))[:40]
        self.tally.complain("unknown-record", f"an item of the history of the role `{role}`, which isn't known", item.place)
        text = blocks_text(item.value.get("content"))
        if text.strip():
            self.events.append(Event(kind="other", text=text, after=after, places=(item.place,)))

    def _messages(self, turns: list[Turn]) -> list[Pending]:
        model = as_text(as_dict(as_dict(self.config.get("agent")).get("model")).get("name")) or None
        pending: list[Pending] = []
        prompted = False
        for turn in turns:
            pending.append(message_of(turn, len(pending), model=model, prompted=prompted))
            prompted = prompted or pending[-1].kind == "prompt"
        return pending

    def _finished(self, pending: list[Pending]) -> Iterator[Message]:
        """Yield the messages, the run's end told on its last reply."""
        last = next((p for p in reversed(pending) if p.role == "assistant"), None)
        if last is not None:
            self._end(last)
        for one in pending:
            is_open = one is last and not last.finish
            yield one.message(unanswered="running" if is_open else "missing")

    def _end(self, last: Pending) -> None:
        status = self.info.get("exit_status")
        stats = as_dict(self.info.get("model_stats"))
        last.finish = as_text(status) or None
        last.error = error_of(last.finish) or last.error
        last.tell(exit_status=as_text(status) or "none", **{k: as_text(stats.get(k)) for k in _STATS})
        submission = as_text(self.info.get("submission"))
        if submission.strip() and all(submission.strip() not in p.text for p in last.message().parts):
            self.events.append(Event(kind="other", text=f"submission:\n{submission}", after=last.index))


def _folder(step: Record) -> str | None:
    return as_text(state_of(step).get("working_dir")) or None
