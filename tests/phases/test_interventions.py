"""What a person did next, and where that turned the work."""

from __future__ import annotations

import pytest

from narrator.phases.interventions import REPEAT_RATIO, Intervention, similarity
from narrator.phases.turning import TurningPoint
from tests.scenes import SUMMARY, Scene
from tests.scenes import scene as told

ORDER = "Kill the training for now, deploy with the other drafter up to 16 draft len on the big box."
EDITED = "Kill the training for now, deploy the other drafter with up to 16 draft len on the big box"


def last(scene: Scene) -> Intervention:
    return scene.analysis.interventions[-1]


def points(scene: Scene) -> list[tuple[int, str]]:
    return [(t.message, t.kind) for t in scene.analysis.turning_points]


@pytest.mark.parametrize(("words", "alike"), [(ORDER, 1.0), (EDITED, None)])
def test_the_same_order_again_is_a_repeat(words: str, alike: float | None) -> None:
    found = last(told(f"1 U {ORDER}\n2 A ! bash pkill train > ok\n3 U {words}"))
    assert (found.act, found.after) == ("repeat", 1)
    assert found.similarity == alike or (alike is None and REPEAT_RATIO < found.similarity < 1)


def test_another_order_is_none() -> None:
    found = last(told(f"1 U {ORDER}\n2 A Done.\n3 U Write the changelog for this release."))
    assert (found.act, found.similarity < REPEAT_RATIO) == ("request", True)


def test_a_go_ahead_given_twice_stays_a_go_ahead() -> None:
    assert last(told("1 U Go.\n2 A Shall I?\n3 U yes\n4 A And this?\n5 U yes")).act == "approval"


def test_likeness_is_of_words_whatever_their_case_and_spaces() -> None:
    assert similarity("Kill  the Training", "kill the training") == 1.0
    assert similarity("kill the training", "") == 0.0
    assert similarity("a b c d", "w x y z") == 0.0
    assert similarity("one two three four", "one two three five") == 0.75


def test_pasted_logs_behind_an_order_do_not_hide_its_likeness() -> None:
    order = "Fix the build. " * 300
    assert similarity(order + "log " * 5000, order + "other " * 5000) == 1.0


@pytest.mark.parametrize(
    ("before", "at", "seconds"),
    [
        ("at=10:00 until=10:05", "at=10:07", 120.0),
        ("at=10:00", "at=10:07", 420.0),
        ("at=10:00 until=10:05", "at=10:04", 0.0),
        ("", "at=10:07", None),
        ("at=10:00", "", None),
    ],
)
def test_latency_is_counted_from_the_end_of_the_message_before(before: str, at: str, seconds: float | None) -> None:
    assert last(told(f"1 U Go.\n2 A {{{before}}} Done.\n3 U {{{at}}} Next.")).latency == seconds


def test_the_first_word_follows_nothing() -> None:
    first = told("1 U {at=10:00} Fix the parser.\n2 A Done.").analysis.interventions
    assert first == (Intervention(message=1, after=None, act="request", similarity=0.0, latency=None),)


def test_only_a_persons_own_acts_count() -> None:
    scene = told(
        f"1 U Go.\n2 A Done.\n3 U\n4 A {SUMMARY}\n5 U {{synthetic}} Continue if you have next steps\n6 S Note.\n7 U Next."
    )
    assert [i.message for i in scene.analysis.interventions] == [1, 7]


def test_turning_points_come_strongest_first_and_equal_ones_in_order_of_time() -> None:
    scene = told("1 U Go.\n2 A a\n3 U yes\n4 A b\n5 U Stop\n6 A c\n7 U Add a test.\n8 A d\n9 U Stop\n10 A e")
    assert points(scene) == [(5, "interruption"), (9, "interruption"), (7, "scope"), (3, "decision")]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Never mind, let's try something else", "redirect"),
        ("Stop the run", "interruption"),
        ("No, that's wrong", "correction"),
        ("Add a test for it.", "scope"),
        ("yes", "decision"),
    ],
)
def test_a_turn_is_called_by_what_the_words_do(words: str, kind: str) -> None:
    assert points(told(f"1 U Go.\n2 A Done.\n3 U {words}")) == [(3, kind)]


def test_the_opening_turns_nothing() -> None:
    assert points(told("1 U Fix the parser.\n2 A Done.")) == []


def strongest(text: str) -> TurningPoint:
    return told(text).analysis.turning_points[0]


def test_what_surrounds_a_word_makes_it_weigh_more() -> None:
    plain = strongest("1 U Go.\n2 A Done.\n3 U Stop")
    cut = strongest("1 U Go.\n2 A {interrupted} Do\n3 U Stop")
    refused = strongest("1 U Go.\n2 A ! bash rm -r / >refused no\n3 U Stop")
    moved = strongest("1 U {plan} Go.\n2 A Done.\n3 U {build} Stop")
    assert min(cut.score, refused.score, moved.score) > plain.score
    assert "after an interruption" in cut.cues
    assert "after a refusal" in refused.cues
    assert "change of mode" in moved.cues
    assert plain.cues == ("stop",)


def test_an_interruption_may_stand_one_message_further_back() -> None:
    near = strongest("1 U Go.\n2 A {interrupted} Do\n3 S Note.\n4 U Stop")
    far = strongest("1 U Go.\n2 A {interrupted} Do\n3 S Note.\n4 A On.\n5 U Stop")
    assert "after an interruption" in near.cues
    assert "after an interruption" not in far.cues


def test_a_compaction_turns_less_than_a_person() -> None:
    scene = told(f"1 U Go.\n2 A Done.\n3 U\n4 A {SUMMARY}\n5 U Stop")
    assert points(scene) == [(5, "interruption"), (3, "compaction")]


def test_a_turning_point_knows_the_words_around_it() -> None:
    found = strongest("1 U Go.\n2 A a\n3 U Stop\n4 A b\n5 U yes")
    assert (found.message, found.before, found.after) == (3, 1, 5)
