"""Lines of code and configuration that give a name another value: `timeout = 5` for `timeout = 30`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

LONGEST_LINE = 400
LONGEST_VALUE = 60
MOST_LINES = 4_000
"""Lines of a text that are looked at."""

_LINE = re.compile(
    r"""^\s*(?:[-*+]\s+)?(?:(?:export|const|let|var|final|static|public|private|protected|readonly|val|set|ENV|ARG|\#define|int|"""
    r"""float|double|long|bool|auto|size_t)\s+)*(?P<quote>["'`]?)(?P<name>[A-Za-z_$@-][\w.$@-]*(?:\[[^\]\n]{1,40}\])?)(?P=quote)"""
    r"""\s*(?::\s*[A-Z_a-z][\w\[\], |.]{0,30}\s*=|:=|=>|=|:(?!:)|\s(?=\d))\s*"""
    r"""(?P<value>[^\n]+?)\s*[,;]?\s*(?:(?:\#|//|/\*)[^\n]*)?$"""
)
_LITERAL = re.compile(
    r"""[bfr]?"[^"\n]*"|[bfr]?'[^'\n]*'|[-+]?\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?(?:[a-zA-Z%]{1,4})?|\.\d+|true|false|True|False|null|None|"""
    r"""nil|on|off|yes|no|\([-\d., e_]+\)|\[[-\d., e_]+\]|\#[0-9a-fA-F]{3,8}"""
)
_WORD = re.compile(r"[\w.%*/+@-]+")
_CONFIGURATION = re.compile(
    r"(?i)\.(?:ya?ml|toml|ini|cfg|conf|env|properties|service|tf|hcl)$|(?:^|/)(?:\.env[\w.]*|Dockerfile[\w.]*|Makefile)$"
)
"""Files in which a bare word is a value; in code it is a name."""
_GENERIC = frozenset(
    ("value", "name", "id", "key", "text", "title", "label", "content", "description", "message", "i", "x", "y", "line")
)
"""Names that many things in one file have."""
_PROSE = re.compile(r"(?i)\.(?:md|mdx|markdown|rst|txt|adoc)$")


class Swap(NamedTuple):
    """A name whose value changed."""

    name: str
    old: str
    new: str
    line: str
    """The new line, as it stands."""


def swaps(old: str, new: str, file: str) -> Iterator[Swap]:
    """Yield the names that one line of the old text and one of the new give different literal values, in the new text's order."""
    if _PROSE.search(file):
        return
    before, after = old.split("\n")[:MOST_LINES], new.split("\n")[:MOST_LINES]
    gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
    was, now = _values(before, gone), _values(after, come)
    bare = _CONFIGURATION.search(file) is not None
    for name, (value, line) in now.items():
        earlier = was.get(name)
        if (
            earlier is not None
            and not _same(earlier[0], value)
            and _is_value(earlier[0], bare=bare)
            and _is_value(value, bare=bare)
        ):
            yield Swap(name, earlier[0], value, line)


def _values(lines: list[str], changed: Counter[str]) -> dict[str, tuple[str, str]]:
    """Return name → (value, line) of changed lines; a name that stands in several lines of the text can mean two things."""
    found: dict[str, tuple[str, str]] = {}
    times: Counter[str] = Counter()
    for line in lines:
        match = _LINE.match(line) if len(line) <= LONGEST_LINE else None
        if match is None or match["name"].lower() in _GENERIC or len(match["name"]) < 2:
            continue
        times[match["name"]] += 1
        if line in changed:
            found[match["name"]] = (match["value"], line.strip())
    return {name: value for name, value in found.items() if times[name] == 1}


def _same(one: str, other: str) -> bool:
    """Whether two literals are one value, written otherwise (`1.0` and `1`)."""
    try:
        return float(one) == float(other)
    except ValueError:
        return one.strip("\"'") == other.strip("\"'")


def _is_value(text: str, *, bare: bool) -> bool:
    fits = _LITERAL.fullmatch(text) is not None or (bare and _WORD.fullmatch(text) is not None)
    return fits and len(text) <= LONGEST_VALUE
