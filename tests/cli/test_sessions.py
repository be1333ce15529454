"""Which session is meant where none is named, and where one is named by its id."""

from __future__ import annotations

import os
from pathlib import Path
from shutil import copyfile

import pytest

from tests.cli.running import DATA, run

UUID = "0a0a0a0a-1111-4222-8333-444444444444"
CLAUDE = DATA / "claude-code" / "streamed.jsonl"
STORE = DATA / "opencode-lab" / "1.14.41" / "opencode.db"
IN_STORE = "ses_dd3257522ffeGxQMqaeM2UqNZ1"


def put(source: Path, target: Path, *, age: int) -> Path:
    """Copy a file to where a harness would keep it, last changed so many seconds ago (counted from a fixed day)."""
    target.parent.mkdir(parents=True, exist_ok=True)
    copyfile(source, target)
    os.utime(target, (1_700_000_000 - age,) * 2)
    return target


def claude(home: Path, *, age: int) -> Path:
    return put(CLAUDE, home / ".claude" / "projects" / "-home-dev-shop" / f"{UUID}.jsonl", age=age)


def codex(home: Path, *, age: int) -> Path:
    name = f"rollout-2026-01-02T10-00-00-{UUID.replace('44', '55')}.jsonl"
    return put(DATA / "codex" / "bare.jsonl", home / ".codex" / "sessions" / "2026" / "01" / "02" / name, age=age)


def store(home: Path, *, age: int) -> Path:
    return put(STORE, home / ".local" / "share" / "opencode" / "opencode.db", age=age)


@pytest.mark.parametrize("newest", [claude, codex, store])
def test_the_newest_session_of_any_harness_is_read(newest: object, home: Path) -> None:
    paths = {make: make(home, age=10 if make is newest else 90) for make in (claude, codex, store)}
    done = run("inspect")
    assert done.code == 0
    assert done.err.startswith(f"narrator: reading the newest session on this machine, {paths[newest]}")  # type: ignore[index]


def test_a_store_in_use_is_as_new_as_the_log_beside_it(home: Path) -> None:
    path = store(home, age=90)
    claude(home, age=50)
    log = path.with_name("opencode.db-wal")
    log.touch()
    os.utime(log, (1_700_000_000,) * 2)
    assert str(path) in run("inspect").err


@pytest.mark.parametrize(
    ("variable", "folder"),
    [("CLAUDE_CONFIG_DIR", "projects/-p"), ("CODEX_HOME", "sessions/2026/01/02"), ("XDG_DATA_HOME", "opencode")],
)
def test_the_harnesses_own_variables_move_their_folders(
    variable: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, name = {
        "CLAUDE_CONFIG_DIR": (CLAUDE, f"{UUID}.jsonl"),
        "CODEX_HOME": (DATA / "codex" / "bare.jsonl", f"rollout-1-{UUID}.jsonl"),
        "XDG_DATA_HOME": (STORE, "opencode.db"),
    }[variable]
    path = put(source, tmp_path / "elsewhere" / folder / name, age=0)
    monkeypatch.setenv(variable, str(tmp_path / "elsewhere"))
    assert str(path) in run("inspect").err


def test_sessions_that_can_not_be_read_are_passed_over(home: Path) -> None:
    path = claude(home, age=90)
    path.with_name("empty.jsonl").touch()
    path.with_name("broken.jsonl").write_bytes(b"\x00" * 99)
    assert run("inspect").err == f"narrator: reading the newest session on this machine, {path}\n"


def test_a_shipped_session_is_read_where_the_newest_lacks_the_message(home: Path) -> None:
    path = claude(home, age=0)
    done = run("essay", "--index", "10880")
    assert done.code == 0
    assert "session: dflash\n" in done.out
    assert done.err.startswith("narrator: reading the shipped session ")
    assert f"dflash/session.jsonl (the newest on this machine, {path}, lacks the message)" in done.err


def test_a_machine_without_sessions_reads_a_shipped_one() -> None:
    done = run("essay", "--index", "10880")
    assert "session: dflash\n" in done.out
    assert done.err.endswith("dflash/session.jsonl (no session on this machine)\n")
    assert "session: ses_" in run("essay", "--index", "12").out


def test_with_no_index_the_essay_says_which_message_it_chose() -> None:
    done = run("essay")
    assert done.code == 0
    subject = next(line for line in done.out.splitlines() if line.startswith("subject: ")).removeprefix("subject: ")
    assert done.err.endswith(f"narrator: about message {subject}, the strongest turning point\n")


def test_an_index_that_nothing_has_is_answered_by_what_there_is(home: Path) -> None:
    claude(home, age=0)
    done = run("essay", "--index", "123456")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "message 123456 is in none" in done.err
    assert "s-9: 0 to " in done.err
    assert "dflash: 8815 to 8858, 9995 to 10030, 10862 to 10890" in done.err


@pytest.mark.parametrize("name", [UUID, UUID[-12:]])
def test_a_session_is_named_by_its_id(name: str, home: Path) -> None:
    path = claude(home, age=90)
    codex(home, age=0)
    assert f"stands in  {path.name}, lines 2 and 3" in run("inspect", "--session", name, "--index", "0").out


def test_an_id_is_looked_for_in_stores_too(home: Path) -> None:
    store(home, age=0)
    assert f"session      {IN_STORE}" in run("inspect", "--session", IN_STORE).out


def test_an_id_that_nothing_has(home: Path) -> None:
    claude(home, age=0)
    store(home, age=0)
    done = run("inspect", "--session", "ses_nothing")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "no session with this id on this machine" in done.err


def test_of_a_store_one_session_is_chosen_and_said() -> None:
    done = run("inspect", "--session", f"{STORE}#{IN_STORE}")
    assert (done.code, done.err) == (0, "")
    assert f"session      {IN_STORE}" in done.out
    newest = run("inspect", "--session", STORE)
    assert newest.err == f"narrator: reading {STORE}#ses_dd3245e14ffe72VGnnVC0d7S4R, sigkill_other\n"
    several = run("inspect", "--session", f"{STORE}#ses_dd325")
    assert (several.code, several.err.count("\n")) == (2, 1)
    assert "several sessions begin with ses_dd325; there are ses_" in several.err
    assert "no session begins with x; there are ses_" in run("inspect", "--session", f"{STORE}#x").err


def test_a_user_without_a_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("HOME")
    monkeypatch.setattr(Path, "home", staticmethod(fail))
    done = run("essay", "--index", "10880")
    assert done.code == 0
    assert "session: dflash\n" in done.out


def test_a_file_is_not_taken_for_an_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copyfile(CLAUDE, tmp_path / "session")
    monkeypatch.chdir(tmp_path)
    assert "stands in  session, lines 2 and 3" in run("inspect", "--session", "session", "--index", "0").out
