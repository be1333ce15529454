"""Why an Aider message has no visible text.

Aider logs no empty reply. The reader makes a message of one where something printed in its place tells of it, and keeps that in
the message's record; the printed line is the cause.
"""

from __future__ import annotations

from narrator.model import Message, Span, Transcript
from narrator.silence.causes import Sign, Silence

_ERRORS = {
    "ContextWindowExceededError": "context_overflow",
    "ContentPolicyViolationError": "content_filter",
}
"""Names of litellm's errors that are no failure of the provider."""

RETRIES = "Aider's own log of the requests (.aider.llm.history)"


def _blank(transcript: Transcript, position: int) -> Silence | None:
    """An empty line typed."""
    message = transcript.messages[position]
    if message.role != "user" or message.field("typed") is None:
        return None
    return _silence(transcript, message, "blank", f"Aider logged an empty line as `{message.field('typed')}`")


def _stopped(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    key = message.field("interrupt")
    if message.role != "assistant" or key is None:
        return None
    detail = "while thinking" if _thinks(message) else "before any output"
    return _silence(transcript, message, "interrupt", f"`{key}` is printed where its words would stand", detail)


def _failed(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if message.error is None:
        return None
    cause = _ERRORS.get(message.error, "provider_error")
    return _silence(transcript, message, cause, f"the last error before it is `{message.error}`")


def _limited(transcript: Transcript, position: int) -> Silence | None:
    """A limit of tokens: of the context, or of the output."""
    message = transcript.messages[position]
    if message.field("limit") is None:
        return None
    if message.field("exceeded.output") is not None and message.field("exceeded.input") is None:
        return _silence(
            transcript, message, "empty_completion", "Aider printed that it hit the limit of its output", "output limit"
        )
    return _silence(transcript, message, "context_overflow", "Aider printed that the model hit a limit of tokens")


def _emptied(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if message.field("empty") is None:
        return None
    return _silence(transcript, message, "empty_completion", "Aider printed that it received an empty response")


def _thought(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if message.role != "assistant" or not _thinks(message):
        return None
    return _silence(transcript, message, "reasoning_only", "it holds reasoning and nothing else of the model")


def _counted(transcript: Transcript, position: int) -> Silence | None:
    """Tokens counted, and no words."""
    message = transcript.messages[position]
    if message.role != "assistant" or message.tokens is None:
        return None
    text = f"its tokens are counted ({message.tokens.output:,} of output) and no words are logged"
    sign = Sign(text, _whole(transcript, message))
    return Silence(message.index, "empty_completion", "", "inferred", (sign,), (RETRIES,))


def _silence(transcript: Transcript, message: Message, cause: str, sign: str, detail: str = "") -> Silence:
    return Silence(message.index, cause, detail, "recorded", (Sign(sign, _whole(transcript, message)),))


def _thinks(message: Message) -> bool:
    return any(p.kind == "reasoning" for p in message.parts)


def _whole(transcript: Transcript, message: Message) -> tuple[Span, ...]:
    return (Span(session=transcript.session, message=message.index),)


RULES = (_blank, _stopped, _failed, _limited, _emptied, _thought, _counted)
"""In the order in which they are asked; the first that answers wins."""
