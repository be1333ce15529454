"""What of a long text is shown: its beginning, the cited words with what stands around them, its end; the rest as a number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from narrator.model import Span, Transcript
from narrator.publishing.html_code import clean
from narrator.redaction import quote, source_text

AROUND = 240
"""Code points shown before cited words and after them."""
SNAP = 160
"""Code points that a cut may move to fall between two lines."""
WINDOWS = 6
"""Places of cited words that are shown in one long text."""
LONGEST_MARK = 4_000

Range = tuple[int, int]


class Piece(NamedTuple):
    """Words, redacted, and whether a text cites just them."""

    text: str
    marked: bool


class Window(NamedTuple):
    """Words in a row, and how many code points are left out before them."""

    skipped: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What is shown of a text."""

    windows: tuple[Window, ...]
    skipped: int
    """Code points left out after the last window."""
    lines: int
    """Lines of the whole text."""

    @property
    def marked(self) -> bool:
        """Whether cited words are among what is shown."""
        return any(p.marked for w in self.windows for p in w.pieces)

    @property
    def shown(self) -> int:
        """Code points that are shown."""
        return sum(len(p.text) for w in self.windows for p in w.pieces)


def excerpt(transcript: Transcript, whole: Span, marks: Iterable[Range], *, longest: int) -> Excerpt:
    """Return at most about `longest` code points of the text at `whole`, and the cited words wherever they stand in it."""
    text = source_text(transcript, whole)
    size = len(text)
    cited = _merged((max(0, a), min(size, b, a + LONGEST_MARK)) for a, b in marks)
    cited = [(a, b) for a, b in cited if a < b and (a, b) != (0, size)]
    windows, end = [], 0
    for start, stop in _ranges(text, cited, longest):
        pieces = tuple(_pieces(transcript, whole, (start, stop), cited))
        windows.append(Window(start - end, pieces))
        end = stop
    return Excerpt(tuple(windows), size - end, text.count("\n") + 1 if text else 0)


def _ranges(text: str, cited: Sequence[Range], longest: int) -> list[Range]:
    size = len(text)
    if size <= longest + SNAP:
        return [(0, size)] if size else []
    head, tail = _line_before(text, longest * 2 // 3), _line_after(text, size - longest // 3)
    around = [_lines_around(text, a, b) for a, b in cited[:WINDOWS]]
    return _merged([(0, head), *around, (tail, size)], gap=SNAP // 2)


def _lines_around(text: str, start: int, end: int) -> Range:
    first, last = max(0, start - AROUND), min(len(text), end + AROUND)
    return _line_after(text, first, start), _line_before(text, last, end)


def _line_before(text: str, end: int, least: int = 0) -> int:
    """The end of the last line before `end`, if it is near; never before `least`."""
    found = text.rfind("\n", max(least, end - SNAP), end)
    return end if found < 0 else found


def _line_after(text: str, start: int, most: int | None = None) -> int:
    found = text.find("\n", start, min(start + SNAP, len(text) if most is None else most)) if start else -1
    return start if found < 0 else found + 1


def _merged(ranges: Iterable[Range], gap: int = 0) -> list[Range]:
    out: list[Range] = []
    for start, end in sorted(ranges):
        if out and start <= out[-1][1] + gap:
            out[-1] = (out[-1][0], max(end, out[-1][1]))
        else:
            out.append((start, end))
    return out


def _pieces(transcript: Transcript, whole: Span, window: Range, cited: Sequence[Range]) -> Iterator[Piece]:
    start, stop = window
    inside = [(max(a, start), min(b, stop)) for a, b in cited if a < stop and b > start]
    at = start
    for a, b in inside:
        yield from _piece(transcript, whole, (at, a), marked=False)
        yield from _piece(transcript, whole, (a, b), marked=True)
        at = b
    yield from _piece(transcript, whole, (at, stop), marked=False)


def _piece(transcript: Transcript, whole: Span, where: Range, *, marked: bool) -> Iterator[Piece]:
    start, end = where
    words = clean(quote(transcript, whole.model_copy(update={"start": start, "end": end}))) if start < end else ""
    if words:
        yield Piece(words, marked)
