"""Figures that agree in name, unit and condition, gathered over the session by the command that printed them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from narrator.graph.files import COMMANDS
from narrator.ledger.whole import Whole
from narrator.observations import Act, Measurement
from narrator.observations.objects import head, script
from narrator.observations.operands import operands
from narrator.observations.places import COMMAND_LIMIT
from narrator.observations.programs import family_of, is_filter
from narrator.observations.shell import Command, commands
from narrator.observations.tasks import INTERPRETERS
from narrator.observations.tools import tool_of
from narrator.observations.vocabulary import words
from narrator.observations.waiting import LEFT_RUNNING, WAITING

NOTICE = 400
MOST_NAMED = 60
"""Code points of a command's name."""
_STEP = re.compile(r"^(step|epoch|iter(?:ation)?|it|round)[ =:#]*(\d[\d,]*)$", re.IGNORECASE)
_FIGURE = re.compile(r"[-+]?[\d.]+(?:[eE][-+]?\d+)?[a-zA-Z%]{0,3}")
_SUMMED = re.compile(r"(?i)\b(?:coverage|passed|failed|failures|errors|duration|elapsed|runtime|total time)\b")
"""What tests measure themselves: other figures in their output are of what they try out."""
_ASIDE = words("cd echo sleep source export set mkdir date true printf cat ls rm cp git")


class Reading(NamedTuple):
    """A figure that one run printed, alone under its name and condition."""

    position: int
    figure: Measurement
    options: tuple[str, ...]
    """The run's options, by which it may differ from another run of the same command."""


class Series(NamedTuple):
    """Figures of one thing."""

    of: str
    """The command, or the file that was read."""
    name: str
    unit: str
    condition: str
    readings: tuple[Reading, ...]


class _Run(NamedTuple):
    of: str
    operands: tuple[str, ...]
    options: tuple[str, ...]


def across_runs(whole: Whole) -> tuple[Series, ...]:
    """Return the figures that more than one run of a command printed, each once a run, in order of their first."""
    groups: defaultdict[tuple[_Run, str, str, str], list[Reading]] = defaultdict(list)
    for run, position, figures in _printed(whole):
        times = Counter(_key(f) for f in figures)
        for figure in figures:
            if times[_key(figure)] == 1:
                key = (run._replace(options=()), *_key(figure))
                groups[key].append(Reading(position, figure, run.options))
    found = [Series(key[0].of, its[0].figure.name, key[2], key[3], tuple(its)) for key, its in groups.items() if len(its) > 1]
    return tuple(sorted(found, key=lambda s: (s.readings[0].position, s.readings[0].figure.span.start)))


def within_runs(whole: Whole, least: int) -> tuple[Series, ...]:
    """Return the figures of logs: `least` or more of one name and unit in one result, each at a later step than the last."""
    found = []
    for run, position, figures in _printed(whole):
        groups: defaultdict[tuple[str, str], list[Measurement]] = defaultdict(list)
        for figure in figures:
            if _STEP.match(figure.condition):
                groups[figure.name.lower(), figure.unit].append(figure)
        for (_, unit), its in groups.items():
            steps = [step_of(f) for f in its]
            if len(its) >= least and all(a < b for a, b in pairwise(steps)):
                readings = tuple(Reading(position, f, run.options) for f in its)
                found.append(Series(run.of, its[0].name, unit, "", readings))
    return tuple(found)


def step_of(figure: Measurement) -> int:
    """Return the step that a figure of a log was measured at; 0 where its condition is none."""
    match = _STEP.match(figure.condition)
    return int(match[2].replace(",", "")) if match else 0


def _key(figure: Measurement) -> tuple[str, str, str]:
    return figure.name.lower(), figure.unit, figure.condition.lower()


def _printed(whole: Whole) -> Iterator[tuple[_Run, int, list[Measurement]]]:
    """Yield each result that measures something, with what ran."""
    figures: defaultdict[tuple[int, int], list[Measurement]] = defaultdict(list)
    for figure in whole.observations.measurements:
        figures[figure.message, figure.part].append(figure)
    left: dict[str, _Run] = {}
    for position, act, ended in whole.calls():
        if ended is None or ended.part == act.part:
            continue
        message = whole.messages[position]
        run = _run(message.parts[act.part].args, act, left, waits=tool_of(message.parts[act.part]).verb in WAITING)
        if run is not None and ended.status == "running":
            match = LEFT_RUNNING.search(message.parts[ended.part].text, 0, NOTICE)
            left |= {match[1]: run} if match else {}
        its = figures.get((message.index, ended.part), [])
        if act.kind == "test":
            its = [f for f in its if _SUMMED.search(f.name)]
        if run is not None and its:
            yield run, position, its


def _run(args: tuple[tuple[str, str], ...], act: Act, left: dict[str, _Run], *, waits: bool) -> _Run | None:
    if waits:
        return next((left[text] for _, text in args if text in left), None)
    if act.kind == "explore":
        return _Run(act.object, (), ()) if act.files else None
    text = next((t for name, t in args if name in COMMANDS), "")
    ran = [c for c in commands(text[:COMMAND_LIMIT]) if c.program not in _ASIDE and not (c.piped and is_filter(c.words))]
    return _named(ran[0]) if len(ran) == 1 else None


def _named(command: Command) -> _Run:
    family = family_of(command.program)
    options, kept = _parted(command.words)
    given = operands(kept, family)
    name = script(command.words, family) if family in INTERPRETERS else head(command.words, family)
    host = f" on {command.host}" if command.host else ""
    return _Run(f"{name[:MOST_NAMED]}{host}", given, options)


def _parted(given: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the options of a command, those that a figure follows with it ("--lr 1e-3"), and its words without such figures."""
    options: list[str] = []
    kept: list[str] = []
    for before, word in pairwise(given):
        if word.startswith("-") and not _FIGURE.fullmatch(word):
            options.append(word)
        elif before.startswith("--") and "=" not in before and _FIGURE.fullmatch(word):
            options[-1] += f" {word}"
            continue
        kept.append(word)
    return tuple(options), (given[0], *kept)
