"""Which messages of a Claude Code session are copies: a fork and a resumed session begin with the records of an older one.

Told by the record (`forkedFrom`), by a background session's fields (its own records bear `sessionKind`, its parent's another
session's id), or by the older session's file beside it, which holds the same record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from narrator.errors import SourceError
from narrator.readers.base import HEAD_BYTES, parse_time
from narrator.readers.claude_session import Session
from narrator.readers.claude_turns import Turn
from narrator.readers.compressed import open_bytes, stem

_UUID = re.compile(rb'"uuid"\s*:\s*"([^"]{1,100})"')
_SESSION = re.compile(rb'"sessionId"\s*:\s*"([^"]{1,100})"')
_TIME = re.compile(rb'"timestamp"\s*:\s*"([^"]{1,40})"')
_COPY = re.compile(rb'"forkedFrom"\s*:\s*\{|"sessionKind"\s*:\s*"bg"')

Times = dict[bytes, datetime | None]


def mark_copied(found: Session, path: Path, own: str) -> None:
    """Flag the messages of the session `own`, in the file at `path`, that are copied from an older session's."""
    is_background = any("sessionKind" in t.record for t in found.turns if t.session == own)
    originals = _originals(found, path, own, is_background=is_background)
    for turn in found.turns:
        foreign = turn.session is not None and turn.session != own
        if turn.forked or (foreign and is_background) or _uuid(turn) in originals:
            turn.flags.add("copied")


def _originals(found: Session, path: Path, own: str, *, is_background: bool) -> set[bytes]:
    """Return the uuids of the records that this file and an older session's file beside it both hold.

    All files beside it are asked only where something speaks for a copy: in a folder of thousands that takes its time.
    """
    uuids = [_uuid(t) for t in found.turns if "uuid" in t.record]
    if not uuids or stem(path) != own:
        return set()
    shared: set[bytes] = set()
    named = {t.session for t in found.turns} - {own, None}
    for file in _siblings(path) if is_background or named or _is_resumed(found) else ():
        if _begins_with(file, uuids[0], own):
            times = _times(file)
            both = set(uuids) & times.keys()
            shared |= both if _is_older(found, times, both) else set()
    return shared


def _is_resumed(found: Session) -> bool:
    """Return whether the file may be a resumed session's: such a one begins with a summary of what it took over."""
    return any(leaf in found.owner for leaf, _ in found.leaves)


def _siblings(path: Path) -> Iterator[Path]:
    for file in sorted(path.parent.glob("*.jsonl*")):
        if file != path and not file.name.startswith("agent-") and stem(file) != stem(path):
            yield file


def _begins_with(file: Path, uuid: bytes, own: str) -> bool:
    """Return whether a file of another session has a record with this uuid among its first."""
    try:
        with open_bytes(file) as stream:
            head = stream.read(HEAD_BYTES)
    except (OSError, SourceError):
        return False
    ids = {m[1] for m in _SESSION.finditer(head)}
    return uuid in head and stem(file).encode() in ids and own.encode() not in ids


def _times(file: Path) -> Times:
    """Return when each record of a file was written, by uuid; nothing of a file that says it is a copy itself."""
    found: Times = {}
    with suppress(OSError, SourceError), open_bytes(file) as stream:
        for line in stream:
            if _COPY.search(line):
                return {}
            at = _TIME.search(line)
            time = parse_time(at[1].decode("ascii", "replace")) if at else None
            found.update((m[1], time) for m in _UUID.finditer(line))
    return found


def _is_older(found: Session, times: Times, both: set[bytes]) -> bool:
    """Return whether the other file is the older: it doesn't go on after what both hold, or went on first."""
    own = [t.at for t in found.turns if _uuid(t) not in both and t.at is not None]
    theirs = [time for uuid, time in times.items() if uuid not in both and time is not None]
    return bool(own) and (not theirs or min(theirs) < min(own))


def _uuid(turn: Turn) -> bytes:
    return turn.record.get("uuid", "").encode()
