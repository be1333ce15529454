"""Fills a schema with facts: each fact is told once, each passage has something to say or is left out."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

from narrator.evidence.values import Fact
from narrator.model import Span
from narrator.planning.moments import Moment
from narrator.planning.schemas import PassageSchema, Schema, SectionSchema
from narrator.planning.told import Told, without_doubles
from narrator.planning.values import Node, Passage, Relation, SectionPlan

Stretches = tuple[tuple[int, int], ...]
"""First and last index of each phase."""


def fill(
    schema: Schema, moment: Moment, facts: tuple[Fact, ...], known: frozenset[str], phases: Stretches = ()
) -> tuple[SectionPlan, ...]:
    """Return the sections that have enough to say; `known` are the lexicon's predicates, which headings are chosen from.

    Passages of each phase are filled phase by phase.
    """
    told = Told()
    sections = []
    for section in schema.sections:
        filled = _section(section, moment, facts, told.copy(), known, phases) if section.takes(moment.name) else None
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
    schema: SectionSchema, moment: Moment, facts: tuple[Fact, ...], told: Told, known: frozenset[str], phases: Stretches
) -> SectionPlan | None:
    passages = []
    for passage in (p for p in schema.passages if p.takes(moment.name)):
        for about in _parts(passage, facts, phases):
            chosen = _choose(passage, about, told)
            if chosen and len(chosen) >= passage.least:
                told.add(chosen)
                passages.append(_passage(passage, chosen))
    if sum(len(p.nodes) for p in passages) < schema.least:
        return None
    heading = headline(f"heading.{schema.name}", moment, known) if schema.heading else None
    return SectionPlan(schema.name, heading, tuple(passages))


def _parts(schema: PassageSchema, facts: tuple[Fact, ...], phases: Stretches) -> Iterator[tuple[Fact, ...]]:
    if schema.each == "document":
        yield facts
    else:
        yield from (tuple(f for f in facts if first <= f.at <= last) for first, last in phases)


def _choose(schema: PassageSchema, facts: tuple[Fact, ...], told: Told) -> list[Fact]:
    leads = [f for f in facts if any(fnmatchcase(f.predicate, p) for p in schema.always) and not told.has(f)]
    place = _places(schema, [f for f in facts if not told.has(f)])
    fitting = [f for f in facts if id(f) in place]
    if not fitting:
        return []
    if schema.order == "given":
        return leads + list(without_doubles(sorted(fitting, key=lambda f: (place[id(f)], f.at))))[: schema.most]
    heaviest = list(without_doubles(sorted(fitting, key=lambda f: (-f.salience, f.at))))[: schema.most]
    return leads + sorted(heaviest, key=lambda f: (f.at, place[id(f)]))


def _places(schema: PassageSchema, facts: list[Fact]) -> dict[int, int]:
    place: dict[int, int] = {}
    for rank, pattern in enumerate(schema.predicates):
        for found in facts:
            if fnmatchcase(found.predicate, pattern):
                place.setdefault(id(found), rank)
    return place


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
