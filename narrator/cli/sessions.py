"""`narrator sessions`: which sessions there are, newest first."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from narrator.cli.common import plain_errors, put, redact_options, say, tz_option

if TYPE_CHECKING:
    from narrator.readers.base import Listing
    from narrator.readers.discovery import Found

ROWS = 50
"""How many sessions a table has unless more are asked for."""
TITLE = 76
"""Characters of a title: its line fits a terminal of 80 columns."""
SHORTEST_ID = 8
"""Characters of an id at least, though fewer may be nobody else's."""
NAMES = 4
"""How many files are named that were passed over."""

HEADINGS = ("session", "last ({zone})", "over", "harness", "messages", "project", "")


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
@click.option(
    "--limit", type=click.IntRange(min=0), metavar="N", help=f"At most so many; 0 for all. By default {ROWS}, with --json all."
)
@click.option("--agent", metavar="NAME", help="Only those that this harness recorded: claude-code, codex, opencode, …")
@tz_option
@plain_errors
@redact_options
def command(paths: tuple[Path, ...], as_json: bool, limit: int | None, agent: str | None, zone: str) -> None:
    """List the sessions on this machine, or those in the folders and files PATH, newest first.

    `--session` takes the id that is shown, or `latest`. A session marked `open` ends in the middle: it was interrupted, its
    last prompt has no answer, or its last answer failed.
    """
    from narrator.readers.discovery import sessions
    from narrator.times import zone_name, zone_named

    times = zone_named(zone)
    most = limit if limit is not None else 0 if as_json else ROWS
    found = sessions(paths, limit=most or None, agent=agent)
    put(_as_json(found.listings, times) if as_json else _as_table(found, times, zone_name(times), has_paths=bool(paths)))
    for note in _notes(found, agent, has_paths=bool(paths)):
        say(note)


def _as_json(listings: Sequence[Listing], zone: tzinfo) -> str:
    return json.dumps([_fields(listing, zone) for listing in listings], ensure_ascii=False, indent=1) + "\n"


def _fields(listing: Listing, zone: tzinfo) -> dict[str, Any]:
    return {
        "session": listing.session,
        "format": listing.format,
        "agent": listing.agent,
        "path": listing.path,
        "title": _words(listing.title),
        "project": _words(listing.project),
        "started": _iso(listing.started, zone),
        "ended": _iso(listing.ended, zone),
        "messages": listing.messages,
        "open": listing.open,
    }


def _iso(time: datetime | None, zone: tzinfo) -> str | None:
    return None if time is None else time.astimezone(zone).isoformat()


def _words(text: str | None) -> str | None:
    """A transcript's words, redacted, without what a terminal would act on."""
    from narrator.publishing.plain import printable
    from narrator.redaction import redact

    return None if text is None else " ".join(printable(redact(text)).split()) or None


def _as_table(found: Found, zone: tzinfo, name: str, *, has_paths: bool) -> str:
    """A line of facts and one of words a session; where paths were given, one more with the session's own."""
    if not found.listings:
        return ""
    known = sorted(set(found.ids))
    rows = [_row(listing, known, zone) for listing in found.listings]
    cells = [tuple(h.format(zone=name) for h in HEADINGS), *rows]
    widths = [max(len(cell) for cell in column) for column in zip(*cells, strict=True)]
    heading, *lines = (_aligned(row, widths) for row in cells)
    text = f"{heading}\n"
    for line, listing in zip(lines, found.listings, strict=True):
        title = _cut(_words(listing.title) or "(nothing typed)")
        text += f"{line}\n  {title}\n" + (f"  {listing.path}\n" if has_paths else "")
    return text


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    numbers = HEADINGS.index("messages")
    cells = (c.rjust(w) if i == numbers else c.ljust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True)))
    return "  ".join(cells).rstrip()


def _row(listing: Listing, known: Sequence[str], zone: tzinfo) -> tuple[str, ...]:
    last = listing.ended or listing.started
    return (
        _short(listing.session, known),
        f"{last.astimezone(zone):%Y-%m-%d %H:%M}" if last is not None else "–",
        _span(listing),
        listing.agent if listing.agent not in (None, "unknown") else listing.format,
        "–" if listing.messages is None else str(listing.messages),
        (_words(listing.project) or "–")[:24],
        "open" if listing.open else "",
    )


def _short(session: str, known: Sequence[str]) -> str:
    """The beginning of an id that no other one has."""
    place = bisect_left(known, session)
    others = [known[i] for i in (place - 1, place + 1) if 0 <= i < len(known)]
    shared = max((_shared(session, other) for other in others), default=0)
    return session[: max(SHORTEST_ID, shared + 1)]


def _shared(one: str, other: str) -> int:
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _span(listing: Listing) -> str:
    if listing.started is None or listing.ended is None:
        return "–"
    from narrator.times import length

    minutes, seconds = divmod(length(listing.started, listing.ended), 60)
    hours, days = minutes // 60, minutes // 1440
    if days > 1:
        return f"{days} d {hours % 24} h"
    return f"{hours} h {minutes % 60} min" if hours else f"{minutes} min" if minutes else f"{seconds} s"


def _cut(text: str) -> str:
    return text if len(text) <= TITLE else text[: TITLE - 1].rstrip() + "…"


def _notes(found: Found, agent: str | None, *, has_paths: bool) -> Iterator[str]:
    if not found.listings:
        of = f" of {agent}" if agent is not None else ""
        yield f"no session{of} {'there' if has_paths else 'on this machine'}; narrator formats says which are read"
    if found.more:
        yield f"{found.more:,} more, older; --limit 0 lists all"
    if found.passed:
        names = ", ".join(p.name for p in found.passed[:NAMES]) + (", …" if len(found.passed) > NAMES else "")
        files = "1 file holds" if len(found.passed) == 1 else f"{len(found.passed):,} files hold"
        yield f"{files} no session that can be read ({names})"
