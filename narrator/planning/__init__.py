"""From what is known to what will be said: the moment, its thesis, the content of each section."""

from __future__ import annotations

from pathlib import Path

from narrator.analysis import Analysis
from narrator.errors import TemplateError
from narrator.evidence import gather, stretch_about
from narrator.findings import find
from narrator.lexicon import load_lexicon
from narrator.planning.moments import moment_of
from narrator.planning.schemas import load_schema
from narrator.planning.sessions import plan_session
from narrator.planning.structure import colophon, fill, headline
from narrator.planning.values import DocumentPlan, Node, Passage, SectionPlan

__all__ = ["DocumentPlan", "Node", "Passage", "SectionPlan", "plan"]


def plan(
    analysis: Analysis, index: int | None = None, *, kind: str = "essay", templates: str | Path | None = None
) -> DocumentPlan:
    """Return the plan of a document about the message `index` (by default the session's strongest turning point).

    A kind about whole sessions takes no index.

    Raises:
        MessageIndexError: when the session has no such message.
        TemplateError: when there is no such kind of document.

    """
    own = Path(templates) if templates is not None else None
    schema = load_schema(kind, own)
    known = frozenset(load_lexicon(kind, own))
    if schema.subject == "session":
        return plan_session(analysis, schema, known)
    subject = _strongest(analysis) if index is None else index
    stretch = stretch_about(analysis, subject)
    facts = gather(stretch)
    facts = (*facts, *find(stretch, facts))
    moment = moment_of(stretch, facts)
    title, thesis, conclusion = (headline(slot, moment, known) for slot in ("title", "thesis", "conclusion"))
    if title is None or thesis is None:
        raise TemplateError(f"the lexicon has no title or no thesis for {kind!r}; add [title] and [thesis] to its lexicon.toml")
    return DocumentPlan(
        kind=kind,
        session=analysis.transcript.session,
        subject=subject,
        moment=moment.name,
        thesis=thesis,
        title=title,
        sections=(*fill(schema, moment, (thesis, *facts, *((conclusion,) if conclusion else ())), known), *colophon(facts)),
        analysis=analysis,
    )


def _strongest(analysis: Analysis) -> int:
    if analysis.turning_points:
        return analysis.turning_points[0].message
    return analysis.transcript.messages[-1].index
