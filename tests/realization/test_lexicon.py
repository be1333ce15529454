"""The lexicon and the code fit: what can be said has words, words have something to say, each wording has its roles."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import get_args

import pytest
from jinja2 import Environment, meta

from narrator.analysis import Analysis, analyze
from narrator.assets import folder
from narrator.evidence import Fact, gather, stretch_about
from narrator.evidence.hypotheses import GRADES
from narrator.evidence.hypotheses import RULES as HYPOTHESES
from narrator.findings import find
from narrator.lexicon import Entry, load_lexicon
from narrator.observations.sorts import Sort
from narrator.observations.values import Activity, SpeechAct
from narrator.planning.schemas import load_schema
from narrator.planning.structure import COLOPHON
from narrator.planning.values import Relation
from narrator.readers import read
from narrator.realization.templates import Wordings
from tests.realization.possible import Made, possible_facts, possible_moments

LEXICON = load_lexicon("essay")
HEADLINES = ("title", "thesis", "conclusion", "heading")
GLOBALS = frozenset({"msg"})
QUERY = Environment(autoescape=True)
QUERY.filters = dict.fromkeys(
    re.findall(r"\|\s*(\w+)", "".join(w for e in LEXICON.values() for w in (*e.wordings, *e.cells))), str
)


def templates(entry: Entry) -> tuple[str, ...]:
    return (*entry.wordings, *entry.cells)


def roles_of(wording: str) -> frozenset[str]:
    """Return the roles that a wording asks for."""
    return frozenset(meta.find_undeclared_variables(QUERY.parse(wording))) - GLOBALS


def slot(name: str) -> str:
    return name.split(".")[0].partition("+")[0]


MADE: dict[str, list[Made]] = {}
for each in sorted(possible_facts(), key=lambda m: (m.predicate or "", sorted(m.roles or ()))):
    MADE.setdefault(each.predicate or "", []).append(each)
WORDED = {name: entry for name, entry in LEXICON.items() if slot(name) not in (*HEADLINES, "phrase", "relation")}
TAKEN = [p for s in load_schema("essay").sections for q in s.passages for p in q.predicates] + [COLOPHON]


def is_taken(predicate: str) -> bool:
    """Return whether some passage of the essay takes a predicate."""
    return any(fnmatchcase(predicate, pattern) for pattern in TAKEN)


# ------------------------------------------------------------------------------------------------- by the code's own source
def test_the_source_tells_each_predicate_and_its_roles() -> None:
    assert len(MADE) > 100
    assert "" not in MADE
    assert all(made.roles is not None for found in MADE.values() for made in found)


def test_what_an_essay_tells_has_words() -> None:
    assert sorted(p for p in MADE if is_taken(p) and p not in LEXICON) == []


def test_what_the_code_can_find_has_words() -> None:
    assert sorted(set(MADE) - set(LEXICON)) == []


def test_no_wording_is_dead() -> None:
    assert sorted(set(WORDED) - set(MADE)) == []


def test_what_has_words_is_told() -> None:
    assert sorted(p for p in WORDED if not is_taken(p)) == []


@pytest.mark.parametrize("predicate", sorted(set(WORDED) & set(MADE)))
def test_a_wording_asks_for_roles_that_its_fact_always_has(predicate: str) -> None:
    for made in MADE[predicate]:
        for wording in templates(WORDED[predicate]):
            assert roles_of(wording) <= (made.roles or frozenset()), wording


def test_headlines_are_of_moments_that_can_be() -> None:
    moments = possible_moments()
    assert len(moments) > 30
    for name in (n for n in LEXICON if slot(n) in HEADLINES):
        pieces = name.partition("+")[0].split(".")[2 if slot(name) == "heading" else 1 :]
        assert not pieces or any(m.split(".")[: len(pieces)] == pieces for m in moments), name


def test_headings_are_of_sections_that_are() -> None:
    sections = {s.name for s in load_schema("essay").sections if s.heading}
    assert {n.split(".")[1] for n in LEXICON if slot(n) == "heading"} == sections


PHRASES = {
    "act": {*get_args(SpeechAct), "repeat"},
    "activity": set(get_args(Activity)),
    "check": set(get_args(Sort)) - {"build", "other"},
    "grade": {word for _, word in GRADES},
    "hypothesis": {rule.name for rule in HYPOTHESES},
}


@pytest.mark.parametrize("kind", PHRASES)
def test_every_value_has_a_phrase_and_every_phrase_a_value(kind: str) -> None:
    written = {n.removeprefix(f"phrase.{kind}.") for n in LEXICON if n.startswith(f"phrase.{kind}.")}
    assert written == PHRASES[kind]


def test_phrases_and_relations_are_of_known_kinds() -> None:
    assert {n.split(".")[1] for n in LEXICON if slot(n) == "phrase"} == set(PHRASES)
    assert {n.split(".")[1] for n in LEXICON if slot(n) == "relation"} <= set(get_args(Relation))


def test_phrases_hold_no_roles() -> None:
    assert [n for n, e in LEXICON.items() if slot(n) == "phrase" and any(roles_of(w) for w in e.wordings)] == []


def test_a_row_has_cells_and_a_sentence_has_wordings() -> None:
    tables = [p for s in load_schema("essay").sections for q in s.passages if q.layout == "table" for p in q.predicates]
    for predicate in WORDED:
        assert bool(LEXICON[predicate].cells) == any(fnmatchcase(predicate, p) for p in tables), predicate
    assert len({len(e.cells) for e in WORDED.values() if e.cells}) == 1


def test_wordings_leave_citation_and_stop_to_the_writer() -> None:
    for name, entry in LEXICON.items():
        for wording in templates(entry):
            assert wording == wording.strip(), name
            assert not wording.endswith((".", ",", ";")), name
            assert not re.search(r"  |\s[.,;:]", re.sub(r"\{\{.*?\}\}", "x", wording)), name


def test_wordings_of_one_predicate_differ() -> None:
    assert [n for n, e in LEXICON.items() if len(set(e.wordings)) < len(e.wordings)] == []


def test_framing_holds_no_number_name_or_quotation() -> None:
    for name, entry in LEXICON.items():
        if entry.framing:
            assert not any(re.search(r"\d|[“”`]|\{\{|\b[A-Z]\w*[A-Z]", w) for w in templates(entry)), name


# ------------------------------------------------------------------------------------------------- by what is really found
def every_fact(analysis: Analysis, index: int) -> tuple[Fact, ...]:
    stretch = stretch_about(analysis, index)
    facts = gather(stretch)
    return (*facts, *find(stretch, facts))


@pytest.mark.parametrize(
    "file",
    ["dflash/session.jsonl", *(f"opencode-lab/{p.name}" for p in sorted((folder("corpora") / "opencode-lab").glob("*.json")))],
)
def test_every_wording_of_what_is_found_renders_and_was_foreseen(file: str) -> None:
    analysis = analyze(read(folder("corpora") / file))
    wordings = Wordings(analysis.transcript, LEXICON)
    step = 3 if len(analysis.transcript.messages) > 50 else 1
    for message in analysis.transcript.messages[::step]:
        for found in every_fact(analysis, message.index):
            roles = frozenset(name for name, _ in found.args)
            assert Made(found.predicate, roles) in MADE.get(found.predicate, ()), found.predicate
            for wording in templates(LEXICON.get(found.predicate, Entry(()))):
                assert wordings.render(wording, dict(found.args)) or not wording, found.predicate
