"""Which way a value went: "lowered from 1,200,000 to 600,000" against the two figures, and against the edit that is cited."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from narrator.checking.case import Case, verdict
from narrator.checking.results import CheckResult, Verdict
from narrator.checking.units import amount
from narrator.model import Message

NAME = "figures"

_FIGURE = r"[0-9][0-9,]*(?:\.[0-9]+)?"
_SHIFT = re.compile(
    rf"\b(?:(?P<down>lower|reduc|decreas|dropp|cut)|(?P<up>rais|increas|bump))\w*\b[^.;:]{{0,60}}?"
    rf"\bfrom (?P<old>{_FIGURE}) to (?P<new>{_FIGURE})(?![\w%.]*\w)",
    re.IGNORECASE,
)
_BEFORE, _AFTER = re.compile(r"^old"), re.compile(r"^new")


def check_shifts(case: Case) -> Iterator[CheckResult]:
    """Yield a fault for each value that is told to have gone the other way than its figures, or the edit that is cited, say."""
    for sentence in case.document.sentences:
        for match in _SHIFT.finditer(sentence.prose()):
            old, new = amount(match["old"]), amount(match["new"])
            pool = case.pool(sentence)
            found = [m for i in pool.indices if (m := case.transcript.message(i)) is not None]
            if (new < old) is (match["down"] is None) and new != old:
                yield verdict("wrong", NAME, "its two figures go the other way", sentence, match.span())
            elif any(_shifts(m, new, old) for m in found) and not any(_shifts(m, old, new) for m in found):
                word: Verdict = "wrong" if pool.binds else "unknown"
                yield verdict(word, NAME, "the edit that is cited goes the other way", sentence, match.span())


def _shifts(message: Message, old: Decimal, new: Decimal) -> bool:
    """Return whether a call of the message replaces a text with the one figure by a text with the other."""
    for part in message.parts:
        before = {n for name, text in part.args if _BEFORE.match(name) for n in _amounts(text)}
        after = {n for name, text in part.args if _AFTER.match(name) for n in _amounts(text)}
        if old in before - after and new in after - before:
            return True
    return False


def _amounts(text: str) -> Iterator[Decimal]:
    yield from (amount(found.replace("_", "")) for found in re.findall(r"\b[0-9][0-9_]*(?:\.[0-9]+)?\b", text))
