"""Each cue inside the model's own work: where it speaks, and the nearest case where it doesn't."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.phases import read_course, steps
from narrator.phases.steps import CALM, QUIET, STEP_CUES, TROUBLE, StepCue, border_at, divergence, step_score
from tests.scenes import SUMMARY, Scene
from tests.scenes import scene as told

LOOK, EDIT, TEST, FAIL = (
    "A ! read /srv/a.py > x",
    "A ! edit /srv/a.py > ok",
    "A ! bash pytest -q >0 3 passed",
    "A ! bash pytest -q >1 1 failed",
)


def work(*lines: str) -> Scene:
    return told("\n".join(["0 U Go.", *(f"{n} {line}" for n, line in enumerate(lines, 1))]))


def value(scene: Scene, cue: StepCue, index: int) -> float:
    position = scene.transcript.position(index)
    assert position is not None
    return cue(border_at(read_course(scene.signals), position))


def test_other_acts_are_told_where_their_mix_changes() -> None:
    scene = work(*[LOOK] * 8, *[EDIT] * 8)
    found = [value(scene, steps.other_acts, n) for n in range(1, 17)]
    assert max(found) == found[8] == 1.0
    assert found[0] == 0.0


def test_other_objects_are_told_where_other_things_are_worked_on() -> None:
    names = ("parser grammar token lexer", "deploy staging release server")
    scene = work(*(f"A ! grep {word} > x" for name in names for word in name.split() * 2))
    assert value(scene, steps.other_objects, 9) == 1.0
    assert value(scene, steps.other_objects, 7) < 1.0


def test_changes_begin_after_looks_and_checks_after_changes() -> None:
    scene = work(*[LOOK] * 5, EDIT, EDIT, TEST, TEST)
    assert [value(scene, steps.changing_begins, n) for n in (5, 6, 7)] == [0.0, 1.0, 0.0]
    assert [value(scene, steps.checking_begins, n) for n in (7, 8, 9)] == [0.0, 1.0, 0.0]


@pytest.mark.parametrize(
    ("line", "cue"),
    [
        ("A ! bash git commit -m x >0 ok", steps.committed),
        ("A ! todowrite [] > ok", steps.listed),
        ("A ! task description=Look prompt=Look > ok", steps.delegated),
    ],
)
def test_what_stands_just_before(line: str, cue: StepCue) -> None:
    scene = work(LOOK, line, LOOK, LOOK)
    assert value(scene, cue, 3) == 1.0
    assert value(scene, cue, 4) == 0.0


def test_a_word_after_silence() -> None:
    quiet = [LOOK] * QUIET
    assert value(work("A Hm.", *quiet, "A Now the fix. ! edit /a > ok"), steps.speaks_up, QUIET + 2) == 1.0
    assert value(work("A Hm.", *quiet[1:], "A Now the fix. ! edit /a > ok"), steps.speaks_up, QUIET + 1) == 0.0


def test_trouble_begins_after_calm_and_ends_after_several_failures() -> None:
    scene = work(*[LOOK] * CALM, *[FAIL] * TROUBLE, TEST, LOOK, LOOK)
    first, after = CALM + 2, CALM + TROUBLE + 2
    assert [value(scene, steps.trouble_begins, n) for n in (first - 1, first, first + 1)] == [0.0, 1.0, 0.0]
    assert [value(scene, steps.trouble_ends, n) for n in (after - 1, after, after + 1)] == [0.0, 1.0, 0.0]


def test_a_compaction_is_told_once_at_its_marker_or_at_its_summary() -> None:
    marked = told(f"1 U Go.\n2 A Done.\n3 U\n4 A {SUMMARY}\n5 A On.")
    assert [value(marked, steps.compaction, n) for n in (2, 3, 4, 5)] == [0.0, 1.0, 0.0, 0.0]
    assert value(told(f"1 U Go.\n2 A Done.\n3 A {{summary}} {SUMMARY}"), steps.compaction, 3) == 1.0
    assert value(told("1 U Go.\n2 A Done.\n3 A {summary}\n4 A On."), steps.compaction, 3) == 0.0


@pytest.mark.parametrize(("at", "expected"), [("10:30", 1.0), ("10:29", 0.0)])
def test_half_an_hour_without_a_record(at: str, expected: float) -> None:
    scene = told(f"1 U Go.\n2 A {{at=9:59 until=10:00}} Hm.\n3 A {{at={at}}} On.")
    assert value(scene, steps.pause, 3) == expected


counts = st.dictionaries(st.sampled_from("abcd"), st.integers(1, 9), min_size=1).map(Counter)


@given(counts, counts)
def test_divergence_is_symmetric_and_between_0_and_1(left: Counter[str], right: Counter[str]) -> None:
    found = divergence(left, right)
    assert -1e-9 <= found <= 1 + 1e-9
    assert found == pytest.approx(divergence(right, left))
    assert divergence(left, left) == pytest.approx(0)


def test_the_score_is_the_sum_of_what_the_cues_say() -> None:
    course = read_course(work(*[LOOK] * 8, *[EDIT] * 8).signals)
    assert step_score(course, 9) == pytest.approx(steps.STEP_BIAS + sum(w * cue(border_at(course, 9)) for _, cue, w in STEP_CUES))
    assert len({name for name, _, _ in STEP_CUES}) == len(STEP_CUES)


def test_a_session_of_one_order_falls_into_phases_of_its_own_work() -> None:
    scene = work(*[LOOK] * 12, *[EDIT] * 12, *["A ! bash git commit -m x >0 ok"], *[TEST] * 12)
    kinds = [p.kind for p in scene.analysis.phases]
    assert kinds[:2] == ["orient", "implement"]
    assert len(kinds) in (3, 4)
