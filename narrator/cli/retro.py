"""`narrator retro`: the retrospective of a whole session."""

from __future__ import annotations

from narrator.cli.documents import session_verb

command = session_verb(
    "retro",
    "Write the retrospective of a session: what was asked, how the work went phase by phase, where it turned, what was found.",
)
