"""Before against after: rows of what held on each side; nothing where one side is missing."""

from __future__ import annotations

import pytest

from tests.scenes import Scene
from tests.scenes import scene as told


def rows(scene: Scene, index: int) -> list[str]:
    return [p.removeprefix("contrast.") for p in scene.told(index, "contrast.")]


def test_what_held_before_and_after(scene: Scene) -> None:
    """Reading on one machine, then operating on it.

    1 U {plan} Find the bottleneck.
    2 A ! bash ssh root@box cat /srv/train/a.py > x
    3 A ! read /srv/train/b.py > x
    4 A
    5 U {build} Just stop the run
    6 A ! bash ssh root@box tmux kill-session -t run > ok
    7 A ! edit filePath=/etc/run.conf oldString=x newString=y > ok
    """
    found = {f.predicate.removeprefix("contrast."): f for f in scene.facts(4, "contrast.")}
    assert next(iter(found)) == "head"
    assert {"goal", "acts", "hosts", "mode"} <= set(found)
    goal = found["goal"]
    assert (scene.words(goal.arg("before")), scene.words(goal.arg("after"))) == ("Find the bottleneck.", "Just stop the run")
    assert found["hosts"].arg("before") == found["hosts"].arg("after") == ("root@box",)
    assert (found["mode"].arg("before"), found["mode"].arg("after")) == ("plan", "build")
    acts = found["acts"]
    assert [acts.arg(n) for n in ("before_first", "before_last", "after_first", "after_last")] == [2, 3, 6, 7]
    assert acts.messages == (2, 3, 6, 7)


@pytest.mark.parametrize(
    "text",
    [
        "1 U Find it.\n2 A ! read /srv/a.py > x\n3 A\n4 A ! read /srv/b.py > x",
        "1 U Find it.\n2 A ! read /srv/a.py > x\n3 A\n4 U Stop\n5 A Stopped.",
        "1 U Find it.\n2 A Yes.\n3 A\n4 U Stop\n5 A ! read /srv/b.py > x",
    ],
    ids=["no word of the person's", "no act after", "no act before"],
)
def test_without_two_sides_there_is_no_table(text: str) -> None:
    assert rows(told(text), 3) == []


def test_a_mode_that_stayed_is_no_row() -> None:
    scene = told("1 U {plan} Find it.\n2 A ! read /srv/a.py > x\n3 A\n4 U {plan} Stop\n5 A ! read /srv/b.py > x")
    assert "goal" in rows(scene, 3)
    assert "mode" not in rows(scene, 3)


def test_a_row_needs_something_on_one_side_at_least() -> None:
    near = told("1 U Find it.\n2 A ! bash ls > x\n3 A\n4 U Stop\n5 A ! bash ssh root@other ls > x")
    assert near.fact(3, "contrast.hosts").arg("before") == ()
    assert "hosts" not in rows(near.but("5 A ! bash ls > x"), 3)


def test_each_side_names_its_own_acts() -> None:
    scene = told("1 U Find it.\n2 A ! bash ssh root@box ls > x\n3 A\n4 U Stop\n5 A ! bash ssh root@other ls > x")
    hosts = scene.fact(3, "contrast.hosts")
    assert (hosts.arg("before"), hosts.arg("after")) == (("root@box",), ("root@other",))
    assert [hosts.arg(n) for n in ("before_first", "before_last", "after_first", "after_last")] == [2, 2, 5, 5]
