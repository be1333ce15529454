"""Which sessions there are, on this machine or in folders and files, newest first; which one an id names.

Each file is looked at only as far as telling it from the others takes. Nothing is kept from one run to the next.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from narrator.errors import NarratorError, SourceError
from narrator.readers import READERS, claimant, discover, head_of, readers
from narrator.readers.base import Counter, Lister, Listing, Reader
from narrator.readers.compressed import stem
from narrator.readers.records import paused_collector
from narrator.readers.summaries import filled, glance

SMALL = 5_000_000
"""Bytes up to which a file is read for what its ends don't tell (the number of its messages)."""

SHORTEST_PIECE = 6
"""Characters of a file's name that name its session: fewer are in too many names."""

CANDIDATES = 8
"""How many sessions are told where several are meant."""

_PASSED_OVER = frozenset({".git", "node_modules", "__pycache__", ".venv"})
"""Folders in which no sessions lie, and many files."""

_UNIQUE = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|\w*\d\w{19,}", re.IGNORECASE)
"""Names that are nobody's by accident: equal ones are of one session."""


class Source(NamedTuple):
    """A file, or a folder that is one session, and the reader whose it is."""

    reader: Reader
    path: Path


class Found(NamedTuple):
    """The sessions that were looked for."""

    listings: tuple[Listing, ...]
    """Newest first."""
    more: int
    """How many others there are beyond the limit."""
    ids: tuple[str, ...]
    """Of all sessions that an id may name, sub-agents' too."""
    passed: tuple[Path, ...]
    """Files that hold no session, or none that can be read."""


class _Glimpse(NamedTuple):
    listing: Listing
    source: Source
    changed: float
    """When the file was changed last, in seconds since 1970."""
    size: int

    @property
    def age(self) -> tuple[float, str]:
        """Sorts the newest first: by the session's own end, else its beginning; where it tells no time by its file's."""
        told = self.listing.ended or self.listing.started
        return -(told.timestamp() if told is not None else self.changed), self.listing.path


def sessions(paths: Sequence[Path] = (), *, limit: int | None = None, agent: str | None = None, form: str | None = None) -> Found:
    """Return the sessions in these files and folders (by default in every harness's own folders), newest first.

    Copies of one session count once, sub-agents' sessions don't. `agent` is a harness's name, `form` a format's.

    Raises:
        SourceError: when a path isn't there.

    """
    passed: list[Path] = []
    known = _distinct(_glimpses(_sources(paths, passed), passed))
    own = (g for g in known if not g.listing.child and form in (None, g.listing.format))
    ordered = sorted((g for g in own if _is_of(g.listing, agent, surely=False)), key=lambda g: g.age)
    out: dict[str, _Glimpse] = {}
    seen = 0
    for glimpse in ordered:
        if limit is not None and len(out) >= limit:
            break
        seen += 1
        listing = _completed(glimpse)
        if listing is None:
            passed.append(glimpse.source.path)
        elif not listing.child and _is_of(listing, agent, surely=True):
            out.setdefault(_key(listing), glimpse._replace(listing=listing))
    listings = tuple(g.listing for g in sorted(out.values(), key=lambda g: g.age))
    return Found(listings, len(ordered) - seen, tuple(g.listing.session for g in known), tuple(passed))


def latest(*, form: str | None = None) -> Listing | None:
    """Return the newest session on this machine that can be read; None where there is none."""
    return next(iter(sessions(limit=1, form=form).listings), None)


def find(name: str) -> Listing | None:
    """Return the session on this machine that is named by its id, the beginning of one, or a piece of its file's name.

    Sub-agents' sessions are found too. Returns None where there is none.

    Raises:
        SourceError: when several are meant; it tells them.

    """
    known = _distinct(_glimpses(_sources((), []), []))
    found = _named(name, known)
    if found is None:
        # Another package's format may tell its ids only to who reads it; a mistyped id is no reason to read all files.
        own = dict(READERS)
        read = ((g, _completed(g)) for g in known if g.source.reader.name not in own)
        found = _named(name, [g._replace(listing=listing) for g, listing in read if listing is not None])
    return found


def _named(name: str, known: Sequence[_Glimpse]) -> Listing | None:
    tests: tuple[Callable[[_Glimpse], bool], ...] = (
        lambda g: name in (g.listing.session, stem(g.source.path)),
        lambda g: g.listing.session.startswith(name),
        lambda g: len(name) >= SHORTEST_PIECE and name in stem(g.source.path),
    )
    for fits in tests:
        found = [g for g in known if fits(g)]
        if len(found) == 1:
            return found[0].listing
        if found:
            raise SourceError(_ambiguous(name, sorted(found, key=lambda g: g.age)))
    return None


def _ambiguous(name: str, found: list[_Glimpse]) -> str:
    told = "; ".join(_told(g.listing) for g in found[:CANDIDATES])
    more = f"; and {len(found) - CANDIDATES} more" if len(found) > CANDIDATES else ""
    return f"{name}: {len(found)} sessions are meant: {told}{more}; give more of the id"


def _told(listing: Listing) -> str:
    when = f", {listing.ended:%Y-%m-%d %H:%M} UTC" if listing.ended is not None else ""
    return f"{listing.session} ({listing.agent or listing.format}{when})"


def _sources(paths: Sequence[Path], passed: list[Path]) -> Iterator[Source]:
    known = tuple(readers())
    if not paths:
        named = {reader.name: reader for reader in known}
        yield from (Source(named[name], path) for name, path in discover())
    for path in paths:
        if not os.path.exists(path):
            raise SourceError(f"{path}: no such file or folder")
        yield from _within(path, list(known), passed)


def _within(path: Path, known: list[Reader], passed: list[Path]) -> Iterator[Source]:
    """Yield what is under a path, by name; the reader of the file before is asked first, for like lies by like."""
    try:
        reader = claimant(head_of(path), known)
    except SourceError:
        reader = None
    if reader is not None:
        known.sort(key=lambda r: r is not reader)
        yield Source(reader, path)
    elif path.is_dir():
        for inside in _inside(path):
            yield from _within(inside, known, passed)
    else:
        passed.append(path)


def _inside(path: Path) -> list[Path]:
    try:
        with os.scandir(path) as entries:
            return sorted(Path(e.path) for e in entries if e.name not in _PASSED_OVER and not (e.is_symlink() and e.is_dir()))
    except OSError:
        return []


def _glimpses(sources: Iterable[Source], passed: list[Path]) -> Iterator[_Glimpse]:
    with paused_collector():
        for source in sources:
            try:
                changed, size = _measured(source.path)
                listings = _listings(source, big=size > SMALL)
            except (NarratorError, OSError):
                listings = ()
            if not listings:
                passed.append(source.path)
            yield from (_Glimpse(listing, source, changed, size) for listing in listings)


def _listings(source: Source, *, big: bool) -> tuple[Listing, ...]:
    if isinstance(source.reader, Lister):
        return tuple(source.reader.listings(source.path))
    return (glance(source.reader, source.path, big=big),)


def _measured(path: Path) -> tuple[float, int]:
    """Return when a file was changed and its size; of a folder, of all that is in it."""
    found = path.stat()
    if not path.is_dir():
        return found.st_mtime, found.st_size
    inside = [_measured(p) for p in path.iterdir()]
    return max((found.st_mtime, *(changed for changed, _ in inside))), sum(size for _, size in inside)


def _distinct(glimpses: Iterable[_Glimpse]) -> list[_Glimpse]:
    """Return one glimpse of each session: of growing copies the newest, of equally new ones the largest."""
    best: dict[str, _Glimpse] = {}
    for glimpse in glimpses:
        key = _key(glimpse.listing)
        before = best.get(key)
        if before is None or (glimpse.age[0], -glimpse.size) < (before.age[0], -before.size):
            best[key] = glimpse
    return list(best.values())


def _key(listing: Listing) -> str:
    """Return what copies of a session share: its id; where that may be no more than its file's name, also the path."""
    file = listing.path.removesuffix(f"#{listing.session}")
    is_name = listing.session == stem(Path(file)) and not _UNIQUE.search(listing.session)
    return listing.path if is_name else listing.session


def _is_of(listing: Listing, agent: str | None, *, surely: bool) -> bool:
    """Return whether a session is of a harness; where it isn't known yet, whether it may be."""
    if agent is None or agent in (listing.agent, listing.format, listing.format.removesuffix("-store")):
        return True
    return listing.agent is None and not surely


def _completed(glimpse: _Glimpse) -> Listing | None:
    """Return a listing with what its file's ends didn't tell; as it is where the file is big, None where it has no messages."""
    listing, reader = glimpse.listing, glimpse.source.reader
    if listing.messages is not None:
        return listing if listing.messages else None
    if glimpse.size > SMALL:
        return listing
    if isinstance(reader, Lister) and isinstance(reader, Counter):
        return _counted(listing, reader, glimpse.source.path)
    session = listing.session if listing.path != str(glimpse.source.path) else None
    try:
        with paused_collector():
            transcript = reader.read(glimpse.source.path, session)
    except NarratorError:
        return None
    if not transcript.messages:
        return None
    return replace(listing, messages=len(transcript.messages)) if isinstance(reader, Lister) else filled(listing, transcript)


def _counted(listing: Listing, reader: Counter, path: Path) -> Listing | None:
    try:
        with paused_collector():
            count = reader.count(path)
    except NarratorError:
        return None
    return replace(listing, messages=count) if count else None
