"""Why a message of Gemini CLI has no visible text.

An answer records no end. What stands right after it tells: a cancellation, an error, the harness's line to the model after an
answer that it turned down as empty (such an answer isn't recorded itself).
"""

from __future__ import annotations

import re

from narrator.model import Event, Message, Span, Transcript
from narrator.silence.causes import Certainty, Sign, Silence

_OVERFLOW = re.compile(r"token count.{0,40}exceeds|context window|input is too long|too many tokens", re.IGNORECASE)
_WITHHELD = re.compile(r"\b(?:SAFETY|RECITATION|BLOCKLIST|PROHIBITED_CONTENT|SPII)\b|blocked by safety", re.IGNORECASE)
_TURNED_DOWN = re.compile(r"\s*\[?System: (?:You previously returned an empty response|Please continue)", re.IGNORECASE)
_UNTOLD = ("its finish reason, which Gemini CLI doesn't record",)


def interrupt(transcript: Transcript, position: int) -> Silence | None:
    """Tell an answer that the note of a cancelled request follows."""
    message = transcript.messages[position]
    note = _following(transcript, message, "abort")
    if message.role != "assistant" or note is None:
        return None
    kinds = {p.kind for p in message.parts}
    detail = "while thinking" if "reasoning" in kinds else "before any output"
    return _told(transcript, message, "interrupt", f"the note “{note.text.strip()[:60]}” follows it", detail)


def stopped_call(transcript: Transcript, position: int) -> Silence | None:
    """Tell calls of which one was cancelled."""
    message = transcript.messages[position]
    cancelled = [i for i, p in enumerate(message.parts) if p.kind == "call" and p.status == "cancelled"]
    if message.role != "assistant" or not cancelled:
        return None
    span = Span(session=transcript.session, message=message.index, part=cancelled[0])
    sign = Sign("the status of its call is `cancelled`", (span,))
    return Silence(message.index, "interrupt", "during a tool", "recorded", (sign,))


def failure(transcript: Transcript, position: int) -> Silence | None:
    """Tell an answer that an error follows, by the error's words."""
    message = transcript.messages[position]
    note = _following(transcript, message, "error")
    if message.role != "assistant" or note is None:
        return None
    cause = "context_overflow" if _OVERFLOW.search(note.text) else "provider_error"
    cause = "content_filter" if _WITHHELD.search(note.text) else cause
    sign = f"the error “{' '.join(note.text.split())[:60]}” follows it"
    return _told(transcript, message, cause, sign, certainty="inferred", undecided=_UNTOLD)


def turned_down(transcript: Transcript, position: int) -> Silence | None:
    """Tell an answer after which the harness asked the model again, because it was empty."""
    message = transcript.messages[position]
    after = transcript.messages[position + 1] if position + 1 < len(transcript.messages) else None
    if message.role != "assistant" or after is None or after.by == "person" or not _TURNED_DOWN.match(_words(after)):
        return None
    sign = "the harness asked the model again right after it"
    return _told(transcript, message, "empty_completion", sign, certainty="inferred", undecided=_UNTOLD, at=after)


def summary(transcript: Transcript, position: int) -> Silence | None:
    """Tell a summary without words."""
    message = transcript.messages[position]
    return _told(transcript, message, "failed_compaction", "it is a summary without words") if message.kind == "summary" else None


def unfinished(transcript: Transcript, position: int) -> Silence | None:
    """Tell an answer with which the record ends: Gemini CLI writes an answer down while it grows."""
    message = transcript.messages[position]
    if message.role != "assistant" or position + 1 < len(transcript.messages):
        return None
    held = "it holds thoughts only" if _thinks(message) else "it holds nothing"
    sign = f"{held}, and the record ends with it"
    return _told(transcript, message, "unfinished", sign, certainty="inferred", undecided=("what came after it", *_UNTOLD))


def ended(transcript: Transcript, position: int) -> Silence | None:
    """Tell an answer that came to nothing, though the session goes on."""
    message = transcript.messages[position]
    if message.role != "assistant":
        return None
    if _thinks(message):
        return _told(transcript, message, "reasoning_only", "it holds thoughts and no text, and the session goes on")
    spent = message.field("tokens.total")
    told = f", and {spent} tokens are counted for it" if spent not in (None, "0") else ""
    sign = f"it holds no text, thought or call{told}"
    return _told(transcript, message, "empty_completion", sign, certainty="inferred", undecided=_UNTOLD)


def attachment(transcript: Transcript, position: int) -> Silence | None:
    """Tell a file or an image sent without words."""
    message = transcript.messages[position]
    if message.by != "person" or all(p.kind != "file" for p in message.parts):
        return None
    return _told(transcript, message, "attachment", "it holds a file or an image and no words")


def injected(transcript: Transcript, position: int) -> Silence | None:
    """Tell what the harness put in."""
    message = transcript.messages[position]
    words = any(p.kind == "notice" for p in message.parts)
    if message.by == "person" and not words:
        return None
    return _told(transcript, message, "injected", "it holds only what the harness put in")


def blank(transcript: Transcript, position: int) -> Silence | None:
    """Tell typed blanks."""
    return _told(transcript, transcript.messages[position], "blank", "its record holds blanks only")


RULES = (interrupt, failure, turned_down, summary, unfinished, ended, attachment, injected, blank)
"""In the order in which they are asked: what stands beside an answer, what it holds, then what stands in the user's place."""

CALL_RULES = (stopped_call,)
"""Asked of a message with calls and no words, which is a silence only where a call was stopped."""


def _following(transcript: Transcript, message: Message, kind: str) -> Event | None:
    """Return the event of a kind that stands between a message and the next."""
    return next((e for e in transcript.events if e.kind == kind and e.after == message.index), None)


def _thinks(message: Message) -> bool:
    return any(p.kind == "reasoning" for p in message.parts)


def _words(message: Message) -> str:
    return "".join(p.text for p in message.parts if p.kind == "text")


def _told(
    transcript: Transcript,
    message: Message,
    cause: str,
    sign: str,
    detail: str = "",
    *,
    certainty: Certainty = "recorded",
    undecided: tuple[str, ...] = (),
    at: Message | None = None,
) -> Silence:
    spans = tuple(Span(session=transcript.session, message=m.index) for m in (message, at) if m is not None)
    return Silence(message.index, cause, detail, certainty, (Sign(sign, spans),), undecided)
