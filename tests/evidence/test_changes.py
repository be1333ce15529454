"""Parameters that changed: told in a table, in words, by an edit; with their reasons; once each."""

from __future__ import annotations

import pytest

from tests.scenes import Scene
from tests.scenes import scene as told

TABLE = "| what | before | after | why |\n| --- | --- | --- | --- |"


def values(scene: Scene, index: int) -> list[tuple[object, object, object]]:
    return [(f.arg("name"), f.arg("old"), f.arg("new")) for f in scene.facts(index, "change.")]


def test_a_table_of_changes_is_told_row_by_row_with_its_reasons(scene: Scene) -> None:
    """The author's own account of what changed.

    1 U Review the trainer.
    2 A Six things changed:
      | what | before | after | why |
      | --- | --- | --- | --- |
      | gamma | 4.0 | 10.0 | later positions count in a tree |
      | betas | (0.9, 0.999) | (0.9, 0.95) | |
    3 U
    """
    assert values(scene, 3) == [("gamma", "4.0", "10.0"), ("betas", "(0.9, 0.999)", "(0.9, 0.95)")]
    gamma, betas = scene.facts(3, "change.")
    assert scene.words(gamma.arg("reason")) == "later positions count in a tree"
    assert betas.arg("reason") is None
    assert gamma.messages == betas.messages == (2,)
    assert scene.fact(3, "changes.intro").arg("n") == 2


@pytest.mark.parametrize("heads", ["| what | old | new |", "| what | was | now |", "| what | From (v1) | To (v2) |"])
def test_a_table_of_changes_is_known_by_its_headings(heads: str) -> None:
    scene = told(f"1 U Go on.\n2 A {heads}\n| --- | --- | --- |\n| gamma | 4.0 | 10.0 |\n3 A")
    assert values(scene, 3) == [("gamma", "4.0", "10.0")]


def test_another_table_tells_of_no_change() -> None:
    assert (
        told("1 U Go on.\n2 A | what | ours | theirs |\n| --- | --- | --- |\n| gamma | 4.0 | 10.0 |\n3 A").told(3, "change") == []
    )


def test_a_cell_that_tells_a_story_is_no_value() -> None:
    scene = told(f"1 U Go on.\n2 A {TABLE}\n| gamma | 4.0 | {'a long tale ' * 10} | |\n| lr | 1 | 2 | |\n3 A")
    assert values(scene, 3) == [("lr", "1", "2")]


def test_words_and_edits_tell_of_changes_where_no_table_does(scene: Scene) -> None:
    """One change told with its reason, one made by an edit.

    1 U Make it faster.
    2 A I changed batch_size from 8 to 16 because the memory allows it.
    3 A ! edit filePath=/srv/train.yaml oldString="lr: 0.1" newString="lr: 0.2" > ok
    4 A
    """
    assert values(scene, 4) == [("batch_size", "8", "16"), ("lr", "0.1", "0.2")]
    batch, lr = scene.facts(4, "change.")
    assert "because the memory allows it" in scene.words(batch.arg("reason"))
    assert lr.arg("reason") is None
    assert batch.salience > lr.salience


def test_figures_of_prose_that_went_from_one_value_to_another_are_no_parameters() -> None:
    assert told("1 U Go on.\n2 A The loss went from 3.2 to 2.1 overnight.\n3 A").told(3, "change") == []


def test_one_change_needs_no_introduction() -> None:
    assert told("1 U Go on.\n2 A batch_size went from 8 to 16.\n3 A").told(3, "change") == ["change.told"]


def test_a_parameter_is_told_once_as_it_was_last_told() -> None:
    scene = told("1 U Go on.\n2 A batch_size went from 8 to 16.\n3 A Then batch_size went from 16 to 32.\n4 A")
    assert values(scene, 4) == [("batch_size", "16", "32")]


def test_the_table_is_taken_over_the_words_beside_it() -> None:
    scene = told(f"1 U Go on.\n2 A batch_size went from 8 to 16.\n3 A {TABLE}\n| gamma | 4.0 | 10.0 | |\n4 A")
    assert values(scene, 4) == [("gamma", "4.0", "10.0")]


def test_changes_of_an_earlier_order_are_not_this_ones() -> None:
    scene = told("1 U Go on.\n2 A batch_size went from 8 to 16.\n3 U Now the docs.\n4 A Done.\n5 A")
    assert scene.told(5, "change") == []
