"""What a document itself calls a guess isn't stated as a fact elsewhere in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from narrator.checking.case import Case, verdict
from narrator.checking.document import Sentence, masked
from narrator.checking.results import CheckResult, Verdict

NAME = "hedges"
STEM = 5
"""Letters by which a word is known again."""
FEWEST = 2
"""Words that a guess needs to be known again by."""
LONGEST = 400
"""Code points of a list's item of which the beginning may be a guess."""

HEDGE = re.compile(
    r"\b(?:most likely|likel(?:y|iest|ier)|unlikely|probabl[ey]|perhaps|maybe|may|might|could|would|seem(?:s|ed|ing)?"
    r"|appear(?:s|ed)?"
    r"|suggest(?:s|ed|ing)?|possibl[ey]|presumably|apparently|conceivabl[ey]|not excluded|almost certain(?:ly)?|hypothes[ei]s"
    r"|guess(?:es)?|whether|if|reads? best as|best read as|reads as|unclear|unknown|open"
    r"|(?:can|could|do|does|did|is|are|was)(?:n['’]t| not))\b",
    re.IGNORECASE,
)
"""Words by which a sentence says that what it says isn't sure."""
_GUESS = re.compile(
    r"^\W*(?P<name>[^.:;(—?]{6,160}?)[.:]?\s*(?:\(|[—–-]\s*)?\s*"
    r"(?P<grade>most likely|likely|possible|not excluded|unlikely|open|doubtful|plausible|almost certain(?:ly)?)\b",
    re.IGNORECASE,
)
"""The beginning of a list's item that gives an explanation and a grade: "**The user stopped it** (most likely)."."""
_SURE = re.compile(r"\((?P<grade>certain|sure|proven|proved|established|beyond doubt)\)", re.IGNORECASE)
_AGAINST = re.compile(r"\bAgainst it:")
_WORD = re.compile(r"[^\W\d_]{3,}")
_STOP = frozenset(re.findall(r"\w+", "the that this its was were had has and for with from into out not message messages"))
_NOT = re.compile(r"\b(?:no|not|nobody|none|never|nothing|neither|nor)\b|n['’]t\b", re.IGNORECASE)


class Guess(NamedTuple):
    """An explanation that a list gives as one of several."""

    item: Sentence
    name: str
    words: frozenset[str]


def check_hedges(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each sentence that states what a list of the document's gives as a guess."""
    yield from _sure(case)
    guesses = tuple(found for sentence in case.document.sentences if (found := _guess(sentence)) is not None)
    for sentence in case.document.sentences if guesses else ():
        if sentence.block.kind not in ("paragraph", "heading"):
            continue
        told = _stems(_prose(sentence))
        for guess in guesses:
            if guess.words <= told:
                hedged = HEDGE.search(_prose(sentence)) is not None or _NOT.search(_prose(sentence)) is not None
                text = f"the document's own list gives “{guess.name}” as a guess"
                yield verdict("right" if hedged else "wrong", NAME, text, sentence)


def _sure(case: Case) -> Iterator[CheckResult]:
    """Yield a fault where a list's item calls an explanation certain, and goes on to say what speaks against it."""
    for sentence in case.document.sentences:
        if sentence.block.kind == "item" and sentence.start == 0 and _AGAINST.search(sentence.block.text):
            for match in _SURE.finditer(_prose(sentence)):
                word: Verdict = "wrong" if case.document.strict else "unknown"
                yield verdict(word, NAME, "the same item says what speaks against it", sentence, match.span())


def _guess(sentence: Sentence) -> Guess | None:
    """Return the explanation that a list's item gives with a grade, or None."""
    if sentence.block.kind != "item" or sentence.start > 0 or len(sentence.text) > LONGEST:
        return None
    graded = _GUESS.match(sentence.block.text[:LONGEST])
    if graded is None:
        return None
    words = _stems(graded["name"])
    return Guess(sentence, graded["name"].strip(), words) if len(words) >= FEWEST else None


def _prose(sentence: Sentence) -> str:
    return masked(sentence.text, ((q.start, q.end) for q in sentence.quotations))


def _stems(text: str) -> frozenset[str]:
    return frozenset(word.lower()[:STEM] for word in _WORD.findall(text) if word.lower() not in _STOP)
