"""The session's time as a footnote tells it, and that a document tells all its times in one zone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import tzinfo

from narrator.checking.case import Case, verdict
from narrator.checking.document import Sentence
from narrator.checking.results import CheckResult, Verdict
from narrator.checking.zones import zone_in, zones
from narrator.quantities import exact_duration
from narrator.times import PAUSE, TIME, Extent, clock, day, extent, zone_name

NAME = "times"

_NOTE = re.compile(
    rf"{TIME}: (?P<began_at>[0-9:]+)(?: on (?P<began_on>[^,;]+?))? to (?P<ended_at>[0-9:]+) on (?P<ended_on>[^,;]+), "
    r"(?P<length>[^,;]+)(?:, without a pause of more than (?P<no_pause>[^,;]+?)"
    r"|; without pauses of more than (?P<pause>[^:;]+): (?P<active>[^:;]+?))"
    r"(?:; messages without a time: (?P<untimed>[0-9,]+))?\.?\s*"
)
_ABOUT = (
    ("began_at", "it began at"),
    ("began_on", "it began on"),
    ("ended_at", "it ended at"),
    ("ended_on", "it ended on"),
    ("length", "it took"),
    ("no_pause", "without a pause of more than"),
    ("pause", "a pause is more than"),
    ("active", "it was active for"),
    ("untimed", "messages without a time:"),
)
"""What each field of the footnote says."""


def check_times(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each field of the footnotes that tell the session's time, and on each zone that a sentence names."""
    for note in case.document.footnotes.values():
        if note.text.startswith(f"{TIME}:"):
            yield from (verdict(word, NAME, text, note) for word, text in _judged(case, note))
    for sentence in case.document.sentences if case.document.strict else ():
        for start, end, zone in zones(sentence.prose()):
            told = zone_name(zone)
            word: Verdict = "right" if told == zone_name(case.zone) else "wrong"
            yield verdict(word, NAME, f"the document's times are told in {zone_name(case.zone)}", sentence, (start, end))


def _judged(case: Case, note: Sentence) -> Iterator[tuple[Verdict, str]]:
    zone, text = zone_in(" ".join(note.text.split()))
    match, took = _NOTE.fullmatch(text), extent(case.transcript)
    fault: Verdict = "unknown" if case.has_changed else "wrong"
    if match is None:
        yield "unknown", "the session's time is told in other words"
    elif took is None:
        yield fault, "the record tells no time"
    else:
        wanted = _fields(took, zone or case.zone)
        for name, about in _ABOUT:
            said = match[name]
            if said is not None:
                yield "right" if said == wanted[name] else fault, f"{about} {wanted[name] or 'no time at all'}"


def _fields(took: Extent, zone: tzinfo) -> dict[str, str]:
    """Return what the footnote has to say; "" for what it must not."""
    pause = exact_duration(PAUSE.total_seconds())
    return {
        "began_at": clock(took.started, zone),
        "began_on": day(took.started, zone),
        "ended_at": clock(took.ended, zone),
        "ended_on": day(took.ended, zone),
        "length": exact_duration(took.seconds),
        "no_pause": "" if took.pauses else pause,
        "pause": pause,
        "active": exact_duration(took.active),
        "untimed": f"{took.untimed:,}",
    }
