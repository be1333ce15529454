"""What a list says of a session: told by its transcript where that was read, by the ends of its file where it wasn't."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from tempfile import TemporaryDirectory

from narrator.errors import NarratorError
from narrator.model import Kind, Message, Transcript
from narrator.readers.base import Listing, Namer, Reader
from narrator.readers.compressed import stem
from narrator.readers.ends import Ends, ends, told_folder, told_id, told_times

TITLE_LENGTH = 80
"""Of a title taken from a prompt, in characters."""

ANNOUNCED = 4
"""In how many lines a text that begins with announcements ("The plan:") is expected to have come to it."""

UNANSWERED = frozenset({"running", "missing", "cancelled"})
"""How calls end that never came to a result."""

GOING_ON = frozenset({"tool_use", "tool-calls", "tool_calls", "toolUse", "length", "max_tokens", "error", "aborted"})
"""Finish reasons after which a session that stops there isn't at its end."""


_TAKEN_OUT = re.compile(r"\s*(?:\[redacted:|REDACTED\b)")
"""What a scrubber left of a text."""

_TAG = re.compile(r"</?[\w-]+>|\[\[.*\]\]")
"""A line that only marks a field of a prompt that a program put together."""


def glance(reader: Reader, path: Path, *, big: bool) -> Listing:
    """Return what the ends of a file of any format tell; of a `big` one, which won't be read, what its reader makes of its head.

    Raises:
        SourceError: when the file can't be read.

    """
    found = Ends(b"", b"") if path.is_dir() else ends(path)
    started, ended = told_times(found)
    named = reader.named(path, found.head) if isinstance(reader, Namer) else told_id(found)
    plain = Listing(
        session=named or stem(path),
        format=reader.name,
        path=str(path),
        project=project_of(told_folder(found)),
        started=started,
        ended=ended,
    )
    beginning = _read_head(reader, path, found) if big and not path.is_dir() else None
    if beginning is None:
        return plain
    return replace(filled(plain, beginning), started=beginning.started or started, ended=ended, messages=None, open=False)


def _read_head(reader: Reader, path: Path, found: Ends) -> Transcript | None:
    with TemporaryDirectory(prefix="narrator-") as folder, suppress(NarratorError):
        file = Path(folder) / f"{stem(path)}{path.suffix}"
        file.write_bytes(found.head[: found.head.rfind(b"\n") + 1])
        return reader.read(file)
    return None


def filled(listing: Listing, transcript: Transcript) -> Listing:
    """Return a listing with what a glance left open, out of the session's transcript."""
    return replace(
        listing,
        session=transcript.session,
        agent=transcript.agent,
        title=title_of(transcript),
        project=project_of(transcript.cwd) or listing.project,
        started=transcript.started or listing.started,
        ended=transcript.ended or listing.ended,
        messages=len(transcript.messages),
        open=is_open(transcript),
        child=is_child(transcript),
    )


def title_of(transcript: Transcript) -> str | None:
    """Return the first line of the first prompt that a person typed; where none did, the source's title, or a command."""
    messages = transcript.messages
    return first_typed(messages) or heading(transcript.title or "") or first_typed(messages, kind="command")


def first_typed(messages: Iterable[Message], *, kind: Kind = "prompt") -> str | None:
    """Return the first line of the first message of a kind that a person typed."""
    own = (m for m in messages if m.kind == kind and m.by == "person" and "sidechain" not in m.flags)
    return next((title for m in own if (title := heading(m.visible_text))), None)


def heading(text: str) -> str | None:
    """Return a text's first line of words, or the next where it only announces that; None where there are none."""
    if _TAKEN_OUT.match(text):
        return None
    lines = [line for line in (line.strip("# \t") for line in text.splitlines()) if line and not _TAG.fullmatch(line)]
    if not lines:
        return None
    line = next((line for line in lines[:ANNOUNCED] if not line.endswith(":")), lines[0])
    return line if len(line) <= TITLE_LENGTH else line[:TITLE_LENGTH].rsplit(" ", 1)[0] + "…"


def project_of(folder: str | None) -> str | None:
    """Return the last folder of a path of any system."""
    if not folder or _TAKEN_OUT.match(folder):
        return None
    kind = PureWindowsPath if "\\" in folder else PurePosixPath
    return kind(folder).name or None


def is_child(transcript: Transcript) -> bool:
    """Return whether a session is a sub-agent's: its prompts are all a model's."""
    writers = {m.by for m in transcript.messages if m.kind == "prompt"}
    return writers == {"model"}


def is_open(transcript: Transcript) -> bool:
    """Return whether the record ends in the middle: cut, interrupted, unanswered, in an error, or before a call's result."""
    return bool(transcript.coverage.truncated) or ends_open(reversed(transcript.messages))


def ends_open(backwards: Iterable[Message]) -> bool:
    """Return whether a session with these messages, the last one first, isn't at its end; False where none tells."""
    last = next((m for m in backwards if not _is_aside(m)), None)
    if last is None:
        return False
    if last.role == "user" or last.error or "interrupted" in last.flags or last.finish in GOING_ON:
        return True
    if last.field("completed") == "false" or any("unfinished" in p.flags for p in last.parts):
        return True
    if any(p.kind == "call" and p.status in UNANSWERED for p in last.parts):
        return True
    return last.is_silent and last.finish is None


def _is_aside(message: Message) -> bool:
    """Return whether a message says nothing of how a session ended."""
    if {"sidechain", "superseded"} & set(message.flags):
        return True
    return message.kind in ("command", "summary") or (
        message.kind == "notice" and not message.error and "interrupted" not in message.flags
    )
