"""Flattened text: which lines name a message, what is quotation, which notations are calls, and what is no session at all."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.errors import SourceError
from narrator.model import Transcript
from narrator.readers.base import Head
from narrator.readers.flat import FlatText
from narrator.readers.flat_parts import parts_of

DATA = Path(__file__).parent.parent / "data" / "flat" / "numbered.txt"


def read_text(folder: Path, text: str | bytes) -> Transcript:
    path = folder / "x.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return FlatText().read(path)


def kinds(text: str) -> list[tuple[str, str]]:
    return [(p.kind, p.text) for p in parts_of(text, "model")]


@pytest.fixture(scope="module")
def numbered() -> Transcript:
    return FlatText().read(DATA)


def test_numbers_are_the_sources_and_jumps_are_gaps(numbered: Transcript) -> None:
    assert [m.index for m in numbered.messages] == [10871, 10872, 10873, 10880, 10881, 10882, 10883]
    assert numbered.gaps == ((0, 10870), (10874, 10879))


def test_lines_before_the_first_message_tell_of_the_session(numbered: Transcript) -> None:
    assert (numbered.session, numbered.agent, numbered.title) == ("ses_flat", "opencode", "A short run")


def test_words_on_the_heading_line_are_the_messages(numbered: Transcript) -> None:
    assert numbered.messages[1].visible_text == "Kill the run,\nthen deploy."


def test_wrapper_is_stripped_and_an_empty_message_is_silent(numbered: Transcript) -> None:
    assert numbered.messages[0].visible_text == "The suite takes 12 s."
    assert [m.index for m in numbered.messages if m.is_silent] == [10880, 10881]


def test_notations_become_reasoning_call_and_result(numbered: Transcript) -> None:
    message = numbered.messages[2]
    assert [p.kind for p in message.parts] == ["reasoning", "text", "call", "result", "text"]
    call, result = message.parts[2:4]
    assert (call.name, call.args, call.status) == ("bash", (("command", "kill 41\nsleep 1"),), "error")
    assert (result.exit_code, result.text) == (1, "exit code: 1\nno such process")
    assert message.parts[4].text == "It was gone already, as [msg 10871] said."


def test_a_heading_that_does_not_ascend_is_a_quotation(numbered: Transcript) -> None:
    assert "[msg 3] user: a line quoted" in numbered.messages[5].visible_text
    assert [p.code for p in numbered.problems] == ["heading-out-of-order"]
    assert numbered.problems[0].place is not None
    assert numbered.problems[0].place.line == 37


def test_places_hold_the_message(numbered: Transcript) -> None:
    place = numbered.messages[1].places[0]
    assert place.line == 10
    assert DATA.read_bytes()[place.byte_start : place.byte_end].startswith(b"[msg 10872] user: Kill")


def test_every_record_is_counted(numbered: Transcript) -> None:
    c = numbered.coverage
    assert (c.records, c.in_messages, c.in_header) == (8, 7, 1)


@pytest.mark.parametrize(
    "heading",
    [
        "[msg 7] assistant:",
        "[msg 7] (assistant)",
        "[msg 7] (assistant):",
        "[msg #7] Assistant",
        "[7] assistant:",
        "msg 7 | assistant",
        "msg 7 - assistant:",
        "## [msg 7] assistant",
        "### Message 7 — assistant",
        "**[msg 7] assistant:**",
        "**[msg 7] assistant**:",
        "message 7 (assistant):",
    ],
)
def test_liberal_headings(tmp_path: Path, heading: str) -> None:
    transcript = read_text(tmp_path, f"{heading}\nwords\n")
    assert [(m.index, m.role, m.visible_text) for m in transcript.messages] == [(7, "assistant", "words")]


@pytest.mark.parametrize(
    "line",
    [
        "[msg 7] user asked for more:",
        "In [msg 7] assistant: it says",
        "> [msg 7] assistant: quoted",
        "- [msg 7] assistant: listed",
        "[msg 7]",
        "assistant:",
        "7 assistant:",
        "[msg 7] (see below)",
        "message 7 users",
    ],
)
def test_lines_that_name_no_message(tmp_path: Path, line: str) -> None:
    transcript = read_text(tmp_path, f"[msg 5] user:\n{line}\n")
    assert [m.index for m in transcript.messages] == [5]
    assert transcript.messages[0].visible_text == line


def test_a_time_and_a_model_may_stand_behind_the_role(tmp_path: Path) -> None:
    transcript = read_text(tmp_path, "[msg 0] user (2026-05-01T10:00:00Z):\na\n[msg 1] assistant (m-1):\nb\n")
    assert transcript.messages[0].at == transcript.started == datetime(2026, 5, 1, 10, tzinfo=UTC)
    assert transcript.messages[1].model == "m-1"


def test_a_message_that_quotes_earlier_ones_stays_whole(tmp_path: Path) -> None:
    text = "[msg 4] user:\na\n[msg 5] assistant:\nb\n[msg 3] user:\nold\n[msg 4] assistant:\nold\n[msg 6] user:\nc\n"
    assert [m.index for m in read_text(tmp_path, text).messages] == [4, 5, 6]


def test_a_message_that_quotes_a_later_number_does_not_swallow_the_rest(tmp_path: Path) -> None:
    text = "[msg 1] user:\na\n[msg 500] user:\nz\n[msg 2] assistant:\nb\n[msg 3] user:\nc\n"
    assert [m.index for m in read_text(tmp_path, text).messages] == [1, 2, 3]


def test_of_a_number_that_stands_twice_the_first_counts(tmp_path: Path) -> None:
    transcript = read_text(tmp_path, "[msg 1] user:\na\n[msg 1] user:\nb\n[msg 2] user:\nc\n")
    assert [m.visible_text.splitlines()[0] for m in transcript.messages] == ["a", "c"]
    assert [p.code for p in transcript.problems] == ["heading-out-of-order"]


def test_rules_between_messages_are_no_words(tmp_path: Path) -> None:
    messages = read_text(tmp_path, "[msg 1] user:\na\n\n---\n[msg 2] assistant:\n\n---\n[msg 3] user:\nb\n").messages
    assert [m.visible_text for m in messages] == ["a", "", "b"]


def test_a_rule_in_one_message_stays(tmp_path: Path) -> None:
    messages = read_text(tmp_path, "[msg 1] user:\na\n---\n[msg 2] assistant:\nb\n[msg 3] user:\nc\n").messages
    assert messages[0].visible_text == "a\n---"


def test_carriage_returns_and_byte_order_mark(tmp_path: Path) -> None:
    messages = read_text(tmp_path, b"\xef\xbb\xbf[msg 1] user:\r\na\r\n[msg 2] assistant: b\r\n").messages
    assert [m.visible_text for m in messages] == ["a", "b"]


def test_bytes_that_are_no_text_are_a_problem(tmp_path: Path) -> None:
    transcript = read_text(tmp_path, b"[msg 1] user:\n\xff\n")
    assert [(p.code, p.message) for p in transcript.problems] == [("bad-bytes", 1)]


def test_a_tools_own_message_is_nobodys_act(tmp_path: Path) -> None:
    messages = read_text(tmp_path, "[msg 1] tool: 3 passed\n[msg 2] user:\n<tool_result>\n3 passed\n</tool_result>\n").messages
    assert [(m.role, m.by) for m in messages] == [("system", "tool"), ("system", "tool")]


def test_without_any_heading_it_is_no_session(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"\[msg 5\] assistant:"):
        read_text(tmp_path, "An essay on [msg 5].\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain words", [("text", "plain words")]),
        ("  indented\n    code\n", [("text", "  indented\n    code")]),
        ("<tool_call>\nnot json\n</tool_call>", [("text", "<tool_call>\nnot json\n</tool_call>")]),
        ("<tool_call>{} and no end", [("text", "<tool_call>{} and no end")]),
        ("[result]\nwithout a call", [("text", "[result]\nwithout a call")]),
        ("see [tool: bash] {} inside", [("text", "see [tool: bash] {} inside")]),
        ("<think>a</think>b", [("reasoning", "a"), ("text", "b")]),
        (
            "[tool: x] {}\n[result] one\n[tool: y] {}\n[result] two",
            [("call", ""), ("result", " one"), ("call", ""), ("result", " two")],
        ),
        (
            "[tool: x] {}\n[tool: y] {}\n[result: y] two\n[result: x] one",
            [("call", ""), ("result", " one"), ("call", ""), ("result", " two")],
        ),
        ("[tool: x] {}\n[result]\n<think>in a file</think>\n[/result]", [("call", ""), ("result", "<think>in a file</think>")]),
        ("", []),
        (" \n\t", []),
    ],
)
def test_notations_count_where_they_are_unambiguous(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("text", "name", "args"),
    [
        ('<tool_call>{"name": "edit", "arguments": {"path": "a", "n": 1}}</tool_call>', "edit", (("path", "a"), ("n", "1"))),
        ('<tool_call name="edit">{"path": "a"}</tool_call>', "edit", (("path", "a"),)),
        ("[tool_call: bash] ls -la", "bash", (("command", "ls -la"),)),
        ("[tool: search] needle", "search", (("input", "needle"),)),
        ('[tool: bash]\n{"command": "ls"}', "bash", (("command", "ls"),)),
    ],
)
def test_calls(text: str, name: str, args: tuple[tuple[str, str], ...]) -> None:
    (part,) = parts_of(text, "model")
    assert (part.kind, part.name, part.args, part.status) == ("call", name, args, "missing")


def test_a_person_calls_no_tools() -> None:
    assert [p.kind for p in parts_of("[tool: bash] ls", "person")] == ["text"]


@pytest.mark.parametrize(
    ("text", "code"),
    [("exit code: 2\nx", 2), ("x\n(exit code 0)", 0), ("Process exited with code 1", 1), ("a\nexit code 3\nb", None)],
)
def test_exit_codes_stand_first_or_last(text: str, code: int | None) -> None:
    result = parts_of(f"[tool: bash] make\n[result]\n{text}", "model")[1]
    assert result.exit_code == code


SESSION = "[msg 5] user:\nhello\n[msg 6] assistant:\nsee [msg 5]\n"


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        (SESSION, True),
        ("\ufeff" + SESSION, True),
        ("# Title\nagent: opencode\n\n" + SESSION, True),
        ("[msg 6] user: a\n[msg 5] assistant: b\n", False),
        ("[msg 5] user: only one\n", False),
        ('{"x": "[msg 5] user:"}\n' + SESSION, False),
        ("An essay.\n\nIn [msg 5] the user asked; [msg 6] answered. Message 7 (user) repeats it.\n", False),
        ("An essay with an excerpt:\n\n```\n" + SESSION + "```\n", False),
        ("A long essay. " * 200 + "\n\n" + SESSION, False),
        (SESSION + "\nThe first, [msg 5], and the second, [msg 6], differ from [msg 1], [msg 2] and [msg 3].\n", False),
    ],
)
def test_a_text_about_a_session_is_no_session(text: str, ours: bool) -> None:
    assert FlatText().sniff(Head(Path("any"), text.encode())) is ours


@given(st.lists(st.text('ab[]<>/{}"\n:tolcresumhink_ \\', max_size=40), max_size=5))
def test_no_words_are_lost_or_raise(texts: list[str]) -> None:
    for text in texts:
        kept = "".join(p.text for p in parts_of(text, "model") if p.kind == "text")
        if not any(p.kind != "text" for p in parts_of(text, "model")):
            assert kept.split() == text.split()


def test_many_open_notations_take_linear_time() -> None:
    text = "<think>\n[result]\n<tool_call>\n[tool: x] {\n" * 4_000
    assert len(parts_of(text, "model")) > 1
