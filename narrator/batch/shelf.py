"""The folder that a batch writes to: every file whole or not at all, and not again where it stands as it should."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from narrator.batch.values import Entry, File
from narrator.errors import NarratorError

ENTRY = "entry.json"
SESSIONS = "sessions"
_PART = ".part"
"""The end of a file's name while it is being written; what was killed leaves such files, and the next run takes them away."""
_OWN = ("retro.", "brief.", "essay-")
"""How the names of a session's documents begin."""


class Shelf:
    """A folder by its names; names have slashes, as in an object store."""

    def __init__(self, root: str | Path) -> None:
        self.root = Path(root)

    def prepare(self) -> None:
        """Make the folder, if it isn't there.

        Raises:
            NarratorError: when it can't be made or isn't one.

        """
        try:
            (self.root / SESSIONS).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NarratorError(f"{self.root}: can't be made ({error.strerror or error}); choose another folder") from error

    def read(self, name: str) -> bytes | None:
        """Return what a file holds; None where there is none that can be read."""
        try:
            return (self.root / name).read_bytes()
        except OSError:
            return None

    def write(self, name: str, text: str) -> File:
        """Write a file, and return it by its digest; where it holds that already, it isn't touched.

        Raises:
            NarratorError: when it can't be written.

        """
        data = text.encode()
        if self.read(name) != data:
            self._replace(self.root / name, data)
        return File(name=name.rpartition("/")[2], digest=sha256(data).hexdigest())

    def _replace(self, path: Path, data: bytes) -> None:
        temporary = path.with_name(f".{path.name}.{os.getpid()}{_PART}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(data)
            temporary.replace(path)
        except OSError as error:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise NarratorError(f"{path}: can't be written ({error.strerror or error}); choose another place") from error

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        with suppress(FileNotFoundError):
            (self.root / name).unlink()

    def names(self, folder: str) -> tuple[str, ...]:
        """Return the names of the files in a folder, sorted."""
        try:
            return tuple(sorted(p.name for p in (self.root / folder).iterdir()))
        except OSError:
            return ()

    def sweep(self, folder: str) -> None:
        """Remove what runs that were killed left half written in a folder."""
        for name in self.names(folder):
            if name.startswith(".") and name.endswith(_PART):
                self.remove(f"{folder}/{name}")

    def entry(self, folder: str) -> Entry | None:
        """Return the entry of a session's folder, if its documents stand as it says; None otherwise."""
        data = self.read(f"{SESSIONS}/{folder}/{ENTRY}")
        try:
            found = None if data is None else msgspec.json.decode(data, type=Entry)
        except msgspec.MsgspecError:
            return None
        return found if found is not None and all(self._stands(folder, file) for file in found.files) else None

    def _stands(self, folder: str, file: File) -> bool:
        data = self.read(f"{SESSIONS}/{folder}/{file.name}")
        return data is not None and sha256(data).hexdigest() == file.digest

    def put_entry(self, entry: Entry, documents: Iterable[tuple[str, str]]) -> Entry:
        """Write a session's documents (name, text), then its entry with them, and return that; older documents go.

        Raises:
            NarratorError: when one can't be written.

        """
        folder = f"{SESSIONS}/{entry.folder}"
        self.remove(f"{folder}/{ENTRY}")
        self.sweep(folder)
        files = tuple(self.write(f"{folder}/{name}", text) for name, text in documents)
        for name in set(self.names(folder)) - {f.name for f in files}:
            if name.startswith(_OWN):
                self.remove(f"{folder}/{name}")
        done = entry.model_copy(update={"files": files})
        self.write(f"{folder}/{ENTRY}", as_json(done))
        return done


def as_json(value: object) -> str:
    """Return a value as indented JSON with a line's end."""
    return msgspec.json.format(msgspec.json.encode(value), indent=1).decode() + "\n"
