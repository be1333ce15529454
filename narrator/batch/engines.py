"""Who does the work: a protocol, the processes of this machine, and this process itself."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Protocol

from narrator.batch.telling import aside
from narrator.batch.values import Outcome, Task

Work = Callable[[Task], Outcome]
"""A function by its name in a module, so that another process finds it; it never raises."""
LOST = "its process died twice, the second time alone; it may need more memory than there is"


class Engine(Protocol):
    """Does tasks somewhere. Tasks, outcomes and work can be pickled; a task done twice writes the same bytes."""

    def outcomes(self, work: Work, tasks: Sequence[Task]) -> Iterator[Outcome]:
        """Yield one outcome for each task, as they come.

        A task whose worker is lost is done again once, alone; where that is lost too, its outcome says so.
        """
        ...


class Here:
    """Does all in this process, one after the other."""

    def outcomes(self, work: Work, tasks: Sequence[Task]) -> Iterator[Outcome]:
        """Yield the outcomes in the tasks' order."""
        yield from map(work, tasks)


class Processes:
    """Does all in processes of this machine; each is fresh (spawned), so that nothing but the task reaches it."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def outcomes(self, work: Work, tasks: Sequence[Task]) -> Iterator[Outcome]:
        """Yield the outcomes as they come; when the caller stops, so do the processes."""
        left = deque(tasks)
        while left:
            lost = yield from self._until_lost(work, left)
            for task in lost:
                yield from self._alone(work, task)

    def _until_lost(self, work: Work, left: deque[Task]) -> Generator[Outcome, None, list[Task]]:
        """Yield outcomes until nothing is left or a process is lost; return the tasks that were at work then.

        Which of them the process died of can't be known. No more are handed out than there are processes, so these are few.
        """
        lost: list[Task] = []
        with _pool(self.jobs) as pool:
            running: dict[Future[Outcome], Task] = {}
            while running or (left and not lost):
                while left and not lost and len(running) < self.jobs:
                    task = left.popleft()
                    try:
                        running[pool.submit(work, task)] = task
                    except BrokenProcessPool:
                        lost.append(task)
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    task = running.pop(future)
                    try:
                        yield future.result()
                    except BrokenProcessPool:
                        lost.append(task)
        return lost

    def _alone(self, work: Work, task: Task) -> Iterator[Outcome]:
        with _pool(1) as pool:
            try:
                yield pool.submit(work, task).result()
            except BrokenProcessPool:
                yield aside(task.item, "lost", LOST)


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Give a pool; where its user stops early, its processes end at once, whatever they are at."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_stand_by)
    try:
        yield pool
    except BaseException:
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def _stand_by() -> None:
    """Leave interrupts to the parent, and end when it does: a pool's processes would wait for a killed one forever."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
