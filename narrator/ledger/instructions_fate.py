"""What became of an instruction: done, partly, refused, superseded, forgotten, or unknown where the record doesn't tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from narrator.ledger.exchanges import closing, report_spans
from narrator.ledger.instructions_deeds import (
    DEFINITE,
    FORGETTABLE,
    HANDS_ON,
    KINDS,
    Call,
    Deeds,
    does,
    is_file,
    last_part,
    shown,
    touches,
    went,
)
from narrator.ledger.instructions_words import Instruction
from narrator.ledger.open_ends import TALKING
from narrator.ledger.questions import find_passage
from narrator.ledger.questions_words import content_words
from narrator.ledger.whole import Whole
from narrator.model import Span
from narrator.observations import Act
from narrator.observations.speech_act import tells_failure
from narrator.phases.exchanges import Exchange

Fate = Literal["done", "partly", "refused", "superseded", "forgotten", "unknown"]
SHARED = 2
"""Telling words that an instruction must have in common with the work or the report, where it names no file."""
SHOWN = 3
"""Acts that a fact stands on: the first and the last ones."""
POINTED, POINTS_SHARED = 3_000, 4
"""Code points of a message that an object points at, and the telling words that the work must share with them."""
SHORT = 80
"""Code points of a message that orders one thing in so few words that the work of its turn is that."""
EDIT_LIMIT = 4_000
"""Code points of an edit's arguments that tell what it is about."""
TOLD_EARLY = 300
"""Code points in which a person says that something is wrong."""

_DECLINES = re.compile(
    r"(?i)\W*(?:(?:i'?m )?sorry\W+(?:but )?|unfortunately\W+)?"
    r"(?:i (?:can(?:'t|not)|can not|won'?t|am (?:not able|unable)|'?m (?:not able|unable))|"
    r"no puedo|ich kann (?:das |dies )?nicht|não posso|我(?:不能|无法))"
)
_POINTS = re.compile(
    r"(?i)\W*(?:(?:the |all )?following\b|(?:it|this|that|them|these|those|so|both|all(?: of (?:it|them|this))?|"
    r"esto|eso|isso|isto|das|dies)(?: again| now| please| too)?\W*$)|(?:这|那|它)[个些]?$"
)
"""An object that points at what else the message, or the talk before, says."""


@dataclass(frozen=True)
class Turn:
    """An exchange as the fates of its instructions see it."""

    whole: Whole
    exchanges: tuple[Exchange, ...]
    number: int
    deeds: Deeds

    @property
    def exchange(self) -> Exchange:
        """The exchange itself."""
        return self.exchanges[self.number]

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The calls of the exchange."""
        calls = self.whole.calls(self.exchange.said, self.exchange.end)
        return tuple(c for c in calls if self.whole.messages[c[0]].by != "person")

    @cached_property
    def closing(self) -> int | None:
        """Position of the words that close it."""
        return closing(self.whole, self.exchange.said, self.exchange.end)

    @property
    def cut(self) -> bool:
        """Whether it was broken off: no words close it where they would, and the person goes on."""
        talks = self.whole.analysis.transcript.agent in TALKING
        return talks and self.closing is None and self.number + 1 < len(self.exchanges)

    @cached_property
    def told(self) -> frozenset[str]:
        """The telling words of its report and its edits."""
        text = "" if self.closing is None else self.whole.messages[self.closing].visible_text
        edits = (
            value[:EDIT_LIMIT]
            for position, act, ended in self.calls
            if act.kind == "edit" and went(ended)
            for _, value in self.whole.messages[position].parts[act.part].args
        )
        return content_words(text) | frozenset().union(*(content_words(e) for e in edits))

    @cached_property
    def next_words(self) -> tuple[str, str]:
        """Speech act and words of the person's next act; empty for none."""
        if self.number + 1 >= len(self.exchanges):
            return "", ""
        following = self.exchanges[self.number + 1]
        speech = self.whole.analysis.signals.speeches.get(following.said)
        return (speech.act if speech else "other"), following.words

    @cached_property
    def faulted(self) -> bool:
        """Whether the person then says that something is wrong."""
        act, words = self.next_words
        return act == "correction" or (act == "report" and tells_failure(words[:TOLD_EARLY]))


def fate_of(turn: Turn, ordered: Instruction, *, alone: bool) -> tuple[Fate, tuple[Span, ...]]:
    """Return what became of an instruction, and the spans that show it."""
    mine = list(_matching(turn, ordered, turn.calls))
    done = [(p, a) for p, a, o in mine if went(o)]
    if done:
        return _done(turn, ordered, done, alone=alone)
    if ordered.deed == "look" and any(a.kind == "delegate" for _, a, _ in turn.calls):
        return "unknown", ()
    if any(o is not None and o.status == "refused" for _, _, o in mine):
        return "refused", tuple(o.span for _, _, o in mine if o is not None and o.status == "refused")[:SHOWN]
    if turn.closing is not None and not any(a.changes for _, a, _ in turn.calls):
        opening = report_spans(turn.whole, turn.closing)[0]
        if alone and _DECLINES.match(turn.whole.words_of(opening)):
            return "refused", (opening,)
        told = find_passage(turn.whole, turn.closing, ordered.span) if ordered.deed == "tell" else None
        if told is not None:
            return "done", (told,)
    return _without_acts(turn, ordered)


def _done(turn: Turn, ordered: Instruction, done: list[tuple[int, Act]], *, alone: bool) -> tuple[Fate, tuple[Span, ...]]:
    files = [turn.whole.words_of(n) for n in ordered.names if is_file(turn.whole.words_of(n))]
    if ordered.deed in KINDS and ordered.deed not in DEFINITE and not files:
        done = _about(turn, ordered, done, alone=alone)
    if not done:
        return "unknown", ()
    spans = _few([shown(turn.whole, p, a, ordered.deed) for p, a in done])
    if ordered.deed not in DEFINITE and turn.cut:
        return "partly", spans
    if ordered.deed == "edit" and turn.faulted and (alone or turn.next_words[0] == "report"):
        following = turn.whole.analysis.signals.speeches[turn.exchanges[turn.number + 1].said]
        return "partly", (*spans, following.span)
    return "done", spans


def _about(turn: Turn, ordered: Instruction, done: list[tuple[int, Act]], *, alone: bool) -> list[tuple[int, Act]]:
    """Return the acts that are those of an instruction that names no file, where the work speaks of the same; else none.

    Acts that hold its words themselves come before all others.
    """
    points = ordered.object is None or _POINTS.match(turn.whole.words_of(ordered.object)) is not None
    wanted = _telling(turn, ordered)
    if points:
        wanted = wanted | content_words(turn.exchange.words[:POINTED])
    if (alone and points and len(turn.exchange.words) <= SHORT) or len(wanted & turn.told) >= (
        POINTS_SHARED if points else SHARED
    ):
        near = [(p, a) for p, a in done if wanted & _words_of(turn.whole, p, a)]
        return (near or done) if ordered.deed != "run" else near
    return []


def _words_of(whole: Whole, position: int, act: Act) -> frozenset[str]:
    return content_words(" ".join(text[:EDIT_LIMIT] for _, text in whole.messages[position].parts[act.part].args))


def _telling(turn: Turn, ordered: Instruction) -> frozenset[str]:
    return content_words(turn.whole.words_of(ordered.object)) if ordered.object is not None else frozenset()


def _few(spans: list[Span]) -> tuple[Span, ...]:
    return tuple(spans if len(spans) <= SHOWN else (*spans[: SHOWN - 1], spans[-1]))


def _matching(turn: Turn, ordered: Instruction, calls: Iterable[Call]) -> Iterator[Call]:
    """Yield the calls that do what an instruction orders."""
    files = [last_part(turn.whole.words_of(n)) for n in ordered.names if is_file(turn.whole.words_of(n))]
    for position, act, ended in calls:
        if does(turn.whole, position, act, ordered.deed) and (
            ordered.deed not in ("edit", "look") or not files or any(touches(act, f) for f in files)
        ):
            yield position, act, ended


def _without_acts(turn: Turn, ordered: Instruction) -> tuple[Fate, tuple[Span, ...]]:
    """Say what became of an instruction that no act of its own turn does."""
    whole, exchange = turn.whole, turn.exchange
    act, _ = turn.next_words
    worked = bool(turn.calls) or turn.closing is not None
    if turn.number + 1 < len(turn.exchanges) and (act in ("redirect", "stop") or _is_revised(turn)) and not turn.closing:
        return "superseded", (whole.span(turn.exchanges[turn.number + 1].said),)
    if ordered.deed not in DEFINITE or not worked:
        return "unknown", ()
    later = turn.deeds.after(ordered.deed, exchange.end)
    after = next(((p, a) for p, a, o in _matching(turn, ordered, later) if went(o)), None)
    if after is not None:
        return "done", (shown(whole, *after, ordered.deed),)
    tried = bool(later) or any(does(whole, p, a, ordered.deed) for p, a, _ in turn.calls)
    goes_on = bool(turn.deeds.calls) and turn.deeds.calls[-1][0] >= exchange.end
    delegated = turn.deeds.after("delegate", exchange.said) or any(a.verb in HANDS_ON for _, a, _ in turn.calls)
    if ordered.deed not in FORGETTABLE or tried or delegated or turn.closing is None or not goes_on:
        return "unknown", ()
    if turn.deeds.last_mention(ordered.deed) > exchange.said:
        return "unknown", ()  # whatever is said of it, it isn't forgotten
    return "forgotten", (whole.span(turn.closing), whole.span(len(whole.messages) - 1))


def _is_revised(turn: Turn) -> bool:
    return turn.exchanges[turn.number + 1].first == turn.exchange.end and turn.next_words[0] == "correction"
