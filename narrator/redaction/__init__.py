"""Secrets and personal details out of every quotation: the one door by which a transcript's words leave.

A secret becomes `[redacted: kind]`; where a session has several of a kind, `[redacted: kind 2]`, the same secret always the
same number (`numbered`). How much is redacted says the policy in force (`using`): by default secrets are. What is a secret is
told by its form and by what it is given to, never by who wrote it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from narrator.errors import MessageIndexError
from narrator.model import Message, Span, Transcript
from narrator.redaction.finding import find_secrets
from narrator.redaction.marks import mark, mark_of
from narrator.redaction.policy import LEVELS, Level, Policy, policy, using
from narrator.redaction.rules import Secret

__all__ = [
    "LEVELS",
    "Level",
    "Policy",
    "Secret",
    "find_secrets",
    "mark",
    "policy",
    "quote",
    "redact",
    "redact_value",
    "source_text",
    "using",
]

WINDOW = 1 << 15
"""Code points: a quotation is searched with as much around it, in steps of this, so that a secret that its edge cuts is seen."""


def redact(text: str) -> str:
    """Return `text` with what the policy names replaced; redacting again changes nothing."""
    while secrets := find_secrets(text):
        text = "".join(_replaced(text, secrets, 0, len(text)))
    return text


def redact_value(name: str, text: str) -> str:
    """Return `text` redacted by its name too: what says that it is a secret may be that it is called `password`."""
    given = redact(text)
    opening = f'{name}="'
    named = redact(f'{opening}{given}"') if given == text and '"' not in text else ""
    return named.removeprefix(opening).removesuffix('"') if named.startswith(opening) else given


def quote(transcript: Transcript, span: Span) -> str:
    """Return the words at `span`, read from the transcript and redacted; a secret that an edge of it cuts is gone whole.

    Raises:
        MessageIndexError: when the transcript has no such place.

    """
    text = _whole(transcript, span)
    start, end, _ = slice(span.start, span.end).indices(len(text))
    first = max(0, start // WINDOW - 1) * WINDOW
    window = text[first : (max(start, end) // WINDOW + 2) * WINDOW]
    return redact("".join(_replaced(window, find_secrets(window), start - first, end - first)))


def source_text(transcript: Transcript, span: Span) -> str:
    """Return the words at `span` as they stand, secrets and all: for analysis, never for output.

    Raises:
        MessageIndexError: when the transcript has no such place.

    """
    return _whole(transcript, span)[span.start : span.end]


def _replaced(text: str, secrets: tuple[Secret, ...], start: int, end: int) -> Iterator[str]:
    first = max(0, bisect_right(secrets, start, key=lambda s: s.start) - 1)
    at = start
    for secret in secrets[first:]:
        if secret.start >= end:
            break
        if secret.end > start:
            yield text[at : max(at, secret.start)]
            yield mark_of(text, secret)
            at = secret.end
    yield text[at:end]


def _whole(transcript: Transcript, span: Span) -> str:
    message = transcript.message(span.message) if span.session == transcript.session else None
    if message is None:
        raise MessageIndexError(f"[msg {span.message}]: session {transcript.session} has no such message")
    text = message.visible_text if span.part is None else _part_text(message, span.part, span.arg)
    if text is None:
        raise MessageIndexError(
            f"[msg {span.message}]: the message has no part {span.part}" + (f", argument {span.arg}" if span.arg else "")
        )
    return text


def _part_text(message: Message, number: int, arg: str | None) -> str | None:
    if not 0 <= number < len(message.parts):
        return None
    part = message.parts[number]
    return part.text if arg is None else part.arg(arg)
