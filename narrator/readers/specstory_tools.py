"""A tool's block of a SpecStory file: which arguments it shows, what came back, and how the call ended.

SpecStory doesn't write arguments, it shows some of them, each tool in its own way; the last code block is what came back.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from narrator.model import Author, Part, Status
from narrator.readers.claude_results import result_of
from narrator.readers.markdown_lines import closes, fence_of

Args = tuple[tuple[str, str], ...]

_MARK = re.compile(r"\*\*(?:Result|Output|Error):?\*\*:?\s*$")
_RETURNED = re.compile(r"`{3,}text\s*$")
_CODE = re.compile(r"\s*`([^`\n]+)`\s*$")
_FIRST_CODE = re.compile(r"\s*`([^`\n]+)`\s*(.*)", re.DOTALL)
_NAMED = re.compile(r"(?:^|\s)(path|pattern|include) `([^`\n]*)`")
_LISTED = re.compile(r"- (\w[\w-]*):(?: `([^`\n]*)`)?\s*$")
_CHANGED = re.compile(
    r"(?:The file|File created successfully at:|Successfully wrote to|Wrote to) (?P<path>/?[^\s:][^\n:]*?)"
    r"(?= has been (?:updated|created|modified)| \(file state|\.?$|\. )",
    re.MULTILINE,
)
_CHILD = re.compile(r"^agentId: ([0-9a-f]{6,64})\b", re.MULTILINE)
_TOLD = re.compile(r"(?P<verb>Read|Edit|Write|Create|Delete|Run) (?:file|command): (?P<words>\S.*)")
"""How a tool of Cursor's is summed up."""
_FAILED = re.compile(
    r"(?:Error: )?Exit code [1-9]|<tool_use_error>|Error: |The user doesn't want to (?:proceed|take)|\[Request interrupted"
)
_ANSWERED = re.compile(r"(?:Your questions have been answered|User has answered your questions):")
_LISTED_LINES = 20_000
"""Lines of a list of arguments that are looked at."""


class Block(NamedTuple):
    """What a tool's block holds."""

    kind: str
    """SpecStory's own kind of tool: shell, write, read, search, task, generic, unknown; "" where it tells none."""
    name: str
    shown: Sequence[str]
    """The lines between the summary and the closing tag."""


def tool_parts(block: Block, call: str) -> tuple[Part, ...]:
    """Return the call and, where something came back, its result."""
    before, returned, failed = _divided(block.shown)
    args = _args(block, before)
    result = _result(returned, block.name, call, failed=failed) if returned is not None else None
    changed = _CHANGED.search(returned[:2000]) if returned and block.kind in ("write", "") else None
    if changed and not any(name == "file_path" for name, _ in args):
        args = (("file_path", changed["path"]), *args)
    child = _CHILD.search(returned[:2000]) if returned and block.name in ("Agent", "Task") else None
    status: Status = (result.status or "ok") if result else "missing"
    flags = (f"child:{child[1]}",) if child else ()
    made = Part(kind="call", by="model", name=block.name, args=args, call=call, status=status, flags=flags)
    return (made, result) if result else (made,)


def _divided(lines: Sequence[str]) -> tuple[Sequence[str], str | None, bool]:
    """Return the lines that show the arguments, what came back (None for nothing), and whether it is marked as an error."""
    mark = next((i for i, text in enumerate(lines) if text.startswith("**") and _MARK.match(text)), None)
    start = mark + 1 if mark is not None else _returned(lines)
    if start is None:
        return lines, None, False
    while start < len(lines) and not lines[start].strip():
        start += 1
    fence = fence_of(lines[start]) if start < len(lines) else 0
    end = len(lines)
    if fence:
        end = next((i for i in range(len(lines) - 1, start, -1) if closes(lines[i], fence)), len(lines))
        start += 1
    before = lines[: mark if mark is not None else start - 1]
    return before, "\n".join(lines[start:end]), mark is not None and "Error" in lines[mark]


def _returned(lines: Sequence[str]) -> int | None:
    return next((i for i, text in enumerate(lines) if text.startswith("```") and _RETURNED.match(text)), None)


def _result(text: str, name: str, call: str, *, failed: bool) -> Part:
    """Return what came back, told as Claude Code's results are: SpecStory keeps its words and no field on how it ended."""
    wrong = failed or _FAILED.match(text) is not None
    part = result_of({"tool_use_id": call, "content": text, "is_error": wrong}, {}, name=name).part
    by: Author = "person" if _ANSWERED.match(text) else part.by
    return part.model_copy(update={"by": by})


def _args(block: Block, lines: Sequence[str]) -> Args:
    told = _TOLD.match(html.unescape(lines[0].strip())) if lines else None
    if told and not block.name[:1].isupper():
        rest = "\n".join(lines[1:]).strip("\n")
        first = ("command" if told["verb"] == "Run" else "file_path", told["words"])
        return (first, ("input", rest)) if rest.strip() else (first,)
    make = _BY_NAME.get(block.name) or _BY_KIND.get(block.kind)
    found = make(lines) if make else ()
    return found or _listed(lines)


def _shell(lines: Sequence[str]) -> Args:
    for at, text in enumerate(lines):
        code = _CODE.match(text)
        fenced = _fenced(lines, at)
        if code or fenced is not None:
            words = " ".join(line.strip() for line in lines[:at]).strip()
            told = (("description", words),) if words else ()
            return (("command", code[1] if code else fenced or ""), *told)
    return ()


def _read(lines: Sequence[str]) -> Args:
    match = _FIRST_CODE.match("\n".join(lines))
    return (("file_path", match[1]),) if match else ()


def _write(lines: Sequence[str]) -> Args:
    for at in range(len(lines)):
        if (text := _fenced(lines, at)) is not None:
            path = _read(lines[:at])
            return (*path, ("content", text))
    return _read(lines)


def _search(lines: Sequence[str]) -> Args:
    text = "\n".join(lines)
    return tuple((m[1], m[2]) for m in _NAMED.finditer(text))


def _fetch(lines: Sequence[str]) -> Args:
    match = _FIRST_CODE.match("\n".join(lines))
    return (("url" if "://" in match[1] else "query", match[1]),) if match else ()


def _ask(lines: Sequence[str]) -> Args:
    text = "\n".join(lines).strip()
    return (("questions", text),) if text else ()


def _task(lines: Sequence[str]) -> Args:
    text = "\n".join(lines).strip()
    return (("description", text),) if text and "\n" not in text else ()


def _listed(lines: Sequence[str]) -> Args:
    """Return arguments that are listed as `- name: value`, a value of several lines in a code block; else all as one."""
    found: list[tuple[str, str]] = []
    for at, text in enumerate(lines):
        match = _LISTED.match(text)
        if match and match[2] is not None:
            found.append((match[1], match[2]))
        elif match:
            after = next((i for i in range(at + 1, min(at + 3, len(lines))) if lines[i].strip()), None)
            fenced = _fenced(lines[:_LISTED_LINES], after) if after is not None and after < _LISTED_LINES else None
            found.append((match[1], fenced or ""))
    rest = "\n".join(lines).strip()
    return tuple(dict(found).items()) or ((("input", rest),) if rest else ())


def _fenced(lines: Sequence[str], at: int) -> str | None:
    """Return the words of the code block that opens at a line, or None."""
    fence = fence_of(lines[at])
    if not fence:
        return None
    end = next((i for i in range(at + 1, len(lines)) if closes(lines[i], fence)), len(lines))
    return "\n".join(lines[at + 1 : end])


_BY_NAME: dict[str, Callable[[Sequence[str]], Args]] = {
    "WebFetch": _fetch,
    "WebSearch": _fetch,
    "AskUserQuestion": _ask,
    "Agent": _task,
    "Task": _task,
    "Grep": _search,
    "Glob": _search,
}
_BY_KIND: dict[str, Callable[[Sequence[str]], Args]] = {
    "shell": _shell,
    "read": _read,
    "write": _write,
    "search": _search,
}
"""What shows a tool's arguments, by its name and else by SpecStory's kind."""
