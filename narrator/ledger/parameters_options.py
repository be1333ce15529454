"""Options of a command that was run more than once, each time with another value: `--lr 1e-3`, then `--lr 3e-4`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from narrator.graph.files import COMMANDS
from narrator.ledger.whole import Whole
from narrator.model import Span
from narrator.observations.objects import head, script
from narrator.observations.operands import operands
from narrator.observations.places import COMMAND_LIMIT, stretch
from narrator.observations.programs import family_of
from narrator.observations.shell import Command, commands
from narrator.observations.tasks import INTERPRETERS
from narrator.observations.tools import tool_of

_OPTION = re.compile(r"--?([A-Za-z][\w.-]+)(?:=(.+))?", re.DOTALL)
_VALUE = re.compile(r"[-+]?\d[\d_.,]*(?:[eE][-+]?\d+)?[a-zA-Z%]{0,3}|true|false|True|False|none|None")
"""What is surely an option's value: a figure or a switch; a word may be the next operand, a path says where, not how."""
_NO_SETTING = re.compile(
    r"(?i)port|pid|line|depth|lines|limit|count|tail|head|timeout|wait|retries|max-results|page|offset|since|until|index"
)
"""Options that cut or place what is shown; they set nothing."""


class Varied(NamedTuple):
    """An option that had another value when its command was run before."""

    where: str
    name: str
    old: str
    new: str
    position: int
    span: Span
    before: Span


def options_varied(whole: Whole) -> Iterator[Varied]:
    """Yield each option whose value differs from that of the last run of the same command, in order."""
    last: dict[tuple[str, str], tuple[str, Span]] = {}
    for position, act, ended in whole.calls():
        if act.kind not in ("run", "test", "debug") or ended is None or ended.status in ("refused", "cancelled"):
            continue
        call = whole.messages[position].parts[act.part]
        if not tool_of(call).shell:
            continue
        arg, text = next(((n, t) for n in COMMANDS if (t := call.arg(n))), ("", ""))
        for command in commands(text[:COMMAND_LIMIT]) if " -" in text else ():
            for name, value in _options(command):
                key = (_named(command), name)
                at = text.find(name, command.start)
                span = stretch(act.span.session, whole.messages[position], act.part, at, at + len(name), arg=arg)
                span = span if at >= 0 else act.span
                old, before = last.get(key, (value, span))
                if old != value:
                    yield Varied(key[0], name, old, value, position, span, before)
                last[key] = (value, span)


def _named(command: Command) -> str:
    family = family_of(command.program)
    if family in INTERPRETERS:
        return script(command.words, family)
    return " ".join((head(command.words, family), *operands(command.words, family)[:1]))[:80]


def _options(command: Command) -> Iterator[tuple[str, str]]:
    words = command.words[1:]
    for word, following in zip(words, (*words, "")[1:], strict=True):
        match = _OPTION.fullmatch(word) if word.startswith("--") else None
        value = (match[2] or following) if match else ""
        if match and not _NO_SETTING.search(match[1]) and _VALUE.fullmatch(value):
            yield f"--{match[1]}", value
