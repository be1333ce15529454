"""A document as a page: one file of HTML that needs no other, does nothing but show itself, and opens what it cites."""

from __future__ import annotations

from collections import Counter
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
from narrator.publishing.page_pictures import mark_targets, references, timelines
from narrator.realization import Document
from narrator.references import find
from narrator.times import extent, stamp, zone_name

RANGE = 24
"""Messages of a cited range that are shown, each in short; of a longer one only its ends."""
MESSAGES = 400
"""Messages that a page shows at most: those cited by themselves go before those within a range."""


@dataclass(frozen=True, slots=True)
class Cited:
    """What a text cites."""

    times: dict[int, int]
    """By index, how often a message is cited by itself or as the end of a range."""
    alone: frozenset[int]
    """These, and what the text is about."""
    passed: frozenset[int]
    """Indices within a cited range."""


def as_page(document: Document, *, templates: str | Path | None = None) -> str:
    """Return the document as HTML: text, footnotes, and every message that it cites.

    Raises:
        TemplateError: when a page template is missing or doesn't fit.

    """
    plan = document.plan
    analysis = plan.analysis
    subject = plan.subject if plan.about == "message" else None
    cited = cited_in(document.markdown, analysis, plan.subject)
    messages = shown_messages(analysis, cited, spans_of(document), mark_targets(analysis))
    shown = frozenset(m.index for m in messages)
    sheet = style(templates=templates)
    values: dict[str, object] = {
        "kind": plan.kind,
        "subject": subject,
        "about": about(analysis),
        "session": analysis.transcript.session,
        "digest": analysis.transcript.digest,
        "written": write_html(document.markdown, shown),
        "timelines": timelines(analysis, shown, subject=subject, templates=templates),
        "references": () if subject is None else references(analysis, cited.times, subject, shown, templates=templates),
        "messages": [m for m in messages if m.index in cited.alone | cited.passed],
        "marked": [m for m in messages if m.index not in cited.alone | cited.passed],
        "total": len(analysis.transcript.messages),
        "shown": shown,
        "style": sheet,
        "policy": policy(sheet),
    }
    return str(fill("page/document.html.j2", values, templates=templates))


def about(analysis: Analysis) -> tuple[tuple[str, str], ...]:
    """Return what an essay's page says of its session, as (name, words)."""
    transcript = analysis.transcript
    recorded = f"{transcript.agent} {transcript.version or ''}"
    took = extent(transcript)
    times = [] if took is None else [stamp(time, analysis.zone) for time in (took.started, took.ended)]
    return (
        ("session", on_one_line(transcript.title or transcript.session, 120)),
        ("recorded by", on_one_line(recorded)),
        *((("time", f"{' to '.join(dict.fromkeys(times))} ({zone_name(analysis.zone)})"),) if times else ()),
        ("messages", f"{len(transcript.messages):,}"),
    )


def cited_in(markdown: str, analysis: Analysis, subject: int) -> Cited:
    """Return which messages of the session a text about `subject` cites."""
    transcript = analysis.transcript
    times: Counter[int] = Counter()
    passed: set[int] = set()
    for citation in find(markdown):
        if citation.session is None:
            times.update(i for i in {citation.first, citation.last} if transcript.message(i) is not None)
            within = range(citation.first + 1, citation.last if citation.last - citation.first <= RANGE else citation.first)
            passed.update(i for i in within if transcript.message(i) is not None)
    return Cited(dict(sorted(times.items())), frozenset({*times, subject}), frozenset(passed - {*times, subject}))


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
    """Return the messages that a page shows, in order: those cited, and in short those passed on the way or `also` wanted."""
    in_short = [i for i in (*sorted(cited.passed), *sorted(set(also) - cited.passed)) if i not in cited.alone]
    wanted = (*sorted(cited.alone), *in_short)[:MESSAGES]
    return tuple(show_message(analysis, i, spans.get(i, ()), brief=i not in cited.alone) for i in sorted(wanted))
