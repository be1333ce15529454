"""Tables of figures compared: averages that the session speaks of, gaps, "on each", ties; and what is left alone."""

from __future__ import annotations

import pytest

from tests.scenes import Scene
from tests.scenes import scene as told

HEAD = "| task | ours | theirs |\n| --- | --- | --- |"
SPOKEN = "Ours averages 2.0 and theirs 4.0."


def compared(rows: str, spoken: str = SPOKEN, head: str = HEAD) -> Scene:
    return told(f"1 U Compare them.\n2 A ! bash python bench.py > {head}\n{rows}\n3 A {spoken}\n4 A")


def test_averages_gap_and_every_row(scene: Scene) -> None:
    """A table under two conditions, and a word on its averages.

    1 U Compare the two drafters.
    2 A ! bash python bench.py > | task | ours | theirs |
      | --- | --- | --- |
      | sort | 1.0 | 2.0 |
      | search | 2.0 | 4.0 |
      | graph | 3.0 | 6.0 |
    3 A Ours averages 2.0 and theirs 4.0.
    4 A
    """
    means = scene.fact(4, "comparison.means")
    assert {name: means.arg(name) for name in ("left_name", "right_name", "left", "right", "difference", "rows", "what")} == {
        "left_name": "ours",
        "right_name": "theirs",
        "left": "2.0",
        "right": "4.0",
        "difference": "2.0",
        "rows": 3,
        "what": "task",
    }
    assert [n.text for n in means.notes] == ["(1.0 + 2.0 + 3.0) / 3 = 2.0", "(2.0 + 4.0 + 6.0) / 3 = 4.0", "4.0 − 2.0 = 2.0"]
    assert means.messages == (2,)
    each = scene.fact(4, "comparison.each")
    assert (each.arg("ahead"), each.arg("behind"), each.arg("n")) == ("theirs", "ours", 3)
    assert (each.arg("narrowest"), each.arg("widest")) == ("sort", "graph")
    assert (each.arg("widest_left"), each.arg("widest_right")) == ("3.0", "6.0")
    assert each.notes[0].text == "1.0 < 2.0; 2.0 < 4.0; 3.0 < 6.0"


def test_the_difference_is_positive_whichever_side_is_higher() -> None:
    scene = compared("| a | 2.0 | 1.0 |\n| b | 4.0 | 2.0 |\n| c | 6.0 | 3.0 |", "It is 4.0 against 2.0.")
    means = scene.fact(4, "comparison.means")
    assert (means.arg("difference"), means.notes[-1].text) == ("2.0", "4.0 − 2.0 = 2.0")
    assert scene.fact(4, "comparison.each").arg("ahead") == "ours"


def test_averages_have_as_many_places_as_the_figures_and_are_rounded_half_up() -> None:
    scene = compared("| a | 0.1 | 1.00 |\n| b | 0.2 | 1.00 |\n| c | 0.2 | 1.01 |\n| d | 0.1 | 1.01 |", "It is 0.2 against 1.01.")
    means = scene.fact(4, "comparison.means")
    assert (means.arg("left"), means.arg("right")) == ("0.2", "1.01")


@pytest.mark.parametrize(
    ("rows", "spoken", "n", "of"),
    [
        ("| a | 1.0 | 2.0 |\n| b | 2.0 | 2.0 |\n| c | 3.0 | 8.0 |", "It is 2.0 against 4.0.", 2, 3),
        ("| a | 1.0 | 9.0 |\n| b | 4.0 | 2.0 |\n| c | 1.0 | 1.0 |", "It is 2.0 against 4.0.", 1, 3),
    ],
)
def test_a_tie_is_on_nobodys_side(rows: str, spoken: str, n: int, of: int) -> None:
    scene = compared(rows, spoken)
    assert scene.told(4, "comparison.each") == []
    most = scene.fact(4, "comparison.most")
    assert (most.arg("ahead"), most.arg("n"), most.arg("of")) == ("theirs", n, of)
    assert "=" in most.notes[0].text


def test_equal_columns_have_no_winner() -> None:
    scene = compared("| a | 1.0 | 1.0 |\n| b | 2.0 | 2.0 |\n| c | 3.0 | 3.0 |", "Both average 2.0.")
    assert scene.told(4, "comparison") == ["comparison.means"]


@pytest.mark.parametrize("spoken", ["Both are fine.", "Ours averages 2.0.", "Theirs: 4.05, ours: 2.01."])
def test_averages_that_nobody_speaks_of_are_left_alone(spoken: str) -> None:
    assert compared("| a | 1.0 | 2.0 |\n| b | 2.0 | 4.0 |\n| c | 3.0 | 6.0 |", spoken).told(4, "comparison") == []


@pytest.mark.parametrize("label", ["mean", "Average", "Total", "median of all", "Δ"])
def test_rows_that_sum_up_are_no_rows_of_their_own(label: str) -> None:
    scene = compared(f"| a | 1.0 | 2.0 |\n| b | 2.0 | 4.0 |\n| c | 3.0 | 6.0 |\n| {label} | 7.0 | 7.0 |")
    assert scene.fact(4, "comparison.means").arg("rows") == 3


@pytest.mark.parametrize("label", ["sum_list", "meander", "totals_report", "gap_junction"])
def test_a_row_whose_name_begins_like_a_sum_is_a_row(label: str) -> None:
    scene = compared(f"| a | 1.0 | 2.0 |\n| b | 2.0 | 4.0 |\n| {label} | 3.0 | 6.0 |")
    assert scene.fact(4, "comparison.means").arg("rows") == 3


def test_columns_that_count_or_compare_are_no_side() -> None:
    head = "| task | n | ours | theirs | gap |\n| --- | --- | --- | --- | --- |"
    scene = compared("| a | 9 | 1.0 | 2.0 | 1.0 |\n| b | 9 | 2.0 | 4.0 | 2.0 |\n| c | 9 | 3.0 | 6.0 | 3.0 |", head=head)
    means = scene.fact(4, "comparison.means")
    assert (means.arg("left_name"), means.arg("right_name")) == ("ours", "theirs")


@pytest.mark.parametrize("rows", ["| a | 1.0 | 2.0 |\n| b | 3.0 | 6.0 |", "| a | 1.0 | x |\n| b | 2.0 | y |\n| c | 3.0 | z |"])
def test_two_rows_or_one_column_of_figures_are_no_comparison(rows: str) -> None:
    assert compared(rows).told(4, "comparison") == []


def test_of_several_tables_the_longest_is_told() -> None:
    more = "| a | 1.0 | 3.0 |\n| b | 2.0 | 4.0 |\n| c | 2.0 | 4.0 |\n| d | 3.0 | 5.0 |"
    short = "| a | 1.0 | 2.0 |\n| b | 2.0 | 4.0 |\n| c | 3.0 | 6.0 |"
    scene = compared(short).but(f"3 A {SPOKEN} ! bash python more.py > {HEAD}\n{more}")
    assert scene.fact(4, "comparison.means").messages == (3,)


def test_a_table_after_the_subject_is_not_its_context() -> None:
    scene = compared("| a | 1.0 | 2.0 |\n| b | 2.0 | 4.0 |\n| c | 3.0 | 6.0 |")
    assert scene.told(4, "comparison") != []
    assert scene.told(1, "comparison") == []


def test_of_losses_the_lower_one_is_not_behind() -> None:
    head = "| run | loss before | loss after |\n| --- | --- | --- |"
    scene = compared("| a | 4.0 | 2.0 |\n| b | 4.0 | 2.0 |\n| c | 4.0 | 2.0 |", "Loss: 4.0 before, 2.0 after.", head)
    text = scene.essay(4).markdown
    assert "4.0" in text
    assert "`loss after` is behind" not in text
