"""What the person did next: each own act of theirs, how it bears on what came before, how long it took."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

from narrator.phases.signals import Signals
from narrator.silence.causes import BOOKKEEPING

REPEAT_RATIO = 0.6
"""From here on two instructions count as the same one sent again (the figure used in a study of 136 interruptions) …"""
SAME_RATIO = 0.9
"""… and from here on as sent again in the same words."""
COMPARED = 2000
"""Code points of each text that are compared: instructions repeat at their beginning, pasted logs follow."""
ANSWERS = {"approval": "approve"}
"""Speech acts that are called otherwise where they answer something that stopped."""


@dataclass(frozen=True, slots=True)
class Intervention:
    """A person's act in the course of the work."""

    message: int
    """Its index."""
    after: int | None
    """Index of the person's act before it, None for the first."""
    act: str
    """The speech act: request, stop, redirect, correction, approval, question, report, thanks, other; or repeat (the words of
    the act before it) or refine (nearly these)."""
    similarity: float
    """0 to 1: how alike its words are to those of the act before it (1 for the same text)."""
    latency: float | None
    """Seconds since the message before it ended; None where the record has no times."""
    mode: tuple[str, str] | None
    """The agent or permission mode before and with it, where it changed."""


@dataclass(frozen=True, slots=True)
class Response:
    """What the person did after the work stopped: after an interrupt, a refusal, a silence that is no bookkeeping."""

    stopped: int
    """Index of the message that was cut, refused or silent."""
    how: str
    """interrupt, refusal or silence."""
    act: str
    """stop, redirect, refine, repeat, approve, question, request, correction, report, other; none where nothing followed."""
    by: Intervention | None
    """The act; None for none."""


def find_interventions(signals: Signals) -> tuple[Intervention, ...]:
    """Return every own act of a person, in order."""
    befores: list[int | None] = [None, *signals.persons]
    return tuple(_intervention(signals, p, b) for p, b in zip(signals.persons, befores, strict=False))


def find_responses(signals: Signals, interventions: tuple[Intervention, ...]) -> tuple[Response, ...]:
    """Return for each run of messages at which the work stopped what the person did next, in order."""
    acts = dict(zip(signals.persons, interventions, strict=True))
    found: dict[int | None, Response] = {}
    for position, message in enumerate(signals.transcript.messages):
        how = _how_stopped(signals, position)
        if how is None:
            continue
        following = signals.person_after(position)
        by = None if following is None else acts[following]
        act = "none" if by is None else ANSWERS.get(by.act, by.act)
        # A refusal often leaves a cut message and the harness's notice behind: the first of them says what stopped.
        found.setdefault(following, Response(stopped=message.index, how=how, act=act, by=by))
    return tuple(found.values())


def _how_stopped(signals: Signals, position: int) -> str | None:
    message, silence = signals.transcript.messages[position], signals.silences.get(position)
    if any(o.status == "refused" for o in signals.outcomes.get(position, ())):
        return "refusal"
    cut = any(o.status == "cancelled" for o in signals.outcomes.get(position, ()))
    if cut or "interrupted" in message.flags or (silence is not None and silence.cause == "interrupt"):
        return "interrupt"
    silent = silence is not None and message.role == "assistant" and silence.cause not in BOOKKEEPING
    return "silence" if silent else None


def _intervention(signals: Signals, position: int, before: int | None) -> Intervention:
    messages = signals.transcript.messages
    alike = 0.0 if before is None else similarity(messages[before].visible_text, messages[position].visible_text)
    speech = signals.speeches.get(position)
    return Intervention(
        message=messages[position].index,
        after=None if before is None else messages[before].index,
        act=_act(speech.act if speech else "other", alike),
        similarity=alike,
        latency=_latency(signals, position),
        mode=_mode(messages[before].mode if before is not None else None, messages[position].mode),
    )


def _act(spoken: str, alike: float) -> str:
    if alike <= REPEAT_RATIO or spoken in ("approval", "thanks"):
        return spoken
    return "repeat" if alike >= SAME_RATIO else "refine"


def _mode(old: str | None, new: str | None) -> tuple[str, str] | None:
    return (old, new) if old is not None and new is not None and old != new else None


def similarity(left: str, right: str) -> float:
    """Return how alike two texts are, 0 to 1: Ratcliff and Obershelp's ratio over words (difflib), case and spaces aside."""
    a, b = left[:COMPARED].lower().split(), right[:COMPARED].lower().split()
    if not a or not b:
        return 0.0
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() > REPEAT_RATIO / 2 else matcher.real_quick_ratio()


def _latency(signals: Signals, position: int) -> float | None:
    if position == 0:
        return None
    here, there = signals.transcript.messages[position], signals.transcript.messages[position - 1]
    end = there.ended or there.at
    return None if here.at is None or end is None else max(0.0, (here.at - end).total_seconds())
