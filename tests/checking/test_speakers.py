"""Quoted words are those of the one whom a sentence makes say them."""

from __future__ import annotations

import pytest

from tests.checking.lines import asked, transcript

SESSION = transcript(
    """
0 user | text: please open a draft for the branch
1 assistant | think: I pushed to the wrong one. | text: Draft PR created | call sh: a=b | result error: remote rejected the push
2 user | text: it was me who broke the build
3 assistant | call question: ask=Which one of them? | result: the second one of them
"""
)


def _said(text: str, *, strict: bool = True) -> list[str]:
    return [verdict for verdict, _ in asked("speakers", text, SESSION, strict=strict)]


@pytest.mark.parametrize(
    "text",
    [
        "The user admitted: “I pushed to the wrong one.” [msg 1]",
        'The assistant said: "it was me who broke the build" [msg 2].',
        'The user said "Draft PR created" [msg 1].',
        "The assistant reported in its last words that “remote rejected the push” [msg 1].",
        "A tool answered: “Draft PR created” [msg 1].",
        "“it was me who broke the build”, the assistant granted [msg 2].",
        "The user told the assistant: “Draft PR created” [msg 1].",
    ],
)
def test_another_s_words_are_wrong(text: str) -> None:
    assert _said(text) == ["wrong"]


@pytest.mark.parametrize(
    "text",
    [
        "The assistant admitted: “I pushed to the wrong one.” [msg 1]",
        'The user said: "it was me who broke the build" [msg 2].',
        'The assistant said "Draft PR created" [msg 1].',
        "A tool answered: “remote rejected the push” [msg 1].",
        "“it was me who broke the build”, the user granted [msg 2].",
        "The assistant told the user: “Draft PR created” [msg 1].",
    ],
)
def test_one_s_own_words_are_right(text: str) -> None:
    assert _said(text) == ["right"]


def test_words_that_nobody_says_are_left_to_the_check_of_quotations() -> None:
    assert _said("The user said: “it was you who broke the build” [msg 2].") == []


def test_an_answer_to_a_tool_s_question_is_not_decided() -> None:
    assert _said("The user answered: “the second one of them” [msg 3].") == ["unknown"]


@pytest.mark.parametrize(
    "text",
    [
        "The push failed with “remote rejected the push”, and the user typed it again [msg 1].",
        "The user asked what was behind “Draft PR created” [msg 1].",
        "The user was told “Draft PR created” [msg 1].",
        "The user typed it; the answer was “Draft PR created” [msg 1].",
    ],
)
def test_what_is_not_said_to_be_somebody_s_words_gets_no_verdict(text: str) -> None:
    assert _said(text) == []


def test_a_plain_text_that_only_borrows_a_citation_is_not_refuted() -> None:
    assert _said("The user said “Draft PR created”. It went on [msg 1].", strict=False) == ["unknown"]
