"""The benchmarks run, and count what they say they count."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.readers import read

ROOT = Path(__file__).resolve().parents[1]
BENCHMARKS = ROOT / "benchmarks"
CODEX = ROOT / "tests" / "data" / "codex"


def run(name: str, *args: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCHMARKS / name), *(str(a) for a in args)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)


def test_reading_measures_each_file_beside_its_floor(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("# Notes\n")
    path = CODEX / "broken.jsonl"
    done = run("reading.py", path, tmp_path)
    cover = read(path).coverage
    heading, row, _, summary = done.stdout.splitlines()
    assert heading.split() == "reader file MB MB/s floor factor peak MB floor records unexplained".split()  # noqa: SIM905
    assert row.split()[:2] == ["codex", "broken.jsonl"]
    assert [int(n) for n in row.split()[-2:]] == [cover.records, cover.unknown + cover.bad]
    assert cover.bad > 0
    assert summary.startswith(f"1 files, {cover.records} records, {cover.unknown + cover.bad} of them unexplained; ")
    assert done.stderr == "notes.md: no reader's\n"
    assert done.returncode == 1


def test_reading_says_where_there_is_nothing() -> None:
    done = run("reading.py", "/nowhere")
    assert (done.returncode, done.stdout) == (2, "")
    assert "/nowhere: no such file or folder" in done.stderr


def test_listing_times_three_runs_over_generated_files() -> None:
    done = run("listing.py", 20)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert re.fullmatch(r"21 files, \d+ MB", lines[0])
    figures = [re.search(r"  +(\d+\.\d+)  +(\d+\.\d+)  +(\d+)  +(\d+|–)$", line) for line in lines[3:]]
    assert len(figures) == 3
    assert all(figures)


@pytest.mark.slow
def test_five_thousand_files_are_listed_in_a_few_seconds() -> None:
    lines = run("listing.py").stdout.splitlines()
    cpu = [float(line.split()[-3]) for line in lines[3:]]
    assert cpu[0] < 4
    assert cpu[1] < 12


def test_the_readme_tells_every_benchmark() -> None:
    text = (BENCHMARKS / "README.md").read_text("utf-8")
    assert {p.name for p in BENCHMARKS.glob("*.py")} == set(re.findall(r"^python benchmarks/(\w+\.py)", text, re.MULTILINE))


def test_silences_are_forecast_better_than_by_their_base_rates(tmp_path: Path) -> None:
    (tmp_path / "sessions").mkdir()
    done = run("silences.py", tmp_path)
    assert done.returncode == 0, done.stderr
    rows = {line[:27].strip(): line[27:].split() for line in done.stdout.splitlines()[1:4]}
    assert list(rows) == ["lab, its session left out", "lab, its scenario left out", "lab, by expectations alone"]
    assert all(row[:2] == ["54", "163"] and float(row[5]) >= 0.3 for row in rows.values())
    assert run("silences.py", tmp_path / "none").returncode == 2


def test_acts_are_counted_against_labels(tmp_path: Path) -> None:
    steps = [
        ("a", "execute_bash", {"command": "ls"}, "Explore"),
        ("a", "execute_bash", {"command": "grep -rn total ."}, "Search"),
        ("b", "str_replace_editor", {"command": "create", "path": "/x/reproduce.py", "file_text": "print(1)"}, "Reproduce"),
        ("b", "think", {"thought": "what now"}, "Run tests"),
    ]
    rows = [
        {"run": run, "step": i, "label": label, "action": str({"arguments": json.dumps(args), "name": name}) + "\n---"}
        for i, (run, name, args, label) in enumerate(steps)
    ]
    file = tmp_path / "labels.jsonl"
    file.write_text("\n".join(json.dumps(r) for r in rows))
    done = run("acts.py", file)
    assert done.returncode == 0, done.stderr
    # Three of four agree; by chance, (2·2 + 2·1) of 16 would.
    assert re.search(r"^all +2 +4 +0\.750  0\.600  ", done.stdout, re.MULTILINE)
    assert re.search(r"^reproduce +0 +0 +1 +0 +0 +0$", done.stdout, re.MULTILINE)
    assert run("acts.py", tmp_path / "none").returncode == 2


def test_batch_counts_sessions_and_minutes() -> None:
    path = ROOT / "corpora" / "opencode-lab" / "aborts.json"
    done = run("batch.py", "--jobs", 1, "--", path)
    assert done.returncode == 0, done.stderr
    heading, row, again = done.stdout.splitlines()
    assert heading.split()[:2] == ["sessions", "MB"]
    assert row.split()[:3] == ["1", "process", "1"]
    assert again.split()[:3] == ["run", "again", "1"]


def test_claims_counts_by_verdict_and_by_what_they_speak_of(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    reply = '{"index": 1, "role": "assistant", "parts": "All tests pass. Done."}'
    path.write_text(f'{{"narrator": 1, "session": "s1"}}\n{{"index": 0, "role": "user", "parts": "Fix it."}}\n{reply}\n', "utf-8")
    done = run("claims.py", path)
    _, row, _, total, decided, _, _, *abouts = done.stdout.splitlines()
    assert row.split()[:6] == ["session.jsonl", "0.0", "2", "0", "0", "2"]
    assert total == "2 claims: 0 supported, 0 contradicted, 2 unverified"
    assert decided.startswith("decided: 0%")
    assert [line.split() for line in abouts] == [["done", "0", "0", "1"], ["tests", "0", "0", "1"]]
    assert done.returncode == 0
