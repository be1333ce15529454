"""What the person ordered, instruction by instruction, with its limits and figures, and what became of each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from narrator.evidence import Fact, Note, fact, with_notes
from narrator.ledger.instructions_deeds import FORGETTABLE, Deeds
from narrator.ledger.instructions_fate import Turn, fate_of
from narrator.ledger.instructions_words import Instruction, instructions
from narrator.ledger.whole import Whole
from narrator.model import Span
from narrator.observations import Constraint
from narrator.phases.exchanges import read_exchanges


def find_instructions(whole: Whole) -> Iterator[Fact]:
    """Yield `instruction.<fate>` for each instruction of a person, in order of messages.

    Roles: words (the clause), object (what stands behind its verb), names, figures, limits (constraints in it), by (its proof).
    """
    exchanges, deeds = read_exchanges(whole.analysis.signals), Deeds(whole)
    limits: dict[int, list[Constraint]] = {}
    for constraint in whole.observations.constraints:
        limits.setdefault(constraint.message, []).append(constraint)
    for number, exchange in enumerate(exchanges):
        speech = whole.analysis.signals.speeches.get(exchange.said)
        if speech is not None and speech.text_span.part is not None:
            ordered = instructions(speech, whole.messages[exchange.said].parts[speech.text_span.part].text)
            turn = Turn(whole, exchanges, number, deeds)
            for each in ordered:
                yield _told(turn, each, limits.get(speech.message, []), alone=len(ordered) == 1)


def _told(turn: Turn, ordered: Instruction, limits: list[Constraint], *, alone: bool) -> Fact:
    fate, shown = fate_of(turn, ordered, alone=alone)
    near = tuple(c.span for c in limits if c.part == ordered.span.part and _overlap(c.span, ordered.span))
    roles: dict[str, Span | tuple[Span, ...]] = {"words": ordered.span}
    if ordered.object is not None:
        roles["object"] = ordered.object
    many = (("names", ordered.names), ("figures", ordered.figures), ("limits", near), ("by", shown))
    roles |= {name: spans for name, spans in many if spans}
    found = fact(f"instruction.{fate}", tuple(chain((ordered.span,), shown)), ordered.span.message, **roles)
    return with_notes(found, _none(turn, ordered)) if fate == "forgotten" else found


def _overlap(left: Span, right: Span) -> bool:
    return left.start < (right.end or 0) and right.start < (left.end or 0)


def _none(turn: Turn, ordered: Instruction) -> Note:
    """Return the footnote that says over what an instruction was forgotten."""
    first, last = ordered.span.message, turn.whole.messages[-1].index
    return Note(f"{FORGETTABLE[ordered.deed]} in [msg {first}]–[msg {last}]: 0")
