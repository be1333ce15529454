"""A document as JSON: sections, blocks, sentences with the spans and facts that they stand on."""

from __future__ import annotations

import json
from typing import Any

from narrator.model import Span
from narrator.realization import Document, Sentence
from narrator.times import zone_name


def as_json(document: Document) -> str:
    """Return the document as indented JSON, keys in a fixed order, a newline at the end."""
    plan = document.plan
    form: dict[str, Any] = {
        "kind": plan.kind,
        "session": plan.session,
        "digest": plan.analysis.transcript.digest,
        "zone": zone_name(plan.analysis.zone),
        "subject": plan.subject,
        "moment": plan.moment,
        "title": document.title,
        "sections": [
            {
                "name": s.name,
                "heading": s.heading,
                "blocks": [{"layout": b.layout, "items": [[_sentence(x) for x in item] for item in b.items]} for b in s.blocks],
            }
            for s in document.sections
        ],
        "footnotes": [{"name": n.name, "text": n.text, "cites": [_span(s) for s in n.spans]} for n in document.footnotes],
    }
    return json.dumps(form, ensure_ascii=False, indent=2) + "\n"


def _sentence(sentence: Sentence) -> dict[str, Any]:
    return {"text": sentence.text, "spans": [_span(s) for s in sentence.spans], "facts": list(sentence.facts)}


def _span(span: Span) -> dict[str, Any]:
    return {key: value for key, value in span.model_dump().items() if value is not None}
