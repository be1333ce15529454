"""Copilot CLI's events: turns, calls and how they ended, aborts, sub-agents, hooks, compactions."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from narrator.model import Message, Tokens, Transcript
from narrator.readers.base import Head
from narrator.readers.copilot import Copilot
from tests.readers.copilot_lines import event, failed, prompt, ran, request, said, session, turn, write
from tests.shared import needs_shared, sessions

DATA = Path(__file__).parent.parent / "data" / "copilot"


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


def test_turn_that_was_aborted_leaves_no_message_and_marks_the_answer_before_it() -> None:
    transcript = Copilot().read(DATA / "aborted-turn.jsonl")
    assert shape(transcript) == [("user", "List the files."), ("assistant", ""), ("user", "Only the tests."), ("assistant", "")]
    assert flagged(transcript, "interrupted") == [1]
    (abort,) = (e for e in transcript.events if e.kind == "abort")
    assert (abort.text, abort.after, [p.line for p in abort.places]) == ("user_initiated", 1, [9, 8])
    assert adds_up(transcript)


def test_answer_has_its_turn_its_calls_and_their_results() -> None:
    found = Copilot().read(DATA / "aborted-turn.jsonl").messages[1]
    assert kinds(found) == ["reasoning", "call", "result"]
    assert (found.parts[2].exit_code, found.parts[2].seconds, found.parts[1].status) == (0, 0.5, "ok")
    assert [p.line for p in found.places] == [4, 3, 5, 6, 7]
    assert found.at == datetime(2026, 5, 1, 10, 0, 1, 100000, UTC)
    assert (found.id, found.model, found.tokens) == ("m1", "m1", Tokens(output=40))


def test_what_the_harness_puts_around_a_prompt_is_its_own() -> None:
    found = Copilot().read(DATA / "aborted-turn.jsonl").messages[0]
    assert [(p.kind, p.by) for p in found.parts] == [("notice", "harness"), ("text", "person"), ("notice", "harness")]
    assert found.visible_text == "List the files."


def test_stop_reason_comes_from_the_hook_at_the_end() -> None:
    transcript = Copilot().read(DATA / "aborted-turn.jsonl")
    assert [m.finish for m in transcript.messages] == [None, None, None, "end_turn"]
    assert [(e.kind, e.text, len(e.places)) for e in transcript.events if e.kind == "hook"] == [("hook", "agentStop", 2)]


@pytest.mark.parametrize(
    ("words", "code", "status", "by"),
    [
        ("Path does not exist", "failure", "error", "tool"),
        ("The user rejected this tool call.", "rejected", "refused", "harness"),
        ("The user rejected this tool call. User feedback: use the API", "rejected", "refused", "person"),
        ("Permission denied by rule", "denied", "refused", "harness"),
        ("stopped", "cancelled", "cancelled", "harness"),
    ],
)
def test_how_a_failed_call_ended(tmp_path: Path, words: str, code: str, status: str, by: str) -> None:
    transcript = session(tmp_path, prompt("go"), turn(said("", request("a")), *failed("a", words, code)))
    asked, got = transcript.messages[1].parts
    assert (asked.status, got.status, got.by, got.text) == (status, status, by, words)


@pytest.mark.parametrize(
    ("kind", "feedback", "by"),
    [
        ("denied-interactively-by-user", "use the API", "person"),
        ("denied-interactively-by-user", "", "harness"),
        ("denied-by-permission-request-hook", "", "hook"),
        ("denied-by-rules", "", "harness"),
    ],
)
def test_refusal_is_told_by_the_answer_to_the_request(tmp_path: Path, kind: str, feedback: str, by: str) -> None:
    asked = event("permission.requested", requestId="r", permissionRequest={"kind": "shell", "toolCallId": "a"})
    given = event("permission.completed", requestId="r", result={"kind": kind, "feedback": feedback})
    start, end = failed("a", "no")
    transcript = session(tmp_path, prompt("go"), turn(said("", request("a")), start, asked, given, end))
    got = transcript.messages[1].parts[1]
    assert (got.status, got.by) == ("refused", by)
    assert adds_up(transcript)


def test_command_that_failed_is_an_error_though_the_call_succeeded(tmp_path: Path) -> None:
    by_text = ran("a", "x\n<shellId: 6 completed with exit code 1>")
    by_field = ran("b", "x", toolTelemetry={"metrics": {"exit_code": 2}})
    transcript = session(tmp_path, turn(said("", request("a"), request("b")), *by_text, *by_field))
    results = [p for p in transcript.messages[0].parts if p.kind == "result"]
    assert [(p.text, p.status, p.exit_code) for p in results] == [("x", "error", 1), ("x", "error", 2)]


def test_answers_to_questions_are_the_persons_and_reports_the_sub_agents(tmp_path: Path) -> None:
    dismissed = {"properties": {"outcome": "skipped"}}
    requests = [request("a", "ask_user"), request("b", "ask_user"), request("c", "task")]
    done = (*ran("a", "User selected: B"), *ran("b", "Skipped", toolTelemetry=dismissed), *ran("c", "Found."))
    transcript = session(tmp_path, turn(said("", *requests), *done))
    results = [p for p in transcript.messages[0].parts if p.kind == "result"]
    assert [(p.by, p.status) for p in results] == [("person", "ok"), ("harness", "cancelled"), ("sub-agent", "ok")]


def test_calls_without_results(tmp_path: Path) -> None:
    stopped = session(tmp_path, turn(said("", request("a")), event("abort", reason="user_initiated"), end=False))
    assert stopped.messages[0].parts[0].status == "cancelled"
    assert stopped.messages[0].field("turn.aborted") == "user_initiated"
    assert session(tmp_path, turn(said("", request("a")), end=False)).messages[0].parts[0].status == "running"
    lost = session(tmp_path, turn(said("", request("a"))), prompt("and?"))
    assert lost.messages[0].parts[0].status == "missing"


def test_chunks_and_repeats_of_a_message_are_one(tmp_path: Path) -> None:
    chunks = [said("He", messageId="m", chunkIndex=0, chunkCount=2), said("llo", request("a"), messageId="m", chunkIndex=1)]
    transcript = session(tmp_path, turn(*chunks), turn(said("Bye", messageId="n"), said("Bye", messageId="n")))
    assert shape(transcript) == [("assistant", "Hello"), ("assistant", "Bye")]
    assert kinds(transcript.messages[0]) == ["text", "call"]
    assert adds_up(transcript)


def test_sub_agents_answers_stand_aside(tmp_path: Path) -> None:
    inner = said("Looking.", parentToolCallId="a")
    transcript = session(tmp_path, turn(said("", request("a", "task")), inner, *ran("a", "Found.")))
    assert [(m.by, m.flags) for m in transcript.messages] == [("model", ()), ("sub-agent", ("sidechain",))]


def test_prompts_that_no_person_typed(tmp_path: Path) -> None:
    note = event("system.notification", content="Shell 3 is done.", kind={"type": "shell_completed", "exitCode": 0})
    transcript = session(tmp_path, prompt("Go on.", source="autopilot"), note, prompt("Hi"))
    assert [(m.kind, m.by) for m in transcript.messages] == [("notice", "harness"), ("notice", "harness"), ("prompt", "person")]
    assert transcript.title == "Hi"
    assert transcript.messages[1].field("exitCode") == "0"


def test_prompt_typed_during_a_turn_is_queued(tmp_path: Path) -> None:
    transcript = session(tmp_path, prompt("go"), turn(said("", request("a")), prompt("wait"), *ran("a")), prompt("next"))
    assert flagged(transcript, "queued") == [2]


def test_command_that_the_person_ran(tmp_path: Path) -> None:
    asked = event("tool.user_requested", toolCallId="u", toolName="bash", arguments={"command": "ls"})
    transcript = session(tmp_path, asked, *ran("u", isUserRequested=True))
    found = transcript.messages[0]
    assert (found.kind, found.by, kinds(found)) == ("command", "person", ["call", "result"])


def test_compaction_with_its_summary(tmp_path: Path) -> None:
    begun, done = event("session.compaction_start"), event("session.compaction_complete", success=True, summaryContent="So far.")
    failure = event("session.compaction_complete", success=False, error="no room")
    transcript = session(tmp_path, prompt("go"), begun, done, begun, failure)
    assert [(m.kind, m.by, m.flags) for m in transcript.messages[1:]] == [("summary", "model", ("compaction",))]
    assert events(transcript) == [("compaction", "", 0), ("compaction", "", 1), ("compaction", "failed: no room", 1)]
    assert adds_up(transcript)


def test_error_in_a_turn_is_the_answers(tmp_path: Path) -> None:
    broken = event("session.error", errorType="rate_limit", message="slow down", statusCode=429)
    transcript = session(tmp_path, turn(said(), broken, end=False))
    assert (transcript.messages[0].error, transcript.messages[0].field("status")) == ("rate_limit", "429")
    assert events(transcript) == [("error", "rate_limit: slow down", 0)]


def test_rewound_messages_are_superseded(tmp_path: Path) -> None:
    rewind = event("session.snapshot_rewind", upToEventId="v2", eventsRemoved=2)
    transcript = session(tmp_path, prompt("a"), prompt("b"), prompt("c"), rewind, prompt("d"))
    assert flagged(transcript, "superseded") == [1, 2]
    assert events(transcript) == [("rewind", "to before message 1", 2)]


def test_bookkeeping_is_events(tmp_path: Path) -> None:
    lines = [
        event("session.model_change", newModel="n"),
        event("session.mode_changed", newMode="plan"),
        event("hook.start", hookInvocationId="h", hookType="preToolUse"),
        event("hook.end", hookInvocationId="h", hookType="preToolUse", success=False, error={"message": "no"}),
        event("novelty", message="New."),
        event("assistant.turn_start", turnId="7"),
    ]
    transcript = session(tmp_path, *lines)
    assert events(transcript) == [
        ("model", "m → n", None),
        ("mode", "plan", None),
        ("hook", "preToolUse failed: no", None),
        ("other", "New.", None),
        ("other", "turn 7 gave no message", None),
    ]
    assert (transcript.coverage.unknown, adds_up(transcript)) == (1, True)


def test_references_to_what_is_not_there_are_counted(tmp_path: Path) -> None:
    transcript = session(tmp_path, prompt("a"), prompt("b") | {"parentId": "gone"}, *ran("lost"))
    assert sorted(p.code for p in transcript.problems) == ["dangling-parent", "orphan-result"]
    assert (transcript.coverage.dangling, adds_up(transcript)) == (2, True)


def test_attachments(tmp_path: Path) -> None:
    files = [{"type": "file", "path": "/srv/a.png", "displayName": "a.png"}, {"type": "selection", "text": "x = 1"}]
    transcript = session(tmp_path, prompt("", attachments=files))
    assert [(p.kind, p.name, p.text) for p in transcript.messages[0].parts] == [
        ("file", "a.png", ""),
        ("file", "selection", "x = 1"),
    ]


@pytest.mark.parametrize(
    ("line", "is_copilot"),
    [
        ('{"type":"session.start","data":{"sessionId":"a","producer":"copilot-agent"},"id":"b"}', True),
        ('{"type":"session.start","data":{"sessionId":"a","producer":"copi', True),
        ('{"type":"user.message","data":{},"id":"b","timestamp":"t","parentId":null}', True),
        ('{"type":"session.start","data":{"sessionId":"a"},"id":"b"}', False),
        ('{"type":"user.message","data":{}}', False),
        ('{"type":"session","id":"a","timestamp":"t"}', False),
    ],
)
def test_sniff(line: str, *, is_copilot: bool) -> None:
    assert Copilot().sniff(Head(Path("x"), line.encode())) is is_copilot


def test_stores_and_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COPILOT_HOME", str(tmp_path))
    folder = tmp_path / "session-state" / "abc"
    folder.mkdir(parents=True)
    path = write(folder, prompt("a"), header=None)
    (tmp_path / "session-state" / "old.jsonl").touch()
    assert sorted(p.name for p in Copilot().stores()) == ["events.jsonl", "old.jsonl"]
    assert Copilot().read(path).session == "abc"


@needs_shared
def test_real_sessions() -> None:
    counted = {}
    for path in sessions("copilot-cli"):
        transcript = Copilot().read(path)
        assert adds_up(transcript)
        assert transcript.coverage.unknown == transcript.coverage.bad == transcript.coverage.dangling == 0
        assert all(m.record and m.places for m in transcript.messages)
        counted[path.name.split("-")[1]] = (
            sum(m.by == "person" for m in transcript.messages),
            sum(m.role == "assistant" for m in transcript.messages),
            sum(e.kind == "abort" for e in transcript.events),
            len(flagged(transcript, "interrupted")),
            sum(p.by == "person" and p.kind == "result" for m in transcript.messages for p in m.parts),
        )
    assert counted == {"abort": (4, 56, 1, 1, 3), "empty": (1, 1, 0, 0, 0)}
