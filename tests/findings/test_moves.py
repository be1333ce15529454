"""Each move: where it finds something, and the nearest case where there is nothing to find."""

from __future__ import annotations

import pytest

from narrator.findings import MOVES, findings_of
from tests.scenes import Scene
from tests.scenes import scene as told

SUMMARY = "## Goal\nDeploy it.\n## Discoveries\nNone."


# ------------------------------------------------------------------------------------------------------------- its like
def test_silences_of_one_cause_are_likes() -> None:
    scene = told("1 U Fix it.\n2 A {error=MessageAbortedError}\n3 U Stop\n4 A\n5 U Now the docs.\n6 A On.")
    (found,) = scene.findings(2, "its like")
    assert (found.n, found.of) == (2, 2)
    assert found.facts[0].predicate == "likes.stopped.all"
    assert found.facts[0].messages == (2, 4)
    assert found.facts[0].notes[0].messages == (2, 4)


@pytest.mark.parametrize(("third", "expected"), [("5 U Now the docs.", "likes.stopped.all"), ("5 A On.", "likes.stopped.some")])
def test_what_came_after_each_stop_is_counted(third: str, expected: str) -> None:
    scene = told(f"1 U Fix it.\n2 A {{error=MessageAbortedError}}\n3 U Stop\n4 A {{error=MessageAbortedError}}\n{third}")
    assert scene.findings(2, "its like")[0].facts[0].predicate == expected


def test_markers_of_a_compaction_are_of_one_family_whatever_set_them() -> None:
    scene = told(f"1 U Fix it.\n2 U\n3 A {SUMMARY}\n4 A On.\n5 U\n6 A {SUMMARY}\n7 A On.")
    assert scene.findings(2, "its like")[0].facts[0].predicate == "likes.compaction"


def test_summaries_that_failed_are_no_marks() -> None:
    scene = told("1 U Fix it.\n2 A {summary}\n3 U Again.\n4 A {summary}\n5 U Again.")
    assert scene.findings(2, "its like")[0].facts[0].predicate == "likes.same"


@pytest.mark.parametrize(
    "text",
    [
        "1 U Fix it.\n2 A {error=MessageAbortedError}\n3 U Stop\n4 A {error=ProviderError}\n5 U On.",
        "1 U Fix it.\n2 A\n3 A On.\n4 A\n5 A On.",
        "1 U Fix it.\n2 A {error=MessageAbortedError}\n3 U Stop",
    ],
    ids=["another cause", "unknown causes", "the only one"],
)
def test_nothing_is_like_it(text: str) -> None:
    assert told(text).findings(2, "its like") == []


# ------------------------------------------------------------------------------------------------ what a compaction lost
def relisted(settled: str, todo: str, summary: str = SUMMARY, more: int = 0) -> Scene:
    items = ", ".join(f'{{"content": "{t}", "status": "pending"}}' for t in (todo, *(f"Item {n}" for n in range(more))))
    return told(
        f"1 U Kill the training.\n2 A {settled}\n3 A\n4 U\n5 A {summary}\n6 U Kill the training.\n7 A ! todowrite [{items}]"
    )


SETTLED = "Training is down, confirmed: no process is left on it."


def test_an_item_that_had_been_settled_before_the_summary_is_relisted() -> None:
    (found,) = relisted(SETTLED, "Confirm training stopped").findings(3, "what a compaction lost")
    assert [f.predicate for f in found.facts] == ["relisted", "lesson.relisted"]
    assert found.facts[0].messages == (2, 7)
    assert found.facts[0].arg("item") == "Confirm training stopped"


@pytest.mark.parametrize(
    ("settled", "todo", "summary"),
    [
        (SETTLED, "Write the changelog", SUMMARY),
        ("Let me confirm whether the training stopped.", "Confirm training stopped", SUMMARY),
        (SETTLED, "Confirm training stopped", "On we go."),
    ],
    ids=["another item", "only announced", "no summary between"],
)
def test_an_item_that_had_not_been_settled_is_not(settled: str, todo: str, summary: str) -> None:
    assert relisted(settled, todo, summary).findings(3, "what a compaction lost") == []


def test_a_long_list_relists_too() -> None:
    assert len(relisted(SETTLED, "Confirm training stopped", more=4).findings(3, "what a compaction lost")) == 1


def redone(before: str, after: str, summary: str = SUMMARY) -> list[str]:
    scene = told(f"1 U Deploy it.\n2 A {before}\n3 A\n4 U\n5 A {summary}\n6 A {after}\n7 A On.")
    return [
        f.predicate
        for found in findings_of(scene.stretch(3), tuple(scene.facts(3)))
        for f in found.facts
        if "redone" in f.predicate
    ]


EDIT = "! edit filePath=/etc/serve.conf oldString=x newString=y > ok"


def test_an_act_done_before_the_summary_and_after_it_is_redone() -> None:
    assert redone(EDIT, EDIT) == ["redone", "lesson.redone"]


@pytest.mark.parametrize(("name", "found"), [("/a.c", True), ("a.c", False)])
def test_short_names_repeat_by_chance(name: str, found: bool) -> None:
    edit = EDIT.replace("/etc/serve.conf", name)
    assert bool(redone(edit, edit)) is found


@pytest.mark.parametrize(
    ("before", "after", "summary"),
    [
        (EDIT, EDIT.replace("serve.conf", "other.conf"), SUMMARY),
        (EDIT, "! read /etc/serve.conf > x", SUMMARY),
        ("! read /etc/serve.conf > x", "! read /etc/serve.conf > x", SUMMARY),
        (EDIT, EDIT, "On we go."),
        (EDIT, EDIT.replace("newString=y", "newString=z"), SUMMARY),
        ("! bash git push origin main > ok", "! bash git push origin main > ok", SUMMARY),
    ],
    ids=["another file", "only read", "read twice", "no summary between", "another edit of the file", "pushed each time"],
)
def test_other_acts_are_not_redone(before: str, after: str, summary: str) -> None:
    assert redone(before, after, summary) == []


def test_a_command_is_the_same_whatever_is_said_about_it() -> None:
    command = '! Bash command="systemctl restart serve" description="{}" > ok'
    assert redone(command.format("Restart it"), command.format("Restart the server")) == ["redone", "lesson.redone"]
    assert redone(command.format("Restart it"), command.format("Restart it").replace("serve", "proxy")) == []


def test_what_had_failed_before_is_not_done_again() -> None:
    assert redone(EDIT.replace("> ok", ">error oldString not found"), EDIT) == []


# ------------------------------------------------------------------------------------------------------ the other branch
def branch(said: str, *after: str, before: int = 2) -> Scene:
    work = [f"A ! bash pip install causal-conv1d=={n} > x" for n in range(before)]
    other = ["A ! bash ls > x"] * 6
    lines = ["U Find the bottleneck.", *other, *work, "A", f"U {said}", "A ! bash tmux kill-session > ok", *after]
    return told("\n".join(f"{n} {line}" for n, line in enumerate(lines)))


AFTER = ("A ! bash pip download causal_conv1d > x", "A ! bash python -c 'import causal_conv1d' > x")


def test_a_name_of_the_calls_before_a_stop_comes_back_after_it() -> None:
    (found,) = branch("Just stop the current bad run", *AFTER).findings(9, "the other branch")
    told_, lesson = found.facts
    assert (told_.predicate, lesson.predicate) == ("resumed", "lesson.resumed")
    assert str(told_.arg("name")).replace("_", "-") == "causal-conv1d"
    assert (told_.arg("before"), told_.arg("after")) == (2, 2)
    assert (told_.arg("last"), told_.arg("first"), told_.arg("turn")) == (8, 12, 10)
    assert [n.messages for n in told_.notes] == [(7, 8), (12, 13)]


@pytest.mark.parametrize(
    "scene",
    [
        branch("Just stop the current bad run", AFTER[0]),
        branch("Just stop the current bad run", *AFTER, before=1),
        branch("Stop building causal-conv1d", *AFTER),
        branch("Go on, and add a test.", *AFTER),
        branch("Just stop the current bad run", *AFTER, *AFTER, *AFTER, *AFTER, *AFTER, *AFTER, before=4),
    ],
    ids=["once after", "once before", "the stop names it", "no stop", "it is everywhere"],
)
def test_a_name_that_does_not_come_back_or_was_meant_is_none(scene: Scene) -> None:
    subject = next(m.index for m in scene.transcript.messages if m.is_silent)
    assert scene.findings(subject, "the other branch") == []


# ------------------------------------------------------------------------------------------------------ survival of work
def survival(*after: str, before: tuple[str, ...] = ("a", "b")) -> tuple[str, ...]:
    edits = [f"A ! edit filePath=/srv/{f}.py oldString=x newString=y > ok" for f in before]
    later = [f"A ! edit filePath=/srv/{f}.py oldString=y newString=z > ok" if len(f) == 1 else f"A {f}" for f in after]
    scene = told("\n".join(f"{n} {line}" for n, line in enumerate(["U Fix it.", *edits, "A", *later, "A On."])))
    return tuple(f.facts[0].predicate.split(".")[1] for f in scene.findings(len(before) + 1, "survival of work"))


@pytest.mark.parametrize(
    ("after", "expected"),
    [((), "none"), (("c",), "none"), (("a",), "some"), (("a", "b"), "all"), (("! read /srv/a.py > x",), "none")],
)
def test_files_changed_before_are_looked_for_after(after: tuple[str, ...], expected: str) -> None:
    assert survival(*after) == (expected,)


def test_of_one_file_there_is_nothing_to_count() -> None:
    assert survival("a", before=("a",)) == ()


def test_an_edit_that_failed_changed_nothing() -> None:
    edit = "A ! edit filePath=/srv/{}.py oldString=x newString=y >error oldString not found"
    scene = told(
        "\n".join(f"{n} {line}" for n, line in enumerate(["U Fix it.", edit.format("a"), edit.format("b"), "A", "A On."]))
    )
    assert scene.findings(3, "survival of work") == []


# -------------------------------------------------------------------------------------------------- said, shown, neither
CLAIM = "All tests pass and the parser works correctly now."


def untested(*lines: str) -> Scene:
    return told("\n".join(f"{n} {line}" for n, line in enumerate(["U Fix the parser.", *lines, "U"])))


def test_a_claim_after_an_edit_that_nothing_was_run_after() -> None:
    scene = untested("A ! bash pytest -q >0 3 passed", f"A {EDIT}", f"A {CLAIM}")
    (found,) = scene.findings(4, "said, shown, neither")
    assert [f.predicate for f in found.facts] == ["untested", "lesson.untested"]
    assert found.facts[0].arg("edited") == 2
    assert scene.words(found.facts[0].arg("words")) == CLAIM


@pytest.mark.parametrize(
    "lines",
    [
        (f"A {EDIT}", "A ! bash pytest -q >0 3 passed", f"A {CLAIM}"),
        ("A ! bash pytest -q >0 3 passed", f"A {CLAIM}"),
        (f"A {EDIT}", "A The parser might work now, I think."),
        (f"A {EDIT}", "A I changed the file."),
    ],
    ids=["run after the edit", "no edit", "only hoped", "only tells of the edit"],
)
def test_a_claim_that_was_checked_or_not_made_is_none(lines: tuple[str, ...]) -> None:
    assert untested(*lines).findings(len(lines) + 1, "said, shown, neither") == []


# ---------------------------------------------------------------------------------------------------------------- all
def everything() -> list[tuple[Scene, int]]:
    return [
        (branch("Just stop the current bad run", *AFTER), 9),
        (relisted(SETTLED, "Confirm training stopped"), 3),
        (untested(f"A {EDIT}", f"A {CLAIM}"), 3),
        (told("1 U Fix it.\n2 A {error=MessageAbortedError}\n3 U Stop\n4 A\n5 U Now the docs."), 2),
    ]


@pytest.mark.parametrize("number", range(4))
def test_findings_come_strongest_first_with_counts_that_fit(number: int) -> None:
    scene, index = everything()[number]
    found = findings_of(scene.stretch(index), tuple(scene.facts(index)))
    assert found
    assert [f.strength for f in found] == sorted((f.strength for f in found), reverse=True)
    assert all(0 <= f.n <= f.of and 0 < f.strength <= 1 and f.spans and f.facts for f in found)


def test_a_finding_says_which_move_of_the_table_found_it() -> None:
    names = [name for name, _ in MOVES]
    assert len(set(names)) == len(names)
    for scene, index in everything():
        facts = tuple(scene.facts(index))
        for name, move in MOVES:
            assert {f.move for f in move(scene.stretch(index), facts)} <= {name}


def test_a_redone_act_is_found_under_its_own_moves_name() -> None:
    scene = told(f"1 U Deploy it.\n2 A {EDIT}\n3 A\n4 U\n5 A {SUMMARY}\n6 A {EDIT}\n7 A On.")
    assert {m: {f.move for f in move(scene.stretch(3), ())} for m, move in MOVES}["what a compaction lost: acts"] == {
        "what a compaction lost: acts"
    }
