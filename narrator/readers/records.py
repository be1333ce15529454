"""Reads JSON records out of files: by line, with what real files do to lines.

Fast path: orjson on the line's bytes. What it refuses is tried again leniently (byte order mark, lone surrogates, NaN, control
characters in strings, stray backslashes, several objects glued on one line, a cut last line); each is a `Problem` with its
place, none an exception.
"""

from __future__ import annotations

import gc
import mmap
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from hashlib import sha256
from os import fstat
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import IO, Any, BinaryIO

import msgspec
import orjson

from narrator.errors import SourceError
from narrator.model import Coverage, Place, Problem, Transcript
from narrator.readers.compressed import Fault, fault, fault_of, is_packed, open_bytes
from narrator.readers.lenient import as_written, decode

_SMALL = 4 << 20
"""Bytes up to which a file is read into memory."""
_LONE_SURROGATE = dict.fromkeys(range(55296, 57344), "�")


class Record(msgspec.Struct, frozen=True, gc=False):
    """One JSON object of a source and where it stands."""

    value: dict[str, Any]
    place: Place


@dataclass(slots=True)
class Tally:
    """Counts what a reader meets; `coverage()` gives them as a value."""

    records: int = 0
    in_messages: int = 0
    in_events: int = 0
    in_header: int = 0
    unknown: int = 0
    bad: int = 0
    glued: int = 0
    dangling: int = 0
    truncated: int = 0
    digest: str = ""
    problems: list[Problem] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    """Kinds of records that aren't known."""

    def meet_unknown(self, kind: str, place: Place) -> None:
        """Count a record of a kind that isn't known; the first of each kind is a problem."""
        self.unknown += 1
        if kind not in self.kinds:
            self.kinds.add(kind)
            where = f"line {place.line}: " if place.line is not None else ""
            self.complain("unknown-record", f"{where}a record of the unknown type `{kind[:60]}`", place)

    def complain(self, code: str, text: str, place: Place | None = None, message: int | None = None) -> None:
        """Add a problem."""
        self.problems.append(Problem(code=code, text=text, place=place, message=message))

    def coverage(self, messages: int, events: int) -> Coverage:
        """Return the counts, with how many messages and events came of them."""
        return Coverage(
            records=self.records,
            messages=messages,
            events=events,
            in_messages=self.in_messages,
            in_events=self.in_events,
            in_header=self.in_header,
            unknown=self.unknown,
            bad=self.bad,
            glued=self.glued,
            dangling=self.dangling,
            truncated=self.truncated,
        )


@contextmanager
def paused_collector() -> Iterator[None]:
    """Pause the garbage collector: reading makes many values and no garbage in cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def read_bytes(path: Path, tally: Tally | None = None) -> bytes:
    """Return a file's bytes, unpacked; complains into `tally` of an archive that is cut off.

    Raises:
        SourceError: when it can't be opened, or unpacks to too much.

    """
    try:
        with open_bytes(path) as file:
            data = file.read()
            report(file, path, tally)
            return data
    except OSError as error:
        raise unreadable(path, error) from error


def with_fault(transcript: Transcript, path: Path) -> Transcript:
    """Return a transcript with the problem of the archive at `path`, for readers that open it without a tally.

    Raises:
        SourceError: when it can't be opened, or unpacks to too much.

    """
    try:
        found = fault_of(path) if path.is_file() else None
    except OSError as error:
        raise unreadable(path, error) from error
    if found is None or any(p.code == found.code for p in transcript.problems):
        return transcript
    coverage = transcript.coverage
    cut = max(coverage.truncated, found.code != "after-archive")
    told = {
        "problems": (*transcript.problems, _problem(found, path)),
        "coverage": coverage.model_copy(update={"truncated": int(cut)}),
    }
    return transcript.model_copy(update=told)


def report(file: BinaryIO, path: Path, tally: Tally | None) -> None:
    """Complain of what is wrong with the archive that `file`, opened by `open_bytes` and read to its end, came from."""
    found = fault(file)
    if found is not None and tally is not None:
        tally.truncated |= found.code != "after-archive"
        tally.problems.append(_problem(found, path))


def _problem(found: Fault, path: Path) -> Problem:
    return Problem(code=found.code, text=found.text, place=Place(file=str(path), byte_start=found.at))


def unreadable(path: Path, error: OSError) -> SourceError:
    """Return the error for a path that the system refuses."""
    return SourceError(f"{path}: can't be read ({error.strerror or error}); check the path and its permissions")


def read_records(path: Path, tally: Tally) -> Iterator[Record]:
    """Yield the JSON objects of a file of JSON lines, in order, counting into `tally` (its digest is set at the end).

    Raises:
        SourceError: when the file can't be opened, or unpacks to too much.

    """
    hashed = sha256()
    name = str(path)
    offset = 0
    try:
        with open_bytes(path) as file:
            for number, line in enumerate(file, 1):
                hashed.update(line)
                start, offset = offset, offset + len(line)
                if line.isspace():
                    continue
                end = offset - (1 if line.endswith(b"}\n") else _ending(line))
                place = Place(file=name, line=number, byte_start=start, byte_end=end)
                try:
                    value = orjson.loads(line)
                except orjson.JSONDecodeError:
                    yield from _decode_leniently(line, place, tally, last_is_open=not line.endswith(b"\n"))
                    continue
                tally.records += 1
                if isinstance(value, dict):
                    yield Record(value, place)
                else:
                    _refuse(place, tally)
            report(file, path, tally)
    except OSError as error:
        raise unreadable(path, error) from error
    tally.digest = hashed.hexdigest()


def _ending(line: bytes) -> int:
    """Return the length of a line's end, which is looked at and not copied: lines can be long."""
    return len(line[-8:]) - len(line[-8:].rstrip(b"\r\n"))


def _refuse(place: Place, tally: Tally) -> None:
    tally.bad += 1
    tally.complain("not-an-object", f"line {place.line}: a JSON value that is no object; left out", place)


def _decode_leniently(line: bytes, place: Place, tally: Tally, *, last_is_open: bool) -> Iterator[Record]:
    text, replaced = as_written(line)
    text = text.strip().lstrip("\ufeff\0")
    found = 0
    while text:
        try:
            value, rest, stray = decode(text)
        except (ValueError, RecursionError):
            _complain_of_rest(text, place, tally, after=found, truncated=last_is_open)
            return
        text = rest.lstrip(" \t\r\n\0")
        tally.records += 1
        _complain_of_mending(replaced and not found, stray, place, tally)
        if not isinstance(value, dict):
            _refuse(place, tally)
            continue
        if found:
            tally.glued += 1
            tally.complain("glued-line", f"line {place.line}: another record begins on the same line; both read", place)
        found += 1
        yield Record(_without_surrogates(value, place, tally), place)


def _complain_of_rest(text: str, place: Place, tally: Tally, *, after: int, truncated: bool) -> None:
    tally.records += 1
    tally.bad += 1
    if truncated:
        tally.truncated = 1
        tally.complain("cut-line", f"line {place.line}: the last record is cut off; left out", place)
    else:
        where = "what follows a record on the same line is" if after else "the line is"
        tally.complain("bad-line", f"line {place.line}: {where} no JSON ({len(text)} characters); left out", place)


def _complain_of_mending(replaced: bool, stray: int, place: Place, tally: Tally) -> None:
    where = f"line {place.line}: " if place.line is not None else ""
    if replaced:
        tally.complain("bad-bytes", f"{where}bytes that are no UTF-8 were replaced", place)
    if stray:
        one = "a backslash begins no escape; read as itself"
        more = f"{stray} backslashes begin no escape; read as themselves"
        tally.complain("bad-escape", where + (one if stray == 1 else more), place)


def _without_surrogates(value: dict[str, Any], place: Place, tally: Tally) -> dict[str, Any]:
    cleaned, changed = _clean(value)
    if changed:
        tally.complain("lone-surrogate", f"line {place.line}: characters that can't be written were replaced", place)
    return cleaned if isinstance(cleaned, dict) else value


def _without_lone(text: str) -> tuple[str, bool]:
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.translate(_LONE_SURROGATE), True
    return text, False


def _clean(value: Any) -> tuple[Any, bool]:
    if isinstance(value, str):
        return _without_lone(value)
    if isinstance(value, list):
        pairs = [_clean(v) for v in value]
        return [v for v, _ in pairs], any(c for _, c in pairs)
    if isinstance(value, dict):
        keys = [_clean(k) for k in value]
        pairs = [_clean(v) for v in value.values()]
        return {k: v for (k, _), (v, _) in zip(keys, pairs, strict=True)}, any(c for _, c in keys + pairs)
    return value, False


def loads(data: bytes | memoryview, place: Place, tally: Tally) -> Any:
    """Return one JSON value, read leniently where it must be.

    Raises:
        ValueError: when it is no JSON even so.

    """
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        text, replaced = as_written(bytes(data))
        value, _, stray = decode(text.strip().lstrip("\ufeff\0"))
        _complain_of_mending(replaced, stray, place, tally)
        cleaned, changed = _clean(value)
        if changed:
            tally.complain("lone-surrogate", "characters that can't be written were replaced", place)
        return cleaned


@contextmanager
def mapped(path: Path, tally: Tally | None = None) -> Iterator[mmap.mmap | bytes]:
    """Give a file's bytes, unpacked, without reading them all into memory where they are many (an empty file as b"").

    Raises:
        SourceError: when it can't be opened, or unpacks to too much.

    """
    try:
        with open_bytes(path) as file:
            if not is_packed(file):
                # What is searched through again and again is searched several times as fast in bytes as in a memory map.
                with nullcontext(file.read()) if _size(file) <= _SMALL else _view(file) as view:
                    yield view
                return
            with TemporaryFile(prefix="narrator-") as unpacked:
                copyfileobj(file, unpacked, 1 << 20)
                unpacked.flush()
                report(file, path, tally)
                with _view(unpacked) as view:
                    yield view
    except OSError as error:
        raise unreadable(path, error) from error


def _size(file: BinaryIO) -> int:
    return fstat(file.fileno()).st_size


@contextmanager
def _view(file: IO[bytes]) -> Iterator[mmap.mmap | bytes]:
    file.seek(0)
    if not file.read(1):
        yield b""
        return
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as view:
        yield view
