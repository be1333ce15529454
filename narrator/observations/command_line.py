"""What a whole shell command line does: the deed of its main command.

The main one is the weightiest: tests before changes of state before runs before installations before edits before looking.
Of equals that change something the last counts (what the line was for), of those that look the first.
Filters behind a pipe never count.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from narrator.observations.objects import head
from narrator.observations.operands import is_path, operands
from narrator.observations.patches import patched_files
from narrator.observations.places import COMMAND_LIMIT, clipped
from narrator.observations.programs import Deed, deed, family_of, is_filter
from narrator.observations.shell import Command, commands
from narrator.observations.tasks import INTERPRETERS
from narrator.observations.values import Activity

FILES_LIMIT = 40
"""Files that one act names; a line that lists more names a set, not files."""

_WEIGHTS: Mapping[Activity, int] = {
    "test": 80,
    "run": 60,
    "debug": 58,
    "edit": 50,
    "operate": 40,
    "review": 30,
    "search": 30,
    "explore": 20,
    "talk": 0,
}
_CHANGING = 70
"""Weight of what changes the state of something (a commit, an installation, a start)."""
_INSTALLING = 55
"""Weight of an installation: before a run it is in aid of it (`pip install . && python x.py`)."""
_ONE_LINER = 52
"""Weight of a script given on the command line: behind an installation it checks it (`pip install x; python -c "import x"`)."""
_AIDING = 45
_HOUSEKEEPING = 10
_BY_MARK: Mapping[str, int] = {"?": _AIDING, "+": _INSTALLING, ":": _ONE_LINER}
_LOOKING: frozenset[Activity] = frozenset(("explore", "search", "review", "talk"))
_PATTERNED = frozenset(
    ("grep", "select-string", "find", "sed", "awk", "perl", "jq", "git", "gh", "echo", "printf", "docker", "kubectl", "tmux")
)
_READERS = frozenset(("cat", "get-content", "zcat"))
_WRITERS = frozenset(("cat", "echo", "printf", "tee", "write-output", "base64", "write-host"))
_SERVICES = frozenset(("systemctl", "service", "launchctl", "supervisorctl", "nginx", "apachectl", "sysctl", "udevadm"))


@dataclass(frozen=True, slots=True)
class LineDeed:
    """What a command line does."""

    deed: Deed
    command: Command
    """The main command."""
    files: tuple[str, ...]
    masked: bool
    """Whether the line's exit code may be another command's (`test | tail`, `x || true`, `x; y`)."""


@lru_cache(maxsize=512)
def line_deed(text: str) -> LineDeed | None:
    """Return what a command line does; None where it runs nothing (`cd x`, a comment)."""
    found = list(_joined(commands(_plain(text)[:COMMAND_LIMIT])))
    if not found:
        return None
    deeds = [_deed(command) for command in found]
    written = any(its.verb == "wrote" for its in deeds)
    weights = [_AIDING if written and _serves(c, its) else _weight(its) for c, its in zip(found, deeds, strict=True)]
    best = max(range(len(found)), key=lambda i: (weights[i], len(found) - i if deeds[i].kind in _LOOKING else i))
    kind = deeds[best].kind
    files = dict.fromkeys(path for each, its in zip(found, deeds, strict=True) if its.kind == kind for path in _files(each, its))
    masked = found[best].feeds or best < len(found) - 1
    return LineDeed(deeds[best], found[best], tuple(files)[:FILES_LIMIT], masked)


def line_head(text: str) -> str | None:
    """Return the main command of a line as one would name it ("bun run test", "git push"); None where it runs nothing."""
    line = line_deed(text)
    if line is None:
        return None
    if line.deed.verb == "ran":
        return clipped(line.deed.object)
    # What follows a search or a look is what was looked for, not a subcommand.
    program = line.command.program
    return program if line.deed.kind in _LOOKING else clipped(head(line.command.words, family_of(program)))


def _plain(text: str) -> str:
    """Return a command line that was written as a JSON array (`["bash","-lc","…"]`) as text."""
    if not text.startswith('["'):
        return text
    try:
        words = json.loads(text)
    except ValueError:
        return text
    if len(words) == 3 and str(words[1]) in ("-c", "-lc"):
        return str(words[2])
    return " ".join(_quoted(str(w)) for w in words)


def _quoted(word: str) -> str:
    return word if word.replace("-", "").isalnum() else "'" + word.replace("'", "'\\''") + "'"


def _joined(found: tuple[Command, ...]) -> Iterator[Command]:
    """Leave out filters behind pipes; `cat x | grep y` is a search in x, `echo x | tee y` a writing of y."""
    held: Command | None = None
    for command in found:
        if command.given and held is not None and family_of(command.program) in ("grep", "select-string"):
            held = replace(command, start=held.start)
            continue
        if command.piped and held is not None and is_filter(command.words):
            held = _piped(held, command)
            continue
        if held is not None:
            yield held
        held = command
    if held is not None:
        yield held


def _piped(first: Command, second: Command) -> Command:
    left, right = family_of(first.program), family_of(second.program)
    if left in _READERS and right in ("grep", "select-string"):
        return replace(second, words=(*second.words, *operands(first.words, left)), start=first.start, host=first.host)
    if left in _WRITERS and right == "tee":
        return replace(first, writes=next(iter(operands(second.words, "tee")), None))
    return first


def _weight(its: Deed) -> int:
    if its.weight in _BY_MARK:
        return _BY_MARK[its.weight]
    if its.weight:
        return 0 if not its.changes else _HOUSEKEEPING if its.weight == "~" else _AIDING
    return _CHANGING if its.changes and its.kind == "operate" else _WEIGHTS.get(its.kind, 30)


def _serves(command: Command, its: Deed) -> bool:
    """Return whether a command only makes a service take up the file that was written (`systemctl daemon-reload`)."""
    return its.verb == "restarted" or family_of(command.program) in _SERVICES


def _deed(command: Command) -> Deed:
    its = deed(command.words)
    if command.writes is not None and family_of(command.program) in _WRITERS:
        return Deed("edit", "wrote", command.writes, changes=True)
    if command.program == "tee" and (files := operands(command.words, "tee")):
        return Deed("edit", "wrote", files[0], changes=True)
    if command.background and its.kind == "run":
        return replace(its, kind="operate", verb="started", changes=True)
    if its.verb == "edited" and command.script is not None and (patched := patched_files(command.script)):
        return replace(its, verb="patched", object=patched[0][0])
    return its


def _files(command: Command, its: Deed) -> Iterator[str]:
    if its.verb == "wrote":
        yield command.writes or its.object
        return
    if its.verb == "patched":
        yield from (name for name, _ in patched_files(command.script or ""))
        return
    family = family_of(command.program)
    found = operands(command.words, family)
    if family == "git" and "--" in command.words:
        found = command.words[command.words.index("--") + 1 :]
    elif family in ("git", "gh", "docker", "kubectl", "tmux", "ssh", "curl", "echo", "printf") and its.verb not in (
        "staged",
        "removed",
        "moved",
    ):
        return
    elif family in ("grep", "select-string", "sed", "awk", "perl", "jq", "yq") and found:
        found = found[1:] if not is_path(found[0]) or family in ("grep", "select-string") else found
    elif family in INTERPRETERS:
        found = found[:1]
    yield from (word for word in found if is_path(word))
