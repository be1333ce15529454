"""Work undone, and what the person corrected."""

from __future__ import annotations

import pytest

from narrator.evidence import Fact
from narrator.ledger import Whole
from narrator.ledger.undone import find_undone
from tests.scenes import Scene
from tests.scenes import scene as told

OLD, NEW = "value = compute_slowly(1)", "value = compute_quickly(2)"


def undone(scene: Scene) -> list[Fact]:
    return list(find_undone(Whole(scene.analysis)))


def edit(old: str, new: str) -> str:
    return f'! edit file_path=a.py old_string="{old}" new_string="{new}" > ok'


def test_an_edit_that_puts_back_what_was_there_undoes_the_earlier_one() -> None:
    scene = told(f"1 U Go.\n2 A {edit(OLD, NEW)}\n3 A {edit(NEW, OLD)}")
    (found,) = undone(scene)
    assert [found.predicate, found.arg("file"), found.arg("made_n"), found.arg("n")] == ["undone.restored", "a.py", 2, 3]
    assert scene.words(found.arg("words")) == NEW


def test_lines_taken_out_after_a_run_are_undone_and_a_move_is_not() -> None:
    added, gone = edit("x = 1", f"x = 1\n      {NEW}"), edit(f"x = 1\n      {NEW}", "x = 1")
    run = "! bash python a.py >0 fine"
    assert [f.predicate for f in undone(told(f"1 U Go.\n2 A {added}\n3 A {run}\n4 A {gone}"))] == ["undone.removed"]
    assert undone(told(f"1 U Go.\n2 A {added}\n3 A {gone}")) == []


def test_going_on_with_a_line_is_no_undoing() -> None:
    assert undone(told(f"1 U Go.\n2 A {edit(OLD, NEW)}\n3 A ! bash python a.py >0 fine\n4 A {edit(NEW, NEW + ' + 1')}")) == []


def test_a_file_that_was_made_and_deleted_but_for_scripts_to_try_something() -> None:
    scene = told(
        "1 U Go.\n2 A ! write filePath=cache.py content=x > ok\n3 A ! bash python cache.py >0 x\n4 A ! bash rm cache.py >0 "
    )
    assert [(f.predicate, f.arg("file"), f.arg("made_n"), f.arg("n")) for f in undone(scene)] == [
        ("undone.file", "cache.py", 2, 4)
    ]
    assert undone(told("1 U Go.\n2 A ! write filePath=debug_it.py content=x > ok\n3 A ! bash rm debug_it.py >0 ")) == []


@pytest.mark.parametrize(
    ("command", "how"),
    [
        ("git checkout -- src/a.py", "restore"),
        ("git restore src/a.py", "restore"),
        ("git -C /srv reset --hard", "reset"),
        ("git reset --soft HEAD~1", "reset"),
        ("cd x && git revert --no-edit 1234567", "revert"),
        ("git stash drop", "stash"),
        ("git clean -fd", "clean"),
        ("git restore --staged a.py", None),
        ("git reset a.py", None),
        ("git fetch && git reset --hard origin/main", None),
        ("git checkout -b fix/x", None),
        ("git checkout main", None),
        ("git stash", None),
        ("git clean -nd", None),
        ("git revert --abort", None),
        ("git log --grep 'git revert'", None),
    ],
)
def test_what_git_throws_away(command: str, how: str | None) -> None:
    found = undone(told(f"1 U Go.\n2 A ! bash {command} >0 "))
    assert [f.arg("how") for f in found] == ([how] if how else [])


def test_a_command_that_failed_threw_nothing_away() -> None:
    assert undone(told("1 U Go.\n2 A ! bash git checkout -- x >1 error: pathspec 'x' did not match")) == []


def test_a_correction_is_told_with_what_it_is_said_of() -> None:
    scene = told(
        "1 U Rename it.\n2 A I call it Foo. ! edit /srv/a.py > ok\n3 A Done, it is Foo now.\n4 U No, that's wrong, use Bar."
    )
    (found,) = (f for f in undone(scene) if f.predicate == "mistake.corrected")
    assert scene.words(found.arg("said")) == "Done, it is Foo now."
    assert found.arg("deeds") == (("edited", "/srv/a.py", "verbatim", ""),)


def test_a_no_to_a_question_corrects_nothing() -> None:
    assert undone(told("1 U Rename it.\n2 A Shall I call it Foo?\n3 U No, use Bar.")) == []
