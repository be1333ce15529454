"""Why an opencode message of the model has no text: how the call that it records ended.

opencode writes the record before the call is made, so an empty one says that a call began, and its other fields, or its
neighbors, say how it ended.
"""

from __future__ import annotations

import re
from datetime import timedelta

from narrator.model import Message, Transcript
from narrator.readers.opencode_wordings import is_overflow
from narrator.silence.causes import Certainty, Sign, Silence
from narrator.silence.opencode_signs import elapsed, spans, told

LONG_WAIT = timedelta(seconds=60)
"""From how long on an aborted call, not followed by typed text, is taken for a lost connection: people stop a call sooner."""

_TOLD_ABORT = (1, 4)
"""The version of opencode from which a person's interrupt has a wording of its own, "Aborted"."""

_MODEL_ERRORS = {"MessageOutputLengthError": "output limit", "StructuredOutputError": "no structured output"}
"""Errors that are the model's own ending, not the provider's failure."""


def failed_compaction(transcript: Transcript, position: int) -> Silence | None:
    """Tell a summary that failed or came out empty."""
    message = transcript.messages[position]
    if message.kind != "summary":
        return None
    if message.error is not None:
        detail = {"MessageAbortedError": "interrupted", "ContextOverflowError": "context overflow"}.get(
            message.error, "provider error"
        )
        return told(transcript, position, "failed_compaction", f"it is a summary whose error is `{message.error}`", detail)
    if message.finish is not None:
        return told(transcript, position, "failed_compaction", "it is a summary that finished without text", "empty")
    return told(transcript, position, "failed_compaction", "it is a summary that was never finished", "unfinished")


def interrupt(transcript: Transcript, position: int) -> Silence | None:
    """Tell a call that was stopped, by a person unless a long wait without a person's words after it speaks against that."""
    message = transcript.messages[position]
    if message.error != "MessageAbortedError":
        return None
    words = message.field("error.message") or ""
    stopped = f"its error is `{message.error}`"
    if (
        words.startswith("The operation was aborted")
        and _waited(message) > LONG_WAIT
        and not _is_redirected(transcript, position)
    ):
        sign = Sign(
            f"it ended {elapsed(_waited(message))} after it began, and no typed message follows it", spans(transcript, position)
        )
        undecided = ("opencode's own log (the error's words are the same for a person and for a lost connection)",)
        return told(transcript, position, "connection_abort", stopped, certainty="inferred", undecided=undecided, more=(sign,))
    more: tuple[Sign, ...] = ()
    if _is_redirected(transcript, position):
        more = (Sign("a typed message follows it", spans(transcript, position + 1)),)
    own_wording = words.startswith("Aborted") or _version(transcript) >= _TOLD_ABORT
    return told(
        transcript,
        position,
        "interrupt",
        stopped,
        _moment(message),
        certainty="recorded" if own_wording else "inferred",
        undecided=()
        if own_wording
        else ("opencode's own log (before 1.4 the error's words are the same for a lost connection)",),
        more=more,
    )


def stored_error(transcript: Transcript, position: int) -> Silence | None:
    """Tell a call that ended in an error of the provider, or of the model's own making."""
    message = transcript.messages[position]
    if message.error is None:
        return None
    status = message.field("error.statusCode")
    sign = f"its error is `{message.error}`" + (f" with status {status}" if status else "")
    if message.error == "ContentFilterError":
        return told(transcript, position, "content_filter", sign)
    if message.error == "ContextOverflowError":
        return told(transcript, position, "context_overflow", sign, "stored error")
    if is_overflow(" ".join(message.field(f"error.{n}") or "" for n in ("message", "code", "responseBody"))):
        return told(transcript, position, "context_overflow", sign, "stored error", certainty="inferred")
    if message.error in _MODEL_ERRORS:
        cause = "reasoning_only" if _thoughts(message) else "empty_completion"
        return told(transcript, position, cause, sign, _MODEL_ERRORS[message.error])
    vague = message.error == "UnknownError"
    undecided = ("the provider's own answer (the record says only `UnknownError`)",) if vague else ()
    certainty: Certainty = "inferred" if vague else "recorded"
    detail = f"status {status}" if status else ""
    return told(transcript, position, "provider_error", sign, detail, certainty=certainty, undecided=undecided)


def unfinished(transcript: Transcript, position: int) -> Silence | None:
    """Tell a call that was never completed: the program was killed, or the record taken in the middle."""
    message = transcript.messages[position]
    if message.field("completed") != "false" or message.finish is not None:
        return None
    last = position + 1 == len(transcript.messages)
    sign = "it has neither a time of completion nor an error"
    undecided = ("a later record of the session",) if last else ()
    more = () if last else (Sign("the session goes on after it", spans(transcript, position + 1)),)
    return told(transcript, position, "unfinished", sign, _moment(message), undecided=undecided, more=more)


def bare(transcript: Transcript, position: int) -> Silence | None:
    """Tell a call that ended with no finish and no error: an overflow if its marker follows, else lost without a reason."""
    message = transcript.messages[position]
    if message.finish is not None:
        return None
    sign = "it was completed with neither a finish reason nor an error"
    following = transcript.messages[position + 1] if position + 1 < len(transcript.messages) else None
    if following is not None and following.field("compaction.overflow") == "true":
        marker = Sign("the marker of a compaction after an overflow follows it", spans(transcript, position + 1))
        undecided = ("the error, which opencode doesn't store before such a compaction",)
        return told(
            transcript,
            position,
            "context_overflow",
            sign,
            "compaction follows",
            certainty="inferred",
            undecided=undecided,
            more=(marker,),
        )
    undecided = ("the error, which opencode doesn't store for a call that is stopped while it waits to try again",)
    return told(transcript, position, "not_recorded", sign, _moment(message), certainty="inferred", undecided=undecided)


def finished(transcript: Transcript, position: int) -> Silence | None:
    """Tell a call that finished and left no words: withheld, thought only, blank, empty, or with its text removed."""
    message = transcript.messages[position]
    if message.finish is None:
        return None
    sign = f"it finished with `{message.finish}` and holds no text"
    if message.finish == "content-filter":
        return told(transcript, position, "content_filter", sign)
    if message.finish in ("tool-calls", "tool_calls"):
        lost = f"it finished with `{message.finish}` and no call of it is in the record"
        return told(transcript, position, "lost_record", lost, certainty="inferred", undecided=("the record of the call",))
    if message.finish == "error":
        undecided = ("the error, which isn't stored",)
        return told(transcript, position, "provider_error", sign, certainty="inferred", undecided=undecided)
    if _thoughts(message):
        detail = "hidden" if all("hidden" in message.parts[i].flags for i in _thoughts(message)) else ""
        thought = Sign("it holds reasoning", spans(transcript, position, _thoughts(message)[0]))
        return told(transcript, position, "reasoning_only", sign, detail, more=(thought,))
    if message.field("parts") == "":
        undecided = ("its parts in opencode's own store (a finished call always has some)",)
        return told(transcript, position, "lost_record", f"{sign}, nor any other part", certainty="inferred", undecided=undecided)
    if any(p.kind == "text" and p.text for p in message.parts):
        return told(transcript, position, "empty_completion", "its text is blank", "blanks")
    return told(transcript, position, "empty_completion", sign, "" if message.finish == "stop" else message.finish)


def _moment(message: Message) -> str:
    kinds = {p.kind for p in message.parts}
    if "call" in kinds:
        cut = any(p.kind == "call" and p.status in ("cancelled", "running") for p in message.parts)
        return "during a tool" if cut else "after a tool"
    if "text" in kinds:
        return "while writing"
    return "while thinking" if "reasoning" in kinds else "before any output"


def _thoughts(message: Message) -> list[int]:
    return [i for i, p in enumerate(message.parts) if p.kind == "reasoning"]


def _waited(message: Message) -> timedelta:
    return message.ended - message.at if message.at is not None and message.ended is not None else timedelta(0)


def _is_redirected(transcript: Transcript, position: int) -> bool:
    following = transcript.messages[position + 1 : position + 2]
    return any(m.by == "person" and bool(m.visible_text) for m in following)


def _version(transcript: Transcript) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"\d{1,6}", transcript.version or "")[:3])
