"""What is looked at of a program's output: as a person at a terminal would have seen it, and no more of it than is needed.

Terminal sequences are left out, a progress bar's states become lines, long lines are clipped, runs of empty lines closed up, the
middle of a huge output is skipped. So every rule that follows may be simple: no line is longer than `LINE_LIMIT`, no text longer
than `HEAD` + `TAIL`. Positions are mapped back to the output's own.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

HEAD = 80_000
TAIL = 240_000
"""Characters at the start and at the end of an output that are looked at: the tallies of Go and Cargo stand all over it."""
LINE_LIMIT = 1_000
"""Characters of a line; a message, a name or a count stands at its start."""
_SEQUENCE = r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b\n]{0,400}(?:\x07|\x1b\\)|[@-Z\\-_])|\x00+|\r(?=\r?\n)|(?<=\r)\r+|\x08+"
_DROPPED = re.compile(rf"{_SEQUENCE}|(?P<long>(?:^|(?<=\r))[^\n\r]{{{LINE_LIMIT}}})[^\n\r]+|(?<=\n\n)\n+", re.MULTILINE)
_IN_LONG = re.compile(_SEQUENCE)
_ODD = re.compile(rf"[\x00\x08\x1b\r]|\n\n\n|^[^\n]{{{LINE_LIMIT}}}", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Sight:
    """The text that is looked at, and where its pieces stand in the output."""

    text: str
    starts: tuple[int, ...]
    """Where each piece begins in the text, ascending from 0."""
    origins: tuple[int, ...]
    """Where each begins in the output."""

    def origin(self, position: int) -> int:
        """Return where a position of the text stands in the output."""
        piece = bisect_right(self.starts, position) - 1
        return self.origins[piece] + position - self.starts[piece]

    def stretch(self, start: int, end: int) -> tuple[int, int]:
        """Return where a half open stretch of the text stands in the output."""
        return self.origin(start), (self.origin(end - 1) + 1 if end > start else self.origin(start))


def sight(output: str) -> Sight:
    """Return what is looked at of an output; in time linear in it."""
    if len(output) <= HEAD + TAIL and not _ODD.search(output):
        return Sight(output, (0,), (0,))
    pieces, starts, origins, length = [], [0], [0], 0
    for begin, end in _ends(output):
        for start, stop in _seen(output[begin:end]):
            pieces.append(output[begin + start : begin + stop].replace("\r", "\n"))
            starts.append(length)
            origins.append(begin + start)
            length += stop - start
    return Sight("".join(pieces), tuple(starts), tuple(origins))


def _ends(output: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches of an output that are looked at: all of it, or its two ends, cut between lines where there are any."""
    if len(output) <= HEAD + TAIL:
        yield 0, len(output)
        return
    yield 0, output.rfind("\n", 0, HEAD) + 1 or HEAD
    late = len(output) - TAIL
    yield output.find("\n", late, late + LINE_LIMIT) + 1 or late, len(output)


def _seen(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for match in _DROPPED.finditer(text):
        if match["long"] is None:
            yield at, match.start()
        else:
            yield at, match.start()
            yield from _without_sequences(text, *match.span("long"))
        at = match.end()
    yield at, len(text)


def _without_sequences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in _IN_LONG.finditer(text, start, end):
        yield start, match.start()
        start = match.end()
    yield start, end
