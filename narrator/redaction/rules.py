"""The table of rules: `services.toml`, a row a service whose keys have a beginning of their own, then `rules.toml`.

Each rule has keywords. One pass of an automaton over the text finds all of them at once; a rule's pattern is tried only where
one of its own stands. Patterns have no nested repetition and what they look ahead to is bounded: time is linear in the text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import ahocorasick

from narrator.redaction.checks import CHECKS, Check
from narrator.redaction.wrapping import MOST_LINES, continued, unwrap

_FOLDER = Path(__file__).parent
_ESCAPE = re.compile(r"(?:\\[nrtbf0]|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}|(?:\x1b|\\x1b|\\e|\\033|\\u001b)\[[0-9;]{0,12}m)\Z")
_LONGEST_ESCAPE = 24
"""Characters before a keyword that an escape sequence may take up (an ANSI color, written out)."""
_UNWRITTEN = r"""(?!\\{0,7}(?:[\s"'nrt]|u00(?:0[9ad]|1b|2[27])|x1b))"""
"""What a pattern's `{unwritten}` stands for: the backslash before it writes no line break, tab, color or quote."""


class Secret(NamedTuple):
    """Something to be replaced: where, half open in code points, and what kind of thing."""

    start: int
    end: int
    kind: str
    rank: int
    """Where secrets overlap, the lowest rank names the kind."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the table."""

    name: str
    kind: str
    keys: tuple[str, ...]
    """What must stand in the text; the pattern is matched from there."""
    pattern: re.Pattern[str]
    """Its group `secret`, if it has one, is replaced; else the whole match."""
    check: Check | None
    """What the match must pass as well."""
    fold: bool = False
    """Whether keywords (given in lower case) are found in any case."""
    within: bool = False
    """Whether the keyword may follow on a letter or digit (as in DB_PASSWORD, dbpassword)."""
    anywhere: bool = False
    """Whether the keyword only has to be in the text, wherever the pattern matches."""
    back: int = 0
    """How many characters before the keyword the pattern is matched from."""
    wraps: bool = False
    """Whether a line break may cut what it finds: a long run of letters and digits."""


@cache
def load_rules() -> tuple[Rule, ...]:
    """Return the table in its order: where two rules find overlapping text, the earlier names the kind."""
    services = tomllib.loads((_FOLDER / "services.toml").read_text("utf-8"))["rows"]
    rows = tomllib.loads((_FOLDER / "rules.toml").read_text("utf-8"))["rule"]
    return (*(_service(*row) for row in services), *(_rule(row) for row in rows))


def _service(kind: str, beginnings: list[str], rest: str) -> Rule:
    either = "|".join(re.escape(b) for b in beginnings)
    return Rule(kind, kind, tuple(beginnings), re.compile(f"(?:{either})(?P<rest>{rest})"), CHECKS["issued"], wraps=True)


def _rule(row: dict[str, Any]) -> Rule:
    fold = row.get("fold", False)
    return Rule(
        name=row["name"],
        kind=row["kind"],
        keys=tuple(row["keys"]),
        pattern=re.compile(row["pattern"].replace("{unwritten}", _UNWRITTEN), re.VERBOSE | (re.IGNORECASE if fold else 0)),
        check=CHECKS[row["check"]] if "check" in row else None,
        fold=fold,
        within=row.get("within", False),
        anywhere=row.get("anywhere", False),
        back=row.get("back", 0),
        wraps=row.get("wraps", False),
    )


@cache
def _automaton() -> ahocorasick.Automaton:
    """Return what finds the keywords, in lower case; with each the rules, as (length, key, rank), that it belongs to."""
    owners: dict[str, list[tuple[int, str, int]]] = {}
    for rank, rule in enumerate(load_rules()):
        for key in rule.keys:
            owners.setdefault(key.lower(), []).append((len(key), key, rank))
    automaton = ahocorasick.Automaton()
    for word, rules in owners.items():
        automaton.add_word(word, tuple(rules))
    automaton.make_automaton()
    return automaton


def find_by_rules(text: str) -> Iterator[Secret]:
    """Yield what the table finds; what two rules find overlaps."""
    rules = load_rules()
    done: dict[tuple[str, int], int] = {}
    for last, owners in _automaton().iter(_fold(text)):
        for length, key, rank in owners:
            rule, at = rules[rank], last + 1 - length
            if done.get((key, rank), -1) <= at and (rule.fold or text.startswith(key, at)):
                yield from _found(rule, rank, text, at, key, done)


def _found(rule: Rule, rank: int, text: str, at: int, key: str, done: dict[tuple[str, int], int]) -> Iterator[Secret]:
    if rule.anywhere:
        done |= {(k, rank): len(text) for k in rule.keys}
        yield from (_secret(m, rule, rank) for m in rule.pattern.finditer(text) if rule.check is None or rule.check(m))
        return
    start = at - rule.back
    if start < 0 or not (rule.within or begins(text, start)):
        return
    match = rule.pattern.match(text, start)
    if match is None:
        yield from _wrapped(rule, rank, text, start)
        return
    done[key, rank] = match.end()
    if rule.check is None or rule.check(match):
        secret = _secret(match, rule, rank)
        yield secret._replace(end=continued(text, secret.start, secret.end)) if rule.wraps else secret


def _wrapped(rule: Rule, rank: int, text: str, start: int) -> Iterator[Secret]:
    """Yield what the rule finds once the fewest line breaks that will do are taken out."""
    for lines in range(1, MOST_LINES + 1 if rule.wraps else 1):
        whole = unwrap(text, start, lines)
        if whole is None:
            return
        match = rule.pattern.match(whole.text)
        if match is not None and (rule.check is None or rule.check(match)):
            end = whole.place(match.end())
            yield Secret(start, continued(text, start, end), rule.kind, rank)
            return


def _secret(match: re.Match[str], rule: Rule, rank: int) -> Secret:
    group = "secret" if "secret" in rule.pattern.groupindex else 0
    return Secret(match.start(group), match.end(group), rule.kind, rank)


def _fold(text: str) -> str:
    lowered = text.lower()
    if len(lowered) != len(text):  # İ alone grows when lowered, and would shift what follows
        lowered = text.replace("İ", "I").lower()
    return lowered


def begins(text: str, at: int) -> bool:
    """Return whether a word or path can begin at `at`: after no letter or digit, except those of an escape sequence."""
    if at == 0 or not text[at - 1].isalnum():
        return True
    return _ESCAPE.search(text[max(0, at - _LONGEST_ESCAPE) : at]) is not None
