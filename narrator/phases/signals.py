"""What every cue looks at: who acted where, kept once and by position, so that cues stay one function each."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from narrator.model import Transcript
from narrator.observations import Act, Observations, Outcome, Speech
from narrator.silence import Silence
from narrator.silence.bookkeeping import acts_of_person, summaries


@dataclass(frozen=True, slots=True)
class Signals:
    """A session as its cues see it; all keys are positions in `transcript.messages`, not indices."""

    transcript: Transcript
    silences: dict[int, Silence]
    acts: dict[int, tuple[Act, ...]]
    outcomes: dict[int, tuple[Outcome, ...]]
    speeches: dict[int, Speech]
    persons: tuple[int, ...]
    """Positions of a person's own acts, ascending."""
    spoken: frozenset[int]
    """Positions of messages with words that a person saw."""
    summaries: frozenset[int]
    """Positions of compaction summaries that hold words: one that failed ends no memory."""

    def person_at(self, position: int) -> bool:
        """Return whether the message at `position` is a person's own act."""
        return self.person_after(position - 1) == position

    def person_before(self, position: int) -> int | None:
        """Return the position of the last act of a person before `position`, or None."""
        at = bisect_left(self.persons, position)
        return self.persons[at - 1] if at else None

    def person_after(self, position: int) -> int | None:
        """Return the position of the next act of a person after `position`, or None."""
        at = bisect_right(self.persons, position)
        return self.persons[at] if at < len(self.persons) else None


def read_signals(transcript: Transcript, observations: Observations, silences: tuple[Silence, ...]) -> Signals:
    """Return the session's signals; linear in the number of messages."""
    positions = {m.index: i for i, m in enumerate(transcript.messages)}
    acts: dict[int, list[Act]] = {}
    for act in observations.acts:
        acts.setdefault(positions[act.message], []).append(act)
    outcomes: dict[int, list[Outcome]] = {}
    for outcome in observations.outcomes:
        outcomes.setdefault(positions[outcome.message], []).append(outcome)
    persons = acts_of_person(transcript, silences)
    mine = frozenset(persons)
    spoken = frozenset(p for p, message in enumerate(transcript.messages) if message.visible_text)
    return Signals(
        transcript=transcript,
        silences={positions[s.message]: s for s in silences},
        acts={p: tuple(found) for p, found in acts.items()},
        outcomes={p: tuple(found) for p, found in outcomes.items()},
        speeches={positions[s.message]: s for s in observations.speeches if positions[s.message] in mine},
        persons=persons,
        spoken=spoken,
        summaries=frozenset(positions[index] for index, _ in summaries(transcript) if positions[index] in spoken),
    )
