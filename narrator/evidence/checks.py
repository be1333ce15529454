"""What was last tested before a report or a stop, and how it ended: what a claim of success rests on."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.evidence.deeds import deeds
from narrator.evidence.endings import telling_span
from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg, Fact, fact
from narrator.observations import Act, Outcome


def find_last_check(stretch: Stretch, start: int, end: int, predicate: str) -> Iterator[Fact]:
    """Yield the last test run of positions start to end (half open), with the words of its result where they say more."""
    for position in range(end - 1, start - 1, -1):
        signals = stretch.analysis.signals
        tests = [a for a in signals.acts.get(position, ()) if a.kind == "test"]
        outcomes = {o.call_part: o for o in signals.outcomes.get(position, ())}
        ended = [(a, outcomes[a.part]) for a in tests if a.part in outcomes and outcomes[a.part].status in ("ok", "failed")]
        if ended:
            yield _told(stretch, *ended[-1], predicate)
            return


def _told(stretch: Stretch, act: Act, outcome: Outcome, predicate: str) -> Fact:
    roles: dict[str, Arg] = {"deeds": deeds((act,)), "n": act.message}
    name = f"{predicate}.{'failed' if outcome.status == 'failed' else 'passed'}"
    words = telling_span(stretch, outcome) if outcome.status == "failed" or outcome.figures else None
    if words is not None:
        name, roles["words"] = f"{name}.said", words
    return fact(name, (act.span,), act.message, **roles)


def find_compactions(stretch: Stretch, start: int, end: int, predicate: str) -> Iterator[Fact]:
    """Yield each summary between acts or words of the model's in positions start to end (half open): its memory was replaced.

    One after the last act isn't in the work, and one before the first was no interruption of it; what ends at the subject takes
    the subject's own acts in.
    """
    signals = stretch.analysis.signals
    at = [p for p in range(start, end + (end == stretch.subject)) if p in signals.acts or _speaks(stretch, p)]
    for position in range(at[0], min(at[-1], end)) if at else ():
        if position in signals.summaries and position != stretch.subject:
            yield fact(predicate, (stretch.whole(position),), stretch.index(position), n=stretch.index(position))


def _speaks(stretch: Stretch, position: int) -> bool:
    message = stretch.at(position)
    return message.by == "model" and bool(message.visible_text) and position not in stretch.analysis.signals.summaries
