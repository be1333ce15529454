"""What test runners, compilers, type checkers and linters say at the end: one row a program, of data only; `tallies` reads it.

Where a run sums up more than once (a line a crate, a package, a workspace) or a line holds two runs, the counts are added. Counts
are read from the line by one rule, whatever their order ("3 failed, 38 passed", "Failures: 1, Errors: 0"), save where a row
names them by groups.
"""

from __future__ import annotations

import re
from typing import NamedTuple

PREFIX = r"(?:\[?[\w@./-]{1,60}[ :|]+[\w:.-]{0,40}[\]:|] )?"
"""What a workspace's runner puts before each line: `web:test: `, `packages/a test: `, `[api] `."""
_SECONDS = r"[\d.]+ ?m?s"


class Row(NamedTuple):
    """How a program sums up."""

    program: str
    line: re.Pattern[str]
    fallback: bool = False
    """Whether it counts only where no row before it matched: the program sums up twice."""


def _row(program: str, pattern: str, *, fallback: bool = False) -> Row:
    return Row(program, re.compile(pattern, re.MULTILINE), fallback)


TESTS: tuple[Row, ...] = (
    _row(
        "pytest",
        r"^[ \t]*=*[ ]?(?:\d+ (?:failed|passed|errors?|skipped|x?failed|xpassed|deselected|warnings?|rerun)(?:, )?)+"
        r" in [\d.]+\s?s[^\n]*$",
    ),
    _row("unittest", r"^Ran (?P<run>\d+) tests? in [\d.]+s\n+(?:FAILED|OK) \((?P<counts>[^)\n]*)\)$"),
    _row("unittest", r"^(?:FAILED|OK) \((?=[^)\n]*=)[^)\n]*\)$", fallback=True),
    _row("vitest", rf"^{PREFIX}[ \t]*(?:Tests|Errors)[ \t]+(?=\d)[^\n]*\b(?:passed|failed|skipped|todo|errors?)\b[^\n]*$"),
    _row("jest, pest", rf"^{PREFIX}[ \t]*Tests:[ \t]+(?=\d)[^\n]*\b(?:passed|failed|skipped|todo|pending|risky)\b[^\n]*$"),
    _row("cargo", r"^test result: \w+\. [^\n]*$"),
    _row("nextest", r"^[ \t]*Summary \[[^\]\n]*\] +\d+(?:/\d+)? tests? run: [^\n]*$"),
    _row("mocha", rf"^{PREFIX}[ \t]*\d+ (?:passing|failing|pending)\b[^\n]*$"),
    _row("bun", r"^[ \t]*\d+ (?:pass|fail|errors?|skip|todo)[ \t]*$"),
    _row("node", r"^(?:#|ℹ) (?:pass|fail|skipped|cancelled) \d+$"),
    _row("surefire", r"^(?:\[\w+\] )?Tests run: \d+, Failures: \d+, Errors: \d+(?:, Skipped: \d+)?[ \t]*$"),
    _row("surefire", r"^(?:\[\w+\] )?Tests run: \d+, Failures: \d+, Errors: \d+[^\n]*$", fallback=True),
    _row("gradle", r"^\d+ tests? completed, [^\n]*$"),
    _row("rspec", r"^\d+ examples?, \d+ failures?[^\n]*$"),
    _row("minitest", r"^\d+ (?:runs|tests), \d+ assertions?, \d+ failures?[^\n]*$"),
    _row("phpunit", r"^Tests: \d+, Assertions: \d+[^\n]*$"),
    _row("dotnet", r"^[ \t]*(?:Passed|Failed)![ \t]+- Failed:[ \t]+\d+, Passed:[ \t]+\d+[^\n]*$"),
    _row("dotnet", r"^[ \t]*Test (?:run )?summary: total: \d+, failed: \d+, succeeded: \d+[^\n]*$"),
    _row("vstest", r"^Total tests: \d+(?:\. |\n[ \t]+)(?:Passed|Failed): \d+(?:(?:\. |\n[ \t]+)(?:Passed|Failed|Skipped): \d+)*"),
    _row("ctest", r"^\d+% tests passed, (?P<failed>\d+) tests? failed out of (?P<run>\d+)$"),
    _row(
        "swift testing", r"^\W{0,3}Test run with (?P<run>\d+) tests?[^\n]* failed after [^\n]* with (?P<issues>\d+) issues?\.?$"
    ),
    _row("swift testing", r"^\W{0,3}Test run with (?P<passed>\d+) tests?[^\n]* passed after [^\n]*$"),
    _row(
        "xctest",
        r"^Test Suite '(?:All|Selected) tests'[^\n]*\n[ \t]*Executed (?P<run>\d+) tests?, with (?P<failed>\d+) failures?[^\n]*$",
    ),
    _row("xctest", r"^[ \t]*Executed (?P<run>\d+) tests?, with (?P<failed>\d+) failures?[^\n]*$", fallback=True),
    _row("googletest", r"^\[  (?:PASSED  \] (?P<passed>\d+)|FAILED  \] (?P<failed>\d+)) tests?[.,][^\n]*$"),
    _row("catch2", r"^test cases: +(?P<run>\d+) \|(?: +(?P<passed>\d+) passed)?(?: \|)?(?: +(?P<failed>\d+) failed)?[^\n]*$"),
    _row("deno", r"^(?:ok|FAILED) \| \d+ passed[^\n]*$"),
    _row("playwright", rf"^[ \t]+\d+ (?:passed|failed|flaky|skipped|did not run)(?: \({_SECONDS}\)| \([\d.]+m\))?[ \t]*$"),
    _row("gotestsum", r"^DONE \d+ tests?(?:, \d+ (?:skipped|failures?|errors?))* in [\d.]+s$"),
    _row(
        "bats, exunit, jasmine",
        r"^(?:\d+ (?:doctests?|properties), )*\d+ (?:tests?|specs?), \d+ failures?(?:, \d+ [\w ]{1,30})*(?: in [^\n]{1,30})?$",
    ),
    _row("sbt", r"^\[info\] Tests: succeeded \d+, failed \d+[^\n]*$"),
    _row(
        "flutter",
        r"^\d+:\d\d \+(?P<passed>\d+)(?: ~(?P<skipped>\d+))?(?: -(?P<failed>\d+))?: "
        r"(?:Some tests failed\.|All tests passed!)[^\n]*$",
    ),
    _row("prove", r"^Failed \d+/\d+ test programs\. (?P<failed>\d+)/(?P<run>\d+) subtests failed\.$"),
    _row(
        "bare",
        r"^[^\w\n]*(?:[\w ]{1,20}: )?\d+(?:/\d+)?(?: tests?)? (?:passed|failed)(?:, \d+ (?:passed|failed|skipped|errors?))*[.!]?"
        r"(?: \([^)\n]*\))?$",
    ),
    _row("bare", r"^[^\w\n]*(?:[Pp]assed|PASSED): \d+[^\n]{0,20}(?:[Ff]ailed|FAILED): \d+[^\n]*$"),
)

LINTS: tuple[Row, ...] = (
    _row("mypy", r"^Found \d+ errors? in \d+ files?[^\n]*$"),
    _row("ruff, biome, tsc", r"^Found \d+ (?:errors?|warnings?)\b[^\n]*$"),
    _row("eslint, stylelint", r"^[^\w\n]{0,3}\d+ problems? \(\d+ errors?, \d+ warnings?\)$"),
    _row("golangci", r"^\d+ issues?[.:][ \t]*$"),
    _row("pyright, esbuild", r"^\d+ errors?, \d+ warnings?\b[^\n]*$"),
    _row("rubocop", r"^\d+ files? inspected, \d+ offenses? detected[^\n]*$"),
    _row("swiftlint", r"^Done linting! Found \d+ violations?, [^\n]*$"),
    _row("svelte-check", r"^(?:\d+ COMPLETED [^\n]*? )?svelte-check found \d+ errors?[^\n]*$"),
    _row("webpack", r"^(?:webpack [\d.]+ |[^\n]{0,60}: )?compiled with \d+ (?:errors?|warnings?)[^\n]*$"),
    _row("rustc", r"^error: could not compile [^\n]* due to [^\n]*$"),
    _row(
        "rustc",
        r"^warning: [^\n(]*(?:\([^)\n]*\) )?generated (?P<warnings>\d+) warnings?(?![^\n]*duplicates?\))[^\n]*$",
        fallback=True,
    ),
    _row("clang", r"^(?:\d+ warnings? and )?\d+ (?:errors?|warnings?) generated\.$"),
    _row("javac, msbuild", r"^[ \t]*\d+ (?:[Ee]rror|[Ww]arning)(?:s|\(s\))?[ \t]*$"),
)

CLEAN: tuple[tuple[re.Pattern[str], str, bool], ...] = tuple(
    (re.compile(pattern, re.MULTILINE), words, wrong)
    for pattern, words, wrong in (
        (r"^OK \((\d+) tests?, \d+ assertions?\)$", "{1} passed", False),
        (r"^Ran (\d+) tests? in [\d.]+s\s{1,4}OK$", "{1} passed", False),
        (r"^All (\d+) tests? passed[.!]?$", "{1} passed", False),
        (r"^(?:no tests ran in [^\n]*|NO TESTS RAN)$", "", True),
        (r"^BUILD (?:FAILED|FAILURE)[^\n]*$", "", True),
        (r"^Build FAILED\.?$", "", True),
        (r"^[^\n\w]{0,3}Failed to compile\.?$", "", True),
        (r"^[^\n\w]{0,3}(?:Build failed in|error during build)\b[^\n]*$", "", True),
        (r"^make(?:\[\d+\])?: \*\*\* [^\n]*$", "", True),
        (r"^[^\n]*\bERR_PNPM_\w+[^\n]*$", "", True),
        (r"^error: script \"[^\"\n]*\" exited with code \d+[^\n]*$", "", True),
        (r"^\d+ files? would be re?formatted[^\n]*$", "", True),
        (r"^\[warn\] Code style issues (?:found )?in [^\n]*$", "", True),
        (r"^Success: no issues found[^\n]*$", "", False),
        (r"^All checks passed!$", "", False),
        (r"^\d+ files? inspected, no offenses detected[^\n]*$", "", False),
        (r"^BUILD SUCCESS(?:FUL)?[^\n]*$", "", False),
        (r"^Build succeeded\.?$", "", False),
        (r"^[ \t]*Your code has been rated at [^\n]*$", "", False),
        (r"^(?:webpack [\d.]+ )?compiled successfully[^\n]*$", "", False),
        (r"^[^\n\w]{0,40}(?:✓ )?(?:[Bb]uilt in [\d.]+ ?m?s|Compiled successfully)[^\n]*$", "", False),
        (r"^[ \t]*Finished `?[\w-]+`? [^\n]*target\(s\)[^\n]*$", "", False),
        (r"^Checked \d+ files? in [^\n]*$", "", False),
        (r"^ ?\d+ files? changed[^\n]*$", "", False),
    )
)
"""Lines that settle it without counts: what to say (the line itself where empty), whether it is bad."""

_ERROR = "error|Fehler|erreur|errore|erro|fout|fel|virhe|błąd|hata|ошибка|помилка|错误|錯誤|エラー|오류"
_FATAL = "fatal|schwerwiegender|fatale?|grave|критическая|致命"
LISTED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.MULTILINE), name)
    for pattern, name in (
        (r"\berror TS\d+: [^\n]*", "errors"),
        (r"^error\[E\d+\]: [^\n]*", "errors"),
        (rf"^[^\s:]{{1,300}}:\d+(?::\d+)?:[ ]?(?:(?:{_FATAL}) )?(?:{_ERROR})(?: fatale?)?[ ]?[:：][^\n]*", "errors"),
        (r"^(?:vet: )?[^\s:]{1,300}\.go:\d+:\d+: [^\n]*", "errors"),
        (r"^e: (?:file://)?[^\s:]{1,300}:\d+:\d+:? [^\n]*", "errors"),
        (r"^\S{1,300}\(\d+,\d+\): error \w+\d+: [^\n]*", "errors"),
        (r"^\[error\] \S{1,300}\.scala:\d+[^\n]*", "errors"),
        (r"^[^\s:]{1,300}\.pyi?:\d+:(?:\d+:)? [A-Z]{1,4}\d{2,5}:? [^\n]*", "problems"),
        (
            r"^[ \t]*(?:at )?\S{1,300}(?::\d+:\d+)? (?:lint|format|assist|organizeImports|parse|suppressions)\S*(?= [^\n]*━{5,})",
            "errors",
        ),
        (r"\bSC\d{4} \((?:error|warning|info|style)\): [^\n]*", "problems"),
        (r"^[^\n]{1,100}\.{3,}Failed$", "hooks failed"),
    )
)
"""Complaints that are counted where nobody sums them up: compilers in several tongues, linters, pre-commit."""

GO = re.compile(r"^(?P<package>ok  |FAIL|--- (?:PASS|FAIL|SKIP):)[ \t]+(?P<name>\S+)(?P<rest>[^\n]*)$", re.MULTILINE)
TAP = re.compile(r"^(?P<bad>not )?ok \d+\b(?P<rest>[^\n]*)$", re.MULTILINE)
