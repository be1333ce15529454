"""A small session of each format, written into a folder, and ways to hurt it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copy2

from tests.readers.codex_lines import aborted, call, complete, output, prompt, said, started, thought
from tests.readers.codex_lines import write as write_rollout
from tests.readers.opencode_lab import LAB, Json, load

DATA = Path(__file__).parent.parent / "data"
EXPORT = LAB / "1.1.65" / "normal.export.json"


def create(name: str, folder: Path) -> Path:
    """Write the specimen of a format into a folder, and return what its reader takes."""
    made = SPECIMENS[name]
    return made(folder) if callable(made) else Path(copy2(DATA / made, folder))


def store(folder: Path) -> Path:
    """Write opencode's SQLite store."""
    session = load(EXPORT)
    info = session["info"]
    path = folder / "opencode.db"
    path.unlink(missing_ok=True)
    messages = [(m["info"]["id"], info["id"], m["info"]["time"]["created"], json.dumps(m["info"])) for m in session["messages"]]
    parts = [(p["id"], m["info"]["id"], json.dumps(p)) for m in session["messages"] for p in m["parts"]]
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("CREATE TABLE session (id PRIMARY KEY, parent_id, title, directory, version, time_created, time_updated)")
        base.execute("CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT)")
        base.execute("CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, data TEXT)")
        row = (info["id"], None, info["title"], info["directory"], info["version"], *info["time"].values())
        base.execute("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        base.executemany("INSERT INTO message VALUES (?, ?, ?, ?)", messages)
        base.executemany("INSERT INTO part VALUES (?, ?, ?)", parts)
    return path


def files(folder: Path) -> Path:
    """Write opencode's flat store of files."""
    session = load(EXPORT)
    info = session["info"]
    for m in session["messages"]:
        _write(folder / "message" / info["id"] / f"{m['info']['id']}.json", m["info"])
        for part in m["parts"]:
            _write(folder / "part" / m["info"]["id"] / f"{part['id']}.json", part)
    return _write(folder / "session" / "global" / f"{info['id']}.json", info)


def share(folder: Path) -> Path:
    """Write what the share service tells of a session."""
    session = load(EXPORT)
    records = [{"type": "session", "data": session["info"]}]
    for m in session["messages"]:
        records.append({"type": "message", "data": m["info"]})
        records += [{"type": "part", "data": part} for part in m["parts"]]
    path = folder / "share.json"
    path.write_text(json.dumps(records, indent=1), "utf-8")
    return path


def rollout(folder: Path) -> Path:
    """Write a Codex rollout of two turns."""
    first = (started(), prompt("List the files"), thought("A listing is asked for."), call("c1"), output("c1"), said("One file."))
    return write_rollout(folder, *first, complete(), started("t2"), prompt("Thanks"), thought(), *aborted())


def _write(path: Path, value: Json) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), "utf-8")
    return path


SPECIMENS: dict[str, str | Callable[[Path], Path]] = {
    "opencode-store": store,
    "opencode-files": files,
    "opencode": "opencode-lab/1.1.65/normal.export.json",
    "opencode-share": share,
    "codex": rollout,
    "claude-code": "claude-code/merged-blocks.jsonl",
    "pi": "pi/branches.jsonl",
    "copilot": "copilot/aborted-turn.jsonl",
    "gemini": "gemini/rewritten.jsonl",
    "openhands": "openhands/v1-lines.jsonl",
    "cline": "cline/classic.api_conversation_history.json",
    "atif": "atif/handed-over.json",
    "swe-agent": "swe-agent/calls.traj",
    "mini-swe-agent": "mini-swe-agent/blocks.traj.json",
    "jsonl": "jsonl/numbered.jsonl",
    "aider": "aider/runs.md",
    "specstory": "specstory/claude-code.md",
    "opencode-markdown": "opencode-markdown/session.md",
    "flat": "flat/numbered.txt",
}
"""A file of tests/data, or what writes the specimen."""

PLAIN = frozenset({"aider", "specstory", "opencode-markdown", "flat"})
"""Formats that are no JSON."""


def pieces(path: Path) -> list[Path]:
    """Return the files that a specimen is made of."""
    root = path.parents[2] if path.parent.parent.name == "session" else path
    return sorted(p for p in root.rglob("*.json")) if root is not path else [path]


def replace(path: Path, old: bytes, new: bytes) -> None:
    """Put other bytes into a specimen wherever `old` stands; in a store into the cells of its parts."""
    if path.suffix == ".db":
        with closing(sqlite3.connect(path)) as base, base:
            cells = base.execute("SELECT rowid, CAST(data AS BLOB) FROM part WHERE instr(data, ?)", (old.decode(),)).fetchall()
            for row, cell in cells:
                base.execute("UPDATE part SET data = CAST(? AS TEXT) WHERE rowid = ?", (cell.replace(old, new), row))
        return
    for piece in pieces(path):
        piece.write_bytes(piece.read_bytes().replace(old, new))
