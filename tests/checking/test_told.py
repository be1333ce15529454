"""What a sentence tells of messages: what was done, by whom, what a message is, why it is empty, of each, of none, as a guess."""

from __future__ import annotations

import pytest

from narrator.checking import verdicts
from tests.checking.lines import asked, transcript

SESSION = transcript(
    r"""
0 user 12:00:00 | text: Fix the failing test, please.
1 assistant 12:00:05-12:00:09 | think: The retry hides it. | text: I'll look. | call read: path=src/retry.py | result: ok
2 assistant 12:00:10-12:00:20 | call edit: path=src/retry.py ; old=1 ; new=2 | result: done
3 assistant 12:00:21-12:00:30 | call bash: command=pytest -q | result error exit=1: 1 failed, 3 passed
4 assistant 12:00:31-12:00:40 error=MessageAbortedError
5 user 12:00:50 | text: why does it still fail?
6 assistant 12:00:52-12:00:59 | call edit: path=src/retry.py ; old=2 ; new=3 | result refused: no
7 user 12:01:20 | text: stop, leave it
8 assistant 12:01:25-12:01:30 finish=stop | text: Stopped.
"""
)


def told(text: str, check: str, *, strict: bool = True) -> list[str]:
    return [word for word, _ in asked(check, text, SESSION, subject=4, strict=strict)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The assistant edited `src/retry.py` [msg 2].", ["right"]),
        ("The assistant changed its mind and read `src/retry.py` [msg 1].", ["right"]),
        ("The assistant read `src/retry.py` [msg 3].", ["wrong"]),
        ("It ran `src/retry.py` [msg 2].", ["wrong"]),
        ("The assistant read `src/retry.py` [msg 1] and edited it [msg 2].", ["right"]),
        ("It wanted to edit `src/retry.py` [msg 6].", []),
        ("It searched for three patterns [msg 3].", ["wrong"]),
        ("The assistant updated the plan [msg 2].", ["wrong"]),
    ],
)
def test_what_was_done_is_a_call_that_is_cited(text: str, found: list[str]) -> None:
    assert told(text, "acts") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("In three messages the assistant made three calls [msg 1]–[msg 3].", ["right"]),
        ("In three messages the user made three calls [msg 1]–[msg 3].", ["wrong"]),
        ("The user asked for it [msg 0].", ["right"]),
        ("The assistant asked for it [msg 0].", ["wrong"]),
        ("The user refused it [msg 6].", ["right"]),
        ("It wanted to edit it, which the assistant refused [msg 6].", ["wrong"]),
        ("The assistant tells the assistant [msg 8].", ["wrong", "right"]),
        ("Perhaps the user asked for it [msg 2].", []),
    ],
)
def test_a_deed_is_whose_it_is_told_to_be(text: str, found: list[str]) -> None:
    assert sorted(told(text, "actors")) == sorted(found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Message 4 is an assistant message with nothing in it: no text, no thought, no tool call [msg 4].", ["right"] * 4),
        ("Message 4 is a user message [msg 4].", ["wrong", "right"]),
        ("Message 2 is the assistant's [msg 2].", ["right", "right"]),
        ("Message 2 is the assistant's [msg 3].", ["right", "wrong"]),
        ("It came with two tool calls [msg 1].", ["wrong"]),
        ("The user typed it [msg 5].", ["right"]),
        ("Nobody typed it [msg 5].", ["wrong"]),
        ("The assistant ran `pytest`, which failed [msg 3].", ["right"]),
        ("The assistant ran `pytest`, which went well [msg 3].", ["wrong"]),
        ("The record ends here [msg 7].", ["wrong"]),
    ],
)
def test_a_message_is_what_it_is_told_to_be(text: str, found: list[str]) -> None:
    assert sorted(told(text, "messages")) == sorted(found)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The user stopped message 4 [msg 4].", ["right"]),
        ("The assistant stopped message 4 [msg 4].", ["wrong"]),
        ("Nobody stopped it [msg 4].", ["wrong"]),
        ("The provider failed, and no answer came [msg 4].", ["wrong"]),
        ("The user stopped message 8 [msg 8].", ["wrong"]),
    ],
)
def test_a_message_is_empty_for_the_reason_on_record(text: str, found: list[str]) -> None:
    assert told(text, "causes") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One was stopped, and each is followed at once by the user's own words [msg 4].", "right"),
        ("One was stopped, and none is followed at once by the user's own words [msg 4].", "wrong"),
        ("One was stopped, and each is followed by the assistant's own words [msg 4].", "wrong"),
        (
            "The file changed up to here is changed again later [msg 6] [^d1].\n\n[^d1]: files changed in [msg 0]–[msg 4]: 1",
            "wrong",
        ),
    ],
)
def test_each_and_none_are_looked_at_one_by_one(text: str, found: str) -> None:
    assert told(text, "quantifiers")[:1] == [found]


def test_what_a_list_gives_as_a_guess_is_no_fact() -> None:
    guesses = "1. **The user wanted a smaller change** (most likely). For it: [msg 7].\n\n"
    assert told(guesses + "So the user wanted a smaller change [msg 7].", "hedges") == ["wrong"]
    assert told(guesses + "It may be that the user wanted a smaller change [msg 7].", "hedges") == ["right"]
    assert told(guesses + "The user wanted the test mended [msg 0].", "hedges") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It began with the user's question “why does it still fail?” [msg 5].", ["right"]),
        ("It began with the user's order to stop “why does it still fail?” [msg 5].", ["wrong"]),
        ("It ended with the user's question “stop, leave it” [msg 7].", ["wrong"]),
        ("It ended with the user's report “stop, leave it” [msg 7].", ["unknown"]),
    ],
)
def test_words_do_what_they_are_told_to_do(text: str, found: list[str]) -> None:
    assert told(text, "speech") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The assistant looked. It had added: “The retry hides it.” [msg 1].", "right"),
        ("The assistant was asked. They had added: “The retry hides it.” [msg 1].", "unknown"),
        ("The user was there. They asked “why does it still fail?” [msg 5].", "right"),
        ("The user was there. They added: “The retry hides it.” [msg 1].", "wrong"),
        ("“The retry hides it.”, the user had gone on [msg 1].", "wrong"),
        ("Its thought: “The retry hides it.” [msg 1].", "unknown"),
        ("The assistant read `src/retry.py`, and noted: “The retry hides it.” [msg 1].", "right"),
        ("The user read `src/retry.py`, and noted: “The retry hides it.” [msg 1].", "wrong"),
        ("The harness spoke and the assistant did. It said “The retry hides it.” [msg 1].", "unknown"),
    ],
)
def test_a_pronoun_is_the_one_actor_that_its_paragraph_names(text: str, found: str) -> None:
    assert told(text, "speakers") == [found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The user's last word before it is “Fix the failing test” [msg 0].", ["right"]),
        ("The user's last word after it is “Fix the failing test” [msg 0].", ["wrong"]),
        ("It came three messages later [msg 7].", ["right"]),
        ("It came three messages earlier [msg 7].", ["wrong"]),
        ("Before the assistant had done or said anything, the user spoke again: “why” [msg 5].", ["wrong"]),
        ("It came ten seconds after the message before it [msg 4], [msg 5].", ["right"]),
        ("It came ten seconds after the message before it [msg 2], [msg 5].", ["wrong"]),
        ("Message 4 was stopped by the user after it was done [msg 4].", ["wrong"]),
    ],
)
def test_words_put_what_is_cited_before_or_after_the_subject(text: str, found: list[str]) -> None:
    assert told(text, "order") == found


def test_each_stretch_of_a_sentence_is_held_to_what_is_cited_behind_it() -> None:
    right = "It read `src/retry.py` [msg 1], and got “1 failed, 3 passed” [msg 3]."
    assert {r.verdict for r in verdicts(f"---\nsession: ses_1\n---\n\n{right}\n", SESSION) if r.check == "quotations"} == {
        "right"
    }
    turned = "It ran `pytest` [msg 1], and got “1 failed, 3 passed” [msg 3]."
    assert told(turned, "names") == ["wrong"]


def test_a_text_that_cites_by_hashes_alone_is_read_so() -> None:
    assert told("The user wrote “stop, leave it” (#7), and before “Fix the failing test” (#0).", "quotations", strict=False) == [
        "right",
        "right",
    ]
    assert told("The user wrote “stop, leave it” (#3), and before “Fix the failing test” (#2).", "quotations", strict=False) == [
        "wrong",
        "wrong",
    ]
    assert told("See #3 and #4; the user wrote “stop, leave it” [msg 7].", "citations", strict=False) == ["right"]
