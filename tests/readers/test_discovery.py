"""Which sessions there are, out of as little of their files as that takes."""

from __future__ import annotations

import gzip
import json
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.errors import NarratorError, SourceError
from narrator.model import Transcript
from narrator.readers import claimant, discovery, head_of, read, readers
from narrator.readers.base import Counter, Lister, Listing
from narrator.readers.claude_code import ClaudeCode
from narrator.readers.codex import Codex
from narrator.readers.discovery import Found, find, latest, sessions
from narrator.readers.ends import END_BYTES
from narrator.readers.flat import FlatText
from narrator.readers.opencode import OpencodeExport
from narrator.readers.opencode_store import OpencodeStore
from narrator.readers.summaries import filled, heading, is_open
from tests.shared import SHARED, needs_shared

DATA = Path(__file__).parent.parent / "data"
LAB = DATA / "opencode-lab"
STORES = sorted(LAB.glob("*/opencode.db"))
ID = "0a0a0a0a-1111-4222-8333-44444444444"
FOLDERS = ("XDG_DATA_HOME", "CODEX_HOME", "CLAUDE_CONFIG_DIR", "OPENCODE_DB")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    for name in FOLDERS:
        monkeypatch.delenv(name, raising=False)
    return folder


def at(minute: int) -> str:
    return f"2026-03-03T10:{minute:02}:00.000Z"


def user(text: object, minute: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": "user", "message": {"role": "user", "content": text}, "uuid": f"u{minute}", "timestamp": at(minute), **more}


def reply(*blocks: dict[str, Any], minute: int = 1, key: str = "m1", **more: Any) -> dict[str, Any]:
    message = {"id": key, "role": "assistant", "content": list(blocks)}
    return {"type": "assistant", "message": message, "uuid": f"a{minute}", "timestamp": at(minute), **more}


def words(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


CALL = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "make"}}
RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": "made"}
FILLER = {"type": "progress", "sessionId": ID + "4", "data": {"type": "bash_progress", "output": "x" * 2000}}


def write(path: Path, *records: dict[str, Any], name: str | None = None) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    shared = {"sessionId": name or path.stem, "cwd": "/home/ann/shop"}
    path.write_text("".join(json.dumps({**shared, **r}) + "\n" for r in records))
    return path


def claude(home: Path, *records: dict[str, Any], name: str = ID + "4", folder: str = "-p") -> Path:
    return write(home / ".claude" / "projects" / folder / f"{name}.jsonl", *records)


def rollout(path: Path, *payloads: tuple[str, dict[str, Any]], source: object = "cli", name: str = ID + "5") -> Path:
    header = ("session_meta", {"id": name, "timestamp": at(0), "cwd": "/home/ann/shop", "source": source})
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ({"timestamp": at(i), "type": kind, "payload": payload} for i, (kind, payload) in enumerate((header, *payloads)))
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def event(kind: str, **fields: Any) -> tuple[str, dict[str, Any]]:
    return "event_msg", {"type": kind, **fields}


def item(role: str, text: str) -> tuple[str, dict[str, Any]]:
    return "response_item", {"type": "message", "role": role, "content": [{"type": "input_text", "text": text}]}


def one(reader: Lister, path: Path) -> Listing:
    (listing,) = reader.listings(path)
    return listing


# what a list says


def test_all_that_a_list_says_of_a_session(home: Path) -> None:
    path = claude(home, user("Fix the total.\nIt is wrong."), reply(words("Done."), minute=5))
    assert sessions().listings == (
        Listing(
            session=ID + "4",
            format="claude-code",
            path=str(path),
            agent="claude-code",
            title="Fix the total.",
            project="shop",
            started=datetime(2026, 3, 3, 10, 0, tzinfo=UTC),
            ended=datetime(2026, 3, 3, 10, 5, tzinfo=UTC),
            messages=2,
        ),
    )


INJECTED = [
    user("<command-name>/clear</command-name>"),
    user("<local-command-stdout>cleared</local-command-stdout>"),
    user("Base directory for this skill: /skills/ship", isMeta=True),
    user("This session is being continued from a previous conversation", isCompactSummary=True),
    user("[Request interrupted by user]"),
    user([RESULT]),
    user("Look into it.", isSidechain=True, agentId="a1"),
    user("<task-notification>done</task-notification>"),
]


@pytest.mark.parametrize("record", INJECTED, ids=lambda r: str(r["message"]["content"])[:30])
def test_claude_code_titles_are_what_a_person_typed(home: Path, record: dict[str, Any]) -> None:
    claude(home, record, user("<ide_opened_file>a.py</ide_opened_file>\nPaint it red."), reply(words("Done.")))
    assert sessions().listings[0].title == "Paint it red."


def test_a_name_that_a_person_gave_goes_before_one_that_a_model_did_after(home: Path) -> None:
    title = {"type": "ai-title", "aiTitle": "Repainting"}
    path = claude(home, title, user("Paint it red."), reply(words("Done.")))
    assert one(ClaudeCode(), path).title == "Paint it red."
    claude(home, title, user("Paint it."), {"type": "custom-title", "customTitle": "The red one"}, reply(words("Done.")))
    assert one(ClaudeCode(), path).title == "The red one"
    claude(home, title, user("<command-name>/init</command-name>"), reply(words("Done.")))
    assert one(ClaudeCode(), path).title == "Repainting"
    claude(home, user("<command-name>/init</command-name><command-args>all</command-args>"), reply(words("Done.")))
    assert one(ClaudeCode(), path).title == "/init all"


@pytest.mark.parametrize(
    "before",
    [
        item("user", "<environment_context><cwd>/srv</cwd></environment_context>"),
        item("user", "# AGENTS.md instructions for /srv\n\nBe brief."),
        item("developer", "You may write to /srv."),
    ],
)
def test_codex_titles_are_what_a_person_typed(tmp_path: Path, before: tuple[str, dict[str, Any]]) -> None:
    editor = "# Context from my IDE setup:\n\n## Open tabs:\n- a.py\n\n## My request for Codex:\nPaint it red."
    for asked in ([item("user", "Paint it red.")], [event("user_message", message=editor)]):
        path = rollout(tmp_path / "rollout-1.jsonl", before, *asked, item("assistant", "Done."))
        assert one(Codex(), path).title == "Paint it red."
    path = rollout(tmp_path / "rollout-1.jsonl", before, item("assistant", "Hello."))
    assert one(Codex(), path).title is None


def test_an_item_that_no_event_marks_is_no_title_where_events_mark_prompts(tmp_path: Path) -> None:
    path = rollout(
        tmp_path / "r.jsonl",
        item("user", "A note of some harness."),
        event("user_message", message="Go on."),
        item("assistant", "Yes."),
    )
    assert one(Codex(), path).title == "Go on."


@pytest.mark.parametrize("path", STORES, ids=lambda p: p.parent.name)
def test_a_stores_sessions_are_listed_as_they_are_read(path: Path) -> None:
    listings = list(OpencodeStore().listings(path))
    assert len(listings) > 10
    for listing in listings:
        transcript = read(listing.path)
        assert (listing.session, listing.messages) == (transcript.session, len(transcript.messages))
        assert listing.ended == max(t for m in transcript.messages if (t := m.ended or m.at))
        assert listing.title == filled(listing, transcript).title
        assert listing.child == filled(listing, transcript).child
        assert listing.open == is_open(transcript)


@pytest.mark.parametrize("path", sorted(LAB.glob("*/*.export.json")), ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_an_export_is_listed_as_it_is_read(path: Path) -> None:
    listing, transcript = one(OpencodeExport(), path), read(path)
    assert listing.session == transcript.session
    assert listing.title == filled(listing, transcript).title
    assert (listing.ended, listing.open) == (transcript.messages[-1].ended or transcript.messages[-1].at, is_open(transcript))


def test_what_a_scrubber_left_is_no_title() -> None:
    assert one(OpencodeExport(), LAB / "1.14.41" / "overflow_error.sanitized.json").title is None


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# The plan\nmore", "The plan"),
        ("Implement this:\n\nThe plan:\n\n## Two carts", "Two carts"),
        ("Only:", "Only:"),
        ("<task>\nPaint it.\n</task>", "Paint it."),
        (" \n\n", None),
        ("x" * 200, "x" * 80 + "…"),
        ("one two " * 30, ("one two " * 10).strip() + "…"),
        ("[redacted:text:prt_1]", None),
    ],
)
def test_the_first_line_of_words_is_a_title(text: str, title: str | None) -> None:
    assert heading(text) == title


# sessions that end in the middle


ENDINGS: list[tuple[str, list[dict[str, Any]], bool]] = [
    ("an answer", [reply(words("Done."))], False),
    ("a prompt", [], True),
    ("a call", [reply(CALL)], True),
    ("a result", [reply(CALL), user([RESULT], 2)], True),
    ("thoughts", [reply({"type": "thinking", "thinking": "Hm.", "signature": "s"})], True),
    ("blanks", [reply(words("\n\n"))], True),
    ("an interruption", [reply(words("I ")), user("[Request interrupted by user]", 2)], True),
    ("an error", [reply(words("API Error: 500"), isApiErrorMessage=True)], True),
    ("a command", [reply(words("Done.")), user("<command-name>/exit</command-name>", 2)], False),
    ("a sub-agent's call", [reply(words("Done.")), reply(CALL, minute=2, key="m2", isSidechain=True)], False),
    ("bookkeeping", [reply(words("Done.")), {"type": "system", "subtype": "turn_duration", "uuid": "s", "durationMs": 5}], False),
]


@pytest.mark.parametrize(("records", "is_it"), [e[1:] for e in ENDINGS], ids=[e[0] for e in ENDINGS])
def test_a_claude_code_session_that_ends_in_the_middle_is_open(home: Path, records: list[dict[str, Any]], is_it: bool) -> None:
    path = claude(home, user("Paint it."), *records)
    assert one(ClaudeCode(), path).open is is_it
    long = claude(home, user("Paint it."), *[FILLER] * 60, *records)
    assert long.stat().st_size > 2 * END_BYTES
    assert one(ClaudeCode(), long).open is is_it


TURN = (event("task_started"), event("user_message", message="Paint it."), item("assistant", "Done."))


@pytest.mark.parametrize(
    ("payloads", "is_it"),
    [
        ((*TURN, event("task_complete")), False),
        (TURN, True),
        ((*TURN, event("turn_aborted", reason="interrupted")), True),
        ((*TURN, event("task_complete"), event("token_count")), False),
        ((*TURN, event("task_complete"), event("user_message", message="And?")), True),
        (TURN[1:], False),
        ((TURN[1],), True),
        ((TURN[1], ("response_item", {"type": "function_call", "name": "shell", "call_id": "c"})), True),
    ],
)
def test_a_codex_session_that_ends_in_the_middle_is_open(
    tmp_path: Path, payloads: tuple[tuple[str, dict[str, Any]], ...], is_it: bool
) -> None:
    assert one(Codex(), rollout(tmp_path / "rollout-1.jsonl", *payloads)).open is is_it


def test_a_session_whose_last_line_is_cut_is_open(home: Path) -> None:
    path = claude(home, user("Paint it."), reply(words("Done.")))
    with path.open("a") as file:
        file.write('{"type":"assistant","mess')
    assert one(ClaudeCode(), path).open
    path.write_text(path.read_text().rsplit("\n", 1)[0])
    assert not one(ClaudeCode(), path).open


# which sessions count


def test_copies_of_a_session_count_once_and_the_newest_is_taken(tmp_path: Path) -> None:
    grown = [user("Paint it."), reply(words("Done.")), user("And the door?", 2), reply(words("Done."), minute=3, key="m2")]
    for number in (1, 2, 4, 3):
        write(tmp_path / f"{number}" / f"{ID}4.jsonl", *grown[:number])
    found = sessions([tmp_path])
    assert [(x.path, x.messages) for x in found.listings] == [(str(tmp_path / "4" / f"{ID}4.jsonl"), 4)]


def test_of_copies_that_end_at_the_same_time_the_largest_is_taken(tmp_path: Path) -> None:
    records = [user("Paint it."), reply(words("Done."))]
    write(tmp_path / "a" / f"{ID}4.jsonl", *records)
    whole = write(tmp_path / "b" / f"{ID}4.jsonl", *[FILLER, *records])
    assert [x.path for x in sessions([tmp_path]).listings] == [str(whole)]


def test_sessions_that_are_only_named_alike_are_not_copies(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "trajectory.txt").write_text(f"[msg 1] user: {folder}\n[msg 2] assistant: yes\n")
    assert sorted(x.title or "" for x in sessions([tmp_path]).listings) == ["a", "b"]


def test_an_export_of_a_session_in_a_store_is_the_same_session(tmp_path: Path) -> None:
    copyfile(LAB / "1.14.41" / "opencode.db", tmp_path / "opencode.db")
    before = {x.session for x in sessions([tmp_path]).listings}
    copyfile(LAB / "1.14.41" / "normal.export.json", tmp_path / "normal.json")
    after = [x.session for x in sessions([tmp_path]).listings]
    assert (len(after), set(after)) == (len(before), before)


def sub_agents(home: Path) -> Iterator[tuple[Path, str]]:
    side: dict[str, Any] = {"isSidechain": True, "agentId": "a1"}
    path = home / ".claude" / "projects" / "-p" / "log.jsonl"
    yield write(path, user("Look.", **side), reply(words("Seen."), **side), name=ID + "4"), "agent-a1"
    source = {"subagent": {"thread_spawn": {"parent_thread_id": "p"}}}
    yield rollout(home / ".codex" / "sessions" / "rollout-1.jsonl", *TURN, source=source, name="child-1"), "child-1"


@pytest.mark.parametrize("number", [0, 1])
def test_a_sub_agents_session_is_not_listed_and_found_by_its_id(home: Path, number: int) -> None:
    path, name = list(sub_agents(home))[number]
    assert sessions().listings == sessions([path]).listings == ()
    found = find(name)
    assert found is not None
    assert (found.path, found.child) == (str(path), True)


def test_a_stores_sub_agents_are_not_listed_and_found_by_their_ids(home: Path) -> None:
    path = home / ".local" / "share" / "opencode" / "opencode.db"
    path.parent.mkdir(parents=True)
    copyfile(LAB / "1.14.41" / "opencode.db", path)
    with closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as store:
        (child,) = store.execute("SELECT id FROM session WHERE parent_id IS NOT NULL LIMIT 1").fetchone()
    assert child not in {x.session for x in sessions().listings}
    found = find(child)
    assert found is not None
    assert read(found.path).session == child


def test_files_that_hold_no_session_are_told(home: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("# Notes\n")
    (tmp_path / "empty.jsonl").touch()
    summary = write(tmp_path / "summary.jsonl", {"type": "summary", "summary": "A talk", "leafUuid": "u"})
    broken = claude(home, user("x"))
    broken.write_bytes(b"\0" * 99)
    listed = write(tmp_path / f"{ID}4.jsonl", user("Paint it."), reply(words("Done.")))
    found = sessions([tmp_path])
    assert [x.path for x in found.listings] == [str(listed)]
    assert set(found.passed) == {tmp_path / "notes.md", tmp_path / "empty.jsonl", summary, broken}
    assert sessions() == Found((), 0, (), (broken,))


def test_some_folders_are_not_looked_into(tmp_path: Path) -> None:
    for folder in (".git", "node_modules"):
        write(tmp_path / folder / f"{ID}4.jsonl", user("Paint it."), reply(words("Done.")))
    inside = tmp_path / "x"
    inside.mkdir()
    (inside / "round").symlink_to(tmp_path)
    assert sessions([tmp_path]) == Found((), 0, (), ())


def test_packed_sessions_are_listed(tmp_path: Path) -> None:
    path = write(tmp_path / f"{ID}4.jsonl", user("Paint it."), *[FILLER] * 300, reply(words("Done."), minute=7))
    plain = one(ClaudeCode(), path)
    packed = path.with_name(path.name + ".gz")
    packed.write_bytes(gzip.compress(path.read_bytes()))
    path.unlink()
    (listing,) = sessions([packed]).listings
    assert listing.ended == plain.ended
    assert (listing.session, listing.title, listing.messages) == (ID + "4", "Paint it.", 2)


# newest first


def test_sessions_stand_in_the_order_of_their_last_record(home: Path) -> None:
    for minute, folder in ((7, "a"), (9, "b"), (8, "c")):
        path = claude(home, user("Paint it."), reply(words("Done."), minute=minute), name=f"{ID}{minute}", folder=folder)
        os.utime(path, (2_000_000_000 - minute,) * 2)
    assert [x.session for x in sessions().listings] == [ID + "9", ID + "8", ID + "7"]
    found = sessions(limit=1)
    assert ([x.session for x in found.listings], found.more, len(found.ids)) == ([ID + "9"], 2, 3)
    newest = latest()
    assert newest is not None
    assert newest.session == ID + "9"


def test_the_limit_counts_sessions_that_are_shown(home: Path) -> None:
    claude(home, user("Paint it."), reply(words("Done.")), name=ID + "1")
    header = rollout(home / ".codex" / "sessions" / "rollout-2.jsonl", *TURN)
    header.write_text(header.read_text().splitlines()[0] + "\n" + json.dumps({"type": "other", "timestamp": at(50)}) + "\n")
    found = sessions(limit=1)
    assert [x.session for x in found.listings] == [ID + "1"]
    assert found.passed == (header,)


# what an id names


def test_an_id_a_beginning_and_a_files_name(home: Path) -> None:
    path = rollout(home / ".codex" / "sessions" / "2026" / f"rollout-2026-03-03T10-00-00-{ID}5.jsonl", *TURN)
    for name in (ID + "5", ID, "0a0a", "03T10-00"):
        found = find(name)
        assert found is not None, name
        assert found.path == str(path)
    assert find("0b") is None
    assert find("rollo") is None


def test_several_that_are_meant_are_told_newest_first(home: Path) -> None:
    for number in range(1, 10):
        claude(home, user("Paint it."), reply(words("Done."), minute=number), name=f"{ID}{number}")
    with pytest.raises(SourceError, match="9 sessions are meant") as caught:
        find(ID)
    assert str(caught.value).index(ID + "9 (claude-code, 2026-03-03 10:09 UTC)") < str(caught.value).index(ID + "8")
    assert "; and 1 more; give more of the id" in str(caught.value)
    exact = find(ID + "3")
    assert exact is not None
    assert exact.session == ID + "3"


# other formats


class Slow(FlatText):
    """A reader without a listing of its own, that counts what it reads."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def read(self, path: Path, session: str | None = None) -> Transcript:
        """Read it, and note its size."""
        self.sizes.append(path.stat().st_size)
        return super().read(path, session)


def test_a_format_without_a_listing_is_read_where_its_file_is_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "talk.txt"
    path.write_text("# A talk\ncwd: /home/ann/shop\n[msg 1] user (2026-03-03T10:00:00Z): Paint it.\n[msg 2] assistant: Done.\n")
    slow = Slow()
    monkeypatch.setattr(discovery, "readers", lambda: iter([slow]))
    (listing,) = sessions([path]).listings
    assert (listing.title, listing.project, listing.messages, listing.open) == ("Paint it.", "shop", 2, False)
    assert listing.started == datetime(2026, 3, 3, 10, 0, tzinfo=UTC)
    assert slow.sizes == [path.stat().st_size]


def test_of_a_big_file_of_such_a_format_only_the_head_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "talk.txt"
    turns = (f"[msg {n}] assistant: {'words ' * 100}\n" for n in range(2, 200))
    path.write_text("[msg 1] user: Paint it.\n" + "".join(turns))
    slow = Slow()
    monkeypatch.setattr(discovery, "readers", lambda: iter([slow]))
    monkeypatch.setattr(discovery, "SMALL", 100_000)
    (listing,) = sessions([path]).listings
    assert (listing.session, listing.path, listing.title, listing.messages) == ("talk", str(path), "Paint it.", None)
    assert max(slow.sizes) <= END_BYTES


@pytest.mark.parametrize("make", [lambda p: write(p, user("Paint it."), *[FILLER] * 9000, reply(words("Done.")))])
def test_of_a_big_file_the_ends_are_read_and_no_more(
    tmp_path: Path, make: Callable[[Path], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make(tmp_path / f"{ID}4.jsonl")
    assert path.stat().st_size > discovery.SMALL
    monkeypatch.setattr(ClaudeCode, "read", None)
    monkeypatch.setattr(ClaudeCode, "count", None)
    before = _read_so_far()
    (listing,) = sessions([path]).listings
    assert (listing.title, listing.messages, listing.open) == ("Paint it.", None, False)
    if before is not None:
        assert (_read_so_far() or 0) - before < 1_000_000


def _read_so_far() -> int | None:
    try:
        return int(Path("/proc/self/io").read_text().split()[1])
    except (OSError, IndexError):
        return None


def test_a_last_record_that_fills_its_end_is_read_whole(home: Path) -> None:
    path = claude(home, user("Paint it."), *[FILLER] * 60, reply(words("x" * 200_000), minute=9))
    listing = one(ClaudeCode(), path)
    assert (listing.ended, listing.open) == (datetime(2026, 3, 3, 10, 9, tzinfo=UTC), False)


def test_a_prompt_behind_a_long_beginning_is_still_the_title(home: Path) -> None:
    path = claude(home, *[FILLER] * 200, user("Paint it."), *[FILLER] * 60, reply(words("Done.")))
    assert one(ClaudeCode(), path).title == "Paint it."


# all that can come


def fixtures() -> list[Path]:
    folders = ("claude-code", "codex", "opencode-lab/1.14.41")
    return sorted(p for f in folders for p in (DATA / f).glob("*.json*"))


@pytest.mark.parametrize("path", fixtures(), ids=lambda p: p.name)
def test_messages_are_counted_as_they_are_read(path: Path) -> None:
    reader = claimant(head_of(path), list(readers()))
    assert isinstance(reader, Counter)
    assert reader.count(path) == len(read(path).messages)


def real() -> list[Path]:
    harnesses = ("claude-code", "codex", "opencode")
    return sorted(p for h in harnesses for p in (SHARED / "sessions" / h).glob("*.json*"))


@needs_shared
@pytest.mark.parametrize("path", real(), ids=lambda p: p.name)
def test_a_real_session_is_listed_as_it_is_read(path: Path) -> None:
    (listing,) = sessions([path]).listings
    transcript = read(path)
    told = filled(listing, transcript)
    assert (listing.session, listing.title, listing.project) == (transcript.session, told.title, told.project)
    assert (listing.started, listing.messages, listing.open) == (transcript.started, len(transcript.messages), told.open)


@needs_shared
def test_every_real_session_is_listed_or_told_of() -> None:
    files = [p for p in (SHARED / "sessions").rglob("*") if p.is_file()]
    found = sessions([SHARED / "sessions"])
    listed = {x.path.partition("#")[0] for x in found.listings}
    copies = len(files) - len(listed) - len(set(found.passed))
    assert all(x.messages for x in found.listings)
    # The Markdown export is of a session that lies beside it as JSON.
    assert 0 <= copies <= 1


LISTERS: tuple[tuple[str, Lister], ...] = (
    ("claude-code/merged-blocks.jsonl", ClaudeCode()),
    ("codex/bare.jsonl", Codex()),
    ("opencode-lab/1.14.41/normal.export.json", OpencodeExport()),
)


@pytest.mark.parametrize(("name", "reader"), LISTERS, ids=[n for n, _ in LISTERS])
def test_every_beginning_of_a_file_is_listed_or_not_and_nothing_else(name: str, reader: Lister, tmp_path: Path) -> None:
    data = (DATA / name).read_bytes()
    path = tmp_path / "x.jsonl"
    for length in range(0, len(data), 97):
        path.write_bytes(data[:length])
        assert len(list(reader.listings(path))) <= 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
NAMED = "type message payload content role timestamp sessionId id cwd source uuid isSidechain attachment info messages parts"
WORDS = "user assistant attachment session_meta event_msg response_item queued_command text info"
NAMES = st.sampled_from(re.findall(r"\w+", NAMED))
KINDS = st.sampled_from(re.findall(r"\w+", WORDS))
RECORDS = st.dictionaries(NAMES, JSON | KINDS | st.dictionaries(NAMES, JSON | KINDS, max_size=4), max_size=7)


@settings(max_examples=150, deadline=None)
@given(st.lists(RECORDS, max_size=6))
def test_garbage_of_the_right_shape_is_listed_or_not_and_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, records: list[dict[str, Any]]
) -> None:
    path = tmp_path_factory.mktemp("garbage") / "x.jsonl"
    path.write_text("\n".join(json.dumps(r) for r in records))
    for _, reader in LISTERS:
        assert isinstance(reader, Counter)
        try:
            listings = list(reader.listings(path))
            assert reader.count(path) >= 0
        except NarratorError:
            continue
        assert len(listings) <= 1
