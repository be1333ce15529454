"""Runs of acts and their steps: what each was for, what it asked, how it failed, what it found."""

from __future__ import annotations

import pytest

from narrator.quantities import count
from tests.scenes import Scene
from tests.scenes import scene as told


def steps(scene: Scene, index: int) -> list[str]:
    return [p.removeprefix("work.step").strip(".") for p in scene.told(index, "work.step")]


def test_a_run_counts_calls_and_messages(scene: Scene) -> None:
    """Three calls in two messages, one of them an edit.

    1 U Fix the parser.
    2 A ! read /srv/a.py > x ! read /srv/b.py > x
    3 A Only words.
    4 A ! edit filePath=/srv/a.py oldString=x newString=y > ok
    5 A
    """
    run = scene.fact(5, "work.run")
    assert (run.arg("calls"), run.arg("messages"), run.arg("changed"), run.arg("first"), run.arg("last")) == (3, 2, 1, 2, 4)
    assert run.messages == (2, 4)
    (note,) = run.notes
    assert note.text.startswith("calls in [msg 2]–[msg 4]: 3")


def test_a_run_that_changes_nothing_says_so() -> None:
    scene = told("1 U Look around.\n2 A ! read /srv/a.py > x\n3 A ! read /srv/b.py > x\n4 A")
    assert scene.told(4, "work.run") == ["work.run.pure"]


def test_one_call_is_no_run() -> None:
    assert told("1 U Look around.\n2 A ! read /srv/a.py > x\n3 A").told(3, "work.run") == []


def test_runs_are_parted_by_the_order_and_the_subject(scene: Scene) -> None:
    """Two calls on each side of the order and of the subject.

    1 U Look around.
    2 A ! read /srv/a.py > x ! read /srv/b.py > x
    3 U Now the other one.
    4 A ! read /srv/c.py > x ! read /srv/d.py > x
    5 A
    6 A ! read /srv/e.py > x ! read /srv/f.py > x
    """
    runs = {f.predicate: f.messages for f in scene.facts(5) if ".run" in f.predicate}
    assert runs == {"earlier.run.pure": (2,), "work.run.pure": (4,), "after.run.pure": (6,)}


FOUND = "3 A The cause is that the lock isn't held there."


@pytest.mark.parametrize(
    ("step", "after", "expected"),
    [
        ("2 A Let me check the config. ! read /srv/a.py > x", FOUND, "for.found"),
        ("2 A Does the loader know it? ! read /srv/a.py > x", FOUND, "asking.found"),
        ("2 A Let me check the config. ! bash make >2 make: *** No rule", FOUND, "for.failed.found"),
        ("2 A ! bash make >2 make: *** No rule", "3 A", "failed"),
        ("2 A ! read /srv/a.py > x", FOUND, "found"),
        ("2 A Does the loader know it? ! bash make >2 make: *** No rule", "3 A", "asking.failed"),
        ("2 A ! edit filePath=/srv/a.py oldString=x newString=y > ok", "3 A", ""),
    ],
)
def test_a_step_is_told_by_its_purpose_its_question_its_end_and_what_it_found(step: str, after: str, expected: str) -> None:
    assert steps(told(f"1 U Fix it.\n{step}\n{after}\n4 A"), 4) == [expected]


def test_a_refused_step_is_told_as_refused() -> None:
    (found,) = steps(
        told("1 U Fix it.\n2 A ! bash rm -rf build >refused The user rejected it.\n3 A The cause is a lock.\n4 A"), 4
    )
    assert "refused" in found
    assert "failed" not in found


def test_looking_at_something_and_finding_nothing_is_not_told() -> None:
    assert steps(told("1 U Fix it.\n2 A ! read /srv/a.py > x\n3 A Good.\n4 A"), 4) == []


def test_what_is_said_after_a_person_spoke_is_no_finding_of_the_step_before() -> None:
    scene = told(
        "1 U Fix it.\n2 A ! edit filePath=/srv/a.py oldString=x newString=y > ok\n3 U The cause is a lock, not held there.\n4 A"
    )
    assert all("found" not in p for p in scene.told(4) if ".step" in p)


def test_a_purpose_is_told_in_the_third_person_and_what_was_found_in_the_sessions_words() -> None:
    scene = told(f"1 U Fix it.\n2 A Let me check the config. ! read /srv/a.py > x\n{FOUND}\n4 A")
    (step,) = scene.facts(4, "work.step")
    assert step.arg("purpose") == "check the config"
    assert scene.words(step.arg("found")) == "The cause is that the lock isn't held there."
    assert step.messages == (2, 3)


def test_a_purpose_that_speaks_of_me_is_not_rephrased() -> None:
    scene = told(f"1 U Fix it.\n2 A Let me check what you told me about. ! read /srv/a.py > x\n{FOUND}\n4 A")
    assert steps(scene, 4) == ["found"]


def test_the_more_a_step_shows_the_more_it_weighs() -> None:
    def salience(step: str, after: str) -> float:
        return told(f"1 U Fix it.\n{step}\n{after}\n4 A").facts(4, "work.step")[0].salience

    edit, failed = "2 A ! edit filePath=/srv/a.py oldString=x newString=y > ok", "2 A ! bash make >2 make: *** No rule"
    assert salience(edit, "3 A") < salience(failed, "3 A") < salience(failed, FOUND)


@pytest.mark.parametrize("many", [2, 13])
def test_the_text_says_as_many_calls_as_there_are(many: int) -> None:
    lines = [f"{n} A ! read /srv/{n}.py > x" for n in range(2, 2 + many)]
    scene = told("\n".join(["1 U Look around.", *lines, f"{2 + many} A"]))
    assert count(many, "call") in scene.essay(2 + many).markdown
