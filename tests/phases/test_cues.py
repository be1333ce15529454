"""Each cue: where it speaks, and the nearest case where it doesn't."""

from __future__ import annotations

import pytest

from narrator.phases import cues
from narrator.phases.cues import CUES, SPEECH_WEIGHTS, Cue
from tests.scenes import SUMMARY, Scene
from tests.scenes import scene as told

TALK = "1 U Fix the parser.\n2 A Fixed."
WORK = [f"{n} A ! read /srv/{n}.py > x" for n in range(2, 40)]


def weight(scene: Scene, cue: Cue, index: int) -> float:
    position = scene.transcript.position(index)
    assert position is not None
    return cue(scene.signals, position)


def test_a_hole_in_the_record_is_a_cue() -> None:
    scene = told(f"{TALK}\n3 A More.\n9 A Later.")
    assert [weight(scene, cues.gap, n) for n in (2, 3, 9)] == [0.0, 0.0, cues.GAP]


@pytest.mark.parametrize(
    ("words", "act"),
    [
        ("Add a test for it.", "request"),
        ("Stop the run", "stop"),
        ("Never mind, let's try something else", "redirect"),
        ("No, that's wrong", "correction"),
        ("Why is it so slow?", "question"),
        ("yes", "approval"),
        ("thanks!", "thanks"),
    ],
)
def test_an_instruction_weighs_by_what_it_does(words: str, act: str) -> None:
    assert weight(told(f"{TALK}\n3 U {words}"), cues.instruction, 3) == SPEECH_WEIGHTS[act]


def test_a_turn_to_another_aim_weighs_more_than_an_order_and_thanks_weigh_nothing() -> None:
    assert SPEECH_WEIGHTS["redirect"] > SPEECH_WEIGHTS["request"] > SPEECH_WEIGHTS["approval"] > SPEECH_WEIGHTS["thanks"] == 0


@pytest.mark.parametrize("line", ["3 A Add a test for it.", "3 S Add a test for it.", "3 U {synthetic} Add a test.", "3 U"])
def test_only_a_persons_own_words_are_an_instruction(line: str) -> None:
    scene = told(f"{TALK}\n{line}\n4 A {SUMMARY}")
    assert [weight(scene, cue, 3) for cue in (cues.instruction, cues.after_work, cues.mode)] == [0.0, 0.0, 0.0]


def test_a_word_after_long_work_weighs_more() -> None:
    long, short = cues.WORK_LENGTH + 1, cues.WORK_LENGTH
    for last, expected in ((long, cues.WORK), (short, 0.0)):
        scene = told("\n".join(["1 U Fix it.", *(line for line in WORK if int(line.split()[0]) < last), f"{last} U Now that."]))
        assert weight(scene, cues.after_work, last) == expected


def test_work_before_a_first_word_counts_from_the_record_s_beginning() -> None:
    lines = [f"{n} A ! read /srv/{n}.py > x" for n in range(cues.WORK_LENGTH)]
    assert weight(told("\n".join([*lines, f"{cues.WORK_LENGTH} U Now that."])), cues.after_work, cues.WORK_LENGTH) == cues.WORK


def test_a_compaction_is_a_cue_once_at_its_marker() -> None:
    scene = told(f"{TALK}\n3 U\n4 A {SUMMARY}\n5 A On.")
    assert [weight(scene, cues.compaction, n) for n in (2, 3, 4, 5)] == [0.0, cues.COMPACTION, 0.0, 0.0]


def test_a_summary_without_a_marker_is_the_cue_itself() -> None:
    scene = told(f"{TALK}\n3 A {{summary}} {SUMMARY}")
    assert weight(scene, cues.compaction, 3) == cues.COMPACTION


def test_a_summary_that_failed_ends_no_memory() -> None:
    scene = told(f"{TALK}\n3 A {{summary}}\n4 A On.")
    assert scene.signals.silences[2].cause == "failed_compaction"
    assert weight(scene, cues.compaction, 3) == 0.0


@pytest.mark.parametrize(
    ("until", "at", "by", "expected"),
    [
        ("10:00", "10:30", "U", cues.PAUSE),
        ("10:00", "10:29:59", "U", 0.0),
        ("10:00", "10:30", "A", 0.0),
    ],
)
def test_half_an_hour_before_a_person_speaks_is_a_pause(until: str, at: str, by: str, expected: float) -> None:
    scene = told(f"1 U {{at=9:00}} Fix it.\n2 A {{at=9:01 until={until}}} Done.\n3 {by} {{at={at}}} Next.")
    assert weight(scene, cues.pause, 3) == expected


def test_a_pause_is_counted_from_the_start_of_a_message_without_an_end() -> None:
    scene = told("1 U {at=9:50} Fix it.\n2 A {at=10:01} Done.\n3 U {at=10:30} Next.\n4 A {at=10:31} On.\n5 U {at=11:01} And?")
    assert [weight(scene, cues.pause, n) for n in (3, 5)] == [0.0, cues.PAUSE]


def test_without_times_there_is_no_pause() -> None:
    assert weight(told(f"{TALK}\n3 U Next."), cues.pause, 3) == 0.0


@pytest.mark.parametrize(
    ("before", "after", "expected"), [("plan", "build", cues.MODE), ("plan", "plan", 0.0), ("plan", "", 0.0), ("", "plan", 0.0)]
)
def test_a_change_of_mode_is_a_cue_where_both_are_known(before: str, after: str, expected: float) -> None:
    scene = told(f"1 U {{{before}}} Fix it.\n2 A Done.\n3 U {{{after}}} Next.")
    assert weight(scene, cues.mode, 3) == expected


@pytest.mark.parametrize(("file", "expected"), [("/srv/b.py", cues.FRESH_FILES), ("/other/a.py", 0.0)])
def test_other_files_after_a_word_are_a_cue(file: str, expected: float) -> None:
    scene = told(f"1 U Fix it.\n2 A ! read /srv/a.py > x\n3 U Next.\n4 A ! read {file} > x")
    assert weight(scene, cues.fresh_files, 3) == expected


def test_files_on_one_side_alone_tell_nothing() -> None:
    assert weight(told("1 U Fix it.\n2 A Done.\n3 U Next.\n4 A ! read /srv/a.py > x"), cues.fresh_files, 3) == 0.0


def test_every_cue_is_in_the_table_under_its_own_name() -> None:
    functions = {
        f for name, f in vars(cues).items() if callable(f) and not name.startswith("_") and f.__module__ == cues.__name__
    }
    assert {cue for _, cue in CUES} == functions
    assert len({name for name, _ in CUES}) == len(CUES)
