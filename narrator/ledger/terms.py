"""Terms with the definition that the transcript itself gives, in the words of the person or the model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from narrator.evidence import Fact, fact
from narrator.ledger.whole import Whole
from narrator.model import Span
from narrator.observations.places import PROSE_LIMIT

LEAST = 3
"""Messages that use a term from which it is one of the session's."""
SHORTEST, LONGEST = 20, 320
"""Code points of a sentence that defines."""

_CODE = r"`[A-Za-z_@$][^`\s]{1,48}`"
_NAME = rf"(?:{_CODE}|\*\*[A-Za-z][^*\n]{{1,48}}\*\*|[“\"][A-Za-z][^”\"\n]{{1,40}}[”\"]|[A-Z][\w-]*[A-Z_]\w*)"
_STARTS = r"(?:^|(?<=[.!?:] )|(?<=\n))(?:[ \t]*(?:[-*•]|\d+[.)])[ \t]+)?"
_REST = r"[^\n]{8,300}?(?:[.!?](?=\s|$)|(?=\n|$))"
_NO_KIND = (
    r"(?:result|bug|problem|issue|good|bit|few|lot|bad|must|mess|error|option|same|only|culprit|cause|reason|case|best|right|correct|"
    r"main|first|next|last|key|one|default|new|old|way|most|fix|answer|likely|real|primary|wrong|"
    r"actual (?:issue|problem|cause|bug))\b"
)
"""Words behind "is a", "is the" by which a sentence judges, and doesn't say what the thing is."""
_IS = (
    r"(?:is|are) (?:just |basically |essentially |simply )?"
    rf"(?:(?:an?|the) (?!{_NO_KIND})|(?:one of the|how|what|where)\b)"
)
_FORMS = (
    re.compile(
        rf"{_STARTS}(?i:(?:a|an|the|here,?|so) )?(?P<term>{_NAME}) (?:\([^()\n]{{0,80}}\) )?(?i:{_IS}){_REST}", re.MULTILINE
    ),
    re.compile(rf"{_STARTS}(?i:an? |the )?(?P<term>{_NAME}) (?:means|stands for|refers to|denotes)\b{_REST}", re.MULTILINE),
    re.compile(
        rf"^[ \t]*(?:[-*•]|\d+[.)])[ \t]+(?P<term>{_CODE})[ \t]*(?:\([^()\n]{{1,60}}\)[ \t]*)?(?:—|–|:|->| -)[ \t]+"
        rf"(?i:a|an|the|how|what|which|whether|number of|list of|set of|name of|path to|where)\b{_REST}",
        re.MULTILINE,
    ),
)
"""How a text defines, the surest first; the term stands in marks, or is written like a name of code."""
_LONG = re.compile(r"\b(?P<long>(?:[A-Z][\w-]+[ -]){1,5}[A-Z][\w-]+) \((?P<short>[A-Z][A-Z0-9]{1,6})\)")
"""The long form, and its letters behind it."""
_FILE = re.compile(r"[/\\(){}=<>]|\.[a-z]{1,5}$|^\d|^-")
_NO_TERMS = frozenset(
    (
        "this",
        "that",
        "it",
        "note",
        "option",
        "important",
        "summary",
        "result",
        "fix",
        "problem",
        "issue",
        "goal",
        "status",
        "todo",
    )
)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Definition:
    term: str
    span: Span
    at: int
    by: str
    rank: int


def find_terms(whole: Whole) -> Iterator[Fact]:
    """Yield `term.defined` for each term that three messages or more use and one defines, by its definition, in order.

    Roles: term, words (the sentence, or the long form of letters), n (messages that use it), by (who defines it).
    """
    texts = _texts(whole)
    best: dict[str, _Definition] = {}
    for definition in _definitions(whole):
        key = definition.term.lower()
        if key not in best or definition.rank < best[key].rank:
            best[key] = definition
    used = _uses(texts, best)
    for key, its in sorted(best.items(), key=lambda item: (item[1].at, item[1].span.start, item[0])):
        if used[key] >= LEAST:
            yield fact("term.defined", (its.span,), its.span.message, term=its.term, words=its.span, n=used[key], by=its.by)


def _texts(whole: Whole) -> list[str]:
    """Return the words of each message by a person or a model, in lower case."""
    found = []
    for position, message in enumerate(whole.messages):
        if message.by in ("person", "model") and position not in whole.analysis.signals.summaries:
            parts = (
                p.text[:PROSE_LIMIT] for p in message.parts if p.kind in ("text", "reasoning") and "synthetic" not in p.flags
            )
            found.append("\n".join(parts).lower())
    return found


def _uses(texts: list[str], best: dict[str, _Definition]) -> dict[str, int]:
    """Return how many messages use each term, looking each word up once."""
    parts = {key: re.findall(r"[\w-]+", key) for key in best}
    used = dict.fromkeys(best, 0)
    for text in texts:
        held = set(re.findall(r"[\w-]+", text))
        for key, its in parts.items():
            used[key] += all(word in held for word in its) and key in text
    return used


def _definitions(whole: Whole) -> Iterator[_Definition]:
    session = whole.analysis.transcript.session
    for position, message in enumerate(whole.messages):
        if message.by not in ("person", "model") or position in whole.analysis.signals.summaries:
            continue
        for number, part in enumerate(message.parts):
            if part.kind in ("text", "reasoning") and "synthetic" not in part.flags:
                for term, start, end, rank in _in_text(part.text[:PROSE_LIMIT]):
                    span = Span(session=session, message=message.index, part=number, start=start, end=end)
                    yield _Definition(term, span, position, message.by, rank)


def _in_text(text: str) -> Iterator[tuple[str, int, int, int]]:
    fences = [m.start() for m in _FENCE.finditer(text)]
    for match in _LONG.finditer(text):
        letters = "".join(word[0] for word in re.split(r"[ -]", match["long"]) if word).upper()
        if letters == match["short"]:
            yield match["short"], *match.span("long"), 0
    for rank, form in enumerate(_FORMS, 1):
        for match in form.finditer(text):
            term = match["term"].strip('`*“”"')
            start = match.start("term")
            sound = SHORTEST <= match.end() - start <= LONGEST and not _FILE.search(term) and term.lower() not in _NO_TERMS
            if sound and not sum(f <= start for f in fences) % 2 and not match[0].rstrip().endswith(("?", ":")):
                yield term, start, match.start() + len(match[0].rstrip()), rank
