"""Reasoning on record: weighty sentences, one a message; announcements left out."""

from __future__ import annotations

import pytest

from tests.scenes import Scene
from tests.scenes import scene as told

CAUSE = "The root cause is that the lock isn't held while the graph is traced."


def thoughts(scene: Scene, index: int) -> list[tuple[str, str]]:
    return [(f.predicate.removeprefix("thinking."), scene.words(f.arg("words"))) for f in scene.facts(index, "thinking.")]


@pytest.mark.parametrize("mark", ["~ ", ""])
def test_thoughts_and_words_are_both_reasoning(mark: str) -> None:
    assert thoughts(told(f"1 U Fix it.\n2 A {mark}{CAUSE}\n3 A"), 3) == [("cause", CAUSE)]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Wait, the second worker reads the very same target as the first.", "surprise"),
        ("Actually, I was wrong about the order of these two arguments.", "correction"),
        ("I decided on the shared counter, since it keeps all queues level.", "decision"),
    ],
)
def test_a_sentence_is_told_by_its_kind(words: str, kind: str) -> None:
    assert thoughts(told(f"1 U Fix it.\n2 A {words}\n3 A"), 3) == [(kind, words)]


@pytest.mark.parametrize(
    "words",
    [
        "Let me see whether that is because of the lock in the tracer.",
        "I'll check whether the problem is the lock in the tracer now.",
        "I need to find out whether this is because of the tracer's lock.",
        "The problem is this:",
        "It's due to that.",
        "Done, and good.",
    ],
)
def test_announcements_openings_and_scraps_are_left_out(words: str) -> None:
    assert thoughts(told(f"1 U Fix it.\n2 A {words}\n3 A"), 3) == []


def test_of_one_message_the_weightiest_sentence_is_told() -> None:
    other = "I expect that it should work on the next run of the whole suite."
    assert thoughts(told(f"1 U Fix it.\n2 A {other} {CAUSE}\n3 A"), 3) == [("cause", CAUSE)]


def test_a_person_and_a_summary_do_not_think_aloud() -> None:
    assert thoughts(told(f"1 U {CAUSE}\n2 A"), 2) == []
    assert thoughts(told(f"1 U Fix it.\n2 A {{summary}} {CAUSE}\n3 A"), 3) == []


def test_causes_weigh_more_than_other_findings() -> None:
    scene = told(f"1 U Fix it.\n2 A {CAUSE}\n3 A I found that there are two more workers than there are targets.\n4 A")
    cause, finding = scene.facts(4, "thinking.")
    assert (cause.predicate, finding.predicate) == ("thinking.cause", "thinking.finding")
    assert cause.salience > finding.salience


def test_earlier_thoughts_are_those_before_the_order(scene: Scene) -> None:
    """A cause named under each of two orders.

    1 U Fix it.
    2 A The root cause is that the lock isn't held while the graph is traced.
    3 A Done.
    4 U Now the docs.
    5 A The root cause is that the page was never listed in the index at all.
    6 A
    """
    assert [(f.predicate, f.messages) for f in scene.facts(6, "earlier.", "thinking.")] == [
        ("earlier.cause", (2,)),
        ("thinking.cause", (5,)),
    ]


def test_the_report_that_an_order_answers_is_no_earlier_thought() -> None:
    scene = told(f"1 U Fix it.\n2 A {CAUSE}\n3 U Now the docs.\n4 A")
    assert scene.told(4, "earlier.") == []
    assert scene.told(4, "context.answered") != []
