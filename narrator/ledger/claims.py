"""What the assistant claimed to have achieved, and what the record says of it: supported, contradicted, unverified."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from narrator.evidence import Arg, Fact, fact
from narrator.ledger.claims_denials import Denial, denial_of
from narrator.ledger.claims_edits import count_between
from narrator.ledger.claims_prose import Key, Said, find_said
from narrator.ledger.claims_record import Record, Ruling, Verdict, read_record
from narrator.ledger.claims_verdicts import rule
from narrator.ledger.whole import Whole
from narrator.model import Span

SHOWN = 5
"""Edits after a claim of which the spans are given; all are counted."""


def find_claims(whole: Whole) -> Iterator[Fact]:
    """Yield a `claim.<verdict>` for each sentence that claims something, in order.

    Roles: words, the sentence; about, what it claims (strings); by, the results that decide, or the nearest one where nothing is
    decided (may be empty); result, how that ended; changed_before and changed_after, how many edits stand between that result and
    the claim and after it; changes, the first of the latter; denied, where a person said otherwise. Linear in the session.
    """
    record = read_record(whole)
    said = list(find_said(whole))
    for each in said:
        yield _fact(record, each, [rule(record, each, claim) for claim in each.claims], denial_of(whole, each))


def _fact(record: Record, said: Said, rulings: Sequence[Ruling], denial: Denial | None) -> Fact:
    verdict = _verdict(said, rulings, denial)
    telling = _telling(rulings, verdict)
    by = tuple(dict.fromkeys(span for ruling in telling for span in ruling.by))
    results = dict.fromkeys(r.result for r in telling if r.result)
    denies = denial is not None and verdict == "contradicted" and not by
    roles: dict[str, Arg] = {
        "words": said.span,
        "about": tuple(c.about for c in said.claims),
        "by": (denial.span,) if denies and denial is not None else by,
        "result": "the person said otherwise" if denies else "; ".join(results),
        **_changes(record, said, telling),
    }
    if denial is not None:
        roles["denied"] = denial.span
    spans = (said.span, *((denial.span,) if denial is not None else ()), *by)
    return fact(f"claim.{verdict}", spans, said.message, **roles)


def _verdict(said: Said, rulings: Sequence[Ruling], denial: Denial | None) -> Verdict:
    """Decide a sentence: against it as soon as one of its claims is contradicted, for it where all that can be decided are."""
    verdicts = [r.verdict for r in rulings]
    if "contradicted" in verdicts:
        return "contradicted"
    if denial is not None and denial.plain:
        return "contradicted"
    counted = [v for v, c in zip(verdicts, said.claims, strict=True) if c.about != "done" or len(verdicts) == 1]
    return "supported" if counted and set(counted) == {"supported"} else "unverified"


def _telling(rulings: Sequence[Ruling], verdict: Verdict) -> list[Ruling]:
    """Return the rulings that the verdict rests on; of an open one, all that have something to show."""
    return [r for r in rulings if r.by and (verdict == "unverified" or r.verdict == verdict)]


def _changes(record: Record, said: Said, telling: Sequence[Ruling]) -> dict[str, Arg]:
    """Count the edits between the result and the claim, and after the later of the two; those that bear on what is claimed."""
    keys = [r.key for r in telling if r.key is not None]
    places = _bearing(record, telling)
    before = count_between(places, min(keys), said.key) if keys else 0
    first = bisect_left(places, max([said.key, *keys]))
    spans = tuple(_span(record.whole, key) for key in places[first : first + SHOWN])
    return {"changed_before": before, "changed_after": len(places) - first, "changes": spans}


def _bearing(record: Record, telling: Sequence[Ruling]) -> list[Key]:
    """Return where the files of the deciding edits were edited, or, where checks decide, where any code was, ascending."""
    files = frozenset(file for ruling in telling for file in ruling.files)
    return record.edits.of_files(files) if files else record.edits.code


def _span(whole: Whole, key: Key) -> Span:
    return whole.span(key[0]).model_copy(update={"part": key[1]})
