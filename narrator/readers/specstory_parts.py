"""The body of a SpecStory section as parts: words, thoughts, and tools' blocks in the forms of its versions."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from narrator.model import Part
from narrator.readers.base import text_part
from narrator.readers.specstory_sections import OPENS, Section, end_of_tool
from narrator.readers.specstory_tools import Block, tool_parts

_ATTRIBUTE = re.compile(r'data-tool-(type|name)="([^"]*)"')
_TAGS = re.compile(r"</?(?:tool-use|details)(?:\s[^>]*)?>")
_SUMMARY = re.compile(r"<summary>(?P<words>.*?)</summary>")
_NAME = re.compile(r"\*\*([^*]{1,100})\*\*(.*)")
_END = re.compile(r"(?:</details>)?\s*(?:</tool-use>)?\s*$")
_OPENINGS = ("<", "Tool use: **")
"""What a line begins with that begins something else than words."""
_OPENING_LINES = 4
"""Lines of a block in which its own tags stand."""
_OLD = re.compile(r"(?:<details>\s*)?(?:<summary>)?\s*Tool use: \*\*(?P<name>[^*\n]{1,100})\*\*(?P<words>.*)$")
_RULE = re.compile(r"\s*-{3,}\s*$")
_THOUGHT = re.compile(r"<think>(?:\s*<details>)?(?:\s*<summary>[^<]*</summary>)?")
_THOUGHT_END = re.compile(r"(?:</details>\s*)?</think>\s*$")


class Body:
    """Turns the lines of one section into parts; its calls are numbered from 1."""

    def __init__(self, section: Section) -> None:
        self._first = section.body.first
        self.lines = lines = section.body.texts
        self._tools = section.tools
        self.parts: list[Part] = []
        self._words: list[str] = []
        self._calls = 0
        self._thinks = self._closable = True
        at = 0
        while at < len(lines):
            at = self._take(at)
        self._flush()

    def _take(self, at: int) -> int:
        """Take in what begins at a line; return the line after it."""
        text = self.lines[at]
        end: int | None = None
        if not text.startswith(_OPENINGS):
            self._words.append(text)
            return at + 1
        if text.startswith("<think>") and self._thinks:
            end = self._thought(at)
            self._thinks = end is not None
        elif OPENS.match(text) and self._closable:
            end = self._tool(at)
            self._closable = end is not None
        elif text.startswith(("Tool use: **", "<details>", "<summary>")) and (match := _OLD.match(text)):
            end = self._old_tool(at, match)
        if end is None:
            self._words.append(text)
        return end or at + 1

    def _flush(self, *, before: bool = False) -> None:
        """Close a stretch of words; `before`: another part follows, from which early versions part it by a rule."""
        lines = self._words
        self._words = []
        while lines and (not lines[0].strip() or (self.parts and _RULE.match(lines[0]))):
            lines.pop(0)
        while lines and (not lines[-1].strip() or (before and _RULE.match(lines[-1]))):
            lines.pop()
        if lines:
            self.parts.append(text_part("\n".join(lines), "model"))

    def _thought(self, at: int) -> int | None:
        end = next((i for i in range(at, len(self.lines)) if _THOUGHT_END.search(self.lines[i])), None)
        if end is None:
            return None
        self._flush(before=True)
        words = "\n".join(self.lines[at : end + 1])
        opened, closed = _THOUGHT.match(words), _THOUGHT_END.search(words)
        text = words[opened.end() if opened else 0 : closed.start() if closed else None].strip("\n")
        if text.strip():
            self.parts.append(Part(kind="reasoning", text=text, by="model"))
        return end + 1

    def _tool(self, at: int) -> int | None:
        end = self._end_of_tool(at)
        if end is None:
            return None
        told = dict(_ATTRIBUTE.findall(self.lines[at]))
        inside = self.lines[at:end]
        self._call(told.get("type", ""), told.get("name", ""), inside)
        return end

    def _end_of_tool(self, at: int) -> int | None:
        number = self._first + at
        known = self._tools.get(number)
        if known is not None and at + known - number <= len(self.lines):
            return at + known - number
        return end_of_tool(self.lines, at)

    def _old_tool(self, at: int, match: re.Match[str]) -> int:
        """Take in a tool without a tag of its own: up to the rule, or the end of its details."""
        closing = match[0].startswith("<")
        end = at + 1
        while end < len(self.lines) and not _RULE.match(self.lines[end]):
            end += 1
            if closing and self.lines[end - 1].strip() == "</details>":
                break
        words = match["words"].replace("</summary>", "").strip(" •")
        inside = [*([words] if words else []), *self.lines[at + 1 : end]]
        self._call("", match["name"], inside)
        return end

    def _call(self, kind: str, name: str, inside: Sequence[str]) -> None:
        self._flush(before=True)
        shown, said = _shown(inside)
        self._calls += 1
        block = Block(kind, html.unescape(name or said or "tool"), shown)
        self.parts += tool_parts(block, call_name(self._calls))


def call_name(number: int) -> str:
    """Return what a call is named, since its id isn't kept."""
    return f"tool-{number}"


def call_number(name: str) -> int:
    """Return the number of a call by what it is named."""
    return int(name.removeprefix("tool-"))


def _shown(inside: Sequence[str]) -> tuple[list[str], str]:
    """Return the lines of a tool's block without its own tags, and the name that its summary says."""
    lines = list(inside)
    said = ""
    for at, line in enumerate(lines[:_OPENING_LINES]):
        bare = _TAGS.sub("", line)
        match = _SUMMARY.search(bare)
        if match:
            name = _NAME.search(match["words"])
            said = said or (name[1] if name else "")
            words = name[2].strip(" •") if name else match["words"]
            bare = f"{bare[: match.start()]}{words}{bare[match.end() :]}"
        lines[at] = bare
    while lines and not _TAGS.sub("", lines[-1]).strip():
        lines.pop()
    if lines:
        lines[-1] = _END.sub("", lines[-1])
    while lines and not lines[0].strip():
        lines.pop(0)
    return lines, html.unescape(said)
