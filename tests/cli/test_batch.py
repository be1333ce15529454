"""`narrator batch`: its options, what it says, how it ends."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from narrator.batch import Item, Step
from narrator.batch.telling import aside
from narrator.cli.progress import watching
from tests.batch.making import copies, tree
from tests.cli.running import run, spawn


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return copies(tmp_path / "source", 2)


def test_it_says_what_it_does_and_what_came_of_it(source: Path, tmp_path: Path) -> None:
    done = run("batch", source, "--out", tmp_path / "out", "--jobs", "1")
    assert (done.code, done.out) == (0, "")
    first, *lines = done.err.splitlines()
    assert first == "narrator: 2 sessions to tell"
    assert [line.partition(":")[0] for line in lines[:2]] == ["narrator"] * 2
    assert "1 of 2: " in lines[0]
    assert "2 of 2: " in lines[1]
    assert lines[2] == "narrator: 2 of 2 sessions told, in 10 documents about 26 messages."
    again = run("batch", source, "--out", tmp_path / "out", "--jobs", "1")
    assert "1 of 2: " not in again.err
    assert again.err.splitlines()[1:] == lines[2:]


def test_the_account_adds_up_to_what_was_found(source: Path, tmp_path: Path) -> None:
    (source / "notes.md").write_text("# Notes\n")
    done = run("batch", source, "--out", tmp_path / "out", "--min-messages", "99", "--project", "none", "--since", "2027-01-01")
    assert done.code == 0
    told = json.loads((tmp_path / "out" / "coverage.json").read_text("utf-8"))
    assert (told["found"], told["told"], told["older"], told["elsewhere"], told["short"]) == (2, 0, 2, 0, 0)
    assert "2 sessions left out: too old." in done.err
    assert len(told["files"]) == 1


def test_zone_and_redaction_reach_the_processes(source: Path, tmp_path: Path) -> None:
    path = source / "00.json"
    path.write_text(path.read_text("utf-8").replace("abort mid text", "abort mid text, jo@shopatsea.com"), "utf-8")
    for name, *more in (("plain",), ("strict", "--redact", "strict"), ("zone", "--tz", "Asia/Tokyo")):
        assert run("batch", source, "--out", tmp_path / name, "--jobs", "1", *more).code == 0
    plain, strict, zone = (b"".join(tree(tmp_path / name).values()) for name in ("plain", "strict", "zone"))
    assert b"shopatsea" in plain
    assert b"shopatsea" not in strict
    assert b"(Asia/Tokyo)" in zone
    assert b"(Asia/Tokyo)" not in plain


def test_nothing_found_is_said(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    done = run("batch", tmp_path / "in", "--out", tmp_path / "out")
    assert done.code == 0
    assert "0 of 0 sessions told" in done.err
    assert (tmp_path / "out" / "rollup.md").exists()


@pytest.mark.parametrize(
    "words",
    [("--out", "OUT", "gone"), ("--out", "OUT", "--tz", "Nowhere"), ("--since", "yesterday", "--out", "OUT"), ()],
    ids=str,
)
def test_what_cannot_be_is_an_error_in_one_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = run("batch", *(str(tmp_path / w.lower()) if w in ("OUT", "gone") else w for w in words))
    assert done.code == 2
    assert "Traceback" not in done.err
    assert not (tmp_path / "out").exists()


def test_the_same_bytes_whatever_the_seed_and_the_number_of_processes(source: Path, tmp_path: Path) -> None:
    for name, seed, jobs in (("one", "1", "1"), ("two", "2", "2")):
        done = spawn("batch", source, "--out", tmp_path / name, "--jobs", jobs, env={"PYTHONHASHSEED": seed})
        assert done.returncode == 0, done.stderr
    assert tree(tmp_path / "one") == tree(tmp_path / "two")


class Terminal(io.StringIO):
    """A screen that is kept."""

    def isatty(self) -> bool:
        """Return that it is one."""
        return True


def test_on_a_terminal_there_is_a_bar_and_what_failed_stands_above_it(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "xterm")
    long = "and so on " * 20
    item = Item(session="s", folder="s", path="/in/s.jsonl", format="jsonl")
    with watching() as watch:
        watch(Step(None, None, False, 0, 3))
        watch(Step(item, aside(item, "unread", f"/in/s.jsonl: not UTF-8 [bold] {long}"), True, 1, 3))
        watch(Step(item, None, True, 2, 3))
    assert f"/in/s.jsonl: not UTF-8 [bold] {long.strip()}" in screen.getvalue()
    assert "2/3" in screen.getvalue()
