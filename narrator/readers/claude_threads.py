"""How the turns of a folded Claude Code session hang together: parents, what was interrupted, what a rewind left behind."""

from __future__ import annotations

from collections import defaultdict

from narrator.readers.claude_session import NOWHERE, Session
from narrator.readers.claude_turns import Turn


def report_missing(session: Session) -> None:
    """Count the references to records that the file doesn't hold, each a problem of the message that it follows."""
    for uuid, place, after in session.loose:
        if uuid not in session.owner:
            session.tally.dangling += 1
            text = f"line {place.line}: the record that it follows ({uuid[:40]}) isn't in the file"
            session.tally.complain("dangling-parent", text, place, after if after >= 0 else None)


def parent_of(session: Session, turn: Turn) -> int:
    """Return the number of the turn that a turn follows, or `NOWHERE`."""
    return session.owner.get(turn.parent, NOWHERE) if turn.parent else NOWHERE


def parent_id(session: Session, turn: Turn) -> str | None:
    """Return the id of the message that a turn follows; the missing record's uuid where it isn't in the file."""
    number = parent_of(session, turn)
    if number != NOWHERE:
        return session.turns[number].id
    return turn.parent if turn.parent not in session.owner else None


def mark_interrupted(session: Session) -> None:
    """Flag what the person stopped: the message that the notice names or follows, else the reply before it."""
    named = {turn.id: number for number, turn in enumerate(session.turns) if turn.id}
    for number in session.interrupts:
        turn = session.turns[number]
        named_one = named.get(turn.record.get("interruptedMessageId", ""), NOWHERE)
        target = named_one if named_one != NOWHERE else parent_of(session, turn)
        if target == NOWHERE:
            target = next((i for i in range(number - 1, -1, -1) if session.turns[i].role == "assistant"), NOWHERE)
        if target != NOWHERE and session.turns[target].kind in ("reply", "prompt", "command"):
            session.turns[target].flags.add("interrupted")


def mark_superseded(session: Session) -> None:
    """Flag the branches that a rewind left: of prompts that follow one record, those that don't lead to the end.

    Only a person's prompts fork: several records after one are otherwise parallel calls and progress.
    """
    forks: dict[str, list[int]] = defaultdict(list)
    for number, turn in enumerate(session.turns):
        if turn.parent and turn.by == "person" and turn.kind in ("prompt", "command") and "queued" not in turn.flags:
            forks[turn.parent].append(number)
    rewound = [siblings for siblings in forks.values() if len(siblings) > 1]
    if not rewound:
        return
    leading = _ancestors(session)
    left = {n for siblings in rewound for n in siblings if n != next((s for s in siblings if s in leading), siblings[-1])}
    for number, turn in enumerate(session.turns):
        if number in left or parent_of(session, turn) in left:
            left.add(number)
            turn.flags.add("superseded")


def _ancestors(session: Session) -> set[int]:
    """Return the turns that lead to the last one, itself among them."""
    found: set[int] = set()
    number = len(session.turns) - 1
    while number != NOWHERE and number not in found:
        found.add(number)
        number = parent_of(session, session.turns[number])
    return found
