"""Each check that was run (tests, linters, type checkers, builds), and what changed against the run of the same check before."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.evidence import Arg, Fact, fact
from narrator.evidence.values import Note, with_notes
from narrator.ledger.runs import Run, is_check, runs
from narrator.ledger.signs import Sign, sign
from narrator.ledger.whole import Whole
from narrator.model import Span

MOST_NAMES = 20
"""Names of failing tests that a fact holds."""
TURNED = 1.5
_BAD = ("failed", "errors", "problems", "issues", "packages failed", "hooks failed")


def find_checks(whole: Whole) -> Iterator[Fact]:
    """Yield `check.passed` or `check.failed` for each run, then `check.turned` where it ended otherwise than the one before.

    Roles: check (its words), counts (name and number), words (of its result, of a failure the error), failing (names of tests);
    of a turn: from_n and n (messages), was (`passed` or `failed`), newly_failing and newly_passing (names), fewer or more (of
    what failed; a footnote subtracts).
    """
    before: dict[tuple[str, ...], tuple[Run, Sign | None]] = {}
    for run in runs(whole):
        if not is_check(run) or not (run.failed or run.passed):
            continue
        shown = sign(whole, run) if run.failed else None
        yield _ran(whole, run, shown)
        known = before.get(run.key)
        before[run.key] = run, shown
        if known is not None and not run.scripted:
            turned = _turned(whole, *known, run, shown)
            if turned is not None:
                yield turned


def _ran(whole: Whole, run: Run, shown: Sign | None) -> Fact:
    outcome = run.outcome
    roles: dict[str, Arg] = {"check": run.act.object_span or run.act.object, "sort": run.sort, "n": whole.index(run.position)}
    if outcome.figures:
        roles["counts"] = tuple((name, int(count)) for name, count in outcome.figures)
    if shown is not None:
        roles["words"] = shown.span
        if shown.failing:
            roles["failing"] = shown.failing[:MOST_NAMES]
    elif outcome.span.start or outcome.span.end is not None:
        roles["words"] = outcome.span
    spans = (outcome.span,) if shown is None else (shown.span, outcome.span)
    return fact("check.passed" if shown is None else "check.failed", spans, whole.index(run.position), **roles)


def _turned(whole: Whole, old: Run, was: Sign | None, new: Run, now: Sign | None) -> Fact | None:
    failing, passing = _names(whole, now, was), _names(whole, was, now)
    if was is not None and now is not None and not (was.failing and now.failing):
        failing = passing = ()  # of a run that failed without names it isn't known which those are
    gap = _gap(old, new)
    if (was is None) == (now is None) and not failing and not passing and gap is None:
        return None
    roles: dict[str, Arg] = {
        "check": new.act.object_span or new.act.object,
        "was": "passed" if was is None else "failed",
        "now": "passed" if now is None else "failed",
        "from_n": whole.index(old.position),
        "n": whole.index(new.position),
    }
    if failing:
        roles["newly_failing"] = failing[:MOST_NAMES]
    if passing:
        roles["newly_passing"] = passing[:MOST_NAMES]
    notes: tuple[Note, ...] = ()
    if gap is not None:
        high, low = max(gap), min(gap)
        roles["fewer" if gap[0] > gap[1] else "more"] = high - low
        notes = (Note(f"{high} − {low} = {high - low}", (whole.index(old.position), whole.index(new.position))),)
    spans = ((was.span if was else old.outcome.span), (now.span if now else new.outcome.span))
    return with_notes(fact("check.turned", spans, whole.index(new.position), **roles), *notes, salience=TURNED)


def _names(whole: Whole, those: Sign | None, without: Sign | None) -> tuple[Span, ...]:
    """Return the names of the failing tests of one run that another doesn't hold."""
    if those is None:
        return ()
    known = {whole.words_of(n) for n in without.failing} if without else set()
    return tuple(n for n in those.failing if whole.words_of(n) not in known)


def _gap(old: Run, new: Run) -> tuple[int, int] | None:
    """Return how many things failed before and now, where both runs failed with a count of the same kind."""
    was, now = dict(old.outcome.figures), dict(new.outcome.figures)
    name = next((n for n in _BAD if int(was.get(n, 0)) and int(now.get(n, 0))), None)
    if name is None or was[name] == now[name]:
        return None
    return int(was[name]), int(now[name])
