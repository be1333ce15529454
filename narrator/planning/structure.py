"""Fills a schema with facts: each fact is told once, each passage has something to say or is left out."""

from __future__ import annotations

from fnmatch import fnmatchcase

from narrator.evidence.values import Fact
from narrator.model import Span
from narrator.planning.moments import Moment
from narrator.planning.schemas import PassageSchema, Schema, SectionSchema
from narrator.planning.values import Node, Passage, SectionPlan


def fill(schema: Schema, moment: Moment, facts: tuple[Fact, ...], known: frozenset[str]) -> tuple[SectionPlan, ...]:
    """Return the sections that have enough to say; `known` are the lexicon's predicates, which headings are chosen from."""
    told: set[int] = set()
    quoted: set[object] = set()
    sections = (_section(s, moment, facts, told, quoted, known) for s in schema.sections if s.takes(moment.name))
    return tuple(s for s in sections if s is not None)


def _section(
    schema: SectionSchema, moment: Moment, facts: tuple[Fact, ...], told: set[int], quoted: set[object], known: frozenset[str]
) -> SectionPlan | None:
    passages = []
    for passage in schema.passages:
        if not passage.takes(moment.name):
            continue
        chosen = _choose(passage, facts, told, quoted)
        if len(chosen) >= passage.least:
            told |= {id(f) for f in chosen}
            quoted |= {key for f in chosen for key in _quotations(f)}
            passages.append(_passage(passage, chosen))
    if sum(len(p.nodes) for p in passages) < schema.least:
        return None
    heading = headline(f"heading.{schema.name}", moment, known) if schema.heading else None
    return SectionPlan(schema.name, heading, tuple(passages))


def _choose(schema: PassageSchema, facts: tuple[Fact, ...], told: set[int], quoted: set[object]) -> list[Fact]:
    ranked: list[tuple[int, Fact]] = []
    for rank, pattern in enumerate(schema.predicates):
        seen = {id(f) for _, f in ranked}
        ranked += [
            (rank, f)
            for f in facts
            if id(f) not in told | seen and fnmatchcase(f.predicate, pattern) and not quoted & set(_quotations(f))
        ]
    if schema.order == "given":
        return [f for _, f in sorted(ranked, key=lambda item: (item[0], item[1].at))][: schema.most]
    heaviest = sorted(ranked, key=lambda item: (-item[1].salience, item[1].at))[: schema.most]
    chosen = _without_doubles([f for _, f in heaviest])
    order = {id(f): place for place, f in ranked}
    return sorted(chosen, key=lambda f: (f.at, order[id(f)]))


def _without_doubles(facts: list[Fact]) -> list[Fact]:
    seen: set[object] = set()
    out = []
    for f in facts:
        keys = set(_quotations(f))
        if not keys & seen:
            out.append(f)
            seen |= keys
    return out


def _quotations(found: Fact) -> list[object]:
    """What a fact quotes; the same words aren't quoted twice in one document."""
    return [value for name, value in found.args if name in ("found", "words", "failure", "reason") and not isinstance(value, str)]


def _passage(schema: PassageSchema, chosen: list[Fact]) -> Passage:
    relations = ["nucleus", *schema.relations]
    nodes = tuple(
        Node(relation=relations[min(i, len(relations) - 1)] if i < len(relations) else "nucleus", nucleus=f)
        for i, f in enumerate(chosen)
    )
    return Passage(schema.layout, nodes)


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
