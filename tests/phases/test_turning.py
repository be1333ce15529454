"""Where the work turned: ranked, named by kind and by what speaks for it."""

from __future__ import annotations

import pytest

from narrator.phases import read_course
from narrator.phases.turning import APART, TurningPoint
from narrator.phases.turns import TURN_BIAS, TURN_CUES, turn_score
from tests.scenes import SUMMARY, Scene
from tests.scenes import scene as told


def points(scene: Scene) -> list[tuple[int, str]]:
    return [(t.message, t.kind) for t in scene.analysis.turning_points]


def strongest(text: str) -> TurningPoint:
    return told(text).analysis.turning_points[0]


def test_turning_points_come_strongest_first_and_equal_ones_in_order_of_time() -> None:
    lines = [
        f"{n} U {words}\n{n + 1} A Fine.\n{n + 2} A On."
        for n, words in ((1, "Go."), (4, "yes"), (7, "Stop"), (10, "ok"), (13, "Stop"))
    ]
    found = told("\n".join(lines)).analysis.turning_points
    assert [t.score for t in found] == sorted((t.score for t in found), reverse=True)
    assert [t.message for t in found if t.kind == "interruption"] == [7, 13]


def test_of_two_near_each_other_the_stronger_stands() -> None:
    near = "1 U Go.\n2 A a\n3 U yes\n4 A b\n5 U Let's try something else"
    assert points(told(near)) == [(5, "redirect")]
    far = near.replace("5 U", "\n".join(f"{n} A c" for n in range(5, 3 + APART)) + f"\n{3 + APART} U")
    assert len(points(told(far))) == 2


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Let's try something else", "redirect"),
        ("Never mind, leave it", "abandon"),
        ("Stop the run", "interruption"),
        ("No, that's wrong", "correction"),
        ("Add a test for it.", "scope"),
        ("yes", "decision"),
        ("I ran it. The server crashed.", "failure"),
    ],
)
def test_a_turn_is_called_by_what_the_words_do(words: str, kind: str) -> None:
    assert points(told(f"1 U Go.\n2 A I looked.\n3 U {words}")) == [(3, kind)]


@pytest.mark.parametrize(
    ("claim", "words", "answer"),
    [
        ("All tests pass.", "The page is not there", "Let me look."),
        ("I looked.", "Squashing keeps the trailers", "You're right, that changes it."),
    ],
)
def test_a_claim_denied_and_a_point_conceded_are_corrections(claim: str, words: str, answer: str) -> None:
    assert points(told(f"1 U Go.\n2 A {claim}\n3 U {words}\n4 A {answer}")) == [(3, "correction")]


def test_the_opening_turns_nothing() -> None:
    assert points(told("1 U Fix the parser.\n2 A Done.")) == []


def test_what_surrounds_a_word_makes_it_weigh_more() -> None:
    plain = strongest("1 U Go.\n2 A Done.\n3 U Stop")
    cut = strongest("1 U Go.\n2 A {interrupted} Do\n3 U Stop")
    refused = strongest("1 U Go.\n2 A ! bash rm -r / >refused no\n3 U Stop")
    acted = strongest("1 U Go.\n2 A Done.\n3 U Stop\n4 A ! edit /srv/a.py > ok")
    assert min(cut.score, refused.score, acted.score) > plain.score
    assert refused.score > cut.score
    assert "after a cut" in cut.cues
    assert {"after a cut", "after a refusal"} <= set(refused.cues)


def test_an_interruption_may_stand_one_message_further_back() -> None:
    near = strongest("1 U Go.\n2 A {interrupted} Do\n3 S Note.\n4 U Stop")
    far = strongest("1 U Go.\n2 A {interrupted} Do\n3 S Note.\n4 A On.\n5 U Stop")
    assert "after a cut" in near.cues
    assert "after a cut" not in far.cues


def test_an_order_sent_again_turns_where_it_was_first_sent() -> None:
    scene = told(
        "1 U Go.\n2 A Done.\n3 A On.\n4 U Make a page of it.\n5 A {interrupted}\n6 U Make a page of it.\n7 A ! edit /a > ok"
    )
    assert points(scene)[0][0] == 4


def test_a_cause_found_at_work_turns_more_after_failures() -> None:
    cause = "A Found the issue: the lock is held. ! edit /srv/a.py > ok"
    fails = "\n".join(f"{n} A ! bash pytest -q >1 1 failed" for n in range(2, 5))
    calm, after = strongest(f"1 U Go.\n2 {cause}"), strongest(f"1 U Go.\n{fails}\n5 {cause}")
    assert (calm.kind, after.kind, calm.cues) == ("rootcause", "rootcause", ("a cause found",))
    assert after.score > calm.score


@pytest.mark.parametrize("line", ["2 A Found the issue: the lock is held.", "2 A Now the lock. ! edit /srv/a.py > ok"])
def test_a_cause_without_a_change_and_a_change_without_a_cause_are_none(line: str) -> None:
    assert points(told(f"1 U Go.\n{line}")) == []


def test_what_works_after_several_failures_is_a_success() -> None:
    fails = "\n".join(f"{n} A ! bash pytest -q >1 1 failed" for n in range(2, 5))
    passes = "5 A ! bash pytest -q >0 3 passed"
    assert points(told(f"1 U Go.\n{fails}\n{passes}")) == [(5, "success")]
    assert points(told(f"1 U Go.\n{fails}\n5 A ! read /a.py > x")) == []
    assert points(told(f"1 U Go.\n{fails[: fails.rindex(chr(10))]}\n{passes}")) == []


def test_a_compaction_turns_less_than_a_person() -> None:
    scene = told(f"1 U Go.\n2 A Done.\n3 U\n4 A {SUMMARY}\n5 A On.\n6 U Stop")
    assert points(scene) == [(6, "interruption"), (3, "handoff")]


def test_a_turning_point_knows_the_words_around_it() -> None:
    found = strongest("1 U Go.\n2 A a\n3 U Stop\n4 A b\n5 A c\n6 U yes")
    assert (found.message, found.before, found.after) == (3, 1, 6)


def test_the_score_is_the_sum_of_what_the_cues_say() -> None:
    course = read_course(told("1 U Go.\n2 A Done.\n3 U Stop\n4 A ! edit /srv/a.py > ok").signals)
    assert turn_score(course, 1) == pytest.approx(TURN_BIAS + sum(w * cue(course, 1) for _, cue, w in TURN_CUES))
    assert len({name for name, _, _ in TURN_CUES}) == len(TURN_CUES)
