"""Runs of like acts as one clause: "read `a.py` and `b.py`, then ran `make`"; beyond a few, as counts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from narrator.inflection import base_form
from narrator.quantities import count, plural, series, times
from narrator.realization.quotation import code, escape, flatten
from narrator.redaction import redact
from narrator.tallies import NOUNS, Count, tally

Deed = tuple[str, str, str, str]
"""(verb in the past tense, object, "verbatim" or "worded", the harness's description or "")."""

NAMED = 4
"""So many acts are named one by one; more are counted."""
DESCRIBED = 2
"""Up to so many acts are told with the harness's descriptions; with more the sentence would burst."""
LONGEST_DESCRIPTION = 90
LONGEST_OBJECT = 64
LONGEST_PATH = 36
SHALLOW = 5
"""Pieces of a path, separators among them, that are named whole: `/root/ddtree`."""


def clause(deeds: Sequence[Deed]) -> str:
    """Return what was done, as a verb phrase: named where it is little, counted where it is much."""
    ordered = list(dict.fromkeys(deeds))
    if len(ordered) > NAMED:
        return counted(deeds)
    runs = [(verb, list(group)) for verb, group in groupby(ordered, key=lambda d: d[0])]
    return series(tuple(_phrase(verb, group, described=len(ordered) <= DESCRIBED) for verb, group in runs))


def base_clause(deeds: Sequence[Deed]) -> str:
    """Return what was to be done, as a verb phrase in the base form: "edit `a.py`"."""
    return clause([(base_form(d[0]), *d[1:]) for d in deeds])


def _phrase(verb: str, group: Sequence[Deed], *, described: bool) -> str:
    objects = tuple(_object(d, described=described) for d in group)
    return f"{verb} {series(tuple(o for o in objects if o))}" if any(objects) else verb


def _object(deed: Deed, *, described: bool) -> str:
    name = thing(deed[1], deed[2]) if deed[1] else ""
    words = flatten(redact(deed[3]), longest=LONGEST_DESCRIPTION) if described and deed[3] else ""
    return f"{name} (“{words}”)" if name and words else f"“{words}”" if words else name


def thing(name: str, kind: str) -> str:
    """Return an act's object: as code where it is the session's own word, as prose where it was worded here."""
    if kind == "verbatim":
        return code(short_path(name), longest=LONGEST_OBJECT)
    return escape(redact(name))


def short_path(name: str) -> str:
    """Return a deep path's last two pieces, which are still the session's own words; other names as they are."""
    if "/" not in name.replace("\\", "/") or "://" in name or re.search(r"[\s*?|{}()\[\]<>\"']", name):
        return name
    pieces = re.split(r"([/\\])", name.rstrip("/\\"))
    short = "".join(pieces[-3:])
    return name if len(pieces) <= SHALLOW and len(name) <= LONGEST_OBJECT else short if len(short) <= LONGEST_PATH else pieces[-1]


def counted(deeds: Sequence[Deed]) -> str:
    """Return what was done as counts by verb, most frequent first: "read five files and ran three commands"."""
    named, rest = tally([(d[0], d[1]) for d in deeds])
    nouns = dict(NOUNS)
    parts = [_counted(c, nouns[c.verb]) for c in named]
    if rest:
        parts.append(f"made {count(rest, 'other call' if parts else 'call')}")
    return series(tuple(parts))


def _counted(counts: Count, noun: str) -> str:
    if counts.different == counts.n:
        return f"{counts.verb} {count(counts.n, noun)}"
    return f"{counts.verb} {count(1, noun) if counts.different == 1 else plural(noun)} {times(counts.n)}"
