"""Files become transcripts: the table of formats, `read`, `discover`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from narrator.errors import NoMessagesError, SourceError
from narrator.model import Child, Transcript
from narrator.readers.base import HEAD_BYTES, Head, Reader
from narrator.readers.children_paths import paths_of
from narrator.readers.compressed import open_bytes
from narrator.readers.records import paused_collector, unreadable, with_fault

READERS: tuple[tuple[str, str], ...] = (
    ("opencode-store", "narrator.readers.opencode_store:OpencodeStore"),
    ("opencode-files", "narrator.readers.opencode_files:OpencodeFiles"),
    ("opencode", "narrator.readers.opencode:OpencodeExport"),
    ("opencode-share", "narrator.readers.opencode_share:OpencodeShare"),
    ("codex", "narrator.readers.codex:Codex"),
    ("claude-code", "narrator.readers.claude_code:ClaudeCode"),
    ("pi", "narrator.readers.pi:Pi"),
    ("copilot", "narrator.readers.copilot:Copilot"),
    ("gemini", "narrator.readers.gemini:Gemini"),
    ("openhands", "narrator.readers.openhands:OpenHands"),
    ("cline", "narrator.readers.cline:Cline"),
    ("atif", "narrator.readers.atif:Atif"),
    ("swe-agent", "narrator.readers.swe_agent:SweAgent"),
    ("mini-swe-agent", "narrator.readers.mini_swe_agent:MiniSweAgent"),
    ("jsonl", "narrator.readers.jsonl:NumberedLines"),
    ("aider", "narrator.readers.aider:Aider"),
    ("specstory", "narrator.readers.specstory:SpecStory"),
    ("opencode-markdown", "narrator.readers.opencode_markdown:OpencodeMarkdown"),
    ("flat", "narrator.readers.flat:FlatText"),
)
"""Each format's name and class, in the order in which they are asked whether a file is theirs."""
LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of a first line that is read to tell a format: the longest of real sessions have a tenth of it."""


def readers() -> Iterator[Reader]:
    """Yield a reader of each format: narrator's own, then those of other packages (`narrator.readers` entry points)."""
    for _, target in READERS:
        module, _, name = target.partition(":")
        yield getattr(import_module(module), name)()
    for point in sorted(entry_points(group="narrator.readers"), key=lambda p: p.name):
        yield point.load()()


def read(path: str | Path, *, format: str | None = None) -> Transcript:  # noqa: A002 (the public word)
    """Return the session in `path`; `store.db#ID` names one of several in a store (else its newest is taken).

    Raises:
        SourceError: when the path isn't there, can't be read, or is of no known format.
        NoMessagesError: when the session has no message.

    """
    file, session = _split(path)
    reader = _reader_for(head_of(file), format)
    with paused_collector():
        transcript = with_fault(reader.read(file, session), file)
    if not transcript.messages:
        raise NoMessagesError(f"{path}: read as {transcript.format}, a session without messages; there is nothing to tell")
    return transcript


def children(path: str | Path, transcript: Transcript) -> tuple[tuple[Child, str], ...]:
    """Return the sub-agents' sessions that the session at `path`, read as `transcript`, started, and that are there.

    Each comes with what `read` takes for it: a file, or `FILE#ID`.
    """
    return paths_of(_split(path)[0], transcript)


def discover() -> tuple[tuple[str, Path], ...]:
    """Return (format, path) of every session file in the default folders of this machine, newest first."""
    found = [(reader.name, path) for reader in readers() for path in _stores(reader)]
    return tuple(sorted(found, key=lambda item: (-_changed(item[1]), item[1])))


def claimant(head: Head, known: Iterable[Reader]) -> Reader | None:
    """Return the first of the readers that says a file, or a folder, is of its format; None where none does."""
    is_folder = head.path.is_dir()
    asked = (r for r in known if getattr(r, "folders", False)) if is_folder else known if head.data.strip() else ()
    return next((r for r in asked if r.sniff(head)), None)


def _stores(reader: Reader) -> tuple[Path, ...]:
    try:
        return tuple(reader.stores())
    except (OSError, RuntimeError):
        # A folder that may not be listed; a user without a home folder.
        return ()


def _changed(path: Path) -> float:
    # A store in use has its newest rows in the log beside it.
    times = [0.0]
    for file in (path, path.with_name(f"{path.name}-wal")):
        try:
            times.append(file.stat().st_mtime)
        except OSError:
            continue
    return max(times)


def _split(path: str | Path) -> tuple[Path, str | None]:
    whole = Path(path)
    name, mark, session = str(path).rpartition("#")
    if mark and session and not os.path.exists(whole):
        return Path(name), session
    return whole, None


def head_of(path: Path) -> Head:
    """Return what a file's format is told by.

    Raises:
        SourceError: when the path isn't there, can't be read, or is a pipe.

    """
    if not os.path.exists(path):  # Path.exists raises for a name that is too long
        raise SourceError(f"{path}: no such file; give --session the path of a session")
    if path.is_dir():
        return Head(path, b"")
    if not path.is_file():
        raise SourceError(f"{path}: a pipe or a device, which can't be read twice; write the session to a file first")
    try:
        with open_bytes(path) as file:
            return Head(path, file.read(HEAD_BYTES))
    except OSError as error:
        raise unreadable(path, error) from error


def _further(head: Head) -> Head:
    """The head with two whole lines, where its first ones are longer: a first prompt may hold a pasted log or a picture."""
    if len(head.data) < HEAD_BYTES or head.data.count(b"\n") > 1:
        return head
    try:
        with open_bytes(head.path) as file:
            return Head(head.path, b"".join(file.readline(LONGEST_LINE) for _ in range(2)))
    except OSError as error:
        raise unreadable(head.path, error) from error


def _reader_for(head: Head, name: str | None) -> Reader:
    known = tuple(readers())
    if name is not None:
        for reader in known:
            if reader.name == name:
                return reader
        raise SourceError(f"{name}: no such format; the formats are {', '.join(r.name for r in known)}")
    owner = claimant(head, known) or claimant(_further(head), known)
    if owner is not None:
        return owner
    if head.path.is_dir():
        raise SourceError(f"{head.path}: a folder; give the path of a session file in it")
    if not head.data.strip():
        raise SourceError(f"{head.path}: an empty file; there is no session in it")
    titles = "; ".join(r.title for r in known)
    raise SourceError(f"{head.path}: not a session of a known format ({titles}); if it is one of these, name it with --from")
