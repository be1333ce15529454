"""What holds of every fact, whichever extractor found it: it stands on spans of its session, and names its finder."""

from __future__ import annotations

import pytest

from narrator.analysis import Analysis, analyze
from narrator.assets import folder
from narrator.evidence import EXTRACTORS, Arg, Fact, gather, stretch_about
from narrator.findings import findings_of
from narrator.model import Span
from narrator.readers import read
from narrator.redaction import source_text
from narrator.references import find

SESSIONS = ("dflash/session.jsonl", "opencode-lab/aborts.json", "opencode-lab/overflow-error.json")


@pytest.fixture(scope="module", params=SESSIONS)
def found(request: pytest.FixtureRequest) -> tuple[Analysis, dict[int, tuple[Fact, ...]]]:
    """Every fact about every third message of a corpus (of a short one, about every message)."""
    analysis = analyze(read(folder("corpora") / request.param))
    messages = analysis.transcript.messages[:: 3 if len(analysis.transcript.messages) > 50 else 1]
    out = {}
    for message in messages:
        stretch = stretch_about(analysis, message.index)
        facts = gather(stretch)
        out[message.index] = (*facts, *(f for finding in findings_of(stretch, facts) for f in finding.facts))
    return analysis, out


Found = tuple[Analysis, dict[int, tuple[Fact, ...]]]


def spans_in(arg: Arg) -> list[Span]:
    if isinstance(arg, tuple):
        return [s for a in arg for s in spans_in(a)]
    return [arg] if isinstance(arg, Span) else []


def test_every_fact_stands_on_spans_that_lie_in_the_session(found: Found) -> None:
    analysis, about = found
    for facts in about.values():
        for fact in facts:
            assert fact.spans, fact.predicate
            for span in fact.spans:
                whole = source_text(analysis.transcript, span.model_copy(update={"start": 0, "end": None}))
                assert 0 <= span.start <= len(whole), (fact.predicate, span)
                assert span.end is None or span.start < span.end <= len(whole), (fact.predicate, span)


def test_what_a_fact_quotes_are_words(found: Found) -> None:
    analysis, about = found
    for facts in about.values():
        quoted = [(f.predicate, s) for f in facts for _, arg in f.args for s in spans_in(arg)]
        assert all(source_text(analysis.transcript, span).strip() for _, span in quoted)


def test_what_a_fact_quotes_it_stands_on_or_stands_beside(found: Found) -> None:
    _, about = found
    for facts in about.values():
        for fact in facts:
            cited = set(fact.messages) | {n for name, n in fact.args if isinstance(n, int)}
            assert {s.message for _, arg in fact.args for s in spans_in(arg)} <= cited, fact.predicate


def test_facts_stay_within_their_stretch_but_for_counts_and_the_persons_next_word(found: Found) -> None:
    analysis, about = found
    for index, facts in about.items():
        stretch = stretch_about(analysis, index)
        inside = range(stretch.index(stretch.start), stretch.index(stretch.end - 1) + 1)
        for fact in facts:
            if not fact.predicate.startswith(("likes.", "survival.", "intervention.", "contrast.", "response.none", "session.")):
                assert set(fact.messages) <= set(inside), fact.predicate


def test_every_fact_names_its_extractor_in_the_order_of_the_table(found: Found) -> None:
    analysis, about = found
    order = [name for name, _ in EXTRACTORS]
    for index in about:
        names = [f.found_by for f in gather(stretch_about(analysis, index))]
        assert names == sorted(names, key=order.index)


def test_notes_cite_messages_that_are_there(found: Found) -> None:
    analysis, about = found
    indices = {m.index for m in analysis.transcript.messages}
    for facts in about.values():
        for note in (n for f in facts for n in f.notes):
            assert set(note.messages) <= indices
            assert all({c.first, c.last} <= indices for c in find(note.text)), note.text


def test_the_same_facts_come_again(found: Found) -> None:
    analysis, about = found
    index = next(iter(about))
    assert gather(stretch_about(analysis, index)) == gather(stretch_about(analysis, index))


def test_extractors_have_names_of_their_own() -> None:
    assert len({name for name, _ in EXTRACTORS}) == len(EXTRACTORS)
