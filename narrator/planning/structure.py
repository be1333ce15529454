"""Fills a schema with facts: each fact is told once, each passage has something to say or is left out."""

from __future__ import annotations

from fnmatch import fnmatchcase

from narrator.evidence.values import Fact
from narrator.model import Span
from narrator.planning.moments import Moment
from narrator.planning.schemas import PassageSchema, Schema, SectionSchema
from narrator.planning.told import Told, without_doubles
from narrator.planning.values import Node, Passage, Relation, SectionPlan


def fill(schema: Schema, moment: Moment, facts: tuple[Fact, ...], known: frozenset[str]) -> tuple[SectionPlan, ...]:
    """Return the sections that have enough to say; `known` are the lexicon's predicates, which headings are chosen from."""
    told = Told()
    sections = []
    for section in schema.sections:
        filled = _section(section, moment, facts, told.copy(), known) if section.takes(moment.name) else None
        if filled is not None:
            told.add(filled.facts())
            sections.append(filled)
    return tuple(sections)


COLOPHON = "session.*"
"""The predicates of the section that ends every document."""


def colophon(facts: tuple[Fact, ...]) -> tuple[SectionPlan, ...]:
    """Return the section that ends every document, whatever its schema: the session, its time, what its source held."""
    nodes = tuple(Node("nucleus", f) for f in facts if fnmatchcase(f.predicate, COLOPHON))
    return (SectionPlan("session", None, (Passage("paragraph", nodes),)),) if nodes else ()


def _section(
    schema: SectionSchema, moment: Moment, facts: tuple[Fact, ...], told: Told, known: frozenset[str]
) -> SectionPlan | None:
    passages = []
    for passage in schema.passages:
        chosen = _choose(passage, facts, told) if passage.takes(moment.name) else []
        if chosen and len(chosen) >= passage.least:
            told.add(chosen)
            passages.append(_passage(passage, chosen))
    if sum(len(p.nodes) for p in passages) < schema.least:
        return None
    heading = headline(f"heading.{schema.name}", moment, known) if schema.heading else None
    return SectionPlan(schema.name, heading, tuple(passages))


def _choose(schema: PassageSchema, facts: tuple[Fact, ...], told: Told) -> list[Fact]:
    place: dict[int, int] = {}
    for rank, pattern in enumerate(schema.predicates):
        for found in facts:
            if fnmatchcase(found.predicate, pattern) and not told.has(found):
                place.setdefault(id(found), rank)
    fitting = [f for f in facts if id(f) in place]
    if schema.order == "given":
        return list(without_doubles(sorted(fitting, key=lambda f: (place[id(f)], f.at))))[: schema.most]
    heaviest = list(without_doubles(sorted(fitting, key=lambda f: (-f.salience, f.at))))[: schema.most]
    return sorted(heaviest, key=lambda f: (f.at, place[id(f)]))


def _passage(schema: PassageSchema, chosen: list[Fact]) -> Passage:
    relations: tuple[Relation, ...] = ("nucleus", *schema.relations)
    nodes = (Node(relations[i] if i < len(relations) else "nucleus", f) for i, f in enumerate(chosen))
    return Passage(schema.layout, tuple(nodes))


def headline(slot: str, moment: Moment, known: frozenset[str]) -> Fact | None:
    """Return the fact that words a title, heading or opening: the most particular predicate that the lexicon knows.

    A predicate's name may end in roles, "thesis.spoken+answered": it serves moments that have them, and goes before the plain
    one. None where the lexicon knows no name at all.
    """
    names = moment.name.split(".")
    roles = {name for name, _ in moment.roles}
    for length in range(len(names), -1, -1):
        name = ".".join([slot, *names[:length]])
        fitting = [p for p in known if p.partition("+")[0] == name and set(p.split("+")[1:]) <= roles]
        if fitting:
            predicate = max(fitting, key=lambda p: (p.count("+"), p))
            return Fact(predicate, moment.roles, _stands_on(moment, predicate), moment.spans[0].message)
    return None


def _stands_on(moment: Moment, predicate: str) -> tuple[Span, ...]:
    named = (value for role, value in moment.roles if role in predicate.split("+")[1:])
    return (*moment.spans, *(value for value in named if isinstance(value, Span)))
