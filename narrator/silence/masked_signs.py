"""What remains around a silent message when its recorded cause is hidden: one sign a function, each with few values.

A sign says where the message stands, what it holds, how long it took, what stands before and after it and how soon; never what
the record says of its end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from statistics import median

from narrator.model import Message, Transcript
from narrator.observations.tools import tool_of
from narrator.silence.bookkeeping import begins_summary

Sign = Callable[[Transcript, int], str]
"""(masked transcript, position) → the sign's value."""

AT_ONCE = 0.1
"""Seconds within which only a program goes on by itself: a person takes longer to type a word."""
QUICK = 1.0
SOON = 10.0
LONG = 60.0
"""Seconds; people stop a call within a minute, connections time out after one."""
FULL = 0.9
"""Share of the session's largest input from which a context counts as full."""
USUAL = 0.9
"""Share of a session's other replies from which something is their custom."""
_RESUMED = "This session is being continued from a previous conversation"


def holds(transcript: Transcript, position: int) -> str:
    """What the message itself holds."""
    parts = transcript.messages[position].parts
    for kind in ("call", "file"):
        if any(p.kind == kind for p in parts):
            return kind
    thoughts = [p for p in parts if p.kind == "reasoning"]
    if thoughts:
        return "hidden thought" if all("hidden" in p.flags for p in thoughts) else "thought"
    return "blanks" if any(p.kind == "text" and p.text for p in parts) else "an empty text" if parts else "nothing"


def before(transcript: Transcript, position: int) -> str:
    """What the message before it is."""
    return _kind(transcript, position - 1)


def after(transcript: Transcript, position: int) -> str:
    """What the message after it is."""
    return _kind(transcript, position + 1)


def second_after(transcript: Transcript, position: int) -> str:
    """What the message after the next one is."""
    return _kind(transcript, position + 2)


def gap_before(transcript: Transcript, position: int) -> str:
    """How long after the end of the message before it it began."""
    first = _at(transcript, position - 1)
    return _span(None if first is None else first.ended or first.at, transcript.messages[position].at)


def gap_after(transcript: Transcript, position: int) -> str:
    """How soon the next message follows."""
    its, then = transcript.messages[position], _at(transcript, position + 1)
    return _span(its.ended or its.at, None if then is None else then.at)


def duration(transcript: Transcript, position: int) -> str:
    """How long a reply took; "open" where it has no end and the session's replies usually have one."""
    its = transcript.messages[position]
    if its.role == "user":
        return "untold"
    if its.ended is None and _usual(transcript, position, lambda m: m.ended is not None):
        return "open"
    return _span(its.at, its.ended)


def tokens(transcript: Transcript, position: int) -> str:
    """What was counted for a reply; nothing counted where the session's replies usually have a count is "none" too."""
    message = transcript.messages[position]
    its = message.tokens
    if its is None:
        counts = message.role == "assistant" and _usual(transcript, position, lambda m: m.tokens is not None)
        return "none" if counts else "untold"
    return "output" if its.output or its.reasoning else "input" if its.input or its.cache_read or its.cache_write else "none"


def again(transcript: Transcript, position: int) -> str:
    """Whether the instruction before it comes again, to the letter, at once or behind up to three messages."""
    told = next((m.visible_text for m in reversed(transcript.messages[:position]) if m.role == "user" and m.visible_text), None)
    following = transcript.messages[position + 1 : position + 5]
    place = next((i for i, m in enumerate(following) if told and m.role == "user" and m.visible_text == told), None)
    return "no" if place is None else "at once" if place == 0 else "later"


def summary(transcript: Transcript, position: int) -> str:
    """Where a text that reads like a compaction's summary stands."""
    for distance, name in ((1, "next"), (2, "second"), (-1, "before"), (-2, "second before")):
        message = _at(transcript, position + distance)
        if message is not None and _is_summary(message):
            return name
    return "nowhere"


def mode(transcript: Transcript, position: int) -> str:
    """Whether the next person's message comes in another mode."""
    its = transcript.messages[position].mode
    then = next((m for m in transcript.messages[position + 1 : position + 4] if m.role == "user"), None)
    return "untold" if its is None or then is None or then.mode is None else "same" if then.mode == its else "changed"


def context(transcript: Transcript, position: int) -> str:
    """Whether the last counted input before it was about the largest of the session, and far above its median."""
    sizes = [_input(m) for m in transcript.messages]
    counted = sorted(s for s in sizes if s)
    last = next((s for s in reversed(sizes[:position]) if s), 0)
    if len(counted) < 2 or not last:
        return "untold"
    return "full" if last >= FULL * counted[-1] and last >= 2 * median(counted) else "not full"


def rate(transcript: Transcript, position: int) -> str:
    """How many of the session's other messages of the same role are silent."""
    role = transcript.messages[position].role
    others = [m.is_silent for i, m in enumerate(transcript.messages) if m.role == role and i != position]
    share = sum(others) / len(others) if others else 0
    return "none" if share == 0 else "few" if share < 0.1 else "many"


SIGNS: Mapping[str, Sign] = {
    s.__name__: s
    for s in (holds, before, after, second_after, gap_before, gap_after, duration, tokens, again, summary, mode, context, rate)
}
"""Name → sign."""


def signs_of(transcript: Transcript, position: int) -> Mapping[str, str]:
    """Return each sign's value for the message at `position` of a masked transcript."""
    return {name: sign(transcript, position) for name, sign in SIGNS.items()}


def _usual(transcript: Transcript, position: int, test: Callable[[Message], bool]) -> bool:
    """Return whether something holds of nearly all the other replies with words or calls."""
    others = [test(m) for i, m in enumerate(transcript.messages) if m.role == "assistant" and i != position and not m.is_silent]
    return bool(others) and sum(others) >= USUAL * len(others)


def _at(transcript: Transcript, position: int) -> Message | None:
    return transcript.messages[position] if 0 <= position < len(transcript.messages) else None


def _kind(transcript: Transcript, position: int) -> str:
    message = _at(transcript, position)
    if message is None:
        return "nothing"
    if message.role != "assistant":
        return "words" if message.visible_text else "silent user"
    called = [tool_of(p) for p in message.parts if p.kind == "call"]
    if called and not message.visible_text:
        return "delegation" if called[0].kind == "delegate" else "shell" if called[0].shell and len(called) == 1 else "calls"
    return "silent model" if message.is_silent else "answer"


def _is_summary(message: Message) -> bool:
    return begins_summary(message, 1) or message.visible_text.startswith(_RESUMED)


def _span(start: datetime | None, end: datetime | None) -> str:
    if start is None or end is None:
        return "untold"
    seconds = (end - start).total_seconds()
    bounds = ((AT_ONCE, "at once"), (QUICK, "quick"), (SOON, "soon"), (LONG, "a minute"))
    return next((name for bound, name in bounds if seconds <= bound), "long")


def _input(message: Message) -> int:
    counted = message.tokens
    return counted.input + counted.cache_read + counted.cache_write if counted else 0
