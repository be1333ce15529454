"""Where opencode kept its records before SQLite: a file a record, in two layouts.

Flat (0.6 to 1.1): `session/<project>/<session>.json`, `message/<session>/<message>.json`, `part/<message>/<part>.json`.
A project's own (to 0.5): `session/info/<session>.json`, `session/message/<session>/…`, `session/part/<session>/<message>/…`.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Folders(NamedTuple):
    """A store of files."""

    root: Path
    """The folder that holds `session`."""
    is_flat: bool

    def sessions(self) -> list[Path]:
        """Return the sessions' own records, by name."""
        return sorted((self.root / "session").glob("*/*.json" if self.is_flat else "info/*.json"))

    def messages(self, session: str) -> list[Path]:
        """Return a session's messages, by name."""
        return _files(*(home / "message" / session for home in self._homes()))

    def parts(self, session: str, message: str) -> list[Path]:
        """Return a message's parts, by name."""
        inside = (message,) if self.is_flat else (session, message)
        return _files(*(home.joinpath("part", *inside) for home in self._homes()))

    def has_messages(self, session: str) -> bool:
        """Return whether a session has any message."""
        return any(next((h / "message" / session).glob("*.json"), None) is not None for h in self._homes())

    def _homes(self) -> tuple[Path, ...]:
        return (self.root,) if self.is_flat else (self.root / "session", self.root)


def folders_of(path: Path) -> Folders | None:
    """Return the store that is in a folder (itself, or its `storage`), or that a session's own record is in; None for others."""
    roots = (path, path / "storage") if path.is_dir() else (path.parents[2],) if _is_in_place(path) else ()
    return next((found for root in roots if (found := _store(root)) is not None), None)


def _is_in_place(path: Path) -> bool:
    return len(path.parents) > 2 and path.parents[1].name == "session"


def _store(root: Path) -> Folders | None:
    session = root / "session"
    if (session / "info").is_dir():
        kept = (session / "message").is_dir() or (root / "message").is_dir()
        return Folders(root, is_flat=False) if kept else None
    return Folders(root, is_flat=True) if session.is_dir() and (root / "message").is_dir() else None


def _files(*folders: Path) -> list[Path]:
    return sorted((p for folder in folders for p in folder.glob("*.json")), key=lambda p: p.name)
