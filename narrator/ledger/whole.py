"""A whole session as the ledger's extractors see it: the analysis, and every observation of every message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from narrator.analysis import Analysis
from narrator.model import Message, Span
from narrator.observations import Act, Observations, Outcome, Statement, observe_closely


@dataclass(frozen=True)
class Whole:
    """A session; positions are those in `transcript.messages`, as in `analysis.signals`, not indices."""

    analysis: Analysis

    @property
    def messages(self) -> tuple[Message, ...]:
        """Its messages, in order."""
        return self.analysis.transcript.messages

    @cached_property
    def observations(self) -> Observations:
        """Every kind of observation of every message: heavier than what the analysis holds, made once."""
        return observe_closely(self.analysis.transcript, self.messages[0].index, self.messages[-1].index)

    @cached_property
    def statements(self) -> dict[int, tuple[Statement, ...]]:
        """Statements by position."""
        found: dict[int, list[Statement]] = {}
        for statement in self.observations.statements:
            found.setdefault(self.position(statement.message), []).append(statement)
        return {position: tuple(each) for position, each in found.items()}

    @cached_property
    def _positions(self) -> dict[int, int]:
        return {m.index: p for p, m in enumerate(self.messages)}

    def position(self, index: int) -> int:
        """Return the position of the message with `index`; KeyError where there is none."""
        return self._positions[index]

    def index(self, position: int) -> int:
        """Return the index of the message at a position."""
        return self.messages[position].index

    def span(self, position: int) -> Span:
        """Return the span of a whole message."""
        return Span(session=self.analysis.transcript.session, message=self.index(position))

    def words_of(self, span: Span) -> str:
        """Return the session's words at a span of a part, as they stand there; "" for a whole message."""
        if span.part is None:
            return ""
        part = self.messages[self.position(span.message)].parts[span.part]
        text = part.text if span.arg is None else part.arg(span.arg) or ""
        return text[span.start : span.end]

    def calls(self, start: int = 0, end: int | None = None) -> Iterator[tuple[int, Act, Outcome | None]]:
        """Yield (position, act, how it ended) for each call of positions start to end (half open), in order."""
        signals = self.analysis.signals
        for position in range(start, len(self.messages) if end is None else end):
            ended = {o.call_part: o for o in signals.outcomes.get(position, ())}
            for act in signals.acts.get(position, ()):
                yield position, act, ended.get(act.part)

    def persons(self) -> Iterable[int]:
        """Return the positions of a person's own acts, ascending."""
        return self.analysis.signals.persons
