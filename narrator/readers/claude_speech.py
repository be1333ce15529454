"""Sorts out what stands in the person's place: whose message a user record makes, and which of its words are whose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from narrator.model import Author, Part
from narrator.readers.base import text_part
from narrator.readers.claude_blocks import file_part, is_file, said
from narrator.readers.claude_texts import COMMAND, CONTINUE, HOOK, INTERRUPT, NOTICE, PROMPT, Origin, opening_of, pieces, typed


class Speech(NamedTuple):
    """A user record's message."""

    origin: Origin
    parts: tuple[Part, ...]
    """The message's own words first-hand; what others put around them is synthetic."""
    interrupts: bool
    """Whether the harness tells in it that the person stopped something."""


class _Stretch(NamedTuple):
    text: str
    origin: Origin


def speech_of(blocks: list[dict[str, Any]], told: Origin, *, side: bool) -> Speech:
    """Return the message that a user record's blocks make; `told` is what the record's fields say, `side` a sub-agent's log."""
    stretches = [s for b in blocks if not is_file(b) for s in _stretches(said(b), told)]
    files = [b for b in blocks if is_file(b)]
    origin = _origin(stretches, told, has_files=bool(files))
    if side and origin == PROMPT:
        origin = origin._replace(by="model")
    words = (_part(s, origin) for s in stretches)
    interrupts = any(s.origin == INTERRUPT for s in stretches)
    return Speech(origin, (*words, *(file_part(f, origin.by) for f in files)), interrupts)


def _stretches(text: str, told: Origin) -> Iterator[_Stretch]:
    opening = opening_of(text)
    if opening is not None:
        yield _Stretch(typed(text) if opening == COMMAND else text, opening)
    elif told != PROMPT:
        yield _Stretch(text, told)
    else:
        for piece in pieces(text):
            yield _Stretch(piece.text, PROMPT if piece.by is None else HOOK if piece.by == "hook" else NOTICE)


def _origin(stretches: list[_Stretch], told: Origin, *, has_files: bool) -> Origin:
    found = [s.origin for s in stretches]
    if COMMAND in found:
        return COMMAND
    if told == PROMPT and (has_files or not found or PROMPT in found):
        return PROMPT
    return found[0] if found else told


def _part(stretch: _Stretch, origin: Origin) -> Part:
    own = stretch.origin.kind == origin.kind and stretch.origin.flags == origin.flags
    if own and stretch.text.strip() != CONTINUE:
        return text_part(stretch.text, origin.by)
    by: Author = stretch.origin.by if stretch.origin != PROMPT else "harness" if origin == COMMAND else origin.by
    return text_part(stretch.text, by, "synthetic")
