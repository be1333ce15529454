"""Why an OpenHands message has no visible text.

An event is written when it is over, so that what was cut before any output has no event at all: the record then holds the
interruption, or the run's error, and no message. Both bear on the message before them.
"""

from __future__ import annotations

import re

from narrator.model import Message, Span, Transcript
from narrator.silence.causes import Certainty, Sign, Silence
from narrator.silence.finishes import Ending, by_finish, ending_of

_OVERFLOW = re.compile(r"context.?window|context.?length|maximum context|prompt is too long", re.IGNORECASE)
_FILTER = re.compile(r"content.?(?:policy|filter)", re.IGNORECASE)


def interrupt(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a message that an interruption follows."""
    message = transcript.messages[position]
    reason = message.field("interrupt.reason")
    if message.role != "assistant" or reason is None:
        return None
    running = any(p.kind == "call" and p.status == "cancelled" for p in message.parts)
    detail = "during a tool" if running else "while thinking" if _thinks(message) else "before any output"
    return _silence(transcript, message, "interrupt", f"an interruption follows it (`{reason}`)", detail)


def error(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a message that the run's error follows."""
    message = transcript.messages[position]
    if message.role != "assistant" or message.error is None:
        return None
    told = f"{message.error} {message.field('error.detail') or ''}"
    cause = "context_overflow" if _OVERFLOW.search(told) else "content_filter" if _FILTER.search(told) else "provider_error"
    return _silence(transcript, message, cause, f"the run ended after it with the error `{message.error}`")


def failed_summary(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a summary without words."""
    message = transcript.messages[position]
    if message.kind != "summary":
        return None
    return _silence(transcript, message, "failed_compaction", "it is a condensation's summary without words")


def withheld(transcript: Transcript, position: int) -> Silence | None:
    """Recognize an answer that didn't come to its own end, by its finish reason: withheld, cut at a limit, its call lost."""
    message = transcript.messages[position]
    if message.finish is None or ending_of(message.finish) == Ending("", ""):
        return None
    return by_finish(transcript, position, f"its finish reason is `{message.finish}`")


def thought(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a message that holds a thought and nothing else."""
    message = transcript.messages[position]
    if message.role != "assistant" or not _thinks(message):
        return None
    hidden = all("hidden" in p.flags for p in message.parts if p.kind == "reasoning")
    sign = "it holds a thought and neither words nor a call" + _status(message)
    return _silence(transcript, message, "reasoning_only", sign, "hidden" if hidden else "")


def empty(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a message that was written whole and holds nothing."""
    message = transcript.messages[position]
    if message.role != "assistant":
        return None
    ended = f", its finish reason is `{message.finish}`" if message.finish else ""
    return _silence(transcript, message, "empty_completion", f"the model's message holds no words{ended}{_status(message)}")


def put_in(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a message in the person's place that no person wrote."""
    message = transcript.messages[position]
    if message.by == "person":
        return None
    return _silence(transcript, message, "injected", f"its record says that it is the {message.by}'s")


def prompt(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a file without words, and blanks."""
    message = transcript.messages[position]
    if message.role != "user":
        return None
    files = tuple(
        Span(session=transcript.session, message=message.index, part=i) for i, p in enumerate(message.parts) if p.kind == "file"
    )
    if files:
        return Silence(message.index, "attachment", evidence=(Sign("it holds a file or an image and no words", files),))
    return _silence(transcript, message, "blank", "the record of the prompt holds blanks only")


def _thinks(message: Message) -> bool:
    return any(p.kind == "reasoning" for p in message.parts)


def _status(message: Message) -> str:
    status = message.field("execution_status")
    return f", and the run's status after it is `{status}`" if status else ""


def _silence(
    transcript: Transcript, message: Message, cause: str, sign: str, detail: str = "", *, certainty: Certainty = "recorded"
) -> Silence:
    whole = Span(session=transcript.session, message=message.index)
    return Silence(message.index, cause, detail, certainty, (Sign(sign, (whole,)),))


RULES = (interrupt, error, failed_summary, withheld, thought, empty, put_in, prompt)
"""In the order in which they are asked; the first that answers wins."""

CALL_RULES = (interrupt,)
"""For messages with calls and no words: stopped in a call."""
