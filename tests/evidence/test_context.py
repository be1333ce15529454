"""What stands around a message: the order in force, what had been reported, its silent neighbors, what came of it."""

from __future__ import annotations

import pytest

from tests.scenes import SUMMARY, Scene
from tests.scenes import scene as told

TODOS = '[{"content": "stop it", "status": "completed"}, {"content": "deploy it", "status": "pending"}]'


def asked(text: str, index: int) -> list[tuple[str, int]]:
    return [
        (f.predicate.removeprefix("context."), f.at)
        for f in told(text).facts(index, "context.asked", "context.first", "context.un")
    ]


def test_the_order_in_force_is_the_persons_last_word() -> None:
    assert asked("1 U Fix it.\n2 A Done.\n3 U Now the docs.\n4 A", 4) == [("asked", 3)]


@pytest.mark.parametrize("word", ["yes", "thanks!"])
def test_behind_a_mere_go_ahead_stands_the_task(word: str) -> None:
    assert asked(f"1 U Fix it.\n2 A Shall I?\n3 U {word}\n4 A", 4) == [("first_asked", 1), ("asked", 3)]


def test_an_order_before_the_record_begins_is_said_to_be_missing() -> None:
    scene = "1 U Fix it.\n2 A Done.\n8 A ! bash make > ok\n9 A ! bash make > ok\n10 A"
    assert asked(scene, 10) == [("unasked", 8)]


@pytest.mark.parametrize(("text", "index"), [("1 U Fix it.\n8 A", 8), ("1 A Hello.\n2 A", 2)])
def test_where_the_work_begins_with_the_subject_or_the_record_no_order_is_missing(text: str, index: int) -> None:
    assert asked(text, index) == []


def reported(scene: Scene, index: int) -> dict[str, int]:
    return {
        f.predicate.removeprefix("context."): f.at
        for f in scene.facts(index)
        if f.predicate in ("context.report", "context.answered")
    }


def test_what_had_been_reported_is_told_before_the_order_and_before_the_subject() -> None:
    scene = told("1 U Fix it.\n2 A It is fixed now.\n3 U Now the docs.\n4 A They are written.\n5 U")
    assert reported(scene, 5) == {"answered": 2, "report": 4}


@pytest.mark.parametrize(
    "line", ["4 A Let me see. ! read /srv/a.py > x", "4 A ~ A thought.", f"4 A {{summary}} {SUMMARY}", "4 S Note."]
)
def test_only_words_that_close_a_turn_are_a_report(line: str) -> None:
    assert reported(told(f"1 U Fix it.\n2 A Done.\n3 U Now the docs.\n{line}\n5 U\n6 A On."), 5) == {"answered": 2}


def test_the_silent_company_of_a_silent_message_is_told(scene: Scene) -> None:
    """An empty reply, the marker, the summary, words.

    1 U Deploy it.
    2 A
    3 U
    4 A ## Goal
      Deploy it.
      ## Discoveries
    5 A On.
    """
    assert scene.told(2, "neighbor") == ["neighbor.empty_user", "neighbor.then_summary"]
    summary = scene.fact(2, "neighbor.then_summary")
    assert (summary.arg("n"), summary.arg("lines"), summary.arg("head")) == (4, 3, "## Goal")
    assert scene.told(3, "neighbor") == ["neighbor.summary"]
    assert scene.told(4, "neighbor") == scene.told(1, "neighbor") == []


def test_company_ends_with_the_first_words() -> None:
    assert told(f"1 U Deploy it.\n2 A\n3 A On.\n4 U\n5 A {SUMMARY}").told(2, "neighbor") == []


def test_the_list_of_what_was_to_be_done(scene: Scene) -> None:
    """A list, then the same list further on.

    1 U Deploy it.
    2 A
    3 A ! todowrite [{"content": "stop it", "status": "in_progress"}, {"content": "deploy it", "status": "pending"}]
    4 A ! todowrite [{"content": "stop it", "status": "completed"}, {"content": "deploy it", "status": "pending"}]
    """
    first, last = scene.fact(2, "after.todo"), scene.fact(2, "open.todo")
    assert (first.at, first.arg("items"), first.arg("n")) == (3, ("stop it", "deploy it"), 2)
    assert (last.at, last.arg("pending")) == (4, ("deploy it",))


@pytest.mark.parametrize("todos", ["[]", "not json", '{"content": "a"}', '[{"status": "pending"}]', "[1, 2]"])
def test_what_is_no_list_is_left_alone(todos: str) -> None:
    assert told(f"1 U Deploy it.\n2 A\n3 A ! todowrite {todos}").told(2, "after.todo", "open.todo") == []


def test_a_list_that_is_done_leaves_nothing_open() -> None:
    done = TODOS.replace("pending", "cancelled")
    assert told(f"1 U Deploy it.\n2 A\n3 A ! todowrite {done}").told(2, "open.todo") == []


def test_the_work_ends_with_a_report_or_in_mere_last_words() -> None:
    scene = told("1 U Deploy it.\n2 A\n3 A ! read /srv/a.py > x\n4 A It is deployed and answers.")
    assert scene.fact(2, "after.report").at == 4
    at_work = scene.but("5 A Let me see. ! read /srv/a.py > x")
    assert [(f.predicate, f.at) for f in at_work.facts(2, "after.report", "after.last")] == [("after.last_words", 5)]
    summed_up = scene.but("4 A ! read /srv/a.py > x", f"5 A {{summary}} {SUMMARY}")
    assert summed_up.told(2, "after.report", "after.last") == []


def test_a_persons_own_last_word_is_no_report() -> None:
    scene = told("1 U Deploy it.\n2 A\n3 A ! read /srv/a.py > x\n4 A It is deployed.\n5 U It isn't.\n6 S Note.")
    assert scene.fact(2, "after.report").at == 4


def test_a_persons_word_is_answered_by_the_first_words_that_close_a_turn() -> None:
    scene = told("1 U Why is it slow?\n2 A Let me see. ! read /srv/a.py > x\n3 A The lock isn't held.\n4 U And now?\n5 A It is.")
    assert scene.fact(1, "response.said").at == 3
    assert scene.fact(4, "response.said").at == 5
    assert scene.told(3, "response.said") == []


def test_a_word_that_was_cut_before_any_work_got_no_answer_because_of_that() -> None:
    scene = told(
        "1 U Fix it.\n2 A Done.\n3 U Remove it.\n4 S {interrupted synthetic} Interrupted.\n5 U Remove all of it.\n6 A On."
    )
    assert scene.fact(3, "response.cut").arg("n") == 4
    assert scene.told(3, "response.none") == []
    assert scene.told(2, "intervention.replaced") == ["intervention.replaced.cut"]
    assert scene.but("4 S {synthetic} A reminder.").told(3, "response") == ["response.none"]
