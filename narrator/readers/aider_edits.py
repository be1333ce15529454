"""A reply of Aider's model as parts: its words, its thoughts, and its SEARCH/REPLACE blocks as edits of the files they name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from narrator.model import Part
from narrator.readers.base import text_part
from narrator.readers.markdown_lines import closes, fence_of

_MARKS = ("<<<<<", "=====", ">>>>>")
_HEAD = re.compile(r"<{5,9} (?:SEARCH|ORIGINAL)>?\s*$")
_DIVIDER = re.compile(r"={5,9}\s*$")
_TAIL = re.compile(r">{5,9} (?:REPLACE|UPDATED)\s*$")
_THOUGHT = re.compile(r"<(think|thinking|thinking-content-[0-9a-f]{8,64})>(.*?)(?:</\1>|\Z)", re.DOTALL)
_ABOVE = 3
"""Lines above a block in which its file's name is looked for, as Aider does."""
_NAME_LENGTH = 400


class _Edit(NamedTuple):
    first: int
    """The first line that belongs to it, its file's name."""
    after: int
    """The line after its last, the fence that closes it."""
    path: str
    old: str
    new: str


def reply_parts(text: str) -> tuple[Part, ...]:
    """Return the parts of a reply in their order, no results among them; the first call is `edit-1`."""
    parts: list[Part] = []
    edits = 0
    for kind, words in _thoughts(text):
        if kind == "reasoning":
            parts.append(Part(kind="reasoning", text=words, by="model"))
            continue
        for piece in _pieces(words.split("\n")):
            if isinstance(piece, str):
                parts.append(text_part(piece, "model"))
            else:
                edits += 1
                parts.append(_call(piece, f"edit-{edits}"))
    return tuple(parts)


def _thoughts(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    # A thought stands first; an opening tag without an end holds all that was written before a stop.
    match = _THOUGHT.match(text)
    if match:
        if match[2].strip():
            yield "reasoning", match[2].strip("\n")
        at = match.end()
    if text[at:].strip():
        yield "text", text[at:].strip("\n")


def _pieces(lines: Sequence[str]) -> Iterator[str | _Edit]:
    at = 0
    for edit in _edits(lines):
        if words := _joined(lines[at : max(at, edit.first)]):
            yield words
        yield edit
        at = edit.after
    if words := _joined(lines[at:]):
        yield words


def _joined(lines: Sequence[str]) -> str:
    text = "\n".join(lines)
    return text.strip("\n") if text.strip() else ""


def _edits(lines: Sequence[str]) -> Iterator[_Edit]:
    head = divider = -1
    path, free = "", 0
    for at, line in enumerate(lines):
        if not line.startswith(_MARKS):
            continue
        if _HEAD.match(line):
            head, divider = at, -1
        elif head >= 0 and divider < 0 and _DIVIDER.match(line):
            divider = at
        elif divider >= 0 and _TAIL.match(line):
            first, name = _named(lines, head, free)
            path = name or path
            free = at + 2 if at + 1 < len(lines) and closes(lines[at + 1], 3) else at + 1
            yield _Edit(first, free, path, "\n".join(lines[head + 1 : divider]), "\n".join(lines[divider + 1 : at]))
            head = divider = -1


def _named(lines: Sequence[str], head: int, free: int) -> tuple[int, str]:
    """Return the first line that belongs to the block at `head`, and the file's name, "" where none stands above it."""
    first = head
    for at in range(head - 1, max(free, head - _ABOVE) - 1, -1):
        if fence_of(lines[at]):
            first = at
            continue
        name = _stripped(lines[at])
        if not name:
            return first, ""
        inside = first == head and at > free and fence_of(lines[at - 1])
        return at - 1 if inside else at, name
    return first, ""


def _stripped(line: str) -> str:
    name = line.strip().rstrip(":").lstrip("#").strip().strip("`").strip("*").replace("\\_", "_")
    return name if 0 < len(name) <= _NAME_LENGTH and name != "..." else ""


def _call(edit: _Edit, call: str) -> Part:
    path = (("file_path", edit.path),) if edit.path else ()
    return Part(kind="call", by="model", name="edit", args=(*path, ("old_string", edit.old), ("new_string", edit.new)), call=call)
