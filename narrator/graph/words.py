"""Words as numbers, and the fingerprints that find what two texts share without comparing every pair.

Winnowing: S. Schleimer, D. Wilkerson, A. Aiken, *Winnowing: local algorithms for document fingerprinting*, SIGMOD 2003.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from typing import NamedTuple

GRAM = 5
"""Words in a gram."""
WINDOW = 4
"""Of so many grams in a row one is kept: passages of GRAM + WINDOW - 1 = 8 words in common share a fingerprint."""
LIMIT = 200_000
"""Code points of a part that are looked at; nobody writes more in one message, pasted logs are longer."""

_WORD = re.compile(r"\w+")


class Words(NamedTuple):
    """A text's words as numbers of a vocabulary, and where each stands."""

    numbers: array[int]
    starts: array[int]
    ends: array[int]


def number_words(text: str, vocabulary: dict[str, int]) -> Words:
    """Return the words of `text`, caseless; words new to the vocabulary are added to it."""
    numbers, starts, ends = array("l"), array("l"), array("l")
    for match in _WORD.finditer(text[:LIMIT]):
        numbers.append(vocabulary.setdefault(match[0].casefold(), len(vocabulary)))
        starts.append(match.start())
        ends.append(match.end())
    return Words(numbers, starts, ends)


def fingerprints(numbers: array[int]) -> Iterator[tuple[int, int]]:
    """Yield (fingerprint, position of its first word): the least of each WINDOW grams, the last where they are equal."""
    grams = [hash(tuple(numbers[i : i + GRAM])) for i in range(len(numbers) - GRAM + 1)]  # of integers: not salted
    kept = -1
    for start in range(max(1, len(grams) - WINDOW + 1) if grams else 0):
        window = grams[start : start + WINDOW]
        least = min(window)
        at = start + len(window) - 1 - window[::-1].index(least)
        if at != kept:
            kept = at
            yield least, at


def shared_run(one: array[int], i: int, other: array[int], j: int, *, floor: int = 0) -> tuple[int, int]:
    """Return how many words two texts share in a row before the positions `i` and `j`, from `floor` on, and from there on."""
    before = 0
    while before < min(i - floor, j) and one[i - before - 1] == other[j - before - 1]:
        before += 1
    after = 0
    while i + after < len(one) and j + after < len(other) and one[i + after] == other[j + after]:
        after += 1
    return before, after
