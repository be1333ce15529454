"""Why an opencode message in the user's role has no typed words: the harness's markers and lines, commands, files, blanks.

The terminal program sends no empty message, so that "answered with silence" is never the reason.
"""

from __future__ import annotations

from narrator.model import Transcript
from narrator.readers.opencode_origins import AT_ONCE, is_subtask, origin_of
from narrator.readers.opencode_wordings import is_scrubbed
from narrator.silence.causes import Certainty, Silence
from narrator.silence.opencode_signs import elapsed, told


def compaction(transcript: Transcript, position: int) -> Silence | None:
    """Tell the marker that the context is to be summarized, and what triggered it."""
    message = transcript.messages[position]
    if "compaction" not in message.flags or message.role != "user":
        return None
    if message.field("compaction.overflow") == "true":
        return told(transcript, position, "overflow_compaction", "its `compaction` part says `overflow: true`")
    auto = message.field("compaction.auto")
    if auto in ("true", "false"):
        cause = "auto_compaction" if auto == "true" else "manual_compaction"
        return told(transcript, position, cause, f"its `compaction` part has the field auto, and in it {auto}")
    return _unmarked_compaction(transcript, position)


def _unmarked_compaction(transcript: Transcript, position: int) -> Silence:
    # Before 1.0.150 the marker doesn't say who asked for it. The harness sets its own within 27 ms of the step before it.
    message = transcript.messages[position]
    before = transcript.messages[position - 1] if position else None
    undecided = ("the `auto` field of its `compaction` part, which versions before 1.0.150 don't write",)
    if message.at is None or before is None or before.ended is None:
        sign = "it holds a `compaction` part without the field `auto`"
        return told(transcript, position, "compaction", sign, certainty="unknown", undecided=undecided)
    at_once = message.at - before.ended <= AT_ONCE
    cause = "auto_compaction" if at_once else "manual_compaction"
    sign = f"it was created {elapsed(message.at - before.ended)} after the step before it ended"
    return told(transcript, position, cause, sign, certainty="inferred", undecided=undecided, neighbor=position - 1)


def subtask(transcript: Transcript, position: int) -> Silence | None:
    """Tell a command that runs in a sub-agent."""
    message = transcript.messages[position]
    if message.role != "user" or not is_subtask(message):
        return None
    command = message.field("subtask.command")
    detail = f"/{command}" if command and not is_scrubbed(command) else ""
    return told(transcript, position, "subtask", "it holds a `subtask` part and no words", detail)


def own_line(transcript: Transcript, position: int) -> Silence | None:
    """Tell opencode's own lines: the "continue" after a summary, the line after a sub-agent's command, a `!command`."""
    found = origin_of(transcript.messages, position)
    if found is None:
        return None
    certainty: Certainty = "recorded" if found.neighbor is None else "inferred"
    undecided = () if found.neighbor is None else ("the words of this message, which were taken out",)
    return told(transcript, position, found.cause, found.sign, certainty=certainty, undecided=undecided, neighbor=found.neighbor)


def injected(transcript: Transcript, position: int) -> Silence | None:
    """Tell a user message that holds only words nobody typed, or nothing at all; and any of the harness's own role."""
    message = transcript.messages[position]
    if message.role == "system":
        return told(transcript, position, "injected", "its record is the harness's")
    if message.role != "user" or any(p.kind == "file" for p in message.parts):
        return None
    if not message.parts:
        sign = "it holds no part at all, and the terminal program sends no empty message"
        return told(
            transcript,
            position,
            "injected",
            sign,
            certainty="inferred",
            undecided=("opencode's own log of the request that made it",),
        )
    if all({"synthetic", "ignored"} & set(p.flags) or p.kind == "notice" for p in message.parts):
        return told(transcript, position, "injected", "all its text is marked synthetic or ignored: nobody typed it")
    return None


def attachment(transcript: Transcript, position: int) -> Silence | None:
    """Tell a file or an image sent without words."""
    message = transcript.messages[position]
    files = [p for p in message.parts if p.kind == "file"]
    if message.role != "user" or not files:
        return None
    mimes = " ".join(text for name, text in message.record if name == "file.mime")
    detail = "image" if "image/" in mimes else "file"
    return told(transcript, position, "attachment", "it holds a `file` part and no typed text", detail)


def blank(transcript: Transcript, position: int) -> Silence | None:
    """Tell typed blanks."""
    if transcript.messages[position].role != "user":
        return None
    return told(transcript, position, "blank", "its typed text is blank")
