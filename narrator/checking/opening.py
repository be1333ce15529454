"""The message that a document opens with: the one that its first sentence names or cites."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.checking.document import Document, Sentence
from narrator.references import Citation

_PAUSE = re.compile(r"[.,;:“\"—(]")
_LEADS = re.compile(r"\W*Message (?P<n>[0-9]{1,9})\b")


def opens_elsewhere(document: Document, subject: int) -> Citation | None:
    """Return the message that a document opens with, where that is another than `subject`; None where it isn't, or can't be told.

    A sentence of the first section that begins "Message 5 …" counts for it; or else what the first sentence names in its first
    clause, or what stands for it.
    """
    opening = _opening(document)
    leads = [c for s in opening if (match := _LEADS.match(s.text)) for c in _all(s) if c.first == int(match["n"])]
    named = leads or list(_named_first(opening)) or list(_all(opening[0]) if opening else ())
    return None if not named or any(c.covers(subject) for c in named) else named[0]


def _named_first(opening: tuple[Sentence, ...]) -> Iterator[Citation]:
    """Yield the messages that the first clause names ("The user stopped message 5 and …")."""
    for sentence in opening[:1]:
        clause = _PAUSE.split(sentence.text)[0]
        yield from (c for c in sentence.mentions if c.end <= len(clause))


def _opening(document: Document) -> tuple[Sentence, ...]:
    """Return the sentences of the first section that says something."""
    first = next((s for s in document.sentences if s.block.kind != "heading"), None)
    if first is None:
        return ()
    section = first.block.headings
    return tuple(s for s in document.sentences if s.block.kind in ("paragraph", "quote") and s.block.headings == section)


def _all(sentence: Sentence) -> tuple[Citation, ...]:
    return (*sentence.citations, *sentence.mentions, *sentence.cited)
