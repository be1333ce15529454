"""A document as a mutation sees it: stretches of its Markdown, found by plain patterns, with what each cites and holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

CITATION = re.compile(r"\[msg (\d+)\]")
GROUP = re.compile(r"\[msg \d+\](?:(?:–|, | and )\[msg \d+\])*")
_QUOTED = re.compile(r"“([^“”]*)”")
_CODE = re.compile(r"(`+)(.+?)\1")
_HIDDEN = re.compile(r"“[^“”]*”|(`+).+?\1|\[\^\w+\]|\[msg \d+\](?:–\[msg \d+\])?|(?i:\bmessages? \d+(?: to \d+)?)")
_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)


class Part(NamedTuple):
    """A stretch of a document that one group of citations stands for."""

    start: int
    end: int
    """Half open, the citations left out."""
    text: str
    cited: tuple[int, ...]
    """The messages of the group; those between, for a range."""
    at: int
    """Where the group begins."""
    mark: str
    """The group as it is written."""


@dataclass(frozen=True)
class Page:
    """A document's text and where what stands in it."""

    text: str

    @cached_property
    def body(self) -> tuple[tuple[int, str], ...]:
        """The lines of prose with their offsets: no front matter, no headings, no footnotes."""
        return tuple((at, line) for at, line in self._lines() if line and not line.startswith(("#", "[^", "| ---")))

    @cached_property
    def notes(self) -> tuple[tuple[int, str], ...]:
        """The lines of footnotes with their offsets."""
        return tuple((at, line) for at, line in self._lines() if line.startswith("[^"))

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """What each group of citations stands for, in order: from the end of the group before it, or its line's start."""
        return tuple(part for at, line in self.body for part in _parts(at, line))

    def part_of(self, offset: int) -> Part | None:
        """Return the part in which an offset lies, or None."""
        return next((p for p in self.parts if p.start <= offset < p.at), None)

    def prose(self, *, notes: bool = False) -> Iterator[tuple[int, str]]:
        """Yield each line with blanks for quotations, code, citations and references, as long as it was."""
        for at, line in self.notes if notes else self.body:
            if not line.startswith("> "):
                yield at, _HIDDEN.sub(lambda m: " " * len(m[0]), line)

    def _lines(self) -> Iterator[tuple[int, str]]:
        front = _FRONT.match(self.text)
        at = front.end() if front else 0
        for line in self.text[at:].split("\n"):
            yield at, line
            at += len(line) + 1


def quotations(text: str) -> list[tuple[int, str]]:
    """Return the quoted passages of a stretch with their offsets; the whole of a line of a block quote."""
    if text.startswith("> "):
        return [(2, text[2:].rstrip())]
    return [(m.start(1), m[1]) for m in _QUOTED.finditer(text)]


def codes(text: str) -> list[tuple[int, str]]:
    """Return the names in code of a stretch with their offsets, those in quotations left out."""
    bare = _QUOTED.sub(lambda m: " " * len(m[0]), text)
    return [] if text.startswith("> ") else [(m.start(2), m[2]) for m in _CODE.finditer(bare)]


def content(text: str) -> list[str]:
    """Return what of a stretch can be looked up word for word: its quotations and names."""
    return [passage for _, passage in (*quotations(text), *codes(text)) if re.search(r"\w", passage)]


def _parts(offset: int, line: str) -> Iterator[Part]:
    begin, at = 0, 0
    while (group := GROUP.search(line, at)) is not None:
        inside = any(m.start() < group.start() < m.end() for m in _QUOTED.finditer(line))
        if not inside:
            before = line[begin : group.start()]
            yield Part(offset + begin, offset + group.start(), before, _cited(group[0]), offset + group.start(), group[0])
            begin = group.end()
        at = group.end()


def _cited(group: str) -> tuple[int, ...]:
    if "–" in group and group.count("[msg") == 2:
        first, last = (int(n) for n in CITATION.findall(group))
        return tuple(range(first, last + 1))
    return tuple(int(n) for n in CITATION.findall(group))
