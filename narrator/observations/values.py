"""What is observed in one message: Act, Outcome, Speech, Measurement, Table, Statement, Change, Constraint.

All are frozen and hold positions, not copies of long texts; `message` is always the message's index, `part` the number of
its part. Within a message they stand in the order in which its parts, and the words in them, stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from narrator.model import Span

Activity = Literal["explore", "search", "plan", "edit", "run", "test", "debug", "operate", "review", "talk", "delegate", "ask"]
Ending = Literal["ok", "failed", "refused", "cancelled", "empty", "running"]
SpeechAct = Literal["request", "stop", "redirect", "correction", "approval", "question", "report", "thanks", "other"]
StatementKind = Literal[
    "finding",
    "cause",
    "plan",
    "decision",
    "surprise",
    "doubt",
    "claim",
    "prediction",
    "question",
    "correction",
    "gap",
    "result",
]
Strength = Literal["certain", "likely", "possible"]


@dataclass(frozen=True, slots=True)
class Act:
    """What one tool call does, in words a sentence can use: subject, `verb`, `object`."""

    message: int
    part: int
    """The call's."""
    kind: Activity
    verb: str
    """Plain English in the past tense: read, searched for, edited, ran, tested, committed, …"""
    object: str
    """Short, as written: a path, a pattern, a program or the head of a command, a service, a URL's host; "" for none."""
    object_span: Span | None
    """Where the object stands in the call's arguments; None where it was put together or worded here ("the dependencies")."""
    files: tuple[str, ...]
    """The paths that the act names, as written, in order, without doubles."""
    host: str | None
    """Where it ran, if elsewhere: what ssh was given, a container's name."""
    program: str | None
    """The program that a shell ran, without its folder; None for other tools."""
    description: str | None
    """The call's own description argument."""
    changes: bool
    """Whether it changes files or the state of something: what it is meant to do, even if it then failed."""
    span: Span
    """The call."""
    purpose: Activity | None = None
    """What an edit serves where that is another kind of act: a script to reproduce something (debug), to try it (test)."""

    @property
    def activity(self) -> Activity:
        """What it is part of: its purpose, else its kind."""
        return self.purpose or self.kind


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one tool call ended, and the words of its result that say so."""

    message: int
    part: int
    """The result's; the call's own where there is no result."""
    call_part: int
    status: Ending
    """failed: the program or the tool; refused, cancelled: a person's act, no error; empty: nothing came back where something
    was asked for (a search, a look, a script)."""
    program_failed: bool
    """The program that was run said that something is wrong (exit code, failing tests, an exception)."""
    tool_failed: bool
    """The harness's tool couldn't do what it was asked to (no such file, text to replace not found, a timeout)."""
    exit_code: int | None
    summary: str
    """Short: "3 failed, 38 passed", "No module named 'x'", "no output"; "" where nothing in it stands out."""
    figures: tuple[tuple[str, str], ...]
    """Named counts that the summary rests on: (("failed", "3"), ("passed", "38"))."""
    span: Span
    """The words that say so, else the whole result."""


@dataclass(frozen=True, slots=True)
class Speech:
    """What a person does by a typed message."""

    message: int
    act: SpeechAct
    span: Span
    """The sentence that shows it."""
    text_span: Span
    """All that was typed (the first visible text part, trimmed)."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A table's cell."""

    text: str
    """Trimmed, without Markdown emphasis."""
    number: Decimal | None
    """The cell's value where it is one number (with or without a unit)."""
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    """A table in a text."""

    message: int
    part: int
    span: Span
    columns: tuple[str, ...]
    """Headings, left to right; the first is that of the row labels."""
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    """Each row's label (the first column) and its other cells, as many as there are columns after the first."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """A named figure."""

    message: int
    part: int
    name: str
    value: str
    """As it is written, without its unit: "12.8", "1,204", "~3"."""
    number: Decimal
    """The value; the unit's multiplier is not applied."""
    unit: str
    """As written: "s", "tok/s", "%", "K tok/s"; "" for none."""
    condition: str
    """What it was measured under: row label, step, run name, the rest of its log line's keys; "" for none."""
    span: Span
    """The value's, with its unit."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence that carries weight."""

    message: int
    part: int
    kind: StatementKind
    strength: Strength
    span: Span
    """One sentence."""


@dataclass(frozen=True, slots=True)
class Change:
    """A setting's old and new value, told in words or made by an edit."""

    message: int
    part: int
    name: str
    old: str | None
    """None where only the new value is told."""
    new: str
    reason_span: Span | None
    """The clause or sentence that gives the reason."""
    span: Span


@dataclass(frozen=True, slots=True)
class Constraint:
    """A limit that a person's words set."""

    message: int
    part: int
    kind: Literal["only", "never", "first", "until", "at most", "at least", "must"]
    span: Span
    """The clause."""
