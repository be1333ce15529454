"""Footnotes that compute: the arithmetic holds, and every figure that goes into it is in a message cited there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from decimal import Decimal

from narrator.checking.accord import check_accord
from narrator.checking.arithmetic import Equation, equation
from narrator.checking.case import Case, Pool, verdict
from narrator.checking.clauses import CITED, Clause, clauses
from narrator.checking.document import Sentence
from narrator.checking.expressions import Operand
from narrator.checking.holdings import clocks, held, stands
from narrator.checking.quantities import Figure, figures
from narrator.checking.results import CheckResult, Verdict
from narrator.checking.sources import moments
from narrator.checking.zones import zone_in
from narrator.references import cite

NAME = "derivations"

_BRACKETED = re.compile(rf"\((?:\s*,?\s*{CITED})+\s*\)")


def check_derivations(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each equation of the footnotes, on what sentences take from them, and on references to none."""
    yield from check_accord(case)
    for sentence in (*case.document.sentences, *case.document.footnotes.values()):
        for note in sentence.notes:
            if note.name not in case.document.footnotes:
                yield verdict("wrong", NAME, f"there is no footnote [^{note.name}]", sentence, (note.start, note.end))
    users: dict[str, list[Sentence]] = {}
    for sentence in case.document.sentences:
        for name in {note.name for note in sentence.notes}:
            users.setdefault(name, []).append(sentence)
    for note_sentence in case.document.footnotes.values():
        yield from _footnote(case, note_sentence, users.get(note_sentence.block.name, []))


def _footnote(case: Case, note: Sentence, users: list[Sentence]) -> Iterator[CheckResult]:
    """Judge a footnote's equations by the messages that it cites, or else by those of the sentences that refer to it."""
    pool = case.pool_of(note.citations or (c for s in users for c in s.cited))
    known = [figure for other in case.notes(note) for clause in clauses(other) for figure in figures(clause.form)]
    for clause in clauses(note):
        if clause.is_equation:
            form = _BRACKETED.sub("", clause.form).replace(CITED, "").rstrip(" \n,.") if clause.is_short else ""
            zone, form = zone_in(form)
            yield from _judge(case.told_in(zone) if zone else case, clause, equation(form), pool, known)
        known += figures(clause.form)


def _judge(case: Case, clause: Clause, said: Equation | None, pool: Pool, known: list[Figure]) -> Iterator[CheckResult]:
    if said is None:
        yield verdict("unknown", NAME, "the equation can't be read", clause.note, clause.at)
        return
    word, text = _sum(case, said, pool)
    yield verdict(word, NAME, text, clause.note, clause.at)
    shifted = _are_shifted(case, said, pool)
    for operand in said.operands:
        word, text = _source(case, operand, pool, known)
        if word == "right" and shifted and operand.figure.kind == "clock":
            word = "wrong" if case.document.strict and pool.whole else "unknown"
            text = "no message that is cited for it begins or ends at that second"
        yield verdict(word, NAME, f"{operand.figure.text}: {text}", clause.note, clause.at)


def _sum(case: Case, said: Equation, pool: Pool) -> tuple[Verdict, str]:
    if said.holds is None:
        return "unknown", "terms are left out (…), so it can't be computed again"
    if not said.holds:
        return "wrong", f"the left side comes to {_shown(said)}"
    if said.across_midnight and not _days_apart(case, said, pool):
        return ("wrong" if pool.whole else "unknown"), "no two cited messages are as far apart as the times of day would be"
    return "right", "the arithmetic holds"


def _shown(said: Equation) -> str:
    if said.computed is None:
        return "something else"
    digits = said.result.step if said.result is not None else Decimal("0.001")
    value = said.computed.quantize(min(digits, Decimal(1))) if abs(said.computed) < 10**15 else said.computed
    timed = said.result is not None and said.result.kind == "duration"
    return f"{value:f}" + (" s" if timed else "")


def _days_apart(case: Case, said: Equation, pool: Pool) -> bool:
    """Return whether two cited messages carry the equation's times of day and lie as far apart as it says."""
    shown = [operand.figure for operand in said.operands if operand.figure.kind == "clock"]
    if len(shown) != 2 or said.result is None:
        return False
    found = [case.transcript.message(i) for i in pool.indices]
    times = [time for message in found if message is not None for time in moments(message)]
    late, early = ([time for time in times if figure.value in _shown_as(case, time, figure)] for figure in shown)
    lengths = (Decimal(round((end - begin).total_seconds())) for end in late for begin in early)
    return any(abs(length - said.result.value) <= said.result.step for length in lengths)


def _are_shifted(case: Case, said: Equation, pool: Pool) -> bool:
    """Return whether two times of day are moved on from what the cited messages show, though the length between stays.

    One may be rounded. Were both let be, each could be moved on by a second.
    """
    shown = [operand.figure for operand in said.operands if operand.figure.kind == "clock"]
    if len(shown) != 2 or any(stands(case.sources, figure, i) for figure in shown for i in pool.indices):
        return False
    messages = (case.transcript.message(i) for i in pool.indices)
    times = {time for message in messages if message is not None for time in moments(message)}
    late, early = ({time for time in times if figure.value in _shown_as(case, time, figure)} for figure in shown)
    cut_late, cut_early = ({time for time in times if figure.value == _shown_as(case, time, figure)[0]} for figure in shown)
    return bool(late and early) and not any(
        one and other and len(one | other) > 1 for one, other in ((cut_late, early), (late, cut_early))
    )


def _shown_as(case: Case, time: datetime, figure: Figure) -> tuple[Decimal, Decimal]:
    return clocks(time.astimezone(case.zone), figure.step)


def _source(case: Case, operand: Operand, pool: Pool, known: list[Figure]) -> tuple[Verdict, str]:
    """Judge one figure that goes into an equation."""
    figure = operand.figure
    if operand.constant:
        return "right", "a constant or the number of terms"
    if any((f.value, f.unit) == (figure.value, figure.unit) for f in known):
        return "right", "it comes from a footnote's own figures"
    found = held(case.sources, figure, pool.indices, context="token exit cost")
    if found is None and figure.kind == "number" and not figure.unit:
        found = held(case.sources, replace(figure, unit="$"), pool.indices)
    if found is not None:
        return "right", f"in {cite(found)}"
    if not pool.ranges:
        return "unknown", "no message is cited for it"
    return (
        ("wrong", "in no message that is cited for it")
        if pool.whole
        else ("unknown", "the record doesn't hold all that is cited for it")
    )
