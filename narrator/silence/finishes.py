"""What a finish reason says of an answer without words, in whatever wording a provider or a converter has for it."""

from __future__ import annotations

import re
from typing import NamedTuple

from narrator.model import Message, Transcript
from narrator.silence.causes import Sign, Silence, sign_of, span_of

_CAUSES: tuple[tuple[str, str, str], ...] = (
    ("malformed", "", "malformed call"),
    ("contextwindow", "context_overflow", ""),
    ("contextlength", "context_overflow", ""),
    ("abort", "interrupt", ""),
    ("cancel", "interrupt", ""),
    ("interrupt", "interrupt", ""),
    ("filter", "content_filter", ""),
    ("refusal", "content_filter", ""),
    ("safety", "content_filter", ""),
    ("recitation", "content_filter", ""),
    ("prohibited", "content_filter", ""),
    ("tooluse", "lost_record", ""),
    ("toolcall", "lost_record", ""),
    ("functioncall", "lost_record", ""),
    ("length", "", "output limit"),
    ("maxtokens", "", "output limit"),
    ("maxoutput", "", "output limit"),
    ("error", "provider_error", ""),
    ("fail", "provider_error", ""),
)
"""A piece of a finish reason (its letters, in lower case), the cause that it makes, and the detail; the first that fits.
No cause: the model ended by itself."""


class Ending(NamedTuple):
    """What a finish reason says."""

    cause: str
    """A word of `CAUSES`; "" where the model ended by itself."""
    detail: str


def ending_of(finish: str) -> Ending:
    """Return what a finish reason says of the answer that it ended."""
    letters = re.sub(r"[^a-z]", "", finish.lower())
    return next((Ending(cause, detail) for piece, cause, detail in _CAUSES if piece in letters), Ending("", ""))


def by_finish(transcript: Transcript, position: int, sign: str, *more: Sign) -> Silence | None:
    """Return why an answer without words or calls ended, by its finish reason, which `sign` tells; None where it has none."""
    message = transcript.messages[position]
    if message.role != "assistant" or message.finish is None:
        return None
    thoughts = [i for i, p in enumerate(message.parts) if p.kind == "reasoning"]
    cause, detail = ending_of(message.finish)
    signs = (sign_of(transcript, message, sign), *more)
    if cause == "lost_record":
        return Silence(message.index, cause, "", "inferred", signs, ("the record of the call",))
    if thoughts and not cause:
        signs += (Sign("it holds reasoning and no words", tuple(span_of(transcript, message, i) for i in thoughts)),)
    hidden = bool(thoughts) and all("hidden" in message.parts[i].flags for i in thoughts)
    if not cause:
        detail = detail or ("hidden" if hidden else "")
        cause = "reasoning_only" if thoughts else "empty_completion"
    return Silence(message.index, cause, detail or _moment(cause, message), evidence=signs)


def _moment(cause: str, message: Message) -> str:
    thinks = any(p.kind == "reasoning" for p in message.parts)
    return ("while thinking" if thinks else "before any output") if cause == "interrupt" else ""
