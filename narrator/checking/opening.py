"""The message that a document opens with: the one that its first sentence names or cites."""

from __future__ import annotations

import re

from narrator.checking.document import Document, Sentence
from narrator.references import Citation

_LEADS = re.compile(r"\W*Message (?P<n>[0-9]{1,9})\b")


def opens_elsewhere(document: Document, subject: int) -> Citation | None:
    """Return the message that a document opens with, where that is another than `subject`; None where it isn't, or can't be told.

    A sentence of the first section that begins "Message 5 …" counts for it, or else what stands for the first sentence.
    """
    opening = _opening(document)
    leads = [c for s in opening if (match := _LEADS.match(s.text)) for c in _all(s) if c.first == int(match["n"])]
    named = leads or list(_all(opening[0]) if opening else ())
    return None if not named or any(c.covers(subject) for c in named) else named[0]


def _opening(document: Document) -> tuple[Sentence, ...]:
    """Return the sentences of the first section that says something."""
    first = next((s for s in document.sentences if s.block.kind != "heading"), None)
    if first is None:
        return ()
    section = first.block.headings
    return tuple(s for s in document.sentences if s.block.kind in ("paragraph", "quote") and s.block.headings == section)


def _all(sentence: Sentence) -> tuple[Citation, ...]:
    return (*sentence.citations, *sentence.mentions, *sentence.cited)
