"""The order and numbers of opencode's messages, and the instructions that opencode itself repeats."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.readers.opencode import OpencodeExport
from tests.readers.opencode_lab import EXPORTS, Json, export, load, model, read, scrubbed, user

MARKER = {"type": "compaction", "auto": True, "overflow": True}


def test_order_is_by_time_then_id_never_by_id_alone(tmp_path: Path) -> None:
    # The hex in an id wrapped on 2026-08-14T11:19:55.136Z: what was made after sorts before.
    wrap = 1_786_706_395_136
    minted = [(wrap - 1, "msg_fffffffff001a"), (wrap, "msg_000000000001a"), (wrap, "msg_000000000002a")]
    before, after, same = (user(0, id=i, time={"created": t}) for t, i in minted)
    assert [m.id for m in read(tmp_path, export(same, after, before)).messages] == [i for _, i in minted]


def test_parts_whose_ids_straddle_the_wrap_stay_in_time(tmp_path: Path) -> None:
    wrap = 1_786_706_395_136
    texts = [
        {"type": "text", "text": t, "id": f"prt_{h}001aaaaaaaaaaaaaa"}
        for t, h in (("second", "000000000"), ("first", "fffffffff"))
    ]
    message = {"info": {"role": "user", "id": "msg_1", "time": {"created": wrap - 5}}, "parts": texts}
    assert read(tmp_path, export(message)).messages[0].visible_text == "first\n\nsecond"


@pytest.mark.parametrize("path", EXPORTS, ids=lambda p: f"{p.parent.name}/{p.name.split('.')[0]}")
def test_ids_that_read_redacted_are_none_and_the_files_order_holds(path: Path, tmp_path: Path) -> None:
    plain = OpencodeExport().read(path)
    blind = read(tmp_path, scrubbed(load(path)))
    assert {m.id for m in blind.messages} == {m.parent for m in blind.messages} == {None}
    assert {m.field("id") for m in blind.messages} == {"REDACTED"}
    assert blind.session.startswith("session-")
    assert [(m.at, m.kind, m.by) for m in blind.messages] == [(m.at, m.kind, m.by) for m in plain.messages]


def test_double_ids_are_told_and_kept_in_the_files_order(tmp_path: Path) -> None:
    same = [user(5, t, id="msg_same") for t in ("one", "two")]
    transcript = read(tmp_path, export(*same, user(1, "zero")))
    assert [m.visible_text for m in transcript.messages] == ["zero", "one", "two"]
    assert [p.code for p in transcript.problems] == ["double-id"]


def test_a_message_without_a_time_stays_behind_the_one_before_it(tmp_path: Path) -> None:
    timeless = user(0, "timeless", time={})
    transcript = read(tmp_path, export(user(9, "late"), timeless, user(1, "early")))
    assert [m.visible_text for m in transcript.messages] == ["early", "late", "timeless"]
    assert transcript.messages[2].at is None


def after_overflow(last: Json, marker: Json = MARKER) -> Json:
    return export(
        user(0, "do it"),
        model(10, until=20),
        user(21, marker),
        model(30, "a summary", until=1000, summary=True, finish="stop"),
        last,
    )


@pytest.mark.parametrize(
    ("last", "is_replay"),
    [
        (user(1001, "do it"), True),
        (user(1001, "do it "), False),
        (user(1001, "do something else"), False),
        (user(9000, "do it"), False),
    ],
    ids=["equal and at once", "not to the letter", "other words", "seconds later"],
)
def test_a_replay_is_equal_and_at_once(last: Json, is_replay: bool, tmp_path: Path) -> None:
    found = read(tmp_path, after_overflow(last)).messages[4]
    assert ("replay" in found.flags, found.by) == (is_replay, "harness" if is_replay else "person")


def test_a_person_who_repeats_after_a_manual_compaction_is_a_person(tmp_path: Path) -> None:
    found = read(tmp_path, after_overflow(user(1001, "do it"), {"type": "compaction", "auto": False})).messages[4]
    assert (found.flags, found.by) == ((), "person")


def test_an_image_in_a_replayed_instruction_became_a_line_of_text(tmp_path: Path) -> None:
    image = {"type": "file", "mime": "image/png", "filename": "x.png", "url": "data:image/png;base64,AAAA"}
    session = after_overflow(user(1001, "do it", "[Attached image/png: x.png]"))
    session["messages"][0]["parts"].append({"id": "prt_00000000000b", **image})
    assert "replay" in read(tmp_path, session).messages[4].flags


def test_where_only_some_ids_were_scrubbed_a_command_still_has_its_answer(tmp_path: Path) -> None:
    # A scrubber takes the ids that look random enough, and leaves the others.
    session = load(next(p for p in EXPORTS if p.match("1.18.33/user_variants*")))
    session["messages"][19]["info"]["id"] = "REDACTED"
    messages = read(tmp_path, session).messages
    assert [(m.kind, m.by) for m in messages[19:22]] == [("command", "person"), ("command", "harness"), ("notice", "harness")]
    assert messages[19].field("id") == "REDACTED"
    assert messages[20].field("id") is None
