"""narrator's JSON lines: what absent fields mean, what wrong ones become, and that they are written as they are read."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.model import Child, Event, Message, Part, Problem, Tokens, Transcript
from narrator.readers.base import Head
from narrator.readers.jsonl import NumberedLines
from narrator.readers.jsonl_write import write_lines

DATA = Path(__file__).parent.parent / "data" / "jsonl"
HEADER = {"narrator": 1, "session": "s", "agent": "opencode"}


def read_lines(folder: Path, *lines: object) -> Transcript:
    """Return the transcript of these lines: values as JSON, text as it stands."""
    path = folder / "x.jsonl"
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines), "utf-8")
    return NumberedLines().read(path)


def said(index: int, text: str = "hi", role: str = "user") -> dict[str, Any]:
    return {"index": index, "role": role, "parts": [{"kind": "text", "text": text}]}


def codes(transcript: Transcript) -> list[str]:
    return [p.code for p in transcript.problems]


@pytest.fixture(scope="module")
def numbered() -> Transcript:
    return NumberedLines().read(DATA / "numbered.jsonl")


def test_numbers_and_gaps_are_the_sources_own(numbered: Transcript) -> None:
    assert [m.index for m in numbered.messages] == [9, 10, 11, 15, 16]
    assert numbered.gaps == ((0, 8), (12, 14))
    assert numbered.problems == ()


def test_header_tells_of_the_session(numbered: Transcript) -> None:
    told = (numbered.session, numbered.agent, numbered.title, numbered.cwd, numbered.format)
    assert told == ("s1", "opencode", "A short run", "/srv/app", "jsonl")


def test_absent_kind_and_author_follow_from_the_role(numbered: Transcript) -> None:
    assert [(m.kind, m.by) for m in numbered.messages] == [
        ("prompt", "person"),
        ("reply", "model"),
        ("notice", "harness"),
        ("prompt", "harness"),
        ("reply", "model"),
    ]
    assert [p.by for p in numbered.messages[1].parts] == ["model", "model", "tool", "model"]


def test_arguments_are_text_as_it_was_written_and_structures_are_compact(numbered: Transcript) -> None:
    assert numbered.messages[1].parts[1].args == (("command", "pytest -q"), ("env", '{"CI":"1"}'), ("timeout", "60"))


def test_an_exit_code_says_how_a_call_ended(numbered: Transcript) -> None:
    assert [p.status for p in numbered.messages[1].parts] == [None, "error", "error", None]


def test_calls_find_their_results_by_id_and_keep_what_they_say(numbered: Transcript) -> None:
    assert [p.status for p in numbered.messages[4].parts] == ["ok", "running", "ok"]


def test_a_call_without_a_result_misses_it(tmp_path: Path) -> None:
    line = {"index": 0, "role": "assistant", "parts": [{"kind": "call", "name": "bash"}, {"kind": "text", "text": "…"}]}
    assert read_lines(tmp_path, HEADER, line).messages[0].parts[0].status == "missing"


def test_an_event_follows_the_message_before_it(numbered: Transcript) -> None:
    assert [(e.kind, e.text, e.after) for e in numbered.events] == [("compaction", "auto", 10)]


def test_record_is_text_by_name_and_parts_may_be_plain_text(numbered: Transcript) -> None:
    message = numbered.messages[3]
    assert message.record == (("auto", "true"), ("overflow", "false"))
    assert message.flags == ("compaction", "synthetic")
    assert message.parts == (Part(kind="text", text="Continue if you have next steps", by="harness"),)


def test_times_are_utc_and_the_session_spans_them(numbered: Transcript) -> None:
    assert numbered.started == datetime(2026, 5, 1, 10, tzinfo=UTC)
    assert numbered.ended == datetime(2026, 5, 1, 10, tzinfo=UTC)


def test_every_record_is_counted(numbered: Transcript) -> None:
    c = numbered.coverage
    assert (c.records, c.in_header, c.in_messages, c.in_events, c.unknown, c.bad) == (7, 1, 5, 1, 0, 0)


def test_messages_know_their_lines(numbered: Transcript) -> None:
    place = numbered.messages[1].places[0]
    data = (DATA / "numbered.jsonl").read_bytes()[place.byte_start : place.byte_end]
    assert place.line == 3
    assert json.loads(data)["index"] == 10


def test_undeclared_gap_is_added_and_said(tmp_path: Path) -> None:
    transcript = read_lines(tmp_path, HEADER | {"gaps": [[2, 3]]}, said(0), said(1), said(5))
    assert transcript.gaps == ((2, 3), (4, 4))
    assert codes(transcript) == ["undeclared-gap"]


@pytest.mark.parametrize(("first", "gaps"), [(0, ()), (1, ()), (2, ((0, 1),))])
def test_a_source_may_count_from_one(tmp_path: Path, first: int, gaps: tuple[tuple[int, int], ...]) -> None:
    assert read_lines(tmp_path, HEADER, said(first)).gaps == gaps


def test_descending_indices_are_put_in_order(tmp_path: Path) -> None:
    transcript = read_lines(tmp_path, HEADER, said(1), said(0))
    assert [m.index for m in transcript.messages] == [0, 1]
    assert codes(transcript) == ["descending-index"]


def test_of_duplicate_indices_the_first_counts_and_the_other_is_counted(tmp_path: Path) -> None:
    transcript = read_lines(tmp_path, HEADER, said(0, "one"), said(0, "two"))
    assert [m.visible_text for m in transcript.messages] == ["one"]
    assert codes(transcript) == ["duplicate-index"]
    assert transcript.coverage.bad == 1


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ({"index": "5", "role": "user"}, "bad-message"),
        ({"index": -1, "role": "user"}, "bad-message"),
        ({"index": True, "role": "user"}, "bad-message"),
        ({"index": 1, "role": "robot"}, "bad-message"),
        ({"index": 1, "role": ["user"]}, "bad-message"),
        ({"index": 1}, "bad-message"),
        ("[1, 2]", "not-an-object"),
        ("{oops", "bad-line"),
        ({"what": 1, "text": "is this"}, "unknown-record"),
        ({"narrator": 1}, "second-header"),
    ],
)
def test_a_bad_line_is_a_problem_and_the_rest_is_read(tmp_path: Path, line: object, code: str) -> None:
    transcript = read_lines(tmp_path, HEADER, said(0), line, said(1))
    assert [m.index for m in transcript.messages] == [0, 1]
    assert codes(transcript) == [code]
    c = transcript.coverage
    assert c.records == c.in_header + c.in_messages + c.in_events + c.unknown + c.bad == 4


@pytest.mark.parametrize(
    "fields", [{"at": "yesterday"}, {"by": "nobody"}, {"kind": "song"}, {"tokens": 3}, {"cost": "dear"}, {"mood": "good"}]
)
def test_a_field_that_does_not_fit_is_left_out_and_the_words_stay(tmp_path: Path, fields: dict[str, object]) -> None:
    transcript = read_lines(tmp_path, HEADER, said(0) | fields)
    assert transcript.messages[0].visible_text == "hi"
    assert codes(transcript) == ["bad-field"]
    assert next(iter(fields)) in transcript.problems[0].text


@pytest.mark.parametrize(
    ("part", "left"), [({"text": "no kind"}, 0), ("words", 0), ({"kind": "text", "text": "t", "by": "nobody"}, 1)]
)
def test_a_bad_part_is_a_problem(tmp_path: Path, part: object, left: int) -> None:
    transcript = read_lines(tmp_path, HEADER, {"index": 0, "role": "user", "parts": [part]})
    assert len(transcript.messages[0].parts) == left
    assert set(codes(transcript)) <= {"bad-part", "bad-field"}
    assert codes(transcript)


def test_without_a_header_the_file_names_the_session(tmp_path: Path) -> None:
    transcript = read_lines(tmp_path, said(0))
    assert (transcript.session, transcript.agent, codes(transcript)) == ("x", "unknown", ["no-header"])


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ('{"narrator": 1, "session": "s"}\n{"index": 0}', True),
        ('\ufeff\n{"session": "s", "narrator": 1}', True),
        ('{"narrator": 1, "title": "cut of', True),
        ('{"type": "user", "sessionId": "narrator"}', False),
        ('{"index": 0, "role": "user"}', False),
        ('narrator writes {"narrator": 1}', False),
    ],
)
def test_sniffs_its_header_alone(text: str, ours: bool) -> None:
    assert NumberedLines().sniff(Head(Path("any"), text.encode())) is ours


words = st.text(st.characters(codec="utf-8"), max_size=12)
names = st.text("abcxyz_é", min_size=1, max_size=5)
maybe = st.none() | names
times = st.none() | st.datetimes(min_value=datetime(1971, 1, 1), timezones=st.just(UTC))
numbers = st.none() | st.floats(0, 1e6)
pairs = st.lists(st.tuples(names, words), max_size=3).map(tuple)
flags = st.lists(st.sampled_from(["synthetic", "ignored", "hidden"]), unique=True).map(lambda f: tuple(sorted(f)))
authors = st.sampled_from(["person", "model", "tool", "harness", "hook", "sub-agent"])
parts = st.builds(
    Part,
    kind=st.sampled_from(["text", "reasoning", "call", "result", "file", "notice"]),
    text=words,
    by=authors,
    name=maybe,
    args=pairs,
    call=maybe,
    status=st.none() | st.sampled_from(["ok", "error", "refused", "cancelled", "running", "missing"]),
    exit_code=st.none() | st.integers(-1, 255),
    seconds=numbers,
    flags=flags,
)


@st.composite
def transcripts(draw: st.DrawFn) -> Transcript:
    indices = sorted(draw(st.sets(st.integers(0, 30), min_size=1, max_size=5)))
    messages = tuple(draw(messages_at(i)) for i in indices)
    edges = [-1, *indices]
    gaps = [(a + 1, b - 1) for a, b in zip(edges, indices, strict=False) if b - a > 1]
    places = st.none() | st.sampled_from(indices)
    events = st.builds(Event, kind=names, text=words, at=times, after=places)
    children = st.builds(Child, session=names, message=places, title=maybe)
    problems = st.builds(Problem, code=names, text=words, message=places)
    return Transcript(
        session=draw(names),
        format="jsonl",
        agent=draw(names),
        version=draw(maybe),
        title=draw(maybe),
        cwd=draw(maybe),
        started=draw(times),
        ended=draw(times),
        messages=messages,
        events=tuple(draw(st.lists(events, max_size=3))),
        gaps=tuple(gaps),
        children=tuple(draw(st.lists(children, max_size=2))),
        problems=tuple(draw(st.lists(problems, max_size=2))),
    )


def messages_at(index: int) -> st.SearchStrategy[Message]:
    return st.builds(
        Message,
        index=st.just(index),
        role=st.sampled_from(["user", "assistant", "system"]),
        kind=st.sampled_from(["prompt", "reply", "summary", "command", "notice"]),
        by=authors,
        parts=st.lists(parts, max_size=4).map(tuple),
        at=times,
        ended=times,
        id=maybe,
        parent=maybe,
        model=maybe,
        finish=maybe,
        error=maybe,
        tokens=st.none() | st.builds(Tokens, input=st.integers(0, 9), cache_read=st.integers(0, 9)),
        cost=numbers,
        mode=maybe,
        flags=flags,
        record=pairs,
    )


def bare(transcript: Transcript) -> Transcript:
    """Return the transcript without what belongs to its file."""
    messages = tuple(m.model_copy(update={"places": ()}) for m in transcript.messages)
    events = tuple(e.model_copy(update={"places": ()}) for e in transcript.events)
    problems = tuple(p.model_copy(update={"place": None}) for p in transcript.problems)
    own = {"messages": messages, "events": events, "problems": problems, "digest": "", "format": "", "coverage": None}
    return transcript.model_copy(update=own)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(transcript=transcripts())
def test_what_is_written_is_read_as_the_same_session(tmp_path: Path, transcript: Transcript) -> None:
    path = tmp_path / "round.jsonl"
    path.write_bytes(b"".join(write_lines(transcript)))
    assert bare(NumberedLines().read(path)) == bare(transcript)


def test_writing_what_was_read_loses_nothing(tmp_path: Path, numbered: Transcript) -> None:
    path = tmp_path / "again.jsonl"
    path.write_bytes(b"".join(write_lines(numbered)))
    assert bare(NumberedLines().read(path)) == bare(numbered)
