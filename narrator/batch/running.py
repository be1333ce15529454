"""A batch from its worklist to its rollup; killed at any moment and run again it comes to the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from narrator.batch.account import Account, account, as_markdown
from narrator.batch.engines import Engine
from narrator.batch.rollup import rollup
from narrator.batch.shelf import Shelf, as_json
from narrator.batch.telling import standing, tell
from narrator.batch.values import Aside, Entry, Item, Options, Outcome, Task
from narrator.batch.worklist import Worklist


class Step(NamedTuple):
    """A session that is done with."""

    item: Item | None
    """None for the first step, which tells what there is to do."""
    outcome: Outcome | None
    anew: bool
    """Whether there was work to do: False where it stood as it should."""
    done: int
    total: int


Watch = Callable[[Step], None]


def run(
    work: Worklist, options: Options, out: Path, engine: Engine, *, min_messages: int = 0, watch: Watch = lambda _: None
) -> Account:
    """Tell every session of a worklist into the folder `out`, then what recurs in them, and return the account.

    `watch` is called once before the first session and once for each.

    Raises:
        NarratorError: when the folder can't be written to.

    """
    shelf = Shelf(out)
    shelf.prepare()
    shelf.sweep(".")
    tasks = [Task(item=item, options=options, out=str(out), min_messages=min_messages) for item in work.items]
    outcomes = _outcomes(tasks, shelf, engine, watch)
    entries = tuple(o for o in outcomes if isinstance(o, Entry))
    found = account(work, entries, tuple(o for o in outcomes if isinstance(o, Aside)))
    shelf.write("rollup.md", rollup(entries, of=found.wanted))
    shelf.write("coverage.md", as_markdown(found))
    shelf.write("coverage.json", as_json(found))
    shelf.write("manifest.json", as_json({"made": options, "sessions": [_listed(e) for e in entries]}))
    return found


def _outcomes(tasks: Sequence[Task], shelf: Shelf, engine: Engine, watch: Watch) -> list[Outcome]:
    """Return what became of each task, in their order."""
    found: dict[str, Outcome] = {}
    left: dict[str, tuple[Task, Entry | None]] = {}
    watch(Step(None, None, False, 0, len(tasks)))
    for task in tasks:
        before = shelf.entry(task.item.folder)
        if before is not None and standing(task, before):
            found[before.folder] = before
            watch(Step(task.item, before, False, len(found), len(tasks)))
        else:
            left[task.item.folder] = (task, before)
    # The longest first: no process is left alone with one at the end.
    ordered = sorted((task for task, _ in left.values()), key=lambda t: (-t.item.size, t.item.folder))
    for outcome in engine.outcomes(tell, ordered):
        found[outcome.folder] = outcome
        task, before = left[outcome.folder]
        watch(Step(task.item, outcome, outcome != before, len(found), len(tasks)))
    return [found[task.item.folder] for task in tasks]


def _listed(entry: Entry) -> dict[str, Any]:
    names = ("session", "folder", "digest", "agent", "project", "title", "day", "messages")
    return {**{name: getattr(entry, name) for name in names}, "files": entry.files}
