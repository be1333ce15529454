"""The lab's sessions, what they are expected to say, and sessions made by hand in the same shape."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from narrator.model import Transcript
from narrator.readers.base import HEAD_BYTES, Head
from narrator.readers.opencode import OpencodeExport

LAB = Path(__file__).resolve().parents[1] / "data" / "opencode-lab"
EXPORTS = sorted(LAB.glob("*/*.export.json"))
BORN = 1_796_049_000_000
"""When hand-made sessions begin, in milliseconds since 1970."""

Json = dict[str, Any]


class Row(NamedTuple):
    """One message's right cause."""

    file: str
    position: int
    id: str
    role: str
    cause: str


def expected() -> list[Row]:
    with (LAB / "expected.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return [Row(r["file"], int(r["index"]), r["id"], r["role"], r["cause"]) for r in rows]


def load(path: Path) -> Json:
    found: Json = json.loads(path.read_text("utf-8"))
    return found


def read(folder: Path, export: object, *, name: str = "session.json") -> Transcript:
    path = folder / name
    path.write_text(export if isinstance(export, str) else json.dumps(export), "utf-8")
    return OpencodeExport().read(path)


def export(*messages: Json, **info: Any) -> Json:
    head = {"id": "ses_1", "directory": "/home/dev/project", "title": "made", "version": "1.18.33", "time": {"created": BORN}}
    return {"info": {**head, **info}, "messages": list(messages)}


def user(at: int, *parts: Json | str, **info: Any) -> Json:
    return _message({"role": "user", "time": {"created": BORN + at}, **info}, at, parts)


def model(at: int, *parts: Json | str, until: int | None = None, **info: Any) -> Json:
    time = {"created": BORN + at} | ({} if until is None else {"completed": BORN + until})
    return _message({"role": "assistant", "time": time, **info}, at, parts)


def tool(name: str = "bash", **state: Any) -> Json:
    return {
        "type": "tool",
        "tool": name,
        "callID": "call_1",
        "state": {"status": "completed", "input": {}, "output": "", **state},
    }


def _message(info: Json, at: int, parts: tuple[Json | str, ...]) -> Json:
    records = [{"type": "text", "text": p} if isinstance(p, str) else p for p in parts]
    return {
        "info": {"id": f"msg_{at:012d}", "sessionID": "ses_1", **info},
        "parts": [{"id": f"prt_{i:012x}a", **p} for i, p in enumerate(records)],
    }


def adds_up(transcript: Transcript) -> bool:
    c = transcript.coverage
    whole = c.records == c.in_messages + c.in_events + c.in_header + c.unknown + c.bad
    return whole and c.messages == len(transcript.messages) and c.events == len(transcript.events)


def head(data: bytes) -> Head:
    return Head(Path("x"), data[:HEAD_BYTES])


def sanitized(session: Json) -> Json:
    """Return what `--sanitize` leaves: marks for words; blank words, ids, times, types and errors as they are."""
    return {
        "info": session["info"],
        "messages": [{**m, "parts": [_sanitized(p) for p in m["parts"]]} for m in session["messages"]],
    }


def _sanitized(part: Json) -> Json:
    out = {
        k: _mark(k, part["id"]) if k in ("text", "prompt", "description", "url", "filename") and str(v).strip() else v
        for k, v in part.items()
    }
    if "metadata" in out:
        out["metadata"] = {"redacted": f"metadata:{part['id']}"}
    if "state" in out:
        kept = {k: v for k, v in part["state"].items() if k in ("status", "time", "error")}
        redacted = {k: {"redacted": f"tool-{k}:{part['id']}"} for k in ("input", "metadata") if k in part["state"]}
        output = part["state"].get("output")
        out["state"] = (
            kept
            | redacted
            | ({} if output is None else {"output": _mark("tool-output", part["id"]) if output.strip() else output})
        )
    return out


def _mark(kind: str, identifier: str) -> str:
    return f"[redacted:{kind}:{identifier}]"


def scrubbed(session: Json) -> Json:
    """Return what a scrubber of secrets leaves: every id reads REDACTED."""

    def walk(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: "REDACTED" if k in ("id", "parentID", "sessionID", "messageID") else walk(v) for k, v in value.items()}
        return [walk(v) for v in value] if isinstance(value, list) else value

    found: Json = walk(session)
    return found


CHANGES: dict[str, Callable[[Json], Json]] = {
    "as printed": lambda s: s,
    "sanitized": sanitized,
    "ids scrubbed": scrubbed,
    "both": lambda s: scrubbed(sanitized(s)),
}
