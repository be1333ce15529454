"""What stands where a secret stood, and which number tells it from others of its kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from narrator.redaction.rules import Secret

Numbers = Mapping[tuple[str, str], int]
"""A secret's number, by its kind and its words; a kind that has a single one has no numbers."""

_numbers: ContextVar[Callable[[], Numbers] | None] = ContextVar("numbers", default=None)


def mark(kind: str, number: int | None = None) -> str:
    """Return what stands where something of this kind stood."""
    if kind == "home":
        return "~"
    return f"[redacted: {kind}]" if number is None else f"[redacted: {kind} {number}]"


def mark_of(text: str, secret: Secret) -> str:
    """Return what stands for a secret of this text, with its number where it has one (of `numbering`)."""
    return mark(secret.kind, current_numbers().get((secret.kind, text[secret.start : secret.end])))


def current_numbers() -> Numbers:
    """Return the numbers of the block of `numbering`; none outside of one."""
    source = _numbers.get()
    return {} if source is None else source()


def number(found: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """Return the numbers of secrets, given as (kind, words) in their order: from 1 in each kind that has more than one."""
    kinds: dict[str, list[str]] = {}
    for kind, words in dict.fromkeys(found):
        kinds.setdefault(kind, []).append(words)
    return {(kind, words): i for kind, several in kinds.items() if len(several) > 1 for i, words in enumerate(several, 1)}


@contextmanager
def numbering(source: Callable[[], Numbers]) -> Iterator[None]:
    """Number the marks that are made inside of the block; the source is asked at the first of them only."""
    known: list[Numbers] = []

    def numbers() -> Numbers:
        if not known:
            known.append({})  # what counts the secrets may itself redact
            known[0] = source()
        return known[0]

    token = _numbers.set(numbers)
    try:
        yield
    finally:
        _numbers.reset(token)
