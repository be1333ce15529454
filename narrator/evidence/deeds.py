"""Acts as roles of a fact: verb, object, where the object's words come from; what was refused or cut off was only tried."""

from __future__ import annotations

from collections.abc import Iterable

from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg
from narrator.inflection import base_form
from narrator.observations import Act

UNDONE = frozenset({"refused", "cancelled"})
"""Endings of a call that was not carried out; a failed call was."""


def deeds(acts: Iterable[Act]) -> Arg:
    """Return acts as (verb, object, "verbatim" or "worded", description or "") for the lexicon's `deeds` filter."""
    return tuple(_deed(a, a.verb) for a in acts)


def deeds_at(stretch: Stretch, positions: Iterable[int]) -> tuple[Arg, ...]:
    """Return the acts of the messages at these positions, in order; "tried to clone" for those that were not carried out."""
    found: list[Arg] = []
    for position in positions:
        undone = undone_parts(stretch, position)
        acts = stretch.analysis.signals.acts.get(position, ())
        found += [_deed(a, f"tried to {base_form(a.verb)}" if a.part in undone else a.verb) for a in acts]
    return tuple(found)


def undone_parts(stretch: Stretch, position: int) -> frozenset[int]:
    """Return the parts of a message's calls that were refused or cut off."""
    return frozenset(o.call_part for o in stretch.analysis.signals.outcomes.get(position, ()) if o.status in UNDONE)


def carried_out(stretch: Stretch, position: int) -> tuple[Act, ...]:
    """Return the acts of a message whose calls did what they were to do."""
    failed = {o.call_part for o in stretch.analysis.signals.outcomes.get(position, ()) if o.status in (*UNDONE, "failed")}
    return tuple(a for a in stretch.analysis.signals.acts.get(position, ()) if a.part not in failed)


def _deed(act: Act, verb: str) -> Arg:
    return (verb, act.object, "verbatim" if _is_verbatim(act) else "worded", _description(act))


def _description(act: Act) -> str:
    """The harness's own description of a command, where verb and object say less than the command did."""
    return act.description or "" if act.kind in ("run", "operate", "test", "debug") else ""


def _is_verbatim(act: Act) -> bool:
    """Whether the object stands in the act's own call: what a later call waits for is named from the call that started it."""
    return act.object_span is not None and act.object_span.message == act.message
