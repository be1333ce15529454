"""A sentence and its own footnotes: who is ahead, in how many of how many, which pair, which mean comes first, over how many."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from narrator.checking.arithmetic import Equation, equation
from narrator.checking.case import Case, verdict
from narrator.checking.clauses import CITED, clauses
from narrator.checking.document import Sentence
from narrator.checking.results import CheckResult, Verdict
from narrator.checking.units import WORDS

NAME = "derivations"
FEWEST = 3
"""Comparisons of a footnote from which a sentence speaks of them together."""

_MEAN = re.compile(r"\)\s*[/÷]\s*(?P<over>[0-9]{1,6})\s*[=≈]\s*(?P<mean>[0-9.]+)")
_ORDERED = re.compile(r"[<>]")
_NUMBER = r"[0-9]{1,6}|" + "|".join(sorted(WORDS, key=lambda word: (-len(word), word)))
_LESS = re.compile(r"\b(?:behind|trails?|trailed|below|lower|lags?|lagged|fewer|less|slower|worse)\b", re.IGNORECASE)
_MORE = re.compile(r"\b(?:ahead|leads?|led|above|higher|beats?|outperforms?|more|faster|better)\b", re.IGNORECASE)
_OF = re.compile(rf"\bon (?P<some>each|all|every one|none|{_NUMBER}) of (?:the |its |these )?(?P<of>{_NUMBER})\b", re.IGNORECASE)
_PAIR = re.compile(r"\((?P<one>[0-9]+\.?[0-9]*) (?:against|to|versus|vs\.?) (?P<two>[0-9]+\.?[0-9]*)\)", re.IGNORECASE)
_OVER = re.compile(rf"\b(?:over|across) (?:the )?(?P<over>{_NUMBER}) \w+\b[^.;]{{0,80}}?\baverages?\b", re.IGNORECASE)
_RATE = re.compile(r"(?P<value>[0-9]+\.?[0-9]*) (?P<rate>[a-z]+ (?:per|a|an) [a-z]+)\b")


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a sentence's footnotes compare and average."""

    pairs: tuple[tuple[Decimal, Decimal], ...]
    """Each comparison's two sides."""
    means: tuple[tuple[str, int], ...]
    """Each mean, as it is written, with the number of its terms, in the order in which the sentence refers to them."""
    results: frozenset[str]
    """What the equations come to, as written."""


def check_accord(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each word of comparison, share, pair, mean and rate that a sentence takes from its footnotes."""
    for sentence in case.document.sentences:
        if not sentence.notes or sentence.is_title:
            continue
        shown, prose = _shown(case, sentence), sentence.prose()
        for start, end, holds, text in (*_sides(prose, shown), *_means(prose, shown), *_rates(case, sentence, prose, shown)):
            word: Verdict = "right" if holds else "wrong" if case.document.strict else "unknown"
            yield verdict(word, NAME, text, sentence, (start, end))


_Judged = Iterator[tuple[int, int, bool, str]]


def _shown(case: Case, sentence: Sentence) -> _Shown:
    pairs: list[tuple[Decimal, Decimal]] = []
    means: list[tuple[str, int]] = []
    results: set[str] = set()
    for note in case.notes(sentence):
        for clause in clauses(note):
            form = clause.form.replace(CITED, "").rstrip(" \n,.") if clause.is_equation and clause.is_short else ""
            said = equation(form) if form else None
            if said is None:
                continue
            results |= {said.result.text} if said.result is not None else set()
            means += [(m["mean"].rstrip("."), int(m["over"])) for m in _MEAN.finditer(form)]
            pairs += [_sided(said)] if _ORDERED.search(form) and len(said.operands) == 2 else []
    return _Shown(tuple(pairs), tuple(means), frozenset(results))


def _sided(said: Equation) -> tuple[Decimal, Decimal]:
    left, right = said.operands
    return left.figure.value, right.figure.value


def _sides(prose: str, shown: _Shown) -> _Judged:
    """Yield who is ahead, on how many of how many, and each pair; the one that is told of stands first in each comparison."""
    less, more = _LESS.search(prose), _MORE.search(prose)
    told = less if more is None else more if less is None else None
    below = sum(one < two for one, two in shown.pairs)
    above = sum(one > two for one, two in shown.pairs)
    if told is not None and len(shown.pairs) >= FEWEST and 0 in (below, above):
        so = bool(below) if told is less else bool(above)
        yield told.start(), told.end(), so, "by the comparisons of the sentence's footnote"
    share = _OF.search(prose)
    if share is not None and told is not None and len(shown.pairs) >= FEWEST:
        among = below if told is less else above
        some = share["some"].lower()
        wanted = len(shown.pairs) if some in ("each", "all", "every one") else 0 if some == "none" else _value(some)
        so = (among, len(shown.pairs)) == (wanted, _value(share["of"]))
        yield share.start(), share.end(), so, f"the sentence's footnote has {among} of {len(shown.pairs)}"
    for pair in _PAIR.finditer(prose):
        values = (Decimal(pair["one"]), Decimal(pair["two"]))
        if values in shown.pairs or values[::-1] in shown.pairs:
            yield pair.start(), pair.end(), values in shown.pairs, "by the comparisons of the sentence's footnote"


def _means(prose: str, shown: _Shown) -> _Judged:
    """Yield the order of the means, which is that of the references to their footnotes, and over how many they are taken."""
    places = [prose.find(f" {mean} ") if prose.count(f" {mean} ") == 1 else prose.find(f" {mean},") for mean, _ in shown.means]
    if len(places) > 1 and min(places) >= 0 and len(set(places)) == len(places):
        end = max(place + 1 + len(mean) for place, (mean, _) in zip(places, shown.means, strict=True))
        yield min(places) + 1, end, places == sorted(places), "in the order of the sentence's footnotes"
    over = _OVER.search(prose)
    if over is not None and shown.means:
        terms = {number for _, number in shown.means}
        yield over.start(), over.end("over"), _value(over["over"]) in terms, "by the means of the sentence's footnotes"


def _rates(case: Case, sentence: Sentence, prose: str, shown: _Shown) -> _Judged:
    """Yield each rate ("tokens per second") given to what a footnote computes without one: the messages must speak of it."""
    pool = case.pool(sentence, wide=True)
    for match in _RATE.finditer(prose):
        if match["value"] in shown.results and pool.whole and pool.ranges:
            unit = match["rate"].lower()
            stands = any(unit in case.sources.flat(index).lower() for index in pool.indices)
            yield match.start("rate"), match.end("rate"), stands, "a unit that what is cited speaks of"


def _value(text: str) -> int:
    return int(text) if text.isdigit() else int(WORDS[text.lower()])
