"""Many sessions: which there are to tell, who does the work, what recurs in them, what was left out and why."""

from __future__ import annotations

from narrator.batch.account import Account, as_lines
from narrator.batch.engines import Engine, Here, Processes
from narrator.batch.running import Step, run
from narrator.batch.values import Aside, Entry, Form, Instance, Item, Options, Outcome, Task
from narrator.batch.version import version
from narrator.batch.worklist import Wanted, Worklist, worklist

__all__ = [
    "Account",
    "Aside",
    "Engine",
    "Entry",
    "Form",
    "Here",
    "Instance",
    "Item",
    "Options",
    "Outcome",
    "Processes",
    "Step",
    "Task",
    "Wanted",
    "Worklist",
    "as_lines",
    "run",
    "version",
    "worklist",
]
