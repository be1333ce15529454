"""The session that the subject is of: how many messages, how long, how much of that active, what its source held."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from narrator.coverage import OPENING, tell_records
from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Fact, Note, fact, with_notes
from narrator.quantities import exact_duration
from narrator.times import PAUSE, TIME, Extent, clock, day, extent, zone_name


def describe_session(stretch: Stretch) -> Iterator[Fact]:
    """Yield one fact: `session.paused`, `session.timed` where nobody paused, `session.untimed` where no time is on record."""
    transcript, zone = stretch.analysis.transcript, stretch.analysis.zone
    ends = (stretch.whole(0), stretch.whole(len(transcript.messages) - 1))
    at, messages = transcript.messages[-1].index, len(transcript.messages)
    records = Note(f"{OPENING}: {tell_records(transcript.coverage)}")
    took = extent(transcript)
    if took is None:
        yield with_notes(fact("session.untimed", ends, at, messages=messages), records)
        return
    found = fact(
        "session.paused" if took.pauses else "session.timed",
        ends,
        at,
        messages=messages,
        day=day(took.started, zone),
        zone=zone_name(zone),
        seconds=took.seconds,
        active=took.active,
    )
    yield with_notes(found, Note(time_note(took, zone)), records)


def time_note(took: Extent, zone: tzinfo) -> str:
    """Return the footnote of a session's time: when it began and ended, how long that is, how much of it was active."""
    first, last = (day(time, zone) for time in (took.started, took.ended))
    begun = clock(took.started, zone) + (f" on {first}" if first != last else "")
    whole = f"{TIME}: {begun} to {clock(took.ended, zone)} on {last} ({zone_name(zone)}), {exact_duration(took.seconds)}"
    pause = f"of more than {exact_duration(PAUSE.total_seconds())}"
    active = f"; without pauses {pause}: {exact_duration(took.active)}" if took.pauses else f", without a pause {pause}"
    untimed = f"; messages without a time: {took.untimed:,}" if took.untimed else ""
    return whole + active + untimed
