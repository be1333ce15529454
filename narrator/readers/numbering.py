"""Indices that a source gives its messages: the holes between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Range = tuple[int, int]


def holes(indices: Iterable[int]) -> Iterator[Range]:
    """Yield the inclusive ranges that ascending `indices` leave out, from 0; a source may count from 1."""
    previous: int | None = None
    for index in indices:
        first = previous + 1 if previous is not None else 0
        if index > first and not (previous is None and index == 1):
            yield first, index - 1
        previous = index


def without(ranges: Iterable[Range], known: Iterable[Range]) -> Iterator[Range]:
    """Yield what of `ranges` no range of `known` covers, in order."""
    cuts = sorted(known)
    for first, last in ranges:
        for low, high in cuts:
            if high < first or low > last:
                continue
            if low > first:
                yield first, low - 1
            first = max(first, high + 1)
        if first <= last:
            yield first, last
