"""The pictures of a page, each in two widths: for a phone and for wider screens; the style sheet shows one of the two."""

from __future__ import annotations

from collections.abc import Container, Mapping
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from narrator.analysis import Analysis
from narrator.publishing import arcs, timeline
from narrator.publishing.svg import Href

NARROW, BROAD, WIDE = 350, 608, 1000
"""Widths: of a phone, of a page's column, of a page that is about the whole session."""


class Figure(NamedTuple):
    """A picture in one of its widths."""

    name: str
    """narrow or broad: its class."""
    picture: Markup
    legend: tuple[str, ...]
    """Names of the kinds of lines in it."""
    left_out: int
    """Lines that aren't drawn."""


def timelines(
    analysis: Analysis,
    shown: Container[int],
    *,
    subject: int | None = None,
    broad: int = BROAD,
    templates: str | Path | None = None,
) -> tuple[Figure, ...]:
    """Return the session's timeline; its marks lead to the messages that are `shown`."""
    return tuple(
        Figure(name, timeline.draw(_timeline(analysis, name, width, leads_to(shown), subject), templates=templates), (), 0)
        for name, width in (("narrow", NARROW), ("broad", broad))
    )


def mark_targets(analysis: Analysis, broad: int = BROAD) -> frozenset[int]:
    """Return the messages that the marks of a session's timelines would lead to."""
    found: set[int] = set()
    for width in (NARROW, broad):
        picture = _timeline(analysis, "", width, str, None)
        leading = [b.href for b in picture.bands]
        leading += [m.href for m in (*picture.turns, *picture.failures, *picture.silences)]
        found |= {int(href) for href in leading if href}
    return frozenset(found)


def references(
    analysis: Analysis, cited: Mapping[int, int], subject: int, shown: Container[int], *, templates: str | Path | None = None
) -> tuple[Figure, ...]:
    """Return the arcs around `subject` in a text that cites these messages so often; nothing where none are to be drawn."""
    found = []
    for name, width in (("narrow", NARROW), ("broad", BROAD)):
        picture = arcs.lay_out(analysis, leads_to(shown), name=f"arcs-{name}", width=width, subject=subject, cited=cited)
        if picture is not None:
            found.append(Figure(name, arcs.draw(picture, templates=templates), picture.kinds, picture.left_out))
    return tuple(found)


def leads_to(shown: Container[int]) -> Href:
    """Return where a mark leads: to its message, where the page shows it."""
    return lambda index: f"#msg-{index}" if index in shown else None


def _timeline(analysis: Analysis, name: str, width: int, href: Href, subject: int | None) -> timeline.Timeline:
    return timeline.lay_out(analysis, href, name=f"timeline-{name}", width=width, subject=subject)
