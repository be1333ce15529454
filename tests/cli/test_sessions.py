"""Which session is meant where none is named, and where one is named by its id."""

from __future__ import annotations

import json
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


def dated(home: Path, day: int, *, name: str = UUID, text: str = "Fix the total.", folder: str = "-home-dev-shop") -> Path:
    """Write a Claude Code session held on a day of 2026-03, last changed long before."""
    asked = {"type": "user", "message": {"content": text}, "uuid": "u1", "timestamp": f"2026-03-{day:02}T10:00:00Z"}
    told = {"type": "assistant", "message": {"id": "m1", "content": [{"type": "text", "text": "Done."}]}, "uuid": "u2"}
    told["timestamp"] = f"2026-03-{day:02}T10:05:00Z"
    path = home / ".claude" / "projects" / folder / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps({"sessionId": name, "cwd": "/home/dev/shop", **r}) + "\n" for r in (asked, told)))
    os.utime(path, (1_700_000_000,) * 2)
    return path


def test_the_newest_session_is_the_one_whose_last_record_is(home: Path) -> None:
    older = dated(home, 3, name=UUID.replace("0a0a", "0b0b"))
    newer = dated(home, 4)
    os.utime(older, (1_800_000_000,) * 2)
    assert run("inspect").err == f"narrator: reading the newest session on this machine, {newer}\n"
    put(STORE, home / ".local" / "share" / "opencode" / "opencode.db", age=0)
    assert "opencode.db#ses_dd3245e14ffe72VGnnVC0d7S4R" in run("inspect").err


@pytest.mark.parametrize("newest", [claude, codex])
def test_of_sessions_that_tell_no_time_the_newest_file_is_read(newest: object, home: Path) -> None:
    paths = {make: make(home, age=10 if make is newest else 90) for make in (claude, codex)}
    lines = paths[codex].read_text().replace("2025-07-01T10:00:00Z", "")
    paths[codex].write_text(lines)
    os.utime(paths[codex], (1_700_000_000 - (10 if newest is codex else 90),) * 2)
    done = run("inspect")
    assert done.err.startswith(f"narrator: reading the newest session on this machine, {paths[newest]}")  # type: ignore[index]


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


def test_latest_is_the_newest_on_this_machine_and_never_a_shipped_one(home: Path) -> None:
    done = run("inspect", "--session", "latest")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "there is no session on this machine" in done.err
    path = dated(home, 3)
    assert run("inspect", "--session", "latest").err == f"narrator: reading the newest session on this machine, {path}\n"


def test_a_file_named_latest_goes_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copyfile(CLAUDE, tmp_path / "latest")
    monkeypatch.chdir(tmp_path)
    assert "stands in  latest, lines 2 and 3" in run("inspect", "--session", "latest", "--index", "0").out


def test_the_beginning_of_an_id_is_enough_where_no_other_begins_so(home: Path) -> None:
    one, other = "0a0a0a0a-1111-4222-8333-444444444444", "0a0a0b0b-1111-4222-8333-444444444444"
    path = dated(home, 3, name=one, text="Fix the total.")
    dated(home, 4, name=other)
    done = run("inspect", "--session", "0a0a0a")
    assert done.err == f"narrator: reading {path}, Fix the total.\n"
    several = run("inspect", "--session", "0a0a0")
    assert (several.code, several.err.count("\n")) == (2, 1)
    assert f"2 sessions are meant: {other} (claude-code, 2026-03-04 10:05 UTC); {one} (claude-code, 2026-03-03" in several.err
    assert run("inspect", "--session", one).err == ""


def test_a_list_for_people(home: Path) -> None:
    dated(home, 3)
    dated(home, 4, name="0b0b0b0b-2222-4222-8333-444444444444", text="<system-reminder>Be brief.</system-reminder>\nPaint it.")
    codex(home, age=0)
    done = run("sessions")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "session   last (UTC)        over   harness      messages  project",
        "0b0b0b0b  2026-03-04 10:05  5 min  claude-code         2  shop",
        "  Paint it.",
        "0a0a0a0a  2026-03-03 10:05  5 min  claude-code         2  shop",
        "  Fix the total.",
        "old-1     2025-07-01 10:00  –      codex               3  –",
        "  List the files",
    ]


def test_the_id_that_is_shown_names_its_session(home: Path) -> None:
    names = ["019f36b8-7808-7b53-b111-000000000001", "019f36b8-7808-7c53-b111-000000000002"]
    for day, name in enumerate(names, 3):
        dated(home, day, name=name)
    shown = [line.split()[0] for line in run("sessions").out.splitlines()[1::2]]
    assert shown == ["019f36b8-7808-7c", "019f36b8-7808-7b"]
    for name in shown:
        assert run("inspect", "--session", name).code == 0


def test_a_list_for_programs(home: Path) -> None:
    path = dated(home, 3)
    (told,) = json.loads(run("sessions", "--json").out)
    assert told == {
        "session": UUID,
        "format": "claude-code",
        "agent": "claude-code",
        "path": str(path),
        "title": "Fix the total.",
        "project": "shop",
        "started": "2026-03-03T10:00:00+00:00",
        "ended": "2026-03-03T10:05:00+00:00",
        "messages": 2,
        "open": False,
    }


def test_times_are_shown_in_the_zone_that_is_asked_for(home: Path) -> None:
    dated(home, 3)
    lines = run("sessions", "--tz", "Asia/Kolkata").out.splitlines()
    assert "last (Asia/Kolkata)" in lines[0]
    assert "2026-03-03 15:35" in lines[1]
    assert json.loads(run("sessions", "--json", "--tz", "Asia/Kolkata").out)[0]["ended"] == "2026-03-03T15:35:00+05:30"


@pytest.mark.parametrize("zone", ["Mars/Base", "", "../etc/passwd", "a\0b", "Europe"])
def test_a_zone_that_is_none(zone: str) -> None:
    done = run("sessions", "--tz", zone)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert "no such time zone" in done.err


def test_as_many_as_are_asked_for_and_how_many_more_there_are(home: Path) -> None:
    for day in range(1, 8):
        dated(home, day, name=UUID.replace("0a0a0a0a", f"0a0a0a0{day}"))
    done = run("sessions", "--limit", "2")
    assert [line.split()[1] for line in done.out.splitlines()[1::2]] == ["2026-03-07", "2026-03-06"]
    assert done.err == "narrator: 5 more, older; --limit 0 lists all\n"
    assert len(json.loads(run("sessions", "--json", "--limit", "3").out)) == 3
    assert len(run("sessions", "--limit", "0").out.splitlines()) == 15


def test_a_harness_alone(home: Path) -> None:
    dated(home, 3)
    codex(home, age=0)
    store(home, age=0)
    formats = {row["format"] for row in json.loads(run("sessions", "--json", "--agent", "opencode").out)}
    assert formats == {"opencode-store"}
    assert [row["agent"] for row in json.loads(run("sessions", "--json", "--agent", "codex").out)] == ["codex"]
    none = run("sessions", "--agent", "cursor")
    assert (none.code, none.out) == (0, "")
    assert "no session of cursor on this machine" in none.err


def test_folders_and_files_are_listed_instead_of_this_machine(home: Path, tmp_path: Path) -> None:
    dated(home, 3)
    folder = tmp_path / "archive"
    put(DATA / "claude-code" / "merged-blocks.jsonl", folder / "deep" / "one.jsonl", age=0)
    (folder / "notes.md").write_text("# Notes\n")
    file = put(CLAUDE, tmp_path / "streamed.jsonl", age=0)
    done = run("sessions", folder, file)
    assert done.out.splitlines()[2::3] == ["  Why does the cart total differ?", "  (nothing typed)"]
    assert done.out.splitlines()[3::3] == [f"  {folder / 'deep' / 'one.jsonl'}", f"  {file}"]
    assert done.err == "narrator: 1 file holds no session that can be read (notes.md)\n"


def test_a_path_that_is_not_there() -> None:
    done = run("sessions", "/nowhere/at/all")
    assert (done.code, done.out) == (2, "")
    assert done.err == "narrator: /nowhere/at/all: no such file or folder\n"


def test_a_machine_without_sessions() -> None:
    done = run("sessions")
    assert (done.code, done.out) == (0, "")
    assert "no session on this machine" in done.err
    assert run("sessions", "--json").out == "[]\n"


def test_secrets_and_what_a_terminal_would_act_on_stay_out_of_the_list(home: Path) -> None:
    secret = "ghp_" + "a1B2" * 9
    dated(home, 3, text=f"Use {secret} \x1b[31mnow\x1b]0;owned\x07\x9b")
    for args in ((), ("--json",)):
        out = run("sessions", *args).out
        assert secret not in out
        assert "\x1b" not in out
        assert "\\u001b" not in out
        assert "now" in out
