"""How much a fact is worth telling against all others of its session: a rule with its weights.

What the session itself comes back to: names, paths and figures of a fact that later exchanges hold again (in the spirit of
lexical chains, Barzilay and Elhadad 1997); the person's own words; turning points and openings of phases; how rare its names
are. Of several facts of one exchange each further one weighs less: a reader wants the whole session.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from dataclasses import replace
from math import exp, log

from narrator.evidence import Arg, Fact
from narrator.ledger.whole import Whole
from narrator.model import Span

KINDS = (
    ("frame.", 3.0),
    ("asked.", 0.5),
    ("exchange.worked", 2.5),
    ("exchange.", 2.0),
    ("reply.", 2.0),
    ("thought.cause", 1.0),
    ("thought.", 0.5),
    ("claim.contradicted", 2.0),
    ("claim.", 0.0),
    ("chain.", 1.5),
    ("undone", 1.5),
    ("open.", 1.0),
    ("instruction.unknown", 0.0),
    ("instruction.done", 0.5),
    ("instruction.", 1.0),
    ("constraint.violated", 1.5),
    ("constraint.", 0.5),
    ("made.commit", 1.0),
    ("made.pull_request", 1.0),
    ("switched.", 0.0),
    ("worked.folder", 0.0),
    ("touched.", 0.0),
    ("comparison.", 1.5),
    ("measured.", 1.5),
    ("set.parameter", 1.0),
    ("reset.parameter", 1.5),
    ("restored.parameter", 1.5),
    ("question.unknown", 0.0),
    ("put.unknown", 0.0),
    ("question.", 0.5),
    ("put.", 0.5),
)
"""What a kind of fact is worth by itself, by the beginning of its predicate, the first that fits; else `OTHER`."""
OTHER = 0.5
TURN = 2.0
"""At a turning point, times the odds that a person would mark it."""
NEAR = 2
"""Messages within which a fact is at a turning point or an opening."""
OPENS = 1.0
"""At the beginning or the end of a phase."""
RETURNS = 1.5
"""Times the share of later exchanges that hold one of its names again."""
RARE = 0.25
"""For each of its names, times their rarity, up to `MANY`."""
MANY = 8
AGAIN = 0.5
"""What each further fact of an exchange keeps of its weight …"""
ABOUT_ALL = ("frame.", "turns", "phase.")
"""… but for those about the whole session or a phase."""

_NAME = re.compile(r"`[^`\n]{2,60}`|[\w.-]*[/\\][\w./\\-]+|\w+(?:[_.-]\w+)+|[A-Za-z]?[a-z]+[A-Z]\w*|\d[\d.,:]*%?|[A-Z]{2,}\w*")
SAID = 4_000
"""Code points of a message that are searched for names."""


def weigh(whole: Whole, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Return the facts with their salience, in the same order; linear in the session and in the facts."""
    exchanges = _exchanges(whole)
    held = _names_held(whole, exchanges)
    shares = Counter(name for names in held for name in names)
    raw = [_weight(whole, f, exchanges, held, shares) for f in facts]
    told: Counter[int] = Counter()
    weights = dict.fromkeys(range(len(facts)), 0.0)
    for number in sorted(range(len(facts)), key=lambda n: (-raw[n], facts[n].at, n)):
        if facts[number].predicate.startswith(ABOUT_ALL):
            weights[number] = raw[number]
            continue
        exchange = _exchange_of(whole, facts[number], exchanges)
        weights[number] = raw[number] * AGAIN ** told[exchange]
        told[exchange] += 1
    return tuple(replace(f, salience=round(weights[n], 4)) for n, f in enumerate(facts))


def names_in(text: str) -> frozenset[str]:
    """Return the names, paths and figures in a text, in lower case, without backticks."""
    return frozenset(found.strip("`.,:-/").lower() for found in _NAME.findall(text[:SAID])) - {""}


def _exchanges(whole: Whole) -> list[int]:
    return sorted({0, *whole.persons()})


def _exchange_of(whole: Whole, found: Fact, exchanges: list[int]) -> int:
    return bisect_right(exchanges, whole.position(found.at)) - 1


def _names_held(whole: Whole, exchanges: list[int]) -> list[frozenset[str]]:
    ends = [*exchanges[1:], len(whole.messages)]
    return [
        frozenset().union(*(names_in(whole.messages[p].visible_text) for p in range(first, end)))
        for first, end in zip(exchanges, ends, strict=True)
    ]


def _weight(whole: Whole, found: Fact, exchanges: list[int], held: list[frozenset[str]], shares: Counter[str]) -> float:
    names = frozenset().union(*(names_in(text) for text in texts_of(whole, found)))
    exchange = _exchange_of(whole, found, exchanges)
    later = held[exchange + 1 :]
    returns = sum(bool(names & others) for others in later) / len(later) if later and names else 0.0
    rarity = sum(log(1 + len(held) / (1 + shares[name])) for name in sorted(names)[:MANY])
    kind = next((worth for begins, worth in KINDS if found.predicate.startswith(begins)), OTHER)
    return kind + TURN * _turns(whole, found.at) + OPENS * _opens(whole, found.at) + RETURNS * returns + RARE * rarity


def texts_of(whole: Whole, found: Fact) -> list[str]:
    """Return the words that a fact quotes or tells."""
    return [text for _, value in found.args for text in _texts(whole, value)]


def _texts(whole: Whole, value: Arg) -> list[str]:
    if isinstance(value, Span):
        return [whole.words_of(value)[:SAID]]
    if isinstance(value, tuple):
        return [text for each in value for text in _texts(whole, each)]
    return [value] if isinstance(value, str) else []


def _turns(whole: Whole, at: int) -> float:
    near = [t.score for t in whole.analysis.turning_points if abs(t.message - at) <= NEAR]
    return 1 / (1 + exp(-max(near))) if near else 0.0


def _opens(whole: Whole, at: int) -> float:
    return float(any(0 <= at - p.first <= NEAR or 0 <= p.last - at <= NEAR for p in whole.analysis.phases))
