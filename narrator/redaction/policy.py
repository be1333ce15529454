"""How much is redacted in the work at hand: its level, and the scanners of a user's own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal

Level = Literal["none", "secrets", "strict"]
LEVELS: tuple[Level, ...] = ("secrets", "strict")
"""What a person may ask for by name; `none` has a flag of its own, so that nobody gets it by a slip."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How much is redacted. Two equal policies find the same in the same text."""

    level: Level = "secrets"
    """none: nothing. secrets: what opens something. strict: mail addresses, home folders, host names and IP addresses as well."""
    scanners: tuple[str, ...] = ()
    """More scanners, as `module:function` or the name of an entry point; those that are installed as entry points always run."""


_DEFAULT = Policy()
_policy: ContextVar[Policy] = ContextVar("policy", default=_DEFAULT)


def policy() -> Policy:
    """Return how much is redacted here; unless `using` says otherwise, secrets are."""
    return _policy.get()


@contextmanager
def using(wanted: Policy) -> Iterator[Policy]:
    """Redact by this policy inside of the block (in this thread or task; a process of a pool must be told again)."""
    token = _policy.set(wanted)
    try:
        yield wanted
    finally:
        _policy.reset(token)
