"""What a person did next: after another act of theirs, and after the work stopped."""

from __future__ import annotations

import pytest

from narrator.phases.interventions import REPEAT_RATIO, SAME_RATIO, Intervention, similarity
from tests.scenes import SUMMARY, Scene
from tests.scenes import scene as told

ORDER = "Kill the training for now, deploy with the other drafter up to 16 draft len on the big box."
EDITED = "Kill the training for now, deploy the other drafter with up to 16 draft len on the big box"


def last(scene: Scene) -> Intervention:
    return scene.analysis.interventions[-1]


def responses(text: str) -> list[tuple[int, str, str, int | None]]:
    found = told(text).analysis.responses
    return [(r.stopped, r.how, r.act, None if r.by is None else r.by.message) for r in found]


@pytest.mark.parametrize(
    ("words", "act", "least", "most"), [(ORDER, "repeat", 1, 1), (EDITED, "refine", REPEAT_RATIO, SAME_RATIO)]
)
def test_the_same_order_again_is_a_repeat_and_nearly_the_same_refines_it(words: str, act: str, least: float, most: float) -> None:
    found = last(told(f"1 U {ORDER}\n2 A ! bash pkill train > ok\n3 U {words}"))
    assert (found.act, found.after) == (act, 1)
    assert least <= found.similarity <= most


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
    assert first == (Intervention(message=1, after=None, act="request", similarity=0.0, latency=None, mode=None),)


def test_only_a_persons_own_acts_count() -> None:
    scene = told(
        f"1 U Go.\n2 A Done.\n3 U\n4 A {SUMMARY}\n5 U {{synthetic}} Continue if you have next steps\n6 S Note.\n7 U Next."
    )
    assert [i.message for i in scene.analysis.interventions] == [1, 7]


def test_the_same_words_again_in_another_mode() -> None:
    scene = told("1 U {plan at=9:00} Make a page.\n2 A {interrupted at=9:01 until=9:02}\n3 U {build at=9:02:25} Make a page.")
    (found,) = scene.analysis.responses
    assert (found.how, found.act, found.stopped) == ("interrupt", "repeat", 2)
    assert found.by is not None
    assert (found.by.message, found.by.latency, found.by.mode) == (3, 25.0, ("plan", "build"))


@pytest.mark.parametrize(
    ("stopped", "words", "expected"),
    [
        ("2 A {interrupted} Do", "Stop the run", (2, "interrupt", "stop", 3)),
        ("2 A ! bash rm -r / >refused no", "Never mind, let's try something else", (2, "refusal", "redirect", 3)),
        ("2 A ! bash make >cancelled", "Why make?", (2, "interrupt", "question", 3)),
        ("2 A ! bash rm -r / >refused no", "yes", (2, "refusal", "approve", 3)),
        ("2 A {finish=stop}", "Add a test.", (2, "silence", "request", 3)),
    ],
)
def test_where_the_work_stops_the_person_s_next_act_answers(
    stopped: str, words: str, expected: tuple[int, str, str, int]
) -> None:
    assert responses(f"1 U Go.\n{stopped}\n3 U {words}") == [expected]


def test_nothing_may_follow() -> None:
    assert responses("1 U Go.\n2 A {interrupted} Do") == [(2, "interrupt", "none", None)]


def test_a_refusal_and_what_it_cuts_is_answered_once() -> None:
    lines = "2 A ! bash rm -r / >refused no\n3 A {interrupted}\n4 U Stop\n5 A Done.\n6 U yes"
    assert responses(f"1 U Go.\n{lines}") == [(2, "refusal", "stop", 4)]


def test_bookkeeping_stops_nothing() -> None:
    assert responses(f"1 U Go.\n2 A Done.\n3 U\n4 A {SUMMARY}\n5 U Next.") == []
