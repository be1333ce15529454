"""Puts a session's messages in order, numbers them, and marks what only their neighbors or the session tell.

Order: by (time created, id), never by id alone (the time in an id wraps every 795 days); where ids were scrubbed or are double,
by time, and in the file's order within the same time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from narrator.model import Author, Message, Part
from narrator.readers.base import as_dict, parse_time
from narrator.readers.opencode_origins import answered, follows_at_once, is_shell_reply, is_subtask, is_subtask_reply, origin_of
from narrator.readers.opencode_wordings import ATTACHED, is_scrubbed
from narrator.readers.records import Tally


def arrange(messages: list[Message], info: dict[str, Any], tally: Tally) -> tuple[Message, ...]:
    """Return the messages in order, numbered from 0 and marked; complains of double ids into `tally`."""
    ordered = [m.model_copy(update={"index": i}) for i, m in enumerate(_sorted(messages, tally))]
    undone = _undone_from(ordered, as_dict(info.get("revert")))
    born = parse_time(as_dict(info.get("time")).get("created"))
    return tuple(_marked(ordered, i, superseded=undone is not None and i >= undone, born=born) for i in range(len(ordered)))


def replayed(messages: Sequence[Message], position: int) -> int | None:
    """Return the position of the instruction that the message at `position` replays, or None where it is no replay.

    opencode copies the last instruction behind the summary that an overflow made necessary: marker, summary, copy, the copy
    made at once and equal to the letter, images aside. Scrubbed texts can't be compared: then time and place alone tell.
    """
    copy = messages[position]
    if position < 2 or copy.role != "user" or not copy.parts or not follows_at_once(copy, messages[position - 1]):
        return None
    summary, marker = messages[position - 1], messages[position - 2]
    if summary.kind != "summary" or summary.error is not None or marker.field("compaction.overflow") != "true":
        return None
    source = next((i for i in range(position - 3, -1, -1) if _is_instruction(messages[i])), None)
    return source if source is not None and _is_copy(copy, messages[source]) else None


def _is_instruction(message: Message) -> bool:
    return message.role == "user" and "compaction" not in message.flags


def _is_copy(copy: Message, source: Message) -> bool:
    ours, theirs = _words(copy), _words(source)
    if any(is_scrubbed(t) for t in ours):
        return "synthetic" not in copy.flags
    if any(p.kind == "file" for p in source.parts):
        ours = [t for t in ours if not t.startswith(ATTACHED)]
    return ours == theirs


def _words(message: Message) -> list[str]:
    return [p.text for p in message.parts if p.kind == "text"]


def _sorted(messages: list[Message], tally: Tally) -> list[Message]:
    ids = Counter(m.id for m in messages)
    doubled = sorted(i for i, n in ids.items() if i is not None and n > 1)
    if doubled:
        tally.complain("double-id", f"{len(doubled)} ids stand for several messages ({doubled[0]}, …); all kept, ordered by time")
    by_id = None not in ids and not doubled
    times = _times(messages)
    # A message without a time stands behind the one before it in the file.
    keys = [(times[i], m.at is None, (m.id or "") if by_id and m.at is not None else "", i) for i, m in enumerate(messages)]
    return [messages[key[-1]] for key in sorted(keys)]


def _times(messages: list[Message]) -> list[float]:
    times: list[float] = []
    for message in messages:
        before = times[-1] if times else 0.0
        times.append(message.at.timestamp() if message.at is not None else before)
    return times


def _undone_from(messages: Sequence[Message], revert: dict[str, Any]) -> int | None:
    at = next((m.index for m in messages if m.id is not None and m.id == revert.get("messageID")), None)
    return at + 1 if at is not None and revert.get("partID") else at


def _marked(messages: list[Message], position: int, *, superseded: bool, born: datetime | None) -> Message:
    message = messages[position]
    flags = set(message.flags)
    update: dict[str, Any] = {}
    if superseded:
        flags.add("superseded")
    if born is not None and message.at is not None and message.at < born:
        flags.add("copied")
    if replayed(messages, position) is not None:
        flags.add("replay")
        update = {"by": "harness", "parts": _by(message.parts, "harness")}
    elif _is_queued(messages, position):
        flags.add("queued")
    elif message.role == "user":
        found = origin_of(messages, position)
        if found is not None and found.cause == "shell":
            # The words are opencode's, the act is a person's.
            flags.discard("synthetic")
            update = {"kind": "command", "by": "person"}
    else:
        update = _command_reply(messages, position)
    return message.model_copy(update={**update, "flags": tuple(sorted(flags))})


def _is_queued(messages: list[Message], position: int) -> bool:
    message = messages[position]
    if message.role != "user" or message.by != "person" or message.at is None:
        return False
    busy = next((messages[i] for i in range(position - 1, -1, -1) if messages[i].role == "assistant"), None)
    return busy is not None and busy.ended is not None and busy.at is not None and busy.at <= message.at < busy.ended


def _command_reply(messages: list[Message], position: int) -> dict[str, Any]:
    message = messages[position]
    shell, subtask = is_shell_reply(message), is_subtask_reply(message)
    at = answered(messages, position) if shell or subtask else None
    if at is None:
        return {}
    if subtask and is_subtask(messages[at]):
        return {"kind": "command", "by": "harness", "parts": _by(message.parts, "harness")}
    found = origin_of(messages, at)
    if shell and found is not None and found.cause == "shell":
        return {"kind": "command", "by": "harness", "parts": _by(message.parts, "person")}
    return {}


def _by(parts: tuple[Part, ...], author: Author) -> tuple[Part, ...]:
    return tuple(p.model_copy(update={"by": author}) if p.kind != "result" else p for p in parts)
