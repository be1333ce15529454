"""Writes small transcripts for tests, a line a message."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from narrator.model import Message, Part, Transcript

ROLES: dict[str, dict[str, Any]] = {
    "U": {"role": "user", "kind": "prompt", "by": "person"},
    "A": {"role": "assistant", "kind": "reply", "by": "model"},
    "S": {"role": "system", "kind": "notice", "by": "harness"},
}


def told(text: str, agent: str = "opencode", **changes: dict[str, Any]) -> Transcript:
    """Return the transcript of lines like `5 U Kill it` (`~`: reasoning, `!`: a call); `m5={...}` changes message 5."""
    messages = []
    for line in text.strip().splitlines():
        index, role, *words = line.strip().split(" ", 2)
        fields = ROLES[role] | {"index": int(index), "parts": parts(" ".join(words).replace("\\n", "\n"), ROLES[role]["by"])}
        messages.append(Message(**(fields | changes.get(f"m{index}", {}))))
    gaps = tuple((a.index + 1, b.index - 1) for a, b in pairwise(messages) if b.index - a.index > 1)
    return Transcript(session="s", format="flat", agent=agent, messages=tuple(messages), gaps=gaps)


def parts(words: str, by: Any) -> tuple[Part, ...]:
    """Return the part that `words` stand for."""
    if not words:
        return ()
    if words.startswith("~"):
        return (Part(kind="reasoning", text=words[1:], by=by),)
    if words.startswith("!"):
        return (Part(kind="call", name=words[1:], by=by, status="ok"),)
    return (Part(kind="text", text=words, by=by),)
