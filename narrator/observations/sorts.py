"""What a command that checks the work checks: tests, types, style; and whether its line hides how it ended."""

from __future__ import annotations

import re
from typing import Literal

from narrator.observations.command_line import LineDeed
from narrator.observations.values import Activity
from narrator.observations.vocabulary import words as words_of

Sort = Literal["test", "lint", "types", "check", "build", "other"]
"""check: a task that the project calls so, which may hold any of the others but tests and builds."""

_SORTS: tuple[tuple[Sort, re.Pattern[str]], ...] = tuple(
    (sort, re.compile(rf"(?:^|[\s:_./-])(?:{names})(?:$|[\s:_.-])"))  # type: ignore[misc]
    for sort, names in (
        ("test", "tests?|spec|e2e|pytest|vitest|jest|mocha|rspec|phpunit|ctest|nextest"),
        ("types", "typecheck|type-check|types|tsc|tsgo|vue-tsc|mypy|pyright|svelte-check|phpstan|cargo check"),
        ("lint", "lint|clippy|vet|eslint|ruff|flake8|pylint|biome|prettier|black|rubocop|shellcheck|golangci-lint|fmt|format"),
        ("check", "check|validate|verify|audit|ci"),
    )
)
"""What a check is called → what it checks; the first that fits."""
_BUILD = re.compile(
    r"(?:^|[\s:_/-])(?:build|compile|make|cmake|ninja|webpack|vite|assemble|javac|gcc|g\+\+|clang|clang\+\+|msbuild|xcodebuild|bundle)"
    r"(?:$|[\s:_-])"
)
_PICKING = re.compile(r"\|&?[ \t]*(?:head|e?grep|rg|sed|awk|Select-String|findstr|wc|cut|jq)\b|\|\|", re.IGNORECASE)
"""Filters behind which a failure can't be seen: what an output ends with is seen with `tail`."""
_ONLY_TELLS = words_of(
    "--help -h --version -V --dry-run --collect-only --co --list --listTests --list-tests --showConfig --print-config"
)
"""Options with which a check only tells what it would do."""


def sort_of(kind: Activity, words: tuple[str, ...]) -> Sort:
    """Return what a command checks, by its act's kind and its words; a test that is named nowhere is a test."""
    if _ONLY_TELLS & set(words) or words[0] == "git" or (words[0] in ("make", "gmake") and "-n" in words):
        return "other"
    if kind == "test":
        return named_sort(words) or _first_sort(" ".join(words)) or "test"
    return "build" if kind == "run" and _BUILD.search(" ".join(words)[:120]) else "other"


def named_sort(words: tuple[str, ...]) -> Sort | None:
    """Return what the program or task of a command checks by its name; None where only its paths tell, or nothing."""
    # What is run says more than the paths that it is given: `biome check cart.test.ts` tests nothing.
    heads = " ".join(w for w in words if "/" not in w and "." not in w)
    return _first_sort(heads)


def _first_sort(line: str) -> Sort | None:
    return next((sort for sort, names in _SORTS if names.search(line)), None)


def hides_failure(line: LineDeed, text: str) -> bool:
    """Return whether a filter in a command line, given with its text, would have hidden that its main command failed."""
    return line.masked and _PICKING.search(text) is not None
