"""A document plan becomes a text: wording, citations, footnotes, Markdown."""

from __future__ import annotations

from pathlib import Path

from narrator.lexicon import load_lexicon
from narrator.planning.values import DocumentPlan, Passage, SectionPlan
from narrator.realization.document import Block, Document, Footnote, Section, Sentence
from narrator.realization.referring import named_first
from narrator.realization.surface import Voice
from narrator.realization.templates import Wordings
from narrator.times import zone_name

__all__ = ["Block", "Document", "Footnote", "Section", "Sentence", "write"]


def write(plan: DocumentPlan, *, templates: str | Path | None = None) -> Document:
    """Return the finished text of a plan; the same plan gives the same bytes.

    Raises:
        TemplateError: when a wording or page template is missing or doesn't fit.

    """
    own = Path(templates) if templates is not None else None
    transcript = plan.analysis.transcript
    lexicon = load_lexicon(plan.kind, own)
    wordings = Wordings(transcript, lexicon, own)
    voice = Voice(transcript, lexicon, wordings, plan.subject)
    title = voice.phrase(plan.title)
    sections = tuple(_section(voice, s) for s in plan.sections)
    footnotes = tuple(voice.footnotes.notes)
    markdown = wordings.render_page(
        f"{plan.kind}/document.md.j2",
        {
            "plan": plan,
            "transcript": transcript,
            "zone": zone_name(plan.analysis.zone),
            "title": title,
            "sections": sections,
            "footnotes": footnotes,
        },
    )
    return Document(title=title, sections=sections, footnotes=footnotes, markdown=markdown, plan=plan)


def _section(voice: Voice, plan: SectionPlan) -> Section:
    heading = voice.phrase(plan.heading) if plan.heading is not None else ""
    return Section(plan.name, heading, tuple(_block(voice, p) for p in plan.passages))


def _block(voice: Voice, passage: Passage) -> Block:
    if passage.layout == "table":
        rows = tuple(voice.cells(f) for node in passage.nodes for f in node.facts())
        return Block("table", rows)
    told = [voice.tell(node, stop=passage.layout != "quote") for node in passage.nodes]
    if passage.layout == "paragraph":
        told[:1] = [(named_first(told[0][0]), *told[0][1:])]
    if passage.layout in ("list", "numbered"):
        return Block(passage.layout, tuple(told))
    return Block(passage.layout, (tuple(sentence for sentences in told for sentence in sentences),))
