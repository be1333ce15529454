"""SWE-agent's actions as calls: a command of its own interface by name and arguments, anything else as a line for the shell."""

from __future__ import annotations

import re
from typing import NamedTuple

from narrator.model import Part

COMMANDS: dict[str, tuple[str, ...]] = {
    "open": ("path", "line_number"),
    "goto": ("line_number",),
    "scroll_up": (),
    "scroll_down": (),
    "create": ("filename",),
    "edit": ("lines", "text"),
    "insert": ("text", "line"),
    "append": ("text",),
    "search_dir": ("search_term", "dir"),
    "search_file": ("search_term", "file"),
    "find_file": ("file_name", "dir"),
    "str_replace_editor": ("command", "path", "options"),
    "submit": (),
    "exit_forfeit": (),
}
"""The interface's commands and their parameters in order; the last one takes the rest of the action."""

_WORD = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'[^']*'|\S+)""", re.DOTALL)
_EDIT = re.compile(r"(\d+:\d+)[ \t]*\n(.*?)(?:\n?end_of_edit\s*)?\Z", re.DOTALL)
_EDIT_WORDS = ("search", "replace", "options")
"""What later versions' `edit` takes: what stands there, and what shall."""

_ON_OPEN_FILE = frozenset({"edit", "insert", "append"})


class Action(NamedTuple):
    """What an action calls."""

    name: str
    args: tuple[tuple[str, str], ...]


def action_of(text: str) -> Action:
    """Return the command of the interface that an action calls, else `bash` with the action as its command."""
    name, _, rest = text.strip().partition(" ")
    name, _, below = name.partition("\n")
    rest = f"{below}\n{rest}" if below else rest
    if name not in COMMANDS or (name == "insert" and "\n" not in rest and not rest.strip()):
        return Action("bash", (("command", text.strip("\n")),))
    if name == "edit":
        return Action(name, _edit(rest))
    return Action(name, _named(rest, COMMANDS[name]))


def _edit(rest: str) -> tuple[tuple[str, str], ...]:
    lines = _EDIT.match(rest.lstrip(" "))
    return (("lines", lines[1]), ("text", lines[2])) if lines else _named(rest, _EDIT_WORDS)


def _named(rest: str, names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    found: list[tuple[str, str]] = []
    at = 0
    for name in names[:-1]:
        word = _WORD.match(rest, at)
        if word is None:
            return tuple(found)
        found.append((name, _unquoted(word[1])))
        at = word.end()
    last = rest[at:].strip()
    return (*found, (names[-1], _unquoted(last))) if names and last else tuple(found)


def _unquoted(text: str) -> str:
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" and text[0] not in text[1:-1]
    return text[1:-1] if quoted else text


def call_part(text: str, call: str) -> Part:
    """Return an action as a call with the id `call`."""
    action = action_of(text)
    return Part(kind="call", by="model", name=action.name, args=action.args, call=call)


def on_open_file(call: Part, file: str) -> Part:
    """Return a call of a command that works on the open file with that file as its path, which the run's state tells."""
    if call.name not in _ON_OPEN_FILE or not file or file == "n/a" or call.arg("path") is not None:
        return call
    return call.model_copy(update={"args": (*call.args, ("path", file))})
