"""Reads what opencode's share service gives: a flat array of `{type, data}`, in any order; parts name their message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from narrator.errors import SourceError
from narrator.model import Event, Message, Place, Transcript
from narrator.readers.arrays import Data, begin, element, members
from narrator.readers.base import GIVES, Head, as_dict, as_text
from narrator.readers.opencode_records import message_of, transcript_of
from narrator.readers.records import Tally, loads, mapped

Json = dict[str, Any]

_TYPES = frozenset({"session", "message", "part", "session_diff", "model"})
_RESTART = re.compile(rb'\{\s*+"(?:type"\s*+:\s*+"(?:' + "|".join(sorted(_TYPES)).encode() + rb')"|data"\s*+:\s*+[\[{])')
"""Where a record can begin: inside a string its quotes would be escaped."""


class _Item(NamedTuple):
    value: Json
    place: Place


class OpencodeShare:
    """The reader of opencode's share data."""

    name = "opencode-share"
    title = "opencode share data (JSON)"
    gives = GIVES

    def sniff(self, head: Head) -> bool:
        """Return whether the file begins with an array whose first element is one of the share service's."""
        at = begin(head.data)
        first = element(head.data, at + 1, len(head.data)) if at is not None and head.data[at : at + 1] == b"[" else None
        if first is None or head.data[first.start : first.start + 1] != b"{":
            return False
        found = members(head.data, first.start).found
        told, data = found.get("type"), found.get("data")
        if told is None or data is None or set(found) - {"type", "data"}:
            return False
        kind = head.data[told.start + 1 : told.end - 1].decode("utf-8", "replace")
        return kind in _TYPES and head.data[data.start : data.start + 1] in (b"{", b"[")

    def read(self, path: Path, session: str | None = None) -> Transcript:
        """Read the session that is shared.

        Raises:
            SourceError: when the file can't be opened, holds no array, or shares another session.

        """
        share = _Share()
        with mapped(path, share.tally) as view:
            share.tally.digest = sha256(view).hexdigest()
            for item in _items(path, view, share.tally):
                share.add(item)
        transcript = share.transcript()
        if session is not None and not transcript.session.startswith(session):
            raise SourceError(f"{path}: shares the session {transcript.session}, not {session}; leave the part after # away")
        return transcript

    def stores(self) -> Iterator[Path]:
        """Yield nothing: such files lie where people put them."""
        yield from ()


def _items(path: Path, data: Data, tally: Tally) -> Iterator[_Item]:
    at = begin(data)
    if at is None or data[at : at + 1] != b"[":
        raise SourceError(f"{path}: holds no array of {{type, data}}; give what the share's address gives under /data")
    at += 1
    while (found := element(data, at, len(data))) is not None:
        place = Place(file=str(path), byte_start=found.start, byte_end=found.end)
        value = _decoded(data[found.start : found.end], place, tally) if found.whole else None
        if value is not None:
            yield _Item(value, place)
            at = found.end
            continue
        restart = _RESTART.search(data, found.start + 1)
        at = restart.start() if restart is not None else len(data)
        tally.records += 1
        tally.bad += 1
        tally.complain("bad-record", "a record that can't be decoded; left out", place.model_copy(update={"byte_end": at}))
    if not data[at : at + 200].lstrip().startswith(b"]"):
        tally.truncated = 1
        tally.complain("cut-file", "the file ends in the middle; what was whole is read", Place(file=str(path), byte_start=at))


def _decoded(piece: bytes, place: Place, tally: Tally) -> Json | None:
    try:
        value = loads(piece, place, tally)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else {"type": None, "data": value}


@dataclass(slots=True)
class _Share:
    tally: Tally = field(default_factory=Tally)
    info: Json = field(default_factory=dict)
    messages: dict[str, _Item] = field(default_factory=dict)
    parts: dict[str, dict[str, _Item]] = field(default_factory=dict)
    """By message, then by id."""
    others: list[Event] = field(default_factory=list)

    def add(self, item: _Item) -> None:
        """Take a record; the last one of an id counts."""
        kind, data = item.value.get("type"), as_dict(item.value.get("data"))
        key = as_text(data.get("id"))
        if kind == "message" and data:
            self._repeat(key in self.messages)
            self.messages[key or f"#{len(self.messages)}"] = _Item(data, item.place)
        elif kind == "part" and data:
            of = self.parts.setdefault(as_text(data.get("messageID")), {})
            self._repeat(key in of)
            of[key or f"#{len(of)}"] = _Item(data, item.place)
        elif kind == "session" and data:
            self.info = data
            self._repeat(True)
        elif as_text(kind) in _TYPES:
            self._repeat(True)
        else:
            self._unknown(item)

    def _repeat(self, repeated: bool) -> None:
        """Count a record that tells of the session as a whole, or that a later one replaces."""
        self.tally.records += repeated
        self.tally.in_header += repeated

    def _unknown(self, item: _Item) -> None:
        self.tally.records += 1
        self.tally.unknown += 1
        self.tally.complain("unknown-record", f"a record of the unknown type {as_text(item.value.get('type'))!r}", item.place)
        self.others.append(Event(kind="other", text=as_text(item.value.get("data"))[:1000], places=(item.place,)))

    def transcript(self) -> Transcript:
        """Return the session that the records make."""
        in_child = bool(self.info.get("parentID"))
        messages = [self._message(key, item, in_child=in_child) for key, item in self.messages.items()]
        for orphans in self.parts.values():
            for item in orphans.values():
                self._orphan(item)
        info = {**self._told_by_messages(), **self.info}
        return transcript_of(info, messages, self.tally, form=OpencodeShare.name, others=self.others)

    def _message(self, key: str, item: _Item, *, in_child: bool) -> Message:
        self.tally.records += 1
        self.tally.in_messages += 1
        parts = [p for _, p in sorted(self.parts.pop(key, {}).items())]
        places = (item.place, *(p.place for p in parts))
        return message_of(item.value, [p.value for p in parts], places, self.tally, in_child=in_child)

    def _orphan(self, item: _Item) -> None:
        self.tally.records += 1
        self.tally.in_events += 1
        self.tally.dangling += 1
        self.tally.complain("orphan-part", "a part of a message that isn't in the file; kept as an event", item.place)
        text = item.value.get("text")
        self.others.append(Event(kind="other", text=text if isinstance(text, str) else "", places=(item.place,)))

    def _told_by_messages(self) -> Json:
        """Return what the messages tell of the session, for where its own record is missing."""
        values = [i.value for i in self.messages.values()]
        folders = (as_dict(v.get("path")).get("cwd") for v in values)
        return {
            "id": next((v["sessionID"] for v in values if v.get("sessionID")), None),
            "directory": next((f for f in folders if f), None),
        }
