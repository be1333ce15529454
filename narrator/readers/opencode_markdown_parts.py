"""An answer in opencode's Markdown transcript as parts: thoughts, words, tools with what went in and what came out.

Where a thought ends and words begin isn't marked. Before a tool all is thought, which it nearly always is (of 496 real ones 417
were thought alone). At the end of an answer words nearly always follow (51 of 52); they begin where the model stops talking to
itself, and rather too early than too late, so that nothing that the person was told is taken for a thought.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from narrator.model import Part
from narrator.readers.opencode_parts import parts_of

_TOOL = re.compile(r"\*\*Tool: (\S.*?)\*\*\s*$")
_EARLY_TOOL = re.compile(r"Tool: (\S.*?)\s*$")
"""How versions of early 2026 wrote it, inside a code block of its own."""
_FIELD = re.compile(r"\*\*(Input|Output|Error):\*\*\s*$")
_THINKING = "_Thinking:_"
_FENCE = "```"
_MARKS = ("**Tool: ", _FENCE, _THINKING)
"""What the lines begin with that may begin a tool or a thought."""
_TO_ITSELF = re.compile(r"\b(?:let me(?! know)|i (?:need to|should)|the user|hmm|wait,|okay|my response)\b", re.IGNORECASE)
_OPENING = 60
"""Characters of a paragraph in which the model's talk to itself is told."""


def reply_parts(lines: Sequence[str]) -> tuple[Part, ...]:
    """Return an answer's parts; its calls are named `tool-1`, `tool-2`, …, each followed by its result."""
    return parts_of(list(_records(lines)), "model")


def _records(lines: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the parts as opencode's own records."""
    at = tools = 0
    while at < len(lines):
        if name := _tool(lines, at):
            tools += 1
            state, at = _state(lines, at)
            yield {"type": "tool", "tool": name, "callID": f"tool-{tools}", "state": state}
            continue
        end = at + 1
        while end < len(lines) and not (lines[end].startswith(_MARKS) and (_tool(lines, end) or _thinks(lines[end]))):
            end += 1
        if _thinks(lines[at]):
            yield from _thought(lines[at + 1 : end], acts=end < len(lines) and bool(_tool(lines, end)))
        elif text := "\n".join(lines[at:end]).strip("\n"):
            yield from [{"type": "text", "text": text}] if text.strip() else []
        at = end


def _thinks(line: str) -> bool:
    return line.rstrip() == _THINKING


def _tool(lines: Sequence[str], at: int) -> str | None:
    """Return the name of the tool that begins at a line, or None."""
    text = lines[at]
    if text.startswith("**Tool: ") and (match := _TOOL.match(text)):
        return match[1]
    if (
        text.startswith(_FENCE)
        and text.rstrip() == _FENCE
        and at + 1 < len(lines)
        and (match := _EARLY_TOOL.match(lines[at + 1]))
    ):
        return match[1]
    return None


def _thought(lines: Sequence[str], *, acts: bool) -> Iterator[dict[str, Any]]:
    paragraphs = "\n".join(lines).strip("\n").split("\n\n")
    count = len(paragraphs) if acts else _thought_paragraphs(paragraphs)
    for kind, words in (("reasoning", paragraphs[:count]), ("text", paragraphs[count:])):
        text = "\n\n".join(words).strip("\n")
        if text.strip():
            yield {"type": kind, "text": text}


def _thought_paragraphs(paragraphs: Sequence[str]) -> int:
    """Return how many paragraphs at the end of an answer are thought, at least one."""
    last = max((i for i, p in enumerate(paragraphs) if _TO_ITSELF.search(p.lstrip("-*# ")[:_OPENING])), default=0)
    if last + 1 < len(paragraphs) or last == 0:
        return last + 1
    return max((i for i, p in enumerate(paragraphs[:-1]) if _TO_ITSELF.search(p)), default=0) + 1


def _state(lines: Sequence[str], at: int) -> tuple[dict[str, Any], int]:
    """Return what a tool's record says of its call, and the line after it."""
    early = not lines[at].startswith("**")
    state: dict[str, Any] = {}
    at += 2 if early else 1
    while (opened := _field(lines, at)) is not None:
        name, first = opened
        end = _end_of_input(lines, first) if name == "Input" else _end_of_output(lines, first, early=early)
        text = "\n".join(lines[first:end])
        if name == "Input":
            state["input"] = _value(text)
        else:
            state.update({"status": "completed", "output": text} if name == "Output" else {"status": "error", "error": text})
        at = min(end + 1, len(lines))
    if early and at < len(lines) and lines[at].rstrip() == _FENCE:
        at += 1
    return state, at


def _field(lines: Sequence[str], at: int) -> tuple[str, int] | None:
    """Return which field begins at a line, blank ones aside, and the first line of its words."""
    while at < len(lines) and not lines[at].strip():
        at += 1
    match = _FIELD.match(lines[at]) if at + 1 < len(lines) else None
    return (match[1], at + 2) if match and lines[at + 1].startswith(_FENCE) else None


def _value(text: str) -> object:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return text


def _end_of_input(lines: Sequence[str], at: int) -> int:
    """Return the line that closes JSON: a line break in its texts is escaped, so that it holds no fence."""
    return next((i for i in range(at, len(lines)) if lines[i].startswith(_FENCE) and lines[i].rstrip() == _FENCE), len(lines))


def _end_of_output(lines: Sequence[str], at: int, *, early: bool) -> int:
    """Return the line that closes an output, which may hold fences itself: the first that something of opencode's follows.

    Where words follow, the last fence before them that has a blank line after it.
    """
    last = len(lines)
    for i in range(at, len(lines)):
        if not lines[i].startswith(_FENCE) or lines[i].rstrip() != _FENCE:
            continue
        follows = i + 1
        if early:
            if follows < len(lines) and lines[follows].rstrip() != _FENCE:
                continue
            follows += 1
        if follows < len(lines) and lines[follows].strip():
            continue
        last = i
        while follows < len(lines) and not lines[follows].strip():
            follows += 1
        if follows >= len(lines) or _tool(lines, follows) or _thinks(lines[follows]) or _FIELD.match(lines[follows]):
            return i
    return last
