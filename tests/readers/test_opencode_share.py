"""opencode's share data: the session of the export, out of records in any order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.errors import NarratorError, SourceError
from narrator.model import Transcript
from narrator.readers import read as read_any
from narrator.readers import readers
from narrator.readers.opencode import OpencodeExport
from narrator.readers.opencode_share import OpencodeShare
from narrator.silence import name_silences
from tests.readers.opencode_lab import EXPORTS, Json, adds_up, export, head, load, model, user


def shared(session: Json) -> list[Json]:
    """Return what the share service makes of a session."""
    own = session["info"].get("id")
    records = [{"type": "session", "data": session["info"]}, {"type": "session_diff", "data": []}]
    for message in session["messages"]:
        records.append({"type": "message", "data": message["info"]})
        told = {"sessionID": own, "messageID": message["info"]["id"]}
        records += [{"type": "part", "data": told | part} for part in message["parts"]]
    return [*records, {"type": "model", "data": [{"id": "big"}]}]


def read(folder: Path, records: object) -> Transcript:
    path = folder / "share.json"
    path.write_text(records if isinstance(records, str) else json.dumps(records), "utf-8")
    return OpencodeShare().read(path)


def codes(transcript: Transcript) -> list[str]:
    return [p.code for p in transcript.problems]


@pytest.mark.parametrize("path", EXPORTS[::3], ids=lambda p: f"{p.parent.name}/{p.name.split('.')[0]}")
def test_the_share_data_and_the_export_of_a_session_are_equal(path: Path, tmp_path: Path) -> None:
    records = sorted(shared(load(path)), key=lambda r: json.dumps(r)[::-1])
    printed, ours = OpencodeExport().read(path), read(tmp_path, records)
    bare = [[m.model_copy(update={"places": ()}) for m in t.messages] for t in (ours, printed)]
    assert bare[0] == bare[1]
    outer = {"messages", "format", "digest", "coverage"}
    assert ours.model_dump(exclude=outer) == printed.model_dump(exclude=outer)
    assert ours.coverage.records == len(records)
    assert adds_up(ours)
    assert name_silences(ours) == name_silences(printed)
    assert [r.name for r in readers() if r.sniff(head(json.dumps(records).encode()))] == ["opencode-share"]


def test_a_place_is_the_bytes_of_the_record(tmp_path: Path) -> None:
    transcript = read(tmp_path, json.dumps(shared(export(user(0, "one"), model(5, "two", until=9))), indent=2))
    data = (tmp_path / "share.json").read_bytes()
    for message in transcript.messages:
        found = [json.loads(data[p.byte_start : p.byte_end]) for p in message.places]
        assert [(f["type"], f["data"].get("messageID") or f["data"]["id"]) for f in found] == [
            ("message", message.id),
            ("part", message.id),
        ]


def test_the_last_record_of_an_id_counts(tmp_path: Path) -> None:
    early, late = (shared(export(user(0, text), title=text)) for text in ("one", "two"))
    transcript = read(tmp_path, [*early, *late])
    assert (transcript.title, [m.visible_text for m in transcript.messages]) == ("two", ["two"])
    assert adds_up(transcript)


def test_a_part_without_its_message_is_kept_as_an_event(tmp_path: Path) -> None:
    records = [r for r in shared(export(user(0, "one"), user(5, "two"))) if r["data"] and not _is(r, "msg_000000000005")]
    transcript = read(tmp_path, records)
    assert [m.visible_text for m in transcript.messages] == ["one"]
    assert [(e.kind, e.text) for e in transcript.events] == [("other", "two")]
    assert (codes(transcript), transcript.coverage.dangling) == (["orphan-part"], 1)
    assert adds_up(transcript)


def _is(record: Json, message: str) -> bool:
    return bool(record["type"] == "message" and record["data"]["id"] == message)


def test_unknown_records_are_kept(tmp_path: Path) -> None:
    transcript = read(tmp_path, [*shared(export(user(0, "one"))), {"type": "weather", "data": "rain"}, 7])
    assert [e.text for e in transcript.events] == ["rain", "7"]
    assert (codes(transcript), transcript.coverage.unknown) == (["unknown-record"] * 2, 2)
    assert adds_up(transcript)


def test_without_the_sessions_own_record_its_messages_tell_of_it(tmp_path: Path) -> None:
    answer = model(5, "two", until=9, path={"cwd": "/home/dev/shop"})
    transcript = read(tmp_path, shared(export(user(0, "one"), answer))[2:])
    assert (transcript.session, transcript.cwd) == ("ses_1", "/home/dev/shop")


def test_a_cut_file_and_a_broken_record(tmp_path: Path) -> None:
    text = json.dumps(shared(export(user(0, "one"), user(5, "two"), user(9, "three"))))
    transcript = read(tmp_path, text[: text.rindex("big")])
    assert (codes(transcript)[-1], transcript.coverage.truncated) == ("cut-file", 1)
    assert [m.visible_text for m in transcript.messages] == ["one", "two", "three"]
    assert adds_up(transcript)
    broken = read(tmp_path, text.replace('"text": "two"', '"text": two"'))
    assert "bad-record" in codes(broken)
    assert {"one", "three"} <= {m.visible_text for m in broken.messages}
    assert adds_up(broken)


def test_another_session_than_the_shared_one_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "share.json"
    path.write_text(json.dumps(shared(export(user(0, "one")))))
    assert read_any(f"{path}#ses_1").format == "opencode-share"
    with pytest.raises(SourceError, match="shares the session ses_1, not ses_2"):
        read_any(f"{path}#ses_2")


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '[{"type": "message"}]', '[{"type": "weather", "data": {}}]', '{"type": "part"']
)
def test_other_files_arent_claimed(text: str) -> None:
    assert not OpencodeShare().sniff(head(text.encode()))


def test_a_file_without_an_array_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no array"):
        read(tmp_path, "nothing")


ODD = st.recursive(
    st.none() | st.integers() | st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["id", "messageID", "time", "role", "type", "text", "state"]), inner, max_size=4)
    ),
    max_leaves=8,
)
RECORD = st.fixed_dictionaries({"type": st.sampled_from(["session", "message", "part", "x"]), "data": ODD}) | ODD


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(records=st.lists(RECORD, max_size=8), cut=st.integers(0, 400), garbage=st.text('[]{}",:x', max_size=5))
def test_garbage_never_raises(records: list[Any], cut: int, garbage: str, tmp_path: Path) -> None:
    try:
        transcript = read(tmp_path, json.dumps(records)[: cut or None] + garbage)
    except NarratorError:
        return
    assert adds_up(transcript)
    assert [m.index for m in transcript.messages] == list(range(len(transcript.messages)))


def test_no_prefix_raises(tmp_path: Path) -> None:
    text = json.dumps(shared(export(user(0, "one"), model(5, "two", until=9))))
    for end in range(len(text)):
        try:
            assert adds_up(read(tmp_path, text[:end]))
        except NarratorError:
            continue
