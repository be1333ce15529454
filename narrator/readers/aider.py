"""Aider's `.aider.chat.history.md`: many runs in one file, each a session.

`path#3` is the file's third run, `path#2026-05-01T10:00:00` the run that was started then (a beginning of it is enough); without,
the newest run that has messages. The times are the machine's own, without a zone, so that none of them becomes a time of the
transcript: a run's start is its name.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path

from narrator.errors import SourceError
from narrator.model import Event, Message, Transcript
from narrator.readers.aider_blocks import START, blocks_of, is_marked, runs_of
from narrator.readers.aider_turns import Turns
from narrator.readers.base import Head, Listing
from narrator.readers.markdown_lines import Lines, lines_of
from narrator.readers.records import Tally, read_bytes

FILE = ".aider.chat.history.md"
_TITLE_LENGTH = 80


class Aider:
    """Reads Aider's chat history."""

    name = "aider"
    title = "Aider chat history (.aider.chat.history.md)"
    gives = ("errors", "tokens", "cost", "reasoning", "calls")

    def sniff(self, head: Head) -> bool:
        """Return whether the file's first words are the start of a run."""
        first = next((line for line in head.text.splitlines() if line.strip()), "")
        return START.match(first) is not None

    def read(self, path: Path, session: str | None = None) -> Transcript:
        """Read the run `session` (its number, or when it was started) in `path`, else the newest one with messages.

        Raises:
            SourceError: when the file can't be opened, has no run, or not the one that is asked for.

        """
        tally = Tally()
        data = read_bytes(path, tally)
        lines = lines_of(data, tally, str(path))
        runs = runs_of(lines)
        if not runs:
            raise SourceError(f"{path}: no run of Aider begins in it; such a line looks like # aider chat started at …")
        marked = is_marked(lines)
        names = _names(runs)
        numbers = range(len(runs) - 1, -1, -1) if session is None else (_chosen(names, session, path),)
        for number in numbers:
            turns = Turns()
            turns.read(blocks_of(runs[number], marked=marked))
            if turns.turns:
                break
        return _transcript(turns, number, names, runs, data, tally)

    def listings(self, path: Path) -> Iterator[Listing]:
        """Yield each run that has messages; none has a time, for their zone isn't recorded.

        Raises:
            SourceError: when the file can't be opened.

        """
        lines = lines_of(read_bytes(path), Tally(), str(path))
        runs = runs_of(lines)
        marked = is_marked(lines)
        for name, run in zip(_names(runs), runs, strict=True):
            turns = Turns()
            turns.read(blocks_of(run, marked=marked))
            messages = [turn.message(i, 0) for i, turn in enumerate(turns.turns)]
            if messages:
                yield Listing(
                    session=name,
                    format=self.name,
                    path=f"{path}#{name}",
                    agent="aider",
                    title=_title(messages),
                    project=path.absolute().parent.name or None,
                    messages=len(messages),
                    open=(messages[-1].role == "user" and messages[-1].kind == "prompt") or "interrupted" in messages[-1].flags,
                )

    def stores(self) -> Iterator[Path]:
        """Yield the histories in the current folder, in the home folder, and where Aider's own variable says."""
        told = os.environ.get("AIDER_CHAT_HISTORY_FILE")
        found = dict.fromkeys([*([Path(told)] if told else []), Path.cwd() / FILE, Path.home() / FILE])
        yield from (path for path in found if path.is_file())


def _names(runs: Sequence[Lines]) -> tuple[str, ...]:
    """Return when each run was started, as text; runs of the same second are told by a number."""
    seen: dict[str, int] = {}
    names = []
    for run in runs:
        match = START.match(run[0])
        name = match[1].replace(" ", "T") if match else ""
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return tuple(names)


def _chosen(names: Sequence[str], session: str, path: Path) -> int:
    wanted = session.strip().replace(" ", "T")
    if wanted in names:
        return names.index(wanted)
    if wanted.isdecimal() and len(wanted) < 4:
        if 0 < int(wanted) <= len(names):
            return int(wanted) - 1
    else:
        found = [i for i, name in enumerate(names) if name.startswith(wanted)]
        if len(found) == 1:
            return found[0]
    raise SourceError(
        f"{path}: no run {session}; it has {len(names)}, started {names[0]} to {names[-1]}: give a number or a start"
    )


def _transcript(turns: Turns, number: int, names: Sequence[str], runs: Sequence[Lines], data: bytes, tally: Tally) -> Transcript:
    run = runs[number]
    end = runs[number + 1].start if number + 1 < len(runs) else len(data)
    messages = tuple(turn.message(i, number + 1) for i, turn in enumerate(turns.turns))
    started = Event(
        kind="other",
        text=f"{run[0][2:].strip()}, local time, its zone isn't recorded",
        places=(run[:1].place(),),
    )
    events = (started, *sorted(turns.events, key=lambda e: e.places[0].line or 0))
    tally.in_header = len(turns.header)
    tally.in_events = len(turns.events)
    tally.in_messages = sum(len(m.places) for m in messages)
    tally.records = tally.in_header + tally.in_events + tally.in_messages
    return Transcript(
        session=names[number],
        format=Aider.name,
        agent="aider",
        version=turns.version,
        title=_title(messages),
        messages=messages,
        events=events,
        problems=tuple(tally.problems),
        coverage=tally.coverage(len(messages), len(events)),
        digest=sha256(data[run.start : end]).hexdigest(),
    )


def _title(messages: Sequence[Message]) -> str | None:
    for message in messages:
        if message.kind == "prompt" and message.visible_text:
            line = message.visible_text.splitlines()[0]
            return line if len(line) <= _TITLE_LENGTH else f"{line[: _TITLE_LENGTH - 1].rstrip()}…"
    return None
