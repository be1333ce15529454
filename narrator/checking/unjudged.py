"""Sentences of which no check judged what they say: no more of them was looked up than citations, quotations and names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from narrator.checking.case import Case, verdict
from narrator.checking.document import Document, Sentence
from narrator.checking.results import CheckResult

NAME = "unjudged"
FEWEST = 3
"""Words beside what is cited and quoted from which a sentence says something of its own."""
FORMAL = frozenset(("origin", "citations", "quotations", "names", "uncited", NAME))
"""Checks that look up what a sentence points to, and not what it says of it."""
PRESENT = "what is cited holds something of"
"""How `actors` begins where it found that an actor has a part in what is cited, whatever he did there."""

_PROSE = ("paragraph", "item")
_WORD = re.compile(r"[^\W\d_]{2,}")
_ASSERTS = re.compile(
    r"\b(?:never|no|not|none|nobody|nothing|neither|nor|without|before|after|first|last|again|only|once|twice|times|both|all|every"
    r"|refused|declined|ignored|thanked)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Words by which a sentence says more than that something is there."""


def unjudged(document: Document, results: Iterable[CheckResult]) -> tuple[Sentence, ...]:
    """Return the sentences of paragraphs and lists that say something of their own which no check judged, in order."""
    judged = sorted((r.line, r.column) for r in results if r.verdict == "wrong" or not _is_formal(r))
    return tuple(s for s in telling(document) if not any(s.place() <= at < s.place(len(s.text)) for at in judged))


def telling(document: Document) -> tuple[Sentence, ...]:
    """Return the sentences of paragraphs and lists that say something beside what they cite and quote, in order."""
    prose = (s for s in document.sentences if s.block.kind in _PROSE and not s.is_title)
    return tuple(s for s in prose if len(_WORD.findall(s.prose())) >= FEWEST)


def tell_unjudged(case: Case, results: Iterable[CheckResult]) -> Iterator[CheckResult]:
    """Yield that it is unknown for each such sentence of a free text, where it cites alone, or denies, or tells an order.

    A free text is one that isn't bound by narrator's grammar.
    """
    every = tuple(results)
    more = sorted((r.line, r.column) for r in every if r.check in ("quotations", "names", "actors"))
    for sentence in () if case.document.strict else unjudged(case.document, every):
        alone = not any(sentence.place() <= at < sentence.place(len(sentence.text)) for at in more)
        if sentence.reach == "own" and (alone or _ASSERTS.search(sentence.prose())):
            yield verdict("unknown", NAME, "what is cited is there; no check judges what the sentence says of it", sentence)


def _is_formal(result: CheckResult) -> bool:
    return result.check in FORMAL or result.text.startswith(PRESENT)
