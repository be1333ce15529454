"""Calls by what came of them and what they did, as `observations` tells it: failed, refused, files changed, tests run."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.checking.countables import Hit
from narrator.model import Message
from narrator.observations import acts, outcomes

UNDONE = ("failed", "refused", "cancelled")
"""Endings of calls that changed nothing."""
TESTS = ("test",)
"""The activities that "test runs" names."""


def count_ended(
    messages: Sequence[Message], *, session: str, ending: str, status: str | None, tools: frozenset[str], mode: str
) -> tuple[Hit, ...]:
    """Return the calls that ended so by the words of their results, or that the record gives `status`, in order."""
    within = (m for m in messages if not mode or (m.mode or "").lower() == mode)
    return tuple(
        Hit(m.index, m.parts[n].name or "") for m in within for n in _ended(m, session, ending, status) if _is_of(m, n, tools)
    )


def _ended(message: Message, session: str, ending: str, status: str | None) -> list[int]:
    told = {outcome.call_part for outcome in outcomes(message, session) if outcome.status == ending}
    recorded = {n for n, part in enumerate(message.parts) if part.kind == "call" and status is not None and part.status == status}
    return sorted(told | recorded)


def _is_of(message: Message, part: int, tools: frozenset[str]) -> bool:
    return not tools or message.parts[part].name in tools


def count_files(messages: Sequence[Message], *, session: str) -> tuple[Hit, ...]:
    """Return each file that calls changed, once, at the message that changed it first, in order."""
    first: dict[str, int] = {}
    for message in messages:
        undone = {o.call_part for o in outcomes(message, session) if o.status in UNDONE}
        for act in acts(message, session):
            for file in act.files if act.kind == "edit" and act.changes and act.part not in undone else ():
                first.setdefault(file, message.index)
    return tuple(Hit(index, file) for file, index in first.items())


def count_tests(messages: Sequence[Message], *, session: str) -> tuple[Hit, ...]:
    """Return the calls that ran tests, in order."""
    return tuple(Hit(m.index, m.parts[act.part].name or "") for m in messages for act in acts(m, session) if act.kind in TESTS)
