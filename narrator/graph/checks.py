"""Links from a check to what its result bears on: the edits since the last check of their kind, a claim just made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from narrator.graph.files import COMMANDS, folder_of, moved_to, touches
from narrator.graph.links import Edge, Link, part_span
from narrator.model import Message, Span, Transcript

COMMAND_LIMIT = 20_000
"""Code points of a command that are looked at; beyond stands the text of a file."""
PROSE_LIMIT = 20_000
MOST_CLAIMS = 10
MOST_PASSED = 25
"""An edit that so many checks had nothing to do with is waited for no longer: else time would grow with edits times checks."""
_JS = "ts tsx js jsx mjs cjs mts css scss html vue svelte astro package.json tsconfig.json"
_CODE = f"{_JS} go rs py rb php java kt scala c h cc cpp hpp cs swift ex exs sh toml mod sql gradle lua zig"
RUNNERS: tuple[tuple[str, str, str], ...] = (
    # what a command begins with, what it tells, of files with these endings or names
    (r"go (?:test|vet)|golangci-lint run|gotestsum", "test", "go mod"),
    (r"go build", "build", "go mod"),
    (r"cargo (?:test|nextest|clippy)", "test", "rs toml"),
    (r"cargo (?:build|check|run)", "build", "rs toml"),
    (r"pytest|python3? -m (?:pytest|unittest)|tox|nox", "test", "py toml cfg ini"),
    (r"mypy|ruff check|pyright|flake8|python3? -m (?:mypy|py_compile|compileall)", "build", "py pyi toml"),
    (r"(?:npm|pnpm|yarn|bun)(?: run)? test[\w:.-]*|vitest|jest|playwright test|node --test", "test", _JS),
    (r"(?:npm|pnpm|yarn|bun)(?: run)? (?:build|lint|check|typecheck|type-check|tsc|validate)[\w:.-]*", "build", _JS),
    (r"tsc|eslint|biome (?:check|lint)|next build|vite build|node --check|svelte-check|vue-tsc", "build", _JS),
    (r"phpunit|vendor/bin/phpunit|composer test|php artisan test", "test", "php"),
    (r"php -l", "build", "php"),
    (r"(?:bundle exec )?rspec|rails test|rake test", "test", "rb"),
    (r"\./gradlew|gradle|mvn|dotnet (?:test|build)|swift (?:test|build)|mix test|ctest|zig build", "test", _CODE),
    (r"(?:make|just) (?:test|check|lint|build|all)[\w-]*|mise run [\w:.-]*(?:test|lint|build|check)[\w:.-]*", "test", _CODE),
)
"""Checks of a whole project, by the head of the command."""
_INTERPRETERS = (
    r"(?:studio )?wp eval-file|python3?|node|(?:ba|z)?sh|ruby|php|perl|tsx|ts-node|(?:deno|go|uv|poetry) run|bun|Rscript|lua"
)
_BEGINS = r"(?:\A|&&|\|\||[;|\n(]|-l?c[\"', ]{1,4})[ \t]*"
_WRAPPERS = r"(?:(?:\w+=\S*|time|sudo|npx|bunx|pnpm exec|(?:uv|poetry) run|timeout [\w.]+|rtk(?: proxy)?|env|then|do)[ \t]+)*"
_HEADS = tuple(
    (re.compile(rf"{_BEGINS}{_WRAPPERS}(?:[\w.~/-]{{0,100}}/)?({head})(?![\w/-])([^;&|\n<>]*)"), tells, frozenset(ends.split()))
    for head, tells, ends in RUNNERS
)
_SCRIPT = re.compile(rf"{_BEGINS}{_WRAPPERS}(?:{_INTERPRETERS})(?:[ \t]+-[\w-]+)*[ \t]+[\"']?([\w./~:\\-]+\.\w{{1,5}})")
_PASSING = r"\b(?:all|the|every|both|\d+) (?:[\w/-]+ ){0,3}tests? (?:now |all )?pass(?:es|ed|ing)?\b"
_BUILDING = r"\b(?:build|lint|type.?check)(?:ing)? (?:now )?(?:passes|passed|is clean|succeeds|succeeded)\b"
_CLAIMS = (("test", re.compile(_PASSING, re.IGNORECASE)), ("build", re.compile(_BUILDING, re.IGNORECASE)))
"""What a reply says of its success, and what kind of check bears on it."""
_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*+\"|'[^']*'", re.DOTALL)
_SEPARATORS = str.maketrans("&|;()<>\n", "________")
_WRAPPED = re.compile(r"\[?[\"']?(?:/bin/)?(?:ba|z)?sh[\"']?,? ?[\"']?-l?c\b")
"""A shell in a shell: what it runs stands in quotes."""
_PATH = re.compile(r"[\"']?(?!-|https?:)(?:[\w.@-]*/[\w./@\[\]-]*|[\w.-]+\.(?:test|spec)\.\w+|test_\w+\.py)[\"']?\Z")
"""An operand that says which part of the project is checked."""
_ROOTED = re.compile(r"/|[A-Za-z]:/")
_HIDDEN = re.compile(r"/\.(?!github/)[\w-]+/(?!.*\.worktrees/)")
"""Folders of tools' settings, which a project's checks leave out."""
_TEST_FILE = re.compile(r"[._-](?:test|spec|tests)\.\w+\Z|(?:\A|/)test_\w+\.py\Z|Test\.\w+\Z")
_INNER = frozenset(("src", "lib", "test", "tests", "__tests__", "spec", "app"))
"""Folders inside a project that divide it into code and tests."""


class Check(NamedTuple):
    """A call whose result tells whether something works."""

    head: str
    """What runs, as the command says it: "go test", a script's path."""
    tells: str
    """test, build, or script."""
    ends: frozenset[str]
    """Endings and names of the files that it bears on; none for a script, which bears on itself."""
    operands: str
    """What follows on the command line; a script's own path."""
    folder: str
    """Where it runs, as far as the call says so; "" where it doesn't."""


@dataclass(slots=True)
class _Edit:
    message: int
    span: Span
    unchecked: set[str]
    """Kinds of check that haven't been run on it."""
    passed: int = 0
    """Checks since that didn't bear on it."""


class _Claim(NamedTuple):
    message: int
    span: Span
    tells: str


def verify(transcript: Transcript) -> Iterator[Edge]:
    """Yield a `verifies` from a check to the edits, and the claims since the last edit, that its result bears on first."""
    edits: dict[str, _Edit] = {}
    claims: list[_Claim] = []
    for message in transcript.messages:
        for number, part in enumerate(message.parts):
            if part.kind == "text" and part.by == "model":
                claims = [*claims, *_claims(transcript, message, number)][-MOST_CLAIMS:]
            elif part.kind == "call" and part.status in ("ok", "error"):
                edited = _edits(transcript, message, number)
                edits |= edited
                claims = [] if edited else claims
                for span, check in _checks(transcript, message, number):
                    yield from _bearing(message, span, check, edits, claims)
                    claims = [c for c in claims if c.tells != check.tells]
                    edits = {file: edit for file, edit in edits.items() if edit.unchecked and edit.passed < MOST_PASSED}


def _edits(transcript: Transcript, message: Message, number: int) -> dict[str, _Edit]:
    found = (t for t in touches(message.parts[number], transcript.cwd) if t.edits)
    return {
        t.file: _Edit(message.index, part_span(transcript, message, number, t.arg), {"test", "build", "script"}) for t in found
    }


def _checks(transcript: Transcript, message: Message, number: int) -> Iterator[tuple[Span, Check]]:
    call = message.parts[number]
    for name, text in call.args:
        if name in COMMANDS:
            for start, end, check in find_checks(text, folder=folder_of(call)):
                span = part_span(transcript, message, number, name).model_copy(update={"start": start, "end": end})
                yield span, check


def find_checks(command: str, *, folder: str | None = None) -> Iterator[tuple[int, int, Check]]:
    """Yield where a command runs a check, half open, and the check; what a here-document holds is no command."""
    command = command.split("<<", 1)[0][:COMMAND_LIMIT]
    if not _WRAPPED.match(command):
        command = _QUOTED.sub(lambda m: m[0].translate(_SEPARATORS), command)
    where = moved_to(command, folder) or ""
    for pattern, tells, ends in _HEADS:
        for match in pattern.finditer(command):
            yield *match.span(1), Check(match[1], tells, ends, match[2], where)
    for match in _SCRIPT.finditer(command):
        yield *match.span(1), Check(match[1], "script", frozenset(), match[1], "")


def _bearing(message: Message, span: Span, check: Check, edits: dict[str, _Edit], claims: list[_Claim]) -> Iterator[Edge]:
    for file, edit in edits.items():
        if not _bears_on(check, file):
            edit.passed += 1
        elif edit.message < message.index and check.tells in edit.unchecked:
            edit.unchecked.discard(check.tells)
            yield Edge(message.index, edit.message, Link.VERIFIES, (span,), (edit.span,), f"{check.head}: {file}")
    for claim in claims:
        if claim.message < message.index and claim.tells == check.tells:
            yield Edge(message.index, claim.message, Link.VERIFIES, (span,), (claim.span,), f"{check.head}: what was said")


def _bears_on(check: Check, file: str) -> bool:
    base = file.rsplit("/", 1)[-1]
    if check.tells == "script":
        return check.operands.replace("\\", "/").rsplit("/", 1)[-1] == base
    if not {base, base.rsplit(".", 1)[-1].lower()} & check.ends or _HIDDEN.search(file) or _is_elsewhere(file, check.folder):
        return False
    if "build" in check.head and _TEST_FILE.search(base):
        return False
    named = [word.strip("'\"") for word in check.operands.split() if _PATH.match(word)]
    if not named or any(word.rsplit("/", 1)[-1] == base for word in named):
        return True
    if _TEST_FILE.search(base) and any(_TEST_FILE.search(word) for word in named):
        return False
    return any(f"{_project(word)}/" in f"/{file}" for word in named)


def _is_elsewhere(file: str, folder: str) -> bool:
    return _ROOTED.match(folder) is not None and _ROOTED.match(file) is not None and not f"{file}/".startswith(f"{folder}/")


def _project(path: str) -> str:
    """Return the folder of a named test or package that its subject lies in as well: what stands before src or test."""
    folders = path.removeprefix("./").removesuffix("/...").split("/")
    inner = next((i for i, name in enumerate(folders) if name in _INNER), None)
    kept = folders[:inner] if inner is not None else folders[:-1] if "." in folders[-1] else folders
    return "/".join(["", *(name for name in kept if name not in ("", ".", ".."))])


def _claims(transcript: Transcript, message: Message, number: int) -> Iterator[_Claim]:
    for tells, pattern in _CLAIMS:
        match = pattern.search(message.parts[number].text[:PROSE_LIMIT])
        if match:
            span = part_span(transcript, message, number).model_copy(update={"start": match.start(), "end": match.end()})
            yield _Claim(message.index, span, tells)
