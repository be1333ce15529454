"""The words of a result that say how a call ended: short enough to be quoted, and never reworded."""

from __future__ import annotations

import re

from narrator.evidence.stretch import Stretch
from narrator.model import Span
from narrator.observations import Outcome
from narrator.redaction import source_text


def telling_span(stretch: Stretch, outcome: Outcome) -> Span | None:
    """Return the outcome's summary where it stands in the result, else the first line that has words; None where none has."""
    text = source_text(stretch.analysis.transcript, outcome.span)
    begin = outcome.span.start
    stated = re.search(rf"(?<!\w){re.escape(outcome.summary)}(?!\w)", text) if outcome.summary else None
    if stated is not None:
        return outcome.span.model_copy(update={"start": begin + stated.start(), "end": begin + stated.end()})
    offset = 0
    for line in text.splitlines(keepends=True):
        if any(c.isalpha() for c in line):
            lead = len(line) - len(line.lstrip())
            return outcome.span.model_copy(update={"start": begin + offset + lead, "end": begin + offset + len(line.rstrip())})
        offset += len(line)
    return None
