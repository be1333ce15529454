"""Writes small Gemini CLI sessions for tests: as JSON lines, or as the one document of before."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from narrator.model import Transcript
from narrator.readers.gemini import Gemini

Line = dict[str, Any]

BEGIN = datetime(2026, 5, 1, 10, tzinfo=UTC)
HEADER: Line = {
    "sessionId": "g1",
    "projectHash": "abc",
    "startTime": "2026-05-01T10:00:00.000Z",
    "lastUpdated": "2026-05-01T10:00:00.000Z",
}


def user(name: str, content: Any = "go", **fields: Any) -> Line:
    return {"id": name, "type": "user", "content": content} | fields


def gemini(name: str, content: Any = "", *calls: Line, thoughts: tuple[str, ...] = (), **fields: Any) -> Line:
    told: Line = {"id": name, "type": "gemini", "content": content, "model": "m"}
    if calls:
        told["toolCalls"] = list(calls)
    if thoughts:
        told["thoughts"] = [{"subject": t, "description": f"{t} more"} for t in thoughts]
    return told | fields


def call(call_id: str, output: str | None = "done", status: str = "success", name: str = "read_file", **fields: Any) -> Line:
    told: Line = {"id": call_id, "name": name, "args": {"file_path": "a"}, "status": status}
    if output is not None:
        key = "output" if status == "success" else "error"
        told["result"] = [{"functionResponse": {"id": call_id, "name": name, "response": {key: output}}}]
    return told | fields


def note(name: str, content: str, kind: str = "info") -> Line:
    return {"id": name, "type": kind, "content": content}


def checkpoint(*messages: Line) -> Line:
    return {"$set": {"messages": list(messages), "lastUpdated": "2026-05-01T10:09:00Z"}}


def rewind(name: str) -> Line:
    return {"$rewindTo": name}


def timed(lines: tuple[Line, ...]) -> list[Line]:
    return [
        {"timestamp": (BEGIN + timedelta(seconds=n)).isoformat()} | line if "id" in line else line
        for n, line in enumerate(lines, 1)
    ]


def lines(folder: Path, *records: Line, header: Line | None = HEADER) -> Transcript:
    path = folder / "session-1.jsonl"
    whole = [*([header] if header else []), *timed(records)]
    path.write_text("".join(json.dumps(line) + "\n" for line in whole), "utf-8")
    return Gemini().read(path)


def document(folder: Path, *records: Line, header: Line = HEADER, indent: int | None = 2) -> Transcript:
    path = folder / "session-1.json"
    path.write_text(json.dumps(header | {"messages": timed(records)}, indent=indent), "utf-8")
    return Gemini().read(path)
