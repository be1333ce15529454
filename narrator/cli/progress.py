"""How far a batch is, on standard error: a bar with rate and time left on a terminal, else a line a session."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from narrator.cli.common import say

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from narrator.batch import Step


@contextmanager
def watching() -> Iterator[Callable[[Step], None]]:
    """Give what is to be told of each step of a batch, for the time that it takes."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield _say
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("sessions", total=None, rate="")
        yield lambda step: _show(shown, task, step)


def _show(shown: Progress, task: TaskID, step: Step) -> None:
    if step.item is None:
        shown.update(task, total=step.total)
        return
    speed = shown.tasks[0].finished_speed or shown.tasks[0].speed
    shown.update(task, completed=step.done, rate=f"{speed * 60:.0f} a minute" if speed else "")
    why = getattr(step.outcome, "why", None)
    if why is not None:
        from narrator.redaction import redact

        shown.console.print(redact(f"{step.item.path}: {why}"), markup=False, highlight=False, soft_wrap=True)


def _say(step: Step) -> None:
    if step.item is None:
        say(f"{step.total:,} sessions to tell")
    elif step.anew:
        why = getattr(step.outcome, "why", None)
        say(f"{step.done:,} of {step.total:,}: {step.item.path}" + (f": {why}" if why else ""))
