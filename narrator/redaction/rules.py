"""Finds secrets by the table in `rules.toml`.

Each rule has keywords; its pattern is tried only where one of them stands, so ordinary text costs a substring search a keyword.
Patterns have no nested repetition and what they look ahead to is bounded, so the time is linear in the text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from narrator.redaction.checks import CHECKS, Check

_TABLE = Path(__file__).with_name("rules.toml")
_ESCAPE = re.compile(r"(?:\\[nrtbf0]|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}|(?:\x1b|\\x1b|\\e|\\033|\\u001b)\[[0-9;]{0,12}m)\Z")
_LONGEST_ESCAPE = 24
"""Characters before a keyword that an escape sequence may take up (an ANSI color, written out)."""


class Secret(NamedTuple):
    """Something to be replaced: where, half open in code points, and what kind of thing."""

    start: int
    end: int
    kind: str
    rank: int
    """Where secrets overlap, the lowest rank names the kind."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A line of the table."""

    name: str
    kind: str
    keys: tuple[str, ...]
    """What must stand in the text; the pattern is matched from there."""
    pattern: re.Pattern[str]
    """Its group `secret`, if it has one, is replaced; else the whole match."""
    check: Check | None
    """What the match must pass as well."""
    fold: bool
    """Whether keywords (given in lower case) are found in any case."""
    within: bool
    """Whether the keyword may follow on a letter or digit (as in DB_PASSWORD, dbpassword)."""
    anywhere: bool
    """Whether the keyword only has to be in the text, wherever the pattern matches."""


@cache
def load_rules() -> tuple[Rule, ...]:
    """Return the table of `rules.toml`, in its order."""
    rows = tomllib.loads(_TABLE.read_text("utf-8"))["rule"]
    return tuple(
        Rule(
            name=row["name"],
            kind=row["kind"],
            keys=tuple(row["keys"]),
            pattern=re.compile(row["pattern"], re.VERBOSE | (re.IGNORECASE if row.get("fold") else 0)),
            check=CHECKS[row["check"]] if "check" in row else None,
            fold=row.get("fold", False),
            within=row.get("within", False),
            anywhere=row.get("anywhere", False),
        )
        for row in rows
    )


def find_by_rules(text: str) -> Iterator[Secret]:
    """Yield what the table finds, rule by rule; what two rules find overlaps."""
    lowered = _fold(text)
    for rank, rule in enumerate(load_rules()):
        searched = lowered if rule.fold else text
        for key in rule.keys:
            if key in searched:  # nearly always not: everything dear is behind it
                yield from (_secret(match, rule, rank) for match in _matches(rule, key, text, searched))


def _secret(match: re.Match[str], rule: Rule, rank: int) -> Secret:
    group = "secret" if "secret" in rule.pattern.groupindex else 0
    return Secret(match.start(group), match.end(group), rule.kind, rank)


def _fold(text: str) -> str:
    lowered = text.lower()
    if len(lowered) != len(text):  # İ alone grows when lowered, and would shift what follows
        lowered = text.replace("İ", "I").lower()
    return lowered


def _matches(rule: Rule, key: str, text: str, searched: str) -> Iterator[re.Match[str]]:
    found = rule.pattern.finditer(text) if rule.anywhere else _matches_at(rule, key, text, searched)
    yield from (m for m in found if rule.check is None or rule.check(m))


def _matches_at(rule: Rule, key: str, text: str, searched: str) -> Iterator[re.Match[str]]:
    at = searched.find(key)
    while at >= 0:
        match = rule.pattern.match(text, at) if rule.within or begins(text, at) else None
        if match is not None:
            yield match
        at = searched.find(key, max(at + 1, match.end() if match is not None else 0))


def begins(text: str, at: int) -> bool:
    """Return whether a word or path can begin at `at`: after no letter or digit, except those of an escape sequence."""
    if at == 0 or not text[at - 1].isalnum():
        return True
    return _ESCAPE.search(text[max(0, at - _LONGEST_ESCAPE) : at]) is not None
