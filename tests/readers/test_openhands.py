"""OpenHands: rows and lists of V0 events, the SDK's folders and lists; who wrote what, and that no event is lost."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from narrator.errors import NoMessagesError, SourceError
from narrator.model import Message, Transcript
from narrator.readers import read
from narrator.readers.base import Head
from narrator.readers.openhands import OpenHands
from tests.shared import SHARED, needs_shared

DATA = Path(__file__).parent.parent / "data" / "openhands"
ROWS = DATA / "v0-rows.jsonl"
CONVERSATION = DATA / "conversation"
REAL = SHARED / "sessions" / "openhands" / "openhands-eval-output.jsonl"


def adds_up(transcript: Transcript) -> bool:
    c = transcript.coverage
    return c.records == c.in_messages + c.in_events + c.in_header + c.unknown + c.bad


def written(tmp_path: Path, *events: dict[str, Any], name: str = "events.json") -> Path:
    path = tmp_path / name
    path.write_text(json.dumps(events))
    return path


def v0(number: int, **fields: Any) -> dict[str, Any]:
    return {"id": number, "timestamp": f"2026-01-05T08:00:{number:02}", "source": "agent", "message": "", **fields}


def said(number: int, text: str, source: str = "user") -> dict[str, Any]:
    return v0(number, source=source, action="message", args={"content": text})


def calls(message: Message) -> list[tuple[str | None, str | None, str | None]]:
    return [(p.name, p.status, p.arg("command")) for p in message.parts if p.kind == "call"]


def test_a_row_is_named_by_its_instance() -> None:
    assert read(f"{ROWS}#fix-1").session == "fix-1"
    assert read(f"{ROWS}#fix").session == "fix-1"


def test_the_last_row_with_messages_is_the_default() -> None:
    assert read(ROWS).session == "talk-2"


def test_a_row_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(SourceError, match="no session begins with x; there are empty-3, fix-1, talk-2"):
        read(f"{ROWS}#x")


def test_of_two_rows_with_one_name_the_last_counts(tmp_path: Path) -> None:
    path = tmp_path / "output.jsonl"
    rows = [{"instance_id": "a", "metadata": {"agent_class": "x"}, "history": [said(1, text)]} for text in ("old", "new")]
    path.write_text("\n".join(map(json.dumps, rows)))
    assert read(f"{path}#a").messages[0].visible_text == "new"


def test_rows_glued_on_a_line_are_two(tmp_path: Path) -> None:
    path = tmp_path / "output.jsonl"
    path.write_text("".join(json.dumps({"instance_id": n, "history": [said(1, n)]}) for n in ("a", "b")))
    assert read(f"{path}#a").messages[0].visible_text == "a"
    assert read(path).messages[0].visible_text == "b"


def test_calls_of_one_response_are_one_message() -> None:
    message = read(f"{ROWS}#fix-1").messages[1]
    assert [p.kind for p in message.parts] == ["text", "call", "result", "call", "result"]
    assert calls(message) == [("execute_bash", "ok", "ls"), ("str_replace_editor", "error", "view")]
    assert len(message.places) == 4


def test_tokens_of_a_response_are_counted_once() -> None:
    tokens = read(f"{ROWS}#fix-1").messages[1].tokens
    assert tokens is not None
    assert (tokens.input, tokens.cache_read, tokens.output, tokens.reasoning) == (40, 60, 15, 5)


def test_who_wrote_it() -> None:
    found = [(m.role, m.kind, m.by) for m in read(f"{ROWS}#fix-1").messages]
    assert found == [
        ("user", "prompt", "person"),
        ("assistant", "reply", "model"),
        ("assistant", "reply", "model"),
        ("user", "command", "person"),
        ("assistant", "summary", "model"),
        ("assistant", "reply", "model"),
        ("user", "prompt", "model"),  # a sub-agent's task
        ("assistant", "reply", "model"),
        ("user", "notice", "harness"),  # an evaluation's line in a person's place
        ("assistant", "reply", "model"),
    ]


def test_what_an_evaluation_puts_before_the_task_is_the_harness_s() -> None:
    prompt = read(f"{ROWS}#fix-1").messages[0]
    assert prompt.visible_text == "Fix the bug in a.py."
    assert [p.by for p in prompt.parts] == ["harness", "person"]


def test_a_sub_agent_s_messages_are_marked() -> None:
    assert [m.index for m in read(f"{ROWS}#fix-1").messages if "sidechain" in m.flags] == [6, 7]


@pytest.mark.parametrize(("path", "index"), [(f"{ROWS}#fix-1", 2), (str(DATA / "v0-list.json"), 3), (str(CONVERSATION), 2)])
def test_a_refusal_is_the_person_s(path: str, index: int) -> None:
    (result,) = (p for p in read(path).messages[index].parts if p.kind == "result")
    assert (result.status, result.by) == ("refused", "person")


def test_an_error_without_a_call_is_an_event() -> None:
    events = [(e.kind, e.after) for e in read(f"{ROWS}#fix-1").events]
    assert ("error", 1) in events


def test_the_error_of_a_row_is_an_event() -> None:
    assert [e.text for e in read(ROWS).events if e.kind == "error"][-1] == "RuntimeError: Agent reached maximum iteration"


def test_last_words_are_words() -> None:
    message = read(f"{ROWS}#fix-1").messages[-1]
    assert message.visible_text == "Done with it.\n\nIt is fixed."
    assert calls(message) == [("finish", "ok", None)]


def test_the_zone_is_that_of_the_seconds_beside_the_times() -> None:
    transcript = read(f"{ROWS}#fix-1")
    assert transcript.started == datetime(2026, 1, 5, 8, tzinfo=UTC)
    assert "UTC+8" in next(p.text for p in transcript.problems if p.code == "no-zone")


def test_times_without_a_zone_are_said_to_be_read_as_utc() -> None:
    transcript = read(DATA / "v0-list.json")
    assert transcript.started == datetime(2026, 1, 5, 16, tzinfo=UTC)
    assert "read as UTC" in next(p.text for p in transcript.problems if p.code == "no-zone")


def test_times_with_a_zone_are_left_alone(tmp_path: Path) -> None:
    transcript = read(written(tmp_path, {**said(1, "hi"), "timestamp": "2026-01-05T10:00:00+02:00"}))
    assert transcript.started == datetime(2026, 1, 5, 8, tzinfo=UTC)
    assert transcript.problems == ()


def test_a_bare_list_has_the_actions_own_fields() -> None:
    message = read(DATA / "v0-list.json").messages[1]
    assert message.visible_text == "Two looks at once."
    assert calls(message) == [("run", "ok", "ls")]


def test_events_without_a_source_are_read(tmp_path: Path) -> None:
    oldest = [{k: v for k, v in e.items() if k != "source"} for e in (said(1, "hi"), v0(2, action="run", args={"command": "ls"}))]
    transcript = read(written(tmp_path, *oldest))
    assert [m.by for m in transcript.messages] == ["person", "model"]


@pytest.mark.parametrize("name", ["conversation", "conversation/base_state.json", "v1-lines.jsonl", "v1-list.json"])
def test_a_conversation_is_the_same_from_its_folder_its_state_and_its_list(name: str) -> None:
    def told(transcript: Transcript) -> list[tuple[Any, ...]]:
        return [(m.index, m.kind, m.by, m.visible_text, [(p.kind, p.status) for p in m.parts]) for m in transcript.messages]

    transcript = read(DATA / name)
    assert told(transcript) == told(read(CONVERSATION))
    assert adds_up(transcript)


def test_a_folder_gives_the_state_and_an_event_s_own_file() -> None:
    transcript = read(CONVERSATION)
    assert (transcript.session, transcript.cwd) == ("abc-1", "/w")
    assert transcript.messages[0].places[0].file.endswith("events/event-00001-e1.json")


def test_tokens_come_from_the_state() -> None:
    message = read(CONVERSATION).messages[1]
    assert message.tokens is not None
    assert (message.model, message.tokens.input, message.tokens.cache_read) == ("m-2", 15, 30)


def test_a_hook_s_block_is_nobody_s_refusal_and_a_call_may_fail_to_validate() -> None:
    messages = read(CONVERSATION).messages
    found = [(p.by, p.status) for i in (3, 4) for p in messages[i].parts if p.kind == "result"]
    assert found == [("hook", "error"), ("harness", "error")]


def test_a_condensation_is_a_summary_once() -> None:
    assert [m.visible_text for m in read(CONVERSATION).messages if m.kind == "summary"] == ["The bug is in a.py."]


def test_an_interrupt_stops_the_call_that_was_going_on() -> None:
    message = read(CONVERSATION).messages[6]
    assert message.flags == ("interrupted",)
    assert calls(message) == [("terminal", "cancelled", "sleep 99")]


def test_a_pause_cuts_nothing() -> None:
    transcript = read(CONVERSATION)
    assert [e.text for e in transcript.events if e.kind == "abort"] == ["User requested interrupt", "paused"]
    assert "interrupted" not in transcript.messages[8].flags


def test_an_unknown_kind_is_counted_and_kept() -> None:
    transcript = read(CONVERSATION)
    assert transcript.coverage.unknown == 1
    assert transcript.events[-1].text == "of a later version"


def test_what_stands_on_a_branch_that_was_left_is_superseded() -> None:
    assert [m.index for m in read(DATA / "v1-tree.json").messages if "superseded" in m.flags] == [0, 1]


def test_a_missing_event_s_file_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    copytree(CONVERSATION, folder)
    (folder / "events" / "event-00004-e4.json").unlink()
    transcript = read(folder)
    assert "missing-events" in {p.code for p in transcript.problems}
    assert calls(transcript.messages[1])[0][1] == "missing"
    assert adds_up(transcript)


def test_a_broken_event_s_file_is_bad_and_the_rest_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    copytree(CONVERSATION, folder)
    (folder / "events" / "event-00017-e17.json").write_text('{"kind": "Mess')
    transcript = read(folder)
    assert transcript.coverage.bad == 1
    assert adds_up(transcript)


def test_an_event_that_stands_twice_counts_once(tmp_path: Path) -> None:
    transcript = read(written(tmp_path, said(1, "hi"), said(1, "hi")))
    assert len(transcript.messages) == 1
    assert "repeated-event" in {p.code for p in transcript.problems}


def test_a_result_without_its_call_is_an_event(tmp_path: Path) -> None:
    transcript = read(written(tmp_path, said(1, "hi"), v0(3, observation="run", content="out", cause=2, extras={})))
    assert transcript.coverage.dangling == 1
    assert [e.text for e in transcript.events] == ["out"]


def test_a_command_that_goes_on_has_no_exit_code(tmp_path: Path) -> None:
    run = v0(2, action="run", args={"command": "x"})
    seen = v0(3, observation="run", content="", cause=2, extras={"metadata": {"exit_code": -1}})
    (result,) = (p for p in read(written(tmp_path, said(1, "hi"), run, seen)).messages[1].parts if p.kind == "result")
    assert (result.status, result.exit_code) == ("running", None)


def test_a_row_that_is_cut_off_gives_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "output.jsonl"
    first = ROWS.read_text().splitlines()[0]
    path.write_text(first[: first.index('"observation": "user_rejected"')])
    transcript = read(path)
    assert transcript.coverage.truncated == 1
    assert len(transcript.messages) == 3
    assert adds_up(transcript)


def test_a_broken_line_among_rows_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "output.jsonl"
    path.write_text(ROWS.read_text() + "{nonsense\n")
    transcript = read(path)
    assert (transcript.session, transcript.coverage.bad) == ("talk-2", 1)
    assert adds_up(transcript)


def test_rows_without_messages_are_told(tmp_path: Path) -> None:
    path = tmp_path / "output.jsonl"
    path.write_text(json.dumps({"instance_id": "a", "metadata": {"agent_class": "x"}, "history": []}))
    with pytest.raises(NoMessagesError):
        read(path)


def test_stores_are_the_conversations_states(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    copytree(CONVERSATION, tmp_path / ".openhands" / "conversations" / "abc-1")
    assert [p.name for p in OpenHands().stores()] == ["base_state.json"]


def test_each_row_is_listed() -> None:
    listed = list(OpenHands().listings(ROWS))
    assert [(x.session, x.title, x.messages) for x in listed] == [
        ("talk-2", "Another task.", 2),
        ("fix-1", "Fix the bug in a.py.", 10),
    ]
    assert read(listed[-1].path).session == "fix-1"


@needs_shared
def test_real_rows() -> None:
    head = Head(REAL, REAL.read_bytes()[:65536])
    assert OpenHands().sniff(head)
    found = {x.session: read(x.path) for x in OpenHands().listings(REAL)}
    assert sum(t.coverage.records - 1 for t in found.values()) == 222
    assert all(adds_up(t) and not t.coverage.bad and not t.coverage.unknown for t in found.values())
    who = Counter((m.role, m.by) for t in found.values() for m in t.messages)
    assert who == {("user", "person"): 3, ("assistant", "model"): 105}
    ends = Counter(p.status for t in found.values() for m in t.messages for p in m.parts if p.kind == "call")
    assert ends["refused"] == ends["missing"] == ends["running"] == 0
    assert sum(e.kind == "error" for t in found.values() for e in t.events) == 3


def test_packed_rows_are_read_and_a_cut_archive_is_told(tmp_path: Path) -> None:
    path = tmp_path / "output.jsonl.gz"
    packed = gzip.compress(ROWS.read_bytes())
    path.write_bytes(packed)
    assert [m.visible_text for m in read(path).messages] == [m.visible_text for m in read(ROWS).messages]
    path.write_bytes(packed[: len(packed) // 2])
    transcript = OpenHands().read(path)
    assert transcript.coverage.truncated == 1
    assert transcript.problems[0].code == "cut-archive"
