"""Runs of test runners, compilers and linters: `runs/<name>.txt` holds a command, what is to be read, and the output.

Below the command stand the counts (`= failed 1, passed 2`; `= failed` alone where none can be told) and a
line for each test that failed (`- name`). Of the output's signs, ␛ is an escape and ␍ a carriage return.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

import pytest

from narrator.observations import outcomes
from narrator.observations.exceptions import raised
from narrator.observations.testing import failing
from tests.observations.build import SESSION, shell, words

RUNS = sorted((Path(__file__).parent / "runs").glob("*.txt"), key=lambda path: path.name)
GOOD = ("passed", "skipped", "warnings", "run", "packages passed")


class Run(NamedTuple):
    """A command, and what is to be read of its output."""

    command: str
    bad: bool
    figures: dict[str, str]
    failing: list[str]
    output: str


def run_at(path: Path) -> Run:
    head, _, output = path.read_text(encoding="utf-8").partition("\n---\n")
    command, figures, *names = head.split("\n")
    counts = dict(figure.rsplit(" ", 1) for figure in figures[2:].split(", ") if figure != "failed")
    bad = figures == "= failed" or any(name not in GOOD and count != "0" for name, count in counts.items())
    return Run(command[2:], bad, counts, [name[2:] for name in names], output.replace("␛", "\x1b").replace("␍", "\r"))


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.stem)
def test_a_run_is_read_as_counts_and_names(path: Path) -> None:
    run = run_at(path)
    piped = "|" in run.command
    message = shell(
        run.command, run.output, status="error" if run.bad and not piped else "ok", exit_code=None if piped else int(run.bad)
    )
    (outcome,) = outcomes(message, SESSION)
    assert {name: count for name, count in outcome.figures if count != "0" or name in run.figures} == run.figures
    assert (outcome.status, outcome.program_failed) == (("failed", True) if run.bad else ("ok", False))
    assert [shown(words(message, span)) for span in failing(message, outcome, SESSION)] == run.failing


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.stem)
def test_windows_line_ends_change_nothing(path: Path) -> None:
    run = run_at(path)
    plain, windows = (shell(run.command, text) for text in (run.output, run.output.replace("\n", "\r\n")))
    assert [o.figures for o in outcomes(plain, SESSION)] == [o.figures for o in outcomes(windows, SESSION)]


def shown(text: str) -> str:
    """What a terminal shows of it."""
    return text if "\x1b" not in text else "".join(piece.partition("m")[2] for piece in f"\x1b0m{text}".split("\x1b")[1:])


@pytest.mark.parametrize(
    "piece", [" \n", "1 passed, ", "TypeError: a\n", "a\r\n", "\x1b[", "    at x (a.js:1:2)\n", "_", "--- FAIL: a\n"]
)
def test_ten_megabytes_of_anything_are_read_in_a_second(piece: str) -> None:
    message = shell("pytest", piece * (10_000_000 // len(piece)) + "x", status="error", exit_code=1)
    start = time.process_time()
    for outcome in outcomes(message, SESSION):
        failing(message, outcome, SESSION)
        raised(message, outcome, SESSION)
    assert time.process_time() - start < 1
