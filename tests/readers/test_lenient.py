"""Backslashes that begin no escape: what they are read as, and that nothing else is touched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.readers import read
from narrator.readers.ends import decoded
from narrator.readers.lenient import decode
from narrator.readers.records import Tally, read_records


@pytest.mark.parametrize(
    ("text", "value", "stray"),
    [
        (r'{"a": "\user@example.com"}', r"\user@example.com", 1),
        (r'{"a": "c:\work\new"}', "c:\\work\new", 1),
        (r'{"a": "\\user \u0041 \"\u12\" "}', '\\user A "\\u12" ', 1),
        ('{"a": "tab\there"}', "tab\there", 0),
    ],
)
def test_a_stray_backslash_is_itself(text: str, value: str, stray: int) -> None:
    found = decode(text + ' {"next": 1}')
    assert (found.value, found.stray) == ({"a": value}, stray)
    assert json.loads(found.rest) == {"next": 1}


@pytest.mark.parametrize("text", ['{"a": "\\', '{"a": "\\u12', r'{"a": \b}', '{"a": "\\x"'])
def test_what_is_broken_besides_stays_broken(text: str) -> None:
    with pytest.raises(ValueError, match=":"):
        decode(text)


@given(st.recursive(st.none() | st.text() | st.integers(), lambda v: st.lists(v) | st.dictionaries(st.text(), v)))
def test_valid_json_is_read_as_json_reads_it(value: object) -> None:
    assert decode(json.dumps(value)) == (value, "", 0)


def test_a_record_with_one_is_read_and_the_place_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"n": 1}\n{"n": "\\user@example.com"}\n{"n": 3}\n')
    tally = Tally()
    assert [r.value["n"] for r in read_records(path, tally)] == [1, r"\user@example.com", 3]
    assert (tally.records, tally.bad) == (3, 0)
    problem = tally.problems[0]
    assert (problem.code, problem.text) == ("bad-escape", "line 2: a backslash begins no escape; read as itself")
    assert problem.place is not None
    assert (problem.place.line, problem.place.byte_start) == (2, 9)
    assert list(decoded(path.read_bytes().splitlines()[1])) == [{"n": r"\user@example.com"}]


def test_of_a_document_too(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    step = '{"step_id": 1, "source": "user", "message": "ask \\user@example.com"}'
    path.write_text('{"schema_version": "ATIF-v1.7", "agent": {"name": "a", "version": "1"}, "steps": [' + step + "]}")
    transcript = read(path)
    assert transcript.messages[0].visible_text == r"ask \user@example.com"
    assert [p.code for p in transcript.problems] == ["bad-escape"]


@pytest.mark.parametrize(
    ("line", "text", "code"),
    [
        (b'{"n": "a\xff"}', "a\ufffd", "bad-bytes"),
        (b'{"n": "a\xed\xa0\x80"}', "a\ufffd", "lone-surrogate"),
        (b'{"n": "\xed\xa0\x80 \xff"}', "\ufffd" * 3 + " \ufffd", "bad-bytes"),
        (b'\xef\xbb\xbf{"n": "a"}', "a", None),
    ],
)
def test_bytes_that_are_no_text_are_told(tmp_path: Path, line: bytes, text: str, code: str | None) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(line + b"\n")
    tally = Tally()
    assert [r.value for r in read_records(path, tally)] == [{"n": text}]
    assert [p.code for p in tally.problems] == ([code] if code else [])
