"""The words of a result that say how a call ended: short enough to be quoted, and never reworded."""

from __future__ import annotations

import re

from narrator.evidence.stretch import Stretch
from narrator.model import Span
from narrator.observations import Outcome
from narrator.redaction import source_text


def telling_span(stretch: Stretch, outcome: Outcome) -> Span | None:
    """Return the outcome's summary where it stands in the result, else the first line that has words; None where none has."""
    if outcome.status == "refused":
        return _refusal(stretch, outcome)
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


_SAID = re.compile(r"(?:the user said|following (?:reason for the rejection|feedback))\s*:\s*", re.IGNORECASE)
"""What harnesses put before a person's own words in a refused call's result."""


def _refusal(stretch: Stretch, outcome: Outcome) -> Span | None:
    """The person's own words in a refusal; None where the result is the harness's sentence alone."""
    whole = Span(session=outcome.span.session, message=outcome.message, part=outcome.part)
    text = source_text(stretch.analysis.transcript, whole)
    said = _SAID.search(text)
    line = text[said.end() :].strip().partition("\n")[0].strip() if said else ""
    if said is None or not line:
        return None
    start = text.index(line, said.end())
    return whole.model_copy(update={"start": start, "end": start + len(line)})
