"""Readers of Cline and OpenHands on what no program wrote: nothing but errors for people, no record lost uncounted."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.errors import NarratorError
from narrator.model import Transcript
from narrator.readers.base import Reader
from narrator.readers.cline import Cline
from narrator.readers.openhands import OpenHands
from narrator.readers.openhands_v0 import ACTIONS, KNOWN_OBSERVATIONS, OBSERVATIONS
from narrator.readers.openhands_v1 import EVENTS
from narrator.silence import name_silences

DATA = Path(__file__).parent.parent / "data"
READERS: dict[str, Reader] = {"cline": Cline(), "openhands": OpenHands()}

words = st.sampled_from(
    (
        *("", " ", "a", "e1", "r1", "c1", "user", "agent", "environment", "finish", "[read_file for 'a'] Result:"),
        *("<feedback>\nx\n</feedback>", "<task>", "</task>", "<read_file>\n<path>a</path>", '{"status":"denied"}'),
        "[Response interrupted by user]",
    )
)
leaves = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.floats(allow_nan=False), words, st.text(max_size=6)
)
anything = st.recursive(
    leaves, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=3)), max_leaves=6
)


def record_of(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Return records in which each field is missing, plausible, or anything at all."""
    return st.fixed_dictionaries({}, optional={name: st.one_of(plausible, anything) for name, plausible in fields.items()})


stamps = st.sampled_from(["2026-01-05T08:00:00", "2026-01-05T08:00:00Z", "never"])
blocks = record_of(
    type=st.sampled_from(["text", "tool_use", "tool_result", "thinking", "reasoning", "image", "odd"]),
    text=words,
    thinking=words,
    id=words,
    name=words,
    input=anything,
    tool_use_id=words,
    content=anything,
    is_error=st.booleans(),
    source=anything,
)
HISTORY = record_of(
    role=st.sampled_from(["user", "assistant", "system"]),
    content=st.one_of(words, st.lists(blocks, max_size=3)),
    ts=st.integers(0, 10),
    isSummary=st.booleans(),
    modelInfo=record_of(modelId=words, mode=words),
    metrics=record_of(tokens=record_of(prompt=st.integers(0, 9), cached=st.integers(0, 9)), cost=leaves, inputTokens=leaves),
)
says = st.sampled_from(
    [
        "api_req_started",
        "text",
        "user_feedback",
        "tool",
        "command",
        "command_output",
        "error",
        "completion_result",
        "followup",
        "odd",
    ]
)
SHOWN = record_of(
    ts=st.integers(0, 10),
    say=says,
    ask=says,
    text=st.one_of(words, st.just('{"cancelReason":"user_cancelled","tokensIn":[]}'), st.just('{"tool":"readFile","path":"a"}')),
    partial=st.booleans(),
    images=anything,
    conversationHistoryIndex=st.integers(-1, 4),
    modelInfo=anything,
)
response = record_of(
    id=words,
    created=leaves,
    usage=anything,
    choices=st.lists(record_of(message=record_of(content=anything, tool_calls=anything), finish_reason=words), max_size=2),
)
V0 = record_of(
    id=st.integers(0, 6),
    timestamp=stamps,
    source=words,
    action=st.sampled_from([*ACTIONS, "run", "think", "finish", "delegate", "odd"]),
    args=record_of(content=words, thought=words, command=words, summary=words, message=words, image_urls=anything),
    cause=st.integers(0, 6),
    tool_call_metadata=record_of(function_name=words, tool_call_id=words, model_response=response),
)
SEEN = record_of(
    id=st.integers(0, 6),
    timestamp=stamps,
    observation=st.sampled_from([*OBSERVATIONS, *sorted(KNOWN_OBSERVATIONS), "error", "odd"]),
    content=words,
    cause=st.integers(0, 6),
    extras=record_of(metadata=record_of(exit_code=leaves), agent_state=words, reason=words),
)
V1 = record_of(
    id=words,
    timestamp=stamps,
    source=words,
    kind=st.sampled_from([*EVENTS, "OddEvent"]),
    llm_message=record_of(content=st.lists(blocks, max_size=2), thinking_blocks=anything, reasoning_content=words),
    llm_response_id=words,
    tool_call_id=words,
    action_id=words,
    parent_id=words,
    tool_name=words,
    tool_call=record_of(arguments=words, name=words),
    observation=record_of(content=anything, exit_code=leaves),
    key=st.sampled_from(["stats", "execution_status", "full_state"]),
    value=anything,
    summary=words,
    thought=anything,
    raw_input=anything,
    status=words,
)


def check(transcript: Transcript, count: int | None = None) -> None:
    c = transcript.coverage
    assert count is None or c.records == count
    assert c.records == c.in_messages + c.in_events + c.in_header + c.unknown + c.bad
    assert min(c.in_messages, c.in_events, c.in_header, c.unknown, c.bad) >= 0
    assert [m.index for m in transcript.messages] == list(range(len(transcript.messages)))
    assert all(m.record and m.places for m in transcript.messages)
    named = {s.message for s in name_silences(transcript)} if transcript.messages else set()
    assert {m.index for m in transcript.messages if m.is_silent} <= named


lenient = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@lenient
@given(history=st.lists(HISTORY, max_size=8), shown=st.lists(SHOWN, max_size=8))
def test_garbage_of_cline_is_read_and_counted(tmp_path: Path, history: list[Any], shown: list[Any]) -> None:
    path = tmp_path / "api_conversation_history.json"
    path.write_bytes(orjson.dumps([{"role": "user", "content": "Go."}, *history]))
    (tmp_path / "ui_messages.json").write_bytes(orjson.dumps([{"say": "task"}, *shown]))
    check(Cline().read(path), len(history) + len(shown) + 2)


@lenient
@given(shown=st.lists(SHOWN, max_size=10))
def test_garbage_of_the_interface_alone_is_read_and_counted(tmp_path: Path, shown: list[Any]) -> None:
    path = tmp_path / "ui_messages.json"
    path.write_bytes(orjson.dumps([{"say": "task"}, *shown]))
    check(Cline().read(path), len(shown) + 1)


@lenient
@given(events=st.lists(st.one_of(V0, SEEN, V1), max_size=10))
def test_garbage_of_openhands_is_read_and_counted(tmp_path: Path, events: list[Any]) -> None:
    path = tmp_path / "events.json"
    path.write_bytes(orjson.dumps(events))
    check(OpenHands().read(path), len(events))


SMALL = [
    ("cline", "roo.api_conversation_history.json"),
    ("cline", "alone.ui_messages.json"),
    ("cline", "session/s-1.messages.json"),
    ("openhands", "v1-tree.json"),
]


@pytest.mark.parametrize(("reader", "name"), SMALL)
def test_every_prefix_is_read_or_refused(tmp_path: Path, reader: str, name: str) -> None:
    data = (DATA / reader / name).read_bytes()
    path = tmp_path / Path(name).name
    before = 0
    for length in range(0, len(data) + 1, 7):
        path.write_bytes(data[:length])
        try:
            transcript = READERS[reader].read(path)
        except NarratorError:
            continue
        check(transcript)
        assert len(transcript.messages) >= before - 1
        before = len(transcript.messages)


def test_every_prefix_of_rows_is_read_or_refused(tmp_path: Path) -> None:
    data = (DATA / "openhands" / "v0-rows.jsonl").read_bytes()
    path = tmp_path / "output.jsonl"
    for length in range(0, len(data) + 1, 37):
        path.write_bytes(data[:length])
        check(OpenHands().read(path))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", ["v1-lines.jsonl", "v0-rows.jsonl"])
def test_shuffled_and_repeated_lines_are_read(tmp_path: Path, name: str, seed: int) -> None:
    lines = (DATA / "openhands" / name).read_bytes().splitlines()
    random = Random(seed)  # noqa: S311 (a shuffle)
    mixed = [*lines, *random.choices(lines, k=4)]
    random.shuffle(mixed)
    path = tmp_path / name
    path.write_bytes(b"\n".join(mixed))
    check(OpenHands().read(path))


@pytest.mark.parametrize("seed", range(8))
def test_shuffled_and_repeated_records_of_cline_are_read(tmp_path: Path, seed: int) -> None:
    random = Random(seed)  # noqa: S311 (a shuffle)
    for name in ("api_conversation_history", "ui_messages"):
        records = orjson.loads((DATA / "cline" / f"classic.{name}.json").read_bytes())
        mixed = [*records, *random.choices(records, k=4)]
        random.shuffle(mixed)
        (tmp_path / f"{name}.json").write_bytes(orjson.dumps(mixed))
    check(Cline().read(tmp_path / "ui_messages.json"))


@pytest.mark.parametrize(
    "data", [b'[{"role":"user","content":"\xff\xfe\x00","ts":1}]', b'[{"role":"user","content":"\\ud800","ts":1}]']
)
def test_bytes_that_are_no_text(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "api_conversation_history.json"
    path.write_bytes(data)
    check(Cline().read(path), 1)
    path.write_bytes(data.replace(b'"role"', b'"source":"user","action":"message","x"'))
    check(OpenHands().read(path), 1)


@pytest.mark.parametrize("depth", [200, 900])
@pytest.mark.parametrize("reader", ["cline", "openhands"])
def test_deep_nesting_is_no_trap(tmp_path: Path, reader: str, depth: int) -> None:
    deep = b"[" * depth + b"]" * depth
    path = tmp_path / "deep.json"
    path.write_bytes(
        b'[{"role":"user","ts":1,"content":%b},{"kind":"MessageEvent","llm_message":%b,"source":"user"}]' % (deep, deep)
    )
    check(READERS[reader].read(path), 2)


HOSTILE = [
    "<task>" * 200_000,
    "<feedback></feedback>" * 50_000,
    " " * 400_000 + "<thinking>" * 20_000,
    "<read_file>\n" * 50_000,
    "<read_file><path>" * 50_000,
    "[read_file for '" * 50_000,
    "<read_file>" + "<a></a>" * 100_000 + "</read_file>",
]


@pytest.mark.timeout(20)
@pytest.mark.parametrize("text", HOSTILE, ids=lambda t: t.strip()[:20])
@pytest.mark.parametrize("role", ["user", "assistant"])
def test_texts_made_to_be_slow_are_not(tmp_path: Path, role: str, text: str) -> None:
    path = tmp_path / "api_conversation_history.json"
    call = {"role": "assistant", "content": "<list_files>\n<path>.</path>\n</list_files>"}
    shown = {"role": role, "content": [{"type": "text", "text": f"[list_files] Result:\n{text}" if role == "user" else text}]}
    path.write_bytes(orjson.dumps([{"role": "user", "content": "<task>Go.</task>"}, call, shown]))
    check(Cline().read(path), 3)


@pytest.mark.timeout(20)
def test_many_calls_of_one_response_are_not_slow(tmp_path: Path) -> None:
    call = {"kind": "ActionEvent", "source": "agent", "llm_response_id": "r", "tool_name": "x", "thought": [{"text": "Hm."}]}
    path = tmp_path / "events.json"
    path.write_bytes(orjson.dumps([{**call, "id": f"e{n}", "tool_call_id": f"c{n}"} for n in range(10_000)]))
    check(OpenHands().read(path), 10_000)
