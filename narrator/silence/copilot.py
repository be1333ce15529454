"""Why a message of Copilot CLI has no visible text.

No answer records why it ended; its turn's end, an abort, an error and the count of its tokens do. An aborted turn that gave no
message is none, and no silence: it stands among the events.
"""

from __future__ import annotations

import re

from narrator.model import Message, Span, Transcript
from narrator.silence.causes import Certainty, Sign, Silence

_OVERFLOW = re.compile(r"context.{0,20}(?:window|length|limit)|too long|token limit|maximum context", re.IGNORECASE)
_WITHHELD = re.compile(r"content.?filter|responsible ai|filtered", re.IGNORECASE)


def interrupt(transcript: Transcript, position: int) -> Silence | None:
    """Tell an answer in whose turn an abort stands."""
    message = transcript.messages[position]
    reason = message.field("turn.aborted")
    if message.role != "assistant" or reason is None:
        return None
    cause = "interrupt" if "user" in reason or reason == "abort" else "connection_abort"
    thinks = any(p.kind == "reasoning" for p in message.parts)
    called = any(p.kind == "call" for p in message.parts)
    detail = "during a tool" if called else "while thinking" if thinks else "before any output"
    return _told(transcript, message, cause, f"its turn was aborted (`{reason}`)", detail)


def failure(transcript: Transcript, position: int) -> Silence | None:
    """Tell an answer in whose turn an error stands."""
    message = transcript.messages[position]
    if message.role != "assistant" or message.error is None:
        return None
    words, status = message.field("error.message") or "", message.field("status")
    sign = f"its turn has the error `{message.error}`" + (f" with status {status}" if status else "")
    if _OVERFLOW.search(words) or "context" in message.error:
        return _told(transcript, message, "context_overflow", sign, "stored error")
    if _WITHHELD.search(words):
        return _told(transcript, message, "content_filter", sign)
    return _told(transcript, message, "provider_error", sign, f"status {status}" if status else "")


def thought(transcript: Transcript, position: int) -> Silence | None:
    """Tell an answer that holds a thought and nothing else."""
    message = transcript.messages[position]
    thoughts = [p for p in message.parts if p.kind == "reasoning"]
    if message.role != "assistant" or not thoughts or not _is_over(message):
        return None
    hidden = "hidden" if all("hidden" in p.flags for p in thoughts) else ""
    return _told(transcript, message, "reasoning_only", f"it holds reasoning and no text, {_ending(message)}", hidden)


def empty(transcript: Transcript, position: int) -> Silence | None:
    """Tell an answer that ended with nothing to show, though tokens were spent on it."""
    message = transcript.messages[position]
    if message.role != "assistant" or not _is_over(message) or message.kind == "summary":
        return None
    spent = f", and {message.tokens.output} output tokens are counted for it" if message.tokens is not None else ""
    sign = f"it holds neither text nor a request for a tool, {_ending(message)}{spent}"
    return _told(transcript, message, "empty_completion", sign)


def unfinished(transcript: Transcript, position: int) -> Silence | None:
    """Tell an answer whose turn no record ends."""
    message = transcript.messages[position]
    if message.role != "assistant":
        return None
    last = position + 1 == len(transcript.messages)
    sign = (
        "no record ends its turn, and the record stops there" if last else "no record ends its turn, though the session goes on"
    )
    undecided = ("a record of how its turn ended",)
    return _told(transcript, message, "unfinished" if last else "not_recorded", sign, certainty="inferred", undecided=undecided)


def attachment(transcript: Transcript, position: int) -> Silence | None:
    """Tell a file or an image sent without words."""
    message = transcript.messages[position]
    if message.by != "person" or all(p.kind != "file" for p in message.parts):
        return None
    return _told(transcript, message, "attachment", "it holds an attachment and no words")


def injected(transcript: Transcript, position: int) -> Silence | None:
    """Tell what the harness put in."""
    message = transcript.messages[position]
    if message.by == "person":
        return None
    return _told(transcript, message, "injected", f"its record is a `{message.field('source')}` of the {message.by}")


def blank(transcript: Transcript, position: int) -> Silence | None:
    """Tell typed blanks."""
    return _told(transcript, transcript.messages[position], "blank", "its record holds blanks only")


RULES = (interrupt, failure, thought, empty, unfinished, attachment, injected, blank)
"""In the order in which they are asked; the first that answers wins."""

CALL_RULES = (interrupt,)
"""Asked of a message with calls and no words, which is a silence only where it was stopped."""


def _is_over(message: Message) -> bool:
    return message.field("turn.end") is not None or message.finish is not None


def _ending(message: Message) -> str:
    return f"it stopped with `{message.finish}`" if message.finish else "its turn was completed"


def _told(
    transcript: Transcript,
    message: Message,
    cause: str,
    sign: str,
    detail: str = "",
    *,
    certainty: Certainty = "recorded",
    undecided: tuple[str, ...] = (),
) -> Silence:
    whole = Span(session=transcript.session, message=message.index)
    return Silence(message.index, cause, detail, certainty, (Sign(sign, (whole,)),), undecided)
