"""Gemini's records of any shape and in any order, and every beginning of a file: nothing raises, every record is counted."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.errors import NarratorError
from narrator.model import Transcript
from narrator.readers.gemini import Gemini
from narrator.silence import name_silences

DATA = Path(__file__).parent.parent / "data" / "gemini"
quick = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))

words = st.sampled_from(["", " ", "a", "b", "u1", "success", "cancelled", "executing", "<state_snapshot>", "Request cancelled."])
anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False) | words | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            words | st.sampled_from(["text", "functionResponse", "functionCall", "inlineData", "id"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)
NAMES = ("id", "content", "displayContent", "toolCalls", "thoughts", "tokens", "timestamp", "model")
calls = st.lists(
    st.fixed_dictionaries({}, optional={"id": words, "status": words, "result": anything, "args": anything, "agentId": words}),
    max_size=2,
)
messages = st.builds(
    lambda kind, fields, asked: fields | {"type": kind, "toolCalls": asked},
    st.sampled_from(["user", "gemini", "info", "warning", "error", "odd"]) | anything,
    st.dictionaries(st.sampled_from(NAMES), anything, max_size=5),
    calls | anything,
)
records = (
    messages
    | st.fixed_dictionaries({"$rewindTo": words | anything})
    | st.fixed_dictionaries({"$set": st.fixed_dictionaries({"messages": st.lists(messages | anything, max_size=3)}) | anything})
    | st.dictionaries(st.sampled_from(["sessionId", "projectHash", "kind", "messages", "directories"]), anything)
)


def check(path: Path, data: bytes) -> Transcript | None:
    path.write_bytes(data)
    with suppress(NarratorError):
        transcript = Gemini().read(path)
        c = transcript.coverage
        assert c.records == c.in_messages + c.in_events + c.in_header + c.unknown + c.bad
        assert [m.index for m in transcript.messages] == list(range(len(transcript.messages)))
        assert all(m.record and m.places for m in transcript.messages)
        name_silences(transcript)
        return transcript
    return None


@quick
@given(st.lists(records, min_size=1, max_size=10))
def test_garbage_in_lines(tmp_path: Path, lines: list[dict[str, Any]]) -> None:
    header = {"sessionId": "s", "projectHash": "h"}
    found = check(tmp_path / "x", b"\n".join(orjson.dumps(line) for line in [header, *lines]))
    assert found is not None
    assert found.coverage.records == len(lines) + 1


@quick
@given(st.lists(messages | anything, max_size=8))
def test_garbage_in_a_document(tmp_path: Path, held: list[Any]) -> None:
    whole = {"sessionId": "s", "projectHash": "h", "messages": held}
    found = check(tmp_path / "x", orjson.dumps(whole, option=orjson.OPT_INDENT_2))
    assert found is not None
    assert found.coverage.records == len(held) + 1


@pytest.mark.parametrize("name", ["document.json", "rewritten.jsonl"])
def test_every_beginning_of_a_file(tmp_path: Path, name: str) -> None:
    data = (DATA / name).read_bytes()
    for end in range(0, len(data), 11):
        check(tmp_path / "x", data[:end])


@quick
@given(st.data())
def test_shuffled_and_repeated_lines(tmp_path: Path, data: st.DataObject) -> None:
    lines = (DATA / "rewritten.jsonl").read_bytes().splitlines()
    drawn = data.draw(st.lists(st.sampled_from(lines), max_size=20))
    check(tmp_path / "x", b"\n".join(drawn))
