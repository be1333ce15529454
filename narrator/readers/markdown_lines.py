"""A Markdown file as lines with their places: what readers of Markdown logs have in common. Nothing is parsed as Markdown."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import accumulate
from typing import overload

from narrator.model import Place
from narrator.readers.records import Tally

_BOM = b"\xef\xbb\xbf"
_FENCE = re.compile(r"(`{3,})[^`]*$")
_BLOCK = 1 << 16
"""Bytes that are decoded at a time: all at once, a file with one wide character takes twice its size and more."""


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    data: bytes
    starts: array[int]
    """The first byte of each line, and the file's end."""


class Lines(Sequence[str]):
    """Lines of a file that follow each other, each without its end; a slice of them is such lines too."""

    __slots__ = ("_file", "first", "texts")

    def __init__(self, texts: list[str], first: int, file: _File) -> None:
        self.texts = texts
        """The same as a list, which is faster to go over."""
        self.first = first
        """The physical number of the first, from 1."""
        self._file = file

    @property
    def last(self) -> int:
        """The physical number of the last."""
        return self.first + len(self.texts) - 1

    @property
    def start(self) -> int:
        """The first's first byte in the file."""
        return self._file.starts[self.first - 1]

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> Lines: ...

    def __getitem__(self, at: int | slice) -> str | Lines:
        if isinstance(at, int):
            return self.texts[at]
        return Lines(self.texts[at], self.first + at.indices(len(self.texts))[0], self._file)

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def beginning_with(self, words: str) -> list[int]:
        """Return where those stand, from 0, that begin with `words`; they must be all of the file."""
        sought, starts, data = words.encode(), self._file.starts, self._file.data
        found, at = [], -1
        while (at := data.find(sought, at + 1)) >= 0:
            number = bisect_left(starts, at)
            if starts[number] == at:
                found.append(number)
        return found

    def place(self) -> Place:
        """Return where they stand, from the first to the last that isn't blank; there must be one line at least."""
        back = next((n for n, text in enumerate(reversed(self.texts)) if text.strip()), len(self.texts) - 1)
        end = self._end(self.last - back)
        return Place(file=self._file.name, line=self.first, byte_start=self.start, byte_end=end)

    def _end(self, number: int) -> int:
        start, after = self._file.starts[number - 1 : number + 1]
        return start + len(self._file.data[start:after].rstrip(b"\r\n"))


def lines_of(data: bytes, tally: Tally, name: str) -> Lines:
    """Return the lines of a file; bytes that are no UTF-8 are replaced, of which `tally` is told once."""
    starts = array("Q", accumulate(map(len, BytesIO(data)), initial=0))
    try:
        texts = _texts(data)
    except UnicodeDecodeError:
        texts = _mended(data, tally, name)
    if data.startswith(_BOM):
        starts[0] = len(_BOM)
        texts[0] = texts[0].removeprefix("\ufeff")
    if b"\r" in data:
        texts = [text.rstrip("\r") for text in texts]
    return Lines(texts, 1, _File(name, data, starts))


def _texts(data: bytes) -> list[str]:
    texts: list[str] = []
    at = 0
    while at < len(data):
        end = data.rfind(b"\n", at, at + _BLOCK) + 1 or data.find(b"\n", at + _BLOCK) + 1 or len(data)
        texts += data[at:end].decode().removesuffix("\n").split("\n")
        at = end
    return texts


def _mended(data: bytes, tally: Tally, name: str) -> list[str]:
    raws = [raw.rstrip(b"\r\n") for raw in BytesIO(data)]
    texts = [raw.decode("utf-8", "replace") for raw in raws]
    both = zip(texts, raws, strict=True)
    broken = [n for n, (text, raw) in enumerate(both, 1) if "\ufffd" in text and b"\xef\xbf\xbd" not in raw]
    if broken:
        text = f"line {broken[0]}: bytes that are no UTF-8 were replaced, in {len(broken)} lines in all"
        tally.complain("bad-bytes", text, Place(file=name, line=broken[0]))
    return texts


def text_of(lines: Sequence[str]) -> str:
    """Return the words of some lines, without blank lines before and after them."""
    first, last = 0, len(lines)
    while first < last and not lines[first].strip():
        first += 1
    while last > first and not lines[last - 1].strip():
        last -= 1
    return "\n".join(lines[first:last])


def fence_of(text: str) -> int:
    """Return how many backticks open a code block in a line; 0 where none is opened."""
    match = _FENCE.match(text) if text.startswith("```") else None
    return len(match[1]) if match else 0


def closes(text: str, fence: int) -> bool:
    """Return whether a line closes a code block that so many backticks opened."""
    bare = text.rstrip()
    return len(bare) >= fence and bare == "`" * len(bare)
