"""Runs of like acts as one clause: "read `a.py` and `b.py`, then ran `make`"; beyond a few, as counts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from narrator.quantities import count, series
from narrator.realization.quotation import code, escape
from narrator.redaction import redact

Deed = tuple[str, str, str]
"""(verb in the past tense, object, "verbatim" or "worded")."""

NAMED = 4
"""So many acts are named one by one; more are counted."""
LONGEST_OBJECT = 64
LONGEST_PATH = 36
"""A longer path is called by its last piece."""
NOUNS: tuple[tuple[str, str], ...] = (
    ("read", "file"),
    ("edited", "file"),
    ("created", "file"),
    ("wrote", "file"),
    ("deleted", "file"),
    ("searched for", "pattern"),
    ("listed", "folder"),
    ("fetched", "page"),
    ("ran", "command"),
    ("tested", "test run"),
    ("checked", "thing"),
    ("installed", "package"),
    ("committed", "commit"),
)
"""What a verb's objects are called when they are counted."""


def clause(deeds: Sequence[Deed]) -> str:
    """Return what was done, as a verb phrase: named where it is little, counted where it is much."""
    ordered = list(dict.fromkeys(tuple(d) for d in deeds))
    if len(ordered) > NAMED:
        return counted(deeds)
    runs = [(verb, list(group)) for verb, group in groupby(ordered, key=lambda d: d[0])]
    return series(tuple(_phrase(verb, group) for verb, group in runs))


def _phrase(verb: str, group: Sequence[Sequence[str]]) -> str:
    objects = tuple(thing(d[1], d[2]) for d in group if d[1])
    return f"{verb} {series(objects)}" if objects else verb


def thing(name: str, kind: str) -> str:
    """Return an act's object: as code where it is the session's own word, as prose where it was worded here."""
    if kind == "verbatim":
        return code(short_path(name), longest=LONGEST_OBJECT)
    return escape(redact(name))


def short_path(name: str) -> str:
    """Return a long path's last piece, which is still a piece of the session's own words; other names as they are."""
    if len(name) <= LONGEST_PATH or " " in name.strip() or "://" in name:
        return name
    pieces = re.split(r"[/\\]", name.rstrip("/\\"))
    return pieces[-1] or name


def counted(deeds: Sequence[Deed]) -> str:
    """Return what was done as counts by verb, most frequent first: "read five files and ran three commands"."""
    totals: dict[str, int] = {}
    for deed in deeds:
        totals[deed[0]] = totals.get(deed[0], 0) + 1
    nouns = dict(NOUNS)
    known = [(verb, n) for verb, n in sorted(totals.items(), key=lambda item: -item[1]) if verb in nouns and verb != "checked"]
    named = known[:NAMED]
    rest = len(deeds) - sum(n for _, n in named)
    parts = [f"{verb} {count(n, nouns[verb])}" for verb, n in named]
    if rest:
        parts.append(f"made {count(rest, 'other call')}" if parts else f"made {count(rest, 'call')}")
    return series(tuple(parts))
