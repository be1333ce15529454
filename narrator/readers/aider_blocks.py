"""An Aider chat history as blocks: what was typed, what Aider printed, what the model replied.

Aider ends each line that it writes of its own with two blanks; a model's headings and quotations (`#### `, `> `) have none. A
text of several lines is printed as one: only its first line has the mark, only its last the two blanks. What is typed or printed
after a reply has a blank line before it. A file whose ends of lines were trimmed is read by its marks alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

from narrator.readers.markdown_lines import Lines, text_of

START = re.compile(r"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*$")
"""The line that begins a run, in the local time of the machine; the zone isn't told."""

_MARKS = (">", "####")
"""What lines begin with that Aider wrote of its own."""
Kind = Literal["start", "typed", "printed", "reply"]


class Block(NamedTuple):
    """Lines that belong together."""

    kind: Kind
    text: str
    """Without the marks."""
    lines: Lines


def runs_of(lines: Lines) -> tuple[Lines, ...]:
    """Return the lines of each run, in order; what stands before the first run's start belongs to none."""
    starts = [i for i in lines.beginning_with("# aider chat started at ") if _starts(lines, i)]
    return tuple(lines[a:b] for a, b in pairwise([*starts, len(lines)]))


def _starts(lines: Lines, at: int) -> bool:
    return START.match(lines[at]) is not None and (at == 0 or not lines[at - 1].strip())


def is_marked(lines: Lines) -> bool:
    """Return whether the two blanks are still there by which Aider's own lines are told."""
    return any(line.endswith("  ") and line.startswith((">", "#### ")) for line in lines)


def blocks_of(run: Lines, *, marked: bool) -> Iterator[Block]:
    """Yield the blocks of a run, in order; blank lines between them belong to none."""
    if run:
        yield Block("start", run[0], run[:1])
    scanner = _Scanner(run, marked=marked)
    at, bound = 1, False
    while at < len(run):
        if not run[at].strip():
            at, bound = at + 1, False
            continue
        block = scanner.block(at, bound=bound)
        yield block
        at += len(block.lines)
        bound = block.kind != "reply"


class _Scanner:
    def __init__(self, run: Lines, *, marked: bool) -> None:
        self.run = run
        self.texts = run.texts
        self.marked = marked
        self._open_to = 0
        """Up to here no printed text of several lines ends: it has been looked for."""

    def block(self, at: int, *, bound: bool) -> Block:
        """Return the block that begins at a line that isn't blank; `bound`: a typed or printed one ends right before it."""
        if self._typed(at):
            return self._input(at)
        text = self.texts[at]
        if self._printed(at):
            return self._print(at)
        if self.marked and bound and text.startswith("> ") and (end := self._end_of_print(at)):
            words = [text[2:], *self.texts[at + 1 : end]]
            return Block("printed", "\n".join(words).rstrip(), self.run[at:end])
        return self._reply(at)

    def _is_blank(self, at: int) -> bool:
        return not self.texts[at].strip()

    def _typed(self, at: int) -> bool:
        text = self.texts[at]
        if self.marked:
            return text.startswith("####") and text.endswith("  ") and text[4:5] == " "
        return text.startswith("#### ") or text == "####"

    def _printed(self, at: int) -> bool:
        text = self.texts[at]
        return text.startswith("> ") and text.endswith("  ") if self.marked else text == ">" or text.startswith("> ")

    def _input(self, at: int) -> Block:
        end = at
        while end < len(self.run) and self._typed(end):
            end += 1
        words = (line[5:].removesuffix("  ") if self.marked else line[5:] for line in self.texts[at:end])
        return Block("typed", "\n".join(words).rstrip(), self.run[at:end])

    def _print(self, at: int) -> Block:
        """Return a printed text; what follows it without a mark and without a blank line is its own, since a reply has one."""
        end = at + 1
        while end < len(self.run) and self._continues(end):
            end += 1
        words = [self.texts[at][2:].rstrip(), *self.texts[at + 1 : end]]
        return Block("printed", "\n".join(words).rstrip(), self.run[at:end])

    def _continues(self, at: int) -> bool:
        text = self.texts[at]
        return bool(text.strip()) and not text.startswith(">") and not self._typed(at)

    def _end_of_print(self, at: int) -> int | None:
        if at < self._open_to:
            return None
        for end in range(at + 1, len(self.run)):
            if self._typed(end):
                break
            if self.texts[end].endswith("  ") and self._may_follow(end + 1):
                return end + 1
        else:
            end = len(self.run)
        self._open_to = end
        return None

    def _may_follow(self, at: int) -> bool:
        return at >= len(self.run) or not self.texts[at].strip() or self._typed(at) or self.texts[at].startswith("> ")

    def _reply(self, at: int) -> Block:
        end = at + 1
        while end < len(self.run):
            if self.texts[end].startswith(_MARKS) and (self._typed(end) or self._printed(end)) and self._is_blank(end - 1):
                break
            end += 1
        return Block("reply", text_of(self.texts[at:end]), self.run[at:end])
