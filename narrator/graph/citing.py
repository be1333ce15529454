"""Citations: a message that names another by its number, and essays about the session."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from narrator.graph.links import Edge, Link, Node, part_span, spoken
from narrator.model import Span, Transcript
from narrator.references import Citation, find

WIDE = 100
"""A range of more messages than this names a stretch; only its ends are linked, so that the graph stays linear in the text."""
LONGEST = 120
"""Code points before a number that are searched for the bracket that it stands in."""
_OPEN = re.compile(r"\[(?:(?:msgs?|messages?)[^\]\n]*)?\Z", re.IGNORECASE)
"""In a session's own text only brackets count: "the commit message", then "2." of a list, is no citation. (Of the fifteen numbers
after a bare "message" in eighteen real sessions, none was one.)"""


def cite_messages(transcript: Transcript, essays: Sequence[str]) -> Iterator[Edge]:
    """Yield a `cite` from each message that cites others in brackets, and from each essay that cites them in any form."""
    for message in transcript.messages:
        for number, part in spoken(message):
            for citation in find(part.text) if "[m" in part.text.lower() else ():
                if _OPEN.search(part.text, max(0, citation.start - LONGEST), citation.start + 1):
                    place = {"start": citation.start, "end": citation.end}
                    span = part_span(transcript, message, number).model_copy(update=place)
                    yield from _edges(transcript, message.index, citation, (span,))
    for number, essay in enumerate(essays):
        for citation in find(essay):
            yield from _edges(transcript, ("essay", number), citation, ())


def _edges(transcript: Transcript, source: Node, citation: Citation, spans: tuple[Span, ...]) -> Iterator[Edge]:
    if citation.session not in (None, transcript.session):
        return
    wide = citation.last - citation.first >= WIDE
    cited = (citation.first, citation.last) if wide else range(citation.first, citation.last + 1)
    for index in cited:
        if transcript.position(index) is not None and index != source:
            yield Edge(source, index, Link.CITE, spans=spans, why="range" if citation.first != citation.last else "")
