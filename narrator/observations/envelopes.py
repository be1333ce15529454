"""What harnesses put around a program's output: Codex's headers, Claude Code's exit codes, opencode's notices at the end."""

from __future__ import annotations

import re

_HEAD = re.compile(
    r"(?:Chunk ID: [^\n]*\n)?(?:Command: [^\n]*\n)?(?:(?:Exit code|Wall time|Process|Original token count|"
    r"Total output lines)[^\n]*\n)+(?:Output:\n(?:Warning: truncated output[^\n]*\n)?(?:Total output lines: \d+\n)?)?"
    r"|Exit code \d+(?:\n|$)"
)
_TAIL = re.compile(r"\s*<(?P<name>bash_metadata|shell_metadata)>.*</(?P=name)>\s*$", re.DOTALL)
_TAIL_LIMIT = 2_000


def body(text: str) -> tuple[int, int]:
    """Return where a program's own output stands in a result, without the harness's head and tail."""
    head = _HEAD.match(text)
    tail = _TAIL.search(text, max(0, len(text) - _TAIL_LIMIT))
    return (head.end() if head else 0), (tail.start() if tail else len(text))
