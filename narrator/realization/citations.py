"""Where a sentence's citations go, and in what form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from narrator.references import cite, find

MANY = 4
"""More single citations than this behind a sentence are a wall; the first and the last then stand for the run."""


def citations_after(text: str, messages: Iterable[int]) -> str:
    """Return the citations that `text` still lacks, ready to be put behind it; runs of three or more as ranges."""
    there = [c for c in find(text) if text[c.start] == "["]  # "Message 5" names a message, and cites nothing
    missing = [m for m in sorted(set(messages)) if not any(c.covers(m) for c in there)]
    runs = [cite(first, last) for first, last in _runs(missing)]
    if len(runs) > MANY:
        runs = [cite(missing[0], missing[-1])]
    return ", ".join(runs)


def _runs(indices: list[int]) -> Iterator[tuple[int, int]]:
    start = 0
    for i in range(1, len(indices) + 1):
        if i < len(indices) and indices[i] == indices[i - 1] + 1:
            continue
        if i - start >= 3:
            yield indices[start], indices[i - 1]
        else:
            yield from ((m, m) for m in indices[start:i])
        start = i
