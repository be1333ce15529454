"""Which files a message's calls name, and which lines they add and take away.

Told by the form of the arguments, not by the tool's name: a path beside new text is an edit, a path alone a look.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from typing import NamedTuple

from narrator.model import Part

PATHS = (
    *("file_path", "filePath", "path", "notebook_path", "filename", "target_file", "absolute_path", "relative_workspace_path"),
    *("AbsolutePath", "TargetFile"),
)
OLD = ("old_string", "oldString", "old_str", "oldText", "old_text", "search")
NEW = (
    *("new_string", "newString", "new_str", "newText", "new_text", "replace", "replacement", "content", "contents", "file_text"),
    *("insert_text", "new_source", "CodeContent"),
)
WHOLE = ("content", "contents", "file_text", "CodeContent")
"""Of these, what is the file's whole new text."""
FOLDERS = ("workdir", "cwd", "working_directory", "dir_path")
"""Arguments that say where a command runs."""
COMMANDS = ("command", "cmd", "script", "commands")
_PATCHED = re.compile(r"^\*\*\* (?:Update|Add|Delete) File: (.+)$", re.MULTILINE)
_READERS = re.compile(r"(?:^|&&|\|\||[;|\n])[ \t]*(?:cat|head|tail|nl|less|bat|sed[ \t]+-n|wc[ \t]+-l)\b([^;&|\n<>]{1,400})")
_FILE = re.compile(r"[\w./~@+:\\-]*[\w-]\.[A-Za-z]\w{0,9}\Z")
_NAMED = re.compile(r"(?:Makefile|Dockerfile|LICENSE|README|CHANGELOG|Gemfile|Rakefile|Procfile|\.[a-z]+(?:ignore|rc|env))\Z")
_CHANGED = re.compile(r"\s*cd[ \t]+(\"[^\"\n]{1,400}\"|'[^'\n]{1,400}'|[^\s;&|]{1,400})")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")


class Touch(NamedTuple):
    """A call that names a file."""

    file: str
    """The path, absolute where the session's folder is known; `/` between folders."""
    arg: str
    """The argument that names it."""
    added: tuple[str, ...] = ()
    """Lines that an edit puts in."""
    removed: tuple[str, ...] = ()
    """Lines that an edit takes out, as far as the call shows them."""
    whole: bool = False
    """Whether `added` is all that the file then holds."""
    old: str = ""
    """The argument that holds the old lines; "" where none does."""
    new: str = ""
    """The argument that holds the new lines."""

    @property
    def edits(self) -> bool:
        """Return whether the call changes the file."""
        return self.whole or bool(self.added or self.removed)


def touches(call: Part, folder: str | None) -> Iterator[Touch]:
    """Yield the files that a call names, in the order of its arguments; relative paths stand in `folder`, or where it says."""
    args = dict(call.args)
    folder = folder_of(call) or folder
    named = next((name for name in PATHS if args.get(name, "").strip()), None)
    if named is not None and _is_file(args[named], named):
        yield _named(args, named, folder)
    for name, text in call.args:
        if "*** " in text:
            yield from _patched(text, name, folder)
        if name in COMMANDS and "<<" not in text:
            moved = moved_to(text, folder)
            yield from (Touch(normal(path, moved), name) for path in _read_by_command(text))


def folder_of(call: Part) -> str | None:
    """Return the folder in which a call says that it runs, or None."""
    return next((text for name in FOLDERS if (text := call.arg(name))), None)


def moved_to(command: str, folder: str | None) -> str | None:
    """Return the folder that a command goes to first, or the one where it is."""
    moved = _CHANGED.match(command)
    return normal(moved[1], folder) if moved else folder


def normal(path: str, folder: str | None) -> str:
    """Return a path absolute if it can be, with `/`, without `.` and `..`."""
    plain = path.strip().strip("'\"`").replace("\\", "/")
    if folder and not plain.startswith(("/", "~")) and not _DRIVE.match(plain):
        plain = f"{folder.replace(chr(92), '/')}/{plain}"
    return posixpath.normpath(plain)


def _is_file(path: str, name: str) -> bool:
    base = path.replace("\\", "/").rstrip().rsplit("/", 1)[-1]
    return name != "path" or "." in base[1:] or _NAMED.search(base) is not None


def _named(args: dict[str, str], named: str, folder: str | None) -> Touch:
    file = normal(args[named], folder)
    old = next((n for n in OLD if n in args), "")
    new = next((n for n in NEW if n in args), "")
    if not old and not new:
        pairs = list(_several(args.get("edits", "")))
        old = new = "edits" if pairs else ""
    else:
        pairs = [(args.get(old, ""), args.get(new, ""))]
    added = tuple(line for before, after in pairs for line in _fresh(after, before))
    removed = tuple(line for before, after in pairs for line in _fresh(before, after))
    return Touch(file, named, added, removed, whole=not old and new in WHOLE, old=old, new=new)


def _several(edits: str) -> Iterator[tuple[str, str]]:
    try:
        found = json.loads(edits) if edits[:1] == "[" else []
    except (ValueError, RecursionError):
        return
    for edit in found:
        if isinstance(edit, dict):
            old = next((edit[n] for n in OLD if isinstance(edit.get(n), str)), "")
            new = next((edit[n] for n in NEW if isinstance(edit.get(n), str)), "")
            yield old, new


def _fresh(text: str, other: str) -> list[str]:
    """Return the lines of `text` that `other` doesn't have."""
    known = {line.strip() for line in other.splitlines()}
    return [line for raw in text.splitlines() if (line := raw.strip()) and line not in known]


def _patched(text: str, name: str, folder: str | None) -> Iterator[Touch]:
    heads = list(_PATCHED.finditer(text))
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        body = text[head.end() : following.start() if following else len(text)].splitlines()
        new = [line[1:] for line in body if line.startswith("+")]
        old = [line[1:] for line in body if line.startswith("-")]
        added, removed = _fresh("\n".join(new), "\n".join(old)), _fresh("\n".join(old), "\n".join(new))
        whole = head[0].startswith("*** Add")
        yield Touch(normal(head[1], folder), name, tuple(added), tuple(removed), whole, old=name, new=name)


def _read_by_command(text: str) -> Iterator[str]:
    for match in _READERS.finditer(text):
        yield from (word for raw in match[1].split() if _FILE.match(word := raw.strip("'\"")) and not word.startswith("-"))
