"""How opencode's rules word what they tell: a silence from a position, a clause and its spans."""

from __future__ import annotations

from datetime import timedelta

from narrator.model import Span, Transcript
from narrator.silence.causes import Certainty, Sign, Silence


def told(
    transcript: Transcript,
    position: int,
    cause: str,
    sign: str,
    detail: str = "",
    *,
    certainty: Certainty = "recorded",
    undecided: tuple[str, ...] = (),
    neighbor: int | None = None,
    more: tuple[Sign, ...] = (),
) -> Silence:
    """Return the silence at `position`; `sign` is the clause that tells it, `neighbor` who helps to tell it."""
    where = spans(transcript, position) + (spans(transcript, neighbor) if neighbor is not None else ())
    evidence = (Sign(sign, where), *more)
    return Silence(transcript.messages[position].index, cause, detail, certainty, evidence, undecided)


def spans(transcript: Transcript, position: int, part: int | None = None) -> tuple[Span, ...]:
    """Return the span of the message at `position`, or of one of its parts."""
    return (Span(session=transcript.session, message=transcript.messages[position].index, part=part),)


def elapsed(time: timedelta) -> str:
    """Return a time for people: milliseconds under a second, else seconds."""
    seconds = time.total_seconds()
    return f"{round(seconds * 1000)} ms" if seconds < 1 else f"{seconds:.0f} s"
