"""Reads the objects of a JSON array one at a time, each with its place, past what is broken or cut off.

Where one ends is guessed first, by what stood between those before it: an object that can be decoded up to there is the element.
Only where the guess is wrong are brackets counted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import orjson

from narrator.model import Place
from narrator.readers.arrays import Data, Extent, closes, element
from narrator.readers.records import Record, Tally, loads

_JOINT = re.compile(rb'[\s,]{1,200}\{\s{0,200}"[^"\\]{1,80}"')
_DECODER = json.JSONDecoder(strict=False)
_TOKEN = 6
"""How far before its end a text that is cut off in a token is wrong."""

_TRIES = 16
"""Wrong guesses after which brackets are counted from there on."""


class _Guess(NamedTuple):
    extent: Extent
    value: Any


def objects(
    file: str, data: Data, array: Extent, tally: Tally, *, restart: re.Pattern[bytes], base: int = 0, line: int | None = None
) -> Iterator[Record]:
    """Yield the objects of an array, in order, counting into `tally` all its elements and those that are no objects.

    `array` is where it stands in `data`, which begins `base` bytes into the file, in `line` where that is one of its lines.
    `restart` tells where an object can begin after a broken one.
    """
    if data[array.start : array.start + 1] != b"[":
        return
    at, end = array.start + 1, array.end if array.whole else len(data)
    joint, tries = b"", _TRIES
    while True:
        guess = _guessed(data, at, end, joint) if joint and tries else None
        found = guess.extent if guess is not None else element(data, at, end)
        if found is None:
            break
        place = Place(file=file, line=line, byte_start=base + found.start, byte_end=base + found.end)
        value = guess.value if guess is not None else decoded(data, found, place, tally)
        if guess is None:
            tries -= bool(joint and tries)
            joint = _joint(data, found)
        is_cut = not found.whole and _is_cut(data[found.start : found.end])
        at = found.end if value is not None or found.whole or is_cut else _resume(data, found, end, restart)
        tally.records += 1
        if isinstance(value, dict):
            yield Record(value, place)
            continue
        tally.bad += 1
        if is_cut or (value is None and at == end and not found.whole):
            _complain_of_cut(place, tally)
        else:
            tally.complain("bad-record", "an element of the list is no object that can be decoded; left out", place)
    if not array.whole and not tally.truncated and not (tally.bad and closes(data, at)):
        _complain_of_cut(Place(file=file, line=line, byte_start=base + at), tally)


def _joint(data: Data, found: Extent) -> bytes:
    """Return how an element ends and the next one begins, up to its first name; nothing where none follows."""
    between = _JOINT.match(data, found.end) if found.whole else None
    return b"}" + between[0] if between is not None else b""


def _guessed(data: Data, at: int, end: int, joint: bytes) -> _Guess | None:
    """Return the next element as the joint between those before it tells it; None where that is wrong."""
    start = at + joint.index(b"{") - 1
    if data[at : at + len(joint) - 1] != joint[1:]:
        return None
    stop = data.find(joint, start, end) + 1
    try:
        return _Guess(Extent(start, stop), orjson.loads(data[start:stop])) if stop else None
    except orjson.JSONDecodeError:
        return None


def decoded(data: Data, extent: Extent, place: Place, tally: Tally) -> Any:
    """Return the value that stands there; None where it is cut off or can't be decoded."""
    if not extent.whole:
        return None
    try:
        return loads(data[extent.start : extent.end], place, tally)
    except (ValueError, RecursionError):
        return None


def _is_cut(data: bytes) -> bool:
    """Return whether an object that doesn't end only lacks its end: else something in it is broken, and others may follow it."""
    text = data.decode("utf-8", "replace")
    try:
        _DECODER.raw_decode(text)
    except json.JSONDecodeError as error:
        return error.msg.startswith("Unterminated string") or error.pos >= len(text) - _TOKEN
    except (ValueError, RecursionError):
        pass
    return False


def _resume(data: Data, broken: Extent, end: int, restart: re.Pattern[bytes]) -> int:
    # Where a record is broken, its end is a guess: go on where the next one can only begin.
    found = restart.search(data, broken.start + 1, end)
    return found.start() if found is not None else end


def _complain_of_cut(place: Place, tally: Tally) -> None:
    if not tally.truncated:
        tally.truncated = 1
        tally.complain("cut-file", "the file ends in the middle of the session; what was whole is read", place)
