"""The order in which a sentence or a table's column puts two messages: before, after, then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from narrator.checking.document import Sentence, masked
from narrator.checking.sentences import Stretch
from narrator.checking.tense import LATER
from narrator.checking.units import UNIT, WORDS
from narrator.references import Citation, cite, find

Finding = tuple[bool, str, Stretch]
"""Whether the order is right, what was said, where it stands in the sentence."""

LONGEST = 12
"""Words between two citations up to which "before" is taken to relate them."""

_NUMBER = rf"(?:[0-9]+|an?|some|about|only|several|many|a few|{'|'.join(WORDS)})"
_LENGTH = (
    rf"(?:(?:{_NUMBER} )+(?:(?:{UNIT}|messages?|turns?|steps?|calls?)\b ?)?|shortly |soon |right |just |directly |immediately )*"
)
_FROM_HERE = re.compile(
    rf"^,?\s*{_LENGTH}(?P<word>before|after)\b(?! (?:which|that|this|it|all|each|every|then|any)\b)(?P<rest>[^,;:.—()]*)$",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"^(?P<lead>,?[^,;:.—()]*)\bbefore\b(?! (?:that|this|then|any|long|and|even)\b)(?P<rest>[^,;:.—()]*)$", re.IGNORECASE
)
_DONE = (
    r"(?:came|comes|happened|happens|ran|stands|stood|took place|arrived|occurred"
    r"|(?:is|was|were|are)(?: [a-z]+(?:ed|en|de|nt|un))?)"
)
_DID = re.compile(
    rf"^\s*{_DONE}\s+{_LENGTH}(?P<word>before|after)\b(?! (?:which|that|this|it|all|each|every|then|any|{_NUMBER})\b)"
    r"[^,;:.—()]*$",
    re.IGNORECASE,
)
"""The commit [msg 90] was made after the pull request [msg 95]."""
_RELATED = (
    (re.compile(r"^\s*(?:precedes?|preceded|predates?|predated)\s+(?P<rest>[^,;:.—()]*)$", re.IGNORECASE), "before"),
    (re.compile(r"^,?\s*(?:(?:is|was|were|are) )?(?:\w+ly )?followed by (?P<rest>[^,;:.—()]*)$", re.IGNORECASE), "before"),
    (re.compile(r"^,?\s*(?:(?:is|was|were|are) )?(?:\w+ly )?preceded by (?P<rest>[^,;:.—()]*)$", re.IGNORECASE), "after"),
    (re.compile(r"^\s*(?:follows|followed)\s+(?!by\b|up\b|from\b)(?P<rest>[^,;:.—()]*)$", re.IGNORECASE), "after"),
)
"""Verbs that put the left citation before or after the right one."""
_IMPOSSIBLE = re.compile(
    r"\b(?:before the (?:message|one|turn|call) (?:just |right )?before"
    r"|after the (?:message|one|turn|call) (?:just |right )?after)"
    r" (?:it|this|that)\b",
    re.IGNORECASE,
)
_MEASURED = re.compile(rf"\b{_NUMBER} (?:{UNIT})\s$", re.IGNORECASE)
_THEN = re.compile(r"^\s*[,;]?\s*(?:and\s+)?then\b[^;:.()]*$", re.IGNORECASE)
_FRONTED = re.compile(
    rf"(?:^|[,;:]\s|\band\s)\W*(?P<word>before|after)\b(?! (?:any|all|long|that|this|which|each|every|{_NUMBER})\b)[^,;:.—()]*$",
    re.IGNORECASE,
)
_LOOSE = re.compile(r"\b(?:that|which|who|whom|whose|where|had|as|than|like|again|same|never|not)\b", re.IGNORECASE)
_PLAIN_COLUMNS = {"before": "before", "before it": "before", "after": "from", "after it": "from", "afterwards": "from"}
"""Headings of columns that go by the document's subject."""
_COLUMN = re.compile(r"^\W*(?P<word>up to|before|until|after|from|since)\s+\[msg[^\]]*\]\W*$", re.IGNORECASE)


def in_sentence(sentence: Sentence) -> Iterator[Finding]:
    """Yield what a sentence says of the order of two citations that stand next to each other, where it says so clearly."""
    prose = masked(sentence.text, (*((q.start, q.end) for q in sentence.quotations), *sentence.codes))
    told = sorted((*sentence.citations, *sentence.mentions), key=lambda c: c.start)
    for at, (left, right) in enumerate(pairwise(told)):
        if left.session != right.session:
            continue
        between = prose[left.end : right.start].removeprefix(")").removesuffix("(")
        lead = prose[told[at - 1].end if at else 0 : left.start].removesuffix("(")
        said = _between(between) or _fronted(lead, between)
        if said == "before" and not (left.first > right.last or right.first > left.last):
            continue
        if said is not None:
            first, second = (left, right) if said == "before" else (right, left)
            yield first.first <= second.last, f"{_name(first)} is told as before {_name(second)}", (left.start, right.end)


def against_itself(sentence: Sentence) -> Iterator[Finding]:
    """Yield where a sentence puts something a length of time before what is before it, or after what is after it."""
    prose = masked(sentence.text, (*((q.start, q.end) for q in sentence.quotations), *sentence.codes))
    for match in _IMPOSSIBLE.finditer(prose):
        if _MEASURED.search(prose, max(0, match.start() - 40), match.start()):
            yield False, f"nothing is “{match[0]}”", match.span()


def _between(between: str) -> str | None:
    """Return "before" where the words put the left citation before the right one, "after" where they put it after."""
    near = _FROM_HERE.match(between) or (None if _LOOSE.search(between) else _DID.match(between))
    if near is not None:
        return near["word"].lower()
    for form, said in _RELATED if len(between.split()) <= LONGEST else ():
        related = form.match(between)
        if related is not None:
            return None if _LOOSE.search(related["rest"]) else said
    if _THEN.match(between):
        return None if _LOOSE.search(between) else "before"
    match = _BEFORE.match(between)
    clear = match is not None and not _LOOSE.search(match["lead"]) and len(between.split()) <= LONGEST
    return "before" if clear else None


def _fronted(lead: str, between: str) -> str | None:
    """Return the order that "After X [msg a], Y [msg b]" gives: how the left citation stands to the right one."""
    match = _FRONTED.search(lead)
    goes_on = re.match(r",\s*[^\W\d_]", between) is not None or (match is not None and not lead[match.end("word") :].strip())
    if match is None or not goes_on or _LOOSE.search(between) or LATER.search(between) or re.search(r"[;:.]", between):
        return None
    return "before" if match["word"].lower() == "after" else "after"


def _name(citation: Citation) -> str:
    return cite(citation.first, citation.last, citation.session)


def in_columns(sentence: Sentence, subject: int | None) -> Iterator[Finding]:
    """Yield what a cell cites against its column's heading ("up to [msg 211]", "from [msg 212]", "before")."""
    if sentence.block.kind != "cell" or not sentence.block.name:
        return
    edge = _edge(sentence.block.name, subject)
    if edge is None:
        return
    word, index = edge
    for citation in sentence.citations:
        if citation.session is None:
            early = word in ("up to", "before", "until")
            right = citation.first <= index if early else citation.last >= index
            yield right, f"told under “{' '.join(sentence.block.name.split())}”", (citation.start, citation.end)


def _edge(heading: str, subject: int | None) -> tuple[str, int] | None:
    match = _COLUMN.match(heading)
    if match is not None:
        citations = find(heading)
        return (match["word"].lower(), citations[0].first) if len(citations) == 1 else None
    word = _PLAIN_COLUMNS.get(" ".join(heading.lower().split()))
    return (word, subject) if subject is not None and word is not None else None
