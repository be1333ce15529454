"""Writes small Codex rollouts for tests, a record an argument."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from narrator.model import Transcript
from narrator.readers.codex import Codex

Line = dict[str, Any]

META: Line = {
    "type": "session_meta",
    "payload": {"id": "s1", "timestamp": "2026-05-01T10:00:00Z", "cwd": "/srv", "cli_version": "0.1"},
}


def item(kind: str, **fields: Any) -> Line:
    return {"type": "response_item", "payload": {"type": kind} | fields}


def event(kind: str, **fields: Any) -> Line:
    return {"type": "event_msg", "payload": {"type": kind} | fields}


def given(text: str, role: str = "user") -> Line:
    return item("message", role=role, content=[{"type": "input_text", "text": text}])


def prompt(text: str) -> tuple[Line, Line]:
    return given(text), event("user_message", message=text, images=[])


def said(text: str, phase: str = "commentary") -> tuple[Line, Line]:
    content = [{"type": "output_text", "text": text}]
    return event("agent_message", message=text), item("message", role="assistant", phase=phase, content=content)


def call(call_id: str, command: str = "ls", name: str = "exec_command") -> Line:
    return item("function_call", name=name, call_id=call_id, arguments=json.dumps({"cmd": command}))


def output(call_id: str, text: Any = "done") -> Line:
    return item("function_call_output", call_id=call_id, output=text)


def thought(*summary: str) -> Line:
    return item("reasoning", summary=[{"type": "summary_text", "text": s} for s in summary], encrypted_content="x")


def tokens(total: int, **last: int) -> Line:
    return event("token_count", info={"total_token_usage": {"total_tokens": total}, "last_token_usage": last})


def started(turn: str = "t1") -> Line:
    return event("task_started", turn_id=turn)


def complete(last: str | None = "done", turn: str = "t1") -> Line:
    return event("task_complete", turn_id=turn, last_agent_message=last, duration_ms=1500)


def aborted(reason: str = "interrupted") -> tuple[Line, Line]:
    return given("<turn_aborted>\nThe user interrupted the previous turn."), event(
        "turn_aborted", reason=reason, duration_ms=9857
    )


def write(folder: Path, *records: Line | tuple[Line, ...], header: Line | None = META) -> Path:
    """Write the records, a second apart, and return the file."""
    flat = [line for record in records for line in (record if isinstance(record, tuple) else (record,))]
    path = folder / "rollout.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for number, line in enumerate([*([header] if header else []), *flat]):
            minutes, seconds = divmod(number, 60)
            file.write(json.dumps({"timestamp": f"2026-05-01T10:{minutes:02}:{seconds:02}Z"} | line) + "\n")
    return path


def rollout(folder: Path, *records: Line | tuple[Line, ...], header: Line | None = META) -> Transcript:
    return Codex().read(write(folder, *records, header=header))
