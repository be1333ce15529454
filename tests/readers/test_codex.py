"""Codex rollouts: each thing once, outputs with their calls, turns and their ends."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from narrator.model import Message, Tokens, Transcript
from narrator.readers.base import Head
from narrator.readers.codex import Codex
from tests.readers.codex_lines import (
    META,
    aborted,
    call,
    complete,
    event,
    given,
    item,
    output,
    prompt,
    rollout,
    said,
    started,
    thought,
    tokens,
    write,
)

DATA = Path(__file__).parent.parent / "data" / "codex"
CONTEXT = "<environment_context>\n  <cwd>/srv</cwd>\n</environment_context>"


def shape(transcript: Transcript) -> list[tuple[str, str]]:
    return [(m.role, m.visible_text) for m in transcript.messages]


def kinds(message: Message) -> list[str]:
    return [p.kind for p in message.parts]


def adds_up(transcript: Transcript) -> bool:
    c = transcript.coverage
    return c.records == c.in_messages + c.in_events + c.in_header + c.unknown + c.bad


def test_prompt_and_reply_are_recorded_twice_and_read_once(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), prompt("Run it"), said("Done.", "final_answer"), complete())
    assert shape(transcript) == [("user", "Run it"), ("assistant", "Done.")]
    assert adds_up(transcript)


def test_a_reply_is_one_step_its_thought_its_words_its_calls(tmp_path: Path) -> None:
    transcript = rollout(
        tmp_path,
        started(),
        prompt("go"),
        (thought(), *said("I look."), call("a"), call("b"), output("a", "A"), output("b", "B"), tokens(9)),
        (*said("Both read."), complete()),
    )
    assert [kinds(m) for m in transcript.messages] == [
        ["text"],
        ["reasoning", "text", "call", "result", "call", "result"],
        ["text"],
    ]
    assert [p.text for p in transcript.messages[1].parts if p.kind == "result"] == ["A", "B"]


def test_an_output_ends_a_step_even_where_no_tokens_are_counted(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), prompt("go"), call("a"), output("a"), call("b"), output("b"))
    assert [kinds(m) for m in transcript.messages[1:]] == [["call", "result"]] * 2


def test_late_output_goes_to_its_call(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), prompt("go"), call("a"), tokens(5), prompt("and?"), output("a", "late"), said("ok"))
    assert transcript.messages[1].parts[1].text == "late"
    assert transcript.messages[1].parts[0].status == "ok"


def test_output_of_an_unknown_call_is_kept_and_said(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), prompt("go"), said("ok"), output("lost", "words"))
    assert transcript.messages[1].parts[-1].text == "words"
    assert [p.code for p in transcript.problems] == ["orphan-result"]
    assert transcript.coverage.dangling == 1


def test_hidden_reasoning_is_flagged_and_a_summary_is_read(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), prompt("go"), thought(), thought("First.", "Second."), said("ok"))
    hidden, told = transcript.messages[1].parts[:2]
    assert (hidden.text, hidden.flags) == ("", ("hidden",))
    assert (told.text, told.flags) == ("First.\n\nSecond.", ())


def test_thoughts_that_only_the_interface_told_are_kept(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), prompt("go"), event("agent_reasoning", text="Hm."), thought(), said("ok"))
    assert transcript.messages[1].parts[0].text == "Hm."


def test_what_the_harness_puts_in_comes_with_the_prompt_and_is_not_typed(tmp_path: Path) -> None:
    agents = "# AGENTS.md instructions for /srv\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>"
    transcript = rollout(
        tmp_path,
        (started(), given("<permissions instructions>", "developer"), given(agents), given(CONTEXT)),
        (*prompt("$skill go"), given("<skill>\n<name>skill</name>"), *said("ok")),
    )
    message = transcript.messages[0]
    assert message.visible_text == "$skill go"
    assert [(p.name, p.by) for p in message.parts if p.kind == "notice"] == [
        ("developer", "harness"),
        ("AGENTS.md", "harness"),
        ("environment_context", "harness"),
        ("skill", "harness"),
    ]
    assert sorted(p.line or 0 for p in message.places) == [3, 4, 5, 6, 7, 8]
    assert message.places[0].line == 6
    assert adds_up(transcript)


def test_what_the_harness_puts_in_after_a_turn_comes_with_the_next_prompt(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), prompt("go"), aborted(), given(CONTEXT), started("t2"), prompt("stop"), said("ok"))
    assert [kinds(m) for m in transcript.messages[:2]] == [["text"], ["notice", "text"]]


def test_what_the_harness_puts_in_without_a_prompt_is_an_event(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), given(CONTEXT), said("ok"), complete())
    assert [(e.kind, e.text) for e in transcript.events] == [("other", CONTEXT)]
    assert adds_up(transcript)


def test_without_prompt_events_what_no_wrapper_begins_is_typed(tmp_path: Path) -> None:
    transcript = rollout(
        tmp_path, given(CONTEXT), given("<user_instructions>\nx"), given("Fix <b>it</b>"), said("ok"), given("Thanks")
    )
    assert [m.visible_text for m in transcript.messages if m.role == "user"] == ["Fix <b>it</b>", "Thanks"]
    assert {m.by for m in transcript.messages if m.role == "user"} == {"person"}


def test_unmarked_user_words_in_a_file_that_marks_prompts_are_the_harness(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), prompt("go"), given("<new_wrapper>x"), said("ok"), complete())
    assert [(m.by, m.kind) for m in transcript.messages[:2]] == [("person", "prompt"), ("harness", "notice")]
    assert "synthetic" in transcript.messages[1].flags


def test_prompt_cut_off_before_its_event_stays_a_persons(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), prompt("go"), said("ok"), complete(), started("t2"), given("next"))
    assert (transcript.messages[-1].by, transcript.messages[-1].visible_text) == ("person", "next")


def test_completed_items_mark_prompts_as_well(tmp_path: Path) -> None:
    marked = event("item_completed", item={"type": "UserMessage", "content": [{"type": "text", "text": "go"}]})
    repeated = event("item_completed", item={"type": "AgentMessage", "content": [{"type": "Text", "text": "ok"}]})
    transcript = rollout(tmp_path, started(), given("go"), marked, said("ok"), repeated, complete())
    assert shape(transcript) == [("user", "go"), ("assistant", "ok")]
    assert adds_up(transcript)


def test_prompt_event_before_its_item(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), event("user_message", message="go"), given("go"), said("ok"))
    assert shape(transcript) == [("user", "go"), ("assistant", "ok")]


def test_the_same_prompt_twice_is_two_prompts(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), prompt("go"), said("ok"), complete(), started("t2"), prompt("go"), said("ok"))
    assert [m.role for m in transcript.messages] == ["user", "assistant"] * 2


def test_words_that_only_the_interface_told_are_read(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), prompt("go"), event("agent_message", message="ok"), complete())
    assert shape(transcript) == [("user", "go"), ("assistant", "ok")]
    assert adds_up(transcript)


def test_prompt_typed_during_work_is_queued(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), prompt("go"), said("working"), prompt("faster"), said("ok"))
    assert [m.flags for m in transcript.messages] == [(), (), ("queued",), ()]


def test_images_and_editor_context(tmp_path: Path) -> None:
    text = "# Context from my IDE setup:\n## Open tabs:\n- a.py\n\n## My request for Codex:\nFix it"
    image = {"type": "input_image", "image_url": "data:image/png;base64,AAAA"}
    looked = item("message", role="user", content=[{"type": "input_text", "text": "<image name=[Image #1]>"}, image])
    transcript = rollout(tmp_path, started(), prompt(text), said("ok"), looked, event("user_message", message="", images=["x"]))
    assert transcript.messages[0].visible_text == "Fix it"
    assert [(p.kind, p.by) for p in transcript.messages[0].parts] == [("text", "harness"), ("text", "person")]
    assert kinds(transcript.messages[2]) == ["file"]
    assert "AAAA" not in str(transcript)


def test_a_persons_shell_command(tmp_path: Path) -> None:
    ran = "<command>\nmake\n</command>\n<result>\nExit code: 2\nDuration: 0.5 seconds\nOutput:\nno\n</result>"
    text = f"<user_shell_command>\n{ran}\n</user_shell_command>"
    transcript = rollout(tmp_path, started(), given(text), complete(None))
    message = transcript.messages[0]
    assert (message.kind, message.by, message.is_silent) == ("command", "person", False)
    assert [(p.by, p.status, p.exit_code, p.seconds) for p in message.parts] == [
        ("person", "error", None, None),
        ("tool", "error", 2, 0.5),
    ]


def test_sub_agents_are_children_and_their_notes_are_theirs(tmp_path: Path) -> None:
    note = given('<subagent_notification>\n{"agent_id":"c1"}\n</subagent_notification>')
    transcript = rollout(
        tmp_path,
        (started(), *prompt("go"), call("a", name="spawn_agent"), output("a", '{"agent_id":"c1","nickname":"Ada"}')),
        (note, *said("ok")),
    )
    child = transcript.children[0]
    assert (child.session, child.message, child.title) == ("c1", 1, "Ada")
    assert [(m.kind, m.by) for m in transcript.messages[2:3]] == [("notice", "sub-agent")]


def test_in_a_sub_agents_session_the_prompts_are_the_models(tmp_path: Path) -> None:
    header = {"type": "session_meta", "payload": META["payload"] | {"source": {"subagent": {"thread_spawn": {}}}}}
    assert rollout(tmp_path, started(), prompt("look"), said("ok"), header=header).messages[0].by == "model"


def test_abort_with_a_reply_flags_the_last_reply(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), prompt("go"), said("one"), call("a"), output("a"), thought(), aborted())
    assert [m.flags for m in transcript.messages] == [(), (), ("interrupted",)]
    assert transcript.messages[2].field("turn.aborted") == "interrupted"
    assert [(e.kind, e.text, len(e.places)) for e in transcript.events] == [("abort", "interrupted after 9.9 s", 2)]


def test_abort_without_a_reply_flags_the_prompt_and_makes_no_message(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), prompt("go"), aborted(), started("t2"), prompt("stop"), said("ok"))
    assert [m.role for m in transcript.messages] == ["user", "user", "assistant"]
    assert transcript.messages[0].flags == ("interrupted",)
    assert transcript.messages[1].flags == ()


def test_call_without_output_after_an_abort_was_cancelled(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), prompt("go"), call("a"), aborted())
    assert transcript.messages[1].parts[0].status == "cancelled"


def test_abort_known_by_its_text_alone(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, prompt("go"), said("one"), aborted()[0], prompt("stop"), said("ok"))
    assert [(e.kind, e.text) for e in transcript.events] == [("abort", "interrupted")]
    assert transcript.messages[1].flags == ("interrupted",)
    assert adds_up(transcript)


def test_record_that_stops_in_a_turn_says_so(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, started(), prompt("go"), said("one"), call("a"))
    assert transcript.messages[1].field("turn.end") == "none"
    assert transcript.messages[1].parts[1].status == "running"


def test_manual_compaction_is_an_event_once_and_no_message(tmp_path: Path) -> None:
    compacted = {"type": "compacted", "payload": {"message": "", "replacement_history": [{"type": "message", "role": "user"}]}}
    transcript = rollout(
        tmp_path,
        (started(), *prompt("go"), *said("ok"), tokens(5), complete(), started("t2"), compacted, tokens(5)),
        (event("context_compacted"), complete(None, "t2"), started("t3"), *prompt("on"), *said("ok")),
    )
    assert [(e.kind, e.text, e.after, len(e.places)) for e in transcript.events] == [("compaction", "manual", 1, 2)]
    assert len(transcript.messages) == 4
    assert adds_up(transcript)


def test_compaction_during_work_is_automatic(tmp_path: Path) -> None:
    compacted = {"type": "compacted", "payload": {"message": ""}}
    transcript = rollout(
        tmp_path, started(), prompt("go"), call("a"), output("a"), compacted, event("context_compacted"), said("on")
    )
    assert [(e.text, e.after) for e in transcript.events] == [("auto", 1)]


def test_readable_summary_is_a_message_of_its_own(tmp_path: Path) -> None:
    compacted = {"type": "compacted", "payload": {"message": "Another model wrote:\nAll is done."}}
    transcript = rollout(
        tmp_path, started(), prompt("go"), said("ok"), complete(), started("t2"), compacted, complete(None, "t2")
    )
    assert [(m.kind, m.flags) for m in transcript.messages[2:]] == [("summary", ("compaction",))]
    assert [e.text for e in transcript.events] == ["manual"]


def test_summary_that_the_record_holds_as_a_reply_is_not_told_twice(tmp_path: Path) -> None:
    compacted = {"type": "compacted", "payload": {"message": "Another model wrote:\nAll is done."}}
    transcript = rollout(tmp_path, started(), prompt("go"), said("ok"), tokens(5), said("All is done."), compacted, said("on"))
    assert [(m.kind, m.visible_text) for m in transcript.messages[1:]] == [
        ("reply", "ok"),
        ("summary", "All is done."),
        ("reply", "on"),
    ]


def test_turns_taken_back_are_superseded_and_stay(tmp_path: Path) -> None:
    turns = [(started(t), *prompt(t), *said(f"ok {t}"), complete(turn=t)) for t in ("t1", "t2", "t3")]
    transcript = rollout(tmp_path, *turns, event("thread_rolled_back", num_turns=2), started("t4"), prompt("t4"), said("ok t4"))
    assert ["superseded" in m.flags for m in transcript.messages] == [False] * 2 + [True] * 4 + [False] * 2
    assert [e.kind for e in transcript.events] == ["rewind"]


def test_tokens_are_disjoint_and_a_repeated_total_is_none(tmp_path: Path) -> None:
    usage = {"input_tokens": 100, "cached_input_tokens": 80, "output_tokens": 30, "reasoning_output_tokens": 10}
    transcript = rollout(
        tmp_path, started(), prompt("go"), thought(), tokens(130, **usage), tokens(130, **usage), said("ok"), tokens(130, **usage)
    )
    assert [m.tokens for m in transcript.messages] == [None, Tokens(input=20, output=20, reasoning=10, cache_read=80), None]


def test_model_and_mode_change_are_events(tmp_path: Path) -> None:
    def context(model: str, mode: str) -> dict[str, Any]:
        policies = {"approval_policy": "never", "sandbox_policy": {"type": "read-only"}}
        return {"type": "turn_context", "payload": policies | {"model": model, "collaboration_mode": {"mode": mode}}}

    turns = [(started("t1"), context("m1", "default"), *prompt("a"), *said("b"), complete())]
    turns.append((started("t2"), context("m2", "plan"), *prompt("c"), *said("d"), complete()))
    transcript = rollout(tmp_path, *turns)
    assert [(m.model, m.mode) for m in transcript.messages[1::2]] == [("m1", "never, read-only"), ("m2", "plan")]
    assert [(e.kind, e.text) for e in transcript.events] == [("model", "m1 → m2"), ("mode", "never, read-only → plan")]


def test_error_is_the_turns(tmp_path: Path) -> None:
    failed = event("error", message="too long", codex_error_info="context_window_exceeded")
    transcript = rollout(tmp_path, started(), prompt("go"), thought(), failed, complete(None))
    assert transcript.messages[1].error == "context_window_exceeded"
    assert [(e.kind, e.text) for e in transcript.events] == [("error", "too long")]


def test_a_copy_of_the_parents_turns_is_flagged_and_tells_no_time(tmp_path: Path) -> None:
    parent = {"type": "session_meta", "payload": {"id": "s0", "timestamp": "2026-04-01T00:00:00Z"}}
    old = event("task_started", turn_id="t0", started_at=1_770_000_000)
    new = event("task_started", turn_id="t1", started_at=1_777_629_660)
    transcript = rollout(tmp_path, parent, old, prompt("old"), said("ok"), complete(), new, prompt("new"), said("ok"))
    assert transcript.session == "s1"
    assert [m.flags for m in transcript.messages] == [("copied",), ("copied",), (), ()]
    assert [m.at is None for m in transcript.messages] == [True, True, False, False]


def test_unknown_records_are_counted_and_their_words_kept(tmp_path: Path) -> None:
    strange = {"type": "strange", "payload": {"text": "words"}}
    transcript = rollout(
        tmp_path, started(), prompt("go"), strange, event("strange", message="more"), item("strange"), said("ok")
    )
    assert transcript.coverage.unknown == 3
    assert [(e.kind, e.text) for e in transcript.events] == [("other", "words"), ("other", "more")]
    assert adds_up(transcript)


def test_unknown_calls_and_outputs_are_read_by_their_names(tmp_path: Path) -> None:
    asked, answered = item("new_tool_call", call_id="a", input="x"), item("new_tool_call_output", call_id="a", output="y")
    message = rollout(tmp_path, started(), prompt("go"), asked, answered).messages[1]
    assert [(p.kind, p.name, p.status) for p in message.parts] == [("call", "new_tool", "ok"), ("result", "new_tool", "ok")]


def test_failed_patch_is_an_error_though_its_output_does_not_say(tmp_path: Path) -> None:
    asked = item("custom_tool_call", call_id="a", name="apply_patch", input="*** Begin Patch")
    ended = event("patch_apply_end", call_id="a", success=False)
    message = rollout(
        tmp_path, started(), prompt("go"), asked, ended, item("custom_tool_call_output", call_id="a", output="hm")
    ).messages[1]
    assert [p.status for p in message.parts] == ["error", "error"]
    assert message.parts[0].args == (("input", "*** Begin Patch"),)


def test_every_message_has_a_record(tmp_path: Path) -> None:
    transcript = rollout(tmp_path, given("go"), said("ok"), started(), prompt("go"), said("ok"), complete())
    assert all(m.record for m in transcript.messages)


def test_bare_items_of_old_files() -> None:
    transcript = Codex().read(DATA / "bare.jsonl")
    assert (transcript.session, shape(transcript)) == (
        "old-1",
        [("user", "List the files"), ("assistant", ""), ("assistant", "One file.")],
    )
    call_part, result = transcript.messages[1].parts[1:]
    assert call_part.args == (("command", "ls -la"), ("timeout_ms", "1000"))
    assert (result.text, result.exit_code, result.seconds) == ("a.py\n", 0, 0.1)
    assert adds_up(transcript)


def test_glued_and_cut_lines_are_problems_and_the_rest_is_read() -> None:
    transcript = Codex().read(DATA / "broken.jsonl")
    assert shape(transcript) == [("user", "go"), ("assistant", "ok")]
    assert [p.code for p in transcript.problems] == ["glued-line", "cut-line"]
    assert transcript.coverage.truncated == 1
    assert adds_up(transcript)


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ('{"timestamp":"t","type":"session_meta","payload":{"id":"s"}}', True),
        ('{"timestamp":"t","type":"session_meta","payload":{"id":"cut of', True),
        ('{"timestamp":"t","type":"response_item","payload":{"type":"message"}}', True),
        ('{"id":"s","timestamp":"t","instructions":null}\n{"record_type":"state"}', True),
        ('{"type":"session_meta"}', False),
        ('{"id":"s","timestamp":"t","instructions":null}\n{"type":"user","sessionId":"x"}', False),
        ('{"type":"user","message":{"role":"user"},"sessionId":"x","uuid":"y"}', False),
        ("session_meta payload", False),
        ('{"narrator": 1}', False),
    ],
)
def test_sniffs_rollouts_by_their_records(text: str, ours: bool) -> None:
    assert Codex().sniff(Head(Path("any"), text.encode())) is ours


def test_stores_are_under_codex_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "sessions" / "2026" / "05" / "01"
    folder.mkdir(parents=True)
    (folder / "rollout-1.jsonl").touch()
    (folder / "notes.jsonl").touch()
    (tmp_path / "archived_sessions").mkdir()
    (tmp_path / "archived_sessions" / "rollout-2.jsonl").touch()
    monkeypatch.setenv("CODEX_HOME", str(tmp_path))
    assert [p.name for p in Codex().stores()] == ["rollout-1.jsonl", "rollout-2.jsonl"]


def test_session_spans_its_records(tmp_path: Path) -> None:
    transcript = Codex().read(write(tmp_path, started(), prompt("go"), said("ok")))
    assert transcript.started == datetime(2026, 5, 1, 10, tzinfo=UTC)
    assert transcript.ended == datetime(2026, 5, 1, 10, 0, 5, tzinfo=UTC)
    assert (transcript.cwd, transcript.version) == ("/srv", "0.1")
