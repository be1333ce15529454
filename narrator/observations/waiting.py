"""Waits for commands that were left running: what is waited for is said by its command, not by the number of its session."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from narrator.model import Message, Part
from narrator.observations.command_line import line_head
from narrator.observations.tools import tool_of
from narrator.observations.values import Act

WAITING = frozenset({"waited for", "typed into", "stopped"})
"""Verbs of tools that are given the number of a command left running."""
RUNNING = "a running command"
"""What such a tool is about where nothing tells which command it was."""

LEFT_RUNNING = re.compile(r"(?:session ID|background with ID:|shellId:|[Tt]ask[ _]ID:?)\s+([\w-]+)")
"""How a harness says that a command goes on, with its number."""
_NOTICE = 400
"""Characters at the start of a result in which a harness says that the command goes on."""
_LONGEST = 60
"""Characters of a description that names a command."""


class _Started(NamedTuple):
    """A command left running: its act, and its name."""

    act: Act
    name: str


def typed_verb(call: Part) -> str | None:
    """Return the verb of a wait that also types something (Codex' `write_stdin`); None for one that only waits."""
    typed = call.arg("chars")
    return None if not typed else "interrupted" if typed == "\x03" else "typed into"


def name_waits(messages: Iterable[Message], found: Iterable[Act]) -> tuple[Act, ...]:
    """Return the acts of consecutive messages; those that wait for an earlier one name it and get its kind, host, program."""
    by_message: dict[int, list[Act]] = {}
    for act in found:
        by_message.setdefault(act.message, []).append(act)
    running: dict[str, _Started] = {}
    named: list[Act] = []
    for message in messages:
        acts = by_message.get(message.index)
        if acts is None:
            continue
        results = dict(message.calls())
        for act in acts:
            named.append(_told(act, message.parts[act.part], running))
            session = None if _waits(act) else left_running(message, results.get(act.part))
            if session is not None:
                running[session] = _Started(act, _name(act, message.parts[act.part]))
    return tuple(named)


def _waits(act: Act) -> bool:
    return act.object == RUNNING and act.object_span is None


def _told(act: Act, call: Part, running: dict[str, _Started]) -> Act:
    first = _first(call, running) if _waits(act) else None
    if first is None:
        return act
    if act.changes:
        return replace(act, object=first.name)
    its = first.act
    return replace(act, kind=its.kind, object=first.name, host=its.host, program=its.program)


def _first(call: Part, running: dict[str, _Started]) -> _Started | None:
    """Return the command whose number a call gives."""
    return next((running[text] for name in tool_of(call).about if (text := call.arg(name)) in running), None)


def _name(act: Act, call: Part) -> str:
    """Name a command: by its own description, else by the head of its line."""
    described = " ".join((act.description or "").split())
    if described and len(described) <= _LONGEST:
        return f"a command ({described})"
    head = next((line_head(text) for name in tool_of(call).about if (text := call.arg(name))), None)
    # Not as code: its words stand in the message that started it, not in the one that is cited for the wait.
    return f"a command ({head})" if head and "`" not in head else RUNNING


def left_running(message: Message, result: int | None) -> str | None:
    """Return the number under which a result (a part's number) says that its command goes on; None where it doesn't say so."""
    if result is None:
        return None
    match = LEFT_RUNNING.search(message.parts[result].text, 0, _NOTICE)
    return match[1] if match else None
