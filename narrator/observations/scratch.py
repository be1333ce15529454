"""Scripts that are written to be run and thrown away: one that reproduces, debugs or tries something, by its name and place."""

from __future__ import annotations

import re

from narrator.observations.values import Activity
from narrator.observations.vocabulary import words

_ENDINGS = words("py js mjs cjs ts tsx sh bash zsh rb php pl lua r jl go rs c cc cpp java kt swift cs ps1 ipynb sql")
_TEMPORARY = re.compile(r"(?:/(?:private/)?(?:var/)?tmp/|\$\{?TMP|%TE?MP%|[/\\]AppData[/\\]Local[/\\]Temp[/\\])", re.IGNORECASE)
_SUITE = re.compile(r"(?:^|[/\\])(?:__)?(?:tests?|specs?|e2e|testing|test_?suite|testdata|fixtures)(?:__)?[/\\]", re.IGNORECASE)
"""A folder that holds a project's own tests: what is written there stays."""
_BESIDE = re.compile(r"[._-](?:test|spec)\.\w+$", re.IGNORECASE)
"""A test beside the source that it belongs to (`cart.test.ts`, `cart_test.go`)."""
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_PURPOSES: tuple[tuple[frozenset[str], Activity], ...] = (
    (words("repro reproduce reproduces reproducer reproducing reproduction debug debugging diagnose diagnosis poc mwe"), "debug"),
    (words("test tests testing try tryout check verify validate sanity smoke experiment scratch"), "test"),
)


def purpose_of(path: str) -> Activity | None:
    """Return what a script at `path` is written for, where it is no part of the project: debug, test, run; None for others."""
    name = path.replace("\\", "/").rsplit("/", 1)[-1]
    stem, _, ending = name.rpartition(".")
    if ending.lower() not in _ENDINGS or _SUITE.search(path) or _BESIDE.search(name):
        return None
    # Only the first word is what it is for: `test_cart.py` tries, `base_checker.py` and `contest.py` are what they are.
    first = next((w.lower() for w in _WORD.findall(stem)), "")
    named = next((purpose for names, purpose in _PURPOSES if first in names), None)
    return named or ("run" if _TEMPORARY.match(path) else None)
