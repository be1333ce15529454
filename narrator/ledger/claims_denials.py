"""Where a person says that it isn't so: the answer to a reply that claimed something to work, to be fixed, to run."""

from __future__ import annotations

import re
from typing import NamedTuple

from narrator.language import sentences
from narrator.ledger.claims_cues import About
from narrator.ledger.claims_prose import Said
from narrator.ledger.whole import Whole
from narrator.model import Span
from narrator.observations.places import stretch
from narrator.observations.vocabulary import words

BEHAVIOR: frozenset[About] = frozenset(("works", "fixed", "service", "done"))
"""Claims that a person can deny by what they see."""
PLAIN: frozenset[About] = frozenset(("works", "fixed", "service"))
LONGEST = 4_000
"""Code points of a person's words that are looked at."""
FIRST = 3
"""Sentences of a person's act that answer what was said; what follows is mostly the next thing."""
_DENIAL = re.compile(
    r"\bstill (?:\w+ ){0,4}(?:broken|fails?|failing|not|wrong|errors?|the same|crash\w*|hang\w*|stuck|blank|empty|missing)\b|"
    r"\b(?:does|do|did|is|are|has|have|was|were)(?:n['’]?t| not) (?:\w+ ){0,2}(?:work\w*|"
    r"fix\w*|help\w*|run\w*|load\w*|start\w*|resolv\w*|gone)\b|"
    r"\bnot (?:fixed|working|resolved|done)\b|\bsame (?:error|problem|issue|thing|result)"
    r"\b|\bis broken\b|\bfails? again\b|\bagain the same\b|"
    r"\bgeht (?:noch |immer noch )?nicht\b|\bfunktioniert nicht\b|\bne (?:marche|fonctionne) pas\b|\bno funciona\b|"
    r"不行|没有?用|还是不",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{4,}")
_COMMON = words(
    "this that with from have been still does done fixed works working work issue problem error same again your they them there "
    "when what which were will would could should about into just also only same thing fine correct correctly properly"
)


class Denial(NamedTuple):
    """A person's sentence that denies."""

    span: Span
    plain: bool
    """Whether it is plainly about what was claimed: it names it, and the claim was one about behavior."""


def denial_of(whole: Whole, said: Said) -> Denial | None:
    """Return the denial in the person's next act, where the claim stands in the reply that it answers; else None."""
    abouts = {c.about for c in said.claims}
    signals = whole.analysis.signals
    answer = signals.person_after(said.key[0])
    if not abouts & BEHAVIOR or answer is None or _speaks_between(whole, said.key[0], answer):
        return None
    for number, part in enumerate(whole.messages[answer].parts):
        if part.kind == "text" and part.by == "person" and _DENIAL.search(part.text, 0, LONGEST):
            for start, end in sentences(part.text[:LONGEST])[:FIRST]:
                text = part.text[start:end]
                if _DENIAL.search(text):
                    span = stretch(whole.analysis.transcript.session, whole.messages[answer], number, start, end)
                    return Denial(span, bool(abouts & PLAIN) and bool(_subjects(text) & _subjects(whole.words_of(said.span))))
    return None


def _speaks_between(whole: Whole, claim: int, answer: int) -> bool:
    spoken = whole.analysis.signals.spoken
    return any(p in spoken for p in range(claim + 1, answer))


def _subjects(text: str) -> frozenset[str]:
    return frozenset(w.lower().removesuffix("s") for w in _WORD.findall(text)) - _COMMON
