"""What was started and outlived its call, what became of it; the machines and folders that were worked on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from narrator.evidence import Arg, Fact, fact
from narrator.graph.files import COMMANDS, folder_of, moved_to
from narrator.ledger.processes_lines import Turn, turns
from narrator.ledger.whole import Whole
from narrator.model import Span
from narrator.observations import Act, Outcome
from narrator.observations.places import stretch
from narrator.observations.tools import tool_of
from narrator.observations.waiting import LEFT_RUNNING, WAITING

LEAST_CALLS = 3
"""Calls in a folder from which it was worked in."""
NOTICE = 400
"""Characters at the start of a result in which a harness says that the command goes on."""
LONG = 5
"""Waits from which a command left running was a job of its own; shorter ones are slow commands."""


@dataclass(slots=True)
class _Process:
    what: str
    host: str | None
    started: Span
    """Where the command that starts it stands."""
    ended: Span | None = None
    how: str = "open"
    waits: int = 0
    runs: list[Span] = field(default_factory=list)
    """Where it was started anew."""


def find_processes(whole: Whole) -> Iterator[Fact]:
    """Yield a fact for each process, then for each machine and folder, each kind in order.

    `process.stopped`, `process.ended` (by itself), `process.open` (the record tells of no end; of commands that the harness left
    running `open.running` tells), `process.restarted`, `process.killed` (one that the session hadn't started). Roles: what, host,
    started, ended (messages), times. `worked.host` and `worked.folder`: name, calls, first, last.
    """
    told = [*_started(whole), *_left_running(whole)]
    yield from (_process(p) for p in sorted(told, key=lambda p: (p.started.message, p.started.part or 0, p.started.start)))
    yield from _places(whole)


def _process(its: _Process) -> Fact:
    roles: dict[str, Arg] = {"what": its.what}
    if its.host:
        roles["host"] = its.host
    if its.how not in ("killed", "restarted"):
        roles["started"] = its.started.message
    if its.ended is not None:
        roles["ended"] = its.ended.message
    if its.runs:
        roles["times"] = len(its.runs)
    spans = (its.started, *its.runs, *((its.ended,) if its.ended else ()))
    return fact(f"process.{its.how}", tuple(dict.fromkeys(spans)), its.started.message, **roles)


def _started(whole: Whole) -> Iterator[_Process]:
    """Yield what command lines started, stopped and started anew, by name and machine."""
    running: dict[tuple[str | None, str], _Process] = {}
    restarted: dict[tuple[str | None, str], _Process] = {}
    for turn, span in _turns(whole):
        key = (turn.host, turn.what)
        if turn.sort == "start":
            if key in running:
                yield running.pop(key)
            running[key] = _Process(turn.what, turn.host, span)
        elif turn.sort == "restart":
            its = restarted.setdefault(key, _Process(turn.what, turn.host, span, how="restarted"))
            its.runs.append(span)
        else:
            yield from _stopped(turn, span, running)
    yield from running.values()
    yield from restarted.values()


def _turns(whole: Whole) -> Iterator[tuple[Turn, Span]]:
    for position, act, ended in whole.calls():
        message = whole.messages[position]
        call = message.parts[act.part]
        for turn in turns(call, act, ended) if ended is not None else ():
            arg = next((name for name in tool_of(call).about if call.arg(name)), "")
            text = call.arg(arg) or ""
            at = max(text.find(turn.what, turn.at), 0)
            found = text.startswith(turn.what, at)
            yield turn, stretch(act.span.session, message, act.part, at, at + len(turn.what), arg=arg) if found else act.span


def _stopped(turn: Turn, span: Span, running: dict[tuple[str | None, str], _Process]) -> Iterator[_Process]:
    hits = [k for k, p in running.items() if k[0] == turn.host and (turn.what in p.what or p.what in turn.what)]
    for key in hits:
        its = running.pop(key)
        its.ended, its.how = span, "stopped"
        yield its
    if not hits:
        yield _Process(turn.what, turn.host, span, how="killed")


def _left_running(whole: Whole) -> Iterator[_Process]:
    """Yield the commands that a harness left running and that were stopped, or waited for at length, or asked for so."""
    running: dict[str, _Process] = {}
    asked: set[str] = set()
    for position, act, ended in whole.calls():
        call = whole.messages[position].parts[act.part]
        if ended is None:
            continue
        if tool_of(call).verb in WAITING:
            key = next((text for name in tool_of(call).about if (text := call.arg(name)) in running), None)
            if key is not None and (its := _after(running[key], act, ended)) is not None:
                del running[key]
                if its.how == "stopped" or its.waits >= LONG or key in asked:
                    yield its
        elif ended.status == "running" and act.kind not in ("search", "explore"):
            text = whole.messages[position].parts[ended.part].text
            key = _identifier(text)
            running[key] = _Process(act.object, act.host, act.object_span or act.span)
            if (call.arg("run_in_background") or call.arg("is_background") or "").lower() == "true":
                asked.add(key)


def _after(its: _Process, act: Act, ended: Outcome) -> _Process | None:
    """Return the process if this wait for it, or stop of it, was the last; count it otherwise."""
    its.waits += 1
    if act.verb in ("stopped", "interrupted") and ended.status in ("ok", "empty", "failed"):
        its.ended, its.how = act.span, "stopped"
    elif ended.status in ("ok", "empty", "failed"):
        its.ended, its.how = ended.span, "ended"
    return its if its.ended is not None else None


def _identifier(text: str) -> str:
    match = LEFT_RUNNING.search(text, 0, NOTICE)
    return match[1] if match else ""


def _places(whole: Whole) -> Iterator[Fact]:
    hosts: defaultdict[str, list[Act]] = defaultdict(list)
    folders: defaultdict[str, list[Act]] = defaultdict(list)
    for position, act, ended in whole.calls():
        call = whole.messages[position].parts[act.part]
        if ended is None or ended.status in ("refused", "cancelled") or not tool_of(call).shell:
            continue
        if act.host:
            hosts[act.host].append(act)
            continue
        text = next((t for name in COMMANDS if (t := call.arg(name))), "")
        folder = moved_to(text, folder_of(call) or whole.analysis.transcript.cwd)
        if folder and "$" not in folder:
            folders[folder].append(act)
    yield from (_place("worked.host", name, acts) for name, acts in hosts.items())
    yield from (_place("worked.folder", name, acts) for name, acts in folders.items() if len(acts) >= LEAST_CALLS)


def _place(predicate: str, name: str, acts: list[Act]) -> Fact:
    first, last = acts[0], acts[-1]
    spans = (first.span,) if first is last else (first.span, last.span)
    roles: dict[str, Arg] = {"name": name, "calls": len(acts), "first": first.message, "last": last.message}
    return fact(predicate, spans, first.message, **roles)
