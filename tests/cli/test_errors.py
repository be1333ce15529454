"""What a hurried user gets wrong comes back as one line: what, where, what to do; exit 2, never a traceback."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.errors import SourceError
from tests.cli.running import ABORTS, DFLASH, Done, run

SUMMARY_ONLY = '{"type":"summary","summary":"A talk","leafUuid":"u1"}\n'


def is_one_line(done: Done, *words: str) -> None:
    """The run failed, printed nothing, and said it in one line that holds the words."""
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith("narrator: ")
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err
    assert "fault of narrator's own" not in done.err
    for word in words:
        assert word in done.err


def _folder(path: Path) -> None:
    path.mkdir()


@pytest.mark.parametrize("verb", ["essay", "inspect"])
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda _: None, ("no such file", "--session")),
        (_folder, ("a folder", "session file in it")),
        (lambda p: p.touch(), ("an empty file",)),
        (lambda p: p.write_bytes(b" \n\n"), ("an empty file",)),
        (lambda p: p.write_bytes(bytes(range(256)) * 9), ("not a session of a known format", "--from")),
        (lambda p: p.write_text("# Notes\n\nNothing here.\n"), ("not a session of a known format",)),
        (lambda p: p.write_text(SUMMARY_ONLY), ("without messages", "nothing to tell")),
        (lambda p: os.mkfifo(p), ("a pipe or a device", "to a file first")),
    ],
    ids=["missing", "folder", "empty", "blank", "noise", "text", "no messages", "pipe"],
)
def test_a_path_that_is_no_session(verb: str, make: Callable[[Path], object], words: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    make(path)
    is_one_line(run(verb, "--session", path), str(path), *words)


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "session.jsonl"
    path.write_text("{}")
    monkeypatch.setattr(Path, "open", refuse)
    is_one_line(run("essay", "--session", path), str(path), "Permission denied", "check the path and its permissions")


@pytest.mark.parametrize("name", ["a" * 5000, "a/" * 3000, "no\nsuch\nfile"])
def test_a_name_that_no_file_can_have(name: str) -> None:
    is_one_line(run("essay", "--session", name), "no such file")


@pytest.mark.parametrize("name", ["", "  "])
def test_an_empty_path_is_most_likely_an_unset_variable(name: str) -> None:
    is_one_line(run("essay", "--session", name), "--session", "an empty path")


def test_an_unknown_format_is_answered_by_the_known_ones() -> None:
    is_one_line(run("essay", "--session", DFLASH, "--from", "cursor"), "cursor", "opencode-store", "claude-code", "flat")


@pytest.mark.parametrize("form", ["opencode-store", "opencode", "codex", "claude-code", "flat"])
def test_the_wrong_format(form: str) -> None:
    is_one_line(run("inspect", "--session", DFLASH, "--from", form), str(DFLASH))


@pytest.mark.parametrize("verb", ["essay", "inspect"])
@pytest.mark.parametrize(
    ("index", "words"),
    [("13", ("0 to 12", "the nearest is 12")), ("99999999999999999999", ("0 to 12", "the nearest is 12"))],
)
def test_an_index_beyond_the_session_is_answered_by_its_range_and_the_nearest(
    verb: str, index: str, words: tuple[str, ...]
) -> None:
    is_one_line(run(verb, "--session", ABORTS, "--index", index), index, *words)


@pytest.mark.parametrize(("index", "nearest"), [("5", "8815"), ("8860", "8858"), ("9990", "9995"), ("20000", "10890")])
def test_an_index_in_a_hole_of_the_record(index: str, nearest: str) -> None:
    is_one_line(run("essay", "--session", DFLASH, "--index", index), index, f"the nearest is {nearest}")


@pytest.mark.parametrize(
    ("out", "words"), [("nowhere/essay.md", ("no folder", "nowhere")), ("", ("can't be written",)), (".", ("can't be written",))]
)
def test_a_place_that_can_not_be_written(
    out: str, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    is_one_line(run("essay", "--session", ABORTS, "--index", "1", "--out", out), *words)
    assert [p.name for p in tmp_path.iterdir()] == ["home"]


@pytest.mark.parametrize("link", [False, True])
def test_the_session_itself_is_never_written_over(link: bool, tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    path.write_bytes(ABORTS.read_bytes())
    out = tmp_path / "link" if link else path
    if link:
        out.symlink_to(path)
    is_one_line(run("essay", "--session", path, "--index", "1", "--out", out), "the session itself")
    assert path.read_bytes() == ABORTS.read_bytes()


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_text_to_check(text: str) -> None:
    is_one_line(run("check", "-", stdin=text), "empty text")


def test_a_text_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "essay.md"
    is_one_line(run("check", path), str(path), "can't be read")
    is_one_line(run("check", tmp_path), str(tmp_path), "can't be read")
    path.write_bytes(b"\xff\xfe\x00")
    is_one_line(run("check", path), str(path), "not UTF-8")


@pytest.mark.parametrize(
    "args",
    [
        ("essay", "--index", "-1"),
        ("essay", "--index", "ten"),
        ("essay", "--format", "pdf"),
        ("essay", "--templates", "/nowhere"),
        ("essay", "10880"),
        ("check",),
        ("annals",),
        ("--bad",),
    ],
)
def test_a_command_line_that_is_wrong_gets_its_usage(args: tuple[str, ...]) -> None:
    done = run(*args)
    assert done.code == 2
    assert done.err.startswith("Usage: narrator")
    assert "\nError: " in done.err


@pytest.mark.parametrize("verb", ["essay", "inspect"])
@pytest.mark.parametrize(
    ("index", "why"),
    [
        ("-3", "-3: messages are numbered from 0, and none from the end; give the N of [msg N], such as 47."),
        ("x", "x: not a message's number; give the N of [msg N], such as 47."),
        ("3.5", "3.5: not a message's number; give the N of [msg N], such as 47."),
        ("²", "²: not a message's number; give the N of [msg N], such as 47."),
    ],
)
def test_an_index_that_is_none_is_answered_in_words(verb: str, index: str, why: str) -> None:
    done = run(verb, "--index", index, "--session", ABORTS)
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(f"Error: Invalid value for '--index': {why}\n")


@pytest.mark.parametrize("index", ["1", "[msg 1]", "msg 1"])
def test_an_index_may_be_written_as_it_is_cited(index: str) -> None:
    assert run("essay", "--index", index, "--session", ABORTS).out == run("essay", "--index", "1", "--session", ABORTS).out


def test_a_fault_of_our_own_is_one_line_unless_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object, **__: object) -> None:
        raise ZeroDivisionError("by\nzero")

    monkeypatch.setattr("narrator.analysis.analyze", fail)
    done = run("essay", "--session", ABORTS)
    assert (done.code, done.out) == (2, "")
    assert done.err == ("narrator: a fault of narrator's own (ZeroDivisionError: by zero); set NARRATOR_DEBUG=1 to see where\n")
    monkeypatch.setenv("NARRATOR_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run("essay", "--session", ABORTS)


def test_an_error_of_many_lines_is_printed_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise SourceError("a\nfile: of\n\nmany lines")

    monkeypatch.setattr("narrator.readers.read", refuse)
    assert run("essay", "--session", ABORTS).err == "narrator: a file: of many lines\n"
