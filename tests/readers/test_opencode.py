"""opencode's export: what becomes of each kind of record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from narrator.model import Transcript
from narrator.readers.opencode import OpencodeExport
from tests.readers.opencode_lab import EXPORTS, LAB, adds_up, head, load
from tests.shared import needs_shared, sessions


def lab(version: str, name: str) -> Transcript:
    return OpencodeExport().read(LAB / version / f"{name}.json")


@pytest.mark.parametrize("path", EXPORTS, ids=lambda p: f"{p.parent.name}/{p.name.split('.')[0]}")
def test_every_export_of_the_lab_is_read_whole(path: Path) -> None:
    transcript = OpencodeExport().read(path)
    source = load(path)
    assert OpencodeExport().sniff(head(path.read_bytes()))
    assert adds_up(transcript)
    assert transcript.coverage.records == 1 + sum(1 + len(m["parts"]) for m in source["messages"])
    assert not transcript.problems
    assert [m.index for m in transcript.messages] == list(range(len(source["messages"])))
    assert all(m.record for m in transcript.messages)
    assert (transcript.session, transcript.version, transcript.title) == tuple(
        source["info"][k] for k in ("id", "version", "title")
    )


def test_a_place_is_the_bytes_of_the_message() -> None:
    path = LAB / "1.18.33" / "user_variants.export.json"
    data = path.read_bytes()
    for message in OpencodeExport().read(path).messages:
        place = message.places[0]
        assert json.loads(data[place.byte_start : place.byte_end])["info"]["id"] == message.id


@pytest.mark.parametrize("version", ["1.1.65", "1.2.27", "1.14.41", "1.18.33"])
def test_who_acts_in_each_kind_of_user_message(version: str) -> None:
    acts = {m.index: (m.kind, m.by) for m in lab(version, "user_variants.export").messages if m.role == "user"}
    prompts = {0, 4, 6, 12, 13, 15, 23}
    assert acts == dict.fromkeys(prompts, ("prompt", "person")) | dict.fromkeys(
        (2, 8, 10, 21), ("notice", "harness")
    ) | dict.fromkeys((17, 19), ("command", "person"))


@pytest.mark.parametrize("version", ["1.1.65", "1.2.27", "1.14.41", "1.18.33"])
def test_a_command_is_answered_by_the_harness(version: str) -> None:
    messages = lab(version, "user_variants.export").messages
    shell, task = messages[18], messages[20]
    assert [(m.kind, m.by) for m in (shell, task)] == [("command", "harness")] * 2
    assert [(p.kind, p.by) for p in shell.parts] == [("call", "person"), ("result", "tool")]
    assert [(p.kind, p.by) for p in task.parts] == [("call", "harness"), ("result", "sub-agent")]
    assert "synthetic" not in messages[17].flags


@pytest.mark.parametrize("version", ["1.2.27", "1.14.41", "1.18.33"])
def test_the_instruction_that_an_overflow_replays_is_nobodys_act(version: str) -> None:
    messages = lab(version, "overflow_error.export").messages
    assert [(m.kind, m.by, m.flags) for m in messages[5:8]] == [
        ("notice", "harness", ("compaction",)),
        ("summary", "model", ("compaction",)),
        ("prompt", "harness", ("replay",)),
    ]
    assert [m.index for m in messages if "replay" in m.flags] == [7]
    assert messages[7].visible_text == messages[2].visible_text


@pytest.mark.parametrize("version", ["1.14.41", "1.18.33"])
def test_a_replay_is_found_where_the_words_were_taken_out(version: str) -> None:
    messages = lab(version, "overflow_error.sanitized").messages
    assert [(m.index, m.by) for m in messages if "replay" in m.flags] == [(7, "harness")]


@pytest.mark.parametrize("version", ["1.1.65", "1.2.27", "1.14.41", "1.18.33"])
def test_a_refused_call(version: str) -> None:
    call, result = [p for p in lab(version, "permission_reject.export").messages[1].parts if p.kind in ("call", "result")]
    assert (call.status, result.status, result.by) == ("refused", "refused", "harness")


@pytest.mark.parametrize("version", ["1.1.65", "1.2.27", "1.14.41", "1.18.33"])
def test_a_stopped_call(version: str) -> None:
    message = lab(version, "aborts.export").messages[7]
    assert (message.error, message.flags) == ("MessageAbortedError", ("interrupted",))
    assert [p.status for p in message.parts] == ["cancelled", "cancelled"]


def test_a_call_that_still_ran_has_no_result() -> None:
    message = lab("1.18.33", "sigkill_other.export").messages[5]
    assert [(p.kind, p.status) for p in message.parts] == [("call", "running")]
    assert message.field("completed") == "false"


def test_a_sub_agents_session_is_named() -> None:
    transcript = lab("1.18.33", "task_tool.export")
    (child,) = transcript.children
    assert (child.message, child.title) == (1, "sub work")
    assert f"child:{child.session}" in transcript.messages[1].parts[0].flags


def test_what_a_pending_revert_undid_is_superseded() -> None:
    transcript = lab("1.18.33", "revert.export")
    assert [m.index for m in transcript.messages if "superseded" in m.flags] == [2, 3, 4, 5]
    assert [e.kind for e in transcript.events] == ["revert"]


def test_a_forks_copies_are_older_than_the_fork() -> None:
    assert all(m.flags == ("copied",) for m in lab("1.18.33", "fork_of_revert.export").messages)
    assert not any(m.flags for m in lab("1.18.33", "normal.export").messages)


@pytest.mark.parametrize("version", ["1.2.27", "1.14.41", "1.18.33"])
def test_a_message_sent_while_the_model_worked_is_queued(version: str) -> None:
    assert [m.flags for m in lab(version, "queued_user_message.export").messages] == [(), (), ("queued",), ()]


@needs_shared
@pytest.mark.parametrize("path", [p for p in sessions("opencode") if p.suffix == ".json"], ids=lambda p: p.name)
def test_real_sessions_are_read_whole(path: Path) -> None:
    transcript = OpencodeExport().read(path)
    assert adds_up(transcript)
    assert not transcript.problems
    assert transcript.coverage.unknown == 0
    assert [m.at for m in transcript.messages] == sorted(m.at for m in transcript.messages if m.at is not None)
