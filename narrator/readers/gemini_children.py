"""Where the sessions of Gemini CLI's sub-agents are: in a folder beside the session's file, a file each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from narrator.readers.compressed import stem


def chats_of(path: Path, sessions: Sequence[str]) -> dict[str, str]:
    """Return, by session, the files in the folders beside the one at `path` that are named by it."""
    files = sorted(path.parent.glob("*/*.json*"))
    return {s: str(f) for s in sessions if s for f in files if stem(f) == s or stem(f).endswith(f"-{s}")}
