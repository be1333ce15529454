"""Cues: each function looks at one act of a person and returns how much it speaks for a new phase there, 0 to 1.

None rests on English words alone: what is worked on, how long, after which pause and in which words is looked at in any
language. What each is worth is in `CUES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import log2

from narrator.phases.exchanges import Exchange, read_exchanges
from narrator.phases.signals import Signals

BUSY = 3
"""An exchange with fewer changes than this is talk or a look; with so many, it is work."""
LONGEST_PAUSE = 8.0
"""log2 of the minutes from which a pause says no more: about four hours."""
AT_ONCE = 5.0
"""A pause of fewer seconds is none, however quick the others are."""
LONGEST_WORK = 6.0
"""log2 of the steps from which work says no more: 64."""
PASTED_LINES = 5

_GOES_ON = re.compile(
    r"\W*(?:(?:also|and|then|but|plus|so|because|además|también|y|pero|entonces|auch|und|dann|aber|außerdem|também|e|mas|então)"
    r"(?![^\W_])|另外|还有|然后|而且|但是|所以)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Course:
    """A session as its cues see it: who acted where, and the person's exchanges."""

    signals: Signals
    exchanges: tuple[Exchange, ...]

    def mode(self, number: int) -> str | None:
        """Return the agent or permission mode in which an exchange's act was sent."""
        return self.signals.transcript.messages[self.exchanges[number].said].mode

    def act(self, number: int) -> str:
        """Return the speech act of an exchange."""
        speech = self.signals.speeches.get(self.exchanges[number].said)
        return speech.act if speech else "other"


def read_course(signals: Signals) -> Course:
    """Return a session's course; linear in its size."""
    return Course(signals, read_exchanges(signals))


Cue = Callable[[Course, int], float]
"""(course, number of an exchange, never the first) → 0 to 1."""


def long_pause(course: Course, number: int) -> float:
    """Return how long the pause before the act was: by its logarithm, 1 for four hours; under a minute is below 0."""
    pause = course.exchanges[number].pause
    return 0.2 if pause is None else min(max(log2(pause / 60 + 1e-3), -2.0), LONGEST_PAUSE) / LONGEST_PAUSE


def longest_pauses(course: Course, number: int) -> float:
    """Return where the pause stands among the session's own, people answering at different speeds; 0 under `AT_ONCE` seconds."""
    exchange = course.exchanges[number]
    return 0.0 if exchange.pause is not None and exchange.pause < AT_ONCE else exchange.rank


def after_long_work(course: Course, number: int) -> float:
    """Return how much work stood before the act, by the logarithm of its steps."""
    return log2(1 + course.exchanges[number - 1].steps) / LONGEST_WORK


def before_long_work(course: Course, number: int) -> float:
    """Return how much work follows the act, by the logarithm of its steps."""
    return log2(1 + course.exchanges[number].steps) / LONGEST_WORK


def work_begins(course: Course, number: int) -> float:
    """After talk or a look, something is changed."""
    return float(_busy(course, number) and not _busy(course, number - 1))


def talk_begins(course: Course, number: int) -> float:
    """After work nothing is changed."""
    return float(_busy(course, number - 1) and not course.exchanges[number].changes)


def other_words(course: Course, number: int) -> float:
    """Return how far the vocabulary changes: twice the depth of its valley, 1 at most."""
    return min(1.0, 2 * course.exchanges[number].valley)


def other_files(course: Course, number: int) -> float:
    """Return the share of the files now named that the two exchanges before didn't name."""
    here = course.exchanges[number].files
    there = course.exchanges[number - 1].files | course.exchanges[max(0, number - 2)].files
    return len(here - there) / len(here) if here else 0.0


def other_mode(course: Course, number: int) -> float:
    """The agent or permission mode is not that of the act before."""
    old, new = course.mode(number - 1), course.mode(number)
    return float(old is not None and new is not None and old != new)


def pasted(course: Course, number: int) -> float:
    """The act brings a text of several lines: a log, a review, a task."""
    return float(course.exchanges[number].words.count("\n") >= PASTED_LINES - 1)


def correction(course: Course, number: int) -> float:
    """The person says that something is wrong."""
    return float(course.act(number) == "correction")


def redirect(course: Course, number: int) -> float:
    """The person wants something else instead."""
    return float(course.act(number) == "redirect")


def goes_on(course: Course, number: int) -> float:
    """The act begins as a continuation: also, and, then."""
    return float(_GOES_ON.match(course.exchanges[number].words) is not None)


def queued(course: Course, number: int) -> float:
    """The act was sent while the work went on: what stood before it called a tool."""
    return float(course.exchanges[number].first - 1 in course.signals.acts)


def _busy(course: Course, number: int) -> bool:
    return course.exchanges[number].changes >= BUSY


CUES: tuple[tuple[str, Cue, float], ...] = (
    ("a long pause", long_pause, 0.65),
    ("one of the longest pauses", longest_pauses, 0.6),
    ("after long work", after_long_work, 1.0),
    ("before long work", before_long_work, 0.4),
    ("work begins", work_begins, 0.6),
    ("talk begins", talk_begins, 0.3),
    ("other words", other_words, 0.3),
    ("other files", other_files, 0.6),
    ("another mode", other_mode, 0.4),
    ("a pasted text", pasted, 0.45),
    ("a correction", correction, 0.1),
    ("a redirection", redirect, 0.25),
    ("goes on", goes_on, -0.25),
    ("sent while work went on", queued, -0.2),
)
"""Every cue with the words by which `inspect` names it, and its weight in log odds."""
NAMED_VALUE = 0.6
"""How strongly a cue must speak to be named: what is only half so (a pause of unknown length among them) isn't told."""
NAMED_WORTH = 0.1
"""What it must add to the log odds."""
BIAS = -1.7
"""The log odds of a phase beginning at an act of a person of which no cue speaks."""


def score(course: Course, number: int) -> float:
    """Return the log odds that a phase begins at an exchange, by all cues."""
    return BIAS + sum(weight * cue(course, number) for _, cue, weight in CUES)


def names_of(spoken: Iterable[tuple[str, float, float]], otherwise: str) -> tuple[str, ...]:
    """Return the names of the cues that speak for something, the strongest first, of (name, value, weight); else `otherwise`."""
    strong = [(value * weight, name) for name, value, weight in spoken if value >= NAMED_VALUE and value * weight >= NAMED_WORTH]
    return tuple(name for _, name in sorted(strong, key=lambda n: -n[0])) or (otherwise,)
