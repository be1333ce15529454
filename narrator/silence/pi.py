"""Why a message of Pi has no visible text: each answer records how it stopped, and an error its words."""

from __future__ import annotations

import re

from narrator.model import Message, Span, Transcript
from narrator.silence.causes import Certainty, Sign, Silence

_OVERFLOW = re.compile(
    r"prompt is too long|context.{0,20}(?:window|length|limit)|maximum context|too many tokens|request_too_large", re.IGNORECASE
)
_WITHHELD = re.compile(r"content.?filter|refus|safety|recitation|prohibited|sensitive", re.IGNORECASE)


def interrupt(transcript: Transcript, position: int) -> Silence | None:
    """Tell an answer that was stopped."""
    message = transcript.messages[position]
    if message.finish != "aborted":
        return None
    signs = [_sign(transcript, message, "its stop reason is `aborted`")]
    after = transcript.messages[position + 1] if position + 1 < len(transcript.messages) else None
    if after is not None and after.by == "person" and after.visible_text:
        signs.append(_sign(transcript, after, "a typed message follows it"))
    return Silence(message.index, "interrupt", _moment(message), evidence=tuple(signs))


def failure(transcript: Transcript, position: int) -> Silence | None:
    """Tell an answer that ended in an error, by the error's words."""
    message = transcript.messages[position]
    if message.finish != "error":
        return None
    words, status = message.field("errorMessage") or "", message.field("status")
    name = (
        f"its stop reason is `error`, the error `{message.error}`" if message.error != "error" else "its stop reason is `error`"
    )
    sign = name + (f" with status {status}" if status else "")
    if _OVERFLOW.search(words):
        return _told(transcript, message, "context_overflow", sign, "stored error")
    if _WITHHELD.search(words):
        return _told(transcript, message, "content_filter", sign, certainty="inferred", undecided=("the provider's own answer",))
    return _told(transcript, message, "provider_error", sign, f"status {status}" if status else "")


def summary(transcript: Transcript, position: int) -> Silence | None:
    """Tell a summary without words."""
    message = transcript.messages[position]
    if message.kind != "summary":
        return None
    return _told(transcript, message, "failed_compaction", f"it is a `{message.field('source')}` without words", "empty")


def own(transcript: Transcript, position: int) -> Silence | None:
    """Tell what the harness wrote in the model's place."""
    message = transcript.messages[position]
    if message.role != "assistant" or message.by != "harness":
        return None
    return _told(transcript, message, "filler", "the harness wrote it itself, and left it empty")


def call_lost(transcript: Transcript, position: int) -> Silence | None:
    """Tell an answer that stopped to call a tool and holds no call."""
    message = transcript.messages[position]
    if message.finish != "toolUse":
        return None
    sign = "its stop reason is `toolUse` and no call of it is in the file"
    return _told(transcript, message, "lost_record", sign, certainty="inferred", undecided=("the record of the call",))


def ended(transcript: Transcript, position: int) -> Silence | None:
    """Tell an answer that ended by itself with nothing to show."""
    message = transcript.messages[position]
    if message.role != "assistant" or message.finish is None:
        return None
    sign = f"its stop reason is `{message.finish}` and it holds no text"
    limit = "output limit" if message.finish == "length" else ""
    thoughts = [i for i, p in enumerate(message.parts) if p.kind == "reasoning"]
    if thoughts:
        hidden = all("hidden" in message.parts[i].flags for i in thoughts)
        return _told(transcript, message, "reasoning_only", sign, "hidden" if hidden else limit)
    return _told(transcript, message, "empty_completion", sign, limit)


def unfinished(transcript: Transcript, position: int) -> Silence | None:
    """Tell an answer without a stop reason, which Pi writes once it is over."""
    message = transcript.messages[position]
    if message.role != "assistant":
        return None
    last = position + 1 == len(transcript.messages)
    sign = "it has no stop reason, and the record ends with it" if last else "it has no stop reason, though the session goes on"
    cause = "unfinished" if last else "not_recorded"
    return _told(transcript, message, cause, sign, certainty="inferred", undecided=("its stop reason",))


def attachment(transcript: Transcript, position: int) -> Silence | None:
    """Tell an image or a file sent without words."""
    message = transcript.messages[position]
    if message.by != "person" or all(p.kind != "file" for p in message.parts):
        return None
    return _told(transcript, message, "attachment", "it holds a file or an image and no words")


def injected(transcript: Transcript, position: int) -> Silence | None:
    """Tell what an extension put in."""
    message = transcript.messages[position]
    if message.by == "person":
        return None
    kind = message.field("customType")
    sign = f"an extension put it in (`{kind}`)" if kind else f"its record names the {message.by} as its writer"
    return _told(transcript, message, "injected", sign)


def blank(transcript: Transcript, position: int) -> Silence | None:
    """Tell typed blanks."""
    return _told(transcript, transcript.messages[position], "blank", "its record holds blanks only")


RULES = (interrupt, failure, summary, own, call_lost, ended, unfinished, attachment, injected, blank)
"""In the order in which they are asked: how an answer stopped, what it is, then what stands in the user's place."""

CALL_RULES = (interrupt,)
"""Asked of a message with calls and no words, which is a silence only where it was stopped."""


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
    return Silence(message.index, cause, detail, certainty, (_sign(transcript, message, sign),), undecided)


def _sign(transcript: Transcript, message: Message, text: str) -> Sign:
    return Sign(text, (Span(session=transcript.session, message=message.index),))


def _moment(message: Message) -> str:
    kinds = {p.kind for p in message.parts}
    if "call" in kinds:
        ran = any(p.kind == "result" for p in message.parts)
        return "during a tool" if ran else "while calling a tool"
    return "while thinking" if "reasoning" in kinds else "before any output"
