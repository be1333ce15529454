"""A SpecStory file as sections: what stands between one heading of a turn (`_**User (…)**_`, `_**Agent (…)**_`) and the next.

Headings inside a tool's block are that tool's words. Where the first heading tells more than a role, bare headings are quoted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from narrator.model import Role
from narrator.readers.base import parse_time
from narrator.readers.markdown_lines import Lines, closes, fence_of

HEADING = re.compile(r"_\*\*(?P<role>User|Agent|Assistant)(?P<side> - sidechain)?(?: \((?P<told>[^\n]{0,300})\))?\*\*_\s*$")
_TIME = re.compile(r"(?:^|\s)(\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?)\s?(Z|[+-]\d{4})?$")
_MODE = re.compile(r"model (?P<model>[^,]+)(?:, mode (?P<mode>.+))?$")
_ID = re.compile(r"<!-- message-id: (\S+) -->\s*$")
_RULE = re.compile(r"\s*-{3,}\s*$")
OPENS = re.compile(r"<tool-use(?:\s[^>]*)?>")
CLOSES = re.compile(r"\s*(?:</details>)?\s*</tool-use>\s*$")
_OPENINGS = ("_**", "<tool-use")
_SEALED = "````"
"""Begins a fence that SpecStory made longer than any inside it: only such a one hides a closing tag."""
_NEAR = 50
"""Lines after a closing tag in which another one is looked for, where the tag stands amid words."""


class Section(NamedTuple):
    """A headed section."""

    role: Role
    side: bool
    """A sub-agent's."""
    told: str
    """What the heading tells besides the role."""
    model: str | None
    mode: str | None
    at: datetime | None
    local: bool
    """Whether its time has no zone, so that it is none."""
    id: str | None
    lines: Lines
    """With the heading, without the rule that parts it from the next."""
    tools: Mapping[int, int]
    """The numbers of lines that open a tool's block, and of the lines after them; the whole file's."""

    @property
    def body(self) -> Lines:
        """The lines under the heading."""
        return self.lines[2 if self.id else 1 :]


def sections_of(lines: Lines) -> tuple[Lines, tuple[Section, ...]]:
    """Return the lines before the first heading, and the sections."""
    starts, tools = _starts(lines)
    ends = [*starts[1:], len(lines)]
    sections = tuple(_section(lines[a:b], tools) for a, b in zip(starts, ends, strict=False))
    return lines[: starts[0]] if starts else lines, sections


def _starts(lines: Lines) -> tuple[list[int], dict[int, int]]:
    """Return where the headings stand, and which lines open tools' blocks, by their numbers, with the lines after them."""
    found: list[int] = []
    tools: dict[int, int] = {}
    told = False
    closable = True
    over = 0
    for at, text in enumerate(lines):
        if at < over or not text.startswith(_OPENINGS):
            continue
        heading = HEADING.match(text)
        if heading and (heading["told"] or not told):
            told = told or (not found and bool(heading["told"]))
            found.append(at)
        if heading is None and closable and OPENS.match(text):
            end = end_of_tool(lines.texts, at)
            if end is None:
                closable = False
            else:
                over = end
                tools[lines.first + at] = lines.first + end
    return found, tools


def end_of_tool(lines: Sequence[str], at: int) -> int | None:
    """Return the line after the tool's block that opens at `at`; None where no block that opens there or later is closed.

    Of closing tags that counts which has a heading, a rule, another block or nothing after it; none near the first, the first.
    """
    fence = 0
    first = 0
    for end in range(at, len(lines)):
        text = lines[end]
        if text.startswith(_SEALED):
            fence = fence_of(text) if not fence else 0 if closes(text, fence) else fence
        elif not fence and "</tool-use>" in text and CLOSES.search(text):
            first = first or end + 1
            if _is_over(lines, end + 1):
                return end + 1
        if first and (end >= first + _NEAR or HEADING.match(text)):
            return first
    return first or None


def _is_over(lines: Sequence[str], at: int) -> bool:
    while at < len(lines) and not lines[at].strip():
        at += 1
    if at >= len(lines):
        return True
    text = lines[at]
    return (
        text.startswith("<think>")
        or OPENS.match(text) is not None
        or _RULE.match(text) is not None
        or HEADING.match(text) is not None
    )


def _section(lines: Lines, tools: Mapping[int, int]) -> Section:
    texts = lines.texts
    heading = HEADING.match(texts[0])
    told = (heading["told"] or "").strip() if heading else ""
    when = _TIME.search(told)
    rest = told[: when.start()].strip() if when else told
    mode = _MODE.match(rest)
    mark = _ID.match(texts[1]) if len(texts) > 1 and texts[1].startswith("<") else None
    return Section(
        role="user" if heading and heading["role"] == "User" else "assistant",
        side=bool(heading and heading["side"]),
        told=told,
        model=(mode["model"] if mode else rest).strip() or None,
        mode=mode["mode"] if mode else None,
        at=parse_time(f"{when[1]}{when[2]}") if when and when[2] else None,
        local=bool(when and not when[2]),
        id=mark[1] if mark else None,
        lines=_without_rule(lines),
        tools=tools,
    )


def _without_rule(lines: Lines) -> Lines:
    texts = lines.texts
    end = len(texts)
    while end > 1 and not texts[end - 1].strip():
        end -= 1
    if end > 1 and _RULE.match(texts[end - 1]):
        end -= 1
    return lines[:end]
