"""Where the output goes: a pipe that closes, a full disk, a locale without UTF-8, a file, a terminal."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from pathlib import Path

import pytest

from narrator import essay
from tests.cli.running import ABORTS, DFLASH, command, environment, run, spawn

ESSAY = ("essay", "--session", DFLASH, "--index", "10880")


@pytest.mark.parametrize("args", [ESSAY, ("inspect", "--session", DFLASH, "--json"), ("formats",), ("--help",)])
def test_a_reader_that_goes_away_is_no_error(args: tuple[str, ...]) -> None:
    with subprocess.Popen(command(*args), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
    assert process.returncode != 2
    assert b"Traceback" not in said
    assert b"Broken" not in said
    assert b"Exception" not in said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("args", [ESSAY, ("formats",), ("--help",)])
def test_a_full_disk_is_one_line(args: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command(*args), env=environment(), stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"narrator: standard output: can't be written (No space left on device)\n"


@pytest.mark.parametrize("args", [ESSAY, ("formats",)])
def test_a_closed_output_is_one_line(args: tuple[str, ...]) -> None:
    shell = 'exec "$@" >&-'
    done = subprocess.run(["sh", "-c", shell, "sh", *command(*args)], env=environment(), stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"narrator: standard output is closed; write to a file with --out\n"


@pytest.mark.parametrize(
    "locale",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONIOENCODING": "latin-1"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "de_DE.ISO-8859-1", "TZ": "Asia/Tokyo"},
    ],
)
def test_the_bytes_are_the_same_under_every_locale(locale: dict[str, str]) -> None:
    done = spawn(*ESSAY, env=locale)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == essay(DFLASH, 10880).markdown.encode()


def test_a_path_that_is_no_text_is_shown_by_its_bytes() -> None:
    done = spawn("essay", "--session", os.fsdecode(b"s\xff.jsonl"), env={"LC_ALL": "C"})
    assert done.returncode == 2
    assert done.stderr == rb"narrator: s\udcff.jsonl: no such file; give --session the path of a session" + b"\n"


def test_without_a_home_folder_or_any_environment(tmp_path: Path) -> None:
    done = subprocess.run(
        command("essay", "--index", "10880"),
        env={"PYTHONPATH": environment()["PYTHONPATH"]},
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0


def test_out_writes_the_same_bytes_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "essay.md"
    done = run(*ESSAY, "--out", path)
    assert (done.code, done.out, done.err) == (0, "", f"narrator: wrote {path}\n")
    assert path.read_bytes() == essay(DFLASH, 10880).markdown.encode()
    assert run(*ESSAY, "--out", "-").out == path.read_text("utf-8")


def test_json_is_written_as_json_wherever_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "essay.json"
    run("essay", "--session", ABORTS, "--index", "1", "--format", "json", "--out", path)
    assert path.read_text("utf-8") == run("essay", "--session", ABORTS, "--index", "1", "--format", "json").out


def on_a_terminal(columns: int, *args: str | Path) -> list[str]:
    """Return the lines that a terminal of that width is given."""
    master, slave = pty.openpty()
    env = environment({"COLUMNS": str(columns), "TERM": "xterm-256color", "NO_COLOR": "1"})
    with subprocess.Popen(command(*args), env=env, stdin=slave, stdout=slave, stderr=subprocess.DEVNULL):
        os.close(slave)
        chunks = []
        while True:
            try:
                chunk = os.read(master, 65536)
            except OSError:
                break
            if not chunk:
                break
            chunks.append(chunk)
    os.close(master)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", b"".join(chunks).decode().replace("\r\n", "\n"))
    assert "\x1b" not in plain
    return plain.split("\n")


@pytest.mark.parametrize("columns", [80, 120])
def test_a_terminal_gets_the_essay_rendered(columns: int) -> None:
    lines = on_a_terminal(columns, *ESSAY)
    text = "\n".join(lines)
    assert max(map(len, lines)) <= min(columns, 100)
    assert "digest:" not in text
    assert "[msg 10872]" in text
    assert not any(line.rstrip().endswith("[msg") for line in lines)
    assert "[^d1]" not in text
    assert any(line.startswith("(d1) ") for line in lines)


def test_a_terminal_gets_json_as_it_is() -> None:
    lines = on_a_terminal(80, "essay", "--session", ABORTS, "--index", "1", "--format", "json")
    assert lines[0] == "{"
