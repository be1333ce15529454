"""Calls by what came of them and what they did, as `observations` tells it: failed, refused, files changed, tests run."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.checking.countables import Hit
from narrator.model import Message
from narrator.observations import acts, outcomes

TESTS = ("test",)
"""The activities that "test runs" names."""


def count_ended(messages: Sequence[Message], *, session: str, ending: str, tools: frozenset[str], mode: str) -> tuple[Hit, ...]:
    """Return the calls that, by the words of their results, ended so (failed, refused, cancelled, ok), in order."""
    within = (m for m in messages if not mode or (m.mode or "").lower() == mode)
    return tuple(
        Hit(m.index, name)
        for m in within
        for outcome in outcomes(m, session)
        if outcome.status == ending and (not tools or m.parts[outcome.call_part].name in tools)
        for name in (m.parts[outcome.call_part].name or "",)
    )


def count_files(messages: Sequence[Message], *, session: str) -> tuple[Hit, ...]:
    """Return each file that calls were to change, once, at the message that changed it first, in order."""
    first: dict[str, int] = {}
    for message in messages:
        for act in acts(message, session):
            for file in act.files if act.kind == "edit" and act.changes else ():
                first.setdefault(file, message.index)
    return tuple(Hit(index, file) for file, index in first.items())


def count_tests(messages: Sequence[Message], *, session: str) -> tuple[Hit, ...]:
    """Return the calls that ran tests, in order."""
    return tuple(Hit(m.index, m.parts[act.part].name or "") for m in messages for act in acts(m, session) if act.kind in TESTS)
