"""Runs of like acts as one clause: named where they are few, counted where they are many."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.realization.aggregation import NAMED, Deed, clause, counted, short_path, thing
from narrator.tallies import NOUNS


def deed(verb: str, name: str = "", kind: str = "verbatim", description: str = "") -> Deed:
    return (verb, name, kind, description)


@pytest.mark.parametrize(
    ("deeds", "expected"),
    [
        ([deed("read", "a.py")], "read `a.py`"),
        ([deed("read", "a.py"), deed("read", "b.py"), deed("ran", "make")], "read `a.py` and `b.py` and ran `make`"),
        ([deed("read", "a.py"), deed("ran", "make"), deed("read", "b.py")], "read `a.py`, ran `make` and read `b.py`"),
        ([deed("read", "a.py"), deed("read", "a.py")], "read `a.py`"),
        ([deed("updated the plan", "")], "updated the plan"),
        ([deed("ran", "a script", "worded")], "ran a script"),
        ([deed("ran", "a [x] script", "worded")], "ran a \\[x\\] script"),
    ],
)
def test_few_acts_are_named_in_their_order(deeds: list[Deed], expected: str) -> None:
    assert clause(deeds) == expected


def test_more_acts_than_can_be_named_are_counted() -> None:
    few = [deed("read", f"{n}.py") for n in range(NAMED)]
    assert "`3.py`" in clause(few)
    assert clause([*few, deed("read", "more.py")]) == "read five files"


def acts(*verbs: str) -> list[Deed]:
    """Return an act for each verb, each on something else."""
    return [deed(verb, f"{n}.py") for n, verb in enumerate(verbs)]


def test_counts_come_most_frequent_first_and_the_rest_in_one() -> None:
    verbs = ("ran", "ran", "read", "read", "read", "sang")
    assert counted(acts(*verbs)) == "read three files, ran two commands and made one other call"
    assert counted(acts(*["sang"] * 6)) == "made six calls"


NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@given(st.lists(st.sampled_from([*(verb for verb, _ in NOUNS), "sang", "danced"]), min_size=1, max_size=30))
def test_counts_add_up_to_all_acts(verbs: list[str]) -> None:
    found = counted(acts(*verbs)).replace(",", "").split()
    assert sum(NUMBERS.index(w) + 1 if w in NUMBERS else int(w) for w in found if w in NUMBERS or w.isdigit()) == len(verbs)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.py", "a.py"),
        ("/root/ddtree", "/root/ddtree"),
        ("/srv/app/src/parser/tokens.py", "parser/tokens.py"),
        ("/srv/app/src/parser/" + "a_very_long_name_" * 3 + ".py", "a_very_long_name_" * 3 + ".py"),
        ("https://example.com/a/b/c/d/e", "https://example.com/a/b/c/d/e"),
        ("grep -r x /srv/a/b/c/d", "grep -r x /srv/a/b/c/d"),
        ("/srv/a/b/c/*.py", "/srv/a/b/c/*.py"),
        ("/srv/app/src/parser/", "src/parser"),
    ],
)
def test_a_deep_path_is_called_by_its_end(path: str, expected: str) -> None:
    assert short_path(path) == expected


@given(st.text(alphabet="ab/._", min_size=1, max_size=80))
def test_a_short_path_is_still_words_of_the_session(path: str) -> None:
    assert short_path(path) in path


def test_an_object_is_code_where_it_is_the_sessions_own_word() -> None:
    assert thing("a_b.py", "verbatim") == "`a_b.py`"
    assert thing("the plan", "worded") == "the plan"
    assert "…" in thing("x" * 300, "verbatim")


def test_no_secret_is_named_as_an_object() -> None:
    secret = "ghp_" + "Ab1" * 12
    assert secret not in clause([deed("ran", f"curl -H {secret}"), deed("ran", f"echo {secret}", "worded")])


def again(*names: str) -> str:
    """Return the clause of reading files by these names, beside other acts."""
    return clause([*(deed("read", name) for name in names), *(deed("ran", name) for name in ("make", "ls", "pwd", "df"))])


def test_a_file_that_was_read_again_is_not_another_file() -> None:
    assert "read files three times" in again("a.py", "b.py", "a.py")
    assert "read three files" in again("a.py", "b.py", "c.py")


def test_one_file_that_was_read_again_has_its_article() -> None:
    assert "read file" not in again("a.py", "a.py", "a.py")
    assert "three times" in again("a.py", "a.py", "a.py")
