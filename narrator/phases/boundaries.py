"""Combines cues into the best segmentation of a session: dynamic programming over cue scores with a price for each phase."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

from narrator.phases.cues import CUES
from narrator.phases.labels import kind_of, title_of
from narrator.phases.signals import Signals

PRICE = 0.5
"""What a boundary must be worth at least; where that gives more phases than a person marks, it rises."""
PRICE_STEP = 0.05
SHORT = 4
"""Phases of fewer messages than this cost more: people rarely mark them."""
SHORT_PENALTY = 0.25


@dataclass(frozen=True, slots=True)
class Boundary:
    """A border between two phases."""

    before: int
    """Index of the first message after it."""
    score: float
    cues: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Phase:
    """A stretch of messages with one aim."""

    number: int
    """From 1."""
    first: int
    last: int
    """Indices, both inclusive."""
    kind: str
    title: str
    """At most eight words, from its own instruction, files and acts."""
    cues: tuple[str, ...]
    """What opened it; empty for the first."""


def find_boundaries(signals: Signals) -> tuple[Boundary, ...]:
    """Return the boundaries of the best segmentation, in order.

    The price of a phase rises until there are no more phases than a person would mark: about eight for a hundred
    messages, fourteen for a thousand (measured on labeled sessions: 4 to 12 for 80 to 600 messages).
    """
    candidates = _candidates(signals)
    cap = max(4, round(4 * log2(max(len(signals.transcript.messages), 2)) / 3))
    price = PRICE
    more = chosen = _best(candidates, len(signals.transcript.messages), price)
    while len(chosen) + 1 > cap:
        price += PRICE_STEP
        more, chosen = chosen, _best(candidates, len(signals.transcript.messages), price)
    chosen = _filled(chosen, more, cap - 1, dict(candidates))
    return tuple(_boundary(signals, position) for position in chosen)


def _filled(chosen: list[int], more: list[int], most: int, scores: dict[int, float]) -> list[int]:
    """A price that rises past many boundaries of one score loses them all at once: the best of them come back, well apart."""
    kept, left = list(chosen), [p for p in more if p not in chosen]
    while len(kept) < most and left:
        best = max(left, key=lambda p: (scores[p], min((abs(p - k) for k in (0, *kept)), default=0), -p))
        left.remove(best)
        if all(abs(best - k) >= SHORT for k in (0, *kept)):
            kept.append(best)
    return sorted(kept)


def _candidates(signals: Signals) -> tuple[tuple[int, float], ...]:
    scored = ((p, sum(w for _, w in _cues_at(signals, p))) for p in range(1, len(signals.transcript.messages)))
    return tuple((p, score) for p, score in scored if score > 0)


def _cues_at(signals: Signals, position: int) -> list[tuple[str, float]]:
    return [(name, weight) for name, cue in CUES if (weight := cue(signals, position))]


def _best(candidates: tuple[tuple[int, float], ...], length: int, price: float) -> list[int]:
    # Only a phase's length couples neighboring boundaries, so beyond SHORT the best predecessor is a running maximum.
    value = [0.0] * (len(candidates) + 1)
    back = [-1] * (len(candidates) + 1)
    starts = [0, *(p for p, _ in candidates)]
    gains = [0.0, *(score - price for _, score in candidates)]
    settled, settled_at, oldest = float("-inf"), -1, 0
    for i, (position, _) in enumerate((*candidates, (length, 0.0)), 1):
        while oldest < i and position - starts[oldest] >= SHORT:
            if value[oldest] > settled:
                settled, settled_at = value[oldest], oldest
            oldest += 1
        options = [(settled, settled_at), *((value[j] - SHORT_PENALTY, j) for j in range(oldest, i))]
        best, came_from = max(options, key=lambda o: (o[0], -o[1]))
        if i > len(candidates):
            return _path(back, came_from, starts)
        value[i], back[i] = best + gains[i], came_from
    return []


def _path(back: list[int], last: int, starts: list[int]) -> list[int]:
    chosen: list[int] = []
    while last > 0:
        chosen.append(starts[last])
        last = back[last]
    return chosen[::-1]


def _boundary(signals: Signals, position: int) -> Boundary:
    cues = _cues_at(signals, position)
    index = signals.transcript.messages[position].index
    return Boundary(before=index, score=sum(w for _, w in cues), cues=tuple(name for name, _ in cues))


def phases_of(signals: Signals, boundaries: tuple[Boundary, ...]) -> tuple[Phase, ...]:
    """Return the phases between the boundaries; each message is in exactly one."""
    messages = signals.transcript.messages
    starts = [0, *(signals.transcript.position(b.before) or 0 for b in boundaries)]
    ends = [*starts[1:], len(messages)]
    openers: list[tuple[str, ...]] = [(), *(b.cues for b in boundaries)]
    return tuple(
        Phase(
            number=number,
            first=messages[start].index,
            last=messages[end - 1].index,
            kind=kind_of(signals, start, end),
            title=title_of(signals, start, end),
            cues=cues,
        )
        for number, (start, end, cues) in enumerate(zip(starts, ends, openers, strict=True), 1)
    )
