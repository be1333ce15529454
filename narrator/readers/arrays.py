"""Finds the pieces of a JSON document without decoding it: where its members and its array's elements begin and end.

A big file is then decoded one element at a time. Strings are skipped by one regular expression, brackets are counted; nothing is
nested, so depth costs nothing. Where a document is laid out in lines, as programs print them, a value's end is where a line
is indented as little as the one it began on: that takes one search. Offsets are bytes, half open. Works on anything that `re`
takes: bytes, a memory map.
"""

from __future__ import annotations

import mmap
import re
from functools import lru_cache
from typing import NamedTuple

import orjson

Data = bytes | mmap.mmap

_IN_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_TO_BRACKET = re.compile(rb'[^"{}\[\]]*+(?:' + _IN_STRING + rb'[^"{}\[\]]*+)*+[{}\[\]]', re.DOTALL)
_STRING = re.compile(_IN_STRING, re.DOTALL)
_SCALAR = re.compile(rb'[^\s,:"{}\[\]]++')
_BETWEEN = re.compile(rb"[\s,]*+")
_COLON = re.compile(rb"\s*+:\s*+")
_OPENED = re.compile(rb"[{\[]\r?\n([ \t]+)")
_DEEPEST = 32
"""Bytes of indentation up to which a layout is trusted."""
_BEGIN = re.compile(rb'\{\s*+["}]|\[\s*+[{\]]')


class Extent(NamedTuple):
    """Where a value stands in a document."""

    start: int
    end: int
    whole: bool = True
    """False where the document ends, or goes wrong, inside it; `end` is then the document's."""


class Members(NamedTuple):
    """The members of a document's outermost object; of a name that comes twice, the last."""

    found: dict[str, Extent]
    whole: bool
    """False where the object isn't closed."""


def begin(data: Data) -> int | None:
    """Return where an object, or an array of objects, begins, after whatever a shell put before it; None where none does."""
    found = _BEGIN.search(data)
    return found.start() if found else None


def members(data: Data, at: int) -> Members:
    """Return the members of the object that begins at `at`; of a document that is cut off, those up to the cut."""
    found: dict[str, Extent] = {}
    at += 1
    while True:
        at = _after(_BETWEEN, data, at)
        if data[at : at + 1] == b"}":
            return Members(found, whole=True)
        key = _STRING.match(data, at)
        colon = _COLON.match(data, key.end()) if key else None
        if key is None or colon is None:
            return Members(found, whole=False)
        value = element(data, colon.end(), len(data))
        if value is None:
            return Members(found, whole=False)
        found[_decoded(key.group())] = value
        if not value.whole:
            return Members(found, whole=False)
        at = value.end


def element(data: Data, at: int, stop: int, *, laid_out: bool = True) -> Extent | None:
    """Return the next value at or after `at`, blanks and commas skipped; None where a bracket closes or `stop` comes first.

    A document whose layout misleads (`laid_out`) gives a wrong end: what then can't be decoded is to be asked for again without.
    """
    start = _after(_BETWEEN, data, at)
    first = data[start : start + 1]
    if start >= stop or first in (b"]", b"}"):
        return None
    if first in (b"{", b"["):
        end = (_by_layout(data, start) if laid_out else None) or _closing(data, start)
    else:
        found = (_STRING if first == b'"' else _SCALAR).match(data, start)
        end = found.end() if found else None
    return Extent(start, stop, whole=False) if end is None or end > stop else Extent(start, end)


def closes(data: Data, at: int) -> bool:
    """Return whether a bracket closes at or after `at`, blanks and commas skipped."""
    start = _after(_BETWEEN, data, at)
    return data[start : start + 1] in (b"]", b"}")


def release(data: Data) -> None:
    """Give back the memory that a mapped file's pages take; they are read again where they are needed again."""
    if isinstance(data, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
        data.madvise(mmap.MADV_DONTNEED)


def _by_layout(data: Data, at: int) -> int | None:
    """Return the end of the value that begins at `at`, the last thing on its line; None where the lines don't tell it."""
    opened = _OPENED.match(data, at)
    if opened is None:
        return None
    before = data[max(0, at - 1000) : at].rpartition(b"\n")[2]
    indent = before[: len(before) - len(before.lstrip(b" \t"))]
    inner = opened[1]
    if len(inner) > _DEEPEST or not (inner.startswith(indent) and len(inner) > len(indent)):
        return None
    found = _outdented(len(indent)).search(data, opened.end())
    closer = b"}" if data[at : at + 1] == b"{" else b"]"
    return found.end() if found is not None and found[1] == indent and found[2] == closer else None


@lru_cache(maxsize=_DEEPEST)
def _outdented(length: int) -> re.Pattern[bytes]:
    return re.compile(rb"\n([ \t]{0,%d})([^ \t\r\n])" % length)


def _closing(data: Data, at: int) -> int | None:
    depth = 0
    while found := _TO_BRACKET.match(data, at):
        at = found.end()
        depth += 1 if data[at - 1 : at] in (b"{", b"[") else -1
        if depth == 0:
            return at
    return None


def _after(pattern: re.Pattern[bytes], data: Data, at: int) -> int:
    found = pattern.match(data, at)
    return found.end() if found else at


def _decoded(key: bytes) -> str:
    try:
        return str(orjson.loads(key))
    except orjson.JSONDecodeError:
        return key[1:-1].decode("utf-8", "replace")
