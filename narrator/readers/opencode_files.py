"""Reads opencode's stores of files: the flat one (0.6 to 1.1) and a project's own (to 0.5), one JSON file a record."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from narrator.errors import SourceError
from narrator.model import Message, Place, Transcript
from narrator.readers.base import GIVES, Head, Listing, as_dict, as_text
from narrator.readers.opencode_choice import choose
from narrator.readers.opencode_folders import Folders, folders_of
from narrator.readers.opencode_listing import Known, listing_of
from narrator.readers.opencode_records import Started, message_of, transcript_of
from narrator.readers.records import Tally, loads, unreadable

Json = dict[str, Any]

_LOOKED_AT = 50
"""Of a folder's session records, how many are looked at for one that is opencode's."""


class OpencodeFiles:
    """The reader of opencode's stores of files."""

    name = "opencode-files"
    title = "opencode store (JSON files, to 1.1)"
    folders = True
    gives = GIVES

    def sniff(self, head: Head) -> bool:
        """Return whether the folder is such a store, or the file a session's own record in one."""
        found = folders_of(head.path)
        if found is None:
            return False
        files = found.sessions()[:_LOOKED_AT] if head.path.is_dir() else [head.path]
        return any(_is_session(_info(file, Tally())) for file in files)

    def read(self, path: Path, session: str | None = None) -> Transcript:
        """Read the session whose record `path` is, or whose id is or begins with `session`, else the newest.

        The newest is one that is no sub-agent's and has messages.

        Raises:
            SourceError: when the path is no such store, or `session` names none or several of its sessions.

        """
        found = folders_of(path)
        if found is None:
            raise SourceError(f"{path}: no store of opencode's; give the folder `storage`, or a session's file in it")
        try:
            return _Reading(found, _named(found, path, session)).transcript()
        except OSError as error:
            raise unreadable(path, error) from error

    def stores(self) -> Iterator[Path]:
        """Yield the stores of files in opencode's data folder; later versions leave them there, sessions and all."""
        data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "opencode"
        for folder in (data / "storage", *sorted(data.glob("project/*/storage"))):
            if folders_of(folder) is not None:
                yield folder

    def listings(self, path: Path) -> Iterator[Listing]:
        """Yield the store's sessions that hold messages, each by its own record and its first and last messages."""
        found = folders_of(path)
        for info in _sessions(found) if found is not None else ():
            if found is not None and (path.is_dir() or info["id"] == path.stem) and found.has_messages(info["id"]):
                yield _listing(found, info)


@dataclass(slots=True)
class _Reading:
    store: Folders
    session: str
    tally: Tally = field(default_factory=Tally)
    hashed: Any = field(default_factory=sha256)
    """Takes each file's name and bytes."""
    cwd: str | None = None

    def transcript(self) -> Transcript:
        info = self._own_record()
        in_child = bool(info.get("parentID"))
        found = (self._message(file, in_child=in_child) for file in self.store.messages(self.session))
        messages = [m for m in found if m is not None]
        self.tally.digest = self.hashed.hexdigest()
        info = {"directory": self.cwd, **info}
        # Only a session with tasks asks all others whose they are: there may be thousands.
        others = _sessions(self.store) if any(map(_starts_tasks, messages)) else ()
        started = [Started(i["id"], i.get("title")) for i in others if i.get("parentID") == self.session]
        return transcript_of(info, messages, self.tally, form=OpencodeFiles.name, started=started)

    def _own_record(self) -> Json:
        file = next((f for f in self.store.sessions() if f.stem == self.session), None)
        info = self._record(file) if file is not None else None
        if info is not None:
            self.tally.in_header += 1
        return {"id": self.session, **(info or {})}

    def _message(self, file: Path, *, in_child: bool) -> Message | None:
        files = self.store.parts(self.session, file.stem)
        info = self._record(file)
        if info is None:
            # Its parts are counted as lost with it.
            self.tally.records += len(files)
            self.tally.bad += len(files)
            return None
        self.tally.in_messages += 1
        self.cwd = self.cwd or as_dict(info.get("path")).get("cwd")
        records = [self._part(f) for f in files]
        places = (_place(file), *(_place(f) for f in files))
        return message_of({**info, "id": info.get("id") or file.stem}, records, places, self.tally, in_child=in_child)

    def _part(self, file: Path) -> Json | None:
        # Not counted here: `message_of` counts a message's parts, those that are None as bad.
        found = self._decoded(file)
        return None if found is None else {"id": file.stem, **found}

    def _record(self, file: Path) -> Json | None:
        self.tally.records += 1
        found = self._decoded(file)
        self.tally.bad += found is None
        return found

    def _decoded(self, file: Path) -> Json | None:
        data = _bytes(file, self.tally)
        self.hashed.update(b"%b\0%d\0%b" % (file.stem.encode("utf-8", "replace"), len(data), data))
        return _object(data, file, self.tally)


def _named(store: Folders, path: Path, wanted: str | None) -> str:
    """Return the session that is meant."""
    if path.is_file():
        return as_text(choose(path, [{"id": path.stem}], wanted)["id"])
    if wanted is not None and any(f.stem == wanted for f in store.sessions()) and store.has_messages(wanted):
        return wanted
    return as_text(choose(path, [i for i in _sessions(store) if store.has_messages(i["id"])], wanted)["id"])


def _starts_tasks(message: Message) -> bool:
    return any(p.name in ("task", "subtask") and p.kind in ("call", "notice") for p in message.parts)


def _listing(store: Folders, info: Json) -> Listing:
    files = store.messages(info["id"])
    place = f"{store.root}#{info['id']}"
    known = Known(OpencodeFiles.name, info["id"], place, info, len(files))
    return listing_of(known, _some(store, info, files), _some(store, info, files[::-1]))


def _some(store: Folders, info: Json, files: list[Path]) -> Iterator[Message]:
    """Yield messages as they are asked for; their files' names ascend with time, but for once in 795 days."""
    for file in files:
        parts = [_info(p, Tally()) for p in store.parts(info["id"], file.stem)]
        yield message_of(_info(file, Tally()), parts, (_place(file),), Tally(), in_child=bool(info.get("parentID")))


def _sessions(store: Folders) -> list[Json]:
    """Return the sessions' own records, the newest first, sub-agents' last."""
    infos = [{**_info(file, Tally()), "id": file.stem} for file in store.sessions()]
    return sorted(infos, key=lambda i: (bool(i.get("parentID")), -_updated(i), i["id"]))


def _updated(info: Json) -> float:
    time = as_dict(info.get("time"))
    value = time.get("updated") or time.get("created")
    return float(value) if isinstance(value, (int, float)) and abs(value) < 1e15 else 0.0


def _is_session(info: Json) -> bool:
    return isinstance(info.get("id"), str) and info["id"].startswith("ses_") and isinstance(info.get("time"), dict)


def _info(file: Path, tally: Tally) -> Json:
    return _object(_bytes(file, tally), file, tally) or {}


def _bytes(file: Path, tally: Tally) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        tally.complain("unreadable-file", f"{file.name}: can't be read ({error.strerror or error})", _place(file))
        return b""


def _object(data: bytes, file: Path, tally: Tally) -> Json | None:
    try:
        found = loads(data, _place(file), tally)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        tally.complain("bad-file", f"{file.name}: no JSON object ({len(data)} bytes); left out", _place(file))
        return None
    return found


def _place(file: Path) -> Place:
    return Place(file=str(file))


def records_of(path: Path, sessions: Sequence[str]) -> dict[str, str]:
    """Return, by session, what names those of the store that `path` is, or is in, that have messages."""
    found = folders_of(path)
    if found is None:
        return {}
    names = {f.stem for f in found.sessions()}
    return {s: f"{found.root}#{s}" for s in sessions if s in names and found.has_messages(s)}
