"""Writes small Copilot CLI sessions for tests: an event an argument, a second apart, each after the one before it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from narrator.model import Transcript
from narrator.readers.copilot import Copilot

Line = dict[str, Any]
Lines = Line | tuple[Line, ...]

BEGIN = datetime(2026, 5, 1, 10, tzinfo=UTC)
START: Line = {
    "type": "session.start",
    "data": {
        "sessionId": "s1",
        "producer": "copilot-agent",
        "copilotVersion": "1.0.64",
        "selectedModel": "m",
        "context": {"cwd": "/srv"},
    },
}


def event(kind: str, /, **data: Any) -> Line:
    return {"type": kind, "data": data}


def prompt(text: str, **data: Any) -> Line:
    return event("user.message", **({"content": text, "attachments": []} | data))


def turn(*inside: Line, end: bool = True) -> tuple[Line, ...]:
    return event("assistant.turn_start", turnId="0"), *inside, *([event("assistant.turn_end", turnId="0")] if end else [])


def said(text: str = "", *requests: Line, spent: int = 5, **data: Any) -> Line:
    told = {"messageId": f"m-{text}", "content": text, "toolRequests": list(requests), "outputTokens": spent}
    return event("assistant.message", **(told | data))


def request(call_id: str, name: str = "bash", **arguments: Any) -> Line:
    return {"toolCallId": call_id, "name": name, "arguments": arguments or {"command": "ls"}}


def ran(call_id: str, text: str = "done", *, name: str = "bash", **data: Any) -> tuple[Line, Line]:
    told = {"toolCallId": call_id, "success": True, "result": {"content": text}}
    return event("tool.execution_start", toolCallId=call_id, toolName=name), event("tool.execution_complete", **(told | data))


def failed(call_id: str, words: str, code: str = "failure") -> tuple[Line, Line]:
    return ran(call_id, success=False, result=None, error={"message": words, "code": code})


def write(folder: Path, *lines: Lines, header: Line | None = START) -> Path:
    flat = [line for one in lines for line in (one if isinstance(one, tuple) else (one,))]
    path = folder / "events.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for number, line in enumerate([*([header] if header else []), *flat]):
            told = {"id": f"v{number}", "timestamp": (BEGIN + timedelta(seconds=number)).isoformat()}
            file.write(json.dumps(told | {"parentId": f"v{number - 1}" if number else None} | line) + "\n")
    return path


def session(folder: Path, *lines: Lines, header: Line | None = START) -> Transcript:
    return Copilot().read(write(folder, *lines, header=header))
