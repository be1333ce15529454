"""Links through files: the same file again, lines changed again; and prompts that take an earlier one back."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from narrator.graph.files import Touch, touches
from narrator.graph.links import Edge, Link, part_span, prompts
from narrator.graph.repeats import CHANGED, repeat
from narrator.model import Message, Part, Span, Transcript

MIN_LINE = 12
"""Letters and digits that a line must have to be known again: closing brackets and `return nil` stand everywhere."""
LONGEST_LINE = 400
"""Code points of a line that are counted; minified files have lines of a megabyte."""
_CORRECTION = re.compile(
    r"(?:(?:ah|oh|hmm|ok|okay|sorry),? )?"
    r"(?:no(?:pe)?[,.]? (?!need|problem|worries|idea|one|more)|never ?mind|scratch that|i meant?\b|correction:|"
    r"not (?:that|this)\b|actually,? (?:no|don.?t|let.?s|use|make|i)\b|forget (?:it|that|about)\b|instead[, ])",
    re.IGNORECASE,
)
"""What a prompt begins with that takes back or corrects the one before."""


def same_file(transcript: Transcript) -> Iterator[Edge]:
    """Yield a `same-file` from each message to the last one before it that names the same file, once a file."""
    last: dict[str, tuple[Message, Span]] = {}
    for message, touch, span in all_touches(transcript):
        before = last.get(touch.file)
        if before is not None and before[0] is not message:
            yield Edge(message.index, before[0].index, Link.SAME_FILE, (span,), (before[1],), touch.file)
        if before is None or before[0] is not message:
            last[touch.file] = (message, span)


def all_touches(transcript: Transcript) -> Iterator[tuple[Message, Touch, Span]]:
    """Yield each file that a call names, with its message and the place that names it."""
    for message in transcript.messages:
        for number, part in enumerate(message.parts):
            if part.kind == "call":
                for touch in touches(part, transcript.cwd):
                    yield message, touch, part_span(transcript, message, number, touch.arg)


def change_again(transcript: Transcript) -> Iterator[Edge]:
    """Yield a `revises` from an edit to the earlier one that had put in a line which it takes out; the spans are on that line."""
    written: defaultdict[str, dict[str, _Place]] = defaultdict(dict)
    for message, touch, span in all_touches(transcript):
        here = _Place(message, span.part or 0)
        if not touch.edits or here.call.status not in ("ok", None):
            continue
        lines = written[touch.file]
        kept = frozenset(touch.added)
        gone = [line for line in (lines if touch.whole else dict.fromkeys(touch.removed)) if line in lines and line not in kept]
        earlier = {lines[line].message.index: line for line in reversed(gone)}
        for index, line in sorted(earlier.items()):
            if index != message.index:
                spans = (_line(transcript, here, touch.old, line),) if touch.old else (span,)
                yield Edge(message.index, index, Link.REVISES, spans, (_line(transcript, lines[line], "", line),), touch.file)
        for line in gone:
            del lines[line]
        lines |= {line: _Place(message, here.part, touch.new) for line in touch.added if _is_telling(line)}


class _Place(NamedTuple):
    message: Message
    part: int
    arg: str = ""

    @property
    def call(self) -> Part:
        return self.message.parts[self.part]


def _line(transcript: Transcript, place: _Place, arg: str, line: str) -> Span:
    """Return where a line stands in an argument; all of the argument where it is written otherwise there (in JSON)."""
    name = arg or place.arg
    text = place.call.arg(name) or ""
    start = text.find(line)
    span = part_span(transcript, place.message, place.part, name)
    return span if start < 0 else span.model_copy(update={"start": start, "end": start + len(line)})


def _is_telling(line: str) -> bool:
    return sum(c.isalnum() for c in line[:LONGEST_LINE]) >= MIN_LINE


def correct(transcript: Transcript) -> Iterator[Edge]:
    """Yield a `revises` from a prompt to the one before it that it takes back, corrects, or says again in other words."""
    near = {(e.source, e.target) for e in repeat(transcript) if e.why == CHANGED}
    before: Message | None = None
    for message in prompts(transcript):
        if before is not None:
            amended = (message.index, before.index) in near
            cue = _CORRECTION.match(message.visible_text)
            if amended or cue:
                why = "sent again, changed" if amended else f"begins with “{cue[0].strip()}”" if cue else ""
                yield Edge(message.index, before.index, Link.REVISES, why=why)
        before = message
