"""Copilot's events of any shape and in any order, and every beginning of a file: nothing raises, every record is counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.model import Transcript
from narrator.readers.copilot import Copilot
from narrator.readers.copilot_events import EVENTS
from narrator.silence import name_silences

DATA = Path(__file__).parent.parent / "data" / "copilot" / "aborted-turn.jsonl"
quick = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))

words = st.sampled_from(["", " ", "a", "b", "c1", "e1", "user", "denied-by-rules", "rejected", "agentStop"])
anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False) | words | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
NAMES = (
    *("content", "transformedContent", "attachments", "source", "messageId", "toolRequests", "reasoningText", "outputTokens"),
    *("toolCallId", "success", "result", "error", "toolTelemetry", "requestId", "permissionRequest", "hookInvocationId"),
    *("hookType", "input", "reason", "summaryContent", "upToEventId", "chunkIndex", "turnId", "parentToolCallId", "sessionId"),
)
requests = st.lists(st.fixed_dictionaries({"toolCallId": words, "name": words | anything, "arguments": anything}), max_size=2)
datas = st.builds(
    lambda fields, asked: fields | ({"toolRequests": asked} if asked else {}),
    st.dictionaries(st.sampled_from(NAMES), anything, max_size=6),
    requests,
)
records = st.builds(
    lambda kind, data, fields: fields | {"type": kind, "data": data},
    st.sampled_from([*EVENTS, "odd"]) | anything,
    datas | anything,
    st.dictionaries(st.sampled_from(["id", "parentId", "timestamp"]), anything),
)


def check(path: Path, data: bytes) -> Transcript:
    path.write_bytes(data)
    transcript = Copilot().read(path)
    c = transcript.coverage
    assert c.records == c.in_messages + c.in_events + c.in_header + c.unknown + c.bad
    assert [m.index for m in transcript.messages] == list(range(len(transcript.messages)))
    assert all(m.record and m.places for m in transcript.messages)
    name_silences(transcript)
    return transcript


@quick
@given(st.lists(records, max_size=12))
def test_garbage(tmp_path: Path, lines: list[dict[str, Any]]) -> None:
    assert check(tmp_path / "x", b"\n".join(orjson.dumps(line) for line in lines)).coverage.records == len(lines)


def test_every_beginning_of_a_file(tmp_path: Path) -> None:
    data = DATA.read_bytes()
    for end in range(0, len(data), 13):
        check(tmp_path / "x", data[:end])


@quick
@given(st.data())
def test_shuffled_and_repeated_lines(tmp_path: Path, data: st.DataObject) -> None:
    lines = DATA.read_bytes().splitlines()
    drawn = data.draw(st.lists(st.sampled_from(lines), max_size=24))
    assert check(tmp_path / "x", b"\n".join(drawn)).coverage.records == len(drawn)
