"""Pi's entries of any shape and in any order, and every beginning of a file: nothing raises, every record is counted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.model import Transcript
from narrator.readers.pi import Pi
from narrator.readers.pi_entries import ENTRIES, ROLES
from narrator.silence import name_silences

DATA = Path(__file__).parent.parent / "data" / "pi"
quick = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))

words = st.sampled_from(["", " ", "a", "b", "e1", "e2", "text", "toolCall", "thinking", "image", "stop", "aborted", "error"])
anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | words | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
NAMES = (
    *("content", "toolCallId", "toolName", "details", "isError", "stopReason", "errorMessage", "usage", "provider", "model"),
    *("command", "output", "exitCode", "cancelled", "timestamp", "display", "customType", "summary", "fromHook"),
)
messages = st.builds(
    lambda role, fields: fields | {"role": role},
    st.sampled_from([*ROLES, "odd"]) | anything,
    st.dictionaries(st.sampled_from(NAMES), anything, max_size=5),
)
records = st.builds(
    lambda kind, fields, message: fields | {"type": kind, "message": message},
    st.sampled_from(["message", "session", "custom_message", "odd", *ENTRIES]),
    st.dictionaries(st.sampled_from([*NAMES, "id", "parentId", "targetId", "label", "name", "modelId", "version"]), anything),
    messages | anything,
)


def check(path: Path, data: bytes) -> Transcript:
    path.write_bytes(data)
    transcript = Pi().read(path)
    c = transcript.coverage
    assert c.records == c.in_messages + c.in_events + c.in_header + c.unknown + c.bad
    assert [m.index for m in transcript.messages] == list(range(len(transcript.messages)))
    assert all(m.record and m.places for m in transcript.messages)
    name_silences(transcript)
    return transcript


@quick
@given(st.lists(records, max_size=10))
def test_garbage(tmp_path: Path, lines: list[dict[str, Any]]) -> None:
    dumped = [orjson.dumps(line, default=str) for line in lines if _fits(line)]
    assert check(tmp_path / "x", b"\n".join(dumped)).coverage.records == len(dumped)


def _fits(value: Any) -> bool:
    try:
        orjson.dumps(value)
    except (TypeError, ValueError):
        return False
    return True


@pytest.mark.parametrize("name", ["branches.jsonl", "first-version.jsonl"])
def test_every_beginning_of_a_file(tmp_path: Path, name: str) -> None:
    data = (DATA / name).read_bytes()
    for end in range(0, len(data), 7):
        check(tmp_path / "x", data[:end])


@quick
@given(st.data())
def test_shuffled_and_repeated_lines(tmp_path: Path, data: st.DataObject) -> None:
    lines = (DATA / "branches.jsonl").read_bytes().splitlines()
    drawn = data.draw(st.lists(st.sampled_from(lines), max_size=20))
    assert check(tmp_path / "x", b"\n".join(drawn)).coverage.records == len(drawn)


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    lines = (DATA / "branches.jsonl").read_bytes().splitlines()
    broken = [lines[0], b"\xff\xfe{", lines[2] + lines[3], b"\x00", lines[4].replace(b"slow", rb"\ud800")]
    transcript = check(tmp_path / "x", b"\n".join(broken))
    assert {p.code for p in transcript.problems} == {"bad-line", "dangling-parent", "glued-line", "lone-surrogate"}
    assert [m.visible_text for m in transcript.messages[:2]] == ["Sort the list.", "I shall use bubble sort."]
