"""SWE-agent: the history and the trajectory put together, demonstrations left out, the run's end on its last reply."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from narrator.model import Transcript
from narrator.readers.base import Head
from narrator.readers.swe_agent import SweAgent
from narrator.readers.swe_agent_actions import action_of
from tests.readers.trajectories import DATA, check_every_prefix, check_sound, mixed, read_value, tangle
from tests.shared import needs_shared, sessions

SWE = DATA / "swe-agent"


@pytest.fixture(scope="module")
def old() -> Transcript:
    return SweAgent().read(SWE / "old.traj")


@pytest.fixture(scope="module")
def calls() -> Transcript:
    return SweAgent().read(SWE / "calls.traj")


def test_only_the_task_is_a_persons(old: Transcript, calls: Transcript) -> None:
    for transcript in (old, calls):
        assert [(m.index, m.role, m.kind) for m in transcript.messages if m.by == "person"] == [(1, "user", "prompt")]
        assert {m.role for m in transcript.messages[2:]} == {"assistant"}


def test_a_demonstration_is_counted_and_its_words_are_left_out(old: Transcript) -> None:
    assert [(e.kind, e.text) for e in old.events[:1]] == [
        ("other", "demonstrations, left out: 1 items of the history, 74 characters")
    ]
    assert "END OF DEMONSTRATION" not in str(old)
    assert (old.coverage.in_events, old.coverage.in_messages, old.coverage.in_header) == (1, 13, 1)


def test_an_action_is_a_call_and_its_bare_output_the_result(old: Transcript) -> None:
    words, call, result = old.messages[2].parts
    assert words.text == "I look first.\n\n"
    assert (call.name, call.args, call.status) == ("open", (("path", "src/parse.py"), ("line_number", "12")), "ok")
    assert result.text == "[File: src/parse.py]\n12: x\n"
    assert len(old.messages[2].places) == 3


def test_an_edit_is_of_the_open_file_and_fails_by_the_harnesss_words(old: Transcript) -> None:
    call = old.messages[3].parts[1]
    assert call.args == (("lines", "12:13"), ("text", "    return x"), ("path", "/repo/src/parse.py"))
    assert call.status == "error"


def test_a_silent_command_has_an_empty_result(old: Transcript) -> None:
    assert [(p.kind, p.text, p.status) for p in old.messages[4].parts[2:]] == [("result", "", "ok")]


def test_the_end_stands_on_the_last_reply(old: Transcript, calls: Transcript) -> None:
    last = old.messages[-1]
    assert (last.finish, last.error, last.by, last.visible_text) == ("submitted (exit_cost)", "exit_cost", "harness", "")
    assert (last.field("instance_cost"), last.field("api_calls")) == ("3.01", "4")
    assert (calls.messages[-1].finish, calls.messages[-1].error) == ("submitted", None)
    assert all(m.cost is None for m in old.messages)


def test_a_submission_that_no_action_shows_is_kept(old: Transcript, calls: Transcript) -> None:
    assert [e.text for e in old.events[1:]] == ["submission:\ndiff --git a/src/parse.py b/src/parse.py\n"]
    assert calls.events == ()


def test_the_session_is_told_by_its_configuration(calls: Transcript) -> None:
    told = (calls.session, calls.version, calls.title, calls.cwd, calls.messages[2].model)
    assert told == ("delta-1", "1.1.0", "Round the delta", "/testbed", "m-1")
    assert calls.started is None
    assert all(m.at is None for m in calls.messages)


def test_calls_of_functions_with_a_repeated_id_find_their_own_results(calls: Transcript) -> None:
    replies = [m for m in calls.messages if m.role == "assistant" and "superseded" not in m.flags]
    assert [[p.text for p in m.parts if p.kind == "result"] for m in replies] == [
        ["setup.py"],
        ["Text replaced."],
        ["\ndiff --git a/x b/x\n"],
    ]
    assert replies[0].parts[0].kind == "reasoning"
    assert replies[0].parts[3].seconds == 0.25
    assert replies[1].parts[1].args == (("search", "a"), ("replace", "b"), ("path", "/testbed/f.py"))


def test_replies_that_were_thrown_away_stay_where_they_were_given(calls: Transcript) -> None:
    blocked, empty = calls.messages[3:5]
    assert [m.index for m in calls.messages if "superseded" in m.flags] == [3, 4]
    assert [(p.kind, p.status, p.by) for p in blocked.parts[1:]] == [
        ("call", "refused", "model"),
        ("result", "refused", "harness"),
    ]
    assert empty.parts == ()


def test_a_history_alone() -> None:
    found = SweAgent().read(SWE / "history-only.traj")
    check_sound(found)
    result = found.messages[2].parts[-1]
    assert result.text.startswith("[File: src/parse.py]")
    assert found.coverage.unknown == 1
    assert found.events[-1].text == "Beep."


def test_a_trajectory_alone_tells_the_task_by_its_first_steps_query() -> None:
    found = SweAgent().read(SWE / "trajectory-only.traj")
    check_sound(found)
    assert [m.role for m in found.messages] == ["system", "user", "assistant", "assistant"]
    assert found.title == "It hangs"
    assert [p.status for p in found.messages[2].parts if p.kind == "call"] == ["error"]
    assert found.messages[3].error == "exit_context"


def test_a_run_whose_end_is_not_recorded_ends_in_its_last_action(tmp_path: Path) -> None:
    items = json.loads((SWE / "old.traj").read_text("utf-8"))["history"][2:4]
    found = read_value(SweAgent(), tmp_path, {"history": items})
    assert [p.status for p in found.messages[-1].parts if p.kind == "call"] == ["running"]


@pytest.mark.parametrize(
    ("action", "name", "args"),
    [
        ("ls -F\n", "bash", (("command", "ls -F"),)),
        ("open", "open", ()),
        ('find_file "a b.py" src', "find_file", (("file_name", "a b.py"), ("dir", "src"))),
        ("search_dir 'x y'", "search_dir", (("search_term", "x y"),)),
        ("submit\n", "submit", ()),
        ("str_replace_editor view /a.py --view_range 1 9", "str_replace_editor",
         (("command", "view"), ("path", "/a.py"), ("options", "--view_range 1 9"))),
        ("edit 1:1\na\n b\nend_of_edit", "edit", (("lines", "1:1"), ("text", "a\n b"))),
        ("edit 'a\nb' c", "edit", (("search", "a\nb"), ("replace", "c"))),
        ("editor 1:1", "bash", (("command", "editor 1:1"),)),
        ("for f in *; do\n  open $f\ndone", "bash", (("command", "for f in *; do\n  open $f\ndone"),)),
    ],
)  # fmt: skip
def test_actions(action: str, name: str, args: tuple[tuple[str, str], ...]) -> None:
    assert action_of(action) == (name, args)


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ('{"environment": "main", "trajectory": [{"action": "ls", "observation": "a', True),
        ('{"history": [{"role": "system", "content": "x", "agent": "primary"}]}', True),
        ('{"history": [{"id": 1, "source": "user", "action": "message", "content": "x"}]}', False),
        ('{"history": [{"role": "user", "content": "x"}]}', False),
        ('{"trajectory": [{"role": "user"}]}', False),
        ('[{"action": "ls", "observation": "a"}]', False),
    ],
)
def test_sniffs_a_trajectory_alone(text: str, ours: bool) -> None:
    assert SweAgent().sniff(Head(Path("any"), text.encode())) is ours


def test_every_prefix_is_read_or_refused(tmp_path: Path) -> None:
    for name in ("old.traj", "calls.traj"):
        check_every_prefix(SweAgent(), tmp_path, (SWE / name).read_bytes().rstrip(), 61)


NAMES = (
    *("role", "content", "agent", "is_demo", "thought", "action", "tool_calls", "tool_call_ids", "function", "name", "id"),
    *("arguments", "message_type", "thinking_blocks", "thinking", "observation", "response", "state", "execution_time", "query"),
)
WORDS = ("", "a", "user", "assistant", "system", "tool", "exit_cost", "edit 1:1\n", "Exit due to", "open", '{"open_file": "f"}')
FILES = [json.loads((SWE / f"{name}.traj").read_text("utf-8")) for name in ("old", "calls", "trajectory-only")]
ITEMS: list[dict[str, Any]] = [item for file in FILES for item in file.get("history", ())]
STEPS: list[dict[str, Any]] = [step for file in FILES for step in file["trajectory"]]
garbage = tangle(NAMES, WORDS)


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(items=mixed(ITEMS, garbage), steps=mixed(STEPS, garbage), info=garbage, config=garbage)
def test_garbage_never_raises_and_is_counted(tmp_path: Path, items: list[Any], steps: list[Any], info: Any, config: Any) -> None:
    found = read_value(SweAgent(), tmp_path, {"history": items, "trajectory": steps, "info": info, "replay_config": config})
    check_sound(found)
    assert found.coverage.records == len(items) + len(steps) + 1


@needs_shared
def test_real_runs_hold_what_was_counted_in_them() -> None:
    told = {}
    for path in sessions("swe-agent"):
        found = SweAgent().read(path)
        check_sound(found)
        assert (found.coverage.unknown, found.coverage.bad, found.problems) == (0, 0, ())
        replies = [m for m in found.messages if m.role == "assistant"]
        assert sum(m.by == "person" for m in found.messages) == 1
        assert all([p.kind for p in m.parts] == ["text", "call", "result"] for m in replies)
        told[len(replies)] = (found.messages[-1].finish, found.coverage.in_events)
    assert told == {13: ("submitted", 0), 12: ("submitted", 1)}
