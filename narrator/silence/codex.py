"""Why a Codex message has no visible text.

Codex records how a turn ended, not how a message did, and no errors (a turn that failed looks like one without an answer); the
reader puts the turn's end on its last reply. A reply without words holds reasoning, nearly always encrypted.
"""

from __future__ import annotations

from narrator.model import Message, Transcript
from narrator.silence.causes import Sign, Silence, sign_of, span_of, without_words

_STOPPED = {"interrupted": "interrupt", "replaced": "interrupt"}
"""Reasons of an abort that are a person's; the others (budget_limited, review_ended) are not."""

_DETAILS = {"replaced": "replaced by another prompt", "budget_limited": "budget", "review_ended": "end of a review"}


def _aborted(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    reason = message.field("turn.aborted")
    if message.role != "assistant" or reason is None:
        return None
    spent = _seconds(message.field("turn.duration_ms"))
    signs = [
        sign_of(transcript, message, f"the record ends its turn as aborted (`{reason}`){spent}"),
        *_content(transcript, message),
    ]
    detail = _DETAILS.get(reason) or ("while thinking" if _thinks(message) else "before any output")
    return Silence(message.index, _STOPPED.get(reason, "connection_abort"), detail, "recorded", tuple(signs))


def _failed(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if message.error is None:
        return None
    name = message.error.lower()
    cause = "context_overflow" if "context" in name else "content_filter" if "policy" in name else "provider_error"
    return Silence(
        message.index, cause, evidence=(sign_of(transcript, message, f"the record gives its turn the error `{message.error}`"),)
    )


def _summary(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if message.kind != "summary":
        return None
    return Silence(message.index, "failed_compaction", evidence=(sign_of(transcript, message, "it is a summary without words"),))


def _endless(transcript: Transcript, position: int) -> Silence | None:
    """A turn that no record ends: the record stops in it, or the program did."""
    message = transcript.messages[position]
    if message.role != "assistant" or message.field("turn.end") != "none":
        return None
    last = position == len(transcript.messages) - 1
    after = "the record stops there" if last else "the next turn begins without one"
    signs = (sign_of(transcript, message, f"no record ends its turn, and {after}"), *_content(transcript, message))
    undecided = ("a record of how its turn ended", "the errors of the turn, which Codex doesn't record")
    return Silence(message.index, "unfinished" if last else "not_recorded", "", "inferred", signs, undecided)


def _thought(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if message.role != "assistant" or not _thinks(message):
        return None
    hidden = all("hidden" in p.flags for p in message.parts if p.kind == "reasoning")
    return Silence(
        message.index,
        "reasoning_only",
        "hidden" if hidden else "",
        evidence=tuple(_content(transcript, message) + _ending(transcript, message)),
    )


def _empty(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if message.role != "assistant" or any(p.kind != "text" for p in message.parts):
        return None
    signs = [
        sign_of(
            transcript, message, "the model's message holds no words" if not message.parts else "the model's message is blank"
        )
    ]
    return Silence(message.index, "empty_completion", evidence=tuple(signs + _ending(transcript, message)))


def _orphaned(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if message.role != "assistant" or all(p.kind != "result" for p in message.parts):
        return None
    sign = sign_of(transcript, message, "it holds the result of a call that isn't in the record")
    return Silence(message.index, "lost_record", "", "inferred", (sign,), ("the record of the call",))


def _put_in(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if message.role == "assistant" or (message.by == "person" and "synthetic" not in message.flags):
        return None
    return Silence(message.index, "injected", evidence=(sign_of(transcript, message, "no event marks it as a person's prompt"),))


def _prompt(transcript: Transcript, position: int) -> Silence | None:
    return without_words(transcript, position, "the record of the prompt holds blanks only")


def _thinks(message: Message) -> bool:
    return any(p.kind == "reasoning" for p in message.parts)


def _content(transcript: Transcript, message: Message) -> list[Sign]:
    """Return what the message does hold."""
    thoughts = [i for i, p in enumerate(message.parts) if p.kind == "reasoning"]
    if not thoughts:
        return [sign_of(transcript, message, "it holds no output of the model")]
    kind = "encrypted reasoning" if all("hidden" in message.parts[i].flags for i in thoughts) else "reasoning"
    return [Sign(f"it holds {kind} and nothing else of the model", tuple(span_of(transcript, message, i) for i in thoughts))]


def _ending(transcript: Transcript, message: Message) -> list[Sign]:
    """Return that its turn was completed without last words, where the record says so."""
    if message.field("turn.last_agent_message") != "null":
        return []
    return [sign_of(transcript, message, "the record completes its turn without a last message")]


def _seconds(milliseconds: str | None) -> str:
    return f" after {int(milliseconds) / 1000:.1f} s" if milliseconds and milliseconds.isdecimal() else ""


RULES = (_aborted, _failed, _summary, _endless, _orphaned, _thought, _empty, _put_in, _prompt)
"""In the order in which they are asked; the first that answers wins."""
