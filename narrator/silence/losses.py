"""Where a record is broken or missing that may have held words: then nothing says that there were none."""

from __future__ import annotations

from narrator.model import Message, Place, Problem, Transcript
from narrator.silence.causes import Silence, sign_of

GONE = frozenset({"bad-line", "bad-record", "cut-line", "not-an-object", "dangling-parent", "orphan-result"})
"""Problems by which a record isn't there, or can't be read."""

IN_PIECES = frozenset(
    ("claude-code", "codex", "copilot", "openhands", "opencode", "opencode-files", "opencode-share", "opencode-store")
)
"""Formats in which a message's words may stand in a record of their own."""

WORDLESS = frozenset({"empty_completion", "reasoning_only", "unknown"})
"""Causes that say that there were no words, or don't know."""


def doubted(transcript: Transcript, found: Silence, position: int) -> Silence:
    """Return a silence as it is, or as a lost record where one that can't be read may have held the message's words."""
    message = transcript.messages[position]
    if found.cause not in WORDLESS or message.role != "assistant" or transcript.format not in IN_PIECES:
        return found
    if not may_lack(transcript, position, position + 1):
        return found
    sign = sign_of(transcript, message, "a record of it, or right after it, can't be read")
    return Silence(message.index, "lost_record", "", "inferred", (sign,), ("the record that can't be read",))


def may_lack(transcript: Transcript, first: int, until: int) -> bool:
    """Return whether a record is broken or missing from the message at the position `first` on, before the one at `until`."""
    start = transcript.messages[first]
    end = transcript.messages[until] if until < len(transcript.messages) else None
    return any(p.code in GONE and _is_between(p, start, end) for p in transcript.problems)


def _is_between(problem: Problem, start: Message, end: Message | None) -> bool:
    if problem.message is not None:
        return start.index <= problem.message and (end is None or problem.message < end.index)
    if problem.place is None or not start.places:
        return False
    if problem.place == start.places[0]:
        return True
    at, low, high = (_where(p) for p in (problem.place, start.places[0], end.places[0] if end and end.places else None))
    inside = problem.place.file == start.places[0].file and at is not None and low is not None and low < at
    return inside and (end is None or (high is not None and at is not None and at < high))


def _where(place: Place | None) -> int | None:
    return None if place is None else place.byte_start
