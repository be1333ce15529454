"""Failure chains: the first sign of an error, what was tried, and the repair, or that it was given up."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from narrator.evidence import Arg, Fact, fact
from narrator.evidence.deeds import deeds
from narrator.evidence.values import Note, with_notes
from narrator.ledger.runs import Run, covers, is_check, is_part_of, runs
from narrator.ledger.signs import Sign, sign
from narrator.ledger.whole import Whole
from narrator.model import Span
from narrator.observations import Act
from narrator.quantities import exact_duration
from narrator.times import difference

WENT_ON = 20
"""Calls after the last failure from which on it counts as given up; fewer, and the session may just have ended."""
SCRIPTED_WITHIN = 15
"""Calls between two scripts on the command line up to which they are tries of one thing."""
MOST_GOING = 200
"""Chains that are waited for at once; beyond, the oldest is closed, else time would grow with runs times failures."""
MOST_TOLD = 8
"""Attempts that a fact names."""
MOST_SPANS = 20


@dataclass(slots=True)
class _Chain:
    """Failures of one thing, as far as the session has been read."""

    failures: list[tuple[Run, Sign]] = field(default_factory=list)
    narrower: Run | None = None
    """A later run of a part of it that went well."""

    @property
    def first(self) -> Run:
        return self.failures[0][0]

    @property
    def last(self) -> Run:
        return self.failures[-1][0]


def find_chains(whole: Whole) -> Iterator[Fact]:
    """Yield a fact for each chain, by its first failure; single failures of what isn't a check are none.

    `chain.repaired` (what failed went well after a change), `chain.cleared` (it did without one), `chain.narrowed` (only a part
    of it was run again, and went well), `chain.abandoned` (the work went on without it), `chain.open` (the session ends so).
    Roles: check (the command's head), error, last and results (words: each error that followed another), first (message),
    failures, times (those with the first error), changed (edits between), attempts (acts), by and by_n (the act before it went
    well), passed or narrower (message), n (calls), seconds.
    """
    ran = tuple(runs(whole))
    changes = _Changes(whole, ran)
    found = [_fact(whole, chain, end, changes) for chain, end in _chains(whole, ran)]
    yield from sorted((f for f in found if f is not None), key=lambda f: f.at)


def _chains(whole: Whole, ran: tuple[Run, ...]) -> Iterator[tuple[_Chain, Run | None]]:
    """Yield each chain with the run that ended it; None where none did."""
    going: dict[tuple[str, ...], _Chain] = {}
    for run in ran:
        if run.scripted and run.key in going and run.number - going[run.key].last.number > SCRIPTED_WITHIN:
            yield going.pop(run.key), None
        if len(going) > MOST_GOING:
            yield going.pop(next(iter(going))), None
        if run.failed:
            shown = sign(whole, run)
            key = run.key if run.key in going else _alike(run, shown, going)
            going.setdefault(key, _Chain()).failures.append((run, shown))
        elif run.passed and not run.only_mends:
            for known in [k for k, chain in going.items() if _settles(run, chain)]:
                yield going.pop(known), run
            for chain in going.values():
                alike = run.sort == chain.first.sort and run.sort in ("lint", "types", "check")
                if alike or is_part_of(run, chain.first):
                    chain.narrower = run
    for chain in going.values():
        yield chain, None


def _alike(run: Run, shown: Sign, going: dict[tuple[str, ...], _Chain]) -> tuple[str, ...]:
    """Return the key of the chain of the same program that last failed with the same error; the run's own where there is none."""
    fits = (
        key
        for key, chain in going.items()
        if chain.failures[-1][1].key == shown.key
        and key[1] == run.key[1]
        and chain.first.sort == run.sort
        and run.number - chain.last.number <= SCRIPTED_WITHIN
    )
    return next(fits, run.key)


def _settles(run: Run, chain: _Chain) -> bool:
    """Return whether a run that went well shows that what failed now works: the same thing, or all of its kind."""
    return run.number > chain.last.number and (covers(run, chain.first) or covers(run, chain.last))


class _Changes:
    """Acts that change something and didn't fail, by the number of their call; and the calls of the session."""

    def __init__(self, whole: Whole, ran: tuple[Run, ...]) -> None:
        self._numbers: list[int] = []
        self._acts: list[Act] = []
        self.positions: list[int] = []
        mending = {run.number for run in ran if run.mends}
        for number, (position, act, ended) in enumerate(whole.calls()):
            self.positions.append(position)
            aside = (
                number in mending
                or act.kind == "edit"
                or act.verb in ("installed", "started", "restarted", "stopped", "undid", "removed")
            )
            if (act.changes or number in mending) and aside and (ended is None or ended.status in ("ok", "empty")):
                self._numbers.append(number)
                self._acts.append(act)

    def between(self, first: Run, last: Run) -> list[Act]:
        """Return the changes between two runs, in order; the last one's own, where its line mends before it checks."""
        return self._acts[bisect_right(self._numbers, first.number) : bisect_right(self._numbers, last.number)]

    def calls(self, first: int, last: int) -> int:
        """Return how many calls the messages at positions `first` to `last` hold, both included."""
        return bisect_right(self.positions, last) - bisect_left(self.positions, first)


def _fact(whole: Whole, chain: _Chain, end: Run | None, changes: _Changes) -> Fact | None:
    errors = [s.key for _, s in chain.failures]
    same = errors.count(errors[0])
    until = end or chain.last
    tries = changes.between(chain.first, until)
    if not _is_telling(chain, same, tries):
        return None
    made = changes.between(chain.last, end) if end else []
    roles = _roles(whole, chain, same, tries)
    predicate = _predicate(whole, chain, end, made, changes)
    spans: tuple[Span, ...] = tuple(s.span for _, s in chain.failures[:MOST_SPANS])
    if made:
        mended = next((act for act in reversed(made) if act.verb != "ran"), made[-1])  # not the formatter that ran behind it
        roles |= {"by": deeds((mended,)), "by_n": mended.message}
        spans += (mended.span,)
    if end is not None:
        roles["passed"] = whole.index(end.position)
        spans += (end.outcome.span,)
    elif predicate == "chain.narrowed" and chain.narrower is not None:
        roles["narrower"] = whole.index(chain.narrower.position)
        spans += (chain.narrower.outcome.span,)
    figures, notes = _cost(whole, chain.first.started, until.position, changes)
    found = fact(predicate, spans, whole.index(chain.first.position), **roles, **figures)
    return with_notes(found, *notes, salience=_weight(chain, predicate, len(tries)))


_USAGE = re.compile(
    r"unrecogni[sz]ed|unknown (?:option|argument|command|flag)|unexpected argument|invalid option|no such (?:option|command)|"
    r"usage:|command not found|is not recognized|missing script|no rule to make|^error: found <n> error$"
)
"""A command that was given wrongly says nothing of the work."""


def _is_telling(chain: _Chain, same: int, tries: list[Act]) -> bool:
    """Return whether a chain is more than a slip: a check that found something, or an error that came again."""
    if is_check(chain.first):
        slip = _USAGE.search(chain.failures[0][1].key) and not any(act.verb == "installed" for act in tries)
        return len(chain.failures) > 1 or not slip
    return same > 1 or (len(chain.failures) > 1 and bool(tries) and not chain.first.scripted)


def _predicate(whole: Whole, chain: _Chain, end: Run | None, made: list[Act], changes: _Changes) -> str:
    if end is not None:
        return "chain.repaired" if made else "chain.cleared"
    if chain.narrower is not None and chain.narrower.number > chain.last.number:
        return "chain.narrowed"
    later = len(changes.positions) - 1 - chain.last.number
    asked = whole.analysis.signals.person_after(chain.last.position)
    return "chain.abandoned" if later >= WENT_ON or (asked is not None and later > 0) else "chain.open"


def _roles(whole: Whole, chain: _Chain, same: int, tries: list[Act]) -> dict[str, Arg]:
    act = chain.first.act
    roles: dict[str, Arg] = {
        "check": act.object_span or act.object,
        "error": chain.failures[0][1].span,
        "first": whole.index(chain.first.position),
        "failures": len(chain.failures),
        "times": same,
        "changed": len(tries),
    }
    if same < len(chain.failures):
        roles["last"] = chain.failures[-1][1].span
        roles["results"] = tuple(s.span for before, s in _steps(chain) if before != s.key)[:MOST_TOLD]
    return roles | ({"attempts": deeds(tries[:MOST_TOLD])} if tries else {})


def _steps(chain: _Chain) -> Iterator[tuple[str, Sign]]:
    """Yield each failure's sign with the key of the one before it; "" before the first."""
    before = ""
    for _, shown in chain.failures:
        yield before, shown
        before = shown.key


def _cost(whole: Whole, first: int, last: int, changes: _Changes) -> tuple[dict[str, Arg], list[Note]]:
    """Return what a chain cost in calls and in seconds, from its first run to its end, with footnotes."""
    n = changes.calls(first, last)
    begun, ended = whole.messages[first], whole.messages[last]
    figures: dict[str, Arg] = {"n": n}
    notes = [Note(f"calls in [msg {begun.index}]–[msg {ended.index}]: {n}")]
    start, end = begun.at, ended.ended or ended.at
    if start is not None and end is not None and end > start and first != last:
        # Of the times as the footnote shows them, to the second, so that its arithmetic holds.
        seconds = (end.replace(microsecond=0) - start.replace(microsecond=0)).total_seconds()
        figures["seconds"] = seconds
        shown = difference(end, start, whole.analysis.zone)
        notes.append(Note(f"{shown} = {exact_duration(seconds)}", (begun.index, ended.index)))
    return figures, notes


def _weight(chain: _Chain, predicate: str, tries: int) -> float:
    """Long chains, and those without a good end, say most of a session."""
    open_ended = predicate in ("chain.abandoned", "chain.open")
    return (
        1.0
        + min(len(chain.failures) - 1, 4) * 0.25
        + min(tries, 4) * 0.1
        + (0.5 if open_ended and is_check(chain.first) else 0.0)
    )
