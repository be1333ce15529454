"""Combines cues into the best segmentation of a session: dynamic programming over cue scores with a price for each phase."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from narrator.phases.cues import CUES, Course, names_of
from narrator.phases.cues import score as score_of_exchange
from narrator.phases.labels import kind_of, title_of
from narrator.phases.signals import Signals
from narrator.phases.steps import STEP_CUES, border_at, step_score

PRICE = -2.25
"""Log odds that a boundary must have at least: one in ten."""
GROWTH = (1.6, 1.7)
"""A person marks a + b ln N phases in N messages: 9 in 61, 9 in 160, 11 in 280, 12 in 393 (labeled sessions, least squares)."""
MESSAGES_A_PHASE = 5
"""Fewer messages than this to a phase, in the mean, nobody marks."""
SHORT = 0.5
"""A phase shorter than this share of the mean costs `SHORT_PRICE` for each factor e that it is shorter."""
SHORT_PRICE = 0.6
TINY = 3
"""Fewer messages than this are hardly ever a phase of their own …"""
TINY_PRICE = 2.0
"""… and cost this: an answer and its echo."""
LONG = 2.5
"""A phase longer than this multiple of the mean costs `LONG_PRICE` for each factor e that it is longer."""
LONG_PRICE = 2.5
ALONE = 2.0
"""What a border in the model's own work gains where no person speaks at all; in proportion where they speak seldom."""
GAP = 6.0
"""Where the record has a hole, whatever follows is another stretch."""
KEPT = 8
"""Candidates for each phase that are tried, half of them the best of all, half the best of equal parts: this keeps it linear."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """A border between two phases."""

    before: int
    """Index of the first message after it."""
    score: float
    """Log odds that a person would mark it."""
    cues: tuple[str, ...]
    """What speaks for it, the strongest first."""


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


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position before which a phase may begin."""

    position: int
    score: float
    exchange: int | None
    """Number of the person's exchange that begins there; None inside the model's own work."""


def find_boundaries(course: Course) -> tuple[Boundary, ...]:
    """Return the boundaries of the best segmentation, in order.

    Of all segmentations into at most as many phases as a person would mark, the one whose boundaries' log odds above `PRICE`,
    less the prices of phases much shorter or longer than the mean, sum to most.
    """
    length = len(course.signals.transcript.messages)
    marked = marked_boundaries(length)
    asked = max(0, len(course.exchanges) - 1)
    most = round(marked if asked >= marked else (marked + asked) / 2)
    candidates = _candidates(course, ALONE * (1 - min(1.0, asked / marked)) if marked else 0.0)
    chosen = best_segmentation(_pruned(candidates, length, most), length, most)
    return tuple(_boundary(course, candidate) for candidate in chosen)


def marked_boundaries(length: int) -> float:
    """Return how many boundaries a person would mark in a conversation of so many messages.

    Where the person spoke less often than that, half of what is missing is marked in the model's own work, which falls into
    fewer stretches than a conversation.
    """
    return max(0.0, min(GROWTH[0] + GROWTH[1] * log(max(length, 2)), length / MESSAGES_A_PHASE) - 1)


def best_segmentation(candidates: tuple[Candidate, ...], length: int, most: int) -> tuple[Candidate, ...]:
    """Return the best choice of at most `most` of the candidates (in order of position); see `worth`."""
    starts = [0, *(c.position for c in candidates), length]
    gains = [0.0, *(c.score - PRICE for c in candidates), 0.0]
    mean = length / (most + 1)
    rows, backs = [[0.0] + [-float("inf")] * (len(starts) - 1)], [[0] * len(starts)]
    for _ in range(most + 1):
        row, back = _step(rows[-1], starts, gains, mean)
        rows.append(row)
        backs.append(back)
    phases = max(range(1, most + 2), key=lambda n: (rows[n][-1], -n))
    return _path(candidates, backs, phases)


def _step(row: list[float], starts: list[int], gains: list[float], mean: float) -> tuple[list[float], list[int]]:
    values, back = [-float("inf")] * len(starts), [0] * len(starts)
    for here in range(1, len(starts)):
        reached = ((row[there] - length_price(starts[here] - starts[there], mean), -there) for there in range(here))
        value, there = max(reached)
        values[here], back[here] = value + gains[here], -there
    return values, back


def _path(candidates: tuple[Candidate, ...], backs: list[list[int]], phases: int) -> tuple[Candidate, ...]:
    at, chosen = len(candidates) + 1, []
    for number in range(phases, 1, -1):
        at = backs[number][at]
        chosen.append(candidates[at - 1])
    return tuple(chosen[::-1])


def length_price(length: int, mean: float) -> float:
    """Return what a phase of so many messages costs where phases have `mean` messages."""
    tiny = TINY_PRICE if length < TINY else 0.0
    return tiny + SHORT_PRICE * max(0.0, log(mean * SHORT / length)) + LONG_PRICE * max(0.0, log(length / (mean * LONG)))


def _candidates(course: Course, alone: float) -> tuple[Candidate, ...]:
    messages = course.signals.transcript.messages
    begun = {e.first: n for n, e in enumerate(course.exchanges) if n}
    said = {p for e in course.exchanges for p in range(e.first, e.said + 1)}
    found = []
    for position in range(1, len(messages)):
        number = begun.get(position)
        hole = GAP if messages[position].index > messages[position - 1].index + 1 else 0.0
        if number is not None:
            found.append(Candidate(position, score_of_exchange(course, number) + hole, number))
        elif hole or position not in said:
            found.append(Candidate(position, step_score(course, position) + alone + hole, None))
    return tuple(found)


def _pruned(candidates: tuple[Candidate, ...], length: int, most: int) -> tuple[Candidate, ...]:
    parts = max(1, most * KEPT // 2)
    kept = set(sorted(candidates, key=_merit)[:parts])
    best: dict[int, Candidate] = {}
    for candidate in sorted(candidates, key=_merit):
        best.setdefault(candidate.position * parts // length, candidate)
    return tuple(sorted(kept | set(best.values()), key=lambda c: c.position))


def _merit(candidate: Candidate) -> tuple[float, int]:
    return -candidate.score, candidate.position


def _boundary(course: Course, candidate: Candidate) -> Boundary:
    messages, position = course.signals.transcript.messages, candidate.position
    if messages[position].index > messages[position - 1].index + 1:
        spoken = [("a gap in the record", 1.0, GAP)]
    elif candidate.exchange is not None:
        spoken = [(name, cue(course, candidate.exchange), weight) for name, cue, weight in CUES]
    else:
        border = border_at(course, position)
        spoken = [(name, cue(border), weight) for name, cue, weight in STEP_CUES]
    alone = "a word of the person" if candidate.exchange is not None else "the best place in long work"
    return Boundary(before=messages[position].index, score=candidate.score, cues=names_of(spoken, alone))


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
