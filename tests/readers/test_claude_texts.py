"""Who wrote what stands in the person's place."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.readers.claude_code import ClaudeCode
from narrator.readers.claude_texts import WRAPPERS, opening_of, pieces, typed

DATA = Path(__file__).parents[1] / "data" / "claude-code"

EXPECTED = [
    ("notice", "harness"),  # caveat
    ("command", "person"),  # /clear
    ("notice", "harness"),  # its output
    ("command", "person"),  # /ship
    ("notice", "harness"),  # what the command expands to
    ("command", "person"),  # !make test
    ("notice", "harness"),  # its output
    ("prompt", "person"),  # after the name of an opened file, in a block of its own
    ("prompt", "person"),  # between a selection and a reminder, in one text
    ("notice", "harness"),  # nothing but a reminder
    ("notice", "harness"),  # a background task ended
    ("notice", "hook"),
    ("notice", "sub-agent"),
    ("notice", "harness"),  # an automatic continuation
    ("prompt", "person"),  # a person may write of tags
    ("notice", "harness"),  # taken up again
    ("notice", "harness"),  # stock line
    ("notice", "harness"),  # API error
]


def test_each_text_is_its_writer_s() -> None:
    found = [(m.kind, m.by) for m in ClaudeCode().read(DATA / "injected-texts.jsonl").messages]
    assert found == EXPECTED


def test_commands_read_as_typed() -> None:
    messages = ClaudeCode().read(DATA / "injected-texts.jsonl").messages
    assert [m.visible_text for m in messages if m.kind == "command"] == ["/clear", "/ship the blue release", "!make test"]


def test_a_prompt_is_parted_from_what_the_harness_put_around_it() -> None:
    messages = ClaudeCode().read(DATA / "injected-texts.jsonl").messages
    assert (messages[7].visible_text, messages[8].visible_text) == ("Fix the total.", "What does this do?")
    assert [(p.by, p.flags) for p in messages[8].parts] == [
        ("harness", ("synthetic",)),
        ("person", ()),
        ("harness", ("synthetic",)),
    ]
    assert messages[14].visible_text == "Please <b>bold</b> it, as in </system-reminder> above."


def test_errors_are_named_and_their_words_kept() -> None:
    messages = ClaudeCode().read(DATA / "injected-texts.jsonl").messages
    assert [(m.error, m.model, m.tokens) for m in messages[-2:]] == [(None, None, None), ("server_error", None, None)]
    assert messages[-1].visible_text == "API Error: 529 Overloaded"
    assert messages[-1].field("apiErrorStatus") == "529"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<command-name>/model</command-name>\n<command-args>opus</command-args>", "/model opus"),
        ("<bash-input> ls -l </bash-input>", "!ls -l"),
        ("<user-memory-input>use tabs</user-memory-input>", "#use tabs"),
        ("<command-message>odd</command-message>", "<command-message>odd</command-message>"),
    ],
)
def test_typed(text: str, expected: str) -> None:
    assert typed(text) == expected


@pytest.mark.parametrize("text", ["Fix it", "", "  ", "<div>", "[msg 3] is wrong", "Stop that", "This session is slow"])
def test_plain_words_are_nobody_else_s(text: str) -> None:
    assert opening_of(text) is None


wrapped = st.sampled_from([f"<{tag}>x</{tag}>" for tag, _ in WRAPPERS])
loose = st.sampled_from(["<system-reminder>", "</system-reminder>", "</ide_selection>", " ", "\n", "do it"])


@given(st.lists(st.one_of(wrapped, loose, st.text(max_size=5)), max_size=8).map("".join))
def test_pieces_are_the_text(text: str) -> None:
    cut = pieces(text)
    assert "".join(p.text for p in cut) == text
    assert sum(p.by is None for p in cut) <= 1
