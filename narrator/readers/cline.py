"""Cline and Roo tasks: the history that went to the model, with what the interface showed beside it; the Cline command line's."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from narrator.model import Child, Transcript
from narrator.readers.arrays import begin, element, members
from narrator.readers.base import Head, as_dict, as_text, parse_time
from narrator.readers.cline_alone import read_alone
from narrator.readers.cline_history import State, take_history
from narrator.readers.cline_shown import take_shown
from narrator.readers.cline_source import API, UI, Source, source_of, task_of
from narrator.readers.ends import Ends, told_id
from narrator.readers.summaries import first_typed

_SHOWN = re.compile(rb'"(?:say|ask)"\s*:\s*"')
_OWN = re.compile(rb"<(?:task|user_message|environment_details)>|\"(?:modelInfo|conversationHistoryIndex|condenseId)\"\s*:")
_EXTENSIONS = ("saoudrizwan.claude-dev", "rooveterinaryinc.roo-cline", "kilocode.kilo-code")
_EDITORS = ("Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf")


class Cline:
    """Reads the tasks of Cline and of Roo."""

    name = "cline"
    title = "Cline and Roo tasks"
    gives = ("times", "errors", "tokens", "cost", "reasoning", "calls")

    def sniff(self, head: Head) -> bool:
        """Return whether it is a list of the interface's messages, a history that names its times, or the command line's file."""
        data = head.data
        at = begin(data)
        if at is None or data[:at].strip(b"\xef\xbb\xbf \t\r\n"):
            return False
        if data[at : at + 1] == b"{":
            found = members(data, at).found
            agents = data[found["agent"].start : found["agent"].end] if "agent" in found else b""
            return {"sessionId", "messages"} <= found.keys() and agents in (b'"lead"', b'"subagent"', b'"teammate"')
        first = element(data, at + 1, len(data))
        if first is None:
            return False
        names = members(data, first.start).found
        if "role" not in names:
            return {"ts", "type"} <= names.keys() and _SHOWN.search(data, first.start, first.end) is not None
        role = data[names["role"].start : names["role"].end]
        return role in (b'"user"', b'"assistant"') and "content" in names and ("ts" in names or _OWN.search(data) is not None)

    def read(self, path: Path, session: str | None = None) -> Transcript:  # noqa: ARG002 (a file holds one session)
        """Read the task that `path` is a file of, with the file beside it.

        Raises:
            SourceError: when the file can't be opened.

        """
        source = source_of(path)
        state = State(source.tally, "model" if source.info.get("agent") in ("subagent", "teammate") else "person")
        for number, record in enumerate(source.history):
            take_history(state, number, record)
        if source.history:
            take_shown(state, source.shown, source.history)
        else:
            read_alone(state, source.shown)
        return _transcript(state, source)

    def named(self, path: Path, head: bytes) -> str | None:
        """Return the task that a file's folder is named by; of the command line's, the id in it."""
        return task_of(path) if API in path.name or UI in path.name else told_id(Ends(head, b""))

    def stores(self) -> Iterator[Path]:
        """Yield the tasks in the editors' folders, and those of Cline's command line."""
        for folder in _folders():
            yield from folder.glob(f"tasks/*/{API}.json")
        for file in _data().glob("sessions/*/*.messages.json"):
            if file.name == f"{file.parent.name}.messages.json":
                yield file


def _folders() -> Iterator[Path]:
    home = Path.home()
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    places = {"darwin": home / "Library" / "Application Support", "win32": Path(os.environ.get("APPDATA") or home)}
    base = places.get(sys.platform, config)
    stores = [base / editor / "User" / "globalStorage" for editor in _EDITORS]
    stores += [home / server / "data" / "User" / "globalStorage" for server in (".vscode-server", ".cursor-server")]
    yield from (store / extension for store in stores for extension in _EXTENSIONS)
    yield _data()


def _data() -> Path:
    home = Path(os.environ.get("CLINE_DIR") or Path.home() / ".cline")
    return Path(os.environ.get("CLINE_DATA_DIR") or home / "data")


def _transcript(state: State, source: Source) -> Transcript:
    last = state.messages[-1] if state.messages else None
    messages = tuple(m.message(unanswered="running" if m is last else "missing") for m in state.messages)
    times = [t for m in messages for t in (m.at, m.ended) if t] + [e.at for e in state.events if e.at]
    info = source.info
    title = as_text(as_dict(info.get("metadata")).get("title")) or first_typed(messages)
    started = parse_time(info.get("started_at"))
    return Transcript(
        session=source.session,
        format=Cline.name,
        agent="cline",
        title=title,
        cwd=as_text(info.get("cwd") or info.get("workspace_root") or info.get("workspace")) or None,
        started=started or min(times, default=None),
        ended=max(times, default=None),
        messages=messages,
        events=tuple(sorted(state.events, key=lambda e: -1 if e.after is None else e.after)),
        children=tuple(Child(session=c) for c in source.children),
        problems=tuple(state.tally.problems),
        coverage=state.tally.coverage(len(messages), len(state.events)),
        digest=state.tally.digest,
    )
