"""Names for the tools that a harness gets from elsewhere (MCP servers, plugins): their own words, with one telling argument."""

from __future__ import annotations

import re

from narrator.model import Part
from narrator.observations.operands import url_host

_TELLING = (
    "element",
    "url",
    "uri",
    "libraryName",
    "library_name",
    "query",
    "q",
    "selector",
    "text",
    "path",
    "file_path",
    "filePath",
    "key",
    "name",
    "title",
    "command",
    "id",
    "number",
    "issue_number",
    "repo_full_name",
    "repo",
    "project",
    "channel",
    "table",
)
"""Arguments by which a reader knows what a tool was used on, the most telling first."""
LONGEST = 48
"""Characters of an argument that goes into a sentence."""
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_MARKS = re.compile(r"[_.:/\\-]+")


def foreign_tool(call: Part) -> str:
    """Return a tool's name in words and what it was used on: "browser's click (Sign in)", "tracker's list issues"."""
    name = call.name or "a tool"
    server, _, tail = name.removeprefix("mcp__").rpartition("__")
    owner = _owner(_words(server.rsplit("__", 1)[-1])) if server else ""
    about = _argument(call)
    return f"{owner}{_words(tail)}" + (f" ({about})" if about else "")


def _owner(name: str) -> str:
    return f"{name}' " if name.endswith("s") else f"{name}'s "


def _words(name: str) -> str:
    return " ".join(_MARKS.sub(" ", _HUMP.sub(" ", name)).split()).lower() or "tool"


def _argument(call: Part) -> str:
    """Return the most telling argument that is short enough; of a URL its host."""
    given = (value.strip() for name in _TELLING if (value := call.arg(name)))
    return next((shown for value in given if (shown := _short(value))), "")


def _short(value: str) -> str:
    value = (url_host((value,)) or value) if "://" in value else value
    return value if len(value) <= LONGEST and "\n" not in value and "`" not in value and value[:1] not in "[{" else ""
