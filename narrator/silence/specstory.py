"""Why a message of a SpecStory file has no visible text.

SpecStory writes a heading for each record and shows no sealed thought, no file, no error. What is inferred here, the harness's
own log would decide.
"""

from __future__ import annotations

from narrator.model import Message, Span, Transcript
from narrator.silence.causes import Sign, Silence

LOG = "the harness's own log of the session"


def _interrupt(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if message.role != "assistant" or "interrupted" not in message.flags:
        return None
    side = "sidechain" in message.flags
    later = (m for m in transcript.messages[position + 1 :] if ("sidechain" in m.flags) == side)
    notice = next(later, message)
    detail = "while thinking" if _thinks(message) else ""
    return Silence(
        message.index, "interrupt", detail, "recorded", (_sign(transcript, "an interruption's notice follows it", notice),)
    )


def _thought(transcript: Transcript, position: int) -> Silence | None:
    """Thoughts that are shown, or headings behind which nothing is: records whose words SpecStory doesn't show."""
    message = transcript.messages[position]
    if message.role != "assistant":
        return None
    if _thinks(message):
        sign = _sign(transcript, "it holds reasoning and nothing else of the model", message)
        return Silence(message.index, "reasoning_only", "", "recorded", (sign,))
    text = "it is a heading without words, as SpecStory writes of a thought that is sealed"
    return Silence(message.index, "reasoning_only", "hidden", "inferred", (_sign(transcript, text, message),), (LOG,))


def _unseen(transcript: Transcript, position: int) -> Silence | None:
    """A person's message of which nothing is shown."""
    message = transcript.messages[position]
    text = "it is a heading without words, and SpecStory shows no files and images"
    return Silence(message.index, "unknown", "", "unknown", (_sign(transcript, text, message),), (LOG,))


def _put_in(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    words = [p for p in message.parts if p.kind == "text" and p.text.strip()]
    if message.role == "assistant" or not words:
        return None
    return Silence(message.index, "injected", evidence=(_sign(transcript, "all its words are the harness's", message),))


def _thinks(message: Message) -> bool:
    return any(p.kind == "reasoning" for p in message.parts)


def _sign(transcript: Transcript, text: str, message: Message) -> Sign:
    return Sign(text, (Span(session=transcript.session, message=message.index),))


RULES = (_interrupt, _thought, _put_in, _unseen)
"""In the order in which they are asked; the first that answers wins."""
