"""What people did in the real sessions, counted twice: in the records themselves, and in what is read of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from narrator.model import Transcript
from narrator.readers import read
from tests.shared import needs_shared, sessions

REFUSED = ("The user doesn't want to", "The user rejected permission")
STOPPED = "[Request interrupted by user"


class Deeds(NamedTuple):
    """What people did in a session."""

    prompts: int
    refusals: int
    interrupts: int


def told(transcript: Transcript) -> Deeds:
    """Return a session's deeds as they are read; an interrupt is a notice, an event, or else a mark on what it stopped."""
    stops = [m for m in transcript.messages if m.kind == "notice" and "interrupted" in m.flags]
    marks = [m for m in transcript.messages if m.error == "MessageAbortedError"]
    aborts = [e for e in transcript.events if e.kind == "abort"]
    return Deeds(
        sum(m.by == "person" and m.kind == "prompt" for m in transcript.messages),
        sum(p.kind == "call" and p.status == "refused" for m in transcript.messages for p in m.parts),
        len(stops) + len(marks) + len(aborts),
    )


def strings(value: Any) -> Iterator[str]:
    """Yield every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for inner in value if isinstance(value, list) else value.values():
            yield from strings(inner)


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of a file of JSON lines, glued ones too."""
    for line in path.read_text("utf-8").split("\n"):
        rest = line.strip().replace("\\user@", "\\\\user@")
        while rest:
            value, end = json.JSONDecoder(strict=False).raw_decode(rest)
            yield value
            rest = rest[end:].strip()


@needs_shared
@pytest.mark.parametrize("path", sessions("codex"), ids=lambda p: p.stem)
def test_codex(path: Path) -> None:
    events = [r["payload"] for r in lines(path) if r["type"] == "event_msg"]
    typed = sum(e["type"] == "user_message" for e in events)
    aborted = sum(e["type"] == "turn_aborted" and e["reason"] == "interrupted" for e in events)
    assert told(read(path)) == Deeds(typed, 0, aborted)


@needs_shared
@pytest.mark.parametrize("path", [p for p in sessions("opencode") if p.suffix == ".json"], ids=lambda p: p.stem)
def test_opencode(path: Path) -> None:
    messages = json.loads(path.read_text("utf-8"))["messages"]
    texts = [[p for p in m["parts"] if p["type"] == "text"] for m in messages if m["info"]["role"] == "user"]
    typed = sum(any(p["text"].strip() and not p.get("synthetic") and not p.get("ignored") for p in held) for held in texts)
    errors = [p["state"].get("error", "") for m in messages for p in m["parts"] if p["type"] == "tool"]
    aborted = sum((m["info"].get("error") or {}).get("name") == "MessageAbortedError" for m in messages)
    assert told(read(path)) == Deeds(typed, sum(e.startswith(REFUSED) for e in errors), aborted)


@needs_shared
@pytest.mark.parametrize("path", sessions("claude-code"), ids=lambda p: p.stem)
def test_claude_code(path: Path) -> None:
    contents = [r["message"]["content"] for r in lines(path) if r.get("type") == "user" and not r.get("isSidechain")]
    blocks = [b for c in contents if isinstance(c, list) for b in c]
    stopped = sum(b.get("text", "").startswith(STOPPED) for b in blocks if b["type"] == "text")
    answers = [next(strings(b.get("content")), "") for b in blocks if b["type"] == "tool_result"]
    transcript = read(path)
    found = told(transcript)
    assert (found.refusals, found.interrupts) == (sum(a.startswith(REFUSED) for a in answers), stopped)


@needs_shared
def test_claude_code_prompts() -> None:
    # Counted by reading what stands in the user's place, file by file: commands, notices and injected texts left out.
    assert [told(read(p)).prompts for p in sessions("claude-code")] == [9, 2, 42, 15, 5, 6, 7, 4, 8, 3]
