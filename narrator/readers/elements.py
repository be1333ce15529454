"""Reads the objects of a JSON array one at a time, each with its place, past what is broken or cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from narrator.model import Place
from narrator.readers.arrays import Data, Extent, closes, element
from narrator.readers.records import Record, Tally, loads


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
    while (found := element(data, at, end)) is not None:
        place = Place(file=file, line=line, byte_start=base + found.start, byte_end=base + found.end)
        value = decoded(data, found, place, tally)
        at = found.end if value is not None or found.whole else _resume(data, found, end, restart)
        tally.records += 1
        if isinstance(value, dict):
            yield Record(value, place)
            continue
        tally.bad += 1
        if value is None and at == end and not found.whole:
            _complain_of_cut(place, tally)
        else:
            tally.complain("bad-record", "an element of the list is no object that can be decoded; left out", place)
    if not array.whole and not tally.truncated and not (tally.bad and closes(data, at)):
        _complain_of_cut(Place(file=file, line=line, byte_start=base + at), tally)


def decoded(data: Data, extent: Extent, place: Place, tally: Tally) -> Any:
    """Return the value that stands there; None where it is cut off or can't be decoded."""
    if not extent.whole:
        return None
    try:
        return loads(data[extent.start : extent.end], place, tally)
    except (ValueError, RecursionError):
        return None


def _resume(data: Data, broken: Extent, end: int, restart: re.Pattern[bytes]) -> int:
    # Where a record is broken, its end is a guess: go on where the next one can only begin.
    found = restart.search(data, broken.start + 1, end)
    return found.start() if found is not None else end


def _complain_of_cut(place: Place, tally: Tally) -> None:
    if not tally.truncated:
        tally.truncated = 1
        tally.complain("cut-file", "the file ends in the middle of the session; what was whole is read", place)
