"""One JSON document that holds a session: its members, and the objects of its arrays one at a time, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from narrator.errors import SourceError
from narrator.model import Place
from narrator.readers.arrays import Data, Extent, Members, begin, element, members
from narrator.readers.elements import decoded, objects
from narrator.readers.records import Record, Tally, mapped

_NOTHING = Extent(0, 0)


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON object, or an array, in a file."""

    path: Path
    data: Data
    at: int
    """Where it begins."""
    members: Members
    """Its members; none of an array."""

    @property
    def is_array(self) -> bool:
        """Whether it is an array, not an object."""
        return self.data[self.at : self.at + 1] == b"["

    def place(self, extent: Extent | None = None) -> Place:
        """Return where a stretch of it stands; by default only where it begins."""
        return Place(file=str(self.path), byte_start=extent.start if extent else self.at, byte_end=extent.end if extent else None)

    def value(self, name: str, tally: Tally) -> Any:
        """Return a member's value; None where there is none, and (a problem) where it can't be decoded."""
        extent = self.members.found.get(name)
        if extent is None:
            return None
        found = decoded(self.data, extent, self.place(extent), tally)
        if not extent.whole:
            tally.truncated = 1
        if found is None and self.begins(name) != "null":
            tally.complain("bad-member", f"`{name}` can't be decoded; left out", self.place(extent))
        return found

    def begins(self, name: str) -> str:
        """Return the first 200 bytes of a member, as text."""
        extent = self.members.found.get(name, _NOTHING)
        return self.data[extent.start : min(extent.end, extent.start + 200)].decode("utf-8", "replace")

    def holds_array(self, name: str) -> bool:
        """Return whether the member `name` is an array."""
        return self.begins(name).startswith("[")

    def first(self, name: str | None) -> set[str]:
        """Return the names in the first object of an array (the member `name`, or, None, the document itself)."""
        array = self._array(name)
        one = element(self.data, array.start + 1, array.end) if array.end > array.start else None
        is_object = one is not None and self.data[one.start : one.start + 1] == b"{"
        return set(members(self.data, one.start).found) if one is not None and is_object else set()

    def records(self, name: str | None, tally: Tally, *, restart: re.Pattern[bytes]) -> Iterator[Record]:
        """Yield the objects of an array; `restart` tells where one can begin after a broken one."""
        return objects(str(self.path), self.data, self._array(name), tally, restart=restart)

    def parts(self, name: str) -> Iterator[Document]:
        """Yield the objects of an array as documents of their own."""
        array = self._array(name)
        at = array.start + 1
        while self.holds_array(name) and (one := element(self.data, at, array.end)) is not None and one.whole:
            if self.data[one.start : one.start + 1] == b"{":
                yield part_of(self.path, self.data, one.start)
            at = one.end

    def _array(self, name: str | None) -> Extent:
        if name is None:
            return element(self.data, self.at, len(self.data)) or _NOTHING
        array = self.members.found.get(name, _NOTHING)
        # Of a document that isn't whole, its last array's end is where a bracket was missing or too many: no end at all.
        is_last = array == max(self.members.found.values(), default=_NOTHING)
        return array._replace(whole=False) if is_last and not self.members.whole else array


def part_of(path: Path, data: Data, at: int) -> Document:
    """Return the document that begins at `at`."""
    return Document(path, data, at, members(data, at) if data[at : at + 1] == b"{" else Members({}, whole=True))


def head_of(path: Path, data: bytes) -> Document | None:
    """Return the document that a file's first bytes begin; None where none begins with them."""
    at = begin(data)
    return part_of(path, data, at) if at is not None and not data[:at].strip(b" \t\r\n\xef\xbb\xbf") else None


@contextmanager
def document(path: Path, tally: Tally) -> Iterator[Document]:
    """Give the document in a file; its digest goes into `tally`, and at the end a complaint where it is cut off.

    Raises:
        SourceError: when the file can't be opened or holds no JSON object or array.

    """
    with mapped(path, tally) as data:
        tally.digest = sha256(data).hexdigest()
        at = begin(data)
        if at is None:
            raise SourceError(f"{path}: holds no JSON document")
        found = part_of(path, data, at)
        yield found
        if not found.is_array and not found.members.whole and not tally.truncated and not tally.bad:
            tally.truncated = 1
            tally.complain("cut-file", "the file ends in the middle of the session; what was whole is read", found.place())
