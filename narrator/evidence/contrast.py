"""Before against after: a small table of what held on each side of the message, one row at least that didn't change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from os.path import dirname

from narrator.evidence.asked import is_repeat, likeness
from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg, Fact, fact
from narrator.model import Span
from narrator.observations import Act

MOST = 3
"""Kinds of act, hosts, files named in a cell."""


def contrast(stretch: Stretch) -> Iterator[Fact]:
    """Yield the table's head and its rows, where there is something on both sides; nothing otherwise."""
    before = [a for p in range(stretch.start, stretch.subject + 1) for a in stretch.analysis.signals.acts.get(p, ())]
    after = [a for p in range(stretch.subject + 1, stretch.end) for a in stretch.analysis.signals.acts.get(p, ())]
    if not before or not after or stretch.resumed is None:
        return
    rows = [
        *_goal(stretch),
        *_named(stretch, "acts", before, after, _activities),
        *_named(stretch, "hosts", before, after, _hosts),
    ]
    rows += [*_named(stretch, "places", before, after, _places), *_mode(stretch)]
    if len(rows) >= 2:
        yield fact("contrast.head", (stretch.whole(stretch.subject),), stretch.message.index, n=stretch.message.index)
        yield from rows


def _goal(stretch: Stretch) -> Iterator[Fact]:
    if stretch.asked is None or stretch.resumed is None:
        return
    before, after = stretch.text_span(stretch.asked), stretch.text_span(stretch.resumed)
    if before is not None and after is not None:
        if is_repeat(likeness(stretch, stretch.asked, stretch.resumed)):
            yield fact("contrast.goal.same", (before, after), before.message, before_n=before.message, after_n=after.message)
        else:
            yield fact("contrast.goal", (before, after), before.message, before=before, after=after)


def _named(
    stretch: Stretch, name: str, before: list[Act], after: list[Act], of: Callable[[list[Act]], tuple[str, ...]]
) -> Iterator[Fact]:
    left, right = (of(acts) for acts in (before, after))
    if not left and not right:
        return
    roles: dict[str, Arg] = {"before": left, "after": right, **_ends("before", before), **_ends("after", after)}
    spans: tuple[Span, ...] = tuple(a.span for a in (*before[:1], *before[-1:], *after[:1], *after[-1:]))
    yield fact(f"contrast.{name}", spans, stretch.message.index, **roles)


def _ends(side: str, acts: list[Act]) -> dict[str, Arg]:
    return {f"{side}_first": acts[0].message, f"{side}_last": acts[-1].message}


def _activities(acts: list[Act]) -> tuple[str, ...]:
    return tuple(kind for kind, _ in Counter(a.kind for a in acts).most_common(MOST))


def _hosts(acts: list[Act]) -> tuple[str, ...]:
    return tuple(host for host, _ in Counter(a.host for a in acts if a.host).most_common(MOST))


def _places(acts: list[Act]) -> tuple[str, ...]:
    return tuple(place for place, _ in Counter(dirname(f) for a in acts for f in a.files if dirname(f)).most_common(MOST))


def _mode(stretch: Stretch) -> Iterator[Fact]:
    if stretch.asked is None or stretch.resumed is None:
        return
    old, new = stretch.at(stretch.asked).mode, stretch.at(stretch.resumed).mode
    if old and new and old != new:
        spans = (stretch.whole(stretch.asked), stretch.whole(stretch.resumed))
        roles: dict[str, Arg] = {"before": old, "after": new, "before_n": spans[0].message, "after_n": spans[1].message}
        yield fact("contrast.mode", spans, stretch.message.index, **roles)
