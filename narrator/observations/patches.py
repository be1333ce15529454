"""The files that a patch names, in the form that Codex's `apply_patch` takes and in unified diffs."""

from __future__ import annotations

import re

_FILE = re.compile(r"^(?:\*\*\* (?:Update|Add|Delete) File: |\+\+\+ b/|--- a/)(.+?)\s*$", re.MULTILINE)
_ADDED = re.compile(r"^\*\*\* Add File: ", re.MULTILINE)
_UPDATED = re.compile(r"^\*\*\* (?:Update|Delete) File: ", re.MULTILINE)
PATCH_LIMIT = 400_000
"""Characters of a patch that are looked at; real ones stay below 100,000."""


def patched_files(text: str) -> tuple[tuple[str, int], ...]:
    """Return the files that a patch names and where each name stands, in order, without doubles."""
    found: dict[str, int] = {}
    for match in _FILE.finditer(text, 0, min(len(text), PATCH_LIMIT)):
        found.setdefault(match[1], match.start(1))
    return tuple(found.items())


def only_adds(text: str) -> bool:
    """Return whether a patch makes new files and touches no other."""
    return _ADDED.search(text, 0, PATCH_LIMIT) is not None and _UPDATED.search(text, 0, PATCH_LIMIT) is None
