"""Which sessions are to be told: those that were found, less those that the options leave out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path

from narrator.batch.values import Aside, Item, shown
from narrator.errors import NarratorError
from narrator.model import Value
from narrator.readers import claimant, head_of, read, readers
from narrator.readers.base import Listing
from narrator.readers.discovery import sessions
from narrator.redaction import redact
from narrator.times import zone_named

LONGEST = 80
"""Characters of a folder's name."""

_NOT_IN_NAMES = re.compile(r"[^\w.-]+")


class Wanted(Value, frozen=True, kw_only=True):
    """Which sessions are wanted of those that are found."""

    since: date | None = None
    """Those that ended on this day or later, in `zone`; one that tells no time isn't among them."""
    project: str | None = None
    """A project's name, or a pattern of one with `*` and `?`; case aside."""
    min_messages: int = 0
    zone: str = "UTC"


class Worklist(Value, frozen=True, kw_only=True):
    """What there is to do."""

    items: tuple[Item, ...]
    """By session and path."""
    older: int = 0
    """How many sessions `since` left out."""
    elsewhere: int = 0
    """How many `project` left out."""
    short: int = 0
    """How many `min_messages` left out."""
    files: tuple[Aside, ...] = ()
    """Files that hold no session that can be read, and why, by path."""


def worklist(paths: Sequence[Path], wanted: Wanted, *, without: Path | None = None) -> Worklist:
    """Return the sessions in files and folders (by default of this machine) that are wanted; none from the folder `without`.

    Raises:
        SourceError: when a path isn't there.

    """
    found = sessions(paths)
    kept: list[Listing] = []
    left: Counter[str] = Counter()
    for listing in found.listings:
        if without is not None and _is_in(Path(listing.path), without):
            continue
        reason = _left_out(listing, wanted)
        left[reason] += 1
        if not reason:
            kept.append(listing)
    passed = sorted(p for p in found.passed if without is None or not _is_in(p, without))
    return Worklist(
        items=_items(kept),
        older=left["since"],
        elsewhere=left["project"],
        short=left["messages"],
        files=tuple(_why(path) for path in passed),
    )


def _left_out(listing: Listing, wanted: Wanted) -> str:
    last = listing.ended or listing.started
    if wanted.since is not None and (last is None or last.astimezone(zone_named(wanted.zone)).date() < wanted.since):
        return "since"
    if wanted.project is not None and not fnmatchcase((listing.project or "").lower(), wanted.project.lower()):
        return "project"
    return "messages" if listing.messages is not None and listing.messages < wanted.min_messages else ""


def _items(listings: Sequence[Listing]) -> tuple[Item, ...]:
    ordered = sorted(listings, key=lambda each: (each.session, each.path))
    slugs = [_slug(redact(each.session)) for each in ordered]
    # Some file systems don't tell case apart.
    shared = Counter(slug.lower() for slug in slugs)
    names = [
        slug if shared[slug.lower()] == 1 else f"{slug}-{sha256(each.path.encode('utf-8', 'replace')).hexdigest()[:8]}"
        for slug, each in zip(slugs, ordered, strict=True)
    ]
    return tuple(
        Item(
            session=each.session,
            folder=name,
            path=each.path,
            format=each.format,
            agent=each.agent,
            project=each.project,
            size=_size(each.path),
        )
        for name, each in zip(names, ordered, strict=True)
    )


def _slug(session: str) -> str:
    return _NOT_IN_NAMES.sub("-", session).strip("-.")[:LONGEST] or "session"


def _size(path: str) -> int:
    for name in (path, path.partition("#")[0]):
        try:
            return Path(name).stat().st_size
        except OSError:
            continue
    return 0


def _is_in(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


def _why(path: Path) -> Aside:
    why = "not of a format that is read"
    try:
        if claimant(head_of(path), readers()) is not None:
            read(path)
            why = "holds no session of its own"
    except NarratorError as error:
        why = str(error).removeprefix(f"{path}: ")
    told, said = (redact(shown(text)) for text in (str(path), why))
    return Aside(session="", path=told, reason="unread", why=" ".join(said.split()))
