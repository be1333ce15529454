"""Reads what `opencode export` prints: `{info, messages: [{info, parts}]}`, or the bare `messages` as the HTTP API gives them.

The array is split by a scanner and decoded one message at a time, so that a 100 MB export costs little more than its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from narrator.errors import SourceError
from narrator.model import Message, Place, Transcript
from narrator.readers.arrays import Data, Extent, begin, closes, element, members, release
from narrator.readers.base import GIVES, Head, Listing, as_dict, as_list
from narrator.readers.opencode_listing import list_export
from narrator.readers.opencode_records import message_of, transcript_of
from narrator.readers.records import Tally, loads, mapped

_RESTART = re.compile(rb'\{\s*+"(?:info|parts)"\s*+:\s*+[\[{]')
"""Where a message's record can begin: inside a string its quotes would be escaped."""

_SESSION = re.compile(rb'"ses_\w|"projectID"\s*:|"sessionID"\s*:')
_RELEASED_AT_ONCE = 16_000_000
"""After how many bytes the pages of the file are given back."""

_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class OpencodeExport:
    """The reader of opencode's export."""

    name = "opencode"
    title = "opencode export (JSON)"
    gives = GIVES

    def sniff(self, head: Head) -> bool:
        """Return whether the file begins like an export: a session's `info`, or a message with `info` and `parts`."""
        data = _utf_8(head.data)
        at = begin(data)
        if at is None:
            return False
        if data[at : at + 1] == b"[":
            return _is_message(data, element(data, at + 1, len(data)))
        found = members(data, at).found
        info, messages = found.get("info"), found.get("messages")
        told = info is not None and data[info.start : info.start + 1] == b"{" and _SESSION.search(data[info.start : info.end])
        return bool(told) or (messages is not None and _is_message(data, element(data, messages.start + 1, len(data))))

    def read(self, path: Path, session: str | None = None) -> Transcript:
        """Read the export's session.

        Raises:
            SourceError: when the file can't be opened, is no export (or one of mid-2025's shape), or holds another session.

        """
        tally = Tally()
        with mapped(path, tally) as view:
            tally.digest = sha256(view).hexdigest()
            transcript = _read(path, _utf_8(view), tally)
        if session is not None and not transcript.session.startswith(session):
            raise SourceError(f"{path}: holds the session {transcript.session}, not {session}; leave the part after # away")
        return transcript

    def stores(self) -> Iterator[Path]:
        """Yield nothing: exports lie where people put them."""
        yield from ()

    def listings(self, path: Path) -> Iterator[Listing]:
        """Yield an export's session, by its ends."""
        with mapped(path) as view:
            yield from list_export(path, _utf_8(view))

    def count(self, path: Path) -> int:
        """Return how many messages an export makes, without making them."""
        with mapped(path) as view:
            data = _utf_8(view)
            at = begin(data)
            array = _outermost(path, data, at, Tally())[1] if at is not None else Extent(0, 0)
            return sum(_is_record(value) for value, _ in _values(path, data, array, Tally()))


def _utf_8(data: Data) -> Data:
    # Windows' PowerShell writes UTF-16 where a program's output is sent to a file.
    return bytes(data).decode("utf-16", "replace").encode("utf-8", "replace") if data[:2] in _UTF_16 else data


def _is_message(data: Data, found: Extent | None) -> bool:
    if found is None or data[found.start : found.start + 1] != b"{":
        return False
    names = set(members(data, found.start).found)
    if found.whole and {"info", "parts"} <= names:
        return True
    is_likely = bool(names & {"info", "parts"}) and (not found.whole or {"role", "metadata"} <= names)
    return is_likely and _SESSION.search(data[found.start : found.end]) is not None


def _read(path: Path, data: Data, tally: Tally) -> Transcript:
    at = begin(data)
    if at is None:
        raise SourceError(f"{path}: holds no JSON; give what `opencode export` printed")
    info, array = _outermost(path, data, at, tally)
    in_child = isinstance(info.get("parentID"), str)
    messages = list(_messages(path, data, array, tally, in_child=in_child))
    if not info:
        info = _session_of(data, array)
    return transcript_of(info, messages, tally, form=OpencodeExport.name)


def _outermost(path: Path, data: Data, at: int, tally: Tally) -> tuple[dict[str, Any], Extent]:
    if data[at : at + 1] == b"[":
        return {}, element(data, at, len(data)) or Extent(at, len(data), whole=False)
    found, whole = members(data, at)
    if "info" not in found and "messages" not in found:
        raise SourceError(f"{path}: JSON with neither `info` nor `messages`; give what `opencode export` printed")
    info: dict[str, Any] = {}
    for name, extent in found.items():
        if name != "messages":
            info = _member(path, data, name, extent, tally) or info
    array = found.get("messages", Extent(at, at))
    if data[array.start : array.start + 1] != b"[":
        array = Extent(array.start, array.start)
        tally.complain("no-messages", "the export's `messages` are missing or no array", Place(file=str(path)))
    # Of a document that isn't whole, the array's end is where a bracket was missing or too many: no end at all.
    return info, array if whole else array._replace(whole=False)


def _member(path: Path, data: Data, name: str, extent: Extent, tally: Tally) -> dict[str, Any]:
    place = Place(file=str(path), byte_start=extent.start, byte_end=extent.end)
    tally.records += 1
    if name != "info":
        tally.unknown += 1
        return {}
    info = _decoded(data, extent, place, tally)
    if not isinstance(info, dict):
        tally.bad += 1
        tally.complain("bad-info", "the session's own record can't be read; its title, folder and version are unknown", place)
        return {}
    tally.in_header += 1
    return info


def _messages(path: Path, data: Data, array: Extent, tally: Tally, *, in_child: bool) -> Iterator[Message]:
    for value, place in _values(path, data, array, tally):
        if _is_record(value):
            tally.in_messages += 1
            yield message_of(value["info"], as_list(value.get("parts")), (place,), tally, in_child=in_child)
        else:
            _refuse_old(path, value)
            tally.bad += 1
            tally.complain("bad-message", "an element of `messages` is no message; left out", place)


def _is_record(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("info"), dict)


def _values(path: Path, data: Data, array: Extent, tally: Tally) -> Iterator[tuple[Any, Place]]:
    at, end = array.start + 1, array.end if array.whole else len(data)
    release(data)
    released = at
    name = str(path)
    while array.end > array.start and (found := element(data, at, end)) is not None:
        value = _decoded(data, found, Place(file=name, byte_start=found.start), tally)
        if value is None and (other := element(data, at, end, laid_out=False)) not in (None, found):
            found = other or found
            value = _decoded(data, found, Place(file=name, byte_start=found.start), tally)
        at = found.end if value is not None else _restart(data, found, end)
        place = Place(file=name, byte_start=found.start, byte_end=at)
        tally.records += 1
        if value is not None:
            yield value, place
        else:
            tally.bad += 1
            _complain_of_broken(place, tally, is_cut=at == end and not found.whole)
        if at - released > _RELEASED_AT_ONCE:
            release(data)
            released = at
    if not array.whole and not tally.truncated and not (tally.bad and closes(data, at)):
        _complain_of_cut(Place(file=str(path), byte_start=at), tally)


def _restart(data: Data, broken: Extent, end: int) -> int:
    # Where a record is broken, its end is a guess: go on where the next one can only begin.
    found = _RESTART.search(data, broken.start + 1, end)
    return found.start() if found is not None else end


def _complain_of_broken(place: Place, tally: Tally, *, is_cut: bool) -> None:
    if is_cut:
        _complain_of_cut(place, tally)
    else:
        tally.complain("bad-message", "a message's record can't be decoded; left out", place)


def _decoded(data: Data, extent: Extent, place: Place, tally: Tally) -> Any:
    if not extent.whole:
        return None
    try:
        return loads(data[extent.start : extent.end], place, tally)
    except (ValueError, RecursionError):
        return None


def _refuse_old(path: Path, value: object) -> None:
    if isinstance(value, dict) and "metadata" in value and "role" in value and "parts" in value:
        shape = "records of opencode's mid-2025 shape (role, parts, metadata), which aren't read"
        raise SourceError(f"{path}: {shape}; let a later opencode load the session and export it")


def _complain_of_cut(place: Place, tally: Tally) -> None:
    tally.truncated = 1
    tally.complain("cut-file", "the file ends in the middle of the session; what was whole is read", place)


def _session_of(data: Data, array: Extent) -> dict[str, Any]:
    first = element(data, array.start + 1, array.end) if array.end > array.start else None
    info = as_dict(as_dict(_decoded(data, first, Place(file=""), Tally())).get("info")) if first is not None else {}
    return {"id": info.get("sessionID"), "directory": as_dict(info.get("path")).get("cwd")}
