"""The record that claims are held against: the runs of checks, the edits, the answers of services; and what a ruling holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from narrator.ledger.claims_checks import Run, find_runs
from narrator.ledger.claims_cues import About
from narrator.ledger.claims_edits import Edits, read_edits
from narrator.ledger.claims_prose import Key
from narrator.ledger.claims_services import Answer, read_answers
from narrator.ledger.whole import Whole
from narrator.model import Span

Verdict = Literal["supported", "contradicted", "unverified"]
LOOKED_THROUGH = 60
"""Runs before a claim, and after it, that are looked through."""


class Ruling(NamedTuple):
    """What is decided of one claim."""

    verdict: Verdict
    by: tuple[Span, ...] = ()
    """The results that decide, or, where nothing is decided, the nearest one."""
    key: Key | None = None
    """Where the last of these calls stands."""
    result: str = ""
    """How it ended, short; or why nothing is decided."""
    files: tuple[str, ...] = ()
    """The files of the edit that decides."""


UNVERIFIED = Ruling("unverified")


@dataclass(frozen=True)
class Record:
    """What claims are held against."""

    whole: Whole
    runs: dict[About, list[Run]]
    edits: Edits
    answers: dict[str, list[Answer]]

    def code_of(self, about: About) -> list[Key]:
        """Return where what such a check looks at changed, ascending."""
        return self.edits.anything if about in ("lint", "checks", "ci") else self.edits.code


def read_record(whole: Whole) -> Record:
    """Return the session's runs and edits."""
    runs: dict[About, list[Run]] = {}
    for run in find_runs(whole):
        for about in run.abouts:
            runs.setdefault(about, []).append(run)
    return Record(whole, runs, read_edits(whole), read_answers(whole))
