"""What was last tested before a report or a stop, and how it ended: what a claim of success rests on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from narrator.evidence.deeds import deeds
from narrator.evidence.endings import telling_span
from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg, Fact, fact
from narrator.observations import Act, Outcome
from narrator.observations.command_line import line_deed
from narrator.observations.sorts import Sort, hides_failure, named_sort, sort_of
from narrator.observations.tools import tool_of


@dataclass(frozen=True, slots=True)
class Check:
    """A run that checked the work, and ended."""

    act: Act
    outcome: Outcome
    sort: Sort
    hidden: bool
    """Whether it can't be seen if it went well: a filter took lines away."""
    masked: bool
    """Whether its exit code may be another command's."""
    ends: bool
    """Whether the output ends with its own words: nothing was run after it."""


_WORD = re.compile(r"[\w@./:=+*-]{1,80}")
"""A word of a command that names something, and no script or pattern on the command line."""


def find_last_check(stretch: Stretch, start: int, end: int, predicate: str) -> Iterator[Fact]:
    """Yield the last test run of positions start to end (half open), else the last other check; nothing where it is hidden."""
    checks = [c for p in range(start, end) for c in _checks(stretch, p)]
    for wanted in (("test",), ("types", "lint", "check")):
        last = next((c for c in reversed(checks) if c.sort in wanted), None)
        if last is not None and not (last.hidden and last.outcome.status == "ok"):
            yield from _told(stretch, last, predicate)
            return


def _checks(stretch: Stretch, position: int) -> Iterator[Check]:
    """Yield the checks of a message that ended; a script that only bears the name of a test is none."""
    signals = stretch.analysis.signals
    outcomes = {o.call_part: o for o in signals.outcomes.get(position, ())}
    for act in signals.acts.get(position, ()):
        outcome = outcomes.get(act.part)
        if act.kind != "test" or outcome is None or outcome.status not in ("ok", "failed"):
            continue
        call = stretch.at(position).parts[act.part]
        tool = tool_of(call)
        text = next((t for name in tool.about if (t := call.arg(name))), "") if tool.shell else ""
        line = line_deed(text) if text else None
        if line is None:  # a tool of its own, or a command that was waited for
            sort = named_sort(tuple(_WORD.findall(act.object))) or "test"
            yield Check(act, outcome, sort, hidden=False, masked=False, ends=True)
            continue
        words = tuple(w for w in line.command.words if _WORD.fullmatch(w))
        named = (
            "other"
            if sort_of(act.kind, words or ("",)) == "other"
            else named_sort(words) or ("test" if outcome.figures else "other")
        )
        yield Check(act, outcome, named, hides_failure(line, text), line.masked, line.command.feeds or not line.masked)


def _told(stretch: Stretch, check: Check, predicate: str) -> Iterator[Fact]:
    act, outcome = check.act, check.outcome
    roles: dict[str, Arg] = {"deeds": deeds((act,)), "n": act.message, "what": check.sort}
    failed = outcome.status == "failed"
    name = f"{predicate}.{'failed' if failed else 'passed'}"
    # Where the exit code is another command's, only the words that the output ends with tell how it went.
    words = telling_span(stretch, outcome) if failed or outcome.figures or (check.masked and check.ends) else None
    if words is not None:
        name, roles["words"] = f"{name}.said", words
    elif check.masked and not failed:
        return
    yield fact(name, (act.span,), act.message, **roles)


def find_compactions(stretch: Stretch, start: int, end: int, predicate: str) -> Iterator[Fact]:
    """Yield each summary between acts or words of the model's in positions start to end (half open): its memory was replaced.

    One after the last act isn't in the work, and one before the first was no interruption of it; what ends at the subject takes
    the subject's own acts in.
    """
    signals = stretch.analysis.signals
    at = [p for p in range(start, end + (end == stretch.subject)) if p in signals.acts or _speaks(stretch, p)]
    for position in range(at[0], min(at[-1], end)) if at else ():
        if position in signals.summaries and position != stretch.subject:
            yield fact(predicate, (stretch.whole(position),), stretch.index(position), n=stretch.index(position))


def _speaks(stretch: Stretch, position: int) -> bool:
    message = stretch.at(position)
    return message.by == "model" and bool(message.visible_text) and position not in stretch.analysis.signals.summaries
