"""What a call starts that outlives it, and what it stops: servers, services, containers, jobs, sessions of a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from narrator.model import Part
from narrator.observations import Act, Outcome
from narrator.observations.objects import head, script
from narrator.observations.places import COMMAND_LIMIT, clipped
from narrator.observations.programs import Deed, deed, family_of
from narrator.observations.shell import Command, commands
from narrator.observations.tasks import INTERPRETERS
from narrator.observations.tools import tool_of

Sort = Literal["start", "stop", "restart"]

_MAY = re.compile(
    r"&[ \t]*(?:$|[\n;)'\"])|\b(?:nohup|setsid|docker|podman|tmux|screen|systemctl|service|launchctl|supervisorctl|pm2|"
    r"sbatch|scancel|pkill|killall|kill|taskkill|stop-process|start-process|stop-service|start-service|restart-service)\b",
    re.IGNORECASE | re.MULTILINE,
)
"""What a line holds that may start or stop something; the rest needn't be read."""
_WAITS = re.compile(r"(?:^|[;&\n])\s*wait\b")
_LAST = re.compile(r"(?:^|[;&|\n])\s*kill\b[^;&|\n]*(?:\$!|%\d?|\$\{?\w*PID)", re.IGNORECASE)
"""The line itself stops what it has started."""
_DETACHED = frozenset(("-d", "--detach", "-dmS", "-dm", "-dS", "--background", "-D"))
_SERVICES = frozenset(("systemctl", "service", "launchctl", "supervisorctl", "pm2", "sbatch", "start-service", "start-process"))
_BRIEF = frozenset(("sleep", "echo", "printf", "tail", "cat", "wait", "disown", "true", "read", "open", "xdg-open", "kill"))
_UNNAMED = re.compile(r"[$`%]|^\d+$|^-")


class Turn(NamedTuple):
    """Something that a command starts, stops or starts anew."""

    sort: Sort
    what: str
    """Its name as written: a service, a container, a session, a script, a program with its subcommands."""
    host: str | None
    at: int
    """Where the command stands in its line."""
    family: str


def turns(call: Part, act: Act, ended: Outcome) -> Iterator[Turn]:
    """Yield what a command line starts, stops and starts anew, as far as its words tell it surely; nothing of one that failed."""
    text = next((t for name in tool_of(call).about if (t := call.arg(name))), "") if tool_of(call).shell else ""
    if ended.status not in ("ok", "empty", "running") or not _MAY.search(text):
        return
    brief = _WAITS.search(text) is not None or _LAST.search(text) is not None
    for command in commands(text[:COMMAND_LIMIT]):
        its = deed(command.words)
        sort = _sort(command, its)
        if sort is not None and not (sort == "start" and brief):
            what = _named(command, its)
            if what and not _UNNAMED.search(what):
                yield Turn(sort, what, command.host or act.host, command.start, family_of(command.program))


def _sort(command: Command, its: Deed) -> Sort | None:
    family = family_of(command.program)
    if its.verb in ("stopped", "restarted"):
        disables = family == "systemctl" and "disable" in command.words and "--now" not in command.words
        return None if disables or command.given else "stop" if its.verb == "stopped" else "restart"
    if command.background and command.program not in _BRIEF and its.kind in ("run", "operate", "test", "debug"):
        return "start"
    if its.verb != "started" or (family == "systemctl" and "start" not in command.words and "--now" not in command.words):
        return None
    detached = bool(_DETACHED & set(command.words)) or any(w.startswith("-d") and w[1:].isalpha() for w in command.words)
    outlives = family in _SERVICES or command.words[1:2] == ("start",) or command.words[1:3] == ("compose", "start") or detached
    return "start" if outlives else None


def _named(command: Command, its: Deed) -> str:
    family = family_of(command.program)
    if its.verb in ("started", "stopped", "restarted") and its.object and its.object not in ("compose", "run"):
        return its.object
    return clipped(script(command.words, family) if family in INTERPRETERS else head(command.words, family))
