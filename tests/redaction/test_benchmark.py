"""The benchmark of redaction runs, reaches its bars on a suite of its own, and shows no secret."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

KEY = "gh" + "p_qqRk2mZ9xWb4tYc8NfV1pLd6AbCdEfGhIj"
ROOT = Path(__file__).resolve().parents[2]


def test_it_counts_what_is_found_and_shows_no_secret(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    header = '{"narrator": 1, "session": "s", "agent": "codex"}'
    path.write_text(f'{header}\n{{"index": 0, "role": "user", "parts": "a key:\\n{KEY} and\\nmore"}}\n', "utf-8")
    command = [sys.executable, str(ROOT / "benchmarks" / "redaction.py"), "--seeds", "1", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith(("planted: 99.", "planted: 100"))
    assert any(line.startswith("decoys: 0 of 6") for line in lines)
    assert any(line.startswith("sessions: 1 places in 3 lines (3333.33 in 10,000), 1 files") for line in lines), done.stdout
    assert f"  1 x github-token in session.jsonl: a key: gh…j ({len(KEY)})" in lines
    assert KEY not in done.stdout
