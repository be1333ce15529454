"""Finds the real sessions and reference material that lie beside a checkout; tests that need them skip without."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("NARRATOR_SHARED") or Path(__file__).resolve().parents[2] / "shared")

needs_shared = pytest.mark.skipif(
    not (SHARED / "sessions").is_dir(), reason="the reference sessions (../shared) aren't beside this checkout"
)


def sessions(*harnesses: str) -> list[Path]:
    """Return the real session files of these harnesses, by name; none where there are none."""
    found = (p for h in harnesses for p in (SHARED / "sessions" / h).glob("*") if p.is_file())
    return sorted(found)
