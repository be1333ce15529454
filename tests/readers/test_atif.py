"""ATIF: steps become messages, what a converter put in is told from what was said, and a sub-agent's trajectory is a child."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from narrator.errors import SourceError
from narrator.model import Child, Message, Tokens, Transcript
from narrator.readers import children, read
from narrator.readers.atif import Atif
from narrator.readers.base import Head
from tests.readers.trajectories import DATA, check_every_prefix, check_sound, mixed, read_value, tangle
from tests.shared import needs_shared, sessions

ATIF = DATA / "atif"
OPENING = b'{"schema_version":"ATIF-v1.7","agent":{"name":"a"},"steps":['


@pytest.fixture(scope="module")
def converted() -> Transcript:
    return Atif().read(ATIF / "converted-claude.json")


@pytest.fixture(scope="module")
def handed_over() -> Transcript:
    return Atif().read(ATIF / "handed-over.json")


def kinds(message: Message) -> list[str]:
    return [p.kind for p in message.parts]


def test_steps_of_one_answer_are_one_message(converted: Transcript) -> None:
    message = converted.messages[2]
    assert message.field("step_id") == "3, 4, 5"
    assert kinds(message) == ["reasoning", "text", "text", "call", "result", "notice", "text", "call", "result", "notice"]
    assert message.visible_text == "I run them first."
    assert message.tokens == Tokens(input=100, output=50, cache_read=1000, cache_write=100)
    assert len(message.places) == 3


def test_a_converters_words_are_nobodys(converted: Transcript) -> None:
    receipts = [p for p in converted.messages[2].parts if p.text.startswith("Executed ")]
    assert [(p.by, p.flags) for p in receipts] == [("harness", ("synthetic",))] * 2
    results = [p for p in converted.messages[2].parts if p.kind == "result"]
    assert [p.text for p in results] == ["Exit code 1\n1 failed", "x = 1"]
    notices = [p.text for p in converted.messages[2].parts if p.kind == "notice"]
    assert notices == ["[error] tool reported failure", '{"type": "text", "numLines": 1}']


def test_how_a_call_ended_is_taken_from_the_converters_extra(converted: Transcript) -> None:
    calls = [(p.name, p.status) for p in converted.messages[2].parts if p.kind == "call"]
    assert calls == [("Bash", "error"), ("Read", "ok")]
    assert next(p.exit_code for p in converted.messages[2].parts if p.kind == "result") == 1
    assert converted.messages[6].parts[1].status == "missing"


def test_arguments_are_text(converted: Transcript) -> None:
    assert converted.messages[2].parts[3].args == (("command", "pytest -q"), ("timeout", "60"))


def test_the_converted_harness_still_speaks_in_the_persons_place(converted: Transcript) -> None:
    assert [(m.kind, m.by) for m in converted.messages if m.role == "user"] == [
        ("prompt", "person"),
        ("notice", "harness"),
        ("prompt", "person"),
    ]
    assert "interrupted" in converted.messages[3].flags
    assert converted.messages[4].visible_text == "Stop; only read."


def test_the_session_is_told_by_the_root(converted: Transcript) -> None:
    told = (converted.session, converted.agent, converted.version, converted.cwd, converted.title)
    assert told == ("conv-1", "claude-code", "2.1.89", "/srv/app", "Make the tests in /srv/app pass.")


def test_a_step_out_of_time_stays_where_it_stands_and_does_not_end_the_session(converted: Transcript) -> None:
    assert converted.messages[6].at is not None
    assert converted.ended == converted.messages[5].at
    assert [(p.code, p.message) for p in converted.problems] == [("earlier-time", 6)]


def test_a_system_step_is_the_harness_and_copied_steps_say_so(handed_over: Transcript) -> None:
    assert (handed_over.messages[0].role, handed_over.messages[0].by) == ("system", "harness")
    assert [m.index for m in handed_over.messages if "copied" in m.flags] == [1, 2]


def test_pictures_are_files_by_their_path(handed_over: Transcript) -> None:
    asked, shown = handed_over.messages[1].parts[1], handed_over.messages[6].parts[-1]
    assert (asked.kind, asked.name, asked.by, asked.arg("media_type")) == ("file", "images/0.png", "person", "image/png")
    assert (shown.kind, shown.name, shown.by) == ("file", "shot.png", "tool")


def test_results_without_the_name_of_a_call_belong_to_the_only_one_or_to_the_step(handed_over: Transcript) -> None:
    several, one = handed_over.messages[5], handed_over.messages[6]
    assert kinds(several) == ["call", "call", "result"]
    assert {p.status for p in several.parts} == {"ok"}
    assert [(p.call, p.status, p.exit_code) for p in one.parts[:2]] == [("b1", "error", None), ("b1", "error", 1)]


def test_counts_are_disjoint_and_cost_is_as_recorded(handed_over: Transcript) -> None:
    message = handed_over.messages[4]
    assert message.tokens == Tokens(input=60, output=15, reasoning=25, cache_read=30)
    assert message.cost == 0.02
    assert all(m.cost is None for m in handed_over.messages if m.index != 4)


def test_a_sub_agents_trajectory_is_a_child_and_can_be_read(handed_over: Transcript) -> None:
    assert handed_over.children == (Child(session="sub-1", message=4, title="searcher"),)
    assert handed_over.messages[4].parts[1].flags == ("child:sub-1",)
    child = read(f"{ATIF / 'handed-over.json'}#sub-1")
    assert (child.session, child.agent, [m.visible_text for m in child.messages]) == (
        "sub-1",
        "searcher",
        ["Find the parser.", "It is in parse.py."],
    )
    assert read(f"{ATIF / 'handed-over.json'}#run").session == "run-1"
    with pytest.raises(SourceError, match="no session other; it holds main-1, sub-1"):
        read(f"{ATIF / 'handed-over.json'}#other")


def test_a_sub_agents_trajectory_is_found_in_the_document_or_beside_it(tmp_path: Path) -> None:
    inside = ATIF / "handed-over.json"
    assert [path for _, path in children(inside, read(inside))] == [f"{inside}#sub-1"]
    result = {"subagent_trajectory_ref": [{"trajectory_path": "sub.json"}, {"trajectory_path": "gone.json"}]}
    step = {"step_id": 1, "source": "agent", "message": "", "observation": {"results": [result]}}
    root = {"schema_version": "ATIF-v1.7", "agent": {"name": "a"}, "steps": [step]}
    (tmp_path / "sub.json").write_text("{}", "utf-8")
    found = read_value(Atif(), tmp_path, root)
    assert [c.session for c in found.children] == ["sub.json", "gone.json"]
    assert [path for _, path in children(tmp_path / "x.json", found)] == [str(tmp_path / "sub.json")]


def test_a_continuation_elsewhere_is_said(handed_over: Transcript) -> None:
    assert [p.code for p in handed_over.problems] == ["continued"]


def test_a_step_may_bring_its_index() -> None:
    numbered = Atif().read(ATIF / "numbered.json")
    assert [m.index for m in numbered.messages] == [40, 41, 42, 45]
    assert numbered.gaps == ((0, 39), (43, 44))
    assert all(m.record for m in numbered.messages)


def test_what_is_odd_is_counted_and_said() -> None:
    odd = Atif().read(ATIF / "odd.json")
    check_sound(odd)
    assert [m.visible_text for m in odd.messages] == ["Go.", "", "ok"]
    assert [p.code for p in odd.problems] == ["unknown-record", "bad-record", "step-number", "other-version"]
    assert [(e.kind, e.text, e.after) for e in odd.events] == [("other", "Beep.", 0)]
    assert odd.messages[2].parts[1].call == "gone"
    c = odd.coverage
    assert (c.in_header, c.in_messages, c.unknown, c.bad) == (1, 3, 1, 1)


def test_two_answers_at_one_time_are_two_messages(tmp_path: Path) -> None:
    step = {"source": "agent", "timestamp": "2026-01-01T00:00:00Z", "message": "a", "metrics": {"prompt_tokens": 1}}
    steps = [step | {"step_id": 1}, step | {"step_id": 2, "tool_calls": [{"tool_call_id": "c", "function_name": "f"}]}]
    found = read_value(Atif(), tmp_path, {"schema_version": "ATIF-v1.2", "agent": {"name": "a"}, "steps": steps})
    assert [m.visible_text for m in found.messages] == ["a", "a"]


def test_lone_surrogates_are_replaced(tmp_path: Path) -> None:
    found = read_value(Atif(), tmp_path, OPENING + b'{"step_id":1,"source":"user","message":"a\\ud800b\\u0000"}]}')
    assert found.messages[0].visible_text == "a�b\0"
    assert [p.code for p in found.problems] == ["lone-surrogate"]


def test_a_broken_step_is_left_out_and_the_next_one_read(tmp_path: Path) -> None:
    steps = (
        b'{"step_id":1,"source":"user","message":"a"},{"step_id":2,"source":oops},{"step_id":3,"source":"agent","message":"b"}'
    )
    found = read_value(Atif(), tmp_path, b'{"schema_version":"ATIF-v1.7","agent":{"name":"a"},"steps":[' + steps + b"]}")
    assert [m.visible_text for m in found.messages] == ["a", "b"]
    assert found.coverage.bad == 1
    check_sound(found)


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ('{"schema_version": "ATIF-v1.0", "steps": [', True),
        ('\ufeff {"agent": {"name": "a"}, "steps": [{"step_id": 1, "source": "user", "message": "', True),
        ('{"agent": {"name": "a"}, "steps": [{"kind": "x"}]}', False),
        ('{"schema_version": "1.2", "steps": []}', False),
        ('{"type": "user", "message": "\\"schema_version\\": \\"ATIF-v1.2\\""}', False),
        ('[{"step_id": 1, "source": "user"}]', False),
        ('text {"schema_version": "ATIF-v1.2"}', False),
    ],
)
def test_sniffs_a_trajectory_alone(text: str, ours: bool) -> None:
    assert Atif().sniff(Head(Path("any"), text.encode())) is ours


def test_no_document_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no JSON document"):
        read_value(Atif(), tmp_path, b"nothing")


def test_every_prefix_is_read_or_refused(tmp_path: Path) -> None:
    for name in ("converted-claude.json", "handed-over.json"):
        check_every_prefix(Atif(), tmp_path, (ATIF / name).read_bytes().rstrip(), 61)


NAMES = (
    *("step_id", "timestamp", "source", "message", "reasoning_content", "tool_calls", "tool_call_id", "function_name"),
    *("arguments", "observation", "results", "source_call_id", "content", "metrics", "prompt_tokens", "completion_tokens"),
    *("extra", "narrator", "index", "parts", "kind", "length", "text", "by", "type", "role", "flags", "record", "tokens"),
    *("subagent_trajectory_ref", "trajectory_id", "tool_result_metadata", "raw_tool_result", "tool_use_id", "llm_call_count"),
)
WORDS = ("", "a", "user", "agent", "system", "text", "call", "result", "reasoning", "person", "2026-01-01T00:00:00Z", "c1")
STEPS: list[dict[str, Any]] = [
    step
    for name in ("converted-claude", "handed-over", "numbered")
    for step in json.loads((ATIF / f"{name}.json").read_text("utf-8"))["steps"]
]
garbage = tangle(NAMES, WORDS)


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=mixed(STEPS, garbage), told=garbage, name=...)
def test_garbage_never_raises_and_is_counted(tmp_path: Path, steps: list[Any], told: Any, name: bool) -> None:
    root = {"schema_version": "ATIF-v1.7", "agent": {"name": "claude-code" if name else "codex"}, "steps": steps}
    found = read_value(Atif(), tmp_path, root | {"extra": told, "subagent_trajectories": [told]})
    check_sound(found)
    assert found.coverage.records >= len(steps) + 1


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(header=garbage, steps=mixed(STEPS, garbage))
def test_what_is_spoilt_under_extra_narrator_never_raises(tmp_path: Path, header: Any, steps: list[Any]) -> None:
    own = {"narrator": {"narrator": 1, "session": "s", "events": [header], "gaps": header, "children": header}}
    root = {"schema_version": "ATIF-v1.7", "agent": {"name": "a"}, "extra": own, "steps": steps}
    check_sound(read_value(Atif(), tmp_path, root))


@needs_shared
def test_real_trajectories_hold_what_was_counted_in_them() -> None:
    told = {}
    for path in sessions("atif"):
        found = Atif().read(path)
        check_sound(found)
        assert found.coverage.unknown == found.coverage.bad == 0
        person = [m for m in found.messages if m.by == "person"]
        calls = [p for m in found.messages for p in m.parts if p.kind == "call"]
        told[found.coverage.in_messages] = (len(found.messages), len(person), len(calls))
    assert told == {147: (64, 1, 84), 18: (10, 1, 8)}


def test_times_without_a_zone_are_said_once_to_be_read_as_utc(tmp_path: Path) -> None:
    steps = [
        {"step_id": n, "source": source, "message": "So.", "timestamp": f"2026-03-01T10:0{n}:00"}
        for n, source in enumerate(("user", "agent"), 1)
    ]
    found = read_value(Atif(), tmp_path, {"schema_version": "ATIF-v1.2", "agent": {"name": "a"}, "steps": steps})
    assert [m.at and m.at.isoformat() for m in found.messages] == ["2026-03-01T10:01:00+00:00", "2026-03-01T10:02:00+00:00"]
    assert [p.code for p in found.problems] == ["no-zone"]
