"""Where a record is broken or missing that may have held words: then nothing says that there were none."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from narrator.model import Message, Place, Transcript
from narrator.silence.causes import Silence, sign_of

GONE = frozenset({"bad-line", "bad-record", "cut-line", "not-an-object", "dangling-parent", "orphan-result"})
"""Problems by which a record isn't there, or can't be read."""

IN_PIECES = frozenset(
    ("claude-code", "codex", "copilot", "openhands", "opencode", "opencode-files", "opencode-share", "opencode-store")
)
"""Formats in which a message's words may stand in a record of their own."""

WORDLESS = frozenset({"empty_completion", "reasoning_only", "unknown"})
"""Causes that say that there were no words, or don't know."""


@dataclass(frozen=True, slots=True)
class Losses:
    """Where records of a session are broken or missing."""

    indices: tuple[int, ...]
    """Of the messages after which it is so, ascending."""
    starts: dict[str, list[int]]
    """By file, where broken records begin, ascending."""
    places: frozenset[Place]
    """Of messages that are broken themselves."""

    def between(self, start: Message, end: Message | None) -> bool:
        """Return whether one is from the record of the message `start` on, before that of `end` (None: up to the end)."""
        if _any_in(self.indices, start.index, end.index if end is not None else None):
            return True
        place = start.places[0] if start.places else None
        if place is None or place in self.places:
            return place is not None
        until = end.places[0].byte_start if end is not None and end.places else None
        if place.byte_start is None or (end is not None and until is None):
            return False
        return _any_in(self.starts.get(place.file, ()), place.byte_start, until)


def losses_of(transcript: Transcript) -> Losses:
    """Return where records of a session are broken or missing."""
    gone = [p for p in transcript.problems if p.code in GONE]
    loose = [p.place for p in gone if p.message is None and p.place is not None]
    starts: dict[str, list[int]] = {}
    for place in loose:
        if place.byte_start is not None:
            starts.setdefault(place.file, []).append(place.byte_start)
    for found in starts.values():
        found.sort()
    return Losses(tuple(sorted(p.message for p in gone if p.message is not None)), starts, frozenset(loose))


def may_lack(transcript: Transcript, first: int, until: int) -> bool:
    """Return whether a record is broken or missing from the message at the position `first` on, before the one at `until`."""
    end = transcript.messages[until] if until < len(transcript.messages) else None
    return losses_of(transcript).between(transcript.messages[first], end)


def doubted(transcript: Transcript, found: Silence, position: int, losses: Losses) -> Silence:
    """Return a silence as it is, or as a lost record where one that can't be read may have held the message's words."""
    message = transcript.messages[position]
    if found.cause not in WORDLESS or message.role != "assistant" or transcript.format not in IN_PIECES:
        return found
    following = transcript.messages[position + 1] if position + 1 < len(transcript.messages) else None
    if not losses.between(message, following):
        return found
    sign = sign_of(transcript, message, "a record of it, or right after it, can't be read")
    return Silence(message.index, "lost_record", "", "inferred", (sign,), ("the record that can't be read",))


def _any_in(numbers: Sequence[int], low: int, high: int | None) -> bool:
    at = bisect_left(numbers, low)
    return at < len(numbers) and (high is None or numbers[at] < high)
