"""Pi's content blocks become parts: words, thoughts, calls, images, results and how they ended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from narrator.model import Author, Kind, Part, Status
from narrator.readers.base import as_args, as_dict, as_list, as_text, text_part
from narrator.readers.pending import file_named

_SKILL = re.compile(
    r'<skill name="(?P<name>[^"\n]{1,200})" location="[^"\n]{0,2000}">\n.*?\n</skill>(?:\n\n(?P<rest>.*))?', re.DOTALL
)
_FILE = re.compile(r'<file name="([^"\n]{1,2000})">\n?(.*?)\n?</file>\n?', re.DOTALL)
_EXIT = re.compile(r"(?:^|\n)Command exited with code (-?\d{1,9})\s*\Z")
_QUESTION = re.compile(r"ask|question|elicit", re.IGNORECASE)


class Ending(NamedTuple):
    """How a call ended, who says so, and marks on the result."""

    status: Status
    by: Author = "tool"
    flags: tuple[str, ...] = ()


ENDINGS: tuple[tuple[re.Pattern[str], Ending], ...] = (
    (re.compile(r"(?:.*\n)?(?:Command|Operation) aborted\s*\Z", re.DOTALL), Ending("cancelled")),
    (re.compile(r"Skipped due to queued user message"), Ending("cancelled", "harness")),
    (re.compile(r"Tool execution was blocked"), Ending("refused", "hook")),
    (re.compile(r"Validation failed for tool|Tool \S+ not found"), Ending("error", "harness", ("invalid",))),
)
"""How the texts of failed results read that are no failure of the tool itself; the first that fits counts."""


def blocks_of(content: object) -> list[dict[str, Any]]:
    """Return content as blocks: a bare text is a text block, what has no known shape is text too."""
    items = content if isinstance(content, list) else [content] if content not in (None, "") else []
    return [item if isinstance(item, dict) else {"type": "text", "text": as_text(item)} for item in items]


def text_of(content: object) -> str:
    """Return the words of content, joined by line feeds."""
    return "\n".join([as_text(b.get("text")) for b in blocks_of(content) if b.get("type") == "text"])


def reply_parts(content: object, by: Author) -> Iterator[Part]:
    """Yield an answer's parts."""
    for block in blocks_of(content):
        kind = block.get("type")
        if kind == "text":
            yield text_part(as_text(block.get("text")), by)
        elif kind == "thinking":
            yield _thought(block, by)
        elif kind == "toolCall":
            yield Part(
                kind="call",
                by=by,
                name=as_text(block.get("name")) or None,
                args=as_args(block.get("arguments")),
                call=as_text(block.get("id")) or None,
            )
        elif kind == "image":
            yield image_part(block, by)
        else:
            yield Part(kind="notice", text=as_text(block), by="harness", name=as_text(kind) or None)


def _thought(block: dict[str, Any], by: Author) -> Part:
    text = as_text(block.get("thinking"))
    hidden = not text.strip() or block.get("redacted") is True
    return Part(kind="reasoning", text="" if not text.strip() else text, by=by, flags=("hidden",) if hidden else ())


def image_part(block: dict[str, Any], by: Author, *, call: str | None = None) -> Part:
    """Return an image: its media type and size."""
    data = block.get("data")
    size = len(data) * 3 // 4 if isinstance(data, str) else None
    return file_named(as_text(block.get("mimeType")) or "image", by, call=call, size=size)


class Prompt(NamedTuple):
    """What a person sent, parted from what the harness put around it."""

    kind: Kind
    parts: tuple[Part, ...]


def prompt_of(content: object, by: Author) -> Prompt:
    """Return a prompt; of a `/skill:name` the command is the person's, the skill's text in its place the harness's."""
    blocks = blocks_of(content)
    images = tuple(image_part(b, by) for b in blocks if b.get("type") == "image")
    text = "\n".join(
        as_text(b.get("text")) if b.get("type") == "text" else as_text(b) for b in blocks if b.get("type") != "image"
    )
    skill = _SKILL.fullmatch(text)
    if skill is not None:
        typed = f"/skill:{skill['name']} {skill['rest'] or ''}".strip()
        expanded = Part(kind="notice", text=text, by="harness", name="skill", flags=("synthetic",))
        return Prompt("command", (text_part(typed, by), expanded, *images))
    return Prompt("prompt", (*_typed(text, by, bare=not images), *images))


def _typed(text: str, by: Author, *, bare: bool) -> Iterator[Part]:
    """Yield the files that a text begins with (`pi @file`), then what was typed."""
    at = 0
    while found := _FILE.match(text, at):
        yield file_named(found[1], by, text=found[2])
        at = found.end()
    if text[at:] or (bare and at == 0):
        yield text_part(text[at:], by)


def result_of(message: dict[str, Any], name: str | None) -> tuple[Part, ...]:
    """Return a tool's result and the images in it."""
    content, details = message.get("content"), as_dict(message.get("details"))
    call = as_text(message.get("toolCallId")) or None
    name = name or as_text(message.get("toolName")) or None
    text = text_of(content)
    code = _EXIT.search(text, max(0, len(text) - 60)) if message.get("isError") is True else None
    ending = _failure(text) if message.get("isError") is True else _answer(name or "", details)
    cut = as_dict(details.get("truncation")).get("truncated") is True
    flags = (*ending.flags, *(("truncated",) if cut else ()))
    part = Part(
        kind="result",
        text=text,
        by=ending.by,
        name=name,
        call=call,
        status=ending.status,
        exit_code=int(code[1]) if code else None,
        flags=tuple(sorted(flags)),
    )
    return (part, *(image_part(b, ending.by, call=call) for b in blocks_of(content) if b.get("type") == "image"))


def _failure(text: str) -> Ending:
    return next((ending for opening, ending in ENDINGS if opening.match(text)), Ending("error"))


def _answer(name: str, details: dict[str, Any]) -> Ending:
    """Return whose a result is: a person's where they were asked, a sub-agent's where it ran one."""
    asked = _QUESTION.search(name) is not None
    if asked and details.get("cancelled") is True:
        return Ending("cancelled", "harness")
    if asked and (details.get("answers") or details.get("answer")):
        return Ending("ok", "person")
    agents = [r for r in as_list(details.get("results")) if isinstance(r, dict) and "agent" in r]
    return Ending("ok", "sub-agent" if agents else "tool")


def shell_parts(message: dict[str, Any], call: str) -> tuple[Part, Part]:
    """Return the call and the result of a command that a person ran (`!command`)."""
    code = message.get("exitCode")
    code = code if type(code) is int else None
    cancelled = message.get("cancelled") is True
    status: Status = "cancelled" if cancelled else "error" if code else "ok"
    asked = Part(kind="call", by="person", name="bash", args=(("command", as_text(message.get("command"))),), call=call)
    flags = ("truncated",) if message.get("truncated") is True else ()
    output = as_text(message.get("output"))
    return asked, Part(kind="result", text=output, by="tool", name="bash", call=call, status=status, exit_code=code, flags=flags)
