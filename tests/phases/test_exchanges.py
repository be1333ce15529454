"""A person's act and what it got."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.phases.exchanges import read_exchanges
from narrator.phases.vocabulary import valleys, words
from tests.scenes import SUMMARY
from tests.scenes import scene as told


def test_each_act_has_what_followed_until_the_next() -> None:
    scene = told(
        "0 A Hello.\n1 U Fix it.\n2 A Looking. ! edit C:\\\\srv\\\\a.py > ok\n3 A ! read /srv/b.py > x\n4 U Thanks\n5 A Fine."
    )
    first, second = read_exchanges(scene.signals)
    assert (first.first, first.said, first.end, first.steps, first.changes) == (1, 1, 4, 2, 1)
    assert (first.words, first.before, first.answer) == ("Fix it.", "Hello.", "Looking.")
    assert "b.py" in first.files
    assert (second.first, second.end, second.steps, second.before, second.answer) == (4, 6, 0, "Looking.", "Fine.")


def test_an_act_sent_again_is_one_exchange() -> None:
    scene = told("1 U Make a page of it.\n2 A {interrupted}\n3 U Make a page of it.\n4 A ! edit /a > ok")
    (only,) = read_exchanges(scene.signals)
    assert (only.first, only.said, only.end, only.changes) == (0, 2, 4, 1)


def test_an_act_sent_again_after_an_answer_is_another() -> None:
    scene = told("1 U Make a page of it.\n2 A Done.\n3 U Make a page of it.")
    assert len(read_exchanges(scene.signals)) == 2


def test_a_summary_answers_nothing() -> None:
    scene = told(f"1 U Make a page of it.\n2 A {{interrupted}}\n3 U\n4 A {SUMMARY}\n5 U Make a page of it.")
    assert len(read_exchanges(scene.signals)) == 1


def test_a_session_without_a_person_has_none() -> None:
    assert read_exchanges(told("1 A Hello.\n2 A Done.").signals) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Parser and the lexer", ["parser", "lexer"]),
        ("el analizador y los datos", ["analizador", "datos"]),
        ("修复解析器", ["修复", "复解", "解析", "析器"]),
        ("a_b x1 42", []),
    ],
)
def test_words_are_of_three_letters_or_two_wide_characters(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(st.lists(st.lists(st.sampled_from("abcdef"), max_size=6), max_size=12))
def test_a_valley_is_never_negative_and_the_first_has_none(texts: list[list[str]]) -> None:
    found = valleys(texts)
    assert len(found) == len(texts)
    assert all(-1e-9 <= depth <= 2 + 1e-9 for depth in found)
    assert not found or found[0] == 0.0


def test_the_deepest_valley_lies_where_the_words_change() -> None:
    texts = [
        ["parser", "grammar"],
        ["parser", "token"],
        ["grammar", "token"],
        ["deploy", "server"],
        ["server", "stage"],
        ["deploy", "stage"],
    ]
    found = valleys(texts)
    assert max(range(6), key=lambda n: found[n]) == 3
