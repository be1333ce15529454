"""Each exchange as one fact: what the person said, what was changed, what the model reported, and what in that weighs most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from narrator.evidence import Arg, Fact, Stretch, fact
from narrator.ledger.whole import Whole
from narrator.model import Message, Span
from narrator.observations import Speech, Statement
from narrator.phases.exchanges import Exchange, read_exchanges

MOST = 3
"""Sentences of a report that are told beside its opening."""
MOST_FILES = 6
WEIGHTS = {"cause": 3.0, "decision": 2.0, "correction": 2.5, "result": 1.5, "finding": 1.5, "gap": 1.5, "claim": 1.0}
"""What a reader learns most from, by kind of statement."""
SHORTEST, LONGEST = 30, 400
"""Sentences outside these lengths (code points) quote badly."""

_SHARP = re.compile(r"\d|`|\w[_/.]\w|[a-z][A-Z]")
_LEANS = re.compile(r"(?:it|this|that|these|those|they|its|and|but|so|then|also|or|which)\b", re.IGNORECASE)


def find_exchanges(whole: Whole) -> Iterator[Fact]:
    """Yield a fact for each exchange that the person began with words.

    `exchange.worked` where a file was changed, else `exchange.answered` where the model closed with words, else `exchange.left`;
    `.told` where work was closed with words, `.more` where they hold a weighty sentence. Roles: typed (all that was typed, as
    last sent), act (its speech act), files (names of those changed, the most changed first),
    edits (messages of their first changes), report (its opening) and says. The first and the last one are told once more
    without what the frame of the session quotes of them.
    """
    exchanges = (replace(e, end=before_hole(whole, e.said, e.end)) for e in read_exchanges(whole.analysis.signals))
    spoken = [(e, s) for e in exchanges if (s := whole.analysis.signals.speeches.get(e.said))]
    for number, (exchange, speech) in enumerate(spoken):
        yield _exchange(whole, exchange.said, exchange.end, speech)
        yield from _of_frame(whole, exchange, speech, (number == 0, number == len(spoken) - 1))


def before_hole(whole: Whole, first: int, end: int) -> int:
    """Return where positions first to end (half open) end before a hole in the record: what stands behind answers other words."""
    indices = [m.index for m in whole.messages[first:end]]
    return next((first + n for n in range(1, len(indices)) if indices[n] > indices[n - 1] + 1), end)


def _of_frame(whole: Whole, exchange: Exchange, speech: Speech, ends: tuple[bool, bool]) -> Iterator[Fact]:
    """What is left to tell of the first and the last exchange where the session's frame quotes what it began and ended with."""
    is_first, is_last = ends
    closed = closing(whole, exchange.said, exchange.end) is not None
    if is_first:
        yield from _reply(whole, exchange, quoted=is_last and closed)
    elif is_last and closed:
        yield _exchange(whole, exchange.said, exchange.end, speech, with_report=False)


def _reply(whole: Whole, exchange: Exchange, *, quoted: bool) -> Iterator[Fact]:
    """What the model did and said in an exchange, without the person's words: `reply.worked`, `.worked.told`, `.told`."""
    roles, spans = _work(whole, exchange.said, exchange.end)
    position = None if quoted else closing(whole, exchange.said, exchange.end)
    if position is not None:
        opening = report_spans(whole, position)[0]
        roles["report"] = opening
        spans.append(opening)
    kinds = [kind for kind, role in (("worked", "files"), ("told", "report")) if role in roles]
    if kinds:
        # Long work goes on into later phases: it is told where it was reported.
        at = exchange.said if position is None else position
        yield fact(f"reply.{'.'.join(kinds)}", tuple(spans), whole.index(at), **roles)


def _exchange(whole: Whole, first: int, end: int, speech: Speech, *, with_report: bool = True) -> Fact:
    asked, position = speech.text_span, closing(whole, first, end) if with_report else None
    did, spans = _work(whole, first, end)
    roles: dict[str, Arg] = {"typed": asked, "act": speech.act, **did}
    if position is not None:
        opening, *says = report_spans(whole, position)
        roles |= {"report": opening, "says": tuple(says)}
        spans += [opening, *says]
    told = "worked.told" if did else "answered"
    kind = told if position is not None else "worked" if did else "left"
    more = ".more" if roles.get("says") else ""
    return fact(f"exchange.{kind}{more}", (asked, *spans), asked.message, **roles)


def _work(whole: Whole, first: int, end: int) -> tuple[dict[str, Arg], list[Span]]:
    """The files changed, as roles, and the calls of their first changes; nothing where none was."""
    first_of = first_changes(whole, first, end)
    names = [name for name, _ in changed_files(whole, first, end).most_common(MOST_FILES)]
    if not names:
        return {}, []
    edits = tuple(sorted({first_of[name].message for name in names}))
    return {"files": tuple(names), "edits": edits}, [first_of[name] for name in names]


def changed_files(whole: Whole, first: int, end: int) -> Counter[str]:
    """Return how often each file was changed in positions first to end (half open), by name; failed edits changed nothing."""
    acts = (act for _, act, ended in whole.calls(first, end) if act.kind == "edit" and (ended is None or ended.status == "ok"))
    return Counter(name_of(path) for act in acts for path in act.files)


def first_changes(whole: Whole, first: int, end: int) -> dict[str, Span]:
    """Return the call of the first change of each file in positions first to end (half open), by name."""
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
    opening = _opening(whole, position)
    after = opening.end or 0
    said = [s for s in whole.statements.get(position, ()) if _tells(whole, message, s) and s.span.start >= after]
    best = sorted(said, key=lambda s: (-weight(whole, s), s.span.start))[:MOST]
    return (opening, *(s.span for s in sorted(best, key=lambda s: s.span.start)))


def _opening(whole: Whole, position: int) -> Span:
    around = Stretch(
        whole.analysis, subject=position, start=position, end=position + 1, high=position + 1, asked=None, resumed=None
    )
    return around.opening_span(position) or whole.span(position)


def _tells(whole: Whole, message: Message, statement: Statement) -> bool:
    if statement.kind not in WEIGHTS or message.parts[statement.part].kind != "text":
        return False
    text, end = message.parts[statement.part].text, statement.span.end or 0
    announces = text[end : end + 3].lstrip("*_` ").startswith(":")  # what follows the colon is what it says
    return SHORTEST <= len(whole.words_of(statement.span)) <= LONGEST and not announces


def weight(whole: Whole, statement: Statement) -> float:
    """Return how much a sentence teaches: by its kind, by figures and names in it; one that leans on another, less."""
    words = whole.words_of(statement.span)
    return WEIGHTS[statement.kind] + (1.0 if _SHARP.search(words) else 0.0) - (1.0 if _LEANS.match(words) else 0.0)
