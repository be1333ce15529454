"""How a schema is filled: each fact once, in order, as many as it wants; what has nothing to say is left out."""

from __future__ import annotations

from typing import Any

import pytest

from narrator.analysis import Analysis, analyze
from narrator.assets import folder
from narrator.evidence import Fact, fact
from narrator.model import Span
from narrator.planning import DocumentPlan, SectionPlan, plan
from narrator.planning.moments import Moment
from narrator.planning.schemas import Schema
from narrator.planning.structure import fill
from narrator.readers import read

WHOLE = (Span(session="s", message=1),)
MOMENT = Moment("cut.recorded.stop", (), WHOLE)


def a(predicate: str, at: int = 1, salience: float = 1.0, words: Span | None = None) -> Fact:
    made = fact(predicate, WHOLE, at, **({"words": words} if words else {}))
    return Fact(made.predicate, made.args, made.spans, at, salience)


def quoted(start: int, end: int, message: int = 1) -> Span:
    return Span(session="s", message=message, part=0, start=start, end=end)


def filled(facts: list[Fact], *passages: dict[str, Any], **section: Any) -> tuple[SectionPlan, ...]:
    whole = {"name": "only", "heading": False, **section, "passages": passages}
    schema = Schema.model_validate({"kind": "essay", "subject": "message", "sections": [whole]})
    return fill(schema, MOMENT, tuple(facts), frozenset())


def told(sections: tuple[SectionPlan, ...]) -> list[list[str]]:
    return [[f"{n.nucleus.predicate}@{n.nucleus.at}" for n in p.nodes] for s in sections for p in s.passages]


def test_facts_come_in_the_order_of_the_patterns_then_in_time() -> None:
    found = [a("work.b", 3), a("work.a", 9), a("work.b", 2), a("work.a", 4)]
    assert told(filled(found, {"predicates": ["work.b", "work.a"]})) == [["work.b@2", "work.b@3", "work.a@4", "work.a@9"]]


def test_the_weightiest_are_taken_and_told_in_time() -> None:
    found = [a("step", 1, 1.0), a("step", 2, 3.0), a("step", 3, 0.5), a("step", 4, 2.0)]
    assert told(filled(found, {"predicates": ["step"], "order": "weight", "most": 2})) == [["step@2", "step@4"]]


def test_equal_weights_fall_to_the_earlier() -> None:
    found = [a("step", 3), a("step", 1), a("step", 2)]
    assert told(filled(found, {"predicates": ["step"], "order": "weight", "most": 2})) == [["step@1", "step@2"]]


def test_a_fact_is_told_once_however_many_patterns_fit_it() -> None:
    passages = ({"predicates": ["work.*", "work.a"]}, {"predicates": ["work.a"]})
    assert told(filled([a("work.a")], *passages)) == [["work.a@1"]]


def test_words_are_quoted_once() -> None:
    first, same, inside, other = (
        a("said", n, words=w) for n, w in enumerate((quoted(0, 9), quoted(0, 9), quoted(4, 6), quoted(9, 12)), 1)
    )
    assert told(filled([first, same, inside, other], {"predicates": ["said"]})) == [["said@1", "said@4"]]
    again = told(filled([first, same, other], {"predicates": ["said"], "most": 1}, {"predicates": ["said"]}))
    assert again == [["said@1"], ["said@4"]]


def test_the_same_place_in_another_message_is_another_quotation() -> None:
    found = [a("said", 1, words=quoted(0, 9)), a("said", 2, words=quoted(0, 9, message=2))]
    assert told(filled(found, {"predicates": ["said"]})) == [["said@1", "said@2"]]


@pytest.mark.parametrize(("many", "kept"), [(1, False), (2, True)])
def test_a_passage_with_less_than_it_needs_is_left_out(many: int, kept: bool) -> None:
    found = [a("step", n) for n in range(many)]
    assert bool(told(filled(found, {"predicates": ["step"], "least": 2}))) is kept


def test_facts_of_a_passage_that_was_left_out_may_be_told_elsewhere() -> None:
    assert told(filled([a("step")], {"predicates": ["step"], "least": 2}, {"predicates": ["step"]})) == [["step@1"]]


@pytest.mark.parametrize(("facts", "kept"), [([], False), ([a("step")], False), ([a("step"), a("step", 2)], True)])
def test_a_section_with_less_than_it_needs_is_left_out(facts: list[Fact], kept: bool) -> None:
    assert bool(filled(facts, {"predicates": ["step"]}, least=2)) is kept


def test_a_section_with_nothing_to_say_is_left_out() -> None:
    assert filled([a("other")], {"predicates": ["step"]}) == ()


def test_facts_of_a_section_that_was_left_out_may_be_told_elsewhere() -> None:
    sections = [
        {"name": name, "heading": False, "least": least, "passages": [{"predicates": ["step"]}]}
        for name, least in (("first", 2), ("second", 1))
    ]
    schema = Schema.model_validate({"kind": "essay", "subject": "message", "sections": sections})
    found = fill(schema, MOMENT, (a("step"),), frozenset())
    assert [s.name for s in found] == ["second"]


@pytest.mark.parametrize(("pattern", "kept"), [("cut.*", True), ("*", True), ("spoken.*", False), ("cut.recorded", False)])
def test_sections_and_passages_are_of_their_moments(pattern: str, kept: bool) -> None:
    assert bool(filled([a("step")], {"predicates": ["step"], "moments": [pattern]})) is kept
    assert bool(filled([a("step")], {"predicates": ["step"]}, moments=[pattern])) is kept


def test_the_first_node_is_the_nucleus_and_the_others_serve_as_the_schema_says() -> None:
    found = [a("step", n) for n in range(4)]
    (section,) = filled(found, {"predicates": ["step"], "relations": ["cause", "contrast"]})
    assert [n.relation for n in section.passages[0].nodes] == ["nucleus", "cause", "contrast", "nucleus"]


def test_a_heading_is_the_one_for_the_moment() -> None:
    schema = Schema.model_validate(
        {"kind": "essay", "subject": "message", "sections": [{"name": "work", "passages": [{"predicates": ["step"]}]}]}
    )
    (section,) = fill(schema, MOMENT, (a("step"),), frozenset({"heading.work", "heading.work.cut", "heading.work.spoken"}))
    assert section.heading is not None
    assert section.heading.predicate == "heading.work.cut"


# ----------------------------------------------------------------------------------------------------- real documents
@pytest.fixture(scope="module")
def plans() -> list[DocumentPlan]:
    """Plans about every fourth message of the shipped sessions."""
    made: list[DocumentPlan] = []
    for file in sorted(folder("corpora").glob("*/*.json*")):
        analysis: Analysis = analyze(read(file))
        made += [plan(analysis, m.index) for m in analysis.transcript.messages[::4]]
    return made


def test_no_document_tells_a_fact_twice(plans: list[DocumentPlan]) -> None:
    for made in plans:
        facts = [id(f) for s in made.sections for f in s.facts()]
        assert len(facts) == len(set(facts)), (made.session, made.subject)


POINTS_BACK = ("thesis", "conclusion", "contrast", "lesson", "relisted")
"""What quotes on purpose what stands elsewhere too: openings, ends, tables, findings that set two places side by side."""


def test_no_document_quotes_the_same_words_twice(plans: list[DocumentPlan]) -> None:
    for made in plans:
        body = [f for s in made.sections for f in s.facts() if not f.predicate.startswith(POINTS_BACK)]
        spans = [v for f in body for v in dict.fromkeys(v for _, v in f.args if isinstance(v, Span))]
        doubles = {s for s in spans if spans.count(s) > 1}
        assert not doubles, (made.session, made.subject, [f.predicate for f in body if doubles & {v for _, v in f.args}])


def test_no_section_or_passage_is_empty(plans: list[DocumentPlan]) -> None:
    for made in plans:
        assert made.sections
        assert all(s.passages and all(p.nodes for p in s.passages) for s in made.sections)
        assert all(s.heading is not None or s.name in ("opening", "session") for s in made.sections)
