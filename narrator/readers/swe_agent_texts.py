"""What SWE-agent and mini-SWE-agent write themselves: how runs end, what they answer where a command wasn't run, their tasks."""

from __future__ import annotations

import re

from narrator.model import Author, Status

EXIT_WORDS = ("Exit due to ", "Exiting due to ", "Exit ")
"""How the line begins that SWE-agent puts in the model's place where it ends a run itself."""

_EXITS = re.compile(r"exit_(?!forfeit\b)\w+")

_REFUSED = re.compile(
    r"""(?:Interactive\ o|O)peration\ '.{0,4000}?'\ is\ not\ supported\ by\ this\ environment
    |Your\ (?:bash\ )?command\ contained\ syntax\ errors\ and\ was\ NOT\ executed""",
    re.DOTALL | re.VERBOSE,
)
_FAILED = re.compile(
    r"""Your\ proposed\ edit\ has\ introduced\ new\ syntax\ error
    |\s*(?:EXECUTION\ TIMED\ OUT|COMMAND\ FAILED\ TO\ EXECUTE)
    |The\ command\ '.{0,4000}?'\ was\ cancelled\ because\ it\ took\ more\ than
    |The\ last\ command\ (?:<command>.{0,4000}?</command>\ )?timed\ out\ and\ has\ been\ killed
    |Your\ output\ could\ not\ be\ parsed\ properly""",
    re.DOTALL | re.VERBOSE,
)
_TASK = re.compile(r"(?:^|\n)(?:ISSUE:|<pr_description>|<issue>|Please solve this issue:)\s*(.+)")
_BEFORE_TASK = re.compile(r"Consider the following (?:PR description|issue):\s*")


def exit_of(action: str, text: str) -> str | None:
    """Return the status with which the harness ended the run in a reply's place ("" where it doesn't say); None for a reply."""
    if _EXITS.fullmatch(action.strip()):
        return action.strip()
    return "" if not action.strip() and text.startswith(EXIT_WORDS[:2]) else None


def error_of(exit_status: str | None) -> str | None:
    """Return the error in an exit status: `submitted` is none, `submitted (exit_cost)` is `exit_cost`."""
    if not exit_status or exit_status == "submitted":
        return None
    inner = re.fullmatch(r"submitted \((.+)\)", exit_status)
    return inner[1] if inner else exit_status


def ending(text: str) -> tuple[Status, Author]:
    """Return how an action ended, by the harness's own words in its observation, and whose these are."""
    if _REFUSED.match(text):
        return "refused", "harness"
    return ("error", "tool") if _FAILED.match(text) else ("ok", "tool")


def title_of(task: str) -> str | None:
    """Return the first line of the issue in a task; None where it isn't marked."""
    found = _TASK.search(task)
    if found is None:
        return None
    rest = _BEFORE_TASK.sub("", task[found.start(1) :], count=1).lstrip()
    line = re.sub(r"^(?:GitHub Issue:|#+)\s*", "", rest.split("\n", 1)[0].strip())
    return (line if len(line) <= 80 else f"{line[:79].rstrip()}…") or None
