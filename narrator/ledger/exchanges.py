"""Each exchange as one fact: what the person said, what was changed, what the model reported, and what in that weighs most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from narrator.evidence import Arg, Fact, fact
from narrator.ledger.whole import Whole
from narrator.model import Message, Span
from narrator.observations import Statement
from narrator.phases.exchanges import read_exchanges

OPENING = 300
"""Code points of a report's beginning, in whole lines or sentences."""
MOST = 3
"""Sentences of a report that are told beside its opening."""
MOST_FILES = 6
WEIGHTS = {"cause": 3.0, "decision": 2.0, "correction": 2.5, "result": 1.5, "finding": 1.5, "gap": 1.5, "claim": 1.0}
"""What a reader learns most from, by kind of statement."""
SHORTEST, LONGEST = 30, 400
"""Sentences outside these lengths (code points) quote badly."""

_SHARP = re.compile(r"\d|`|\w[_/.]\w|[a-z][A-Z]")
_LEANS = re.compile(r"(?:it|this|that|these|those|they|its|and|but|so|then|also|or|which)\b", re.IGNORECASE)
_BREAK = re.compile(r"(?<=[.!?。！？])\s|\n\s*\n")


def find_exchanges(whole: Whole) -> Iterator[Fact]:
    """Yield a fact for each exchange that the person began with words.

    `exchange.worked` where a file was changed, else `exchange.answered` where the model closed with words, else `exchange.left`.
    Roles: asked (all that was typed, as last sent), files (names of those changed, the most changed first), opening and says
    (of the report).
    """
    for exchange in read_exchanges(whole.analysis.signals):
        speech = whole.analysis.signals.speeches.get(exchange.said)
        if speech is not None:
            yield _exchange(whole, exchange.said, exchange.end, speech.text_span)


def _exchange(whole: Whole, first: int, end: int, asked: Span) -> Fact:
    position = closing(whole, first, end)
    files = _changed(whole, first, end)
    roles: dict[str, Arg] = {"asked": asked}
    spans = [asked]
    if files:
        names = [name for name, _ in files.most_common(MOST_FILES)]
        roles["files"] = tuple(names)
        spans += [first_of[name] for name in names] if (first_of := _first_changes(whole, first, end)) else []
    if position is not None:
        opening, *says = report_spans(whole, position)
        roles |= {"opening": opening, "says": tuple(says)}
        spans += [opening, *says]
    kind = "worked" if files else "answered" if position is not None else "left"
    return fact(f"exchange.{kind}", tuple(spans), asked.message, **roles)


def _changed(whole: Whole, first: int, end: int) -> Counter[str]:
    acts = (act for _, act, ended in whole.calls(first, end) if act.kind == "edit" and (ended is None or ended.status == "ok"))
    return Counter(name_of(path) for act in acts for path in act.files)


def _first_changes(whole: Whole, first: int, end: int) -> dict[str, Span]:
    found: dict[str, Span] = {}
    for _, act, ended in whole.calls(first, end):
        if act.kind == "edit" and (ended is None or ended.status == "ok"):
            for path in act.files:
                found.setdefault(name_of(path), act.span)
    return found


def name_of(path: str) -> str:
    """Return a path's last part, whichever way its slashes lean."""
    return path.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]


def closing(whole: Whole, first: int, end: int) -> int | None:
    """Return the position of the last message of positions first to end (half open) that closes with the model's words."""
    signals = whole.analysis.signals
    for position in range(end - 1, first, -1):
        message = whole.messages[position]
        closes = message.by == "model" and message.kind == "reply" and all(p.kind != "call" for p in message.parts)
        if closes and position in signals.spoken and position not in signals.summaries:
            return position
    return None


def report_spans(whole: Whole, position: int) -> tuple[Span, ...]:
    """Return the spans of a report's opening and of the sentences that weigh most after it, in order; at most `MOST` of these."""
    message = whole.messages[position]
    opening = _opening(whole, message)
    after = opening.end or 0
    said = [s for s in whole.statements.get(position, ()) if _tells(whole, message, s) and s.span.start >= after]
    best = sorted(said, key=lambda s: (-weight(whole, s), s.span.start))[:MOST]
    return (opening, *(s.span for s in sorted(best, key=lambda s: s.span.start)))


def _opening(whole: Whole, message: Message) -> Span:
    number = next(n for n, p in enumerate(message.parts) if p.kind == "text" and p.text.strip())
    text = message.parts[number].text
    start = len(text) - len(text.lstrip())
    end = start
    for found in _BREAK.finditer(text, start, start + 2 * OPENING):
        if found.start() - start > OPENING and end > start:
            break
        end = found.start()
    end = end if end > start else min(len(text), start + OPENING)
    return Span(session=whole.analysis.transcript.session, message=message.index, part=number, start=start, end=end)


def _tells(whole: Whole, message: Message, statement: Statement) -> bool:
    if statement.kind not in WEIGHTS or message.parts[statement.part].kind != "text":
        return False
    return SHORTEST <= len(whole.words_of(statement.span)) <= LONGEST


def weight(whole: Whole, statement: Statement) -> float:
    """Return how much a sentence teaches: by its kind, by figures and names in it; one that leans on another, less."""
    words = whole.words_of(statement.span)
    return WEIGHTS[statement.kind] + (1.0 if _SHARP.search(words) else 0.0) - (1.0 if _LEANS.match(words) else 0.0)
