"""What was last checked before a report or a stop, and the compactions that fell into the work."""

from __future__ import annotations

import pytest

from tests.scenes import scene as told

SUMMARY = "## Goal\nDeploy it.\n## Discoveries\nNone."
EDIT = "! edit filePath=/etc/serve.conf oldString=x newString=y > ok"


# ---------------------------------------------------------------------------------------------------------- compactions
def test_a_compaction_between_two_acts_falls_into_the_work() -> None:
    scene = told(f"1 U Deploy it.\n2 A {EDIT}\n3 U\n4 A {SUMMARY}\n5 A {EDIT}\n6 A It is deployed.")
    assert scene.told(1, "after.compacted") == ["after.compacted"]


def test_a_compaction_behind_the_report_does_not() -> None:
    scene = told(f"1 U Deploy it.\n2 A {EDIT}\n3 A It is deployed.\n4 U\n5 A {SUMMARY}\n6 U Now the docs.\n7 A On.")
    assert scene.told(1, "after.compacted") == []


def test_the_subject_goes_on_with_work_that_was_compacted() -> None:
    scene = told(f"1 U Deploy it.\n2 A {EDIT}\n3 U\n4 A {SUMMARY}\n5 A {EDIT}\n6 A It is deployed.")
    assert scene.told(5, "work.compacted") == ["work.compacted"]
    assert scene.told(4, "work.compacted") == []


# --------------------------------------------------------------------------------------------------------- the last check
def last(*calls: str) -> list[tuple[str, object, int]]:
    lines = [f"{n} A ! {call}" for n, call in enumerate(calls, 2)]
    scene = told("\n".join(["1 U Fix it.", *lines, f"{len(calls) + 2} A It is fixed."]))
    return [(f.predicate, f.arg("what"), f.at) for f in scene.facts(1, "after.check")]


@pytest.mark.parametrize(
    ("command", "result", "form", "what"),
    [
        ("pytest -q", "== 5 passed in 0.1s ==", "passed.said", "test"),
        ("go test ./...", "ok  a/b  0.3s", "passed", "test"),
        ("go test ./... | tail -5", "ok  a/b  0.3s", "passed.said", "test"),
        ("cargo check", "Finished dev", "passed", "types"),
        ("golangci-lint run", "0 issues.", "passed.said", "lint"),
        ("make check", "fine", "passed", "check"),
    ],
)
def test_a_check_is_told_as_what_it_is(command: str, result: str, form: str, what: str) -> None:
    assert last(f"bash {command} > {result}") == [(f"after.check.{form}", what, 2)]


@pytest.mark.parametrize(
    "call",
    [
        "bash git diff --check && git commit -m x && git push > ok",
        "bash bun run lint | grep error | head > src/a.ts",
        "bash go test -v ./... | grep -E 'PASS|FAIL' | wc -l > 12",
        "bash python try_test.py > done",
        "bash bun -e 'run the check of all tests' > done",
        "bash pytest --collect-only > 5 tests collected",
        "bash pnpm test; pnpm build > built in 3 s",
    ],
)
def test_of_what_is_no_check_or_hides_its_end_no_success_is_told(call: str) -> None:
    assert last(call) == []


def test_a_failure_behind_a_filter_is_seen() -> None:
    assert last("bash pytest | head -9 > == 1 failed, 2 passed in 0.1s ==") == [("after.check.failed.said", "test", 2)]


def test_a_test_run_is_told_before_the_check_beside_it() -> None:
    tests, lint = "bash pytest -q > == 5 passed in 0.1s ==", "bash ruff check > All checks passed!"
    assert last(tests, lint) == [("after.check.passed.said", "test", 2)]


def test_a_hidden_run_after_a_seen_one_leaves_the_last_unknown() -> None:
    assert last("bash pytest -q > == 5 passed in 0.1s ==", "bash pytest -q | grep passed > 5 passed") == []
