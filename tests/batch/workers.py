"""Work for the engines' tests: done in other processes, so found by name."""

from __future__ import annotations

import os
import time
from pathlib import Path

from narrator.batch import Outcome, Task
from narrator.batch.telling import aside


def works(task: Task) -> Outcome:
    """Do nothing."""
    return aside(task.item, "fault", str(os.getpid()))


def dies(task: Task) -> Outcome:
    """Die of the sessions called bad."""
    if task.item.session.startswith("bad"):
        os._exit(1)
    time.sleep(0.02)
    return works(task)


def dies_once(task: Task) -> Outcome:
    """Die of each session's first try."""
    mark = Path(task.out) / task.item.folder
    if not mark.exists():
        mark.write_text("")
        os._exit(1)
    return works(task)


def sleeps(task: Task) -> Outcome:
    """Take long."""
    (Path(task.out) / f"{task.item.folder}.pid").write_text(str(os.getpid()))
    time.sleep(60)
    return works(task)
