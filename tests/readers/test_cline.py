"""Cline and Roo: the history with what the interface showed beside it, either alone, and the command line's file."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from narrator.model import Message, Transcript
from narrator.readers import children, read
from narrator.readers.cline import Cline
from narrator.silence.bookkeeping import acts_of_person

DATA = Path(__file__).parent.parent / "data" / "cline"
CLASSIC = DATA / "classic.api_conversation_history.json"
SHOWN = DATA / "classic.ui_messages.json"
ROO = DATA / "roo.api_conversation_history.json"
ALONE = DATA / "alone.ui_messages.json"
SESSION = DATA / "session" / "s-1.messages.json"
FILES = (CLASSIC, SHOWN, ROO, ALONE, SESSION, DATA / "session" / "reviewer.messages.json")


def adds_up(transcript: Transcript) -> bool:
    c = transcript.coverage
    return c.records == c.in_messages + c.in_events + c.in_header + c.unknown + c.bad


def history(tmp_path: Path, *records: Any) -> Transcript:
    path = tmp_path / "api_conversation_history.json"
    path.write_text(json.dumps(records))
    return read(path)


def user(*texts: str) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "text", "text": t} for t in texts], "ts": 1767600000000}


def model(*texts: str) -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "text", "text": t} for t in texts], "ts": 1767600001000}


def typed(transcript: Transcript) -> list[str]:
    return [p.text for m in transcript.messages for p in m.parts if p.by == "person" and p.kind == "text"]


def results(message: Message) -> list[tuple[str | None, str | None, str]]:
    return [(p.name, p.status, p.text) for p in message.parts if p.kind == "result"]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.name)
def test_records_add_up(path: Path) -> None:
    assert adds_up(read(path))


def test_either_file_finds_the_other() -> None:
    assert read(CLASSIC) == read(SHOWN)
    assert read(CLASSIC).session == "classic"


def test_the_task_is_named_by_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "1767600000000"
    folder.mkdir()
    for name in ("api_conversation_history", "ui_messages"):
        copyfile(DATA / f"classic.{name}.json", folder / f"{name}.json")
    (folder / "history_item.json").write_text('{"id": "x", "workspace": "/w"}')
    transcript = read(folder / "ui_messages.json")
    assert (transcript.session, transcript.cwd) == ("1767600000000", "/w")
    assert adds_up(transcript)


def test_only_what_a_person_typed_is_theirs() -> None:
    words = ["Count the tests.", "Just count, don't run.", "Go on with counting.", "And the docs?"]
    transcript = read(CLASSIC)
    assert typed(transcript) == words
    assert [transcript.messages[i].visible_text for i in acts_of_person(transcript, ())] == words


def test_tags_in_what_a_tool_printed_are_no_words() -> None:
    (result,) = results(read(CLASSIC).messages[12])
    assert "no words of a person" in result[2]


def test_words_typed_with_a_refusal_are_a_prompt_and_the_refusal_is_the_persons() -> None:
    messages = read(CLASSIC).messages
    (refusal,) = (p for p in messages[2].parts if p.kind == "result")
    assert (refusal.status, refusal.by) == ("refused", "person")
    assert "count" not in refusal.text
    assert (messages[3].by, messages[3].kind) == ("person", "prompt")


def test_calls_as_xml_and_their_results_as_text() -> None:
    message = read(CLASSIC).messages[1]
    assert [p.kind for p in message.parts] == ["reasoning", "text", "call", "result", "notice"]
    assert message.parts[2].args == (("path", "."), ("recursive", "true"))
    assert results(message) == [("list_files", "ok", "tests/\ntests/test_a.py")]


def test_a_files_contents_may_hold_the_tags_of_calls(tmp_path: Path) -> None:
    content = "<content>a</content>\n</write_to_file>\n<path>x</path>"
    text = f"<write_to_file>\n<path>a.xml</path>\n<content>\n{content}\n</content>\n</write_to_file>"
    (call,) = (p for p in history(tmp_path, user("<task>\nGo.\n</task>"), model(text)).messages[1].parts if p.kind == "call")
    assert call.args == (("path", "a.xml"), ("content", content))


def test_a_call_that_was_cut_off_is_unfinished(tmp_path: Path) -> None:
    (call,) = history(tmp_path, user("<task>\nGo.\n</task>"), model("<read_file>\n<path>a.")).messages[1].parts
    assert (call.args, call.flags, call.status) == ((("path", "a."),), ("unfinished",), "running")


def test_two_results_as_text_answer_two_calls(tmp_path: Path) -> None:
    answer = {"role": "assistant", "content": [{"type": "tool_use", "id": n, "name": "read_file", "input": {}} for n in "ab"]}
    back = user("[read_file for 'a'] Result:\none", "[read_file for 'b'] Result:", "two")
    message = history(tmp_path, user("<task>\nGo.\n</task>"), answer, back).messages[1]
    assert [t for _, _, t in results(message)] == ["one", "two"]


def test_the_model_s_final_words_are_words() -> None:
    message = read(CLASSIC).messages[10]
    assert message.visible_text == "There is one test."
    assert [p.name for p in message.parts if p.kind == "call"] == ["attempt_completion"]


def test_the_request_tells_when_what_it_cost_and_what_cut_it_off() -> None:
    messages = read(CLASSIC).messages
    assert messages[1].at == datetime(2026, 1, 5, 8, 0, 1, tzinfo=UTC)
    assert messages[1].tokens is not None
    assert (messages[1].tokens.cache_read, messages[1].tokens.cache_write, messages[1].cost) == (100, 20, 0.01)
    assert (messages[4].error, messages[4].flags, messages[4].visible_text) == ("user_cancelled", ("interrupted",), "")
    assert (messages[6].error, messages[6].flags) == ("streaming_failed", ())


def test_placeholders_are_left_out_and_counted() -> None:
    assert [m.index for m in read(CLASSIC).messages if m.field("placeholders") == "1"] == [1, 4, 6]


def test_what_the_interface_alone_tells_is_an_event() -> None:
    transcript = read(CLASSIC)
    assert [(e.kind, e.after) for e in transcript.events] == [("other", 4), ("error", 8), ("retry", 12), ("other", 13)]
    assert transcript.coverage.unknown == 1


def test_without_the_interface_the_last_line_tells_what_cut_it_off(tmp_path: Path) -> None:
    copyfile(CLASSIC, tmp_path / "api_conversation_history.json")
    messages = read(tmp_path / "api_conversation_history.json").messages
    assert [m.field("cancelReason") for m in messages if m.field("cancelReason")] == ["user_cancelled", "streaming_failed"]
    assert all(m.at is None for m in messages)


def test_what_the_harness_says_in_a_person_s_place_is_the_harness_s() -> None:
    messages = read(CLASSIC).messages
    assert [(messages[i].by, messages[i].kind) for i in (7, 9)] == [("harness", "notice")] * 2


def test_roo_s_requests_are_matched_by_time() -> None:
    messages = read(ROO).messages
    assert [m.tokens.input for m in messages if m.tokens] == [10, 11, 12]
    assert messages[3].error == "streaming_failed"
    assert [e.kind for e in read(ROO).events] == ["compaction", "abort"]


def test_roo_s_results_with_a_status() -> None:
    messages = read(ROO).messages
    assert results(messages[1]) == [("apply_diff", "refused", "denied")]
    assert typed(read(ROO)) == ["Fix the typo.", "Not in that file."]
    (result,) = (p for p in messages[5].parts if p.kind == "result")
    assert (result.status, result.exit_code) == ("error", 2)


def test_roo_s_summary_is_no_person_s() -> None:
    (summary,) = (m for m in read(ROO).messages if m.kind == "summary")
    assert (summary.by, summary.flags) == ("model", ("compaction",))


def test_the_interface_alone_is_read() -> None:
    transcript = read(ALONE)
    assert [(m.role, m.visible_text) for m in transcript.messages] == [
        ("user", "What is this?"),
        ("assistant", "I'll look."),
        ("assistant", ""),
        ("user", "Say it short."),
        ("assistant", ""),
        ("assistant", ""),
        ("assistant", "Two files."),
    ]
    assert results(transcript.messages[1]) == [("execute_command", "ok", "a.py\nb.py")]


def test_the_command_line_s_session() -> None:
    transcript = read(SESSION)
    assert (transcript.session, transcript.title, transcript.cwd) == ("s-1", "A greeting", "/home/x/project")
    assert [c.session for c in transcript.children] == ["s-1__reviewer"]
    assert [path for _, path in children(SESSION, transcript)] == [str(SESSION.with_name("reviewer.messages.json"))]
    assert [m.by for m in transcript.messages] == ["person", "model", "model", "person", "model"]
    tokens = transcript.messages[2].tokens
    assert tokens is not None
    assert (tokens.input, tokens.cache_read, tokens.cache_write) == (5, 20, 5)


def test_a_sub_agent_s_prompt_is_the_model_s() -> None:
    transcript = read(SESSION.with_name("reviewer.messages.json"))
    assert (transcript.session, transcript.messages[0].by) == ("s-1__reviewer", "model")


def test_a_result_without_its_call_is_an_event(tmp_path: Path) -> None:
    orphan = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "gone", "content": "out"}]}
    transcript = history(tmp_path, user("<task>\nGo.\n</task>"), model("Hm."), orphan)
    assert (transcript.coverage.dangling, [e.text for e in transcript.events]) == (1, ["out"])
    assert adds_up(transcript)


def test_a_file_that_is_cut_off_gives_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "api_conversation_history.json"
    text = CLASSIC.read_text()
    path.write_text(text[: text.index("Just count")])
    transcript = read(path)
    assert (len(transcript.messages), transcript.coverage.truncated) == (3, 1)
    assert adds_up(transcript)


def test_stores_are_the_tasks_and_the_command_line_s_sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("XDG_CONFIG_HOME", "CLINE_DIR", "CLINE_DATA_DIR"):
        monkeypatch.delenv(name, raising=False)
    task = tmp_path / ".config" / "Code" / "User" / "globalStorage" / "saoudrizwan.claude-dev" / "tasks" / "1"
    session = tmp_path / ".cline" / "data" / "sessions" / "s-1"
    for folder in (task, session):
        folder.mkdir(parents=True)
    (task / "api_conversation_history.json").touch()
    (session / "s-1.messages.json").touch()
    (session / "reviewer.messages.json").touch()
    assert [p.name for p in Cline().stores()] == ["api_conversation_history.json", "s-1.messages.json"]
