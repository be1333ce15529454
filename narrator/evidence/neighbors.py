"""What stands right behind a silent message, as far as it is silent or bookkeeping too: the company it keeps."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg, Fact, fact

REACH = 3
"""Messages after the subject that are looked at: a marker, a summary, a line to go on."""


def _is_lost(stretch: Stretch, position: int) -> bool:
    silence = stretch.analysis.silence(stretch.index(position))
    return silence is not None and silence.cause == "lost_record"


def find_neighbors(stretch: Stretch) -> Iterator[Fact]:
    """Yield what follows the subject while it is empty, a summary or the harness's own; nothing for a subject that speaks."""
    if not stretch.message.is_silent:
        return
    for position in range(stretch.subject + 1, min(stretch.subject + 1 + REACH, stretch.end)):
        message, whole = stretch.at(position), (stretch.whole(position),)
        first = position == stretch.subject + 1
        if position in stretch.analysis.signals.summaries:
            text = message.visible_text
            roles: dict[str, Arg] = {
                "n": message.index,
                "lines": len(text.splitlines()),
                "head": text.splitlines()[0] if text else "",
            }
            yield fact("neighbor.summary" if first else "neighbor.then_summary", whole, message.index, **roles)
        elif message.is_silent and not _is_lost(stretch, position):
            name = f"neighbor.{'' if first else 'then_'}empty_{message.role}"
            yield fact(name, whole, message.index, n=message.index)
        else:
            return
