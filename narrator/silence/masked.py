"""The causes of a silence, ranked with its recorded cause hidden: how much is known where a record keeps less.

`mask` hides what a record says of how messages ended; `rank` weighs what remains by naive Bayes (Good 1950: weights of evidence
add up), over a table of counts and expectations set by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp, log

from narrator.model import Message, Part, Transcript
from narrator.silence.masked_signs import signs_of
from narrator.silence.masked_table import EXPECTED, IMAGINED

WEIGHT = 6.0
"""So many imagined cases stand behind each expectation beside the counted ones."""
TEMPER = 0.8
"""Signs overlap (what follows, and how soon), so each counts for less than if it stood alone. Chosen on the lab's sessions."""
MOST = 0.95
"""The largest share that an expectation may give to a value."""
SELDOM = 5
"""A value of a sign that was seen so often counts half by its cases, half by what is expected."""
UNSEEN = 5
"""Imagined silences, one for each of about so many values of a sign, so that no value is impossible."""
_RECORDS_CAUSE = frozenset({"compaction", "summary", "title"})
"""Modes that name a message's cause."""


@dataclass(frozen=True, slots=True)
class Case:
    """A silence of which the cause is known: what a table is counted from."""

    session: str
    role: str
    cause: str
    signs: Mapping[str, str]


@dataclass(frozen=True)
class Table:
    """Counts of causes, and of each sign's values under each."""

    causes: Mapping[str, Mapping[str, int]]
    """Role → cause → cases."""
    values: Mapping[tuple[str, str, str], int]
    """(cause, sign, value) → cases."""

    @cached_property
    def seen(self) -> Mapping[tuple[str, str, str], int]:
        """(role, sign, value) → cases, whatever their cause."""
        roles = {cause: role for role, causes in self.causes.items() for cause in causes}
        found: Counter[tuple[str, str, str]] = Counter()
        for (cause, sign, value), n in self.values.items():
            found[roles[cause], sign, value] += n
        return found


NOTHING = Table({}, {})
"""The table of no cases: the ranking then rests on what is expected alone."""


def mask(transcript: Transcript) -> Transcript:
    """Return the transcript without what records causes: errors, finish reasons, fields, flags, notices, events, statuses.

    The harness's own lines (an interruption's, an error's) are left out whole; positions may change, indices don't.
    """
    kept = tuple(_masked(m) for m in transcript.messages if not _is_own_line(m))
    return transcript.model_copy(update={"messages": kept, "events": ()})


def _is_own_line(message: Message) -> bool:
    said = bool(message.visible_text) and (message.by == "harness" or message.kind == "notice")
    return said and "replay" not in message.flags


def _masked(message: Message) -> Message:
    user = message.role == "user"
    hidden = {
        "kind": "prompt" if user else "reply",
        "by": "person" if user else "model",
        "parts": tuple(p for part in message.parts if (p := _masked_part(part)) is not None),
        "error": None,
        "finish": None,
        "flags": (),
        "record": (),
        "model": None,
        "mode": None if message.mode in _RECORDS_CAUSE else message.mode,
    }
    return message.model_copy(update=hidden)


def _masked_part(part: Part) -> Part | None:
    if part.kind == "notice" or {"synthetic", "ignored"} & set(part.flags):
        return None
    if part.kind == "result" and part.status not in ("ok", "error", None):
        return None
    return part.model_copy(update={"status": None, "exit_code": None, "flags": tuple(f for f in part.flags if f == "hidden")})


def counted(cases: Sequence[Case]) -> Table:
    """Return the table of some cases."""
    causes: dict[str, dict[str, int]] = {}
    values: dict[tuple[str, str, str], int] = {}
    for case in cases:
        by_role = causes.setdefault(case.role, {})
        by_role[case.cause] = by_role.get(case.cause, 0) + 1
        for sign, value in case.signs.items():
            values[case.cause, sign, value] = values.get((case.cause, sign, value), 0) + 1
    return Table(causes, values)


Ranking = tuple[tuple[str, float], ...]
"""Causes with their probabilities."""


def rank(signs: Mapping[str, str], role: str, table: Table = NOTHING) -> Ranking:
    """Return the causes that a silence of `role` may have with their probabilities, which sum to 1, the likeliest first."""
    scores = {cause: _score(cause, role, signs, table) for cause in EXPECTED[role]}
    best = max(scores.values())
    odds = {cause: exp(score - best) for cause, score in scores.items()}
    whole = sum(odds.values())
    return tuple(sorted(((c, o / whole) for c, o in odds.items()), key=lambda pair: (-pair[1], pair[0])))


def _score(cause: str, role: str, signs: Mapping[str, str], table: Table) -> float:
    told = sum(_weight(cause, role, sign, value, table) for sign, value in signs.items())
    return log(table.causes.get(role, {}).get(cause, 0) + IMAGINED[cause]) + TEMPER * told


def _weight(cause: str, role: str, sign: str, value: str, table: Table) -> float:
    """Return the weight of evidence of a value: the log of how many times as likely it is under a cause as in its role."""
    cases = table.causes.get(role, {}).get(cause, 0)
    seen = table.seen.get((role, sign, value), 0)
    expected = EXPECTED[role][cause].get((sign, value), 1.0)
    share = (seen + 1) / (sum(table.causes.get(role, {}).values()) + UNSEEN)
    here = (table.values.get((cause, sign, value), 0) + WEIGHT * min(MOST, share * expected)) / (cases + WEIGHT)
    # None of few cases says no more than what is expected: a value seldom seen at all can't tell causes apart.
    trust = seen / (seen + SELDOM)
    return trust * log(here / share) + (1 - trust) * log(expected)


def cases_of(transcript: Transcript, causes: Mapping[int, str], session: str) -> tuple[Case, ...]:
    """Return a case for each message, by index, of which the cause is given and that is in the masked transcript."""
    hidden = mask(transcript)
    found = []
    for index, cause in sorted(causes.items()):
        position = hidden.position(index)
        if position is not None:
            found.append(Case(session, hidden.messages[position].role, cause, signs_of(hidden, position)))
    return tuple(found)
