"""Why a message has no visible text, where no record is kept beside the words: by what stands around it.

What a message does hold (an error, a finish reason, a flag, a file) is told first and is recorded. All else is inferred from the
neighbors, and says what would decide it. The readings are opencode's; none is made across a gap.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from narrator.model import Message, Span, Transcript
from narrator.silence.bookkeeping import HARNESS_LINES, begins_summary, last_typed, neighbor
from narrator.silence.causes import Sign, Silence
from narrator.silence.finishes import by_finish

ERROR = "the error field of this message"
FINISH = "the finish reason of this message"
MARKER = "the `auto` and `overflow` fields of the compaction's marker"
EQUALITY = "whether the instruction after the summary is, in the harness's own record, byte-equal to the last typed one"
PARTS = "the types of this message's parts"
NEXT = "the message that comes next"

NEARLY = 0.6
"""Share of matching characters from which a typed text is the same instruction, edited (the threshold of difflib's manual)."""

REPEATS = 2
"""So many times an instruction was sent again, each after an empty reply, for a failing provider to be the likeliest reading."""

_ERRORS = (
    ("abort", "interrupt"),
    ("interrupt", "interrupt"),
    ("overflow", "context_overflow"),
    ("context", "context_overflow"),
    ("filter", "content_filter"),
    ("", "provider_error"),
)
"""What an error's name holds, and the cause that it makes; the first that fits."""

_GO_ON = re.compile(
    r"\W*(?:please |pls )?(?:continue|go on|proceed|carry on|keep going|try again|retry|again|hello|hi)?\W*", re.IGNORECASE
)


def _told(transcript: Transcript, position: int) -> Silence | None:
    """A field of the message says it."""
    message = transcript.messages[position]
    if message.error is not None:
        cause = next(c for word, c in _ERRORS if word in message.error.lower())
        return _silence(transcript, message, cause, f"its error is `{message.error}`")
    if message.kind == "summary":
        return _silence(transcript, message, "failed_compaction", "it is a summary without words")
    if message.role == "assistant" and "interrupted" in message.flags:
        return _silence(transcript, message, "interrupt", "it is marked as interrupted")
    if message.role == "user" and "compaction" in message.flags:
        return _silence(transcript, message, "compaction", "it is marked as a compaction")
    return by_finish(transcript, position, f"its finish reason is `{message.finish}`")


def _attachment(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    files = [i for i, p in enumerate(message.parts) if p.kind == "file"]
    if message.role != "user" or not files:
        return None
    spans = tuple(Span(session=transcript.session, message=message.index, part=i) for i in files)
    return Silence(message.index, "attachment", evidence=(Sign("it holds a file and no words", spans),))


def _synthetic(transcript: Transcript, position: int) -> Silence | None:
    """Words that the harness put in, by their flag or their author."""
    message = transcript.messages[position]
    texts = [p.text for p in message.parts if p.kind in ("text", "notice") and p.text.strip()]
    if message.role == "assistant" or not texts or (message.by == "person" and message.role == "user"):
        return None
    going_on = texts[0].strip().startswith(HARNESS_LINES[0])
    return _silence(transcript, message, "continue" if going_on else "injected", "all its words are the harness's")


def _compaction(transcript: Transcript, position: int) -> Silence | None:
    """An empty message of the user, then a summary: the marker of a compaction."""
    message = transcript.messages[position]
    after = neighbor(transcript, position, 1)
    if message.role != "user" or message.parts or after is None or not _is_summary(after):
        return None
    signs = (
        _sign(transcript, "it holds nothing", message),
        _sign(transcript, "the reply to it is the summary of a compaction", after),
    )
    return Silence(message.index, "compaction", "", "inferred", signs, (MARKER,))


def _continue(transcript: Transcript, position: int) -> Silence | None:
    """An empty message of the user right after a compaction's summary: the harness's line to go on, which flattening left out."""
    message = transcript.messages[position]
    before, marker = neighbor(transcript, position, -1), neighbor(transcript, position, -2)
    if message.role != "user" or message.parts or before is None or not _is_summary(before):
        return None
    if marker is None or marker.role != "user" or not marker.is_silent:
        return None
    signs = (_sign(transcript, "it holds nothing", message), _sign(transcript, "it follows the summary of a compaction", before))
    return Silence(message.index, "continue", "", "inferred", signs, (PARTS,))


def _lone_marker(transcript: Transcript, position: int) -> Silence | None:
    """An empty message of the user with nothing after it: in opencode, where no empty line can be sent, most likely a marker."""
    message = transcript.messages[position]
    if message.role != "user" or message.parts or transcript.agent != "opencode" or neighbor(transcript, position, 1) is not None:
        return None
    last = position == len(transcript.messages) - 1
    signs = (
        _sign(transcript, "it holds nothing, and opencode doesn't send an empty line", message),
        _sign(transcript, "the record ends with it" if last else "the record has a gap after it", message),
    )
    return Silence(message.index, "compaction", "", "inferred", signs, (PARTS, NEXT, MARKER))


def _before_compaction(transcript: Transcript, position: int) -> Silence | None:
    """An empty reply before a compaction's marker: the provider refused the context, or a person stopped it and compacted."""
    message = transcript.messages[position]
    marker, summary, again = (neighbor(transcript, position, n) for n in (1, 2, 3))
    if message.role != "assistant" or marker is None or not _is_marker(marker):
        return None
    if not _is_summary(summary) if summary is not None else transcript.agent != "opencode":
        return None
    signs = [
        _sign(transcript, "it holds no words and no call", message),
        _sign(transcript, "the marker of a compaction follows", marker),
    ]
    if summary is not None:
        signs.append(_sign(transcript, "the summary of the compaction comes next", summary))
    words = again.visible_text if again is not None and again.role == "user" else ""
    typed = last_typed(transcript, position)
    if again is not None and words and (words == typed or words.startswith(HARNESS_LINES[2])):
        same = "the instruction after the summary is equal to the last typed one, byte for byte, as a replay is"
        line = "the harness's line on the provider's limit follows the summary"
        signs.append(_sign(transcript, same if words == typed else line, again))
        return Silence(message.index, "context_overflow", "", "inferred", tuple(signs), (ERROR, MARKER))
    if again is not None and typed and words and _nearly(words, typed):
        signs.append(_sign(transcript, "the instruction after the summary is the last typed one, edited", again))
    return Silence(message.index, "unknown", "before a compaction", "unknown", tuple(signs), (ERROR, MARKER, EQUALITY))


def _resent(transcript: Transcript, position: int) -> Silence | None:
    """The same instruction again: after each of several empty replies, the provider fails and the person tries again."""
    message = transcript.messages[position]
    after = _typed(neighbor(transcript, position, 1))
    if message.role != "assistant" or after is None or after.visible_text != last_typed(transcript, position):
        return None
    sent = _sendings(transcript, position, after.visible_text)
    again = len(sent) - (sent[0] < position)
    empty = _sign(transcript, "it holds no words and no call", message)
    if again < REPEATS:
        once = _sign(transcript, "the person sent the same words again", after)
        return Silence(message.index, "unknown", "before the same instruction", "unknown", (empty, once), (ERROR, FINISH))
    text = f"the same instruction was sent again {again} times, each time after an empty reply"
    often = _sign(transcript, text, *(transcript.messages[i] for i in sent))
    return Silence(message.index, "provider_error", "", "inferred", (empty, often), (ERROR, FINISH))


def _sendings(transcript: Transcript, position: int, words: str) -> list[int]:
    """Return the positions of the same typed words around an empty reply, in order, as far as only empty replies part them."""
    sent = [position + 1]
    while _sends(transcript, sent[-1] + 1, 1, words):
        sent.append(sent[-1] + 2)
    first = position
    while _sends(transcript, first, -1, words):
        sent.insert(0, first - 1)
        first -= 2
    return sent


def _sends(transcript: Transcript, reply: int, step: int, words: str) -> bool:
    """Return whether at `reply` stands an empty reply and beside it, a step on, the same typed words."""
    if not 0 <= reply < len(transcript.messages):
        return False
    message, typed = transcript.messages[reply], _typed(neighbor(transcript, reply, step))
    return message.role == "assistant" and message.is_silent and typed is not None and typed.visible_text == words


def _redirected(transcript: Transcript, position: int) -> Silence | None:
    """A typed instruction right after an empty reply: the person stopped it and said what to do instead."""
    message = transcript.messages[position]
    after = _typed(neighbor(transcript, position, 1))
    if message.role != "assistant" or after is None or _GO_ON.fullmatch(after.visible_text):
        return None
    signs = (
        _sign(transcript, "it holds only reasoning" if _thoughts(message) else "it holds no words and no call", message),
        _sign(transcript, "a person's instruction follows at once", after),
    )
    detail = "while thinking" if _thoughts(message) else ""
    return Silence(message.index, "interrupt", detail, "inferred", signs, (ERROR, FINISH))


def _at_the_end(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    declared = any(first > message.index for first, _ in transcript.gaps)
    if message.role != "assistant" or position != len(transcript.messages) - 1 or declared:
        return None
    return Silence(
        message.index,
        "unfinished",
        "",
        "inferred",
        (_sign(transcript, "the record ends with it", message),),
        (ERROR, FINISH, NEXT),
    )


def _thought(transcript: Transcript, position: int) -> Silence | None:
    message = transcript.messages[position]
    thoughts = _thoughts(message)
    if message.role != "assistant" or not thoughts:
        return None
    spans = tuple(Span(session=transcript.session, message=message.index, part=i) for i in thoughts)
    return Silence(message.index, "reasoning_only", "", "inferred", (Sign("it holds only reasoning", spans),), (ERROR, FINISH))


def _undecided(transcript: Transcript, position: int) -> Silence | None:
    """Nothing around it decides; say what would."""
    message = transcript.messages[position]
    wanted = (ERROR, FINISH) if message.role == "assistant" else (PARTS,)
    if message.role == "assistant" and not any(p.kind == "call" for m in transcript.messages for p in m.parts):
        wanted = ("whether it held tool calls, of which this text keeps none", *wanted)
    if neighbor(transcript, position, 1) is None:
        wanted = (*wanted, NEXT)
    return Silence(
        message.index, "unknown", "", "unknown", (_sign(transcript, "it holds no words and no call", message),), wanted
    )


def _is_marker(message: Message) -> bool:
    return message.role == "user" and message.is_silent and ("compaction" in message.flags or not message.parts)


def _is_summary(message: Message) -> bool:
    return message.kind == "summary" or begins_summary(message)


def _typed(message: Message | None) -> Message | None:
    """Return the message if a person typed it."""
    if message is None or message.role != "user" or message.by != "person" or message.visible_text.startswith(HARNESS_LINES):
        return None
    return message if message.visible_text else None


def _thoughts(message: Message) -> list[int]:
    return [i for i, p in enumerate(message.parts) if p.kind == "reasoning"]


def _nearly(one: str, other: str) -> bool:
    one, other = one[:2_000], other[:2_000]
    return one in other or other in one or SequenceMatcher(None, one, other, autojunk=False).ratio() > NEARLY


def _silence(transcript: Transcript, message: Message, cause: str, sign: str) -> Silence:
    return Silence(message.index, cause, evidence=(_sign(transcript, sign, message),))


def _sign(transcript: Transcript, text: str, *messages: Message) -> Sign:
    return Sign(text, tuple(Span(session=transcript.session, message=m.index) for m in messages))


RULES = (
    _told,
    _attachment,
    _synthetic,
    _compaction,
    _continue,
    _lone_marker,
    _before_compaction,
    _resent,
    _redirected,
    _at_the_end,
    _thought,
    _undecided,
)
"""In the order in which they are asked; the first that answers wins."""
