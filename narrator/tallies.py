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


class Tally(NamedTuple):
    """Acts counted by verb."""

    named: tuple[tuple[str, int], ...]
    """Verb and count, most frequent first."""
    rest: int


def tally(verbs: Iterable[str]) -> Tally:
    """Return the counts of up to `NAMED` verbs that have a noun, and how many acts remain."""
    totals: dict[str, int] = {}
    length = 0
    for verb in verbs:
        length += 1
        totals[verb] = totals.get(verb, 0) + 1
    nouns = dict(NOUNS)
    known = [(verb, n) for verb, n in sorted(totals.items(), key=lambda item: -item[1]) if verb in nouns][:NAMED]
    return Tally(tuple(known), length - sum(n for _, n in known))


def breakdown(verbs: Sequence[str]) -> str:
    """Return the counts for a footnote: "12 (6 searched for, 3 read, 3 other)"."""
    counts = tally(verbs)
    items = [f"{n} {verb}" for verb, n in counts.named] + ([f"{counts.rest} other"] if counts.rest else [])
    return f"{len(verbs)} ({', '.join(items)})" if len(items) > 1 else str(len(verbs))
