"""Why a message of Claude Code has no visible text.

Claude Code stores no cause; the cause stands next door: in the interruption that names the message as its parent, in a later
record whose parent is missing, in the error that follows. `stop_reason` speaks only where the version writes it (`TELLS_STOP`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.model import Message, Span, Transcript
from narrator.silence.causes import Certainty, Sign, Silence

TELLS_STOP = (2, 1, 59)
"""The first version that puts `stop_reason` on the last record of each message; 2.1.12 to 2.1.52 write none."""

_VERSION = re.compile(r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})")
_OVERFLOW = re.compile(r"prompt is too long|context window|exceeds? .{0,20}context", re.IGNORECASE)
_WITHHELD = re.compile(r"content filter|usage policy", re.IGNORECASE)
_LIMIT = re.compile(r"output token (?:maximum|limit)", re.IGNORECASE)


def filler(transcript: Transcript, position: int) -> Silence | None:
    """Recognize the harness's stock line in the model's place."""
    message = transcript.messages[position]
    if message.role != "assistant" or not any("synthetic" in p.flags for p in message.parts):
        return None
    if message.by == "harness":
        return _silence(transcript, message, "filler", "the harness wrote it itself, its model is `<synthetic>`")
    return _silence(transcript, message, "empty_completion", 'the harness put "(no content)" in place of the answer')


def error(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a message that is itself an error."""
    message = transcript.messages[position]
    if message.role != "assistant" or message.error is None:
        return None
    return _silence(transcript, message, "provider_error", f"its error is `{message.error}`")


def interrupt(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a message that an interruption names as the one it follows."""
    message = transcript.messages[position]
    notice = _notice_about(transcript, position)
    if message.role != "assistant" or notice is None:
        return None
    detail = _while(message)
    return _silence(transcript, message, "interrupt", "the interruption notice names this message", detail=detail, at=notice)


def lost(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a message after which a record is missing from the file."""
    message = transcript.messages[position]
    if not any(p.code == "dangling-parent" and p.message == message.index for p in transcript.problems):
        return None
    return _silence(
        transcript,
        message,
        "lost_record",
        "a later record follows one that isn't in the file",
        certainty="inferred",
        undecided=("the missing record",),
    )


def call_lost(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a message that stopped to call a tool and whose call isn't in the file."""
    message = transcript.messages[position]
    if message.finish != "tool_use":
        return None
    sign = "its stop reason is `tool_use` and no call of it is in the file"
    return _silence(transcript, message, "lost_record", sign, certainty="inferred", undecided=("the missing record",))


def withheld(transcript: Transcript, position: int) -> Silence | None:
    """Recognize an answer that the provider withheld or cut by its own word."""
    message = transcript.messages[position]
    cause = {"refusal": "content_filter", "model_context_window_exceeded": "context_overflow"}.get(message.finish or "")
    return _silence(transcript, message, cause, f"its stop reason is `{message.finish}`") if cause else None


def failure(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a message that the harness's report of an error follows."""
    message = transcript.messages[position]
    after = _next(transcript, position)
    if message.role != "assistant" or after is None or after.role != "assistant" or after.error is None:
        return None
    cause, detail = _of_error(message, _text(after))
    follows = after.parent is not None and after.parent == message.id
    sign = f"the harness reports the error `{after.error}` right after it"
    certainty: Certainty = "recorded" if follows else "inferred"
    undecided = () if follows else ("the record that the error follows",)
    return _silence(transcript, message, cause, sign, detail=detail, certainty=certainty, undecided=undecided, at=after)


def _of_error(message: Message, words: str) -> tuple[str, str]:
    """Return the cause that an error's words tell, and the detail."""
    if _OVERFLOW.search(words):
        return "context_overflow", ""
    if _WITHHELD.search(words):
        return "content_filter", ""
    if _LIMIT.search(words):
        thought = any(p.kind == "reasoning" for p in message.parts)
        return ("reasoning_only" if thought else "empty_completion"), "output limit"
    return "provider_error", ""


def ended(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a message that ended by its own word with nothing to show."""
    message = transcript.messages[position]
    if message.role != "assistant" or message.finish not in ("end_turn", "stop_sequence", "max_tokens"):
        return None
    thought = [p for p in message.parts if p.kind == "reasoning"]
    detail = "hidden" if thought and all("hidden" in p.flags for p in thought) else ""
    if message.finish == "max_tokens":
        detail = "output limit"
    reliable = _tells_stop(message)
    return _silence(
        transcript,
        message,
        "reasoning_only" if thought else "empty_completion",
        f"its stop reason is `{message.finish}`",
        detail=detail,
        certainty="recorded" if reliable else "inferred",
        undecided=() if reliable else ("a stop reason on its last record",),
    )


def beside_interrupt(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a message that an interruption stands right after, without naming it."""
    message = transcript.messages[position]
    after = _next(transcript, position)
    if message.role != "assistant" or after is None or not _is_interruption(after):
        return None
    return _silence(
        transcript,
        message,
        "interrupt",
        "an interruption notice stands right after it",
        detail=_while(message),
        certainty="inferred",
        undecided=("the record that the notice follows",),
        at=after,
    )


def unfinished(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a message that never ended: the record stops after it, or its last record should bear a stop reason."""
    message = transcript.messages[position]
    if message.role != "assistant" or message.finish is not None:
        return None
    rest = (m for m in transcript.messages[position + 1 :] if m.kind in ("prompt", "reply", "summary"))
    if next(rest, None) is None:
        cut = transcript.coverage.truncated
        sign = "the file breaks off in the middle of a record" if cut else "the record ends with it, without a stop reason"
        certainty: Certainty = "recorded" if cut else "inferred"
        return _silence(
            transcript, message, "unfinished", sign, certainty=certainty, undecided=() if cut else ("what came after it",)
        )
    if not _tells_stop(message):
        return None
    sign = "it has no stop reason, which this version writes when a message ends"
    return _silence(
        transcript, message, "unfinished", sign, certainty="inferred", undecided=("a stop reason on its last record",)
    )


def undecided(transcript: Transcript, position: int) -> Silence | None:
    """Say what would decide it for an answer that nothing explains."""
    message = transcript.messages[position]
    if message.role != "assistant":
        return None
    thought = any(p.kind == "reasoning" for p in message.parts)
    sign = "it holds a thought and no text" if thought else "it holds no text and no thought"
    version = message.field("version") or "an unnamed version"
    missing = (f"its stop reason, which Claude Code {version} doesn't write",)
    return _silence(transcript, message, "unknown", sign, certainty="unknown", undecided=missing)


def failed_summary(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a summary without words."""
    message = transcript.messages[position]
    if message.kind != "summary":
        return None
    return _silence(transcript, message, "failed_compaction", "its record is marked as a compaction's summary and is empty")


def attachment(transcript: Transcript, position: int) -> Silence | None:
    """Recognize an image or a document that was sent without words."""
    message = transcript.messages[position]
    files = [p for p in message.parts if p.kind == "file"]
    if message.role != "user" or not files:
        return None
    return _silence(
        transcript, message, "attachment", "it holds a file and no words" if len(files) == 1 else "it holds files and no words"
    )


def resumed(transcript: Transcript, position: int) -> Silence | None:
    """Recognize the harness's own line when a session is taken up again."""
    message = transcript.messages[position]
    if message.role != "user" or message.by == "person" or not any("synthetic" in p.flags for p in message.parts):
        return None
    return _silence(transcript, message, "continue", "the harness wrote it to go on after a break")


def injected(transcript: Transcript, position: int) -> Silence | None:
    """Recognize what stands in the person's place and isn't the person's."""
    message = transcript.messages[position]
    if message.role != "user" or message.by == "person":
        return None
    return _silence(transcript, message, "injected", f"its record names the {message.by} as its writer")


def blank(transcript: Transcript, position: int) -> Silence | None:
    """Recognize a prompt of nothing but blanks."""
    message = transcript.messages[position]
    if message.role != "user":
        return None
    return _silence(transcript, message, "blank", "its record holds an empty text")


RULES = (
    filler,
    error,
    interrupt,
    withheld,
    failure,
    lost,
    call_lost,
    ended,
    beside_interrupt,
    unfinished,
    undecided,
    failed_summary,
    attachment,
    resumed,
    injected,
    blank,
)
"""In the order in which they are asked: what a field says of the message itself, what names it, what stands beside it."""


def _silence(
    transcript: Transcript,
    message: Message,
    cause: str,
    sign: str,
    *,
    detail: str = "",
    certainty: Certainty = "recorded",
    undecided: tuple[str, ...] = (),
    at: Message | None = None,
) -> Silence:
    spans = tuple(Span(session=transcript.session, message=m.index) for m in (message, at) if m is not None)
    return Silence(message.index, cause, detail, certainty, (Sign(sign, spans),), undecided)


def _while(message: Message) -> str:
    return "while thinking" if any(p.kind == "reasoning" for p in message.parts) else "before any output"


def _is_interruption(message: Message) -> bool:
    return message.kind == "notice" and message.by == "harness" and "interrupted" in message.flags


def _notice_about(transcript: Transcript, position: int) -> Message | None:
    """Return the interruption that names the message, among what follows up to the next answer."""
    message = transcript.messages[position]
    if message.id is None:
        return None
    for other in _following(transcript, position):
        if _is_interruption(other) and message.id in (other.parent, other.field("interruptedMessageId")):
            return other
    return None


def _following(transcript: Transcript, position: int) -> Iterator[Message]:
    side = "sidechain" in transcript.messages[position].flags
    for other in transcript.messages[position + 1 :]:
        if ("sidechain" in other.flags) != side:
            continue
        if other.role == "assistant":
            return
        yield other


def _next(transcript: Transcript, position: int) -> Message | None:
    side = "sidechain" in transcript.messages[position].flags
    rest = (m for m in transcript.messages[position + 1 :] if ("sidechain" in m.flags) == side)
    return next(rest, None)


def _text(message: Message) -> str:
    return "\n".join(p.text for p in message.parts if p.kind == "text")


def _tells_stop(message: Message) -> bool:
    found = _VERSION.match(message.field("version") or "")
    return found is not None and tuple(int(n) for n in found.groups()) >= TELLS_STOP
