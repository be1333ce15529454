"""Loops: the same call with the same result again and again, and edits that leave the same error."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from narrator.evidence import Fact, fact
from narrator.evidence.deeds import deeds
from narrator.evidence.values import Note, with_notes
from narrator.ledger.runs import Run, runs
from narrator.ledger.signs import Sign, normalized, sign
from narrator.ledger.whole import Whole
from narrator.model import Span
from narrator.observations import Act, Outcome
from narrator.observations.waiting import WAITING

LEAST = 3
MOST_SPANS = 20
APART = 12
"""Calls between two of the same that failed, up to which they are one loop."""
_ASIDE = frozenset(("description", "timeout", "timeout_ms", "yield_time_ms", "max_output_tokens", "security_risk", "reason"))
"""Arguments that don't say what is done."""
_NOTHING = re.compile(r"\s*:(?:[\s:]|$)")
"""The shell's command that does nothing, whatever is written behind it."""


@dataclass(slots=True)
class _Loop:
    calls: list[tuple[int, int, Act, Outcome]]
    """Number of the call, position, act, outcome."""

    @property
    def last(self) -> int:
        return self.calls[-1][0]


def find_loops(whole: Whole) -> Iterator[Fact]:
    """Yield each loop of at least `LEAST` rounds, by its first message.

    `loop.same`: one call after the other, the same and with the same result; `loop.failed`: the same call failed the same way,
    with others between, none of which changed how it ends; `loop.cycle`: a change, a run, the same error. Roles: deeds (of one
    round), words (of the result), times, first and last (messages). A footnote says over which calls `loop.same` runs.
    """
    cycles = list(_cycles(whole))
    told = {(f.at, f.arg("last")) for f in cycles}
    found = [*_same(whole), *(f for f in _failed(whole) if (f.at, f.arg("last")) not in told), *cycles]
    yield from sorted(found, key=lambda f: (f.at, f.predicate))


def _same(whole: Whole) -> Iterator[Fact]:
    """Find calls that follow one another, the same and with the same result, whether it failed or not."""
    going: _Loop | None = None
    before: tuple[str, ...] | None = None
    for number, (position, act, outcome) in enumerate(whole.calls()):
        key = _key(whole, position, act, outcome)
        if key is not None and outcome is not None and key == before and going is not None:
            going.calls.append((number, position, act, outcome))
            continue
        if going is not None and len(going.calls) >= LEAST:
            yield _told(whole, going, "loop.same")
        before, going = key, None if key is None or outcome is None else _Loop([(number, position, act, outcome)])
    if going is not None and len(going.calls) >= LEAST:
        yield _told(whole, going, "loop.same")


def _failed(whole: Whole) -> Iterator[Fact]:
    """Find calls that failed the same way with others between."""
    going: dict[tuple[str, ...], _Loop] = {}
    for number, (position, act, outcome) in enumerate(whole.calls()):
        if outcome is None or outcome.status not in ("failed", "ok", "empty") or act.verb in WAITING:
            continue
        what = _what(whole, position, act)
        loop = going.get(what)
        alike = loop is not None and number - loop.last <= APART and _result(loop.calls[-1][3]) == _result(outcome)
        if loop is not None and alike and outcome.status == "failed":
            loop.calls.append((number, position, act, outcome))
            continue
        if loop is not None and _is_apart(loop):
            yield _told(whole, loop, "loop.failed")
        going.pop(what, None)
        if outcome.status == "failed":
            going[what] = _Loop([(number, position, act, outcome)])
    for loop in going.values():
        if _is_apart(loop):
            yield _told(whole, loop, "loop.failed")


def _is_apart(loop: _Loop) -> bool:
    numbers = [number for number, *_ in loop.calls]
    return len(numbers) >= LEAST and numbers[-1] - numbers[0] > len(numbers) - 1


def _key(whole: Whole, position: int, act: Act, outcome: Outcome | None) -> tuple[str, ...] | None:
    if outcome is None or outcome.status in ("running", "refused", "cancelled") or act.verb in WAITING:
        return None
    if (
        act.kind == "edit" and outcome.status == "ok"
    ):  # one that found its text each time wasn't the same, whatever the record kept
        return None
    part = whole.messages[position].parts[outcome.part]
    said = part.text if outcome.status != "failed" else normalized(outcome.summary)
    return (*_what(whole, position, act), *_result(outcome), said if part.kind == "result" else "")


def _what(whole: Whole, position: int, act: Act) -> tuple[str, ...]:
    call = whole.messages[position].parts[act.part]
    if act.program in (":", None) and _NOTHING.match(call.arg("command") or "x"):
        return (":",)
    return (call.name or "", *(f"{name}={text}" for name, text in call.args if name not in _ASIDE))


def _result(outcome: Outcome) -> tuple[str, str]:
    return outcome.status, normalized(outcome.summary)


def _told(whole: Whole, loop: _Loop, predicate: str) -> Fact:
    first, last = (whole.index(position) for position in (loop.calls[0][1], loop.calls[-1][1]))
    act, outcome = loop.calls[0][2:]
    spans: tuple[Span, ...] = tuple(o.span for *_, o in loop.calls[:MOST_SPANS])
    times = len(loop.calls)
    found = fact(predicate, spans, first, deeds=deeds((act,)), words=outcome.span, times=times, first=first, last=last)
    inside = sum(1 for _ in whole.calls(loop.calls[0][1], loop.calls[-1][1] + 1))
    note = (Note(f"calls in [msg {first}]–[msg {last}]: {times}"),) if inside == times and first < last else ()
    return with_notes(found, *note, salience=1.0 + min(times, 10) * 0.1)


def _cycles(whole: Whole) -> Iterator[Fact]:
    """Find changes after each of which a run ends in the same error."""
    changed = [n for n, (_, act, o) in enumerate(whole.calls()) if act.kind == "edit" and o is not None and o.status == "ok"]
    going: dict[tuple[str, ...], list[tuple[Run, Sign]]] = {}
    for run in runs(whole):
        rounds = going.pop(run.key, [])
        shown = sign(whole, run) if run.failed else None
        edited = bool(rounds) and bisect_left(changed, run.number) > bisect_right(changed, rounds[-1][0].number)
        if shown is not None and rounds and edited and shown.key == rounds[-1][1].key:
            going[run.key] = [*rounds, (run, shown)]
            continue
        if len(rounds) >= LEAST:
            yield _cycle(whole, rounds)
        if shown is not None:
            going[run.key] = [(run, shown)]
    for rounds in going.values():
        if len(rounds) >= LEAST:
            yield _cycle(whole, rounds)


def _cycle(whole: Whole, rounds: list[tuple[Run, Sign]]) -> Fact:
    first, last = (whole.index(run.position) for run in (rounds[0][0], rounds[-1][0]))
    spans = tuple(s.span for _, s in rounds[:MOST_SPANS])
    roles = {"deeds": deeds((rounds[0][0].act,)), "words": rounds[0][1].span, "times": len(rounds), "first": first, "last": last}
    return with_notes(fact("loop.cycle", spans, first, **roles), salience=1.0 + len(rounds) * 0.25)
