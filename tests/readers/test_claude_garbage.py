"""Claude Code's reader never raises, loses nothing, and keeps only what is needed, whatever the records hold."""

from __future__ import annotations

import base64
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.model import Transcript
from narrator.readers.claude_code import ClaudeCode
from narrator.silence import name_silences

words = st.sampled_from(
    [
        "",
        " ",
        "u1",
        "u2",
        "m1",
        "t1",
        "<synthetic>",
        "[Request interrupted by user]",
        "<system-reminder>",
        "</system-reminder>",
        "end_turn",
    ]
)
leaves = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.floats(allow_nan=False), words, st.text(max_size=8)
)
anything = st.recursive(
    leaves, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=3)), max_leaves=6
)


def record_of(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Return records in which each field is missing, plausible, or anything at all."""
    return st.fixed_dictionaries({}, optional={name: st.one_of(plausible, anything) for name, plausible in fields.items()})


kinds = st.sampled_from(["user", "assistant", "system", "progress", "attachment", "queue-operation", "summary", "result", "odd"])
blocks = record_of(
    type=st.sampled_from(
        ["text", "thinking", "tool_use", "tool_result", "image", "document", "redacted_thinking", "web_search_tool_result"]
    ),
    text=words,
    thinking=words,
    id=words,
    tool_use_id=words,
    name=words,
    input=anything,
    content=anything,
    is_error=st.booleans(),
    source=record_of(media_type=words, data=words),
)
records = record_of(
    type=kinds,
    uuid=words,
    parentUuid=words,
    logicalParentUuid=words,
    sessionId=words,
    timestamp=st.sampled_from(["2026-02-03T10:00:00Z", "never"]),
    version=st.sampled_from(["2.1.60", "2.1.7", "x"]),
    isMeta=st.booleans(),
    isSidechain=st.booleans(),
    isCompactSummary=st.booleans(),
    isApiErrorMessage=st.booleans(),
    error=anything,
    origin=record_of(kind=words),
    subtype=st.sampled_from(["compact_boundary", "api_error", "stop_hook_summary", "local_command", "init", "odd"]),
    compactMetadata=anything,
    attachment=record_of(type=st.sampled_from(["queued_command", "hook_success"]), prompt=anything, commandMode=words),
    operation=st.sampled_from(["enqueue", "remove"]),
    content=words,
    toolUseResult=record_of(
        agentId=words, interrupted=st.booleans(), durationMs=leaves, status=words, answers=anything, questions=anything
    ),
    message=record_of(
        id=words, model=words, content=st.one_of(words, st.lists(blocks, max_size=3)), usage=anything, stop_reason=words
    ),
)


def check(transcript: Transcript, count: int) -> None:
    c = transcript.coverage
    assert c.records == count
    assert c.records == c.in_messages + c.in_events + c.in_header + c.unknown + c.bad
    assert min(c.in_messages, c.in_events, c.in_header, c.unknown) >= 0
    assert [m.index for m in transcript.messages] == list(range(len(transcript.messages)))
    assert all(m.record for m in transcript.messages)
    named = {s.message for s in name_silences(transcript)} if transcript.messages else set()
    assert named == {m.index for m in transcript.messages if m.is_silent}


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(records, max_size=12))
def test_garbage_is_read_and_counted(tmp_path: Path, garbage: list[dict[str, Any]]) -> None:
    path = tmp_path / "garbage.jsonl"
    path.write_bytes(b"\n".join(orjson.dumps(r) for r in garbage))
    check(ClaudeCode().read(path), len(garbage))


WRONG: tuple[Any, ...] = (None, True, 5, -1.5, 2**63, "", "x", [], [[]], [None], [5], {}, {"a": {}}, {"type": []}, [{"type": {}}])
WHOLE: tuple[dict[str, Any], ...] = (
    {
        "type": "assistant",
        "uuid": "a",
        "parentUuid": "p",
        "timestamp": "2026-02-03T10:00:00Z",
        "error": "e",
        "isSidechain": False,
        "message": {
            "id": "m",
            "model": "c",
            "stop_reason": "tool_use",
            "usage": {"input_tokens": 1, "output_tokens": 2},
            "content": [
                {"type": "text", "text": "words"},
                {"type": "thinking", "thinking": "hm", "signature": "s"},
                {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "ls"}},
            ],
        },
    },
    {
        "type": "user",
        "uuid": "r",
        "parentUuid": "a",
        "toolUseResult": {"agentId": "x", "description": "d", "durationMs": 5, "status": "completed", "interrupted": False},
        "message": {
            "content": [
                {"type": "tool_result", "tool_use_id": "t", "is_error": True, "content": [{"type": "text", "text": "no"}]}
            ]
        },
    },
    {
        "type": "user",
        "uuid": "p",
        "origin": {"kind": "human"},
        "promptSource": "typed",
        "permissionMode": "plan",
        "message": {"content": [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}]},
    },
    {
        "type": "attachment",
        "attachment": {"type": "queued_command", "prompt": "more", "commandMode": "prompt", "origin": {"kind": "human"}},
    },
    {
        "type": "attachment",
        "attachment": {"type": "hook_blocking_error", "hookName": "Stop", "blockingError": {"blockingError": "no"}},
    },
    {
        "type": "system",
        "subtype": "compact_boundary",
        "logicalParentUuid": "a",
        "compactMetadata": {"trigger": "auto", "preTokens": 5},
    },
    {
        "type": "system",
        "subtype": "api_error",
        "error": {"status": 5, "error": {"type": "e", "error": {"type": "o"}}},
        "retryAttempt": 1,
    },
    {"type": "system", "subtype": "stop_hook_summary", "hookInfos": [{"command": "c"}], "hookErrors": ["e"]},
    {"type": "queue-operation", "operation": "enqueue", "content": "more"},
    {"type": "progress", "data": {"agentId": "x"}, "parentToolUseID": "t"},
    {"type": "summary", "summary": "s", "leafUuid": "a"},
)


def spoilt(value: Any) -> list[Any]:
    """Return copies of a JSON value, in each of which one field, at any depth, holds something of the wrong kind."""
    if isinstance(value, dict):
        return [{**value, k: other} for k, v in value.items() for other in (*WRONG, *spoilt(v))]
    if isinstance(value, list):
        return [[*value[:i], other, *value[i + 1 :]] for i, v in enumerate(value) for other in (*WRONG, *spoilt(v))]
    return []


@pytest.mark.parametrize("whole", WHOLE, ids=lambda r: f"{r['type']}-{'-'.join(r)[:40]}")
def test_a_wrong_value_in_any_field_is_no_trap(tmp_path: Path, whole: dict[str, Any]) -> None:
    path = tmp_path / "spoilt.jsonl"
    found = spoilt(whole)
    path.write_bytes(b"\n".join(orjson.dumps(r) for r in (*WHOLE, *found)))
    check(ClaudeCode().read(path), len(WHOLE) + len(found))


@pytest.mark.parametrize("depth", [200, 900])
@pytest.mark.parametrize(
    "wrap",
    [
        lambda deep: {"content": deep},
        lambda deep: {"content": [{"type": "tool_use", "id": "t", "name": "n", "input": deep}]},
        lambda deep: {"content": [{"type": "tool_result", "tool_use_id": "t", "content": [deep]}]},
        lambda deep: {"content": [{"type": "odd", "x": deep}]},
    ],
)
def test_deep_nesting_is_no_trap(tmp_path: Path, depth: int, wrap: Callable[[Any], dict[str, Any]]) -> None:
    line = orjson.dumps({"type": "assistant", "uuid": "u", "message": wrap("DEEP")}).replace(
        b'"DEEP"', b"[" * depth + b"]" * depth
    )
    path = tmp_path / "deep.jsonl"
    path.write_bytes(line)
    check(ClaudeCode().read(path), 1)


def test_twins_images_and_progress_are_not_kept(tmp_path: Path) -> None:
    """A structured twin repeats a result, an image is only its size, progress is nothing: a quarter of the file is plenty."""
    path = tmp_path / "heavy.jsonl"
    image = {
        "type": "image",
        "source": {"type": "base64", "media_type": "image/png", "data": base64.b64encode(b"x" * 20000).decode()},
    }
    with path.open("wb") as file:
        for i in range(100):
            call = {"type": "tool_use", "id": f"t{i}", "name": "Edit", "input": {"file_path": "a"}}
            answer = {"type": "tool_result", "tool_use_id": f"t{i}", "content": [{"type": "text", "text": "done"}, image]}
            twin = {"originalFile": f"{i:05}" * 4000, "durationMs": 5}
            for record in (
                {"type": "assistant", "uuid": f"a{i}", "message": {"id": f"m{i}", "content": [call]}},
                {"type": "progress", "uuid": f"p{i}", "data": {"type": "bash_progress", "fullOutput": f"{i:05}" * 4000}},
                {"type": "user", "uuid": f"r{i}", "message": {"content": [answer]}, "toolUseResult": twin},
            ):
                file.write(orjson.dumps(record) + b"\n")
    tracemalloc.start()
    transcript = ClaudeCode().read(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(transcript.messages) == 100
    assert transcript.messages[0].parts[-1].args == (("media_type", "image/png"), ("bytes", "20001"))
    assert peak < path.stat().st_size / 4
