"""The plan of a document about a whole session: its facts are the ledger's."""

from __future__ import annotations

from narrator.analysis import Analysis
from narrator.evidence import stretch_about
from narrator.evidence.session import describe_session
from narrator.evidence.values import Fact
from narrator.ledger import gather_ledger
from narrator.planning.moments import Moment
from narrator.planning.schemas import Schema
from narrator.planning.structure import colophon, fill, headline
from narrator.planning.values import DocumentPlan


def plan_session(
    analysis: Analysis, schema: Schema, known: frozenset[str], *, ledger: tuple[Fact, ...] | None = None
) -> DocumentPlan:
    """Return the plan of a document about a session, from every fact of its ledger (gathered, where it isn't given).

    Raises:
        TemplateError: when the lexicon has no title for it.

    """
    last = analysis.transcript.messages[-1].index
    ledger = gather_ledger(analysis) if ledger is None else ledger
    facts = (*ledger, *describe_session(stretch_about(analysis, last)))
    moment = session_moment(analysis, ledger)
    phases = tuple((p.first, p.last) for p in analysis.phases)
    return DocumentPlan(
        kind=schema.kind,
        session=analysis.transcript.session,
        subject=analysis.transcript.messages[0].index,
        moment=moment.name,
        thesis=_headline("thesis", moment, known),
        title=_headline("title", moment, known),
        sections=(*fill(schema, moment, facts, known, phases), *colophon(facts)),
        analysis=analysis,
        about="session",
    )


def session_moment(analysis: Analysis, facts: tuple[Fact, ...]) -> Moment:
    """Return what kind of session it is: `session.asked` with its goal, or `session.alone` where nobody speaks."""
    goal = next((f for f in facts if f.predicate == "frame.goal"), None)
    if goal is None:
        first = stretch_about(analysis, analysis.transcript.messages[0].index).whole(0)
        return Moment("session.alone", (), (first,))
    return Moment("session.asked", goal.args, goal.spans)


def _headline(slot: str, moment: Moment, known: frozenset[str]) -> Fact:
    found = headline(slot, moment, known)
    return found if found is not None else Fact(slot, moment.roles, moment.spans, moment.spans[0].message)
