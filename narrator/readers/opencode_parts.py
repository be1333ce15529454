"""opencode's part records become `Part` values: words, thoughts, calls with their results, files, the harness's marks."""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import lt
from typing import Any

from narrator.model import Author, Part, Status
from narrator.readers.base import as_args, as_dict, as_list, as_text
from narrator.readers.opencode_wordings import has_feedback, is_abort, is_refusal, shell_note

HOUSEKEEPING = frozenset({"step-start", "step-finish", "snapshot", "patch", "agent"})
"""Types whose records carry no words; what they say is in the message's `record`."""

_ID = re.compile(r"prt_([0-9a-f]{12})")
_HEX_RANGE = 1 << 48
_DAY = 24 * 60 * 60 * 1000
_LAST_TIME = 253_402_300_800_000
"""The year 10000, in milliseconds since 1970: beyond, a number is no time."""


def chronological(records: list[dict[str, Any]], created: float | None) -> list[dict[str, Any]]:
    """Return a message's part records by their ids, which ascend; in the given order where an id is missing, scrubbed or double.

    The time in an id is cut to 48 bits and wraps every 795 days: it is read as the first such time that isn't more than a day
    before the message was `created` (milliseconds since 1970).
    """
    if created is None or len(records) < 2:
        return records
    ids = [str(r.get("id")) for r in records]
    base = int(created - _DAY) << 12
    ends = [(int(m[1], 16) - base) % _HEX_RANGE for m in map(_ID.match, (ids[0], ids[-1])) if m]
    if all(map(lt, ids, ids[1:])) and sorted(ends) == ends:
        # They ascend as they stand, and no time wraps on the way from the first to the last.
        return records
    found = [_ID.match(i) for i in ids]
    if len(set(ids)) < len(ids) or not all(found):
        return records
    keys = [((int(m[1], 16) - base) % _HEX_RANGE, i) for m, i in zip(found, ids, strict=True) if m]
    return [r for _, r in sorted(zip(keys, records, strict=True), key=lambda pair: pair[0])]


def parts_of(records: list[dict[str, Any]], writer: Author) -> tuple[Part, ...]:
    """Return the parts that the records make, in their order; a type that isn't known becomes a notice with its words."""
    kinds = [type_of(r) for r in records]
    calls = [r.get("callID") for r, kind in zip(records, kinds, strict=True) if kind == "tool"]
    out: list[Part] = []
    for record, kind in zip(records, kinds, strict=True):
        if kind == "tool":
            unique = isinstance(record.get("callID"), str) and calls.count(record["callID"]) == 1
            out += _tool(record, writer, as_text(record.get("callID" if unique else "id")))
        elif kind not in HOUSEKEEPING:
            out.append(_PARTS.get(kind, _other)(record, writer))
    return tuple(out)


def is_known(record: dict[str, Any]) -> bool:
    """Return whether the record's type is one that opencode is known to write."""
    return type_of(record) in _KNOWN


def type_of(record: dict[str, Any]) -> str:
    """Return the record's type, "other" where it has none."""
    kind = record.get("type")
    return kind if isinstance(kind, str) and kind else "other"


def child_of(record: dict[str, Any]) -> str | None:
    """Return the session of the sub-agent that a tool record started, or None."""
    session = as_dict(as_dict(record.get("state")).get("metadata")).get("sessionId")
    return session if isinstance(session, str) and session else None


def _text(record: dict[str, Any], writer: Author) -> Part:
    flags = [name for name in ("ignored", "synthetic") if record.get(name) is True]
    by: Author = "harness" if flags else writer
    return Part(kind="text", text=as_text(record.get("text")), by=by, flags=(*flags, *_unfinished(record)))


def _reasoning(record: dict[str, Any], writer: Author) -> Part:
    text = as_text(record.get("text"))
    hidden = ("hidden",) if not text.strip() and _is_sealed(record.get("metadata")) else ()
    return Part(kind="reasoning", text=text, by=writer, seconds=_seconds(record), flags=(*hidden, *_unfinished(record)))


def _is_sealed(metadata: object) -> bool:
    told = " ".join(k for p in as_dict(metadata).values() for k, v in as_dict(p).items() if v).lower()
    return "encrypted" in told or "signature" in told or "redacted" in told


def _file(record: dict[str, Any], writer: Author) -> Part:
    url = as_text(record.get("url"))
    name = record.get("filename") or as_dict(record.get("source")).get("path")
    return Part(kind="file", text="" if url.startswith("data:") else url, by=writer, name=as_text(name) or None)


def _subtask(record: dict[str, Any], writer: Author) -> Part:
    told = {k: record[k] for k in ("command", "agent", "description") if record.get(k)}
    return Part(kind="notice", text=as_text(record.get("prompt")), by=writer, name="subtask", args=as_args(told))


def _mark(record: dict[str, Any], _: Author) -> Part:
    return Part(kind="notice", by="harness", name=type_of(record))


def _retry(record: dict[str, Any], _: Author) -> Part:
    error = as_dict(record.get("error"))
    words = as_dict(error.get("data")).get("message") or error.get("name")
    return Part(kind="notice", text=as_text(words), by="harness", name="retry")


def _other(record: dict[str, Any], _: Author) -> Part:
    words = record.get("text")
    rest = {k: v for k, v in record.items() if k not in ("id", "sessionID", "messageID", "type")}
    return Part(kind="notice", text=as_text(words if isinstance(words, str) else rest), by="harness", name=type_of(record))


_PARTS: dict[str, Callable[[dict[str, Any], Author], Part]] = {
    "text": _text,
    "reasoning": _reasoning,
    "file": _file,
    "subtask": _subtask,
    "compaction": _mark,
    "retry": _retry,
}
_KNOWN = frozenset({"tool", *HOUSEKEEPING, *_PARTS})


def _tool(record: dict[str, Any], writer: Author, call: str) -> list[Part]:
    state = as_dict(record.get("state"))
    name = as_text(record.get("tool")) or None
    status = _status(state, name)
    child = child_of(record)
    args = as_args(state.get("input")) or as_args(state.get("raw"))
    flags = (f"child:{child}",) if child else ()
    parts = [Part(kind="call", by=writer, name=name, args=args, call=call, status=status, flags=flags)]
    result = _result(state, name, status, call)
    if result is not None:
        parts.append(result)
    return parts + [_file(as_dict(a), "tool") for a in as_list(state.get("attachments"))]


def _status(state: dict[str, Any], name: str | None) -> Status:
    reached, error = state.get("status"), as_text(state.get("error"))
    if reached in ("pending", "running"):
        return "running"
    if reached == "error":
        stopped = is_abort(error) or as_dict(state.get("metadata")).get("interrupted") is True
        return "refused" if is_refusal(error) else "cancelled" if stopped else "error"
    if reached != "completed":
        return "missing"
    note = shell_note(as_text(state.get("output"))) if name in ("bash", "shell") else ""
    if "aborted the command" in note:
        return "cancelled"
    return "error" if "exceeding timeout" in note or name == "invalid" else "ok"


def _result(state: dict[str, Any], name: str | None, status: Status, call: str) -> Part | None:
    metadata = as_dict(state.get("metadata"))
    failed = state.get("status") == "error"
    text = as_text(state.get("error" if failed else "output"))
    partial = as_text(metadata.get("output"))
    # What a call had put out before it was cut says more than the harness's one line about the cut, which `status` repeats.
    cut = status in ("cancelled", "running") and bool(partial.strip()) and (failed or not text)
    if status in ("running", "missing") and not text and not cut:
        return None
    exit_code = metadata.get("exit")
    pruned = ("pruned",) if as_dict(state.get("time")).get("compacted") else ()
    truncated = ("truncated",) if metadata.get("truncated") is True else ()
    return Part(
        kind="result",
        text=partial if cut else text,
        by=_speaker(name, status, text),
        name=name,
        call=call,
        status=status,
        exit_code=exit_code if type(exit_code) is int else None,
        seconds=_seconds(state),
        flags=(*pruned, *truncated, *(("unfinished",) if cut else ())),
    )


def _speaker(name: str | None, status: Status, text: str) -> Author:
    if status == "refused":
        return "person" if has_feedback(text) else "harness"
    if status == "ok" and name == "question":
        return "person"
    return "sub-agent" if status == "ok" and name == "task" else "tool"


def _unfinished(record: dict[str, Any]) -> tuple[str, ...]:
    time = as_dict(record.get("time"))
    return ("unfinished",) if time.get("start") and not time.get("end") else ()


def _seconds(record: dict[str, Any]) -> float | None:
    time = as_dict(record.get("time"))
    start, end = time.get("start"), time.get("end")
    if not isinstance(start, (int, float)) or not isinstance(end, (int, float)):
        return None
    return (end - start) / 1000 if 0 < start <= end < _LAST_TIME else None
