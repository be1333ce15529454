"""Help answers at once, and tells what there is."""

from __future__ import annotations

import resource
import subprocess
import sys
from importlib import import_module
from typing import Any

import click
import pytest

from narrator import __version__
from narrator.cli import VERBS, group
from tests.cli.running import environment, run, spawn

LIMIT = 0.150
"""Seconds of processor time; unlike time on the wall it doesn't grow with what else the machine does."""


def _seconds(*args: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert spawn(*args).returncode == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_help_answers_at_once() -> None:
    assert min(_seconds("--help") for _ in range(7)) < LIMIT


def test_the_help_of_every_verb_loads_nothing_heavy() -> None:
    assert min(_seconds("essay", "--help") for _ in range(7)) < LIMIT


def test_help_names_every_verb_with_its_line() -> None:
    done = run("--help")
    for verb, line in VERBS:
        assert f"{verb} " in done.out
        assert line in done.out
    assert run("-h").out == done.out


def test_every_verb_has_its_command_with_help_on_every_option() -> None:
    for verb, _ in VERBS:
        command: Any = import_module(f"narrator.cli.{verb}").command
        assert isinstance(command, click.Command)
        assert command.help
        for param in command.params:
            assert isinstance(param, click.Argument) or getattr(param, "help", None), f"{verb} {param.name}"
        assert run(verb, "--help").code == 0


def test_without_a_verb_the_help_is_shown() -> None:
    assert "Commands:" in run().err + run().out


def test_version() -> None:
    assert run("--version").out == f"narrator {__version__}\n"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("esay", "essay"), ("Inspect", "inspect"), ("session", "sessions"), ("chek", "check"), ("format", "formats")],
)
def test_a_mistyped_verb_is_answered_by_the_nearest(typed: str, meant: str) -> None:
    done = run(typed, "--index", "3")
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(f"Error: there is no verb '{typed}'; did you mean {meant}?\n")


def test_a_verb_that_is_like_no_other_is_answered_by_all() -> None:
    done = run("xyzzy")
    assert done.code == 2
    assert done.err.endswith(f"there are {', '.join(verb for verb, _ in VERBS)}.\n")


def test_the_package_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "narrator", "esay"], env=environment(), capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("did you mean essay?\n")


def test_unknown_verbs_are_no_modules() -> None:
    context = click.Context(group)
    assert group.get_command(context, "common") is None
    assert run("common").code == 2
