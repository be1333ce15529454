"""What a footnote says of a range ("interrupts in [msg 0]–[msg 392]: 4 …") is counted again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from narrator.checking.case import Case, named, verdict
from narrator.checking.claims import Claim, messages_of, read_claim
from narrator.checking.clauses import CITED, Clause, clauses
from narrator.checking.countables import Hit
from narrator.checking.counting import NAMED, understand
from narrator.checking.results import CheckResult, Verdict
from narrator.coverage import OPENING
from narrator.model import Message
from narrator.references import Citation
from narrator.times import TIME

NAME = "ranges"

_OF_SESSION = (f"{OPENING}:", f"{TIME}:")
"""How footnotes begin that have checks of their own."""

_RANGE = re.compile(rf"(?P<what>.+?)\s+(?:in|over|of|from|within)\s+{CITED}(?P<tail>[^:{CITED}]*):(?P<claim>.+)", re.DOTALL)
_AGAIN = re.compile(rf"(?P<what>[^:{CITED}{NAMED}]+):(?P<claim>.+)", re.DOTALL)
_NARROWER = re.compile(
    rf"^(?:failed|refused|cancelled|canceled|successful) | (?:that|with|without|holding|naming|containing) [^{CITED}]*$"
)


@dataclass(frozen=True, slots=True)
class Counted:
    """What a clause says was counted, over which messages, and what came out."""

    what: str
    names: tuple[str, ...]
    over: Citation
    claim: Claim | None
    ways: tuple[str, ...]
    """The ways in which `what` may be put; for a clause that goes on from the one before ("refused: 1"), two."""


def check_ranges(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each clause of a footnote that counts, and on what of it isn't understood."""
    for note in case.document.footnotes.values():
        before: Counted | None = None
        for clause in () if note.text.startswith(_OF_SESSION) else clauses(note):
            if clause.is_equation:
                continue
            counted = read_counted(clause, before)
            if counted is None:
                yield verdict("unknown", NAME, "this says neither a range and a count nor an equation", note, clause.at)
                continue
            word, text = _judge(case, counted)
            yield verdict(word, NAME, text, note, clause.at)
            if counted.claim is not None and counted.claim.rest:
                yield verdict("unknown", NAME, "what follows the count isn't understood", note, clause.at)
            before = counted if len(counted.ways) == 1 else before


def read_counted(clause: Clause, before: Counted | None) -> Counted | None:
    """Return what a clause says was counted; "refused: 1" goes on from the clause before. None for other clauses."""
    if not clause.is_short:
        return None
    match = _RANGE.fullmatch(clause.form)
    if match is not None and CITED not in match["what"]:
        what = f"{match['what']}{match['tail'].rstrip()}"
        size = what.count(NAMED)
        claim = read_claim(match["claim"], clause.names[size:], clause.citations[1:])
        return Counted(what, clause.names[:size], clause.citations[0], claim, (what,))
    again = _AGAIN.fullmatch(clause.form) if before is not None else None
    if again is None or before is None:
        return None
    claim = read_claim(again["claim"], clause.names, clause.citations)
    added = again["what"].strip()
    return Counted(added, before.names, before.over, claim, (f"{added} {before.what}", f"{before.what} {added}"))


def _judge(case: Case, counted: Counted) -> tuple[Verdict, str]:
    readings = tuple(r for what in counted.ways for r in understand(what, counted.names, case.transcript))
    if not readings:
        return "unknown", "what was counted isn't understood, so it isn't counted again"
    first, last = counted.over.first, counted.over.last
    if not case.holds(counted.over) and not (case.is_own(counted.over.session) and case.in_gap(first, last)):
        return "unknown", "the range isn't in the record"
    messages = _messages(case, counted.over)
    return _compare(
        case, counted, ((reading.count(messages), reading.narrow) for reading in readings), _whole(case, counted, messages)
    )


def _messages(case: Case, over: Citation) -> list[Message]:
    found = (case.transcript.message(i) for i in case.between(over.first, over.last))
    return [message for message in found if message is not None]


def _whole(case: Case, counted: Counted, messages: list[Message]) -> int | None:
    """Return how many there are in all, for a claim of the form "3 of 41"; None where that isn't understood."""
    base = _NARROWER.sub("", counted.what)
    wider = understand(base, counted.names[: base.count(NAMED)], case.transcript) if base != counted.what else ()
    return len(wider[0].count(messages)) if wider else None


def _compare(
    case: Case, counted: Counted, ways: Iterator[tuple[tuple[Hit, ...], bool]], whole: int | None
) -> tuple[Verdict, str]:
    """Judge a claim by the first way of counting that bears it out, or by all of them."""
    claim, found = counted.claim, []
    if claim is None:
        return "unknown", "what is claimed of the count isn't understood"
    gap = case.in_gap(counted.over.first, counted.over.last)
    for hits, narrow in ways:
        if not claim.faults(hits) and (claim.count or not narrow):
            return _of_whole(claim, hits, whole, gap=gap)
        found += [] if narrow else [hits]
    if gap and any(_may_be(case, claim, hits) for hits in found):
        return "unknown", "the record doesn't hold all of the range"
    return "wrong", f"{_said(found[0])}; the footnote's {' and '.join(claim.faults(found[0]))} says otherwise"


def _of_whole(claim: Claim, hits: tuple[Hit, ...], whole: int | None, *, gap: bool) -> tuple[Verdict, str]:
    if claim.of is not None and whole is None:
        return "unknown", f"{_said(hits)}; of how many isn't understood"
    if claim.of is not None and whole != claim.of:
        return ("unknown" if gap else "wrong"), f"{_said(hits)} of {whole}, not of {claim.of}"
    return ("unknown", "it agrees with what the record holds of the range, which isn't all") if gap else ("right", _said(hits))


def _may_be(case: Case, claim: Claim, hits: tuple[Hit, ...]) -> bool:
    """Return whether what the record doesn't hold could make the claim true."""
    few = claim.count is None or len(hits) <= claim.count
    return few and all(index in messages_of(hits) or case.in_gap(index, index) for index in claim.listed)


def _said(hits: tuple[Hit, ...]) -> str:
    places = messages_of(hits)
    return f"counted again: {len(hits)}" + (f" ({named(places)})" if places else "")
