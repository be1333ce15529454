"""How the vocabulary of a session changes: bags of words, and how deep the valley is between two neighbors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log, sqrt

_WORD = re.compile(r"[^\W\d_]{3,}")
_WIDE = re.compile(r"[぀-ヿ㐀-鿿가-힯]+")
_COMMON = frozenset(
    word
    for line in (
        "the and for that this with you are was not but have has from can our what how why should would could they them then",
        "there here when will just like also use using does its let lets into make now all any out get need want some been",
        "were one two which where who",
        "que los las una por para con del está esto como pero",
        "und der die das ist nicht ein eine mit auf für von",
        "uma não com isso mas dos",
    )
    for word in line.split()
)
"""Words that stand in every text; the others weigh by how few stretches of this session hold them."""
BEFORE = 3
"""Stretches before a border that are compared with …"""
AFTER = 2
"""… those after it: a person says in one or two messages what the next work is about."""
NEAR = 3
"""Borders to either side among which the ridges beside a valley are looked for."""

Bag = Mapping[str, float]


def words(text: str) -> list[str]:
    """Return a text's words of three letters and more, in lower case, without the commonest; wide characters in pairs."""
    found = [w for w in (m.lower() for m in _WORD.findall(_WIDE.sub(" ", text))) if w not in _COMMON]
    return found + [run[i : i + 2] for run in _WIDE.findall(text) for i in range(max(1, len(run) - 1))]


def valleys(texts: Sequence[Sequence[str]]) -> tuple[float, ...]:
    """Return for the border before each stretch how deep its valley of likeness is: 0 for none, seldom above 0.6.

    After TextTiling (Hearst 1997): the likeness (cosine) of the words before and after each border, and how far it lies below
    the highest likeness on either side. Words weigh by their inverse frequency over the stretches. The first has no border: 0.
    """
    bags = _weighed(texts)
    like = [_cosine(_sum(bags[max(0, i - BEFORE) : i]), _sum(bags[i : i + AFTER])) for i in range(1, len(bags))]
    return (0.0, *(_depth(like, i) for i in range(len(like)))) if bags else ()


def _weighed(texts: Sequence[Sequence[str]]) -> list[Bag]:
    counts = [Counter(text) for text in texts]
    stretches = Counter(word for count in counts for word in count)
    most = 1 + len(counts)
    return [{w: (1 + log(n)) * log(most / stretches[w]) for w, n in count.items()} for count in counts]


def _sum(bags: Sequence[Bag]) -> Bag:
    total: dict[str, float] = {}
    for bag in bags:
        for word, weight in bag.items():
            total[word] = total.get(word, 0.0) + weight
    return total


def _cosine(left: Bag, right: Bag) -> float:
    product = sum(weight * right[word] for word, weight in left.items() if word in right)
    return product / sqrt(sum(w * w for w in left.values()) * sum(w * w for w in right.values())) if product else 0.0


def _depth(like: Sequence[float], at: int) -> float:
    left, right = max(like[max(0, at - NEAR) : at + 1]), max(like[at : at + NEAR + 1])
    return (left - like[at]) + (right - like[at])
