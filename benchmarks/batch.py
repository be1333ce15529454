"""How many sessions a minute `narrator batch` tells, with one process and with two, and how much memory that takes.

    python benchmarks/batch.py [--jobs 1 2] [PATH …]

PATH is a file or folder with sessions (by default `../shared/sessions`, else the shipped corpora). Each run is a process of its
own with a fresh folder; then the last one is run again, which has nothing to do. Memory is the peak of the largest process.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = (sys.executable, "-c", "from narrator.cli import main; main()")


class Run(NamedTuple):
    """What a run took."""

    seconds: float
    """On the wall."""
    cpu: float
    """Seconds of processor time, of all its processes."""
    peak: int
    """Bytes: of its largest process."""


def main(words: Sequence[str]) -> int:
    """Run, and print a line a run."""
    shared = ROOT.parent / "shared" / "sessions"
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", nargs="*", type=Path, default=[shared if shared.is_dir() else ROOT / "corpora"])
    parser.add_argument("--jobs", nargs="+", type=int, default=[1, 2])
    args = parser.parse_args(words)
    print(f"{'':16}  sessions      MB  seconds  of CPU  sessions/min  MB/min  peak MB")
    with tempfile.TemporaryDirectory(prefix="narrator-benchmark-") as folder:
        for jobs in args.jobs:
            _report(f"{jobs} {'process' if jobs == 1 else 'processes'}", args.paths, Path(folder) / str(jobs), jobs)
        _report("run again", args.paths, Path(folder) / str(args.jobs[-1]), args.jobs[-1])
    return 0


def _report(name: str, paths: Sequence[Path], out: Path, jobs: int) -> None:
    run = _run(paths, out, jobs)
    told = json.loads((out / "coverage.json").read_text("utf-8"))["told"]
    size = sum(p.stat().st_size for path in paths for p in (path.rglob("*") if path.is_dir() else [path]) if p.is_file()) / 1e6
    rates = f"{told / run.seconds * 60:12.0f}  {size / run.seconds * 60:6.0f}"
    print(f"{name:16}  {told:8}  {size:6.1f}  {run.seconds:7.1f}  {run.cpu:6.1f}  {rates}  {run.peak / 1e6:7.0f}")


def _run(paths: Sequence[Path], out: Path, jobs: int) -> Run:
    command = [*PROGRAM, "batch", *(str(p) for p in paths), "--out", str(out), "--jobs", str(jobs)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    seconds, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(done.stderr)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(seconds, cpu, after.ru_maxrss * (1 if sys.platform == "darwin" else 1024))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
