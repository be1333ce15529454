"""Documents that narrator wrote, made false in every way of `MUTATIONS`: the checker sees it, and alarms at nothing else.

What a mutation makes false is told without the checker (`record`). A rule is mended for the kind of a mutant that gets past it,
never for the mutant.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.assets import folder
from narrator.checking import verdicts
from tests.mutation.measure import BARE, Tally, documents, survey
from tests.mutation.mutants import MUTATIONS, shifted_figure
from tests.mutation.page import Page
from tests.mutation.record import Record
from tests.shared import SHARED, needs_shared, sessions

CORPORA = sorted(p for p in Path(folder("corpora")).rglob("*.json*"))
LAB = sorted((Path(__file__).parents[1] / "data" / "opencode-lab" / "1.18.33").glob("*.json"))
HARNESSES = (
    *("claude-code", "codex", "opencode", "pi", "copilot-cli", "gemini-cli", "aider", "atif", "mini-swe-agent"),
    *("openhands", "specstory", "swe-agent"),
)
WANTED = 0.99
"""The share of the mutants with something to look up that is caught."""
MEANT = ("speech act changed", "before and after", "speaker swapped", "quantifier turned", "citations exchanged")
"""Mutations of what a sentence means: some of what they make is neither true nor false by the record."""
LEAST = 0.9
"""The share of these, and of mutants with nothing to look up, that is caught or told to be unknown."""


def _lowest(tally: Tally) -> dict[str, float]:
    """Return the rates that fall short of what is asked of their kind."""
    least = {name: LEAST if name in MEANT or name.endswith(BARE) else WANTED for name in tally.made}
    few = {name: least[name] - 1 / made for name, made in tally.made.items()}  # one mutant in a few isn't a rate
    rates = {name: tally.told(name) if least[name] == LEAST else tally.rate(name) for name in tally.made}
    return {name: rate for name, rate in rates.items() if rate < few[name]}


def _sound(tally: Tally) -> None:
    assert tally.alarms == 0
    assert tally.unjudged <= 0.2 * tally.sentences
    assert _lowest(tally) == {}, tally.missed


def test_what_is_changed_in_documents_about_the_corpora_is_seen() -> None:
    tally = survey(documents(CORPORA, 1), each=1)  # an essay, a retrospective and a brief of each
    assert tally.documents == 3 * len(CORPORA)
    assert sum(tally.made.values()) > 50
    _sound(tally)


@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_what_is_changed_in_documents_about_the_laboratory_s_sessions_is_seen() -> None:
    tally = survey(documents([*CORPORA, *LAB], 3), each=2)
    assert tally.overall() >= 0.97
    _sound(tally)


@needs_shared
@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_what_is_changed_in_documents_about_real_sessions_is_seen() -> None:
    tally = survey(documents(sessions(*HARNESSES), 2), each=1)
    assert tally.overall() >= 0.97
    _sound(tally)


@needs_shared
@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_nothing_is_wrong_in_documents_about_real_sessions() -> None:
    for written in documents([*LAB, *sessions(*HARNESSES), *sorted(SHARED.glob("hostile/*.jsonl"))], 6):
        wrong = [(r.line, r.check, r.text) for r in verdicts(written.text, written.transcript) if r.verdict == "wrong"]
        assert wrong == [], (written.transcript.format, written.index)


def test_a_mutation_yields_only_changes() -> None:
    written = next(iter(documents(CORPORA[-1:], 1)))
    page, record = Page(written.text), Record(written.transcript)
    for name, mutation in MUTATIONS:
        for mutant in mutation(page, record):
            assert written.text[mutant.start : mutant.end] != mutant.new, name
    assert list(shifted_figure(page, record)) == list(shifted_figure(page, record))
