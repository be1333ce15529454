"""Runs the command line: in this process for speed, in its own where streams, signals or the environment matter."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from narrator.cli import group

ROOT = Path(__file__).resolve().parents[2]
DFLASH = ROOT / "corpora" / "dflash" / "session.jsonl"
ABORTS = ROOT / "corpora" / "opencode-lab" / "aborts.json"
DATA = ROOT / "tests" / "data"
PROGRAM = (sys.executable, "-c", "from narrator.cli import main; main()")


@dataclass(frozen=True)
class Done:
    """What a run came to."""

    code: int
    out: str
    err: str


def run(*args: str | Path, stdin: str | bytes | None = None) -> Done:
    """Run the command line in this process."""
    result = CliRunner().invoke(group, [str(a) for a in args], input=stdin, prog_name="narrator")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout, result.stderr)


def spawn(*args: str | Path, env: Mapping[str, str] | None = None, timeout: float = 60) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a process of its own, in the given environment alone."""
    return subprocess.run(
        command(*args), env=environment(env), capture_output=True, stdin=subprocess.DEVNULL, timeout=timeout, check=False
    )


def command(*args: str | Path) -> Sequence[str]:
    """Return the command line as a program and its arguments."""
    return [*PROGRAM, *(str(a) for a in args)]


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this process's PATH and home folder, and nothing else of its environment but `more`."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return {**kept, "PYTHONPATH": str(ROOT), **(more or {})}
