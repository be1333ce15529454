"""Why a message of a SWE-agent or mini-SWE-agent run has no visible text.

A run that the harness ends itself is recorded with a status; its last reply is then the harness's own line ("Exit due to cost
limit"), or mini-SWE-agent's last message, which is empty by design.
"""

from __future__ import annotations

from narrator.model import Transcript
from narrator.silence.causes import Sign, Silence, sign_of, span_of, without_words
from narrator.silence.finishes import Ending, by_finish, ending_of

_CAUSES: tuple[tuple[str, str], ...] = (
    ("exit_context", "context_overflow"),
    ("contextwindow", "context_overflow"),
    ("exit_api", "provider_error"),
    ("authentication", "provider_error"),
    ("ratelimit", "provider_error"),
    ("apierror", "provider_error"),
    ("apiconnection", "provider_error"),
    ("serviceunavailable", "provider_error"),
    ("contentpolicy", "content_filter"),
    ("userinterruption", "interrupt"),
    ("keyboardinterrupt", "interrupt"),
)
"""Exit statuses (a part of them, in lower case) that say why there is no answer; the others end a run without failing."""


def _ended(transcript: Transcript, position: int) -> Silence | None:
    """The run's end: an error that took the answer's place, or else the harness's stock line or empty last message."""
    message = transcript.messages[position]
    status = message.error or message.field("exit_status")
    if message.role == "user" and message.by != "harness":
        return None
    if status is None or status == "none" or (message.by != "harness" and message.error is None):
        return None
    plain = status.lower().replace(" ", "")
    cause = next((cause for word, cause in _CAUSES if word in plain), "filler" if message.by == "harness" else None)
    if cause is None:
        return None
    sign = sign_of(transcript, message, f"the record ends the run with the status `{status[:80]}`")
    return Silence(message.index, cause, status[:80] if cause == "filler" else "", evidence=(sign,))


def _stock(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if message.role != "assistant" or message.by != "harness":
        return None
    return Silence(message.index, "filler", evidence=(sign_of(transcript, message, "the harness wrote it in the model's place"),))


def _withheld(transcript: Transcript, position: int) -> Silence | None:
    """A reply that didn't come to its own end, by the provider's finish reason; the run's status, on its last reply, is none."""
    message = transcript.messages[position]
    if message.finish is None or message.field("exit_status") is not None or ending_of(message.finish) == Ending("", ""):
        return None
    return by_finish(transcript, position, f"its finish reason is `{message.finish}`")


def _thought(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    thoughts = [i for i, p in enumerate(message.parts) if p.kind == "reasoning"]
    if message.role != "assistant" or not thoughts:
        return None
    hidden = all("hidden" in message.parts[i].flags for i in thoughts)
    sign = Sign("it holds reasoning and no words", tuple(span_of(transcript, message, i) for i in thoughts))
    return Silence(message.index, "reasoning_only", "hidden" if hidden else "", evidence=(sign,))


def _empty(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if message.role != "assistant" or any(p.kind != "text" for p in message.parts):
        return None
    signs = [sign_of(transcript, message, "the model's reply is recorded, and holds neither words nor an action")]
    if "superseded" in message.flags:
        signs.append(sign_of(transcript, message, "it was thrown away, and the model asked again"))
    return Silence(message.index, "empty_completion", evidence=tuple(signs))


def _orphaned(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if all(p.kind != "result" for p in message.parts):
        return None
    sign = sign_of(transcript, message, "it holds an observation, and no action that it answers")
    return Silence(message.index, "lost_record", "", "inferred", (sign,), ("the record of the action",))


def _put_in(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if message.role == "assistant" or message.by == "person":
        return None
    return Silence(message.index, "injected", evidence=(sign_of(transcript, message, "the harness wrote it"),))


def _prompt(transcript: Transcript, position: int) -> Silence | None:
    return without_words(transcript, position, "the record of it holds blanks only")


RULES = (_ended, _stock, _orphaned, _withheld, _thought, _empty, _put_in, _prompt)
"""In the order in which they are asked; the first that answers wins."""
