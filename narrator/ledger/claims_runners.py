"""Which commands check or publish something: test runners, builds, type checkers, linters, git; and whether they take a part."""

from __future__ import annotations

import re
from functools import lru_cache

from narrator.ledger.claims_cues import About
from narrator.observations.shell import Command, commands

_RUNNERS = frozenset(
    ("npm", "pnpm", "yarn", "bun", "make", "gmake", "just", "mise", "task", "deno", "composer", "poe", "hatch", "turbo", "nx")
)
"""Programs that run a project's own tasks."""
_RUN_WORDS = frozenset(("run", "run-script", "exec", "task", "x", "dlx", "--"))
_VALUED = frozenset(("--filter", "-F", "--cwd", "-C", "--dir", "-w", "--workspace", "--prefix", "-f"))
_TASKS: tuple[tuple[str, tuple[About, ...]], ...] = (
    # the first word of a task's name that tells
    (r"type-?check|types|tsc", ("types", "compile")),
    (r"lint", ("lint",)),
    (r"tests?|spec|e2e|vitest|jest", ("tests",)),
    (r"build|compile", ("build", "compile")),
    (r"check|checks|ci|verify|validate", ("checks",)),
)
_HEADS: tuple[tuple[str, tuple[About, ...]], ...] = (
    # what a command begins with, once its wrappers are taken off; the first row that fits decides
    (r"pre-commit run", ("checks",)),
    (r"(?:python[\d.]* -m )?(?:pytest|unittest|tox|nox|nose2?)\b", ("tests",)),
    (r"go test|gotestsum|cargo (?:test|nextest)|mix test|swift test|dotnet test", ("tests",)),
    (r"(?:jest|vitest|mocha|ava|rspec|phpunit|vendor/bin/phpunit|ctest)\b", ("tests",)),
    (r"(?:\S*/)?(?:gradlew?|mvnw?)\b.*\b(?:test|check|verify)\b", ("tests",)),
    (r"(?:playwright|node|deno|rails|rake|php artisan|flutter) (?:--)?test\b", ("tests",)),
    (r"(?:python[\d.]* )?(?:\S*/)?(?:runtests\.py|manage\.py test)\b", ("tests",)),
    (r"(?:tsc|tsgo|vue-tsc|svelte-check|mypy|pyright)\b|python[\d.]* -m (?:mypy|pyright)|flow check", ("types", "compile")),
    (r"cargo check|go vet|python[\d.]* -m (?:py_compile|compileall)|node --check", ("types", "compile")),
    (r"(?:cargo|go|next|vite|swift|dotnet|docker) build|cmake --build|ninja\b|python[\d.]* -m build", ("build", "compile")),
    (r"(?:\S*/)?(?:gradlew?|mvnw?)\b.*\b(?:build|assemble|package|compile|install)\b", ("build", "compile")),
    (r"make(?: -j\S*)?(?: all)?$|(?:gcc|g\+\+|clang|rustc|javac)\b", ("build", "compile")),
    (r"golangci-lint|eslint|biome (?:check|lint|ci)|ruff (?:check|format --check)|cargo (?:clippy|fmt --check)", ("lint",)),
    (r"(?:python[\d.]* -m )?(?:flake8|pylint|ruff)\b|stylelint|shellcheck|phpcs|rubocop|prettier (?:--check|-c)\b", ("lint",)),
    (r"black --check|gofmt -l", ("lint",)),
    (r"gh (?:pr checks|run (?:view|watch|list))", ("ci",)),
    (r"git commit\b", ("commit",)),
    (r"git push\b", ("push",)),
    (r"gh pr (?:create|edit|merge|ready)", ("pull request",)),
)
_TABLE = tuple((re.compile(pattern), frozenset(abouts)) for pattern, abouts in _HEADS)
_BY_TASK = tuple(
    (re.compile(rf"(?:{pattern})(?![a-z])|.*[:_-](?:{pattern})(?![a-z])"), frozenset(abouts)) for pattern, abouts in _TASKS
)
_PART = re.compile(
    r"\s(?:-k|-run|--run|-t|--testnamepattern|--grep|-g|--filter|-f|--package|-p|--project|"
    r"--testpathpattern|--tests|--lib|--bin|--test|-pl|"
    r"--workspace=\S+|-w|--cwd|--dir|-c|-m(?! pytest| unittest| tox| nox| mypy| pyright)"
    r")(?=[\s=])|::|\s(?!-|\./\.\.\.|https?:)(?:[\w.@-]*/[\w./@\[\]*-]+|[\w.-]+\.(?:test|"
    r"spec)\.\w+|[\w-]+\.(?:py|go|ts|tsx|js|rs|rb|php|java|kt|c|cpp))(?=\s|$)|"
    r"\b(?:test|lint|build|check|typecheck):(?!ci\b|all\b)[\w:-]+",
    re.IGNORECASE,
)
"""Options and operands that pick a part."""
_NARROW = re.compile(
    (
        r"\s(?:-k|-run|--run|-t|--testnamepattern|--grep|-g|--testpathpattern|--tests)(?=[\s=])"
        r"|::|\.(?:py|go|ts|tsx|js|jsx|mjs|rs|rb|php|java|kt|c|cpp)(?=\s|$)"
    ),
    re.IGNORECASE,
)
"""Of these, those that pick single files or tests."""
_LISTED = re.compile(r"--(?:collect-only|list(?:-tests)?|listtests|dry-run|version|help)\b|\s-h\b")


@lru_cache(maxsize=256)
def checks_of(text: str) -> tuple[tuple[Command, frozenset[About]], ...]:
    """Return the simple commands of a line that check or publish something, with what each bears on."""
    found = []
    for command in commands(text):
        line = " ".join(command.words)
        about = _about(command, line)
        if about is not None and not _LISTED.search(line):
            found.append((command, about))
    return tuple(found)


def _about(command: Command, line: str) -> frozenset[About] | None:
    if command.program in _RUNNERS and (task := _task(command.words)):
        return next((abouts for pattern, abouts in _BY_TASK if pattern.match(task)), None)
    return next((abouts for pattern, abouts in _TABLE if pattern.match(line)), None)


def _task(words: tuple[str, ...]) -> str:
    """Return the task that a runner is told to run: its first word that is no option, nor an option's value."""
    value = False
    for word in words[1:]:
        if not value and word not in _RUN_WORDS and not word.startswith("-"):
            return word.lower()
        value = word in _VALUED
    return ""


def is_whole(command: Command) -> bool:
    """Return whether a command takes the project as a whole: no file, folder, package or name of a test picks a part."""
    return _PART.search(" ".join(command.words)) is None


def is_narrow(command: Command) -> bool:
    """Return whether a command names single files or tests."""
    return _NARROW.search(" ".join(command.words)) is not None


_CD = re.compile(r"(?:^|&&|;)\s*cd\s+(\"[^\"\n]+\"|'[^'\n]+'|\S+)")


def moves_down(text: str, cwd: str | None) -> bool:
    """Return whether a command first goes into a folder of the project, and so checks a part of it."""
    moved = _CD.search(text)
    if moved is None:
        return False
    folder = moved[1].strip("\"'").rstrip("/;")
    rooted = folder.startswith(("/", "~")) or folder[1:2] == ":"
    return not (folder in (".", "..") or (rooted and (cwd is None or not folder.startswith(f"{cwd.rstrip('/')}/"))))
