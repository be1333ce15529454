"""opencode's stores of files, flat and a project's own: equal to the export, chosen from by id, whatever their files hold."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.errors import NarratorError, SourceError
from narrator.model import Child, Transcript
from narrator.readers import read as read_any
from narrator.readers.base import HEAD_BYTES, Head
from narrator.readers.opencode import OpencodeExport
from narrator.readers.opencode_files import OpencodeFiles
from narrator.silence import name_silences
from tests.readers.opencode_lab import BORN, LAB, Json, adds_up, load, model, tool, user

STORAGE = LAB / "1.1.65" / "storage"
PRINTED = sorted(STORAGE.parent.glob("*.export.json"))


def write(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")


def create(root: Path, session: str, *messages: Json, flat: bool = True, **info: Any) -> Path:
    """Write a session as opencode did, and return its own record's file."""
    home = root if flat else root / "session"
    own = root / "session" / ("p1" if flat else "info") / f"{session}.json"
    write(
        own, {"id": session, "title": f"about {session}", "version": "1.1.65", "time": {"created": BORN, "updated": BORN}, **info}
    )
    for message in messages:
        key = f"{message['info']['id']}-{session}"
        write(home / "message" / session / f"{key}.json", {**message["info"], "id": key, "sessionID": session})
        for part in message["parts"]:
            name = f"{part['id']}-{session}"
            folder = home / "part" / key if flat else home / "part" / session / key
            write(folder / f"{name}.json", {**part, "id": name, "messageID": key, "sessionID": session})
    return own


def as_projects_own(root: Path) -> Path:
    """Return the lab's store as opencode 0.5 would have kept it."""
    for file in STORAGE.glob("session/*/*.json"):
        write(root / "session" / "info" / file.name, file.read_text("utf-8"))
    for file in STORAGE.glob("message/*/*.json"):
        write(root / "session" / "message" / file.parent.name / file.name, file.read_text("utf-8"))
        for part in STORAGE.glob(f"part/{file.stem}/*.json"):
            write(root / "session" / "part" / file.parent.name / file.stem / part.name, part.read_text("utf-8"))
    write(root / "session" / "share" / "ses_1.json", {"url": "https://example.org"})
    return root


def texts(transcript: Transcript) -> list[str]:
    return [m.visible_text for m in transcript.messages]


def head(path: Path) -> Head:
    return Head(path, b"" if path.is_dir() else path.read_bytes()[:HEAD_BYTES])


def same(ours: Transcript, theirs: Transcript) -> bool:
    outer = {"messages", "format", "digest"}
    bare = [[m.model_copy(update={"places": ()}) for m in t.messages] for t in (ours, theirs)]
    return bare[0] == bare[1] and ours.model_dump(exclude=outer) == theirs.model_dump(exclude=outer)


@pytest.mark.parametrize("path", PRINTED, ids=lambda p: p.name.split(".")[0])
def test_the_store_and_the_export_of_a_session_are_equal(path: Path) -> None:
    printed = OpencodeExport().read(path)
    stored = read_any(f"{STORAGE}#{printed.session}")
    assert stored.format == "opencode-files"
    assert same(stored, printed)
    assert name_silences(stored) == name_silences(printed)


def test_a_projects_own_store_holds_the_same(tmp_path: Path) -> None:
    root = as_projects_own(tmp_path / "project" / "home-dev-project" / "storage")
    for path in PRINTED[::4]:
        printed = OpencodeExport().read(path)
        assert same(read_any(root / "session" / "info" / f"{printed.session}.json"), printed)
        assert same(read_any(f"{root.parent}#{printed.session}"), printed)


def test_a_session_may_be_given_as_its_own_record() -> None:
    for file in STORAGE.glob("session/*/*.json"):
        assert read_any(file).session == file.stem


def test_each_file_of_a_message_is_a_place(tmp_path: Path) -> None:
    create(tmp_path, "ses_a", user(0, "hello", "there"))
    (message,) = OpencodeFiles().read(tmp_path).messages
    assert [Path(p.file).relative_to(tmp_path).as_posix() for p in message.places] == [
        "message/ses_a/msg_000000000000-ses_a.json",
        "part/msg_000000000000-ses_a/prt_000000000000a-ses_a.json",
        "part/msg_000000000000-ses_a/prt_000000000001a-ses_a.json",
    ]


def test_the_newest_session_is_taken_that_has_messages_and_is_no_sub_agents(tmp_path: Path) -> None:
    create(tmp_path, "ses_a", user(0, "older"), time={"created": BORN, "updated": BORN + 1})
    create(tmp_path, "ses_b", user(0, "newer"), time={"created": BORN, "updated": BORN + 2})
    create(tmp_path, "ses_c", user(0, "a sub-agent's"), parentID="ses_b", time={"created": BORN, "updated": BORN + 9})
    create(tmp_path, "ses_d", time={"created": BORN, "updated": BORN + 99})
    assert texts(OpencodeFiles().read(tmp_path)) == ["newer"]
    child = OpencodeFiles().read(tmp_path, "ses_c")
    assert (child.messages[0].kind, child.messages[0].by) == ("prompt", "model")


def test_sessions_that_name_another_as_their_parent_are_its_children(tmp_path: Path) -> None:
    create(tmp_path, "ses_b", user(0, "newer"), model(5, tool("task", input={"description": "look"}), until=9))
    create(tmp_path, "ses_c", user(0, "a sub-agent's"), parentID="ses_b")
    assert OpencodeFiles().read(tmp_path, "ses_b").children == (Child(session="ses_c", title="about ses_c"),)
    assert OpencodeFiles().read(tmp_path, "ses_c").children == ()


def test_a_session_is_chosen_by_its_id_or_a_beginning_that_only_it_has(tmp_path: Path) -> None:
    for name in ("ses_abc", "ses_abd", "ses_ab"):
        create(tmp_path, name, user(0, name))
    assert texts(OpencodeFiles().read(tmp_path, "ses_abd")) == ["ses_abd"]
    assert texts(OpencodeFiles().read(tmp_path, "ses_ab")) == ["ses_ab"]
    with pytest.raises(SourceError, match=r"several sessions begin with ses_a; there are ses_ab"):
        OpencodeFiles().read(tmp_path, "ses_a")
    with pytest.raises(SourceError, match="no session begins with ses_x"):
        OpencodeFiles().read(tmp_path, "ses_x")
    with pytest.raises(SourceError, match="no session begins with ses_abd"):
        OpencodeFiles().read(tmp_path / "session" / "p1" / "ses_abc.json", "ses_abd")


def test_before_there_were_agents_and_folders_in_its_record(tmp_path: Path) -> None:
    asked = {"info": {"id": "msg_1", "role": "user", "time": {"created": BORN}}, "parts": []}
    answer = model(5, "hi", until=9, system=["You are …"], path={"cwd": "/home/dev/shop", "root": "/home/dev"}, mode="build")
    create(tmp_path, "ses_a", asked, answer, flat=False, version="0.5.29")
    transcript = read_any(tmp_path)
    assert (transcript.version, transcript.cwd) == ("0.5.29", "/home/dev/shop")
    assert [(m.role, m.by, m.mode) for m in transcript.messages] == [("user", "harness", None), ("assistant", "model", "build")]
    assert adds_up(transcript)


def test_the_digest_is_of_the_sessions_files_alone(tmp_path: Path) -> None:
    create(tmp_path, "ses_a", user(0, "one"), model(5, "two", until=9))
    before = OpencodeFiles().read(tmp_path, "ses_a").digest
    create(tmp_path, "ses_b", user(0, "other"))
    assert OpencodeFiles().read(tmp_path, "ses_a").digest == before
    copytree(tmp_path, tmp_path / "copy" / "storage")
    assert OpencodeFiles().read(tmp_path / "copy", "ses_a").digest == before
    create(tmp_path, "ses_a", user(0, "one"), model(5, "three", until=9))
    assert OpencodeFiles().read(tmp_path, "ses_a").digest != before


def test_files_that_cant_be_read_are_counted_and_the_rest_is_read(tmp_path: Path) -> None:
    create(tmp_path, "ses_a", user(0, "one"), user(5, "two"), user(9, "three", "and more"))
    (tmp_path / "message" / "ses_a" / "msg_000000000005-ses_a.json").write_text('{"id": "msg_5", "ro')
    (tmp_path / "part" / "msg_000000000009-ses_a" / "prt_000000000000a-ses_a.json").write_bytes(b"")
    transcript = OpencodeFiles().read(tmp_path)
    assert texts(transcript) == ["one", "and more"]
    assert [p.code for p in transcript.problems] == ["bad-file", "bad-file", "not-an-object"]
    assert (transcript.coverage.records, transcript.coverage.bad) == (8, 3)
    assert adds_up(transcript)


def test_a_session_whose_own_record_is_broken_is_read(tmp_path: Path) -> None:
    own = create(tmp_path, "ses_a", user(0, "one"))
    own.write_text("{")
    transcript = OpencodeFiles().read(tmp_path, "ses_a")
    assert (transcript.session, texts(transcript), transcript.coverage.bad) == ("ses_a", ["one"], 1)
    assert adds_up(transcript)


@pytest.mark.parametrize("flat", [True, False])
def test_a_store_and_a_sessions_record_are_told_by_what_is_in_them(flat: bool, tmp_path: Path) -> None:
    own = create(tmp_path / "storage", "ses_a", user(0, "one"), flat=flat)
    ours = {p: OpencodeFiles().sniff(head(p)) for p in (tmp_path, tmp_path / "storage", own)}
    assert all(ours.values())
    others = [own.parent, tmp_path / "storage" / "message", next(p for p in tmp_path.rglob("msg_*.json"))]
    assert not any(OpencodeFiles().sniff(head(p)) for p in others if p.exists())
    own.write_text('{"name": "a session of another program"}')
    assert not OpencodeFiles().sniff(head(tmp_path))


def test_what_is_no_store_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no store of opencode's"):
        OpencodeFiles().read(tmp_path)
    (tmp_path / "session").mkdir()
    (tmp_path / "message").mkdir()
    with pytest.raises(SourceError, match="without messages"):
        OpencodeFiles().read(tmp_path)


def test_every_session_of_a_store_is_listed() -> None:
    listed = {x.session: x for x in OpencodeFiles().listings(STORAGE)}
    for path in PRINTED:
        source = load(path)
        listing = listed[source["info"]["id"]]
        assert listing.messages == len(source["messages"])
        assert listing.path == f"{STORAGE}#{listing.session}"
    assert sum(x.child for x in listed.values()) == 2


def test_the_stores_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    data = tmp_path / "opencode"
    assert list(OpencodeFiles().stores()) == []
    create(data / "storage", "ses_a", user(0, "one"))
    create(data / "project" / "home-dev" / "storage", "ses_b", user(0, "two"), flat=False)
    (data / "project" / "empty" / "storage").mkdir(parents=True)
    assert [p.relative_to(data).as_posix() for p in OpencodeFiles().stores()] == ["storage", "project/home-dev/storage"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=["Cs"]), max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "time", "role", "state", "x"]), inner),
    max_leaves=9,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(own=JSON, message=JSON, part=JSON, flat=st.booleans())
def test_odd_files_never_raise(own: Any, message: Any, part: Any, flat: bool, tmp_path: Path) -> None:
    root = tmp_path / str(flat)
    file = create(root, "ses_a", user(0, "one"), flat=flat)
    home = root if flat else root / "session"
    write(file, own)
    write(home / "message" / "ses_a" / "msg_1.json", message)
    write(home.joinpath("part", *(() if flat else ("ses_a",)), "msg_1", "prt_1.json"), part)
    try:
        assert adds_up(OpencodeFiles().read(root))
    except NarratorError:
        return
