"""Waits for commands that were left running: what is waited for is said by its name, not by the number of its session."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from narrator.model import Message
from narrator.observations.values import Act

_LEFT_RUNNING = re.compile(r"(?:session ID|background with ID:|shellId:|[Tt]ask[ _]ID:?)\s+([\w-]+)")
_NOTICE = 400
"""Characters at the start of a result in which a harness says that the command goes on."""


def name_waits(messages: Iterable[Message], found: Iterable[Act]) -> tuple[Act, ...]:
    """Return the acts of consecutive messages, those that wait for an earlier one given its kind, object, program and files."""
    by_message: dict[int, list[Act]] = {}
    for act in found:
        by_message.setdefault(act.message, []).append(act)
    running: dict[str, Act] = {}
    named: list[Act] = []
    for message in messages:
        acts = by_message.get(message.index)
        if acts is None:
            continue
        results = dict(message.calls())
        for act in acts:
            told = _told(act, running)
            named.append(told)
            session = _left_running(message, results.get(act.part))
            if session is not None and told.verb != "waited for":
                running[session] = told
    return tuple(named)


def _told(act: Act, running: dict[str, Act]) -> Act:
    first = running.get(act.object) if act.verb == "waited for" else None
    if first is None:
        return act
    return replace(
        act,
        kind=first.kind,
        object=first.object,
        object_span=first.object_span,
        files=first.files,
        host=first.host,
        program=first.program,
    )


def _left_running(message: Message, result: int | None) -> str | None:
    if result is None:
        return None
    match = _LEFT_RUNNING.search(message.parts[result].text, 0, _NOTICE)
    return match[1] if match else None
