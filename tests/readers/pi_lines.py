"""Writes small Pi sessions for tests: an entry an argument, each a second after the one before it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from narrator.model import Transcript
from narrator.readers.pi import Pi

Line = dict[str, Any]

HEADER: Line = {"type": "session", "version": 3, "id": "s1", "timestamp": "2026-05-01T09:00:00.000Z", "cwd": "/srv"}
BEGIN = datetime(2026, 5, 1, 10, tzinfo=UTC)


def message(role: str, **fields: Any) -> Line:
    return {"type": "message", "message": {"role": role} | fields}


def prompt(text: str, *blocks: Line, **entry: Any) -> Line:
    return message("user", content=[{"type": "text", "text": text}, *blocks] if text else list(blocks)) | entry


def reply(*blocks: Line | str, stop: str | None = "stop", **fields: Any) -> Line:
    content = [{"type": "text", "text": b} if isinstance(b, str) else b for b in blocks]
    usage = {"input": 3, "output": 5, "cacheRead": 7, "cacheWrite": 0, "cost": {"total": 0.25}}
    return message("assistant", content=content, provider="p", model="m", usage=usage, stopReason=stop, **fields)


def call(call_id: str, name: str = "bash", **arguments: Any) -> Line:
    return {"type": "toolCall", "id": call_id, "name": name, "arguments": arguments or {"command": "ls"}}


def thought(text: str = "Hm.", **fields: Any) -> Line:
    return {"type": "thinking", "thinking": text, "thinkingSignature": "x"} | fields


def result(call_id: str, text: str = "done", name: str = "bash", **fields: Any) -> Line:
    return message(
        "toolResult", toolCallId=call_id, toolName=name, content=[{"type": "text", "text": text}], **({"isError": False} | fields)
    )


def at(line: Line, entry_id: str, parent: str | None) -> Line:
    """Return an entry with a place of its own in the tree."""
    return line | {"id": entry_id, "parentId": parent}


def entries(*lines: Line, tree: bool = True) -> list[Line]:
    """Return the entries with ids, parents and times where they have none; `tree` off, as version 1 writes them."""
    out: list[Line] = []
    before: str | None = None
    for number, line in enumerate(lines):
        told = {"id": f"e{number}", "parentId": before} if tree else {}
        out.append(told | {"timestamp": (BEGIN + timedelta(seconds=number)).isoformat()} | line)
        before = out[-1].get("id")
    return out


def write(folder: Path, *lines: Line, header: Line | None = HEADER, tree: bool = True) -> Path:
    path = folder / "session.jsonl"
    whole = [*([header] if header else []), *entries(*lines, tree=tree)]
    path.write_text("".join(json.dumps(line) + "\n" for line in whole), "utf-8")
    return path


def session(folder: Path, *lines: Line, header: Line | None = HEADER, tree: bool = True) -> Transcript:
    return Pi().read(write(folder, *lines, header=header, tree=tree))
