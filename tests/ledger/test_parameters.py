"""Settings, followed over the session."""

from __future__ import annotations

import pytest

from narrator.evidence import Fact
from narrator.ledger import Whole
from narrator.ledger.parameters import find_parameters
from narrator.ledger.parameters_lines import swaps
from tests.ledger.calls import with_call
from tests.scenes import Scene
from tests.scenes import scene as told


def parameters(scene: Scene) -> list[Fact]:
    return list(find_parameters(Whole(scene.analysis)))


def edit(number: int, old: str, new: str, before: str = "", ending: str = "ok") -> str:
    return f'{number} A {before} ! edit file_path=a.py old_string="cap = {old}" new_string="cap = {new}" > {ending}'


def test_a_setting_is_followed_over_its_edits() -> None:
    lines = ["1 U Try some.", edit(2, "5", "9"), edit(3, "9", "20")]
    (found,) = parameters(told("\n".join(lines)))
    assert found.predicate == "reset.parameter"
    assert [found.arg(n) for n in ("name", "of", "old", "new", "times", "between")] == ["cap", "a.py", "5", "20", 2, ("9",)]
    (back,) = parameters(told("\n".join([*lines, edit(4, "20", "5")])))
    assert (back.predicate, back.arg("old"), back.arg("new")) == ("restored.parameter", "5", "5")


def test_edits_that_failed_set_nothing() -> None:
    scene = told("1 U Try it.\n" + edit(2, "5", "9").replace("> ok", ">error no such text"))
    assert parameters(scene) == []


def test_the_sentence_before_an_edit_that_names_the_setting_gives_its_reason() -> None:
    scene = told("1 U Try it.\n" + edit(2, "5", "9", "The cap of 5 is too low. I looked around."))
    (found,) = parameters(scene)
    assert (found.predicate, scene.words(found.arg("reason"))) == ("set.parameter", "The cap of 5 is too low.")
    scene = told("1 U Try it.\n" + edit(2, "5", "9", "The reader is too slow."))
    assert [f.arg("reason") for f in parameters(scene)] == [None]


def test_a_patch_sets_too() -> None:
    patch = "*** Begin Patch\n*** Update File: conf.yml\n@@\n-timeout: fast\n+timeout: slow\n*** End Patch"
    (found,) = parameters(with_call({"input": patch}, name="apply_patch"))
    assert [found.arg(n) for n in ("name", "of", "old", "new")] == ["timeout", "conf.yml", "fast", "slow"]


def test_words_tell_of_figures_that_were_set_and_not_of_those_that_came_out() -> None:
    scene = told("1 U Try it.\n2 A I raised the queue limit from 10 to 20, because it was full.")
    (found,) = parameters(scene)
    assert (found.predicate, found.arg("old"), found.arg("new")) == ("told.parameter", "10", "20")
    assert scene.words(found.arg("reason")) == "because it was full"
    assert parameters(told("1 U Try it.\n2 A The run time went from 10 to 20.")) == []


def test_a_command_run_again_with_another_value() -> None:
    lines = ["2 A ! bash python train.py --lr 1e-3 --out a >0 done", "3 A ! bash python train.py --lr 3e-4 --out b >0 done"]
    (found,) = parameters(told("\n".join(["1 U Train it.", *lines])))
    assert [found.arg(n) for n in ("name", "of", "old", "new")] == ["--lr", "train.py", "1e-3", "3e-4"]
    assert found.messages == (2, 3)


@pytest.mark.parametrize(
    ("old", "new", "file"),
    [
        ("cap = 5", "cap = limit", "a.py"),  # in code a word is a name
        ("cap = 1.0", "cap = 1", "a.py"),
        ("cap = 5\ncap = 6", "cap = 5\ncap = 7", "a.py"),  # which of the two?
        ("cap: 5", "cap: 6", "notes.md"),
        ("cap = 5", "limit = 6", "a.py"),
        ('value = "a"', 'value = "b"', "a.py"),
    ],
)
def test_what_may_be_another_thing_is_no_setting(old: str, new: str, file: str) -> None:
    assert list(swaps(old, new, file)) == []


@pytest.mark.parametrize(
    ("old", "new", "file", "found"),
    [
        ("  font-size: 12px;", "  font-size: 14px;", "a.css", ("font-size", "12px", "14px")),
        ('  "strict": false,', '  "strict": true,', "tsconfig.json", ("strict", "false", "true")),
        ("const CAP: usize = 5; // low", "const CAP: usize = 9;", "a.rs", ("CAP", "5", "9")),
        ("image: app:1.2", "image: app:1.3", "compose.yml", None),
        ("#define CAP 5", "#define CAP 9", "a.c", ("CAP", "5", "9")),
    ],
)
def test_the_forms_of_a_setting(old: str, new: str, file: str, found: tuple[str, str, str] | None) -> None:
    assert [s[:3] for s in swaps(old, new, file)] == ([found] if found else [])
