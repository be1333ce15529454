"""The part of a session that a document about one message needs: what led to it, the message, what came of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from narrator.analysis import Analysis
from narrator.errors import MessageIndexError
from narrator.language import sentences
from narrator.model import Message, Span

REACH = 48
"""At most so many messages before: a reader follows no longer way to an essay's subject."""
OPENING = 240
"""Code points of a report that are quoted, in whole sentences."""
SHORTEST = 12
FEWEST_WORDS = 3
"""Shorter "sentences" are headings, labels and links."""
BACKGROUND = 24
"""How far before the instruction in force its reasons are looked for: at most to the person's act before it."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Positions in the transcript around a subject; ranges are half open."""

    analysis: Analysis
    subject: int
    start: int
    """The first message of the context."""
    end: int
    """The position after the last message of what followed: the end of the turn, wherever the person speaks again."""
    high: int
    """The position after the last message before a hole in the record."""
    asked: int | None
    """The last act of the person before the subject, within the context."""
    resumed: int | None
    """The next act of the person after it, within what followed."""

    @property
    def message(self) -> Message:
        """The subject."""
        return self.analysis.transcript.messages[self.subject]

    def at(self, position: int) -> Message:
        """Return the message at a position."""
        return self.analysis.transcript.messages[position]

    def index(self, position: int) -> int:
        """Return the index of the message at a position."""
        return self.analysis.transcript.messages[position].index

    def whole(self, position: int) -> Span:
        """Return the span of a whole message."""
        return Span(session=self.analysis.transcript.session, message=self.index(position))

    def cut_between(self, start: int, end: int) -> int | None:
        """Return where between two positions, both exclusive, the record says that the person interrupted; None for nowhere."""
        marks = (p for p in range(start + 1, end) if "interrupted" in self.at(p).flags and self.at(p).by != "person")
        return next(marks, None)

    def text_span(self, position: int) -> Span | None:
        """Return the span of the first visible text part of a message, or None where it has none."""
        for number, part in enumerate(self.at(position).parts):
            if part.kind == "text" and part.text.strip() and not {"synthetic", "ignored"} & set(part.flags):
                return Span(session=self.analysis.transcript.session, message=self.index(position), part=number)
        return None

    def opening_span(self, position: int) -> Span | None:
        """Return the span of the first sentences of a message's visible text, up to `OPENING` code points; tables left out."""
        whole = self.text_span(position)
        if whole is None or whole.part is None:
            return whole
        text = self.at(position).parts[whole.part].text
        told = [s for s in sentences(text) if s[1] - s[0] >= SHORTEST and len(text[s[0] : s[1]].split()) >= FEWEST_WORDS]
        told = [s for s in told if text[s[1] - 1] != ":"] or told  # "What changed:" announces what a quotation leaves out
        told = [s for s in told if is_sentence(text, *s)] or told
        if not told:
            return whole
        start, end = told[0]
        for begins, following in told[1:]:
            if following - start > OPENING or "\n" in text[end:begins]:
                break
            end = following
        return whole.model_copy(update={"start": start, "end": end})


def is_sentence(text: str, start: int, end: int) -> bool:
    """Return whether start to end (half open) of a text closes as a sentence does, and is no heading."""
    line = text[text.rfind("\n", 0, start) + 1 : start].lstrip()
    closes = text[start:end].rstrip().rstrip("*_`\"'”’)]").endswith((".", "!", "?", "…", "。", "！", "？"))
    return closes and not line.startswith("#")


def leads_to_list(text: str, end: int) -> bool:
    """Return whether a list stands right behind `end` in a text: what ends there is only the beginning of what is said."""
    return _LISTED.match(text, end) is not None


_LISTED = re.compile(r"[*_ \t]*\n\s*(?:[-*•+]|\d+[.)])\s")


def stretch_about(analysis: Analysis, index: int) -> Stretch:
    """Return the stretch around the message with `index`.

    Raises:
        MessageIndexError: when the session has no such message; it names the range and the nearest.

    """
    subject = analysis.transcript.position(index)
    if subject is None:
        raise MessageIndexError(_no_such_message(analysis, index))
    signals = analysis.signals
    low, high = _contiguous(analysis, subject)
    asked = signals.person_before(subject)
    start = max(_context(analysis, subject, asked), low, subject - REACH)
    resumed = signals.person_after(subject)
    if resumed is not None and resumed >= high:
        resumed = None
    return Stretch(
        analysis=analysis,
        subject=subject,
        start=start,
        end=max(_turn_end(analysis, subject, resumed, high), subject + 1),
        high=high,
        asked=asked if asked is not None and asked >= low else None,
        resumed=resumed,
    )


def _turn_end(analysis: Analysis, subject: int, resumed: int | None, high: int) -> int:
    """Where what the subject led to ends: at the person's next act after some work; work on a later order isn't its outcome."""
    start, end = subject, resumed
    while end is not None and end < high and not worked_between(analysis, start, end):
        if start == subject and analysis.signals.person_at(subject):
            return end
        start, end = end, analysis.signals.person_after(end)
    return high if end is None else min(end, high)


def worked_between(analysis: Analysis, start: int, end: int) -> bool:
    """Return whether the model said or did something between two positions, both exclusive."""
    messages = analysis.transcript.messages
    return any(
        p in analysis.signals.acts
        or (messages[p].by == "model" and messages[p].visible_text and p not in analysis.signals.summaries)
        for p in range(start + 1, end)
    )


def _context(analysis: Analysis, subject: int, asked: int | None) -> int:
    if asked is None:
        return subject - BACKGROUND
    earlier = analysis.signals.person_before(asked)
    return asked - BACKGROUND if earlier is None else max(earlier, asked - BACKGROUND)


def _contiguous(analysis: Analysis, subject: int) -> tuple[int, int]:
    """The half-open range of positions around `subject` without a hole in the record."""
    messages = analysis.transcript.messages
    low = high = subject
    while low > 0 and subject - low < 10 * REACH and messages[low - 1].index == messages[low].index - 1:
        low -= 1
    while high + 1 < len(messages) and high - subject < 10 * REACH and messages[high + 1].index == messages[high].index + 1:
        high += 1
    return low, high + 1


def _no_such_message(analysis: Analysis, index: int) -> str:
    indices = [m.index for m in analysis.transcript.messages]
    nearest = min(indices, key=lambda i: (abs(i - index), i))
    gap = next((g for g in analysis.transcript.gaps if g[0] <= index <= g[1]), None)
    session = analysis.transcript.session
    if gap is not None:
        return f"message {index} isn't in this record of {session}, which lacks {gap[0]} to {gap[1]}; the nearest is {nearest}"
    return f"session {session} has no message {index}; it has {indices[0]} to {indices[-1]}, the nearest is {nearest}"
