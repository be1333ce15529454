"""Failure chains: the first sign, the repeats, the repair or that it was given up."""

from __future__ import annotations

import pytest

from narrator.evidence import Fact
from narrator.ledger import Whole
from narrator.ledger.chains import find_chains
from narrator.ledger.signs import normalized
from tests.scenes import Scene
from tests.scenes import scene as told

ERROR = "src/a.ts(3,5): error TS2322: Type 'x' is not assignable."
SAME = "src/a.ts(9,5): error TS2322: Type 'x' is not assignable."


def chains(scene: Scene) -> list[Fact]:
    return list(find_chains(Whole(scene.analysis)))


def only(text: str) -> tuple[Scene, Fact]:
    scene = told(text)
    (found,) = chains(scene)
    return scene, found


def test_a_repair_is_told_with_what_it_cost_and_what_came_before_it() -> None:
    scene, found = only(
        "1 U Fix it.\n"
        f"2 A {{at=10:00}} ! bash npx tsc >1 {ERROR}\n3 A {{at=10:01}} ! edit /srv/a.ts > ok\n"
        f"4 A {{at=10:02}} ! bash npx tsc 2>&1 >1 {SAME}\n5 A {{at=10:03}} ! edit /srv/b.ts > ok\n"
        "6 A {at=10:05} ! bash npx tsc >0 "
    )
    assert found.predicate == "chain.repaired"
    assert scene.words(found.arg("error")) == ERROR.split("): ")[1]
    roles = ("first", "failures", "times", "changed", "by_n", "passed", "n", "seconds")
    assert [found.arg(role) for role in roles] == [2, 2, 2, 2, 5, 6, 5, 300.0]
    assert found.arg("by") == (("edited", "/srv/b.ts", "verbatim", ""),)
    assert [n.text for n in found.notes] == ["calls in [msg 2]–[msg 6]: 5", "10:05:00 − 10:00:00 (UTC) = 5 min"]
    assert found.messages == (2, 4, 5, 6)


def test_without_a_change_it_was_only_cleared() -> None:
    _, found = only(f"1 U Fix it.\n2 A ! bash npx tsc >1 {ERROR}\n3 A ! bash npx tsc >0 ")
    assert (found.predicate, found.arg("by")) == ("chain.cleared", None)


def test_all_tests_that_pass_end_the_failure_of_some() -> None:
    _, found = only(
        "1 U Go.\n2 A ! bash pytest t/test_a.py >1 1 failed in 0.1s\n"
        "3 A ! edit /srv/a.py > ok\n4 A ! bash pytest >0 9 passed in 0.1s"
    )
    assert (found.predicate, found.arg("passed")) == ("chain.repaired", 4)


def test_some_that_pass_do_not_end_the_failure_of_all() -> None:
    _, found = only(
        "1 U Go.\n2 A ! bash pytest >1 1 failed in 0.1s\n"
        "3 A ! edit /srv/a.py > ok\n4 A ! bash pytest t/test_a.py >0 9 passed in 0.1s"
    )
    assert (found.predicate, found.arg("narrower")) == ("chain.narrowed", 4)


@pytest.mark.parametrize(
    ("then", "predicate"),
    [("3 U Leave it.\n4 A ! edit /srv/doc.md > ok", "chain.abandoned"), ("3 A So be it.", "chain.open")],
)
def test_what_never_ran_again_was_given_up_or_is_open(then: str, predicate: str) -> None:
    _, found = only(f"1 U Go.\n2 A ! bash npx tsc >1 {ERROR}\n{then}")
    assert found.predicate == predicate


def test_a_linter_that_mends_is_a_change_and_no_check() -> None:
    _, found = only(
        "1 U Go.\n2 A ! bash ruff check . >1 Found 1 error.\n"
        "3 A ! bash ruff check --fix . >0 Found 1 error (1 fixed, 0 remaining).\n"
        "4 A ! bash ruff check . >0 All checks passed!"
    )
    assert (found.predicate, found.arg("by_n"), found.arg("passed")) == ("chain.repaired", 3, 4)


def test_a_check_that_began_before_the_failure_shows_nothing_of_its_repair() -> None:
    _, found = only(
        "1 U Go.\n2 A ! bash make lint > Process running with session ID 7\n3 A ! bash make lint >1 3 errors\n"
        "4 A ! edit /srv/a.c > ok\n5 A ! write_stdin session_id=7 chars= > All checks passed!"
    )
    assert found.predicate == "chain.open"


@pytest.mark.parametrize(
    "text",
    [
        "1 U Go.\n2 A ! bash ls /srv/none >2 ls: /srv/none: No such file or directory",
        "1 U Go.\n2 A ! bash pytest --nope >4 error: unrecognized arguments: --nope\n3 A ! bash pytest >0 5 passed in 0.1s",
        "1 U Go.\n2 A ! bash pytest >refused The user doesn't want to proceed.",
        "1 U Go.\n2 A ! bash python x.py >1 ValueError: x",
    ],
)
def test_slips_looks_and_refusals_are_no_chains(text: str) -> None:
    assert chains(told(text)) == []


def test_errors_are_the_same_whatever_the_place_the_time_and_the_quotes() -> None:
    one = normalized("/home/a/x.py:12: at 2026-03-01T10:00:00Z 0xdeadbeef can't find 'y'  in 3 files")
    two = normalized("/srv/x.py:9: at 2026-04-09T23:59:59Z 0xfeedface can’t find “y” in 12 files")
    assert one == two
    assert one != normalized("/srv/x.py:9: at 2026-04-09T23:59:59Z 0xfeedface can’t find “z” in 12 files")


def test_each_attempt_s_result_is_told_where_the_error_became_another() -> None:
    scene, found = only(
        f"1 U Go.\n2 A ! bash npx tsc >1 {ERROR}\n3 A ! edit /srv/a.ts > ok\n4 A ! bash npx tsc >1 {SAME}\n"
        "5 A ! edit /srv/a.ts > ok\n6 A ! bash npx tsc >1 src/b.ts(1,1): error TS2304: Cannot find name 'y'.\n"
        "7 A ! edit /srv/b.ts > ok\n8 A ! bash npx tsc >0 "
    )
    results = found.arg("results")
    assert isinstance(results, tuple)
    assert [scene.words(span).split(": ")[0] for span in results] == ["error TS2322", "error TS2304"]
    assert (found.arg("failures"), found.arg("times")) == (3, 2)
