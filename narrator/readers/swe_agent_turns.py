"""SWE-agent tells a run twice: what the model was given (`history`) and what it did (`trajectory`); here they are put together.

The history has everybody's words; the trajectory an action's bare output, how long it took, and replies that were thrown away
before they came into the history (without an action, or with one that wasn't allowed).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from narrator.readers.base import as_dict, as_list, as_text
from narrator.readers.codex_text import arguments, blocks_text
from narrator.readers.records import Record

ROLES = frozenset({"system", "user", "tool", "assistant"})

LOOKAHEAD = 25
"""How many thrown-away replies in a row are looked past for a reply's step; SWE-agent asks again three times."""

_HEAVY = ("query", "messages")
"""A step's copies of all that went before it."""


@dataclass(slots=True)
class Turn:
    """The records of one message."""

    item: Record | None
    """Its item of the history; None for what only the trajectory tells."""
    step: Record | None = None
    """Of a reply: its step of the trajectory."""
    answers: list[Record] = field(default_factory=list)
    """Of a reply: the history's items that hold its action's observation."""
    thrown_away: bool = False

    @property
    def value(self) -> dict[str, Any]:
        """The record that tells most of it."""
        if self.item is not None:
            return self.item.value
        return {"role": "assistant", "content": self.step.value.get("response"), **self.step.value} if self.step else {}

    @property
    def acts(self) -> bool:
        """Whether it is a reply with an action."""
        return bool(as_text(self.value.get("action")).strip() or as_list(self.value.get("tool_calls")))

    def records(self) -> Iterator[Record]:
        """Yield its records, the primary one first."""
        yield from (r for r in (self.item, self.step) if r is not None)
        yield from self.answers


def turns_of(items: Iterable[Record], steps: Iterable[Record]) -> list[Turn]:
    """Return the turns that a history's items (no demonstrations) and a trajectory's steps make, in order."""
    waiting = _Steps(steps)
    out: list[Turn] = []
    for item in items:
        role = item.value.get("role")
        if role == "assistant":
            out += waiting.up_to(item)
        elif role != "system" and out and _awaits(out[-1]):
            out[-1].answers.append(item)
        else:
            out.append(Turn(item))
    rest = [Turn(None, step) for step in waiting.rest()]
    return [*(_told_before(rest) if not out else ()), *out, *rest]


def _awaits(turn: Turn) -> bool:
    calls = max(1, len(as_list(turn.value.get("tool_calls"))))
    return turn.acts and not turn.thrown_away and len(turn.answers) < calls


class _Steps:
    """The steps that no turn has yet."""

    def __init__(self, steps: Iterable[Record]) -> None:
        self.steps = list(steps)
        self.at = 0

    def up_to(self, item: Record) -> Iterator[Turn]:
        """Yield the turns that were thrown away before a reply, and the reply's own."""
        ahead = range(self.at, min(len(self.steps), self.at + LOOKAHEAD))
        number = next((n for n in ahead if _is_same(self.steps[n].value, item.value)), None)
        if number is None:
            yield Turn(item)
            return
        yield from (Turn(None, step, thrown_away=True) for step in self.steps[self.at : number])
        self.at = number + 1
        yield Turn(item, self.steps[number])

    def rest(self) -> list[Record]:
        return self.steps[self.at :]


def _is_same(step: dict[str, Any], item: dict[str, Any]) -> bool:
    response, content = as_text(step.get("response")), blocks_text(item.get("content"))
    same_words = response == content or (bool(step.get("thought")) and step.get("thought") == item.get("thought"))
    action = item.get("action")
    return same_words and (action is None or as_text(step.get("action")).strip() == as_text(action).strip())


def _told_before(steps: list[Turn]) -> Iterator[Turn]:
    """Yield what the model was told before its first step, of a record without a history: the step keeps a copy of it."""
    first = steps[0].step if steps else None
    given = next((as_list(first.value.get(k)) for k in _HEAVY if first.value.get(k)), []) if first is not None else []
    for item in (as_dict(g) for g in given):
        if item.get("role") in ("assistant", "tool") or first is None:
            return
        if as_text(item.get("role")) in ROLES and item.get("is_demo") is not True:
            yield Turn(Record(item, first.place))


def lightened(step: Record, *, first: bool) -> Record:
    """Return a step without its copies of what went before it; the first one's are kept."""
    return step if first else Record({k: v for k, v in step.value.items() if k not in _HEAVY}, step.place)


def state_of(step: Record | None) -> dict[str, Any]:
    """Return the state of the run's shell that a step tells, written as an object or as text: the folder, the open file."""
    return object_of(step.value.get("state")) if step is not None else {}


def object_of(value: object) -> dict[str, Any]:
    """Return an object that may be written as text; an empty one where it is none."""
    return as_dict(arguments(value))
