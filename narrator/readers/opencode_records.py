"""opencode's message records become `Message` values, a session's messages a `Transcript`: shared by export and store.

A record is converted as soon as it is read, so that a big session is never held twice; what only its neighbors can tell
(order, replays, who is behind a message without typed words) is settled in `opencode_order`, once all are there.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from narrator.model import Author, Child, Event, Kind, Message, Part, Place, Role, Tokens, Transcript
from narrator.readers.base import as_dict, as_list, as_text, parse_time
from narrator.readers.opencode_order import arrange
from narrator.readers.opencode_parts import chronological, is_known, parts_of, type_of
from narrator.readers.records import Tally

_BODY_LENGTH = 1000
"""Characters kept of a provider's answer to a refused request: enough for its error code."""

ERROR_FIELDS = ("message", "statusCode", "isRetryable", "providerID", "code", "responseBody")
COMPACTION_FIELDS = ("auto", "overflow", "tail_start_id")
SUBTASK_FIELDS = ("command", "agent", "description")
_TELLING = frozenset({"compaction", "subtask", "text", "step-finish", "patch", "agent", "file"})
"""Types of parts that bear on what their message is."""


class Started(NamedTuple):
    """A sub-agent's session that the source says was started by another one."""

    session: str
    title: object = None


def message_of(
    info: dict[str, Any], records: list[Any], places: tuple[Place, ...], tally: Tally, *, in_child: bool = False
) -> Message:
    """Return the message that a record and its parts' records make, its index still 0; counts the parts into `tally`.

    `in_child`: the session is a sub-agent's, so that its prompts are the model's.
    """
    time = as_dict(info.get("time"))
    created = parse_time(time.get("created"))
    parts = _known(records, places[0], tally)
    parts = chronological(parts, None if created is None else created.timestamp() * 1000)
    role = _role(info, places[0], tally)
    writer: Author = "model" if role == "assistant" or in_child else "person" if role == "user" else "harness"
    made = parts_of(parts, writer)
    kind, by = _kind(info, role, made, writer)
    return Message(
        index=0,
        role=role,
        kind=kind,
        by=by,
        parts=made,
        at=created,
        ended=parse_time(time.get("completed")),
        id=identifier(info.get("id")),
        parent=identifier(info.get("parentID")),
        model=_model(info),
        finish=as_text(info.get("finish")) or None,
        error=as_text(as_dict(info.get("error")).get("name")) or ("UnknownError" if info.get("error") else None),
        tokens=_tokens(info.get("tokens")),
        cost=_amount(info.get("cost")),
        mode=as_text(info.get("agent") or info.get("mode")) or None,
        flags=_flags(info, role, made),
        record=_record(info, role, parts),
        places=places,
    )


def transcript_of(
    info: dict[str, Any],
    messages: list[Message],
    tally: Tally,
    *,
    form: str,
    started: Iterable[Started] = (),
    others: Iterable[Event] = (),
) -> Transcript:
    """Return the transcript of a session with this `info` and these messages, given in the source's order.

    `started` are the sessions that name it as their parent; `others` what else the source holds, as events.
    """
    tally.dangling += _dangling(messages)
    ordered = arrange(messages, info, tally)
    created = parse_time(as_dict(info.get("time")).get("created"))
    times = [t for m in ordered for t in (m.at, m.ended) if t is not None]
    events = (*others, *_events(info, ordered))
    return Transcript(
        session=identifier(info.get("id")) or f"session-{tally.digest[:12]}",
        format=form,
        agent="opencode",
        version=as_text(info.get("version")) or None,
        title=as_text(info.get("title")) or None,
        cwd=as_text(info.get("directory")) or None,
        started=min([*times, *([created] if created else [])], default=None),
        ended=max(times, default=None),
        messages=ordered,
        events=events,
        children=tuple(_children(ordered, started)),
        problems=tuple(tally.problems),
        coverage=tally.coverage(len(ordered), len(events)),
        digest=tally.digest,
    )


def identifier(value: object) -> str | None:
    """Return an id of the source, or None where it is none (or was scrubbed: many records share the word REDACTED)."""
    return value if isinstance(value, str) and value.strip() and "REDACTED" not in value.upper() else None


def milliseconds(time: datetime | None) -> int | None:
    """Return a time in milliseconds since 1970."""
    return None if time is None else round(time.timestamp() * 1000)


def _known(records: list[Any], place: Place, tally: Tally) -> list[dict[str, Any]]:
    found = [r for r in records if isinstance(r, dict)]
    unknown = [type_of(r) for r in found if not is_known(r)]
    tally.records += len(records)
    tally.bad += len(records) - len(found)
    tally.unknown += len(unknown)
    tally.in_messages += len(found) - len(unknown)
    if len(found) < len(records):
        tally.complain("not-an-object", f"{len(records) - len(found)} of a message's parts are no objects; left out", place)
    for kind in sorted(set(unknown)):
        tally.complain("unknown-part", f"a part of the unknown type {kind!r}; kept as a notice", place)
    return found


def _role(info: dict[str, Any], place: Place, tally: Tally) -> Role:
    role = info.get("role")
    if role in ("user", "assistant"):
        return "user" if role == "user" else "assistant"
    tally.complain("unknown-role", f"a message of the unknown role {as_text(role)!r}; read as the harness's", place)
    return "system"


def _kind(info: dict[str, Any], role: Role, parts: tuple[Part, ...], writer: Author) -> tuple[Kind, Author]:
    if role == "assistant":
        return ("summary" if info.get("summary") is True else "reply"), writer
    names = {p.name for p in parts if p.kind == "notice"}
    if role == "system" or "compaction" in names:
        return "notice", "harness"
    if "subtask" in names:
        return "command", writer
    typed = any(p.kind == "text" and p.by == writer for p in parts)
    return ("prompt", writer) if typed or any(p.kind == "file" for p in parts) else ("notice", "harness")


def _flags(info: dict[str, Any], role: Role, parts: tuple[Part, ...]) -> tuple[str, ...]:
    if role == "assistant":
        stopped = as_dict(info.get("error")).get("name") == "MessageAbortedError"
        return (*(("compaction",) if info.get("summary") is True else ()), *(("interrupted",) if stopped else ()))
    if any(p.kind == "notice" and p.name == "compaction" for p in parts):
        return ("compaction",)
    words = [p for p in parts if p.kind == "text"]
    return ("synthetic",) if words and all("synthetic" in p.flags for p in words) and all(p.kind == "text" for p in parts) else ()


def _model(info: dict[str, Any]) -> str | None:
    told = as_dict(info.get("model")) or info
    names = [as_text(told.get(k)) for k in ("providerID", "modelID")]
    return "/".join(n for n in names if n) or None


def _tokens(value: object) -> Tokens | None:
    if not isinstance(value, dict):
        return None
    cache = as_dict(value.get("cache"))
    return Tokens(
        input=_count(value.get("input")),
        output=_count(value.get("output")),
        reasoning=_count(value.get("reasoning")),
        cache_read=_count(cache.get("read")),
        cache_write=_count(cache.get("write")),
    )


def _count(value: object) -> int:
    amount = _amount(value)
    return 0 if amount is None else int(amount)


def _amount(value: object) -> float | None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value < 1e15 else None  # type: ignore[operator, arg-type]


def _record(info: dict[str, Any], role: Role, parts: list[dict[str, Any]]) -> tuple[tuple[str, str], ...]:
    time = as_dict(info.get("time"))
    kinds = [type_of(p) for p in parts]
    fields = [("parts", ",".join(kinds))]
    if identifier(info.get("id")) is None:
        # What a scrubber left is no id, but it is what the source says.
        fields += _named("", info, ("id",))
    if role == "assistant":
        fields += [("completed", "false")] if time.get("completed") is None else []
        fields += [("summary", "true")] if info.get("summary") is True else []
        error = as_dict(info.get("error"))
        fields += _named("error", as_dict(error.get("data")) or error, ERROR_FIELDS)
    fields += _named("", info, ("variant", "structured"))
    for part, kind in zip(parts, kinds, strict=True):
        if kind in _TELLING:
            fields += _of_part(part, kind)
    return tuple(dict.fromkeys(fields))


def _of_part(part: dict[str, Any], kind: str) -> list[tuple[str, str]]:
    if kind == "compaction":
        return _named("compaction", part, COMPACTION_FIELDS)
    if kind == "subtask":
        return _named("subtask", part, SUBTASK_FIELDS)
    if kind == "text":
        told = as_dict(part.get("metadata")).get("compaction_continue") is True
        return [("compaction_continue", "true")] if told else []
    if kind == "step-finish":
        return _named("step-finish", part, ("reason",))
    if kind == "patch":
        return [("patch", as_text(f)) for f in as_list(part.get("files"))]
    return _named(kind, part, ("name",) if kind == "agent" else ("mime",) if kind == "file" else ())


def _named(prefix: str, source: dict[str, Any], names: tuple[str, ...]) -> list[tuple[str, str]]:
    dotted = f"{prefix}." if prefix else ""
    return [(dotted + n, as_text(source[n])[:_BODY_LENGTH]) for n in names if source.get(n) is not None]


def _dangling(messages: list[Message]) -> int:
    ids = {m.id for m in messages}
    return sum(m.parent is not None and m.parent not in ids for m in messages)


def _events(info: dict[str, Any], messages: tuple[Message, ...]) -> tuple[Event, ...]:
    revert = as_dict(info.get("revert"))
    undone = [m.index for m in messages if "superseded" in m.flags]
    if not revert or not undone:
        return ()
    text = f"everything from message {undone[0]} on was undone; the next prompt would delete it"
    return (Event(kind="revert", text=text, after=messages[-1].index),)


def _children(messages: tuple[Message, ...], started: Iterable[Started]) -> list[Child]:
    found: dict[str, Child] = {}
    for message in messages:
        for part in message.parts:
            for flag in part.flags:
                if flag.startswith("child:"):
                    session = flag.removeprefix("child:")
                    found.setdefault(session, Child(session=session, message=message.index, title=part.arg("description")))
    for session, title in started:
        found.setdefault(session, Child(session=session, title=as_text(title) or None))
    return list(found.values())
