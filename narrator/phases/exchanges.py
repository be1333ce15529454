"""Exchanges: a person's act with all that followed until the next one; the units between which a person's phases begin."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from narrator.model import Message
from narrator.phases.interventions import REPEAT_RATIO, similarity
from narrator.phases.signals import Signals
from narrator.phases.vocabulary import valleys, words

SAID = 2_000
"""Code points of a person's message whose words count: what they want stands at its beginning, pasted logs follow."""
ANSWERED = 600
"""Code points of each reply that count, of the first `REPLIES` of them."""
REPLIES = 40
BRIEF = 400
"""Code points at a text's beginning by which it is judged."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A person's act, worded once or several times, and what it got."""

    first: int
    """Position of the act; of its first wording where it was sent again."""
    said: int
    """Position of its last wording."""
    end: int
    """The position after its last message."""
    pause: float | None
    """Seconds from the end of what stood before it; None where the record has no times."""
    rank: float
    """Where that pause stands among the session's, 0 (the shortest) to 1; 0.5 where it isn't known."""
    steps: int
    """Messages with tool calls."""
    changes: int
    """Acts that change files or the state of something."""
    files: frozenset[str]
    """Names (without folders) of the files that its acts name."""
    valley: float
    """How far the vocabulary changes before it (`vocabulary.valleys`)."""
    words: str
    """The person's, as last sent."""
    before: str
    """How the model's last text before it begins; "" for none."""
    answer: str
    """How the model's first text after it begins; "" for none."""


def read_exchanges(signals: Signals) -> tuple[Exchange, ...]:
    """Return the exchanges in order: one for each act of a person; linear in the session.

    An act sent again, in these or nearly these words, before the model had answered it, is the same.
    """
    groups = _groups(signals)
    if not groups:
        return ()
    ends = [*(group[0] for group in groups[1:]), len(signals.transcript.messages)]
    pauses = [_pause(signals, group[0]) for group in groups]
    known = sorted(p for p in pauses if p is not None)
    depths = valleys([list(_vocabulary(signals, group, end)) for group, end in zip(groups, ends, strict=True)])
    return tuple(
        _exchange(signals, group, end, (pause, _rank(pause, known), depth))
        for group, end, pause, depth in zip(groups, ends, pauses, depths, strict=True)
    )


def _groups(signals: Signals) -> list[list[int]]:
    messages = signals.transcript.messages
    groups: list[list[int]] = []
    for position in signals.persons:
        if groups and not _answered(signals, groups[-1][-1], position) and _alike(messages, groups[-1][-1], position):
            groups[-1].append(position)
        else:
            groups.append([position])
    return groups


def _answered(signals: Signals, first: int, last: int) -> bool:
    """Whether a reply in words, with nothing more to do, stands between: then the same words again are another act."""
    between = (
        signals.transcript.messages[p] for p in range(first + 1, last) if p in signals.spoken and p not in signals.summaries
    )
    return any(m.by == "model" and all(p.kind != "call" for p in m.parts) for m in between)


def _alike(messages: Sequence[Message], first: int, last: int) -> bool:
    return similarity(messages[first].visible_text, messages[last].visible_text) >= REPEAT_RATIO


def _exchange(signals: Signals, group: list[int], end: int, measured: tuple[float | None, float, float]) -> Exchange:
    acts = [act for p in range(group[0], end) for act in signals.acts.get(p, ())]
    messages = signals.transcript.messages
    pause, rank, depth = measured
    return Exchange(
        first=group[0],
        said=group[-1],
        end=end,
        pause=pause,
        rank=rank,
        steps=sum(p in signals.acts for p in range(group[0], end)),
        changes=sum(act.changes for act in acts),
        files=frozenset(f.replace("\\", "/").rsplit("/", 1)[-1] for act in acts for f in act.files),
        valley=depth,
        words=messages[group[-1]].visible_text[:SAID],
        before=_text(messages, range(group[0] - 1, max(-1, group[0] - REPLIES), -1)),
        answer=_text(messages, range(group[-1] + 1, end)),
    )


def _text(messages: Sequence[Message], positions: range) -> str:
    return next((text[:BRIEF] for p in positions if messages[p].by == "model" and (text := messages[p].visible_text)), "")


def _vocabulary(signals: Signals, group: list[int], end: int) -> Iterator[str]:
    messages = signals.transcript.messages
    yield from words(messages[group[-1]].visible_text[:SAID])
    for position in range(group[0], min(end, group[-1] + REPLIES)):
        if messages[position].by == "model":
            yield from words(messages[position].visible_text[:ANSWERED])
        for act in signals.acts.get(position, ()):
            yield from words(act.object)


def _pause(signals: Signals, position: int) -> float | None:
    if position == 0:
        return None
    here, there = signals.transcript.messages[position], signals.transcript.messages[position - 1]
    end = there.ended or there.at
    return None if here.at is None or end is None else max(0.0, (here.at - end).total_seconds())


def _rank(pause: float | None, known: Sequence[float]) -> float:
    return 0.5 if pause is None or len(known) < 2 else bisect_left(known, pause) / (len(known) - 1)
