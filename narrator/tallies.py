"""Counts of like acts by verb: the same grouping for the sentence that tells them and for the footnote that adds them up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

NAMED = 4
"""So many verbs are counted by name, the rest together."""
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
    ("installed", "package"),
)
"""What a verb's objects are called when they are counted; verbs that aren't here count among the rest."""


class Count(NamedTuple):
    """Acts of one verb."""

    verb: str
    n: int
    different: int
    """How many objects they had between them: a file read three times is one file."""


class Tally(NamedTuple):
    """Acts counted by verb."""

    named: tuple[Count, ...]
    """Most frequent first."""
    rest: int


def tally(acts: Iterable[tuple[str, str]]) -> Tally:
    """Return the counts of up to `NAMED` verbs that have a noun, and how many acts remain; `acts` are (verb, object)."""
    objects: dict[str, list[str]] = {}
    for verb, thing in acts:
        objects.setdefault(verb, []).append(thing)
    nouns = dict(NOUNS)
    counts = [Count(verb, len(things), len(set(things))) for verb, things in objects.items()]
    named = tuple([c for c in sorted(counts, key=lambda c: -c.n) if c.verb in nouns][:NAMED])
    return Tally(named, sum(c.n for c in counts) - sum(c.n for c in named))


def breakdown(acts: Sequence[tuple[str, str]]) -> str:
    """Return the counts for a footnote: "12 (6 searched for, 3 read, 3 other)"."""
    counts = tally(acts)
    items = [f"{c.n} {c.verb}" for c in counts.named] + ([f"{counts.rest} other"] if counts.rest else [])
    return f"{len(acts)} ({', '.join(items)})" if len(items) > 1 else str(len(acts))
