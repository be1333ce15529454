"""Named figures."""

from __future__ import annotations

from decimal import Decimal

import pytest

from narrator.observations import measurements
from tests.observations.build import SESSION, said, shell, words


def test_a_log_line_is_read_with_its_step() -> None:
    message = shell("python train.py", "step 20 | loss=3.25 acc 0.11 lr=1.5e-05\n")
    found = measurements(message, SESSION)
    assert [(m.name, m.value, m.condition) for m in found] == [("loss", "3.25", "step 20"), ("lr", "1.5e-05", "step 20")]
    assert words(message, found[0].span) == "3.25"
    assert found[1].number == Decimal("1.5e-05")


@pytest.mark.parametrize(
    ("text", "name", "value", "unit"),
    [
        ("Throughput: 12.8 K tok/s", "Throughput", "12.8", "K tok/s"),
        ("The whole load took 5.2 s.", "whole load", "5.2", "s"),
        ("The mean accuracy was about 93.1% here.", "mean accuracy", "93.1", "%"),
        ("- **Peak memory**: 21,458 MiB", "Peak memory", "21,458", "MiB"),
    ],
)
def test_said_figures(text: str, name: str, value: str, unit: str) -> None:
    (found,) = measurements(said(text), SESSION)
    assert (found.name, found.value, found.unit) == (name, value, unit)


@pytest.mark.parametrize(
    "text",
    [
        "see src/app.py:40 and line 12",
        "python 3.11.7, torch==2.7.1",
        "at 10:20:30 on 2026-01-02",
        "commit 0a1b2c3d in PR #77",
        "http://localhost:9000/path",
        "port: 8080, pid: 4711, exit code: 1",
        "font-size:14px;font-weight:300</p>",
        "```\nloss=3\n```",
    ],
)
def test_what_looks_like_a_figure_and_measures_nothing(text: str) -> None:
    assert measurements(said(text), SESSION) == ()


def test_files_that_are_read_measure_nothing_unless_they_are_logs() -> None:
    assert measurements(shell("cat config.yaml", "loss: 3\n"), SESSION) == ()
    assert len(measurements(shell("tail -1 train.log", "loss: 3\n"), SESSION)) == 1
