"""A batch that is killed, and run again, comes to the bytes of one that wasn't."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.batch.making import copies, tree
from tests.cli.running import command, environment

N = 10


def start(source: Path, out: Path, *more: str, seed: str = "0") -> subprocess.Popen[bytes]:
    words = command("batch", source, "--out", out, *more)
    env = environment({"PYTHONHASHSEED": seed})
    return subprocess.Popen(words, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def finish(source: Path, out: Path, *more: str, seed: str = "0") -> str:
    process = start(source, out, *more, seed=seed)
    _, said = process.communicate(timeout=110)
    assert process.returncode == 0, said.decode()
    return said.decode()


def entries(out: Path) -> int:
    return len(list(out.glob("sessions/*/entry.json")))


def kill_when(source: Path, out: Path, n: int) -> None:
    """Kill a run as soon as so many sessions are done."""
    process = start(source, out, "--jobs", "2")
    end = time.monotonic() + 100
    while entries(out) < n and process.poll() is None and time.monotonic() < end:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.communicate()


@pytest.mark.slow
def test_killed_again_and_again_it_ends_with_the_same_bytes(tmp_path: Path) -> None:
    source = copies(tmp_path / "source", N)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    finish(source, whole, "--jobs", "1", seed="1")
    for n in (1, 4, 7):
        kill_when(source, killed, n)
        assert n <= entries(killed) <= N
        assert not (killed / "rollup.md").exists()
    said = finish(source, killed, "--jobs", "2", seed="2")
    assert f"1 of {N}:" not in said
    assert tree(killed) == tree(whole)


@pytest.mark.slow
def test_the_processes_of_a_killed_run_end_with_it(tmp_path: Path) -> None:
    source = copies(tmp_path / "source", N)
    process = start(source, tmp_path / "out", "--jobs", "2")
    end = time.monotonic() + 100
    while entries(tmp_path / "out") < 1 and time.monotonic() < end:
        time.sleep(0.01)
    workers = _children(process.pid)
    assert workers
    process.send_signal(signal.SIGKILL)
    process.communicate()
    while any(_runs(pid) for pid in workers) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(_runs(pid) for pid in workers)


def _children(parent: int) -> list[int]:
    found = Path(f"/proc/{parent}/task/{parent}/children")
    if not found.exists():
        pytest.skip("this system doesn't tell a process's children")
    return [int(pid) for pid in found.read_text().split()]


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
