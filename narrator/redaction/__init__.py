"""Secrets and personal details out of every quotation: the one door by which a transcript's words leave.

A secret becomes `[redacted: kind]`, a home folder `~`. What is a secret is told by its form alone, never by who wrote it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from narrator.errors import MessageIndexError
from narrator.model import Message, Span, Transcript
from narrator.redaction.personal import find_emails, find_homes
from narrator.redaction.rules import Secret, find_by_rules

FINDERS: tuple[Callable[[str], Iterable[Secret]], ...] = (find_by_rules, find_emails, find_homes)
"""Who looks for secrets, in order of precedence: where two overlap, the first names the kind."""

__all__ = ["FINDERS", "Secret", "find_secrets", "mark", "quote", "redact", "redact_value", "source_text"]


def redact(text: str) -> str:
    """Return `text` with secrets and personal details replaced; redacting again changes nothing."""
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
    return redact("".join(_replaced(text, _known(text), start, end)))


def source_text(transcript: Transcript, span: Span) -> str:
    """Return the words at `span` as they stand, secrets and all: for analysis, never for output.

    Raises:
        MessageIndexError: when the transcript has no such place.

    """
    return _whole(transcript, span)[span.start : span.end]


def find_secrets(text: str) -> tuple[Secret, ...]:
    """Return what is to be replaced, in order, without overlaps."""
    return tuple(_merged(sorted(s for finder in FINDERS for s in finder(text))))


def mark(kind: str) -> str:
    """Return what stands where something of this kind stood."""
    return "~" if kind == "home" else f"[redacted: {kind}]"


_known = lru_cache(maxsize=64)(find_secrets)


def _merged(secrets: Iterable[Secret]) -> Iterator[Secret]:
    last: Secret | None = None
    for secret in secrets:
        if last is None or secret.start >= last.end:
            yield from () if last is None else (last,)
            last = secret
        elif secret.end > last.end or secret.rank < last.rank:
            named = min(last, secret, key=lambda s: s.rank)
            last = Secret(last.start, max(last.end, secret.end), named.kind, named.rank)
    yield from () if last is None else (last,)


def _replaced(text: str, secrets: tuple[Secret, ...], start: int, end: int) -> Iterator[str]:
    first = max(0, bisect_right(secrets, start, key=lambda s: s.start) - 1)
    at = start
    for secret in secrets[first:]:
        if secret.start >= end:
            break
        if secret.end > start:
            yield text[at : max(at, secret.start)]
            yield mark(secret.kind)
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
