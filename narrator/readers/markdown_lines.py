"""A Markdown file as lines with their places: what readers of Markdown logs have in common. Nothing is parsed as Markdown."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from io import BytesIO
from itertools import accumulate
from operator import attrgetter

import msgspec

from narrator.model import Place
from narrator.readers.records import Tally

_BOM = b"\xef\xbb\xbf"
_start = attrgetter("start")
_FENCE = re.compile(r"(`{3,})[^`]*$")


class Line(msgspec.Struct, frozen=True, gc=False):
    """A line without its end."""

    text: str
    number: int
    """Physical line, from 1."""
    start: int
    """First byte."""
    end: int
    """The byte after its last, its end left out."""


def lines_of(data: bytes, tally: Tally, name: str) -> list[Line]:
    """Return the lines of a file; bytes that are no UTF-8 are replaced, of which `tally` is told once."""
    raws = BytesIO(data).readlines()
    starts = list(accumulate(map(len, raws), initial=0))
    if b"\r" in data or not data.endswith(b"\n"):
        ends = [start + len(raw.rstrip(b"\r\n")) for start, raw in zip(starts, raws, strict=False)]
    else:
        ends = [after - 1 for after in starts[1:]]
    texts = _texts(data, raws, tally, name)
    starts[0] += len(_BOM) if data.startswith(_BOM) else 0
    return list(map(Line, texts, range(1, len(raws) + 1), starts, ends))


def _texts(data: bytes, raws: Sequence[bytes], tally: Tally, name: str) -> list[str]:
    """Return the lines' words; all at once, which is many times faster, where nothing has to be replaced."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return _mended(raws, tally, name)
    texts = text.removeprefix("\ufeff").split("\n")
    return [line.rstrip("\r") for line in texts] if "\r" in text else texts


def _mended(raws: Sequence[bytes], tally: Tally, name: str) -> list[str]:
    bares = [raw.removeprefix(b"" if at else _BOM).rstrip(b"\r\n") for at, raw in enumerate(raws)]
    texts = [bare.decode("utf-8", "replace") for bare in bares]
    both = zip(texts, bares, strict=True)
    broken = [n for n, (text, bare) in enumerate(both, 1) if "\ufffd" in text and b"\xef\xbf\xbd" not in bare]
    if broken:
        text = f"line {broken[0]}: bytes that are no UTF-8 were replaced, in {len(broken)} lines in all"
        tally.complain("bad-bytes", text, Place(file=name, line=broken[0]))
    return texts


def beginning_with(words: str, lines: Sequence[Line], data: bytes) -> list[int]:
    """Return where in `lines` those stand that begin with `words`; `data` are the bytes of all of them."""
    sought, found, at = words.encode(), [], -1
    while (at := data.find(sought, at + 1)) >= 0:
        number = bisect_left(lines, at, key=_start)
        if number < len(lines) and lines[number].start == at:
            found.append(number)
    return found


def text_of(lines: Sequence[Line]) -> str:
    """Return the words of some lines, without blank lines before and after them."""
    first, last = 0, len(lines)
    while first < last and not lines[first].text.strip():
        first += 1
    while last > first and not lines[last - 1].text.strip():
        last -= 1
    return "\n".join(line.text for line in lines[first:last])


def place_of(lines: Sequence[Line], name: str) -> Place:
    """Return where some lines stand, from the first to the last that isn't blank; there must be one line at least."""
    last = next((line for line in reversed(lines) if line.text.strip()), lines[0])
    return Place(file=name, line=lines[0].number, byte_start=lines[0].start, byte_end=max(last.end, lines[0].end))


def fence_of(text: str) -> int:
    """Return how many backticks open a code block in a line; 0 where none is opened."""
    match = _FENCE.match(text) if text.startswith("```") else None
    return len(match[1]) if match else 0


def closes(text: str, fence: int) -> bool:
    """Return whether a line closes a code block that so many backticks opened."""
    bare = text.rstrip()
    return len(bare) >= fence and bare == "`" * len(bare)
