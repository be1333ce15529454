"""What the person did next: the same order, an edited one, another one; or that the record doesn't show it."""

from __future__ import annotations

import pytest

from narrator.evidence.intervention import difference
from tests.scenes import Scene
from tests.scenes import scene as told

ORDER = "Kill the training for now, deploy with the other drafter up to 16 draft len."


def alike(text: str) -> list[str]:
    scene = told(f"1 U {ORDER}\n2 A ! bash pkill train > ok\n3 A\n4 U {text}")
    return [p.rpartition(".")[2] for p in scene.told(3, "intervention.same", "intervention.alike")]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (ORDER, ["same"]),
        (ORDER.replace("16", "8"), ["both"]),
        (ORDER.replace(" up to", ", carefully, up to"), ["added"]),
        (ORDER.replace("with the other drafter ", ""), ["dropped"]),
        (ORDER.lower().rstrip("."), ["marks"]),
        ("Write the changelog for this release.", []),
    ],
)
def test_an_order_given_again_is_told_by_what_became_of_its_words(text: str, kind: list[str]) -> None:
    assert alike(text) == kind


def test_a_much_changed_order_is_alike_only_loosely() -> None:
    words = ORDER.split()
    again = " ".join([*words[:3], "right", "now", *words[5:8], "new", *words[9:], "and then tell me all about the results"])
    assert alike(again) == ["loosely"]


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("a b c d", "a x c d", ("b", "x")),
        ("a b c d", "a c d", ("b", "")),
        ("a c d", "a b c d", ("", "b")),
        ("a b c d", "A, b c d!", ("", "")),
        ("a b c d e", "a x c y e", ("b c d", "x c y")),
        ("", "", ("", "")),
    ],
)
def test_the_difference_runs_from_the_first_to_the_last_changed_word(before: str, after: str, found: tuple[str, str]) -> None:
    assert difference(before, after) == found


def test_the_next_word_is_told_with_how_it_follows(scene: Scene) -> None:
    """A stop, four messages after the order.

    1 U {plan at=10:00} Find the bottleneck.
    2 A {at=10:01} ! bash nvidia-smi > x
    3 A {at=10:02 until=10:03}
    4 U {build at=10:03:30} Just stop the run
    5 A ! bash tmux kill-session -t run > ok
    6 A Stopped.
    """
    following = scene.fact(3, "intervention.next")
    assert (following.arg("act"), following.arg("n"), following.messages) == ("stop", 4, (4,))
    assert scene.words(following.arg("words")) == "Just stop the run"
    took = scene.fact(3, "intervention.latency")
    assert (took.arg("seconds"), took.messages) == (30.0, (3, 4))
    assert took.notes[0].text == "10:03:30 − 10:03:00 (UTC) = 30 s"
    mode = scene.fact(3, "intervention.mode")
    assert (mode.arg("old"), mode.arg("new")) == ("plan", "build")
    complied = scene.fact(3, "intervention.complied")
    assert complied.messages == (5,)


def test_an_answer_in_words_is_told_where_no_act_follows() -> None:
    scene = told("1 U Go on.\n2 A ! bash make > ok\n3 A\n4 U Why is it slow?\n5 A The lock isn't held.")
    assert scene.words(scene.fact(3, "intervention.answered").arg("words")) == "The lock isn't held."
    assert scene.told(3, "intervention.complied") == []


@pytest.mark.parametrize(("first", "second"), [("{build}", "{build}"), ("{build}", ""), ("", "{build}")])
def test_a_mode_that_stays_or_is_unknown_is_no_change(first: str, second: str) -> None:
    assert told(f"1 U {first} Go on.\n2 A\n3 U {second} Stop").told(2, "intervention.mode") == []


@pytest.mark.parametrize(("end", "at"), [("", "at=10:05"), ("at=10:01", ""), ("at=10:06", "at=10:05")])
def test_without_two_times_in_order_there_is_no_latency(end: str, at: str) -> None:
    assert told(f"1 U {{at=10:00}} Go on.\n2 A {{{end}}}\n3 U {{{at}}} Stop").told(2, "intervention.latency") == []


def test_a_gap_in_the_record_is_said_to_be_one() -> None:
    cut = told("1 U Go on.\n2 A Done.\n3 U\n9 U Later.").fact(3, "intervention.cut")
    assert (cut.arg("first"), cut.arg("last")) == (4, 8)


def test_the_end_of_the_record_is_said_to_be_it() -> None:
    assert told("1 U Go on.\n2 A Done.\n3 U").told(3, "intervention") == ["intervention.end"]


def test_a_record_that_goes_on_without_a_person_shows_no_act_of_theirs() -> None:
    assert told("1 U Go on.\n2 A\n3 A ! bash make > ok\n4 A Done.").told(2, "intervention") == []


def test_a_word_beyond_a_gap_is_not_the_next_one() -> None:
    assert told("1 U Go on.\n2 A\n3 A Done.\n9 U Stop").told(2, "intervention.next") == []
