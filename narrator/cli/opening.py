"""Which session is meant: the one that is named, else the newest on this machine, else a shipped one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from narrator.cli.common import say
from narrator.errors import MessageIndexError, SourceError

if TYPE_CHECKING:
    from narrator.model import Transcript
    from narrator.readers.base import Listing

LATEST = "latest"
"""The word for the newest session on this machine; a file of this name goes before."""


def open_session(session: str | None, index: int | None = None, *, source_format: str | None = None) -> Transcript:
    """Return the session that is meant, saying on standard error which one where it wasn't named in full.

    Until the command ends, its secrets have their numbers.

    Raises:
        NarratorError: when it can't be read, several are meant, or nothing has the index.

    """
    return _numbered(_opened(session, index, source_format))


def _opened(session: str | None, index: int | None, source_format: str | None) -> Transcript:
    from narrator.readers import read

    if session is None:
        return _newest_or_shipped(index, source_format)
    if not session.strip():
        raise SourceError("--session: an empty path; give the path of a session's file")
    if session == LATEST and not os.path.exists(session):
        return _latest(source_format)
    if not _is_id(session):
        transcript = read(session, format=source_format)
        if _in_store(transcript) and not session.endswith(f"#{transcript.session}"):
            say(f"reading {_where(transcript)}, {transcript.title or 'without a title'}")
        return transcript
    return _named(session)


def session_of_text(name: str) -> Transcript:
    """Return the session that a text's front matter names, out of those on this machine and the shipped ones.

    Raises:
        SourceError: when there is none of that name.

    """
    from narrator.readers import read
    from narrator.readers.discovery import find

    listing = find(name)
    shipped = (read(path) for path in _shipped())
    found = _read(listing) if listing is not None else next((t for t in shipped if t.session == name), None)
    if found is None:
        raise SourceError(f"the text is about session {name}, which isn't on this machine; give its file with --session")
    say(f"reading {_where(found)}, the session that the text names")
    return _numbered(found)


def _numbered(transcript: Transcript) -> Transcript:
    from narrator.redaction.transcripts import numbered

    context = click.get_current_context(silent=True)
    if context is not None:
        context.with_resource(numbered(transcript))
    return transcript


def _named(session: str) -> Transcript:
    from narrator.readers.discovery import find

    found = find(session)
    if found is None:
        raise SourceError(
            f"{session}: no such file, and no session with this id on this machine; `narrator sessions` lists those there are"
        )
    if found.session != session:
        say(f"reading {found.path}, {found.title or 'without a title'}")
    return _read(found)


def _latest(source_format: str | None) -> Transcript:
    from narrator.readers.discovery import latest

    found = latest(form=source_format)
    if found is None:
        raise SourceError("--session latest: there is no session on this machine; give the path of a session's file")
    say(f"reading the newest session on this machine, {found.path}")
    return _read(found)


def _newest_or_shipped(index: int | None, source_format: str | None) -> Transcript:
    from narrator.readers import read
    from narrator.readers.discovery import latest

    found = latest(form=source_format)
    newest = None if found is None else _read(found)
    if newest is not None and (index is None or newest.message(index) is not None):
        say(f"reading the newest session on this machine, {_where(newest)}")
        return newest
    lacks = "no session on this machine" if newest is None else f"the newest on this machine, {_where(newest)}, lacks the message"
    tried = [] if newest is None else [newest]
    for path in _shipped():
        transcript = read(path)
        if index is None or transcript.message(index) is not None:
            say(f"reading the shipped session {_where(transcript)} ({lacks})")
            return transcript
        tried.append(transcript)
    held = "; ".join(f"{t.session}: {_held(t)}" for t in tried)
    raise MessageIndexError(f"message {index} is in none of the sessions tried ({held}); name a session with --session")


def _read(listing: Listing) -> Transcript:
    from narrator.readers import read

    return read(listing.path, format=listing.format)


def _is_id(session: str) -> bool:
    return not os.path.exists(session) and all(c.isalnum() or c in "-_" for c in session)


def _shipped() -> list[Path]:
    from narrator.assets import folder

    return sorted(folder("corpora").glob("*/*.json*"))


def _in_store(transcript: Transcript) -> bool:
    return transcript.format.endswith("-store")


def _where(transcript: Transcript) -> str:
    """The session's file; in a store, as `--session` takes it."""
    place = next((p for m in transcript.messages for p in m.places), None)
    if place is None:
        return transcript.session
    return f"{place.file.partition('#')[0]}#{transcript.session}" if _in_store(transcript) else place.file


def _held(transcript: Transcript) -> str:
    """The ranges of indices that a session holds."""
    first, last = transcript.messages[0].index, transcript.messages[-1].index
    ends = [first, *(edge for a, b in transcript.gaps if first < a <= b < last for edge in (a - 1, b + 1)), last]
    return ", ".join(f"{a} to {b}" for a, b in zip(ends[::2], ends[1::2], strict=True))
