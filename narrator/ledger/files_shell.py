"""What a command line does to files in plain sight: here-documents, in-place editors, patches, removals, moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from narrator.observations import Outcome
from narrator.observations.command_line import line_deed
from narrator.observations.operands import is_path, operands
from narrator.observations.programs import family_of, writes_in_place
from narrator.observations.shell import Command, commands

LONGEST = 200_000
"""Characters of a command line that is read: here-documents hold whole files."""

_MAY = re.compile(r">|\b(?:sed|perl|rm|mv|tee|patch|apply_patch|applypatch|git)\b")
"""What a line holds that may change a file; the rest needn't be read."""
_WRITERS = frozenset(("cat", "echo", "printf", "tee"))
_UNSURE = re.compile(r"[$*?{}`\[\]<>|;()]|^-|^/dev/|^&")
"""Paths that only a shell can tell."""
_LOOP = re.compile(r"\b(?:for|while|if|case)\b[^\n]*[;\n]")
_EXTENDED = re.compile(r"[\w)\]-]\.[A-Za-z]\w{0,9}$")


class ShellEdit(NamedTuple):
    """One thing that a command did to a file."""

    file: str
    sort: str
    added: int | None = None
    removed: int | None = None
    to: str = ""
    host: str | None = None
    patch: str = ""
    """A patch that names its files itself."""


def shell_edits(text: str, ended: Outcome | None) -> Iterator[ShellEdit]:
    """Yield what a command line did to files, as far as its words tell it surely; of one that failed, only writes before that."""
    if ended is None or ended.status not in ("ok", "empty", "failed") or not _MAY.search(text) or len(text) > LONGEST:
        return
    line = line_deed(text)
    failed = ended.status == "failed"
    branches = _LOOP.search(text) is not None
    for command in commands(text):
        if failed and (line is None or command.start >= line.command.start or command.script is None):
            return
        if not branches or command.script is not None:
            yield from _edits(command, text)


def _edits(command: Command, text: str) -> Iterator[ShellEdit]:
    family = family_of(command.program)
    given = [w for w in operands(command.words, family) if not _UNSURE.search(w)] if not command.given else []
    target = command.writes if command.writes else given[0] if command.program == "tee" and given else None
    if target is not None and family in _WRITERS and not _UNSURE.search(target):
        yield _written(command, target, text)
    elif command.program in ("apply_patch", "applypatch"):
        patch = command.script or next((w for w in command.words[1:] if "*** Begin" in w), "")
        yield from (ShellEdit("", "changed", patch=patch),) if patch else ()
    elif writes_in_place(command.words, family):
        yield from (ShellEdit(w, "touched", host=command.host) for w in given if is_path(w) and _EXTENDED.search(w))
    elif command.words[:2] == ("git", "mv") or command.program == "mv":
        yield from _moved(command, given)
    elif command.words[:2] == ("git", "rm") or command.program == "rm":
        yield from _removed(command, given)
    elif command.words[:2] in (("git", "restore"), ("git", "checkout")) and "--" in command.words:
        named = command.words[command.words.index("--") + 1 :]
        yield from (ShellEdit(w, "restored", host=command.host) for w in named if is_path(w) and not _UNSURE.search(w))


def _written(command: Command, target: str, text: str) -> ShellEdit:
    appends = ">>" in text[command.start : command.end] or "-a" in command.words
    script = command.script
    count = None if script is None else script.count("\n") + (0 if script.endswith("\n") or not script else 1)
    return ShellEdit(
        target, "changed" if appends else "wrote", count if appends else None, 0 if appends else None, host=command.host
    )


def _moved(command: Command, given: list[str]) -> Iterator[ShellEdit]:
    plain = [w for w in given if w not in ("mv",)]
    if len(plain) == 2 and _EXTENDED.search(plain[0]) and not command.words[-1].endswith("/") and _EXTENDED.search(plain[1]):
        yield ShellEdit(plain[0], "renamed", 0, 0, to=plain[1], host=command.host)


def _removed(command: Command, given: list[str]) -> Iterator[ShellEdit]:
    flags = "".join(w for w in command.words if w.startswith("-") and not w.startswith("--"))
    sure = command.words[0] == "git" or "f" not in flags
    for word in given:
        if _EXTENDED.search(word) and word != "rm":
            yield ShellEdit(word, "deleted" if sure else "removed", host=command.host)
