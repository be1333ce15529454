"""Ways not taken, hypotheses, and predictions that came true or not."""

from __future__ import annotations

from time import process_time

import pytest

from narrator.evidence import Fact
from narrator.ledger import Whole
from narrator.ledger.thoughts_choices import find_choices
from narrator.ledger.thoughts_predictions import _PASSES, find_predictions
from tests.scenes import Scene
from tests.scenes import scene as told


def choices(scene: Scene) -> list[Fact]:
    return list(find_choices(Whole(scene.analysis)))


def said(text: str) -> tuple[Scene, list[Fact]]:
    scene = told(f"1 U Do it.\n2 A {text}")
    return scene, choices(scene)


def test_a_choice_names_what_was_left_and_why() -> None:
    scene, (found,) = said("I'll lock the queue rather than copying it, because copies go stale.")
    assert found.predicate == "thought.chosen"
    assert [scene.words(found.arg(n)) for n in ("over", "reason")] == ["copying it", "because copies go stale"]
    scene, (found,) = said("~ Instead of parsing `a.b` twice, let me keep the tree.")
    assert (found.predicate, scene.words(found.arg("over")), found.arg("by")) == (
        "thought.chosen",
        "parsing `a.b` twice",
        "reasoning",
    )


def test_a_rejection_is_told_with_its_reason_only() -> None:
    scene, (found,) = said("A second queue won't work because the lock is global.")
    assert (found.predicate, scene.words(found.arg("reason"))) == ("thought.rejected", "because the lock is global")
    assert [f.predicate for f in said("Two processes for this would be overkill.")[1]] == ["thought.rejected"]
    assert said("That second queue of ours won't work here.")[1] == []


@pytest.mark.parametrize(
    "text",
    [
        "I suspect the cache keeps the old key after a restart.",
        "The issue might be that the lock is taken twice.",
        "The build is slow, likely because the tests run twice.",
        "The root cause is probably the stale cache key.",
    ],
)
def test_hypotheses(text: str) -> None:
    assert [f.predicate for f in said(text)[1]] == ["thought.hypothesis"]


@pytest.mark.parametrize(
    "text",
    [
        "The user wants me to lock the queue instead of copying it.",
        "Should I lock the whole queue instead of copying it?",
        "The reader returns a list instead of a tuple since last week.",
        "Let me check whether it returns a list instead of a tuple.",
        "The issue might be simpler than it looks at first.",
        "It could be made of wood or of stone, as you like.",
        "```\n  I'll lock the queue instead of copying it.\n  ```",
    ],
)
def test_what_is_neither(text: str) -> None:
    assert said(text)[1] == []


def predictions(*lines: str) -> list[tuple[str, object]]:
    scene = told("\n".join(["1 U Do it.", *lines]))
    return [(f.predicate, f.arg("after")) for f in find_predictions(Whole(scene.analysis))]


def test_the_next_tests_decide_whether_they_pass() -> None:
    foreseen = "2 A The tests should pass now. ! edit /srv/a.py > ok"
    assert predictions(foreseen, "3 A ! bash pytest >0 3 passed") == [("prediction.held", 3)]
    assert predictions(foreseen, "3 A ! bash pytest >1 1 failed, 2 passed") == [("prediction.failed", 3)]
    assert predictions(foreseen, "3 A ! bash ls >0 a.py") == []
    assert predictions(foreseen, "3 U Stop.", "4 A ! bash pytest >0 3 passed") == []


def test_a_mend_is_decided_by_the_next_run_of_what_had_failed() -> None:
    broken = "2 A ! bash make >2 No rule to make target"
    mend = "3 A That should fix it. ! edit /srv/Makefile > ok"
    assert predictions(broken, mend, "4 A ! bash make >0 done") == [("prediction.held", 4)]
    assert predictions(broken, mend, "4 A ! bash make >2 No rule to make target") == [("prediction.failed", 4)]
    assert predictions(broken, mend, "4 A ! bash python other.py >0 done") == []
    assert predictions(mend, "4 A ! bash make >0 done") == []


@pytest.mark.parametrize("text", ["If it compiles, the tests should pass.", "Hmm, they should pass.", "Why should it pass here?"])
def test_what_foresees_nothing(text: str) -> None:
    assert predictions(f"2 A {text}", "3 A ! bash pytest >0 3 passed") == []


def test_no_text_takes_long() -> None:
    begun = process_time()
    assert not list(_PASSES.finditer("the new existing " * 4_000))
    assert process_time() - begun < 1
