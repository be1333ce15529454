"""Loops: the same call with the same result, and edits that leave the same error."""

from __future__ import annotations

from narrator.evidence import Fact
from narrator.ledger import Whole
from narrator.ledger.loops import find_loops
from tests.scenes import Scene
from tests.scenes import scene as told


def loops(scene: Scene) -> list[Fact]:
    return list(find_loops(Whole(scene.analysis)))


def test_the_same_call_with_the_same_result_three_times_is_a_loop() -> None:
    (found,) = loops(told("1 U Go.\n" + "\n".join(f"{n} A ! bash curl localhost >7 curl: (7) refused" for n in (2, 3, 4))))
    assert [found.predicate, *(found.arg(r) for r in ("times", "first", "last"))] == ["loop.same", 3, 2, 4]
    assert [n.text for n in found.notes] == ["calls in [msg 2]–[msg 4]: 3"]


def test_another_result_ends_it_and_waits_are_none() -> None:
    scene = told("1 U Go.\n2 A ! bash date > 10:00\n3 A ! bash date > 10:01\n4 A ! bash date > 10:02")
    assert loops(scene) == []


def test_the_same_failure_with_other_calls_between_is_told_apart() -> None:
    again = "! bash node x.js >1 Error: no x"
    scene = told(f"1 U Go.\n2 A {again}\n3 A ! read /srv/a > x\n4 A {again}\n5 A ! read /srv/b > y\n6 A {again}")
    assert [(f.predicate, f.arg("times")) for f in loops(scene)] == [("loop.failed", 3)]


def test_edits_that_leave_the_same_error_are_a_cycle() -> None:
    again = "! bash npx tsc >1 src/a.ts(3,5): error TS2322: no"
    scene = told(f"1 U Go.\n2 A {again}\n3 A ! edit /srv/a > x\n4 A {again}\n5 A ! edit /srv/b > y\n6 A {again}")
    assert [(f.predicate, f.arg("times"), f.arg("first"), f.arg("last")) for f in loops(scene)] == [("loop.cycle", 3, 2, 6)]


def test_edits_that_all_went_well_are_no_loop() -> None:
    assert loops(told("1 U Go.\n" + "\n".join(f"{n} A ! edit /srv/a.md > The file has been updated." for n in (2, 3, 4)))) == []
