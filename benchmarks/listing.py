"""How long `narrator sessions` takes over many generated files, and how much of them it reads.

    python benchmarks/listing.py [FILES]

FILES is how many are generated (5,000 by default): six of ten are Claude Code's, the others Codex's, of 8 to 400 KB; a store of
opencode holds a tenth as many sessions more. They lie in a temporary folder and are gone afterwards. Every run is a process of
its own.
"""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = (sys.executable, "-c", "from narrator.cli import main; main()")
SIZES = (8, 8, 8, 8, 8, 8, 60, 60, 60, 400)
"""Kilobytes of a file, in turn: most sessions are short, most bytes are in long ones."""
WORDS = "the cart total differs by a cent when the discount is applied before the tax " * 16
"""What is said each time: records of 1.5 KB, as real ones have on average (1.8 KB of Codex, 4 KB of Claude Code)."""
BEGUN = 1_770_000_000
RUNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("the newest 50", ("sessions",)),
    ("all, as JSON", ("sessions", "--json")),
    ("one, by its id", ("inspect", "--session", str(UUID(int=(1 << 96) + 3)), "--index", "0")),
)


class Run(NamedTuple):
    """What a run took."""

    seconds: float
    """On the wall."""
    cpu: float
    """Seconds of processor time: what else the machine does leaves it alone."""
    peak: int
    """Bytes."""
    read: int | None
    """Bytes, where the system tells."""


def main(args: Sequence[str]) -> int:
    """Generate, run, and print a line a run."""
    files = int(args[0]) if args else 5_000
    with tempfile.TemporaryDirectory(prefix="narrator-benchmark-") as folder:
        home = Path(folder)
        generate(home, files)
        sizes = [p.stat().st_size for p in home.rglob("*") if p.is_file()]
        sys.stdout.write(f"{len(sizes):,} files, {sum(sizes) / 1e6:.0f} MB\n\n")
        sys.stdout.write(f"{'narrator':40}  {'':14}  seconds  of CPU  peak MB  MB read\n")
        for name, words in RUNS:
            run = _run(words, home)
            read = "–" if run.read is None else f"{run.read / 1e6:.0f}"
            line = " ".join(words)
            line = line if len(line) <= 40 else f"{line[:39]}…"
            figures = f"{run.seconds:7.2f}  {run.cpu:6.2f}  {run.peak / 1e6:7.0f}  {read:>7}"
            sys.stdout.write(f"{line:40}  {name:14}  {figures}\n")
    return 0


def generate(home: Path, files: int) -> None:
    """Write so many sessions where their harnesses would keep them under `home`, the last one the newest."""
    for number in range(files):
        make, path = _claude if number % 10 < 6 else _codex, _path(home, number)
        path.parent.mkdir(parents=True, exist_ok=True)
        turns = SIZES[number * 7 % len(SIZES)] * 1000 // 3200
        path.write_text("".join(json.dumps(r) + "\n" for r in make(number, turns)))
    _store(home / ".local" / "share" / "opencode" / "opencode.db", files // 10)


def _path(home: Path, number: int) -> Path:
    name = UUID(int=(1 << 96) + number)
    if number % 10 < 6:
        return home / ".claude" / "projects" / f"-home-dev-project-{number % 40}" / f"{name}.jsonl"
    return home / ".codex" / "sessions" / "2026" / f"{number % 12 + 1:02}" / f"rollout-{name}.jsonl"


def _time(number: int, second: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(BEGUN + number * 600 + second))


def _claude(number: int, turns: int) -> Iterator[dict[str, Any]]:
    name, parent = str(UUID(int=(1 << 96) + number)), None
    for turn in range(max(1, turns)):
        at = _time(number, turn)
        shared = {"sessionId": name, "cwd": f"/home/dev/project-{number % 40}", "version": "2.1.60", "isSidechain": False}
        asked = {"role": "user", "content": f"Session {number}, prompt {turn}: {WORDS}"}
        told = {"id": f"m{turn}", "role": "assistant", "content": [{"type": "text", "text": WORDS}], "stop_reason": "end_turn"}
        for kind, message, uuid in (("user", asked, f"u{turn}"), ("assistant", told, f"a{turn}")):
            yield {
                **shared,
                "type": kind,
                "message": message,
                "uuid": uuid,
                "parentUuid": parent,
                "timestamp": at,
            }
            parent = uuid


def _codex(number: int, turns: int) -> Iterator[dict[str, Any]]:
    at = _time(number, 0)
    header = {"id": str(UUID(int=(1 << 96) + number)), "timestamp": at, "cwd": f"/home/dev/project-{number % 40}"}
    yield {"timestamp": at, "type": "session_meta", "payload": {**header, "base_instructions": {"text": WORDS * 10}}}
    for turn in range(max(1, turns)):
        words = f"Session {number}, prompt {turn}: {WORDS}"
        answer = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": WORDS}]}
        for kind, payload in (
            ("event_msg", {"type": "task_started", "turn_id": f"t{turn}"}),
            ("event_msg", {"type": "user_message", "message": words}),
            ("response_item", answer),
            ("event_msg", {"type": "task_complete", "turn_id": f"t{turn}"}),
        ):
            yield {"timestamp": _time(number, turn), "type": kind, "payload": payload}


def _store(path: Path, sessions: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as store, store:
        store.executescript(
            "CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, title TEXT, directory TEXT, version TEXT,"
            " time_created INTEGER, time_updated INTEGER);"
            "CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);"
            "CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT);"
            "CREATE INDEX message_session_time_created_id_idx ON message (session_id, time_created, id);"
            "CREATE INDEX part_message_id_id_idx ON part (message_id, id);"
        )
        for number in range(sessions):
            _fill(store, number)


def _fill(store: sqlite3.Connection, number: int) -> None:
    name, begun = f"ses_{number:026}", (BEGUN + number * 6000) * 1000
    row = (name, None, f"Session {number}", f"/home/dev/project-{number % 40}", "1.18.33", begun, begun)
    store.execute("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    for turn in range(20):
        role = "assistant" if turn % 2 else "user"
        made = begun + turn * 1000
        info = {"role": role, "time": {"created": made, "completed": made + 500}, **({"finish": "stop"} if turn % 2 else {})}
        key = f"msg_{number:016}{turn:010}"
        store.execute("INSERT INTO message VALUES (?, ?, ?, ?)", (key, name, made, json.dumps(info)))
        part = json.dumps({"type": "text", "text": f"{turn}: {WORDS}"})
        store.execute("INSERT INTO part VALUES (?, ?, ?, ?)", (f"prt_{number:016}{turn:010}", key, name, part))


def _run(words: Sequence[str], home: Path) -> Run:
    before = time.perf_counter()
    process = subprocess.Popen([*PROGRAM, *words], env=_environment(home), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)  # noqa: S603
    # Waiting without reaping leaves the counts of what was read to be looked up.
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    seconds = time.perf_counter() - before
    read = _bytes_read(process.pid)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    said = process.stderr.read().decode() if process.stderr else ""
    if process.returncode:
        raise SystemExit(f"narrator {' '.join(words)}: {said}")
    return Run(seconds, used.ru_utime + used.ru_stime, _peak(used), read)


def _environment(home: Path) -> Mapping[str, str]:
    return {"HOME": str(home), "PATH": os.environ.get("PATH", ""), "PYTHONPATH": str(ROOT)}


def _bytes_read(pid: int) -> int | None:
    try:
        fields = Path(f"/proc/{pid}/io").read_text().split()
        return int(fields[fields.index("rchar:") + 1])
    except (OSError, ValueError):
        return None


def _peak(used: resource.struct_rusage) -> int:
    return used.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
