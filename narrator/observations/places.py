"""Positions in a message's parts, and how much of a long text is looked at."""

from __future__ import annotations

import re

from narrator.model import Message, Span

COMMAND_LIMIT = 20_000
"""Characters of a shell command that are parsed: beyond it stands the text of a file that is being written."""
HEAD_LIMIT = 4_000
"""Characters at the start of a result that are looked at: shells and tools complain there."""
TAIL_LIMIT = 12_000
"""Characters at its end: runners sum up and exceptions end there. Real test runs put their tally in the last 3,000."""
PROSE_LIMIT = 200_000
"""Characters of a text part that are looked at; nobody writes more in one message, pasted logs are longer."""
OBJECT_LIMIT = 80
"""Characters of an act's object with blanks in it: what a clause of a sentence bears. Paths are left whole."""


_BLANK = re.compile(r"\s")


def whole(session: str, message: Message, part: int) -> Span:
    """Return the span of a whole part."""
    return Span(session=session, message=message.index, part=part)


def stretch(session: str, message: Message, part: int, start: int, end: int, *, arg: str | None = None) -> Span:
    """Return the span of `start` to `end` in a part's text, or in its argument `arg`."""
    return Span(session=session, message=message.index, part=part, arg=arg, start=start, end=end)


def clipped(text: str, limit: int = OBJECT_LIMIT) -> str:
    """Return the first line of a text, blanks at its ends taken off, cut to `limit` characters if it is more than one word."""
    line = text.strip().split("\n", 1)[0].rstrip()
    return line if len(line) <= limit or not _BLANK.search(line, 0, 1_000) else line[: limit - 1].rstrip() + "…"
