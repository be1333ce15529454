"""Chooses one of the sessions of an opencode store by its id, or the newest."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from narrator.errors import SourceError
from narrator.readers.base import as_text

_CANDIDATES = 8


def choose(path: Path, sessions: Sequence[dict[str, Any]], wanted: str | None) -> dict[str, Any]:
    """Return the session whose id is, or alone begins with, `wanted`; the first where nothing is wanted.

    Raises:
        SourceError: when there is none, or several begin so; it tells them.

    """
    if not sessions:
        raise SourceError(f"{path}: a store without messages; there is nothing to tell")
    if wanted is None:
        return sessions[0]
    exact = [s for s in sessions if s["id"] == wanted]
    found = exact or [s for s in sessions if as_text(s["id"]).startswith(wanted)]
    if len(found) != 1:
        some = found or sessions
        listed = ", ".join(f"{s['id']} ({as_text(s.get('title'))[:40]})" for s in some[:_CANDIDATES])
        more = f" and {len(some) - _CANDIDATES} more" if len(some) > _CANDIDATES else ""
        raise SourceError(
            f"{path}: {'several sessions begin' if found else 'no session begins'} with {wanted}; there are {listed}{more}"
        )
    return found[0]
