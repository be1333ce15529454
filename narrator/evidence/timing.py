"""How long a message took to come, from the times on record."""

from __future__ import annotations

from typing import NamedTuple

from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Note
from narrator.quantities import exact_duration
from narrator.times import difference


class Latency(NamedTuple):
    """The time between a message and the one before it."""

    seconds: float
    note: Note
    """Its derivation."""


def latency(stretch: Stretch, position: int) -> Latency | None:
    """Return how long after the end of the message before it a message was sent; None where the record has no such times."""
    if position == 0:
        return None
    here, there = stretch.at(position), stretch.at(position - 1)
    end = there.ended or there.at
    if here.at is None or end is None or here.at < end:
        return None
    # Of the times as the footnote shows them, to the second, so that its arithmetic holds.
    seconds = (here.at.replace(microsecond=0) - end.replace(microsecond=0)).total_seconds()
    shown = difference(here.at, end, stretch.analysis.zone)
    return Latency(seconds, Note(f"{shown} = {exact_duration(seconds)}", (there.index, here.index)))
