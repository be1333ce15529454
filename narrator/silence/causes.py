"""The words for why a message has no visible text, and the value that holds one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from narrator.model import Message, Span, Transcript

Certainty = Literal["recorded", "inferred", "unknown"]

CAUSES: tuple[tuple[str, str], ...] = (
    ("interrupt", "the person stopped it"),
    ("connection_abort", "it was stopped, and probably not by a person"),
    ("not_recorded", "it was interrupted or lost, and the reason isn't stored"),
    ("context_overflow", "the provider refused the context"),
    ("provider_error", "the provider or its authentication failed"),
    ("content_filter", "the provider withheld the answer"),
    ("empty_completion", "the model ended with nothing, or with blanks"),
    ("reasoning_only", "the model thought and said nothing"),
    ("unfinished", "it was killed, or the record was taken in the middle"),
    ("failed_compaction", "a summary failed or came out empty"),
    ("auto_compaction", "the harness's marker that the context is to be summarized, set by itself"),
    ("overflow_compaction", "the harness's marker that the context is to be summarized, after the provider refused it"),
    ("manual_compaction", "the harness's marker that the context is to be summarized, at a person's command"),
    ("compaction", "the harness's marker that the context is to be summarized, its trigger unknown"),
    ("continue", "the harness's own line to go on after a compaction"),
    ("subtask", "a command that runs in a sub-agent"),
    ("subtask_followup", "the harness's line after a sub-agent's command"),
    ("shell", "a shell command that the person ran"),
    ("attachment", "a file or an image and no words"),
    ("injected", "a message of a plugin, a hook or the API"),
    ("blank", "blanks typed"),
    ("stream_artifact", "an artifact of recording or conversion"),
    ("lost_record", "the record of its text is missing from the file"),
    ("filler", "the harness's stock line"),
    ("unknown", "nothing in the record decides it"),
)
"""Every cause and what it is, in the order of the vocabulary."""

BOOKKEEPING = frozenset(
    {
        "auto_compaction",
        "overflow_compaction",
        "manual_compaction",
        "compaction",
        "continue",
        "subtask_followup",
        "injected",
        "stream_artifact",
        "filler",
    }
)
"""Causes that make a message nobody's act (a person's command may have led to it; the message itself is the harness's)."""


@dataclass(frozen=True, slots=True)
class Sign:
    """One piece of evidence: a clause for people, and where it stands."""

    text: str
    """A clause that can follow "that": lower case, no full stop ("its error is `MessageAbortedError`")."""
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Silence:
    """Why one message has no visible text."""

    message: int
    """The message's index."""
    cause: str
    """A word of `CAUSES`."""
    detail: str = ""
    """A narrower word: before any output, while thinking, during a tool, hidden, …; "" where there is none."""
    certainty: Certainty = "recorded"
    evidence: tuple[Sign, ...] = ()
    undecided: tuple[str, ...] = ()
    """What would decide it where it is not certain: noun phrases ("the error field of this message")."""


def unknown(transcript: Transcript, position: int) -> Silence:
    """Return the silence that nothing decides."""
    message = transcript.messages[position]
    whole = Span(session=transcript.session, message=message.index)
    return Silence(
        message=message.index,
        cause="unknown",
        certainty="unknown",
        evidence=(Sign("the message holds no text and no tool call", (whole,)),),
        undecided=("the harness's own record of this message",),
    )


def span_of(transcript: Transcript, message: Message, part: int | None = None) -> Span:
    """Return the span of a message, or of one of its parts."""
    return Span(session=transcript.session, message=message.index, part=part)


def sign_of(transcript: Transcript, message: Message, text: str) -> Sign:
    """Return a sign that stands on a message as a whole."""
    return Sign(text, (span_of(transcript, message),))


def without_words(transcript: Transcript, position: int, blank: str) -> Silence | None:
    """Return why a user's message has no words: a file, else blanks, as the sign `blank` says; None for others' messages."""
    message = transcript.messages[position]
    if message.role != "user":
        return None
    files = [i for i, p in enumerate(message.parts) if p.kind == "file"]
    if files:
        sign = Sign("it holds a file or an image and no words", tuple(span_of(transcript, message, i) for i in files))
        return Silence(message.index, "attachment", evidence=(sign,))
    return Silence(message.index, "blank", evidence=(sign_of(transcript, message, blank),))
