"""What the pictures share: where a message stands on their axis, marks that lie too close to touch joined into one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from narrator.model import Transcript
from narrator.references import cite

Href = Callable[[int], str | None]
"""Where the mark of a message leads; None for one that isn't on the page."""

CLOSE = 9.0
"""Marks of a lane that lie closer than this are joined: a finger couldn't part them."""


@dataclass(frozen=True, slots=True)
class Axis:
    """The messages of a session from left to right, evenly: not every record has times."""

    transcript: Transcript
    left: float
    right: float

    def at(self, index: int) -> float:
        """Return the middle of a message's place."""
        return self.edge(index) + self.step / 2

    def edge(self, index: int) -> float:
        """Return where a message's place begins."""
        return self.left + (self.transcript.position(index) or 0) * self.step

    @property
    def step(self) -> float:
        """The width of a message's place."""
        return (self.right - self.left) / max(1, len(self.transcript.messages))


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign at a message, or at several that lie close."""

    x: float
    size: float
    """0 to 1."""
    messages: tuple[int, ...]
    title: str
    href: str | None


@dataclass(frozen=True, slots=True)
class Tick:
    """A label under the axis."""

    x: float
    label: str
    below: str
    """A second line: the time, where there is one."""
    anchor: str
    """start, middle or end, so that it stays within the picture."""


def marks(axis: Axis, found: Iterable[tuple[int, float, str]], href: Href, *, several: str) -> tuple[Mark, ...]:
    """Return a mark for each (message, size, title); those that lie close are one, worded by `several` ("{} failures")."""
    joined: list[list[tuple[int, float, str]]] = []
    for item in sorted(found):
        if joined and axis.at(item[0]) - axis.at(joined[-1][0][0]) < CLOSE:
            joined[-1].append(item)
        else:
            joined.append([item])
    return tuple(_mark(axis, group, href, several) for group in joined)


def _mark(axis: Axis, group: Sequence[tuple[int, float, str]], href: Href, several: str) -> Mark:
    indices = tuple(index for index, _, _ in group)
    strongest = max(group, key=lambda item: (item[1], -item[0]))
    first, last = indices[0], indices[-1]
    title = group[0][2] if len(group) == 1 else f"{several.format(len(group))}, {cite(first, last)}; {strongest[2]}"
    x = (axis.at(first) + axis.at(last)) / 2
    return Mark(rounded(x), strongest[1], indices, title, href(strongest[0]))


def rounded(value: float) -> float:
    """Return a coordinate as it is written: to a tenth."""
    return round(value, 1)


def ticks(axis: Axis, many: int, zone: tzinfo) -> tuple[Tick, ...]:
    """Return at most `many` labels along the axis, its ends among them, times in `zone`."""
    messages = axis.transcript.messages
    last = len(messages) - 1
    places = sorted({round(k * last / max(1, many - 1)) for k in range(many)}) if last else [0]
    times = [m.at and m.at.astimezone(zone) for m in messages]
    days = {t.date() for t in times if t is not None}
    out: list[Tick] = []
    for place in places:
        index, time = messages[place].index, times[place]
        pattern = "%d %b %H:%M" if len(days) > 1 else "%H:%M"
        anchor = "start" if place == 0 else "end" if place == last else "middle"
        x = axis.left if place == 0 else axis.right if place == last else axis.at(index)
        out.append(Tick(rounded(x), str(index), time.strftime(pattern) if time else "", anchor))
    return tuple(out)
