"""Finds secrets in JSON text, document or lines, whole or broken: where they stand in the text as it is written, escapes and all.

A secret is looked for in the text itself, where names and values stand side by side, and in each string with its escapes
resolved; a string that holds JSON of its own is looked into in the same way. What is found lies within one string each.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from narrator.redaction.finding import find_secrets, merged
from narrator.redaction.rules import Secret

_STRING = re.compile(r'"(?P<inner>(?:[^"\\\n]|\\[^\n])*+)(?:"|\\?(?=\n|\Z))')
"""A string; where its end is missing, up to the end of its line: a broken line doesn't turn the next ones inside out."""
_TOKEN = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[\s\S]|[\s\S]")
"""What stands for one character."""
_OPENS = re.compile(r"\s*[{\[]")
_DEEPEST = 4
"""How many strings within strings are looked into: a tool's arguments are two deep, what it was told to write three."""
_SHORTEST = 6
"""Code points of the shortest string that could hold a secret."""
_SHORTEST_PIECE = 16
"""Of a secret over several strings, a key's lines in a list: what is shorter is a name between two of them."""


class Found(NamedTuple):
    """A secret in a text as it is written."""

    start: int
    end: int
    kind: str
    words: str
    """The secret itself, its escapes resolved."""


def looks_like_json(text: str) -> bool:
    """Return whether a text is JSON, or lines of it, by how it begins."""
    return _OPENS.match(text.removeprefix("\ufeff")) is not None


def find_in(text: str, *, deep: int = _DEEPEST) -> list[Found]:
    """Return what is to be replaced in a text of any kind, in order, without overlaps."""
    if not deep or not looks_like_json(text):
        return [Found(s.start, s.end, s.kind, text[s.start : s.end]) for s in find_secrets(text)]
    strings = [m.span("inner") for m in _STRING.finditer(text)]
    apart = [piece for s in find_secrets(text) for piece in _within(text, strings, s)]
    inside = [s for start, end in strings if end - start >= _SHORTEST for s in _in_string(text, start, end, deep)]
    return [Found(s.start, s.end, s.kind, _resolved(text[s.start : s.end])) for s in merged(sorted([*apart, *inside]))]


def _in_string(text: str, start: int, end: int, deep: int) -> Iterator[Secret]:
    inner = text[start:end]
    plain = _resolved(inner)
    found = find_in(plain, deep=deep - 1)
    if not found:
        return
    places = None if plain == inner else _places(inner)
    for secret in found:
        first, last = (secret.start, secret.end) if places is None else (places[secret.start], places[secret.end])
        yield Secret(start + first, start + last, secret.kind, 0)


def _within(text: str, strings: list[tuple[int, int]], secret: Secret) -> Iterator[Secret]:
    """Yield a secret as far as it lies in strings, with whole escapes; of one that goes over several, each string's own piece."""
    at = max(0, bisect_right(strings, (secret.start, len(text))) - 1)
    touched = []
    for start, end in strings[at:]:
        if start >= secret.end:
            break
        if end > secret.start:
            touched.append((start, end))
    if not touched:
        yield secret
    for start, end in touched:
        first, last = _whole(text[start:end], max(0, secret.start - start), min(secret.end, end) - start)
        if last - first >= (_SHORTEST_PIECE if len(touched) > 1 else 1):
            yield secret._replace(start=start + first, end=start + last)


def _whole(inner: str, first: int, last: int) -> tuple[int, int]:
    """Return a range of a string, grown by the escapes that it cuts."""
    if "\\" not in inner:
        return first, last
    places = _places(inner)
    return places[bisect_right(places, first) - 1], places[bisect_left(places, last)]


def _resolved(inner: str) -> str:
    if "\\" not in inner:
        return inner
    try:
        return str(json.loads(f'"{inner}"', strict=False))
    except ValueError:
        return inner


def _places(inner: str) -> list[int]:
    """Return where each character of the resolved string is written, and at last the string's length."""
    places = [m.start() for m in _TOKEN.finditer(inner)]
    return [*places, len(inner)]
