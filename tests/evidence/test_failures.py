"""Calls that failed and calls that a person refused."""

from __future__ import annotations

import pytest

from tests.scenes import Scene
from tests.scenes import scene as told


def test_each_failed_call_is_told_with_the_words_that_say_so(scene: Scene) -> None:
    """One failing test run, one call that went well.

    1 U Make the tests pass.
    2 A ! bash pytest -q >1 FAILED tests/test_a.py::test_x
      1 failed, 2 passed in 0.1s
    3 A ! read /srv/a.py > x = 1
    4 A
    """
    (found,) = scene.facts(4, "failure")
    assert found.predicate == "failure.failed.said"
    assert found.messages == (2,)
    assert "1 failed, 2 passed" in scene.words(found.arg("words"))


def test_a_refusal_is_a_persons_act_and_no_failure() -> None:
    scene = told("1 U Clean up.\n2 A ! bash rm -rf build >refused The user rejected it.\n3 A")
    assert [p.split(".")[1] for p in scene.told(3, "failure.")] == ["refused"]


@pytest.mark.parametrize("result", [">cancelled x", "> ok", ">0 ok"])
def test_calls_that_went_well_or_were_cancelled_did_not_fail(result: str) -> None:
    assert told(f"1 U Clean up.\n2 A ! bash make {result}\n3 A").told(3, "failure") == []


def test_a_search_that_finds_nothing_did_not_fail() -> None:
    assert told("1 U Look.\n2 A ! bash grep -r gamma src >1\n3 A").told(3, "failure") == []


@pytest.mark.parametrize("times", [2, 3])
def test_three_failures_are_summed_up(times: int) -> None:
    lines = [f"{n} A ! bash make all{n} >2 make: *** No rule to make target" for n in range(2, 2 + times)]
    scene = told("\n".join(["1 U Build it.", *lines, f"{2 + times} A"]))
    found = [(f.arg("n"), f.notes[0].text, f.notes[0].messages) for f in scene.facts(2 + times, "failure.count")]
    assert found == ([(3, "failed calls in [msg 1]–[msg 4]: 3", (2, 3, 4))] if times == 3 else [])


def test_a_programs_failure_weighs_more_than_a_mistyped_path() -> None:
    scene = told(
        "1 U Go on.\n2 A ! bash pytest -q >1 1 failed, 2 passed\n3 A ! read /srv/x.py >error File not found: /srv/x.py\n4 A"
    )
    program, tool = scene.facts(4, "failure.failed")
    assert program.salience > tool.salience


def test_failures_stand_where_they_happened(scene: Scene) -> None:
    """The same failure before the order, where it is another's, after it, in the subject, and after the subject.

    1 U Build it.
    2 A ! bash make a >2 make: *** No rule to make target
    3 U Now the docs.
    4 A ! bash make b >2 make: *** No rule to make target
    5 A ! bash make c >2 make: *** No rule to make target
    6 A ! bash make d >2 make: *** No rule to make target
    """
    found = {f.found_by: f.messages for f in scene.facts(5) if ".failed" in f.predicate and "step" not in f.predicate}
    assert found == {"failures": (4,), "own failures": (5,), "failures after": (6,)}
