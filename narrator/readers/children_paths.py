"""Where the sessions of a session's sub-agents can be read: a function a format, in a table."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from narrator.model import Child, Transcript

FINDERS: dict[str, str] = {
    "atif": "narrator.readers.atif_children:trajectories_of",
    "claude-code": "narrator.readers.claude_agents:logs_of",
    "cline": "narrator.readers.cline_source:messages_of",
    "codex": "narrator.readers.codex_threads:rollouts_of",
    "gemini": "narrator.readers.gemini_children:chats_of",
    "opencode": "narrator.readers.children_paths:exports_of",
    "opencode-files": "narrator.readers.opencode_files:records_of",
    "opencode-store": "narrator.readers.opencode_store:rows_of",
}
"""By format: a function that takes a session's file and its children's ids, and returns by id what `read` takes for each."""


def paths_of(path: Path, transcript: Transcript) -> tuple[tuple[Child, str], ...]:
    """Return the children of the session in the file `path` that are there, each with what `read` takes for it."""
    target = FINDERS.get(transcript.format)
    if target is None:
        return ()
    module, _, name = target.partition(":")
    wanted = tuple(child.session for child in transcript.children)
    found: dict[str, str] = getattr(import_module(module), name)(path, wanted) if wanted else {}
    return tuple((child, found[child.session]) for child in transcript.children if child.session in found)


def exports_of(path: Path, sessions: Sequence[str]) -> dict[str, str]:
    """Return, by session, the exports beside this one whose names hold a session's id."""
    files = [f for f in sorted(path.parent.glob("*.json*"), reverse=True) if f != path]
    return {s: str(f) for f in files for s in sessions if s in f.name}
