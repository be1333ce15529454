"""Each check with its counts, and what turned against the run of the same check before."""

from __future__ import annotations

import time

import pytest

from narrator.evidence import Fact
from narrator.ledger import Whole
from narrator.ledger.chains import find_chains
from narrator.ledger.checks import find_checks
from narrator.ledger.loops import find_loops
from narrator.ledger.runs import runs
from narrator.ledger.undone import find_undone
from tests.scenes import Scene
from tests.scenes import scene as told

FAILED = "FAILED t/test_a.py::test_one - x\n      FAILED t/test_a.py::test_two - y\n      2 failed, 3 passed in 0.1s"
ONE_LESS = "FAILED t/test_a.py::test_two - y\n      1 failed, 4 passed in 0.1s"
PASSED = "5 passed in 0.1s"


def checks(scene: Scene) -> list[Fact]:
    return list(find_checks(Whole(scene.analysis)))


def names(scene: Scene, found: Fact, role: str) -> list[str]:
    spans = found.arg(role)
    assert isinstance(spans, tuple)
    return [scene.words(span) for span in spans]


def test_a_run_is_told_with_its_counts_and_what_failed() -> None:
    scene = told(f"1 U Fix it.\n2 A ! bash pytest >1 {FAILED}")
    (found,) = checks(scene)
    assert (found.predicate, found.arg("sort")) == ("check.failed", "test")
    assert found.arg("counts") == (("failed", 2), ("passed", 3))
    assert names(scene, found, "failing") == ["t/test_a.py::test_one", "t/test_a.py::test_two"]
    assert scene.words(found.arg("check")) == "pytest"


def test_what_turned_is_told_against_the_same_check_before_however_it_was_shown() -> None:
    scene = told(
        f"1 U Fix it.\n2 A ! bash pytest -q >1 {FAILED}\n3 A ! edit /srv/a.py > ok\n"
        f"4 A ! bash pytest -x 2>&1 | tail -5 > {ONE_LESS}\n5 A ! edit /srv/a.py > ok\n6 A ! bash pytest >0 {PASSED}"
    )
    first, second = (f for f in checks(scene) if f.predicate == "check.turned")
    assert names(scene, first, "newly_passing") == ["t/test_a.py::test_one"]
    assert first.arg("fewer") == 1
    assert [(n.text, n.messages) for n in first.notes] == [("2 − 1 = 1", (2, 4))]
    assert (second.arg("was"), second.arg("now"), second.arg("from_n"), second.arg("n")) == ("failed", "passed", 4, 6)
    assert names(scene, second, "newly_passing") == ["t/test_a.py::test_two"]


def test_other_tests_are_another_check() -> None:
    scene = told(f"1 U Fix it.\n2 A ! bash pytest t/test_a.py >1 {FAILED}\n3 A ! bash pytest t/test_b.py >0 {PASSED}")
    assert [f.predicate for f in checks(scene)] == ["check.failed", "check.passed"]


def test_a_success_that_a_filter_may_hide_is_none() -> None:
    assert checks(told("1 U Test.\n2 A ! bash pytest | grep -c slow > 3")) == []


def test_a_check_that_was_waited_for_ends_where_the_wait_does() -> None:
    scene = told(
        "1 U Test.\n2 A ! bash make test > Process running with session ID 77\n3 A ! edit /srv/a.py > ok\n"
        "4 A ! write_stdin session_id=77 chars= > 5 passed in 0.1s"
    )
    (found,) = (r for r in runs(Whole(scene.analysis)) if r.sort == "test")
    assert (found.started, found.position, found.outcome.status) == (1, 3, "ok")


@pytest.mark.parametrize(
    ("command", "sort"),
    [
        ("pytest -q", "test"),
        ("npx biome check src/cart.test.ts", "lint"),
        ("bun run typecheck", "types"),
        ("cargo check", "types"),
        ("cargo clippy", "lint"),
        ("mise run lint", "lint"),
        ("go build ./...", "build"),
        ("make", "build"),
        ("python tests/runtests.py", "test"),
        ("git diff --check", None),
        ("make -n build", None),
        ("pytest --collect-only", None),
        ("python app.py", None),
    ],
)
def test_what_a_check_checks(command: str, sort: str | None) -> None:
    found = checks(told(f"1 U Go.\n2 A ! bash {command} >0 fine"))
    assert [f.arg("sort") for f in found] == ([sort] if sort else [])


def test_time_grows_with_the_session() -> None:
    def seconds(rounds: int) -> float:
        lines = (
            f"{3 * n + 2} A ! bash node x{n}.js >1 Error: no {n}\n{3 * n + 3} A ! edit /srv/{n}.js > ok" for n in range(rounds)
        )
        whole = Whole(told("1 U Go.\n" + "\n".join(lines)).analysis)
        start = time.process_time()
        for extract in (find_checks, find_chains, find_loops, find_undone):
            list(extract(whole))
        return time.process_time() - start

    seconds(10)
    assert seconds(2_000) < 12 * seconds(400) + 0.1
