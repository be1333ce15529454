"""`narrator brief`: a whole session in under 150 words."""

from __future__ import annotations

from narrator.cli.documents import session_verb

command = session_verb("brief", "Write a session in under 150 words, for a pull request or a daily note.")
