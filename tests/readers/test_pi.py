"""Pi's sessions: the tree and its active path, results with their calls, commands, skills, summaries, forks."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from narrator.model import Message, Tokens, Transcript
from narrator.readers.base import Head
from narrator.readers.pi import Pi
from tests.readers.pi_lines import BEGIN, HEADER, at, call, message, prompt, reply, result, session, thought, write
from tests.shared import needs_shared, sessions

DATA = Path(__file__).parent.parent / "data" / "pi"
SKILL = '<skill name="tidy" location="/home/u/tidy/SKILL.md">\nReferences are relative to /home/u.\n\nBe tidy.\n</skill>'


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


def test_other_branches_are_kept_and_superseded() -> None:
    transcript = Pi().read(DATA / "branches.jsonl")
    assert [m.visible_text for m in transcript.messages] == [
        "Sort the list.",
        "I shall use bubble sort.",
        "Too slow.",
        "Bubble sort was tried and given up.",
        "Use the library.",
        "Done with sorted().",
    ]
    assert flagged(transcript, "superseded") == [1, 2]
    assert [m.kind for m in transcript.messages] == ["prompt", "reply", "prompt", "summary", "prompt", "reply"]
    assert [m.parent for m in transcript.messages] == [None, "a1", "a2", "a1", "b1", "b2"]
    assert ("rewind", "to message 0", 2) in events(transcript)
    assert ("other", "label 'good' on message 5", 5) in events(transcript)
    assert transcript.title == "Sorting"
    assert adds_up(transcript)


def test_first_version_is_one_line_of_entries() -> None:
    transcript = Pi().read(DATA / "first-version.jsonl")
    assert [(m.role, m.kind, m.by) for m in transcript.messages] == [
        ("user", "prompt", "person"),
        ("assistant", "reply", "model"),
        ("assistant", "reply", "model"),
        ("user", "command", "person"),
        ("assistant", "summary", "model"),
    ]
    assert flagged(transcript, "superseded") == []
    asked, got = transcript.messages[1].parts
    assert (asked.status, got.status, got.exit_code, got.by) == ("error", "error", 2, "tool")
    assert transcript.messages[2].flags == ("interrupted",)
    assert transcript.messages[4].flags == ("compaction",)
    assert transcript.messages[4].field("firstKeptEntryIndex") == "4"
    assert adds_up(transcript)


def test_tokens_and_cost_are_what_the_record_says() -> None:
    transcript = Pi().read(DATA / "first-version.jsonl")
    assert (transcript.messages[1].tokens, transcript.messages[1].cost) == (Tokens(input=10, output=4), 0.001)
    assert (transcript.messages[2].tokens, transcript.messages[2].cost) == (None, None)


def test_times_are_when_an_answer_began_and_when_its_last_record_came(tmp_path: Path) -> None:
    began = int(BEGIN.timestamp() * 1000) + 500
    transcript = session(tmp_path, prompt("go"), reply(call("a"), stop="toolUse", timestamp=began), result("a"))
    found = transcript.messages[1]
    assert (found.at, found.ended) == (datetime(2026, 5, 1, 10, 0, 0, 500000, UTC), datetime(2026, 5, 1, 10, 0, 2, tzinfo=UTC))


def test_results_stand_after_their_calls(tmp_path: Path) -> None:
    asked = reply("I look.", call("a"), call("b", "read", path="x"), stop="toolUse")
    transcript = session(tmp_path, prompt("go"), asked, result("b", "B", "read"), result("a", "A"), reply("Both."))
    assert kinds(transcript.messages[1]) == ["text", "call", "result", "call", "result"]
    assert [p.text for p in transcript.messages[1].parts if p.kind == "result"] == ["A", "B"]
    assert len(transcript.messages[1].places) == 3


@pytest.mark.parametrize(
    ("text", "status", "by", "code"),
    [
        ("boom\n\nCommand exited with code 7", "error", "tool", 7),
        ("part\n\nCommand aborted", "cancelled", "tool", None),
        ("Operation aborted", "cancelled", "tool", None),
        ("Command timed out after 5 seconds", "error", "tool", None),
        ("Skipped due to queued user message.", "cancelled", "harness", None),
        ("Tool execution was blocked by an extension", "refused", "hook", None),
        ('Validation failed for tool "edit":', "error", "harness", None),
        ("Command exited with code 7 is what it said", "error", "tool", None),
    ],
)
def test_how_a_failed_call_ended(tmp_path: Path, text: str, status: str, by: str, code: int | None) -> None:
    transcript = session(tmp_path, prompt("go"), reply(call("a"), stop="toolUse"), result("a", text, isError=True))
    asked, got = transcript.messages[1].parts
    assert (asked.status, got.status, got.by, got.exit_code) == (status, status, by, code)


@pytest.mark.parametrize(
    ("name", "details", "status", "by"),
    [
        ("AskQuestions", {"cancelled": False, "answers": {"Which?": "Both"}}, "ok", "person"),
        ("question", {"answer": "Both"}, "ok", "person"),
        ("AskQuestions", {"cancelled": True, "answers": {}}, "cancelled", "harness"),
        ("Agents", {"results": [{"agent": "plan", "task": "Plan"}]}, "ok", "sub-agent"),
        ("survey", {"answers": {"a": "b"}}, "ok", "tool"),
    ],
)
def test_whose_a_result_is(tmp_path: Path, name: str, details: dict[str, Any], status: str, by: str) -> None:
    asked = reply(call("a", name), stop="toolUse")
    transcript = session(tmp_path, prompt("go"), asked, result("a", "Both", name, details=details))
    got = transcript.messages[1].parts[1]
    assert (got.status, got.by) == (status, by)


def test_calls_without_results(tmp_path: Path) -> None:
    stopped = session(tmp_path, prompt("go"), reply(call("a"), stop="aborted"), prompt("no"))
    assert stopped.messages[1].parts[0].status == "cancelled"
    lost = session(tmp_path, prompt("go"), reply(call("a"), stop="toolUse"), prompt("and?"))
    assert lost.messages[1].parts[0].status == "missing"
    cut = session(tmp_path, prompt("go"), reply(call("a"), stop="toolUse"))
    assert cut.messages[1].parts[0].status == "running"


def test_result_of_an_unknown_call_is_kept_and_said(tmp_path: Path) -> None:
    transcript = session(tmp_path, prompt("go"), reply("ok"), result("lost", "words"))
    assert transcript.messages[1].parts[-1].text == "words"
    assert [p.code for p in transcript.problems] == ["orphan-result"]
    assert (transcript.coverage.dangling, adds_up(transcript)) == (1, True)
    alone = session(tmp_path, result("lost", "words"))
    assert events(alone) == [("other", "words", None)]


def test_command_that_the_person_ran_is_theirs(tmp_path: Path) -> None:
    ran = message("bashExecution", command="ls", output="a", exitCode=1, cancelled=False, truncated=True)
    stopped = message("bashExecution", command="sleep 9", output="", cancelled=True, truncated=False, excludeFromContext=True)
    transcript = session(tmp_path, ran, stopped)
    asked, got = transcript.messages[0].parts
    assert (asked.by, asked.args, got.by, got.exit_code, got.flags) == ("person", (("command", "ls"),), "tool", 1, ("truncated",))
    assert transcript.messages[1].parts[0].status == "cancelled"
    assert transcript.messages[1].field("excludeFromContext") == "true"


def test_skill_is_a_command_and_its_text_is_the_harness_own(tmp_path: Path) -> None:
    transcript = session(tmp_path, prompt(f"{SKILL}\n\nonly src"), prompt(SKILL), prompt("Now test."))
    assert [(m.kind, m.by, m.visible_text) for m in transcript.messages] == [
        ("command", "person", "/skill:tidy only src"),
        ("command", "person", "/skill:tidy"),
        ("prompt", "person", "Now test."),
    ]
    assert [p.by for p in transcript.messages[0].parts] == ["person", "harness"]
    assert transcript.title == "Now test."


def test_files_and_images_of_a_prompt_are_no_words(tmp_path: Path) -> None:
    image = {"type": "image", "data": "AAAA", "mimeType": "image/png"}
    transcript = session(tmp_path, prompt('<file name="/srv/a.py">\nx = 1\n</file>\nWhat is x?'), prompt("", image))
    assert kinds(transcript.messages[0]) == ["file", "text"]
    assert transcript.messages[0].visible_text == "What is x?"
    (picture,) = transcript.messages[1].parts
    assert (picture.kind, picture.name, picture.arg("bytes"), picture.text) == ("file", "image/png", "3", "")


def test_word_typed_while_a_tool_ran_is_queued(tmp_path: Path) -> None:
    early = int(BEGIN.timestamp() * 1000) + 1500
    asked = (prompt("go"), reply(call("a"), stop="toolUse"), result("a"))
    late = message("user", content="and?", timestamp=int(BEGIN.timestamp() * 1000) + 3000)
    assert flagged(session(tmp_path, *asked, message("user", content="wait", timestamp=early)), "queued") == [2]
    assert flagged(session(tmp_path, *asked, late), "queued") == []


def test_what_an_extension_puts_in_is_no_persons(tmp_path: Path) -> None:
    shown = {"type": "custom_message", "customType": "memo", "content": "Remember.", "display": True}
    hidden = message("hookMessage", customType="memo", content=[{"type": "text", "text": "Psst."}], display=False)
    state = {"type": "custom", "customType": "state", "data": {"n": 1}}
    transcript = session(tmp_path, shown, hidden, state)
    assert [(m.kind, m.by, m.visible_text) for m in transcript.messages] == [
        ("notice", "hook", "Remember."),
        ("notice", "hook", ""),
    ]
    assert events(transcript) == [("other", "state", 1)]
    assert adds_up(transcript)


def test_thoughts_are_hidden_only_where_nothing_is_shown_or_the_provider_says_so(tmp_path: Path) -> None:
    transcript = session(tmp_path, reply(thought(), thought(""), thought("[redacted]", redacted=True)))
    assert [p.flags for p in transcript.messages[0].parts] == [(), ("hidden",), ("hidden",)]


def test_what_openclaw_wrote_itself_is_the_harness_own(tmp_path: Path) -> None:
    mirrored = reply("Sent.")
    mirrored["message"] |= {"provider": "openclaw", "model": "delivery-mirror"}
    transcript = session(tmp_path, prompt("go"), mirrored)
    assert (transcript.messages[1].by, transcript.messages[1].flags) == ("harness", ("synthetic",))


def test_parent_that_is_not_in_the_file_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    transcript = session(tmp_path, prompt("a"), reply("b"), at(prompt("c"), "x", "gone"))
    assert flagged(transcript, "superseded") == []
    assert [(p.code, p.message) for p in transcript.problems] == [("dangling-parent", 1)]
    assert transcript.coverage.dangling == 1


def test_parent_that_stands_later_in_the_file_is_found(tmp_path: Path) -> None:
    transcript = session(tmp_path, at(reply("b"), "y", "x"), at(prompt("a"), "x", None), at(reply("c"), "z", "y"))
    assert flagged(transcript, "superseded") == []
    assert transcript.problems == ()


def test_circle_of_parents_ends(tmp_path: Path) -> None:
    transcript = session(tmp_path, at(prompt("a"), "x", "y"), at(prompt("b"), "y", "x"))
    assert shape(transcript) == [("user", "a"), ("user", "b")]


def test_fork_flags_what_it_repeats(tmp_path: Path) -> None:
    header = HEADER | {"timestamp": "2026-05-01T10:00:01.500Z", "parentSession": "/elsewhere/s0.jsonl"}
    transcript = session(tmp_path, prompt("a"), reply("b"), prompt("c"), header=header)
    assert flagged(transcript, "copied") == [0, 1]
    only_copied = session(tmp_path, prompt("a"), reply("b"), header=header)
    assert flagged(only_copied, "copied") == []
    assert flagged(session(tmp_path, prompt("a"), prompt("c"), header=header | {"parentSession": None}), "copied") == []


def test_error_is_named_by_its_words(tmp_path: Path) -> None:
    words = '429 {"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}'
    transcript = session(tmp_path, prompt("a"), reply(stop="error", errorMessage=words), reply(stop="error", errorMessage="odd"))
    assert [m.error for m in transcript.messages] == [None, "rate_limit_error", "error"]
    assert transcript.messages[1].field("status") == "429"


def test_changes_of_model_and_thinking_are_events(tmp_path: Path) -> None:
    changes = [{"type": "model_change", "provider": "p", "modelId": m} for m in ("a", "b")]
    levels = [{"type": "thinking_level_change", "thinkingLevel": level} for level in ("off", "high")]
    assert events(session(tmp_path, *changes, *levels)) == [
        ("model", "p/a", None),
        ("model", "p/a → p/b", None),
        ("mode", "thinking: off", None),
        ("mode", "thinking: off → high", None),
    ]


def test_unknown_entries_and_roles_are_counted_and_their_words_kept(tmp_path: Path) -> None:
    transcript = session(tmp_path, {"type": "novelty", "text": "New."}, message("oracle", content="Hear."), {"type": 5})
    assert events(transcript) == [("other", "New.", None), ("other", "Hear.", None)]
    assert (transcript.coverage.unknown, adds_up(transcript)) == (3, True)


def test_version_that_is_not_known_is_said(tmp_path: Path) -> None:
    transcript = session(tmp_path, prompt("a"), header=HEADER | {"version": 9})
    assert [p.code for p in transcript.problems] == ["other-version"]


@pytest.mark.parametrize(
    ("line", "is_pi"),
    [
        ('{"type":"session","version":3,"id":"a","timestamp":"2026-05-01T10:00:00Z","cwd":"/"}', True),
        ('{"type":"session","id":"a","timestamp":"2026-05-01T10:00:00Z","cwd":"/', True),
        ('{"type":"session","id":"a","timestamp":"t","data":{}}', False),
        ('{"type":"session.start","id":"a","timestamp":"t"}', False),
        ('{"type":"session","sessionID":"ses_1","id":"a","timestamp":"t"}', False),
        ("", False),
    ],
)
def test_sniff(line: str, *, is_pi: bool) -> None:
    assert Pi().sniff(Head(Path("x"), line.encode())) is is_pi


def test_stores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("PI_CODING_AGENT_DIR", "PI_CODING_AGENT_SESSION_DIR", "OPENCLAW_STATE_DIR"):
        monkeypatch.delenv(name, raising=False)
    for folder in (".pi/agent/sessions/--srv--", ".openclaw/agents/main/sessions"):
        (tmp_path / folder).mkdir(parents=True)
        write(tmp_path / folder, prompt("a"))
    assert len(list(Pi().stores())) == 2
    monkeypatch.setenv("PI_CODING_AGENT_DIR", str(tmp_path / "none"))
    assert len(list(Pi().stores())) == 1


@needs_shared
def test_real_sessions() -> None:
    counted = {}
    for path in sessions("pi"):
        transcript = Pi().read(path)
        assert adds_up(transcript)
        assert transcript.coverage.unknown == transcript.coverage.bad == 0
        assert all(m.record and m.places for m in transcript.messages)
        assert [m.index for m in transcript.messages] == list(range(len(transcript.messages)))
        theirs = [m for m in transcript.messages if m.by == "person"]
        counted[path.name.split(".")[0]] = (
            sum(m.field("source") == "message.user" for m in theirs),
            sum(m.field("source") == "message.bashExecution" for m in theirs),
            sum(m.field("source") == "message.assistant" for m in transcript.messages),
            sum("interrupted" in m.flags for m in transcript.messages),
            sum(m.kind == "summary" for m in transcript.messages),
            len(flagged(transcript, "superseded")),
        )
    assert counted == {"pi-2compaction-252rec": (9, 0, 117, 0, 2, 0), "pi-before-compaction-2": (55, 3, 484, 18, 2, 0)}
