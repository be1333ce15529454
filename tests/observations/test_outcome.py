"""Outcomes: how a call ended and the words that say so."""

from __future__ import annotations

import pytest

from narrator.model import Message
from narrator.observations import outcomes
from narrator.observations.values import Outcome
from tests.observations.build import SESSION, called, shell, words


def only(message: Message) -> Outcome:
    found = outcomes(message, SESSION)
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("command", "result", "figures"),
    [
        (
            "pytest",
            "F..\n=== 3 failed, 38 passed, 2 skipped in 4.10s ===\n",
            (("failed", "3"), ("passed", "38"), ("skipped", "2")),
        ),
        ("pytest -q", "38 passed in 2.1s\n", (("passed", "38"),)),
        (
            "python -m unittest",
            "Ran 5 tests in 0.1s\n\nFAILED (failures=1, errors=2)\n",
            (("failed", "1"), ("errors", "2"), ("run", "5")),
        ),
        ("npm test", "Tests:       1 failed, 4 passed, 5 total\n", (("failed", "1"), ("passed", "4"))),
        (
            "npx vitest",
            " Test Files  1 failed | 1 passed (2)\r\n      Tests  1 failed | 4 passed (5)\r\n",
            (("failed", "1"), ("passed", "4")),
        ),
        ("npx mocha", "  4 passing (20ms)\n  1 failing\n", (("failed", "1"), ("passed", "4"))),
        ("bun test", " 3 pass\n 2 fail\n 9 expect() calls\n", (("failed", "2"), ("passed", "3"))),
        (
            "cargo test",
            "test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured\ntest result: FAILED. 1 passed; 1 failed; 0 ignored\n",
            (("failed", "1"), ("passed", "3")),
        ),
        (
            "go test ./...",
            "ok  \tx/a\t0.1s\nFAIL\tx/b [build failed]\nFAIL\n",
            (("packages failed", "1"), ("packages passed", "1")),
        ),
        (
            "go test -v ./a",
            "--- PASS: TestA (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL\nFAIL\tx/a\t0.4s\n",
            (("failed", "1"), ("passed", "1"), ("packages failed", "1")),
        ),
        (
            "mvn test",
            "[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 1\n",
            (("failed", "1"), ("errors", "0"), ("skipped", "1"), ("run", "5")),
        ),
        ("bundle exec rspec", "12 examples, 2 failures, 1 pending\n", (("failed", "2"), ("skipped", "1"), ("run", "12"))),
        ("mypy .", "a.py:3: error: bad\nFound 1 error in 1 file (checked 5 source files)\n", (("errors", "1"),)),
        ("npx eslint .", "✖ 3 problems (2 errors, 1 warning)\n", (("errors", "2"), ("warnings", "1"), ("problems", "3"))),
        ("biome check", "Checked 9 files in 2s.\nFound 2 errors.\ncheck ━━━\n", (("errors", "2"),)),
        ("golangci-lint run", "a.go:1:2: x (errcheck)\n1 issues:\n* errcheck: 1\n", (("issues", "1"),)),
        ("tsc --noEmit", "a.ts(1,2): error TS2322: no\nb.ts(1,2): error TS2304: no\n", (("errors", "2"),)),
        (
            "cargo check",
            "error[E0308]: mismatched\nerror: could not compile `x` (bin) due to 9 previous errors; 1 warning emitted\n",
            (("errors", "9"), ("warnings", "1")),
        ),
        ("make", "cc -c a.c\na.c:10:5: error: unknown\nmake: *** [all] Error 1\n", (("errors", "1"),)),
    ],
)
def test_runners_are_read(command: str, result: str, figures: tuple[tuple[str, str], ...]) -> None:
    bad = any(name not in ("passed", "skipped", "warnings", "packages passed", "run") and count != "0" for name, count in figures)
    outcome = only(shell(command, result, status="error" if bad else "ok", exit_code=int(bad)))
    assert outcome.figures == figures
    assert outcome.program_failed == bad


def test_the_summary_is_told_in_words_and_its_place_known() -> None:
    message = shell("pytest 2>&1 | tail -3", "1 error in sight of source\n=== 1 failed, 2 passed in 0.10s ===\n")
    outcome = only(message)
    assert outcome.summary == "1 failed, 2 passed"
    assert words(message, outcome.span) == "=== 1 failed, 2 passed in 0.10s ==="
    assert (outcome.status, outcome.program_failed, outcome.tool_failed) == ("failed", True, False)


def test_zeros_are_kept_as_figures_and_left_out_of_words() -> None:
    outcome = only(shell("bun test", " 5 pass\n 0 fail\n"))
    assert (outcome.status, outcome.summary) == ("ok", "5 passed")
    assert outcome.figures == (("failed", "0"), ("passed", "5"))


@pytest.mark.parametrize(
    ("command", "result", "exit_code", "summary"),
    [
        (
            "python a.py",
            "Traceback (most recent call last):\n  File \"a.py\", line 1\nModuleNotFoundError: No module named 'x'\n",
            1,
            "ModuleNotFoundError: No module named 'x'",
        ),
        (
            "nvcc --version; true",
            "/bin/bash: line 1: nvcc: command not found\n",
            127,
            "/bin/bash: line 1: nvcc: command not found",
        ),
        ("git push", "To origin\nfatal: unable to access 'https://x'\n", 128, "fatal: unable to access 'https://x'"),
        ("node a.js", "/a.js:1\nTypeError: x is not a function\n    at a.js:1:1\n", 1, "TypeError: x is not a function"),
        (
            "go run .",
            "panic: runtime error: index out of range\n\ngoroutine 1 [running]:\n",
            2,
            "panic: runtime error: index out of range",
        ),
        ("./build.sh", "step 1\nstep 2\n", 3, "step 1"),
        ("false", "", 1, "exit code 1"),
    ],
)
def test_failing_programs_say_why(command: str, result: str, exit_code: int, summary: str) -> None:
    outcome = only(shell(command, result, status="error", exit_code=exit_code))
    assert (outcome.status, outcome.program_failed, outcome.summary, outcome.exit_code) == ("failed", True, summary, exit_code)


def test_a_failure_behind_a_pipe_is_seen() -> None:
    pip = "Collecting x\n" + "building wheel\n" * 60 + "ERROR: Failed to build 'x' when getting requirements to build wheel\n"
    assert only(shell("pip install x 2>&1 | tail -90", pip)).status == "failed"
    trace = "ok so far\n" * 100 + "Traceback (most recent call last):\n  File 'a'\nAssertionError: 3.0\n"
    assert only(shell("python check.py | tail -200", trace)).summary == "AssertionError: 3.0"


def test_the_word_error_in_source_or_logs_is_no_failure() -> None:
    source = "class ParseError(Exception):\n    pass\nraise ParseError('x')\nerror: in a comment\n" * 40
    assert only(shell("cat a.py", source)).status == "ok"
    assert only(called("read", {"filePath": "a.py"}, result=source)).status == "ok"
    assert only(shell("python train.py", "epoch 1 error: 0.3\n" * 100 + "done\n")).status == "ok"


@pytest.mark.parametrize("command", ["rg -n needle src", "grep needle a.txt", "which nvcc", "pgrep -f train"])
def test_a_search_that_finds_nothing_has_not_failed(command: str) -> None:
    outcome = only(shell(command, "", status="error", exit_code=1))
    assert (outcome.status, outcome.program_failed) == ("empty", False) or command.startswith("pgrep")


def test_a_search_with_a_wrong_option_has_failed() -> None:
    outcome = only(shell("rg --nope x", "rg: unrecognized flag --nope\n", status="error", exit_code=2))
    assert (outcome.status, outcome.summary) == ("failed", "rg: unrecognized flag --nope")


def test_nothing_printed_is_told() -> None:
    assert (only(shell("python -c 'import a'", "(no output)")).status, only(shell("mkdir a", "")).status) == ("empty", "ok")
    assert only(called("grep", {"pattern": "x"}, result="No files found")).status == "empty"


def test_a_persons_refusal_is_no_failure() -> None:
    for status in ("refused", "cancelled"):
        outcome = only(shell("rm -rf x", "The user rejected this.", status=status))
        assert (outcome.status, outcome.program_failed, outcome.tool_failed) == (status, False, False)


def test_a_tool_that_could_not_is_told_apart_from_a_program() -> None:
    edit = only(called("edit", {"filePath": "a"}, status="error", result="Error: oldString not found in content"))
    assert (edit.tool_failed, edit.program_failed, edit.summary) == (True, False, "oldString not found in content")
    sibling = only(shell("ls", "<tool_use_error>Sibling tool call errored</tool_use_error>", status="error"))
    assert (sibling.tool_failed, sibling.summary) == (True, "Sibling tool call errored")
    late = only(
        shell("sleep 99", "x\n<bash_metadata>\nbash tool terminated command after exceeding timeout 5000 ms\n</bash_metadata>")
    )
    assert (late.status, late.tool_failed, late.summary) == ("failed", True, "terminated command after exceeding timeout 5000 ms")


def test_what_goes_on_is_running_and_what_the_record_leaves_open_has_no_outcome() -> None:
    assert only(shell("make", "Process running with session ID 12\nOutput:\n", status="running")).status == "running"
    assert outcomes(shell("make", None, status="missing"), SESSION) == ()


def test_harness_headers_and_colors_are_looked_through() -> None:
    message = shell("make test", "Exit code 1\n\x1b[31m=== 1 failed in 0.1s ===\x1b[0m\n", status="error", exit_code=1)
    assert only(message).summary == "1 failed"
    assert "=== 1 failed in 0.1s ===" in words(message, only(message).span)
    quiet = shell(
        "true && false",
        "Chunk ID: ab\nWall time: 0.1 seconds\nProcess exited with code 1\nOutput:\n",
        status="error",
        exit_code=1,
    )
    assert only(quiet).summary == "exit code 1"


def test_a_timeout_is_told_before_what_had_passed() -> None:
    output = " 4 pass\n 0 fail\n\nerror: test timed out\n"
    assert only(shell("bun test", output, status="error", exit_code=1)).summary == "error: test timed out"
    assert only(shell("bun test", " 4 pass\n", status="error", exit_code=124)).summary == "exit code 124"


def test_powershells_block_is_quoted_by_the_line_that_says_what() -> None:
    block = (
        "Select-Object: \nLine |\n   2 |  $r | Select-Object -ExpandProperty meta\n     |  ~~~~~~~~\n"
        '     | Property "meta" cannot be found.\n'
    )
    found = only(shell("$r | Select-Object -ExpandProperty meta", block, status="error", exit_code=1))
    assert found.summary == 'Property "meta" cannot be found.'


@pytest.mark.parametrize(
    ("command", "result"),
    [
        ("npm run check 2>&1 | tail -20", "Checked 9 files in 2s. No fixes applied.\na.ts(1,2): error TS2322: no\n"),
        ("go test -v ./a 2>&1 | grep -A 2 FAIL", "--- FAIL: TestA (0.00s)\n=== RUN   TestB\n"),
        ("wp eval x", "\x1b[31;1m\x1b[?25l⠋ \x1b[0m\n\x1b[31;1m✖ The folder isn't known.\x1b[0m\n"),
        ("python reproduce_it.py", "Code: None\nFAILURE: Did not find the code.\n"),
        ("wp eval x 2>&1", "\x1b[31;1mError: Too many arguments: y\x1b[0m\n"),
    ],
)
def test_errors_that_no_exit_code_tells_of_are_no_success(command: str, result: str) -> None:
    assert (only(shell(command, result, exit_code=0)).status, only(shell(command, result)).program_failed) == ("failed", True)


def test_counts_of_what_a_filter_cut_are_not_told() -> None:
    lines = "".join(f"a.ts({n},2): error TS2322: no {n}\n" for n in range(5))
    cut, whole = (only(shell(f"npx tsc | head -{n}", lines)) for n in (5, 50))
    assert (cut.figures, cut.summary) == ((), "error TS2322: no 0")
    assert whole.figures == (("errors", "5"),)


def test_a_command_that_the_model_interrupted_did_not_fail() -> None:
    message = called("write_stdin", {"session_id": "1", "chars": "\x03"}, result="^C", status="error", exit_code=130)
    assert (only(message).status, only(message).program_failed) == ("ok", False)
