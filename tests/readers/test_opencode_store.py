"""opencode's SQLite store: equal to the export, never touched, and chosen from by id."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.errors import NarratorError, SourceError
from narrator.model import Transcript
from narrator.readers import read as read_any
from narrator.readers.base import HEAD_BYTES, Head
from narrator.readers.opencode import OpencodeExport
from narrator.readers.opencode_store import OpencodeStore
from narrator.silence import name_silences
from tests.readers.opencode_lab import BORN, EXPORTS, LAB, Json, load, model, user

STORED = [p for p in EXPORTS if (p.parent / "opencode.db").exists()]
SCHEMA = """
    CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT, title TEXT, version TEXT, revert TEXT,
        time_created INTEGER, time_updated INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT,
        time_created INTEGER, time_updated INTEGER, data TEXT);"""


def create(path: Path, *sessions: tuple[str, list[Json]], wal: bool = False) -> sqlite3.Connection:
    store = sqlite3.connect(path)
    if wal:
        store.execute("PRAGMA journal_mode = WAL")
    store.executescript(SCHEMA)
    for age, (session, messages) in enumerate(sessions):
        add(store, session, messages, updated=BORN + age)
    return store


def add(store: sqlite3.Connection, session: str, messages: list[Json], *, updated: int = BORN, parent: str | None = None) -> None:
    row = (session, parent, "/home/dev/project", f"about {session}", "1.18.33", None, BORN, updated)
    store.execute("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    for message in messages:
        key = f"{session}-{message['info']['id']}"
        created = message["info"]["time"]["created"]
        info = {k: v for k, v in message["info"].items() if k not in ("id", "sessionID")}
        store.execute("INSERT INTO message VALUES (?, ?, ?, ?, ?)", (key, session, created, created, json.dumps(info)))
        for part in message["parts"]:
            body = json.dumps({k: v for k, v in part.items() if k != "id"})
            store.execute(
                "INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)", (f"{key}-{part['id']}", key, session, created, created, body)
            )
    store.commit()


@contextmanager
def untouched(folder: Path) -> Iterator[None]:
    def state() -> dict[str, tuple[bytes, int]]:
        return {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in folder.iterdir()}

    before = state()
    yield
    assert state() == before


def texts(transcript: Transcript) -> list[str]:
    return [m.visible_text for m in transcript.messages]


@pytest.mark.parametrize("path", STORED, ids=lambda p: f"{p.parent.name}/{p.name.split('.')[0]}")
def test_the_store_and_the_export_of_a_session_are_equal(path: Path) -> None:
    printed = OpencodeExport().read(path)
    with untouched(path.parent):
        stored = OpencodeStore().read(path.parent / "opencode.db", load(path)["info"]["id"])
    same = {"messages", "format", "coverage", "digest"}
    assert stored.model_dump(exclude=same) == printed.model_dump(exclude=same)
    for ours, theirs in zip(stored.messages, printed.messages, strict=True):
        assert ours.model_copy(update={"places": theirs.places}) == theirs
    assert name_silences(stored) == name_silences(printed)
    assert stored.coverage == printed.coverage


def test_each_row_of_a_message_is_a_place(tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    create(path, ("ses_a", [user(0, "hello")])).close()
    (message,) = OpencodeStore().read(path).messages
    assert [p.file for p in message.places] == [
        f"{path}#message/ses_a-msg_000000000000",
        f"{path}#part/ses_a-msg_000000000000-prt_000000000000a",
    ]


def test_what_is_only_in_the_wal_is_read_and_nothing_beside_the_store_changes(tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    with closing(create(path, ("ses_a", [user(0, "old")]), wal=True)) as store:
        store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        add(store, "ses_b", [user(5, "only in the wal")], updated=BORN + 9)
        assert (tmp_path / "opencode.db-wal").stat().st_size
        with untouched(tmp_path):
            assert texts(OpencodeStore().read(path)) == ["only in the wal"]
            assert texts(OpencodeStore().read(path, "ses_a")) == ["old"]
            assert texts(read_any(f"{path}#ses_b")) == ["only in the wal"]


def test_a_store_whose_tables_are_still_in_the_wal_is_told_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    with closing(create(path, ("ses_a", [user(0, "new")]), wal=True)), untouched(tmp_path):
        assert OpencodeStore().sniff(Head(path, path.read_bytes()[:HEAD_BYTES]))


def test_a_read_only_store_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    path = folder / "opencode.db"
    create(path, ("ses_a", [user(0, "hello")]), wal=True).close()
    path.chmod(0o444)
    folder.chmod(0o555)
    try:
        with untouched(folder):
            assert texts(OpencodeStore().read(path)) == ["hello"]
    finally:
        folder.chmod(0o755)


def test_the_newest_session_is_taken_that_has_messages_and_is_no_sub_agents(tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    with closing(create(path, ("ses_a", [user(0, "older")]), ("ses_b", [user(0, "newer")]))) as store:
        add(store, "ses_c", [user(0, "a sub-agent's")], updated=BORN + 50, parent="ses_b")
        add(store, "ses_d", [], updated=BORN + 99)
        assert texts(OpencodeStore().read(path)) == ["newer"]
        child = OpencodeStore().read(path, "ses_c")
        assert (child.messages[0].kind, child.messages[0].by) == ("prompt", "model")


def test_a_session_is_chosen_by_its_id_or_a_beginning_that_only_it_has(tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    create(path, ("ses_abc", [user(0, "one")]), ("ses_abd", [user(0, "two")]), ("ses_ab", [user(0, "three")])).close()
    assert texts(OpencodeStore().read(path, "ses_abd")) == ["two"]
    assert texts(OpencodeStore().read(path, "ses_ab")) == ["three"]
    with pytest.raises(SourceError, match=r"several sessions begin with ses_a; there are ses_ab \(about ses_ab\), ses_abd"):
        OpencodeStore().read(path, "ses_a")
    with pytest.raises(SourceError, match="no session begins with ses_x; there are ses_ab"):
        OpencodeStore().read(path, "ses_x")


def test_the_digest_is_of_the_sessions_rows_alone(tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    with closing(create(path, ("ses_a", [user(0, "one"), model(5, "two", until=9)]))) as store:
        before = OpencodeStore().read(path, "ses_a").digest
        add(store, "ses_b", [user(0, "other")])
        assert OpencodeStore().read(path, "ses_a").digest == before
        store.execute("UPDATE part SET data = replace(data, 'two', 'three')")
        store.commit()
        assert OpencodeStore().read(path, "ses_a").digest != before


def test_rows_that_cant_be_read_are_counted_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    with closing(create(path, ("ses_a", [user(0, "one"), user(5, "two"), user(9, "three", "and more")]))) as store:
        store.execute("UPDATE message SET data = '{broken' WHERE id LIKE '%000005'")
        store.execute("UPDATE part SET data = ? WHERE id LIKE '%000009-prt_000000000000a'", (b"\xff\xfe",))
        store.commit()
    transcript = OpencodeStore().read(path)
    assert texts(transcript) == ["one", "and more"]
    assert [p.code for p in transcript.problems] == ["bad-row", "not-an-object"]
    c = transcript.coverage
    assert (c.records, c.bad) == (8, 3)
    assert c.records == c.in_messages + c.in_header + c.unknown + c.bad


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"SQLite format 3\0" + b"\0" * 100, "without opencode's tables"),
        (b"SQLite format 3\0" + b"\x10\x00\x01\x01\x00\x40\x20\x20" + b"\xff" * 5000, "without opencode's tables|can't be read"),
        (b"no database at all, but long enough to be one" * 100, "without opencode's tables|can't be read"),
    ],
)
def test_what_is_no_store_is_refused_in_words(content: bytes, words: str, tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    path.write_bytes(content)
    assert not OpencodeStore().sniff(Head(path, content[:HEAD_BYTES]))
    with pytest.raises(SourceError, match=words):
        OpencodeStore().read(path)


def test_another_programs_database_is_not_taken(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as other:
        other.executescript("CREATE TABLE session (id TEXT); CREATE TABLE message (id TEXT);")
    assert not OpencodeStore().sniff(Head(path, path.read_bytes()[:HEAD_BYTES]))


def test_a_store_without_messages_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    create(path, ("ses_a", [])).close()
    with pytest.raises(SourceError, match="without messages"):
        OpencodeStore().read(path)


def test_a_damaged_store_never_raises_anything_else(tmp_path: Path) -> None:
    data = (LAB / "1.2.27" / "opencode.db").read_bytes()
    path = tmp_path / "opencode.db"
    for at in range(100, len(data), 30_011):
        path.write_bytes(data[:at] + b"\xa5" * 700 + data[at + 700 :])
        try:
            OpencodeStore().read(path)
        except NarratorError:
            continue
    for cut in range(0, len(data), 40_009):
        path.write_bytes(data[:cut])
        try:
            OpencodeStore().read(path)
        except NarratorError:
            continue


ODD = (
    st.none()
    | st.integers(-(2**62), 2**62)
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
    | st.binary(max_size=9)
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(session=st.lists(ODD, min_size=6, max_size=6), message=st.lists(ODD, min_size=2, max_size=2), part=ODD)
def test_wrong_types_in_columns_never_raise(session: list[Any], message: list[Any], part: Any, tmp_path: Path) -> None:
    path = tmp_path / "odd.db"
    path.unlink(missing_ok=True)
    with closing(create(path)) as store:
        store.execute("INSERT INTO session VALUES ('ses_a', NULL, ?, ?, ?, ?, ?, ?)", session)
        store.execute("INSERT INTO message VALUES ('msg_a', 'ses_a', ?, 0, ?)", message)
        store.execute("INSERT INTO part VALUES ('prt_a', 'msg_a', 'ses_a', 0, 0, ?)", (part,))
        store.commit()
    try:
        OpencodeStore().read(path)
    except NarratorError:
        return


def test_the_stores_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "opencode"
    folder.mkdir()
    named = ("opencode.db", "opencode-beta.db", "other.db", "opencode.db-wal", "elsewhere.sqlite")
    for name in named:
        (folder / name).touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("OPENCODE_DB", raising=False)
    assert [p.name for p in OpencodeStore().stores()] == ["opencode-beta.db", "opencode.db"]
    monkeypatch.setenv("OPENCODE_DB", "elsewhere.sqlite")
    assert [p.name for p in OpencodeStore().stores()] == ["elsewhere.sqlite", "opencode-beta.db", "opencode.db"]
    monkeypatch.setenv("OPENCODE_DB", str(folder / "other.db"))
    assert [p.name for p in OpencodeStore().stores()] == ["opencode-beta.db", "opencode.db", "other.db"]
