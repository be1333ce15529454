"""Why a message of Cline or Roo has no visible text.

The interface's request says what cut its answer off (`cancelReason`); without the interface's messages, the line that Cline puts
at the end of such an answer says it.
"""

from __future__ import annotations

import re

from narrator.model import Message, Span, Transcript
from narrator.silence.causes import Certainty, Sign, Silence

_OVERFLOW = re.compile(r"context.?(?:window|length)|prompt is too long|too many tokens|maximum context", re.IGNORECASE)
_FILTER = re.compile(r"content.?(?:policy|filter)", re.IGNORECASE)


def interrupt(transcript: Transcript, position: int) -> Silence | None:
    """Recognize an answer that a person cut off."""
    message = transcript.messages[position]
    if message.role != "assistant" or message.field("cancelReason") != "user_cancelled":
        return None
    running = any(p.kind == "call" for p in message.parts)
    detail = "during a tool" if running else "while thinking" if _thinks(message) else "before any output"
    return _silence(transcript, message, "interrupt", _cut(message), detail)


def failure(transcript: Transcript, position: int) -> Silence | None:
    """Recognize an answer that a failure cut off."""
    message = transcript.messages[position]
    reason = message.field("cancelReason")
    if message.role != "assistant" or reason is None or reason == "user_cancelled":
        return None
    told = message.field("streamingFailedMessage") or ""
    cause = "context_overflow" if _OVERFLOW.search(told) else "content_filter" if _FILTER.search(told) else "provider_error"
    return _silence(transcript, message, cause, _cut(message), reason.replace("_", " "))


def stood_in(transcript: Transcript, position: int) -> Silence | None:
    """Recognize Cline's own line in place of an answer that held nothing."""
    message = transcript.messages[position]
    if message.role != "assistant" or not any(p.by == "harness" and "synthetic" in p.flags for p in message.parts):
        return None
    return _silence(transcript, message, "empty_completion", "Cline put a line of its own in place of the answer")


def failed_summary(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a summary without words."""
    message = transcript.messages[position]
    if message.kind != "summary":
        return None
    return _silence(transcript, message, "failed_compaction", "its record is marked as a summary and holds no words")


def thought(transcript: Transcript, position: int) -> Silence | None:
    """Recognize an answer that holds a thought and nothing else."""
    message = transcript.messages[position]
    if message.role != "assistant" or not _thinks(message):
        return None
    hidden = all("hidden" in p.flags for p in message.parts if p.kind == "reasoning")
    sign = "it holds a thought and neither words nor a call"
    return _silence(transcript, message, "reasoning_only", sign, "hidden" if hidden else "")


def empty(transcript: Transcript, position: int) -> Silence | None:
    """Recognize an answer that the history holds, empty."""
    message = transcript.messages[position]
    if message.role != "assistant" or message.field("source") != "history":
        return None
    return _silence(transcript, message, "empty_completion", "the history holds the answer, and it is empty")


def unanswered(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a request of which the interface showed no answer: the last may have been going on, of others nothing tells."""
    message = transcript.messages[position]
    if message.role != "assistant":
        return None
    missing = ("the history that went to the model (api_conversation_history.json)",)
    if position == len(transcript.messages) - 1:
        sign = "the record ends with the request, and nothing of an answer was shown"
        return _silence(transcript, message, "unfinished", sign, certainty="inferred", undecided=missing)
    sign = "the interface showed nothing of an answer, and no reason"
    return _silence(transcript, message, "unknown", sign, certainty="unknown", undecided=missing)


def put_in(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a message in the person's place that holds only what Cline wrote."""
    message = transcript.messages[position]
    if message.by == "person":
        return None
    return _silence(transcript, message, "injected", "it holds only what Cline itself wrote")


def prompt(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a file without words, and blanks."""
    message = transcript.messages[position]
    files = tuple(_span(transcript, message, i) for i, p in enumerate(message.parts) if p.kind == "file")
    if message.role != "user":
        return None
    if files:
        return Silence(message.index, "attachment", evidence=(Sign("it holds a file or an image and no words", files),))
    return _silence(transcript, message, "blank", "the record of the prompt holds blanks only")


def _cut(message: Message) -> str:
    mark = message.field("ended")
    if message.error is not None:
        return f"its request's `cancelReason` is `{message.error}`"
    return f"Cline ended it with `{mark}`"


def _thinks(message: Message) -> bool:
    return any(p.kind == "reasoning" for p in message.parts)


def _span(transcript: Transcript, message: Message, part: int | None = None) -> Span:
    return Span(session=transcript.session, message=message.index, part=part)


def _silence(
    transcript: Transcript,
    message: Message,
    cause: str,
    sign: str,
    detail: str = "",
    *,
    certainty: Certainty = "recorded",
    undecided: tuple[str, ...] = (),
) -> Silence:
    return Silence(message.index, cause, detail, certainty, (Sign(sign, (_span(transcript, message),)),), undecided)


RULES = (interrupt, failure, stood_in, failed_summary, thought, empty, unanswered, put_in, prompt)
"""In the order in which they are asked; the first that answers wins."""

CALL_RULES = (interrupt,)
"""For messages with calls and no words: stopped in a call."""
