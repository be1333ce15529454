"""Why a message in opencode's Markdown transcript has no visible text: its heading, and else what stands around it.

Errors, finish reasons, files and the harness's marks aren't exported, so that nearly all is inferred, as of flattened text. A
heading tells a duration only of an answer that ended.
"""

from __future__ import annotations

from narrator.model import Message, Span, Transcript
from narrator.silence import flat
from narrator.silence.bookkeeping import neighbor
from narrator.silence.causes import Sign, Silence

_SHELLS = frozenset({"bash", "shell"})


def _open(transcript: Transcript, position: int) -> Silence | None:
    """An answer that never ended: its heading tells the model and no duration."""
    message = transcript.messages[position]
    if message.role != "assistant" or message.kind == "summary" or message.model is None or message.field("seconds"):
        return None
    sign = _sign(transcript, "its heading tells no duration, as of an answer that never ended", message)
    return Silence(message.index, "unfinished", evidence=(sign,), undecided=(flat.ERROR,))


def _ended(transcript: Transcript, position: int) -> Silence | None:
    """The last answer, which ended and shows nothing: nobody cut it off here."""
    message = transcript.messages[position]
    if position != len(transcript.messages) - 1 or not message.field("seconds") or message.kind == "summary":
        return None
    if any(p.kind == "reasoning" for p in message.parts):
        return None
    sign = _sign(transcript, f"its heading says that it ended, after {message.field('seconds')} s", message)
    return Silence(message.index, "unknown", "", "unknown", (sign,), (flat.ERROR, flat.FINISH))


def _subtask(transcript: Transcript, position: int) -> Silence | None:
    """A command that runs in a sub-agent: what answers it is a task's call alone."""
    return _before(transcript, position, frozenset({"task"}), "subtask", "a sub-agent's task alone answers it")


def _shell(transcript: Transcript, position: int) -> Silence | None:
    """A person's own shell command: what answers it is a shell's call alone, without a thought or a word."""
    return _before(transcript, position, _SHELLS, "shell", "a shell command alone answers it, without a thought or a word")


def _followup(transcript: Transcript, position: int) -> Silence | None:
    """The harness's line after a sub-agent's command."""
    message, before = transcript.messages[position], neighbor(transcript, position, -1)
    command = neighbor(transcript, position, -2)
    if not _is_bare(message) or before is None or not _only_calls(before, frozenset({"task"})):
        return None
    if command is None or not _is_bare(command):
        return None
    signs = (
        _sign(transcript, "it holds nothing", message),
        _sign(transcript, "a sub-agent's task alone comes before it", before),
    )
    return Silence(message.index, "subtask_followup", "", "inferred", signs, (flat.PARTS,))


def _before(transcript: Transcript, position: int, tools: frozenset[str], cause: str, text: str) -> Silence | None:
    message, after, before = transcript.messages[position], neighbor(transcript, position, 1), neighbor(transcript, position, -1)
    if not _is_bare(message) or after is None or not _only_calls(after, tools):
        return None
    if before is not None and (before.kind == "summary" or _only_calls(before, frozenset({"task"}))):
        return None
    signs = (_sign(transcript, "it holds nothing", message), _sign(transcript, text, after))
    return Silence(message.index, cause, "", "inferred", signs, (flat.PARTS,))


def _is_bare(message: Message) -> bool:
    return message.role == "user" and not message.parts


def _only_calls(message: Message, tools: frozenset[str]) -> bool:
    calls = [p for p in message.parts if p.kind == "call"]
    return message.role == "assistant" and len(calls) == 1 and calls[0].name in tools and not _speaks(message)


def _speaks(message: Message) -> bool:
    return any(p.kind in ("text", "reasoning") for p in message.parts)


def _sign(transcript: Transcript, text: str, *messages: Message) -> Sign:
    return Sign(text, tuple(Span(session=transcript.session, message=m.index) for m in messages))


RULES = (_open, _ended, _followup, _subtask, _shell, *flat.RULES)
"""In the order in which they are asked; the first that answers wins."""
