"""The arcs of references around a message: who repeats, quotes, changes or checks whom, over the messages that take part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from narrator.analysis import Analysis
from narrator.graph import Link
from narrator.publishing.html_templates import fill
from narrator.publishing.listing import on_one_line
from narrator.publishing.svg import Href, rounded
from narrator.quantities import count
from narrator.references import cite

KINDS: tuple[tuple[Link, str, str], ...] = (
    (Link.REPEAT, "repeats", "{} gives the instruction of {} again"),
    (Link.QUOTE, "quotes", "{} quotes {}"),
    (Link.CITE, "cites", "{} cites {}"),
    (Link.REVISES, "revises", "{} revises {}"),
    (Link.VERIFIES, "checks", "{} checks {}"),
    (Link.ANSWERS, "answers", "{} answers {}"),
    (Link.SAME_FILE, "same file", "{} names a file of {}"),
)
"""The links that are drawn, which goes before which, their names, and how each is told."""
ARCS = 48
"""Arcs that are drawn at most."""
STEP = 13
"""Least room between two messages."""
LETTER = 6.2
HEIGHT = 96
"""Of the highest arc."""
TOLD = 12
"""Links that the picture's description tells."""
MARGIN = 18


class Tie(NamedTuple):
    """A link between two messages of the record, from the later one (mostly) to the earlier."""

    rank: int
    source: int
    target: int
    why: str


@dataclass(frozen=True, slots=True)
class Node:
    """A message that takes part."""

    x: float
    index: int
    label: str
    """Empty where there is no room."""
    cited: int
    """How often the text cites it."""
    title: str
    href: str | None
    is_subject: bool


@dataclass(frozen=True, slots=True)
class Arc:
    """A link, drawn."""

    kind: str
    path: str
    title: str
    near: bool
    """Whether the subject is an end of it."""


@dataclass(frozen=True, slots=True)
class Picture:
    """The arcs, laid out."""

    name: str
    width: int
    height: int
    """Of the highest arc."""
    title: str
    summary: str
    nodes: tuple[Node, ...]
    arcs: tuple[Arc, ...]
    breaks: tuple[tuple[float, float], ...]
    """Stretches of the axis where messages are left out."""
    kinds: tuple[str, ...]
    """Names of the links that are drawn."""
    left_out: int
    """Links that aren't drawn."""
    deepest: int
    """The most citations of one message."""


def draw(picture: Picture, *, templates: str | Path | None = None) -> Markup:
    """Return a picture as SVG.

    Raises:
        TemplateError: when its template is missing or doesn't fit.

    """
    return fill("page/arcs.svg.j2", {"picture": picture}, templates=templates)


def lay_out(analysis: Analysis, href: Href, *, name: str, width: int, subject: int, cited: Mapping[int, int]) -> Picture | None:
    """Return the arcs around `subject` among it, what is linked to it, and what a text cites (message, how often).

    None where no two of them are linked.
    """
    room = int((width - 2 * MARGIN) / STEP) + 1
    known = sorted(_ties(analysis, subject, set(cited)), key=lambda t: _order(t, subject))
    ties, taking = _chosen(known, subject, cited, room)
    if not ties:
        return None
    indices = sorted(taking)
    places = _places(indices, width)
    highest = max(places[max(t.source, t.target)] - places[min(t.source, t.target)] for t in ties)
    height = round(min(HEIGHT, max(24.0, _rise(highest))))
    return Picture(
        name=name,
        width=width,
        height=height,
        title=f"References around {cite(subject)}",
        summary=_summary(ties, subject, len(known) - len(ties)),
        nodes=tuple(_nodes(indices, places, subject, cited, href)),
        arcs=tuple(_arc(t, places, subject) for t in reversed(ties)),
        breaks=tuple(
            (places[a], places[b])
            for a, b in pairwise(indices)
            if (analysis.transcript.position(b) or 0) - (analysis.transcript.position(a) or 0) > 1
        ),
        kinds=tuple(KINDS[rank][1] for rank in sorted({t.rank for t in ties})),
        left_out=len(known) - len(ties),
        deepest=max(cited.values(), default=0),
    )


def _ties(analysis: Analysis, subject: int, others: set[int]) -> Iterator[Tie]:
    ranks = {link: rank for rank, (link, _, _) in enumerate(KINDS)}
    for source, target, link, data in analysis.graph.edges(keys=True, data=True):
        drawn = link in ranks and isinstance(source, int) and isinstance(target, int) and source != target
        if drawn and (subject in (source, target) or {source, target} <= others | {subject}):
            yield Tie(ranks[link], source, target, on_one_line(", ".join(data["why"]), 60))


def _order(tie: Tie, subject: int) -> tuple[bool, int, int, int, int]:
    """First what touches the subject, then by kind, then what lies nearest to the subject."""
    away = min(abs(tie.source - subject), abs(tie.target - subject))
    return (subject not in (tie.source, tie.target), tie.rank, away, tie.source, tie.target)


def _chosen(known: Sequence[Tie], subject: int, cited: Mapping[int, int], room: int) -> tuple[list[Tie], set[int]]:
    """The links that there is room for, and the messages that take part; those that the text cites most come too."""
    taking, ties = {subject}, list[Tie]()
    for tie in known[:ARCS]:
        both = taking | {tie.source, tie.target}
        if len(both) <= room:
            taking = both
            ties.append(tie)
    for index in sorted(cited, key=lambda i: (-cited[i], abs(i - subject), i)):
        if len(taking) < room:
            taking.add(index)
    return ties, taking


def _places(indices: Sequence[int], width: int) -> dict[int, float]:
    step = min((width - 2 * MARGIN) / max(1, len(indices) - 1), 64.0)
    left = (width - step * (len(indices) - 1)) / 2
    return {index: rounded(left + k * step) for k, index in enumerate(indices)}


def _rise(span: float) -> float:
    return 5.2 * sqrt(span)


def _nodes(
    indices: Sequence[int], places: Mapping[int, float], subject: int, cited: Mapping[int, int], href: Href
) -> Iterator[Node]:
    labeled = set(_labeled(indices, places, subject))
    for index in indices:
        many = cited.get(index, 0)
        told = f", cited {count(many, 'time')}" if many else ""
        label = str(index) if index in labeled else ""
        yield Node(places[index], index, label, many, f"{cite(index)}{told}", href(index), index == subject)


def _labeled(indices: Sequence[int], places: Mapping[int, float], subject: int) -> Iterator[int]:
    """The subject, and what has room for its number beside those before it and the subject."""
    half = LETTER * (len(str(indices[-1])) + 1)
    end = float("-inf")
    for index in indices:
        clear = index == subject or abs(places[index] - places[subject]) >= half
        if clear and (index == subject or places[index] - end >= half):
            yield index
            end = places[index]


def _arc(tie: Tie, places: Mapping[int, float], subject: int) -> Arc:
    left, right = sorted((places[tie.source], places[tie.target]))
    rise = rounded(min(HEIGHT, _rise(right - left)))
    path = f"M{left:g} 0A{rounded((right - left) / 2):g} {rise:g} 0 0 1 {right:g} 0"
    return Arc(KINDS[tie.rank][0].value, path, _told(tie), subject in (tie.source, tie.target))


def _told(tie: Tie) -> str:
    words = KINDS[tie.rank][2].format(cite(tie.source), cite(tie.target))
    return f"{words}: {tie.why}" if tie.why else words


def _summary(ties: Iterable[Tie], subject: int, left_out: int) -> str:
    told = [_told(t) for t in ties]
    kinds = Counter(told)
    more = len(kinds) - TOLD + left_out
    rest = f"; and {count(more, 'more link')}" if more > 0 else ""
    return f"Links between the messages about {cite(subject)}: {'; '.join(list(kinds)[:TOLD])}{rest}."
