"""Why a message of an ATIF trajectory has no visible text.

The standard records neither how an answer ended nor what went wrong; a converter may put a stop reason or an error into `extra`.
Token counts tell an artifact from a silence: where no token went in, the model was never asked.
"""

from __future__ import annotations

from narrator.model import Message, Transcript
from narrator.silence.causes import Sign, Silence, sign_of, span_of, without_words
from narrator.silence.finishes import by_finish

_ERRORS = (
    ("context", "context_overflow"),
    ("too_long", "context_overflow"),
    ("prompt_too_large", "context_overflow"),
    ("content_filter", "content_filter"),
    ("content_policy", "content_filter"),
    ("abort", "interrupt"),
    ("interrupt", "interrupt"),
    ("cancel", "interrupt"),
    ("", "provider_error"),
)
"""What an error holds, and the cause that it makes; the first that fits."""


def _failed(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if message.error is None:
        return None
    told = message.error.lower().replace(" ", "_")
    sign = sign_of(transcript, message, f"its step has the error `{message.error[:80]}`")
    return Silence(message.index, next(cause for word, cause in _ERRORS if word in told), evidence=(sign,))


def _copied(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if message.role != "assistant" or "copied" not in message.flags or message.parts:
        return None
    sign = sign_of(transcript, message, "its step is marked as copied from an earlier trajectory (`is_copied_context`)")
    return Silence(message.index, "stream_artifact", "copied", evidence=(sign,))


def _unasked(transcript: Transcript, position: int) -> Silence | None:
    """A step that counts no tokens and holds nothing: its converter made it of a record that wasn't an answer."""
    message = transcript.messages[position]
    if message.role != "assistant" or message.parts or message.finish is not None:
        return None
    counted = _counts(message)
    if message.field("llm_call_count") == "0":
        said = "its step says that no model was called for it (`llm_call_count` 0)"
    elif counted and set(counted.values()) == {0}:
        said = f"its step counts no tokens ({', '.join(f'`{k}` 0' for k in counted)})"
    else:
        return None
    return Silence(message.index, "stream_artifact", evidence=(sign_of(transcript, message, said),))


def _ended(transcript: Transcript, position: int) -> Silence | None:
    """A stop reason that a converter kept."""
    message = transcript.messages[position]
    return by_finish(transcript, position, f"its step's stop reason is `{message.finish}`", *_counted(transcript, message))


def _thought(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    thoughts = [i for i, p in enumerate(message.parts) if p.kind == "reasoning"]
    if message.role != "assistant" or not thoughts:
        return None
    sign = Sign("it holds reasoning and no words", tuple(span_of(transcript, message, i) for i in thoughts))
    return Silence(message.index, "reasoning_only", evidence=(sign, *_counted(transcript, message)))


def _empty(transcript: Transcript, position: int) -> Silence | None:
    """An answer that tokens were counted for, without a word."""
    message = transcript.messages[position]
    if message.role != "assistant" or any(p.kind != "text" for p in message.parts):
        return None
    if not any(_counts(message).values()):
        return None
    signs = tuple(_counted(transcript, message))
    return Silence(message.index, "empty_completion", "", "inferred", signs, ("a stop reason, for which ATIF has no field",))


def _orphaned(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if all(p.kind != "result" for p in message.parts):
        return None
    sign = sign_of(transcript, message, "it holds a result, and no call that it answers")
    return Silence(message.index, "lost_record", "", "inferred", (sign,), ("the step of the call",))


def _last(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if message.role != "assistant" or message.parts or position < len(transcript.messages) - 1:
        return None
    sign = sign_of(transcript, message, "it is the last step, and holds neither words nor counts")
    return Silence(message.index, "unfinished", "", "inferred", (sign,), ("a stop reason, for which ATIF has no field",))


def _put_in(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    if message.role == "assistant" or (message.role == "user" and message.by == "person"):
        return None
    return Silence(message.index, "injected", evidence=(sign_of(transcript, message, "its step isn't a person's"),))


def _prompt(transcript: Transcript, position: int) -> Silence | None:
    return without_words(transcript, position, "its step's message is blank")


def _counts(message: Message) -> dict[str, int]:
    told = ((k, message.field(k)) for k in ("prompt_tokens", "completion_tokens"))
    return {k: int(text) for k, text in told if text is not None and text.isdecimal()}


def _counted(transcript: Transcript, message: Message) -> list[Sign]:
    counts = [f"`{k}` {n}" for k, n in _counts(message).items()]
    return [sign_of(transcript, message, f"its step counts {' and '.join(counts)}")] if counts else []


RULES = (_failed, _copied, _unasked, _orphaned, _ended, _thought, _empty, _last, _put_in, _prompt)
"""In the order in which they are asked; the first that answers wins."""
