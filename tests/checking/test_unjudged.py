"""Sentences of which no more can be looked up than what they point to are never right: they are counted, or unknown."""

from __future__ import annotations

import pytest

from narrator.checking import count_unjudged, verdicts
from tests.checking.lines import asked, transcript

SESSION = transcript(
    "0 user | text: read src/App.tsx\n1 assistant | text: All done, see src/App.tsx\n2 assistant | text: It works"
)


@pytest.mark.parametrize("told", ["The model refused the request [msg 1].", "Nobody cared for the weather there [msg 1]."])
def test_a_free_text_s_sentence_that_only_cites_is_unknown(told: str) -> None:
    assert asked("unjudged", told, SESSION, strict=False) == [("unknown", told.replace("`", ""))]


def test_a_bound_text_s_are_counted() -> None:
    text = "---\nsession: ses_1\n---\n\nNobody cared for the weather there [msg 1].\n\n“All done” [msg 1].\n"
    assert count_unjudged(text, verdicts(text, SESSION)) == (1, 1)


def test_what_is_wrong_is_judged() -> None:
    text = "---\nsession: ses_1\n---\n\nNobody cared for the weather there [msg 9].\n"
    assert count_unjudged(text, verdicts(text, SESSION)) == (0, 1)


def test_a_citation_inside_a_quotation_is_the_quoted_one_s() -> None:
    session = transcript("0 user | text: as in [msg 99] you said\n1 assistant | text: ok")
    assert asked("citations", "The user wrote “as in [msg 99] you said” [msg 0].", session) == [("right", "[msg 0]")]
    assert asked("citations", "> as in [msg 99] you said [msg 0]", session) == [("right", "[msg 0]")]


def test_marks_inside_a_quotation_may_be_single_and_its_first_letter_small() -> None:
    session = transcript("0 user | text: All pass now! ”, he said: “I hate it")
    assert asked("quotations", "“all pass now! ’, he said: ‘I hate it” [msg 0]", session) == [
        ("right", "“all pass now! ’, he said: ‘I hate it”")
    ]


def test_messages_listed_by_number_are_no_figures() -> None:
    told = "Two of the assistant's messages call no tool: 1 and 2 [msg 1] [msg 2]."
    assert [verdict for verdict, passage in asked("figures", told, SESSION) if passage in ("1", "2")] == ["right", "right"]


def test_who_is_told_to_have_thanked_must_have_spoken() -> None:
    found = asked("actors", "The user thanked the assistant at the end [msg 2].", SESSION)
    assert found == [("wrong", "The user thanked")]


def test_what_something_speaks_against_is_not_certain() -> None:
    told = "1. **The user stopped it** ({}). For it: the end [msg 2]. Against it: the words [msg 1]."
    assert ("wrong", "(certain)") in asked("hedges", told.format("certain"), SESSION)
    assert not [v for v, _ in asked("hedges", told.format("most likely"), SESSION) if v == "wrong"]


def test_a_test_that_was_run_refutes_that_none_was() -> None:
    session = transcript("0 user | text: go\n1 assistant | call bash: command=pytest -q | result error exit=1: 3 failed")
    told = "The assistant never ran a test in this session [msg 0]–[msg 1]."
    assert [verdict for verdict, _ in asked("absences", told, session)] == ["wrong"]
    assert [verdict for verdict, _ in asked("absences", told, SESSION.model_copy(update={"session": "ses_1"}))] == ["unknown"]


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ("It was raised from 600,000 to 1,200,000 [msg 1].", False),
        ("It was lowered from 1,200,000 to 600,000 [msg 1].", True),
        ("It was lowered from 600,000 to 1,200,000 [msg 1].", True),
    ],
)
def test_a_value_goes_the_way_that_the_edit_took_it(told: str, *, wrong: bool) -> None:
    edit = "call edit: filePath=a.py ; oldString=limit: 600000 ; newString=limit: 1200000"
    session = transcript(f"0 user | text: go\n1 assistant | text: from 600,000 to 1,200,000 | {edit} | result: ok")
    assert ("wrong" in [verdict for verdict, _ in asked("figures", told, session)]) is wrong
