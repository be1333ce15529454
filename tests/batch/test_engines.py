"""Engines: each task once, whoever dies."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from narrator.batch import Engine, Here, Item, Options, Processes, Task
from tests.batch import workers


def tasks(*names: str, out: Path = Path("/nowhere")) -> list[Task]:
    items = [Item(session=name, folder=name, path=f"/in/{name}", format="jsonl") for name in names]
    return [Task(item=item, options=Options(version="x"), out=str(out)) for item in items]


@pytest.mark.parametrize("engine", [Here(), Processes(1), Processes(2)], ids=["here", "one", "two"])
def test_every_task_has_one_outcome(engine: Engine) -> None:
    names = [f"s{i}" for i in range(7)]
    assert sorted(o.folder for o in engine.outcomes(workers.works, tasks(*names))) == names


def test_nothing_to_do_is_nothing() -> None:
    assert list(Processes(2).outcomes(workers.works, [])) == []


def test_what_kills_its_process_twice_is_set_aside_and_all_others_are_done() -> None:
    found = list(Processes(2).outcomes(workers.dies, tasks("s0", "bad", "s1", "s2", "s3")))
    assert sorted(o.folder for o in found) == ["bad", "s0", "s1", "s2", "s3"]
    lost = [o for o in found if getattr(o, "reason", "") == "lost"]
    assert [o.folder for o in lost] == ["bad"]
    assert "died twice" in getattr(lost[0], "why", "")


def test_what_kills_its_process_once_is_done_when_tried_again(tmp_path: Path) -> None:
    found = list(Processes(1).outcomes(workers.dies_once, tasks("a", "b", out=tmp_path)))
    assert sorted((o.folder, getattr(o, "reason", "")) for o in found) == [("a", "fault"), ("b", "fault")]


def test_a_caller_that_stops_leaves_no_process_at_work(tmp_path: Path) -> None:
    slow = tasks("a", "b", out=tmp_path)
    before = set(multiprocessing.active_children())
    begun = time.monotonic()
    threading.Timer(3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        list(Processes(2).outcomes(workers.sleeps, slow))
    assert time.monotonic() - begun < 30
    end = time.monotonic() + 5
    while set(multiprocessing.active_children()) - before and time.monotonic() < end:
        time.sleep(0.05)
    assert set(multiprocessing.active_children()) - before == set()
