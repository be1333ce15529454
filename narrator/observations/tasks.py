"""Kinds of act told by names: of a runner's task, of a script, of a subcommand of a program that nobody knows."""

from __future__ import annotations

import re
from collections.abc import Mapping

from narrator.observations.operands import operands, subcommands
from narrator.observations.values import Activity
from narrator.observations.vocabulary import words
from narrator.observations.wrappers import Words

TASK_RUNNERS = words(
    "npm make just task rake gradle mvn nx turbo invoke inv mise composer hatch pdm poetry grunt gulp lerna "
    "rush moon earthly doit poe lage"
)
"""Programs whose first operand names a task that the project defines."""

INTERPRETERS = words(
    "python node deno tsx ts-node ruby php perl bash sh zsh lua rscript julia r groovy swift osascript npm-script"
)
"""Programs whose first operand is a script."""

_TASKS: tuple[tuple[re.Pattern[str], Activity, str, bool], ...] = tuple(
    (re.compile(rf"(?:^|[:_./-])(?:{names})(?:$|[:_./-])"), kind, verb, changes)  # type: ignore[misc]
    for names, kind, verb, changes in (
        ("test|tests|spec|specs|e2e|integration|unit|pytest|vitest|jest|coverage", "test", "ran", False),
        ("lint|check|typecheck|type-check|tsc|types|validate|verify|audit|ci", "test", "ran", False),
        ("fmt|format|fix|prettier", "edit", "ran", True),
        ("deploy|release|publish|ship", "operate", "ran", True),
        ("dev|start|serve|preview|up|watch|server|storybook", "operate", "ran", True),
        ("build|compile|bundle|dist|package|all|docs|generate|gen|codegen", "run", "ran", False),
        ("install|setup|deps|bootstrap|sync|init|prepare", "operate", "ran", True),
        ("clean|distclean|reset|prune|down|stop", "operate", "ran", True),
        ("debug|repro|reproduce|trace|profile", "debug", "ran", False),
    )
)
"""A task's name, cut at `:`, `-`, `_`, `.`, `/` → kind, verb, whether it changes something."""

_SCRIPTS: tuple[tuple[re.Pattern[str], Activity, str, bool], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), kind, verb, changes)  # type: ignore[misc]
    for pattern, kind, verb, changes in (
        (r"repro|debug|diagnos", "debug", "ran", False),
        (
            r"(?:^|[/\\])test_|[_.-](?:test|spec)\.|(?:^|[/\\])(?:tests?|specs?)[/\\.]|test_?runner|run_?tests",
            "test",
            "ran",
            False,
        ),
        (r"deploy|publish|release", "operate", "ran", True),
        (r"\bserver?\.|\bserve\b|start_?server", "operate", "ran", True),
        (r"benchmark|[/\\_]bench|\bbench", "run", "ran", False),
    )
)

GENERIC: Mapping[str, tuple[Activity, bool]] = {
    word: (kind, changes)  # type: ignore[misc]
    for kind, changes, words in (
        (
            "explore",
            False,
            (
                "list ls get show view describe inspect info cat status ps whoami doctor version log history config tree "
                "dump print peek open capture"
            ),
        ),
        ("debug", False, "logs tail debug trace profile diagnose"),
        ("search", False, "search find query grep lookup"),
        ("test", False, "test e2e lint validate verify typecheck check audit"),
        ("run", False, "build compile run exec eval bench"),
        (
            "operate",
            True,
            (
                "create new init add generate update set edit upgrade apply delete rm remove destroy prune clean close "
                "start up serve launch resume "
                "enable stop down kill halt cancel disable abort restart reload deploy publish release rollout push pull "
                "sync merge send import "
                "restore migrate reset install uninstall activate deactivate export commit backup snapshot clone fork"
            ),
        ),
        ("operate", False, "wait watch monitor"),
    )
    for word in words.split()
}
"""A subcommand of any program → kind, whether it changes something."""


def task_name(words: Words, family: str) -> str | None:
    """Return the name of the task that a runner is given (`npm run x`, `mise run x`, `make x`, `turbo run x`)."""
    found = operands(words, family)
    if found and found[0] in ("run", "run-script", "exec", "r") and len(found) > 1:
        return found[1]
    if found and found[0] == "workspace" and len(found) > 2:
        return found[3] if found[2] == "run" and len(found) > 3 else found[2]
    return found[0] if found else None


def task_kind(words: Words, family: str) -> tuple[Activity, str, bool] | None:
    """Return kind, verb and whether it changes something, by the task's name; None where the name tells nothing."""
    name = task_name(words, family)
    if name is None:
        return None
    if "." in name and "/" in name:
        return script_kind(words, family)
    return next(((kind, verb, changes) for pattern, kind, verb, changes in _TASKS if pattern.search(name)), None)


def cleans(words: Words, family: str) -> bool:
    """Return whether a task only clears the way for another (`make clean && make`)."""
    return (task_name(words, family) or "").lower() in ("clean", "distclean", "mrproper", "clean:all", "clear")


def script_kind(words: Words, family: str) -> tuple[Activity, str, bool]:
    """Return kind, verb and whether it changes something, by a script's name and its first subcommand."""
    name = words[0] if "/" in words[0] and family not in INTERPRETERS else next(iter(operands(words, family)), "")
    for pattern, kind, verb, changes in _SCRIPTS:
        if pattern.search(name):
            return kind, verb, changes
    for word in subcommands(words, family)[1:]:
        if word in GENERIC:
            kind, changes = GENERIC[word]
            return kind, "ran", changes
    return "run", "ran", False
