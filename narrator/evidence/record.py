"""What the harness's own record says of the message: error, length in time, mode, how rare its like is; what it lacks itself."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Fact, Note, fact, with_notes

HOLES: tuple[tuple[str, str], ...] = (
    ("bad", "records that can't be read"),
    ("dangling", "references to records that aren't there"),
    ("truncated", "an end that is cut off"),
    ("unknown", "records of kinds that aren't known"),
)
"""What makes a record less than whole, by the count of it."""


def read_record(stretch: Stretch) -> Iterator[Fact]:
    """Yield the record's facts about the subject; for flattened text, that there is no record."""
    message, whole = stretch.message, (stretch.whole(stretch.subject),)
    if not any(m.record for m in stretch.analysis.transcript.messages):
        if message.is_silent:
            yield fact("record.none", whole, message.index)
    elif message.error:
        words = message.field("error.message") or ""
        yield fact("record.error" if words else "record.error_name", whole, message.index, error=message.error, words=words)
    elif message.is_silent and message.finish:
        yield fact("record.finish", whole, message.index, finish=message.finish)
    if message.by == "model" and message.at and message.ended and message.ended > message.at:
        yield _lasted(stretch, message.at, message.ended)
    if message.is_silent and not _has_likes(stretch):
        yield _rarity(stretch)
    coverage = stretch.analysis.transcript.coverage
    holes = tuple(what for name, what in HOLES if getattr(coverage, name))
    if holes:
        yield fact("open.record", whole, message.index, what=holes)


def _lasted(stretch: Stretch, start: datetime, end: datetime) -> Fact:
    seconds = (end - start).total_seconds()
    return fact(
        "record.lasted",
        (stretch.whole(stretch.subject),),
        stretch.message.index,
        seconds=seconds,
        mode=stretch.message.mode or "",
    )


def _has_likes(stretch: Stretch) -> bool:
    """Whether other messages are silent for the same reason: then these are counted, and not all that is silent."""
    own = stretch.analysis.silence(stretch.message.index)
    return own is not None and own.cause != "unknown" and sum(s.cause == own.cause for s in stretch.analysis.silences) > 1


def _rarity(stretch: Stretch) -> Fact:
    messages = stretch.analysis.transcript.messages
    role = stretch.message.role
    like = tuple(m.index for m in messages if m.is_silent and m.role == role)
    of = sum(m.role == role for m in messages)
    first, last = messages[0].index, messages[-1].index
    note = Note(
        f"{role} messages without text or call in [msg {first}]–[msg {last}]: {len(like)}", like if len(like) <= 12 else ()
    )
    found = fact(
        "record.rarity" if len(like) > 1 else "record.only",
        (stretch.whole(stretch.subject),),
        stretch.message.index,
        like=len(like),
        of=of,
        role=role,
    )
    return with_notes(found, note)
