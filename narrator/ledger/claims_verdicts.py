"""What the record says of a claim: which result bears on it, and whether it bears it out.

A claim about tests is decided by a run of tests that fits it: the last before it or, if the work changed since, the first after
it that no edit parts from it; one about an edit, a commit or a push by that very call. Nothing else is decided: "unverified" is
an answer.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from narrator.ledger.claims_checks import Run
from narrator.ledger.claims_cues import About
from narrator.ledger.claims_deeds import of_edit, of_publishing, of_service
from narrator.ledger.claims_edits import count_between
from narrator.ledger.claims_prose import Key, Said
from narrator.ledger.claims_record import LOOKED_THROUGH, UNVERIFIED, Record, Ruling
from narrator.ledger.claims_words import Claim
from narrator.observations.vocabulary import words

CHECKED: frozenset[About] = frozenset(("tests", "build", "compile", "types", "lint", "checks", "ci"))
KINDS: tuple[About, ...] = ("tests", "build", "types", "lint", "checks")
"""What "all checks" stands for, as far as it was run."""
PUBLISHED: frozenset[About] = frozenset(("commit", "push", "pull request"))
_ALL = re.compile(r"\b(?:all|every|full|whole|entire|complete)\b")
_COUNT = re.compile(r"\b(\d[\d,]*)(?:/(\d+))?\b")
_GENERIC = words(
    "the a an all every both these those new relevant focused targeted related final last first second full whole entire",
    "complete our my updated existing affected rebuilt local repo project test tests suite suites and or of now two three four",
    "five six seven eight nine ten unit regression its their own other remaining package packages worker thought so also main",
    "normal run set same production release debug clean fresh check checks type linter lint original previous",
)
"""Words before "tests" that pick no part that a command would name."""
_APART = words("integration e2e end-to-end browser docs doc doctest smoke acceptance performance ui playwright")
"""Kinds of tests that a run of "the tests" often leaves out."""
_ONGOING = re.compile(
    r"\b(?:still (?:passing|green|pass)|so far|as they run|are passing|are running|underway|"
    r"is now (?:in|through|past))\b",
    re.IGNORECASE,
)
"""Words of a run that isn't over: only its end, which follows, can decide."""
_EVERYTHING = re.compile(r"\b(?:all|every\w*|checks)\b", re.IGNORECASE)
_CLEAN = re.compile(r"\bclean(?:ly)?\b", re.IGNORECASE)
"""What is said to be so isn't, for sure, where there were warnings."""
_PASSING = re.compile(r"\b(?:pass|green)", re.IGNORECASE)
_SINGLES = re.compile(
    r"\b(?:focused|targeted|new|relevant|related|affected|updated|regression|these|those|"
    r"three|two|both|four|five|six|my|[\w-]+-focused)\b"
)
"""Words before "tests" of single ones: to run the files that hold them is enough."""


def rule(record: Record, said: Said, claim: Claim) -> Ruling:
    """Return what the record says of one claim of a sentence."""
    if claim.about in CHECKED:
        return _of_check(record, said, claim)
    if claim.about in PUBLISHED:
        return of_publishing(record, said, claim)
    if claim.about == "edit":
        return of_edit(record, said, claim)
    if claim.about == "service":
        return of_service(record, said)
    return UNVERIFIED


def _of_check(record: Record, said: Said, claim: Claim) -> Ruling:
    text = record.whole.words_of(said.span)
    if claim.about == "checks" and not _picks(claim):
        return _of_everything(record, said, text)
    changes = record.code_of(claim.about)
    before, after = _around(record.runs.get(claim.about, []), said.key)
    fresh = [r for r in before if not count_between(changes, r.key, said.key)]
    following = [r for r in after if not count_between(changes, said.key, r.key)]
    for several, first in (([] if _ONGOING.search(text) else fresh, False), (following, True)):
        fitting = [r for r in several if _fits(claim, r)]
        ruling = _by_runs(claim, fitting, excused=said.excused, first=first)
        if ruling.verdict == "supported" and _CLEAN.search(text) and _warns(fitting[0] if first else fitting[-1]):
            return ruling._replace(verdict="unverified")
        if ruling.verdict != "unverified":
            return ruling
    nearest = (fresh or before)[-1:]
    return UNVERIFIED if not nearest else _open(nearest[0], is_fresh=bool(fresh))


def _warns(run: Run) -> bool:
    return any(name == "warnings" and int(count) for name, count in run.figures)


def _around(runs: list[Run], key: Key) -> tuple[list[Run], list[Run]]:
    """Return the runs before and after a place of which it is known how they ended."""
    at = bisect_left(runs, key, key=lambda r: r.key)
    before, after = runs[max(0, at - LOOKED_THROUGH) : at], runs[at : at + LOOKED_THROUGH]
    return [r for r in before if r.passed is not None], [r for r in after if r.passed is not None]


def _open(run: Run, *, is_fresh: bool) -> Ruling:
    why = "the work changed since" if not is_fresh else "it isn't all that is claimed" if run.passed else ""
    return Ruling("unverified", (run.span,), run.key, "; ".join(t for t in (run.said, why) if t))


def _of_everything(record: Record, said: Said, text: str) -> Ruling:
    """Decide "all checks pass" by the last run of each kind since the work changed: one that failed is enough against it."""
    begun = record.whole.analysis.signals.person_before(said.key[0] + 1) or 0
    # "Clean." speaks of what has just been run; "all checks pass", of all that was.
    begun = begun if _EVERYTHING.search(text) else max(begun, said.key[0] - 1)
    last: dict[About, Run] = {}
    # "Clean" is said of linters and compilers, not of tests.
    for about in KINDS if _PASSING.search(text) else KINDS[1:]:
        changes = record.code_of(about)
        runs = record.runs.get(about, [])
        at = bisect_left(runs, said.key, key=lambda r: r.key)
        if at and runs[at - 1].key[0] >= begun and not count_between(changes, runs[at - 1].key, said.key):
            last[about] = runs[at - 1]
    if "tests" in last and last["tests"].passed and not last["tests"].whole:
        del last["tests"]
    needed = {"tests", "checks"} if _PASSING.search(text) else last.keys()
    latest = sorted(dict.fromkeys(last.values()), key=lambda r: r.key)
    bad = [r for r in latest if r.passed is False]
    if bad and not said.excused:
        return Ruling("contradicted", (bad[-1].span,), bad[-1].key, bad[-1].said)
    if not latest or any(not r.passed for r in latest):
        return UNVERIFIED
    if not needed & last.keys():
        return _open(latest[-1], is_fresh=True)
    return Ruling("supported", tuple(r.span for r in latest), latest[-1].key, "; ".join(dict.fromkeys(r.said for r in latest)))


def _by_runs(claim: Claim, runs: Sequence[Run], *, excused: bool, first: bool) -> Ruling:
    """Decide by runs between which and the claim nothing changed: the last of them, or the first that follows."""
    if not runs:
        return UNVERIFIED
    run = runs[0] if first else _telling(claim, runs)
    if run.passed:
        return Ruling("supported", (run.span,), run.key, run.said)
    if excused or (first and claim.about != "tests") or _is_part_only(claim):
        return UNVERIFIED
    return Ruling("contradicted", (run.span,), run.key, run.said)


def _telling(claim: Claim, runs: Sequence[Run]) -> Run:
    """Return the run that counts: a failure, unless the same or all has passed since; else the last."""
    if not _ALL.search(claim.scope):
        return runs[-1]
    bad = next((n for n in range(len(runs) - 1, -1, -1) if not runs[n].passed), None)
    if bad is None or any(r.passed and (r.whole or r.command == runs[bad].command) for r in runs[bad + 1 :]):
        return runs[-1]
    return runs[bad]


def _is_part_only(claim: Claim) -> bool:
    """Return whether a claim speaks of a part: another part's failure says nothing against it."""
    return bool(_picks(claim)) or (_COUNT.search(claim.scope) is not None and not claim.scope.startswith("all"))


def _picks(claim: Claim) -> frozenset[str]:
    """Return the words that say which part is meant."""
    named = re.findall(r"[^\W\d_][\w-]+", claim.scope)
    return frozenset(w for w in named if w not in _GENERIC and len(w) > 2 and not w.endswith("-focused") and set(w) != {"x"})


def _fits(claim: Claim, run: Run) -> bool:
    """Return whether a run can decide a claim: it ran what is claimed; a part that passes doesn't bear out "all"."""
    picks = _picks(claim)
    counted = _COUNT.search(claim.scope)
    if counted is not None and claim.about == "tests":
        return _same_count(counted, run)
    if run.narrow and picks and not _SINGLES.search(claim.scope) and claim.about == "tests" and not claim.single:
        return False
    if picks and all(word in run.command for word in picks):
        return True
    if picks & _APART or (picks and not (run.whole and run.passed and claim.about in ("tests", "build"))):
        return False
    if _ALL.search(claim.scope):
        return run.whole or not run.passed
    return True


def _same_count(counted: re.Match[str], run: Run) -> bool:
    passed = sum(int(n) for name, n in run.figures if name == "passed")
    return run.passed is True and passed == int(counted[1].replace(",", ""))
