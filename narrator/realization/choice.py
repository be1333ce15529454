"""Choice among wordings: always the same one for the same place in the same session."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


def choose(options: Sequence[T], *key: object) -> T:
    """Return one of `options`, by a hash of `key` (session, index, slot): no clock, no randomness, no `PYTHONHASHSEED`."""
    digest = blake2b("\x1f".join(map(str, key)).encode(), digest_size=8).digest()
    return options[int.from_bytes(digest, "big") % len(options)]
