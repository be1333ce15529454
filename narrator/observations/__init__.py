"""What ONE message says and does: its acts, outcomes, speech act, figures, tables, statements, changes, constraints.

`observe` looks lightly at every message; `observe_closely` takes the heavier looks, at the stretch that a document needs.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from narrator.model import Message, Transcript
from narrator.observations.act import acts
from narrator.observations.change import changes
from narrator.observations.constraint import constraints
from narrator.observations.measurement import measurements
from narrator.observations.outcome import outcomes
from narrator.observations.speech_act import as_task, speech
from narrator.observations.statement import statements
from narrator.observations.table import tables
from narrator.observations.values import Act, Cell, Change, Constraint, Measurement, Outcome, Speech, Statement, Table
from narrator.observations.waiting import name_waits

__all__ = [
    "OBSERVERS",
    "Act",
    "Cell",
    "Change",
    "Constraint",
    "Measurement",
    "Observations",
    "Observer",
    "Outcome",
    "Speech",
    "Statement",
    "Table",
    "acts",
    "changes",
    "constraints",
    "measurements",
    "observe",
    "observe_closely",
    "of_message",
    "outcomes",
    "speech",
    "speeches",
    "statements",
    "tables",
    "within",
]


class _Observed(Protocol):
    @property
    def message(self) -> int: ...


_T = TypeVar("_T", bound=_Observed)
Observer = Callable[[Message, str], Sequence[_Observed]]
"""Takes a message and its session's id; returns what it observes, in the order in which it stands."""


def speeches(message: Message, session: str) -> tuple[Speech, ...]:
    """Return the message's speech act as a tuple of one, or an empty one."""
    found = speech(message, session)
    return () if found is None else (found,)


OBSERVERS: Mapping[str, tuple[Observer, bool]] = {
    "acts": (acts, True),
    "outcomes": (outcomes, True),
    "speeches": (speeches, True),
    "measurements": (measurements, False),
    "tables": (tables, False),
    "statements": (statements, False),
    "changes": (changes, False),
    "constraints": (constraints, False),
}
"""Name → function, and whether it is light enough for every message of a session."""


@dataclass(frozen=True, slots=True)
class Observations:
    """What was observed, each kind in the order of the messages; a kind that wasn't looked for is empty."""

    acts: tuple[Act, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    speeches: tuple[Speech, ...] = ()
    measurements: tuple[Measurement, ...] = ()
    tables: tuple[Table, ...] = ()
    statements: tuple[Statement, ...] = ()
    changes: tuple[Change, ...] = ()
    constraints: tuple[Constraint, ...] = ()


def observe(transcript: Transcript) -> Observations:
    """Return the acts, outcomes and speeches of every message; linear in the transcript's size.

    Acts that wait for a command left running are named after it (`acts` on one message can't know it).
    """
    found = _observe(transcript.messages, transcript.session, closely=False)
    return replace(found, acts=name_waits(transcript.messages, found.acts), speeches=_begun(transcript, found.speeches))


def _begun(transcript: Transcript, found: tuple[Speech, ...]) -> tuple[Speech, ...]:
    first = transcript.message(found[0].message) if found else None
    if first is None or found[0].span.part is None:
        return found
    return (as_task(found[0], first.parts[found[0].span.part].text), *found[1:])


def observe_closely(transcript: Transcript, first: int, last: int) -> Observations:
    """Return every kind of observation for the messages with indices `first` to `last`, both included."""
    messages = [m for m in transcript.messages if first <= m.index <= last]
    return _observe(messages, transcript.session, closely=True)


def _observe(messages: Sequence[Message], session: str, *, closely: bool) -> Observations:
    found = {
        name: tuple(each for message in messages for each in observer(message, session))
        for name, (observer, light) in OBSERVERS.items()
        if light or closely
    }
    return Observations(**found)  # type: ignore[arg-type]


def of_message(observed: Sequence[_T], index: int) -> Sequence[_T]:
    """Return those of one kind of observations that belong to the message with `index`."""
    return within(observed, index, index)


def within(observed: Sequence[_T], first: int, last: int) -> Sequence[_T]:
    """Return those of one kind of observations that belong to messages `first` to `last`, both included."""
    start = bisect_left(observed, first, key=lambda o: o.message)
    return observed[start : bisect_right(observed, last, key=lambda o: o.message)]
