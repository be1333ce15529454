"""Times as a person reads them, in one zone, and how long a session took: its span, and how much of that was active.

Times stay in UTC until they are written: those of one zone would be subtracted by the clock on the wall, which a change to or
from daylight saving time moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from difflib import get_close_matches
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

from narrator.errors import NarratorError
from narrator.model import Transcript

PAUSE = timedelta(minutes=30)
"""A stretch without a record that is longer is a pause, in which nobody worked: web statistics end a visit after as long."""
TIME = "time of the session"
"""The first words of the footnote that tells it."""
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_OWN = frozenset({"localtime", "Factory"})
"""What some systems list among the zones, and is none."""


@dataclass(frozen=True, slots=True)
class Extent:
    """A session's time, to the second."""

    started: datetime
    """The first time on record, in UTC."""
    ended: datetime
    """The last."""
    active: int
    """Seconds, pauses left out."""
    pauses: int
    """How many stretches without a record were longer than `PAUSE`."""
    untimed: int
    """Messages without a time."""

    @property
    def seconds(self) -> int:
        """Seconds from the first time to the last."""
        return length(self.started, self.ended)


def length(started: datetime, ended: datetime) -> int:
    """Return the seconds from one time to another as clocks show them; 0 where they are the wrong way round."""
    return max(0, round((ended.replace(microsecond=0) - started.replace(microsecond=0)).total_seconds()))


def extent(transcript: Transcript) -> Extent | None:
    """Return a session's span and active time, by every time in its record; None where it tells none.

    Messages that were copied from another session have their time there.
    """
    moments = sorted({time.astimezone(UTC).replace(microsecond=0) for time in _moments(transcript)})
    if not moments:
        return None
    gaps = [late - early for early, late in pairwise(moments)]
    active = sum((gap for gap in gaps if gap <= PAUSE), timedelta())
    untimed = sum(message.at is None for message in transcript.messages)
    return Extent(moments[0], moments[-1], round(active.total_seconds()), sum(gap > PAUSE for gap in gaps), untimed)


def _moments(transcript: Transcript) -> Iterator[datetime]:
    own = (m for m in transcript.messages if "copied" not in m.flags)
    times: Iterable[datetime | None] = (
        *(transcript.started, transcript.ended),
        *(time for message in own for time in (message.at, message.ended)),
        *(event.at for event in transcript.events),
    )
    yield from (time for time in times if time is not None)


def zone_named(name: str) -> tzinfo:
    """Return the time zone of this name: UTC, or one of the IANA's such as Europe/Berlin.

    Raises:
        NarratorError: when there is none; it names one that may be meant.

    """
    found = find_zone(name)
    if found is None:
        raise NarratorError(f"no such time zone: {name!r}; {_suggestion(name)}")
    return found


def find_zone(name: str) -> tzinfo | None:
    """Return the time zone of this name, or None."""
    if name.upper() in ("UTC", "Z"):
        return UTC
    return ZoneInfo(name) if name in _known() else None


@cache
def _known() -> frozenset[str]:
    return frozenset(available_timezones() - _OWN)


def _suggestion(name: str) -> str:
    known = {zone.lower(): zone for zone in sorted(_known(), reverse=True)}
    places = {zone.rpartition("/")[2]: zone for zone in known if zone.startswith(_CONTINENTS)}
    wanted = name.lower().strip().replace(" ", "_")
    near = known.get(wanted) or known.get(places.get(wanted, ""))
    if near is None:
        close = get_close_matches(wanted, [*known, *places], 1, cutoff=0.75)
        near = known[places.get(close[0], close[0])] if close else None
    return f"did you mean {near}?" if near else "give a name like Europe/Berlin, or UTC"


_CONTINENTS = ("africa/", "america/", "asia/", "atlantic/", "australia/", "europe/", "indian/", "pacific/")


def zone_name(zone: tzinfo) -> str:
    """Return a zone's name, by which `zone_named` finds it again."""
    return getattr(zone, "key", None) or ("UTC" if zone is UTC else str(zone))


def clock(time: datetime, zone: tzinfo) -> str:
    """Return the time of day in a zone: "12:47:58"."""
    return f"{time.astimezone(zone):%H:%M:%S}"


def day(time: datetime, zone: tzinfo) -> str:
    """Return the date in a zone: "18 April 2026"."""
    local = time.astimezone(zone)
    return f"{local.day} {_MONTHS[local.month - 1]} {local.year}"


def stamp(time: datetime, zone: tzinfo) -> str:
    """Return date and time of day in a zone, for columns: "2026-04-18 12:47:58"."""
    return f"{time.astimezone(zone):%Y-%m-%d %H:%M:%S}"


def difference(late: datetime, early: datetime, zone: tzinfo) -> str:
    """Return two times of day as an equation's left side, with their zone: "12:47:58 − 12:47:33 (UTC)".

    Where the clock on the wall was put forward or back between them, they are told in UTC, so that the equation holds.
    """
    same = late.astimezone(zone).utcoffset() == early.astimezone(zone).utcoffset()
    shown = zone if same else UTC
    return f"{clock(late, shown)} − {clock(early, shown)} ({zone_name(shown)})"
