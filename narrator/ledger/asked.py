"""What the person asked for: each act of theirs that orders, asks, corrects or stops, in their words."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.evidence import Fact, fact
from narrator.ledger.whole import Whole

TOLD = frozenset({"request", "question", "correction", "redirect", "stop", "report"})
"""Speech acts that say something by themselves."""


def find_asked(whole: Whole) -> Iterator[Fact]:
    """Yield `asked.<speech act>` for each, with the sentence that shows it and all that was typed."""
    for position in whole.persons():
        speech = whole.analysis.signals.speeches.get(position)
        if speech is not None and speech.act in TOLD:
            yield fact(f"asked.{speech.act}", (speech.span,), speech.message, words=speech.span, all=speech.text_span)
