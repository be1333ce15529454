"""Citations behind a sentence."""

from __future__ import annotations

from narrator.realization.citations import citations_after


def test_what_the_text_cites_is_not_cited_again() -> None:
    assert citations_after("He said so [msg 5]", [5, 7]) == "[msg 7]"


def test_runs_of_three_become_a_range() -> None:
    assert citations_after("", [3, 4, 5, 9]) == "[msg 3]–[msg 5], [msg 9]"
    assert citations_after("", [3, 4]) == "[msg 3], [msg 4]"


def test_a_range_in_the_text_covers_what_lies_in_it() -> None:
    assert citations_after("in [msg 1]–[msg 9]", [2, 4]) == ""


def test_a_wall_of_citations_becomes_its_ends() -> None:
    assert citations_after("", [1, 3, 5, 7, 9]) == "[msg 1]–[msg 9]"
