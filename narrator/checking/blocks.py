"""Markdown becomes blocks: the words of each paragraph, heading, quote, list item, cell, footnote, and where they stand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from narrator.checking.footnotes import footnotes_plugin
from narrator.checking.plugin import citations_plugin
from narrator.checking.sentences import Stretch

BlockKind = Literal["paragraph", "heading", "quote", "item", "cell", "footnote", "code"]


class Spot(NamedTuple):
    """Where a piece of a block's words stands in its source."""

    at: int
    """Offset in the block's words."""
    raw: int
    """Offset in the block's Markdown."""
    line: int
    column: int


class Note(NamedTuple):
    """A reference to a footnote."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Block:
    """A leaf of a document."""

    kind: BlockKind
    text: str
    """Its words as a reader sees them, lines kept."""
    raw: str
    """Its Markdown."""
    group: int
    """Equal for blocks that share their citations: the cells of a row, the paragraphs of a block quote."""
    headings: tuple[str, ...]
    """The headings over it, the nearest last."""
    name: str = ""
    """A footnote's name; the heading of a cell's column."""
    codes: tuple[Stretch, ...] = ()
    notes: tuple[Note, ...] = ()
    spots: tuple[Spot, ...] = ()

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column of the source, from 1, where the words at `offset` stand."""
        spot = self._spot(offset)
        return spot.line, spot.column + max(0, offset - spot.at)

    def source(self, start: int, end: int) -> str:
        """Return the Markdown of the words from `start` to `end`."""
        first, last = self._spot(start), self._spot(max(start, end - 1))
        return self.raw[first.raw + start - first.at : last.raw + end - last.at]

    def _spot(self, offset: int) -> Spot:
        at = bisect_right(self.spots, offset, key=lambda spot: spot.at) - 1
        return self.spots[at] if at >= 0 else Spot(0, 0, 1, 1)


@cache
def parser() -> MarkdownIt:
    """Return the parser of documents: CommonMark with tables, citations and footnotes, and no HTML."""
    md = MarkdownIt("commonmark", {"html": False}).enable("table").disable("reference")
    md.core.ruler.disable("text_join")  # escapes and entities stay apart, so that words can be found again in the source
    return md.use(citations_plugin).use(footnotes_plugin)


def blocks(text: str) -> tuple[Block, ...]:
    """Return the blocks of a Markdown text, in order."""
    return tuple(_Walk(text.split("\n")).leaves(parser().parse(text)))


@dataclass
class _Walk:
    """Where a walk over the tokens has come to."""

    lines: list[str]
    open: list[str] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    level: int = 1
    """Of the heading that is open."""
    column: int = 0
    group: int = 0
    edge: tuple[int, int] = (-1, 0)
    """Line and column up to which a table's row has been read."""

    def leaves(self, tokens: list[Token]) -> Iterator[Block]:
        for token in tokens:
            if token.nesting:
                self._step(token)
            elif token.type == "inline":
                block = self._inline(token)
                if block.kind == "heading":
                    self.headings.append((self.level, " ".join(block.text.split())))
                elif "thead_open" in self.open:
                    self.columns.append(block.text)
                yield block
                self.column += 1
            elif token.type == "hr":
                self.headings = [
                    (level, title) for level, title in self.headings if level == 1
                ]  # what follows is a part by itself
            elif token.type in ("fence", "code_block"):
                self.group += 1
                yield self._code(token)

    def _step(self, token: Token) -> None:
        if token.nesting > 0:
            self.open.append(token.type)
            if token.type == "tr_open":
                self.column = 0
            elif token.type == "table_open":
                self.columns = []
            if token.type in ("tr_open", "blockquote_open") or not self._shares():
                self.group += 1
            if token.type == "heading_open":
                self.level = int(token.tag[1:])
                self.headings = [(n, title) for n, title in self.headings if n < self.level]
        elif self.open:
            self.open.pop()

    def _shares(self) -> bool:
        return any(name in self.open for name in ("tr_open", "blockquote_open"))

    def _kind(self) -> BlockKind:
        for name, kind in _KINDS:
            if name in self.open:
                return kind
        return "paragraph"

    def _inline(self, token: Token) -> Block:
        kind = self._kind()
        name = token.meta.get("name", "") if kind == "footnote" else ""
        if kind == "cell" and "thead_open" not in self.open and self.column < len(self.columns):
            name = self.columns[self.column]
        words = _Words(token, self._starts(token))
        found = (tuple(words.codes), tuple(words.notes), tuple(words.spots))
        return Block(kind, "".join(words.out), token.content, self.group, self._over(), name, *found)

    def _over(self) -> tuple[str, ...]:
        return tuple(title for _, title in self.headings)

    def _starts(self, token: Token) -> list[tuple[int, int]]:
        """Return line and column, from 1, of each line of an inline token's content."""
        first = token.map[0] if token.map else 0
        out = []
        for offset, line in enumerate(token.content.split("\n")):
            number = first + offset
            source = self.lines[number] if number < len(self.lines) else ""
            begin = self.edge[1] if "tr_open" in self.open and self.edge[0] == number else 0
            column = max(0, source.find(line.strip(), begin))
            self.edge = (number, column + len(line.strip()))
            indent = len(line) - len(line.lstrip())
            out.append((number + 1, max(0, column - indent) + 1))
        return out

    def _code(self, token: Token) -> Block:
        text = token.content.rstrip("\n")
        first = (token.map[0] if token.map else 0) + (2 if token.type == "fence" else 1)
        spots, at = [], 0
        for offset, line in enumerate(text.split("\n")):
            spots.append(Spot(at, at, first + offset, 1))
            at += len(line) + 1
        return Block("code", text, text, self.group, self._over(), token.info.strip(), spots=tuple(spots))


_KINDS: tuple[tuple[str, BlockKind], ...] = (
    ("footnote_open", "footnote"),
    ("heading_open", "heading"),
    ("blockquote_open", "quote"),
    ("tr_open", "cell"),
    ("list_item_open", "item"),
)
"""What a block is, by the tokens that are open around it; the first that fits."""


class _Words:
    """The words of an inline token, its code, its footnote references, and where each piece stands."""

    def __init__(self, token: Token, starts: list[tuple[int, int]]) -> None:
        self.raw, self.starts = token.content, starts
        self.out: list[str] = []
        self.codes: list[Stretch] = []
        self.notes: list[Note] = []
        self.spots: list[Spot] = []
        self._at = self._cursor = self._line = self._line_start = 0
        for child in token.children or ():
            self._add(child)

    def _add(self, child: Token) -> None:
        if child.type in ("softbreak", "hardbreak"):
            self._put("\n", self._find("\n", 1))
        elif child.type == "code_inline":
            self._skip(child.markup)
            start = self._at
            self._put(child.content, self._find(child.content, len(child.content)))
            self.codes.append((start, self._at))
            self._skip(child.markup)
        elif child.type == "link_close":
            if self.raw.startswith("](", self._cursor):
                self._skip(")")
        elif child.type == "image":
            self._put(child.content, self._find(child.content, len(child.content)))
            self._skip(")")
        elif child.content:
            if child.type == "footnote_ref":
                self.notes.append(Note(child.meta["name"], self._at, self._at + len(child.content)))
            written = child.markup if child.type == "text_special" else child.content
            self._put(child.content, self._find(written, len(written)))

    def _find(self, written: str, length: int) -> int:
        found = self.raw.find(written, self._cursor)
        start = self._cursor if found < 0 else found
        self._cursor = min(len(self.raw), start + length)
        return start

    def _skip(self, mark: str) -> None:
        found = self.raw.find(mark, self._cursor)
        self._cursor = self._cursor if found < 0 else found + len(mark)

    def _put(self, text: str, raw: int) -> None:
        if not text:
            return
        while (brk := self.raw.find("\n", self._line_start, raw)) >= 0:
            self._line += 1
            self._line_start = brk + 1
        line, column = self.starts[min(self._line, len(self.starts) - 1)]
        self.spots.append(Spot(self._at, raw, line, column + raw - self._line_start))
        self.out.append(text)
        self._at += len(text)
