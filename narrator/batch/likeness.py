"""When two errors are the same: their words without what differs from one machine, file and run to the next."""

from __future__ import annotations

import re

LONGEST = 160
"""Code points of an error that are compared: what goes on longer begins alike."""

_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\x1b\[[0-9;]*[A-Za-z]"), ""),
    (re.compile(r"</?[a-z_]+>"), ""),
    (re.compile(r"\[redacted: [^\]\n]*\]"), "…"),
    (re.compile(r"\b[a-z][a-z0-9+.-]*://\S+"), "URL"),
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.IGNORECASE), "ID"),
    (re.compile(r"(?:[A-Za-z]:)?(?:[\\/]|\b[\w.@-]+[\\/])(?:[\w.@+~-]+[\\/])*[\w.@+~-]*"), "PATH"),
    (re.compile(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,}\b", re.IGNORECASE), "ID"),
    (re.compile(r"0x[0-9a-f]+", re.IGNORECASE), "ID"),
    (
        re.compile(r"\b[\w-]+\.(?:py|js|jsx|ts|tsx|rs|go|c|h|cc|cpp|java|rb|md|json|toml|ya?ml|sh|txt|log|lock|html|css|sql)\b"),
        "PATH",
    ),
    (re.compile(r"\bPATH(?::\d+)+"), "PATH"),
    (re.compile(r"\d+(?:[.,:]\d+)*"), "N"),
    (re.compile(r"[=~─━*#-]{3,}"), " "),
)
"""In this order: each may meet what the ones before it put in."""
_BEFORE = re.compile(r"^[ \t]*E[ \t]{2,}")
"""What pytest puts before the words of an exception."""
_HEADS = re.compile(r"^(?:\W*(?:error|fatal|e|err!|npm|exit code n|line n|path)\s*[:\n]\s*)+", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}")
_BARE = frozenset(
    ("exit", "code", "error", "failure", "path", "url", "command", "with", "status", "fatal", "traceback", "the", "and")
)
"""Words that say that something went wrong and not what."""
TELLING = 2
"""Telling words that an error needs, to be the same as another: "Exit code 1" is every program's."""


def likeness(words: str) -> str:
    """Return what an error shares with its like, for comparing; "" where its words don't tell which error it is."""
    text = _BEFORE.sub("", words[: 4 * LONGEST])
    for pattern, instead in _RULES:
        text = pattern.sub(instead, text)
    text = _HEADS.sub("", " ".join(text.split()))[:LONGEST].strip(" .:,;|")
    telling = {w.lower() for w in _WORD.findall(text)} - _BARE
    return text.lower() if len(telling) >= TELLING else ""
