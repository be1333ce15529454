"""A document as a page: one file of HTML that needs no other, does nothing but show itself, and opens what it cites."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from narrator.analysis import Analysis
from narrator.model import Span
from narrator.publishing.html_document import write_html
from narrator.publishing.html_messages import ShownMessage, show_message
from narrator.publishing.html_templates import fill, policy, style
from narrator.publishing.listing import on_one_line
from narrator.realization import Document
from narrator.references import find

RANGE = 24
"""Messages of a cited range that are shown, each in short; of a longer one only its ends."""
MESSAGES = 400
"""Messages that a page shows at most: those cited by themselves go before those within a range."""


@dataclass(frozen=True, slots=True)
class Cited:
    """What a text cites."""

    alone: frozenset[int]
    """Indices cited by themselves, or as the end of a range."""
    passed: frozenset[int]
    """Indices within a cited range."""


def as_page(document: Document, *, templates: str | Path | None = None) -> str:
    """Return the document as HTML: text, footnotes, and every message that it cites.

    Raises:
        TemplateError: when a page template is missing or doesn't fit.

    """
    plan = document.plan
    cited = cited_in(document.markdown, plan.analysis)
    messages = shown_messages(plan.analysis, cited, spans_of(document))
    written = write_html(document.markdown, {m.index for m in messages})
    sheet = style(templates=templates)
    values: dict[str, object] = {
        "kind": plan.kind,
        "subject": plan.subject,
        "transcript": plan.analysis.transcript,
        "session_title": on_one_line(plan.analysis.transcript.title or "", 120),
        "recorded_by": on_one_line(f"{plan.analysis.transcript.agent} {plan.analysis.transcript.version or ''}"),
        "written": written,
        "messages": messages,
        "shown": {m.index for m in messages},
        "style": sheet,
        "policy": policy(sheet),
    }
    return str(fill("page/document.html.j2", values, templates=templates))


def cited_in(markdown: str, analysis: Analysis) -> Cited:
    """Return which messages of the session a text cites."""
    transcript = analysis.transcript
    alone: set[int] = set()
    passed: set[int] = set()
    for citation in find(markdown):
        if citation.session is not None:
            continue
        alone |= {i for i in (citation.first, citation.last) if transcript.message(i) is not None}
        if citation.last - citation.first <= RANGE:
            passed |= {i for i in range(citation.first + 1, citation.last) if transcript.message(i) is not None}
    return Cited(frozenset(alone), frozenset(passed - alone))


def spans_of(document: Document) -> dict[int, tuple[Span, ...]]:
    """Return by message the words that the document's sentences and footnotes stand on."""
    found: dict[int, list[Span]] = {}
    told = [*(s.spans for s in document.sentences()), *(n.spans for n in document.footnotes)]
    for span in chain.from_iterable(told):
        found.setdefault(span.message, []).append(span)
    return {index: tuple(spans) for index, spans in found.items()}


def shown_messages(
    analysis: Analysis, cited: Cited, spans: dict[int, tuple[Span, ...]], also: Iterable[int] = ()
) -> tuple[ShownMessage, ...]:
    """Return the messages that a page shows, in order: those cited, and in short those `also` wanted or passed on the way."""
    in_short = sorted((cited.passed | set(also)) - cited.alone)[: max(0, MESSAGES - len(cited.alone))]
    wanted = sorted(cited.alone)[:MESSAGES] + in_short
    return tuple(show_message(analysis, i, spans.get(i, ()), brief=i not in cited.alone) for i in sorted(wanted))
