"""Gemini CLI's sessions: the old document, and lines in which messages grow, are taken back and are rewritten."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from narrator.errors import NoMessagesError
from narrator.model import Child, Message, Tokens, Transcript
from narrator.readers import read
from narrator.readers.base import Head
from narrator.readers.gemini import Gemini
from tests.readers.gemini_lines import HEADER, call, checkpoint, document, gemini, lines, note, rewind, user
from tests.shared import needs_shared, sessions

DATA = Path(__file__).parent.parent / "data" / "gemini"


def shape(transcript: Transcript) -> list[tuple[str, str]]:
    return [(m.role, m.visible_text) for m in transcript.messages]


def flagged(transcript: Transcript, flag: str) -> list[int]:
    return [m.index for m in transcript.messages if flag in m.flags]


def kinds(found: Message) -> list[str]:
    return [p.kind for p in found.parts]


def events(transcript: Transcript) -> list[tuple[str, str, int | None]]:
    return [(e.kind, e.text, e.after) for e in transcript.events]


def adds_up(transcript: Transcript) -> bool:
    c = transcript.coverage
    return c.records == c.in_messages + c.in_events + c.in_header + c.unknown + c.bad


def test_document() -> None:
    transcript = Gemini().read(DATA / "document.json")
    assert shape(transcript) == [("user", "List the files."), ("assistant", ""), ("assistant", "There is no such folder.")]
    found = transcript.messages[1]
    assert kinds(found) == ["reasoning", "call", "result"]
    assert (found.parts[0].text, found.parts[1].status) == ("Listing\nI list the files.", "error")
    assert (found.parts[2].exit_code, found.parts[2].by) == (2, "tool")
    assert (found.at, found.ended) == (datetime(2026, 1, 10, 10, 0, 4, tzinfo=UTC), datetime(2026, 1, 10, 10, 0, 6, tzinfo=UTC))
    assert events(transcript) == [("other", "Gemini CLI update available!", 1)]
    assert (transcript.coverage.records, adds_up(transcript)) == (5, True)


def test_place_of_a_message_in_a_document_is_its_bytes() -> None:
    transcript = Gemini().read(DATA / "document.json")
    place = transcript.messages[0].places[0]
    record = (DATA / "document.json").read_bytes()[place.byte_start : place.byte_end]
    assert (record[:1], record[-1:], b'"id": "a"' in record) == (b"{", b"}", True)


def test_tokens_in_buckets_and_none_where_none_were_counted() -> None:
    transcript = Gemini().read(DATA / "document.json")
    assert transcript.messages[1].tokens == Tokens(input=42, output=7, reasoning=5, cache_read=60)
    assert transcript.messages[2].tokens is None
    assert transcript.messages[2].field("tokens.total") == "0"


def test_lines() -> None:
    transcript = Gemini().read(DATA / "rewritten.jsonl")
    assert [(m.role, m.kind, m.by) for m in transcript.messages] == [
        ("user", "prompt", "person"),
        ("assistant", "reply", "model"),
        ("assistant", "reply", "model"),
        ("user", "prompt", "person"),
        ("user", "prompt", "person"),
        ("assistant", "summary", "model"),
        ("assistant", "reply", "harness"),
        ("assistant", "reply", "model"),
    ]
    assert flagged(transcript, "superseded") == [0, 1, 2, 3]
    assert flagged(transcript, "compaction") == [5]
    assert flagged(transcript, "synthetic") == [6]
    assert events(transcript) == [("rewind", "to before message 3", 3), ("compaction", "", 6)]
    assert transcript.title == "Work on a list"
    assert adds_up(transcript)


def test_same_id_replaces() -> None:
    transcript = Gemini().read(DATA / "rewritten.jsonl")
    grown = transcript.messages[1]
    assert (kinds(grown), grown.parts[0].status, grown.parts[1].text) == (["call", "result"], "ok", "one, two")
    assert [p.line for p in grown.places] == [4, 5]


def test_rewind_takes_back_the_message_and_all_after_it(tmp_path: Path) -> None:
    told = (user("a"), gemini("b", "B"), user("c"), gemini("d", "D"), rewind("c"), user("e"))
    transcript = lines(tmp_path, *told)
    assert flagged(transcript, "superseded") == [2, 3]
    assert events(transcript) == [("rewind", "to before message 2", 3)]


def test_rewind_to_what_is_not_there_takes_back_everything_and_is_said(tmp_path: Path) -> None:
    transcript = lines(tmp_path, user("a"), gemini("b", "B"), rewind("x"), user("c"))
    assert flagged(transcript, "superseded") == [0, 1]
    assert [p.code for p in transcript.problems] == ["dangling-rewind"]


def test_id_that_comes_again_after_a_rewind_is_a_new_message(tmp_path: Path) -> None:
    transcript = lines(tmp_path, user("a", "one"), rewind("a"), user("a", "two"))
    assert shape(transcript) == [("user", "one"), ("user", "two")]
    assert flagged(transcript, "superseded") == [0]


def test_roll_back_by_a_checkpoint_is_a_rewind(tmp_path: Path) -> None:
    transcript = lines(tmp_path, user("a"), gemini("b", "B"), user("c"), checkpoint(user("a"), gemini("b", "B")))
    assert flagged(transcript, "superseded") == [2]
    assert events(transcript) == [("rewind", "to before message 2", 2)]


def test_checkpoint_that_changes_nothing_is_a_repeat(tmp_path: Path) -> None:
    transcript = lines(tmp_path, user("a"), gemini("b", "B"), checkpoint(user("a"), gemini("b", "B")))
    assert (events(transcript), flagged(transcript, "superseded"), len(transcript.messages)) == ([], [], 2)
    assert adds_up(transcript)


def test_checkpoint_masks_no_output_and_gives_missing_ones(tmp_path: Path) -> None:
    masked = gemini("b", "", call("1", "[masked]"))
    kept = lines(tmp_path, user("a"), gemini("b", "", call("1", "all of it")), checkpoint(user("a"), masked))
    assert kept.messages[1].parts[1].text == "all of it"
    late = lines(tmp_path, user("a"), gemini("b", "", call("1", None, "executing")), checkpoint(user("a"), masked))
    assert late.messages[1].parts[1].text == "[masked]"


def test_session_that_begins_with_a_checkpoint_holds_its_messages(tmp_path: Path) -> None:
    setup = user("s", [{"text": "<session_context>\nToday is Friday."}])
    transcript = lines(tmp_path, checkpoint(setup, user("a", "Hi"), gemini("b", "Hello")))
    assert [(m.kind, m.by) for m in transcript.messages] == [("notice", "harness"), ("prompt", "person"), ("reply", "model")]
    assert adds_up(transcript)


def test_user_in_a_checkpoint_that_was_never_recorded_is_no_person(tmp_path: Path) -> None:
    transcript = lines(tmp_path, user("a"), gemini("b", "B"), checkpoint(user("a"), gemini("b", "B"), user("x", "Go on.")))
    assert [(m.kind, m.by) for m in transcript.messages][2:] == [("notice", "harness")]


@pytest.mark.parametrize(
    ("text", "kind", "by"),
    [
        ("System: Please continue.", "notice", "harness"),
        ("[System: You previously returned an empty response.]", "notice", "harness"),
        ("/memory show", "command", "person"),
        ("/srv/app holds a bug", "prompt", "person"),
        ("Explain <state_snapshot>", "prompt", "person"),
    ],
)
def test_who_wrote_what_stands_as_a_users(tmp_path: Path, text: str, kind: str, by: str) -> None:
    found = lines(tmp_path, user("a", text)).messages[0]
    assert (found.kind, found.by) == (kind, by)


def test_command_that_the_person_ran(tmp_path: Path) -> None:
    text = "I ran the following shell command:\n```sh\nls\n```\n\nThis produced the following output:\n```\na.py\n```"
    found = lines(tmp_path, user("a", text)).messages[0]
    assert [(p.kind, p.by, p.text) for p in found.parts] == [("call", "person", ""), ("result", "tool", "a.py")]
    assert found.parts[0].args == (("command", "ls"),)


def test_files_named_in_a_prompt_are_the_harness_own(tmp_path: Path) -> None:
    sent = [{"text": "Read @a"}, {"text": "\n--- Content from referenced files ---"}, {"text": "x = 1"}]
    shown = lines(tmp_path, user("a", sent, displayContent=[{"text": "Read @a"}])).messages[0]
    assert shown.visible_text == "Read @a"
    assert [(p.kind, p.by) for p in shown.parts] == [("text", "person"), ("notice", "harness"), ("notice", "harness")]
    picture = [{"inlineData": {"mimeType": "image/png", "data": "AAAA"}}]
    (part,) = lines(tmp_path, user("a", picture)).messages[0].parts
    assert (part.kind, part.name, part.arg("bytes"), part.text) == ("file", "image/png", "3", "")


def test_results_that_stand_as_a_users_message_go_to_their_calls(tmp_path: Path) -> None:
    answer = [{"functionResponse": {"id": "1", "name": "read_file", "response": {"output": "late"}}}]
    lost = [{"functionResponse": {"id": "9", "name": "read_file", "response": {"output": "lost"}}}]
    transcript = lines(tmp_path, user("a"), gemini("b", "", call("1", None, "executing")), user("c", answer), user("d", lost))
    assert [m.role for m in transcript.messages] == ["user", "assistant"]
    assert [(p.kind, p.status, p.text) for p in transcript.messages[1].parts] == [("call", "ok", ""), ("result", "ok", "late")]
    assert events(transcript) == [("other", "lost", 1)]
    assert (transcript.coverage.dangling, adds_up(transcript)) == (1, True)


@pytest.mark.parametrize(
    ("status", "words", "ending", "by"),
    [
        ("error", "No such file", "error", "tool"),
        ("cancelled", "[Operation Cancelled] Reason: User denied execution.", "refused", "harness"),
        ("cancelled", "[Operation Cancelled] Reason: User denied execution. Feedback: use the API", "refused", "person"),
        ("cancelled", "[Operation Cancelled] Reason: User cancelled the operation.", "cancelled", "harness"),
        ("error", "Tool execution denied by policy.", "refused", "harness"),
    ],
)
def test_how_a_call_ended(tmp_path: Path, status: str, words: str, ending: str, by: str) -> None:
    found = lines(tmp_path, user("a"), gemini("b", "", call("1", words, status))).messages[1]
    assert [(p.status, p.by) for p in found.parts] == [(ending, "model"), (ending, by)]
    assert ("interrupted" in found.flags) == (ending == "cancelled")


@pytest.mark.parametrize(
    ("told", "text", "code"),
    [
        (
            "Command: ls\nDirectory: (root)\nOutput: a\nb\nError: (none)\nExit Code: 0\nSignal: 0\nBackground PIDs: (none)",
            "a\nb",
            0,
        ),
        (
            "Command: rm x\nDirectory: (root)\nOutput: (empty)\nError: (none)\nExit Code: 0\nSignal: 0\nProcess Group PGID: 7",
            "",
            0,
        ),
        ("Command: ls x\nOutput: (empty)\nError: no such file\nExit Code: 2\nSignal: 0", "Error: no such file", 2),
        ("Output: (empty)\nExit Code: (none)\nSignal: 15", "Exit Code: (none)\nSignal: 15", None),
        ("Output: Exit Code: 3\nExit Code: 1\nProcess Group PGID: 7", "Exit Code: 3", 1),
        ("Command was blocked. Exit Code: 1", "Command was blocked. Exit Code: 1", None),
    ],
)
def test_output_of_a_command_is_what_it_put_out(tmp_path: Path, told: str, text: str, code: int | None) -> None:
    ran = gemini("b", "", call("1", told, name="run_shell_command"))
    asked, got = lines(tmp_path, user("a"), ran).messages[1].parts
    assert (got.text, got.exit_code, asked.status) == (text, code, "error" if code else "ok")


def test_cancelled_request_marks_the_last_answer_or_the_prompt(tmp_path: Path) -> None:
    cancelled = note("n", "Request cancelled.")
    answered = lines(tmp_path, user("a"), gemini("b", "", call("1")), cancelled)
    assert (flagged(answered, "interrupted"), events(answered)) == ([1], [("abort", "Request cancelled.", 1)])
    assert flagged(lines(tmp_path, user("a"), gemini("b", "B"), user("c"), cancelled), "interrupted") == [2]


def test_notes_are_events(tmp_path: Path) -> None:
    told = (note("a", "Careful.", "warning"), note("b", "It broke.", "error"), note("c", "Chat history compressed from 9 to 1."))
    transcript = lines(tmp_path, user("u"), *told)
    assert [(e.kind, e.text) for e in transcript.events] == [
        ("other", "Careful."),
        ("error", "It broke."),
        ("compaction", "Chat history compressed from 9 to 1."),
    ]


def test_session_of_notes_alone_has_no_messages(tmp_path: Path) -> None:
    transcript = document(tmp_path, note("a", "Hook failed.", "warning"))
    assert (transcript.messages, events(transcript)) == ((), [("other", "Hook failed.", None)])
    with pytest.raises(NoMessagesError):
        read(tmp_path / "session-1.json")


def test_sub_agents_session_and_the_call_that_started_it(tmp_path: Path) -> None:
    started = gemini("b", "", call("1", "Found.", name="codebase_investigator", agentId="sub-1", description="Look"))
    transcript = lines(tmp_path, user("a"), started)
    assert transcript.children == (Child(session="sub-1", message=1, title="Look"),)
    assert [(p.flags, p.by) for p in transcript.messages[1].parts] == [(("child:sub-1",), "model"), ((), "sub-agent")]
    inner = lines(tmp_path, user("a"), header=HEADER | {"kind": "subagent", "directories": ["/srv"]})
    assert (inner.messages[0].by, inner.cwd) == ("model", "/srv")


def test_document_of_one_line_and_one_that_is_cut(tmp_path: Path) -> None:
    told = (user("a", "Hi"), gemini("b", "Hello"))
    assert shape(document(tmp_path, *told, indent=None)) == [("user", "Hi"), ("assistant", "Hello")]
    document(tmp_path, *told)
    path = tmp_path / "session-1.json"
    path.write_bytes(path.read_bytes()[:-40])
    cut = Gemini().read(path)
    assert shape(cut)[:1] == [("user", "Hi")]
    assert (cut.coverage.truncated, adds_up(cut)) == (1, True)


def test_unknown_records_are_counted_and_their_words_kept(tmp_path: Path) -> None:
    transcript = lines(tmp_path, user("a"), {"id": "x", "type": "novelty", "content": "New."}, {"odd": 1})
    assert events(transcript) == [("other", "New.", 0)]
    assert (transcript.coverage.unknown, adds_up(transcript)) == (2, True)


@pytest.mark.parametrize(
    ("data", "is_gemini"),
    [
        ('{"sessionId":"a","projectHash":"b","startTime":"t"}\n{"id":"x"}', True),
        ('{\n  "sessionId": "a",\n  "projectHash": "b",\n  "messages": [\n    {"id"', True),
        ('{"$set":{}}\n{"sessionId":"a","projectHash":"b"}', True),
        ('{"sessionId":"a","messages":[]}', False),
        ('{"type":"user","sessionId":"a","projectHash":"b","uuid":"c"}', False),
        ("sessionId projectHash", False),
    ],
)
def test_sniff(data: str, *, is_gemini: bool) -> None:
    assert Gemini().sniff(Head(Path("x"), data.encode())) is is_gemini


def test_stores_leave_out_what_was_carried_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMINI_CLI_HOME", str(tmp_path))
    folder = tmp_path / ".gemini" / "tmp" / "abc" / "chats"
    folder.mkdir(parents=True)
    for name in ("session-1.json", "session-1.jsonl", "session-2.json", "logs.json"):
        (folder / name).touch()
    assert sorted(p.name for p in Gemini().stores()) == ["session-1.jsonl", "session-2.json"]


@needs_shared
def test_real_sessions() -> None:
    counted: dict[str, Any] = {}
    for path in sessions("gemini-cli"):
        transcript = Gemini().read(path)
        assert adds_up(transcript)
        assert transcript.coverage.unknown == transcript.coverage.bad == 0
        assert all(m.record and m.places for m in transcript.messages)
        people = sum(m.by == "person" for m in transcript.messages)
        counted[path.stem] = (people, len(transcript.messages) - people, len(transcript.events))
    assert counted == {"gem-13msg": (1, 11, 1), "gem-6msg": (2, 4, 0), "gem-warning-only": (0, 0, 1)}
