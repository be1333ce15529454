"""The fields of one line of narrator's JSON lines: what they may hold, and what an absent one means.

| absent | means |
|---|---|
| a message's `kind` | prompt (user), reply (assistant), notice (system) |
| a message's `by` | person (user), model (assistant), harness (system) |
| a part's `by` | of text and reasoning: its message's; call: model; result: tool; file: person; notice: harness |
| a call's `status` | its result's, or missing where it has none |
| a result's `status` | what its call says, else error where its exit code isn't 0, else ok |
| an event's `after` | the message on the lines before it |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, TypeVar, cast, get_args

import msgspec

from narrator.model import Author, Event, Kind, Message, Part, Place, Problem, Role, Status, Value
from narrator.readers.base import as_args, as_dict, as_list, as_text, parse_time
from narrator.readers.records import Tally

T = TypeVar("T", bound=Value)

KINDS: dict[Role, Kind] = {"user": "prompt", "assistant": "reply", "system": "notice"}
AUTHORS: dict[Role, Author] = {"user": "person", "assistant": "model", "system": "harness"}
PART_AUTHORS: dict[str, Author] = {"call": "model", "result": "tool", "file": "person", "notice": "harness"}


def message_of(fields: Mapping[str, Any], place: Place, tally: Tally) -> Message | None:
    """Return the message that a line tells, fields that don't fit left out; None (a problem) where it has no index or role."""
    index, role = fields["index"], as_text(fields.get("role"))
    if type(index) is not int or index < 0 or role not in KINDS:
        text = "a message without a whole number as index" if role in KINDS else f"message {as_text(index)[:20]} without a role"
        tally.complain("bad-message", f"{text}; left out", place)
        return None
    what = f"message {index}"
    told: dict[str, Any] = {**fields, "places": (place,)}
    told["kind"] = _kind(fields, KINDS[role], what, place, tally)
    told["by"] = _author(fields, AUTHORS[role], what, place, tally)
    told |= {k: _time(told[k], f"{what}: {k}", place, tally) for k in ("at", "ended") if k in told}
    told["flags"] = sorted({as_text(f) for f in as_list(told.get("flags"))})
    told["record"] = pairs(told.get("record"))
    told["parts"] = parts_of(told.get("parts"), told["by"], index, place, tally)
    return fitted(Message, told, what, place, tally, index)


def event_of(fields: Mapping[str, Any], last: int | None, place: Place, tally: Tally) -> Event:
    """Return the event that a line tells; `last` is the message before it."""
    told = {"kind": "other", "after": last, **fields, "places": (place,)}
    if "at" in told:
        told["at"] = _time(told["at"], "event: at", place, tally)
    event = fitted(Event, told, "event", place, tally)
    return event or Event(kind="other", text=as_text(fields), after=last, places=(place,))


def parts_of(value: object, author: Author, index: int, place: Place, tally: Tally) -> tuple[Part, ...]:
    """Return a message's parts, what is absent filled in; `author` is the message's."""
    what = f"message {index}: part"
    parts: list[Part] = []
    untold: set[int] = set()
    for fields in [{"kind": "text", "text": value}] if isinstance(value, str) else as_list(value):
        told = dict(as_dict(fields))
        told["by"] = _author(told, PART_AUTHORS.get(str(told.get("kind")), author), what, place, tally)
        part = fitted(Part, told | {"args": pairs(told.get("args"))}, what, place, tally, index)
        if part is None:
            tally.complain("bad-part", f"{what} of no known kind ({as_text(fields)[:40]}); left out", place, index)
            continue
        if part.kind in ("call", "result") and "status" not in told:
            untold.add(len(parts))
        parts.append(part)
    return tuple(_with_statuses(parts, untold))


def _with_statuses(parts: list[Part], untold: set[int]) -> Iterator[Part]:
    """Yield the parts, the calls and results at `untold` given the status that they have from one another."""
    asked = _answered(parts)
    answers = {call: result for result, call in asked.items()}
    status: dict[int, Status | None] = {i: p.status for i, p in enumerate(parts)}
    for i in sorted(untold, key=lambda i: parts[i].kind == "call"):
        if parts[i].kind == "call":
            status[i] = status[answers[i]] if i in answers else "missing"
        elif asked.get(i) is not None and asked[i] not in untold:
            status[i] = status[asked[i]]
        else:
            status[i] = "error" if parts[i].exit_code else "ok"
    for i, part in enumerate(parts):
        yield part if status[i] == part.status else part.model_copy(update={"status": status[i]})


def _answered(parts: list[Part]) -> dict[int, int]:
    """Return each result's call, as numbers of parts: the one with its id, or the one just before it."""
    named = {p.call: i for i, p in enumerate(parts) if p.kind == "call" and p.call is not None}
    found = {}
    for i, part in enumerate(parts):
        if part.kind == "result" and part.call in named:
            found[i] = named[part.call]
        elif part.kind == "result" and i and parts[i - 1].kind == "call" and part.call is None:
            found[i] = i - 1
    return found


def _author(fields: Mapping[str, Any], default: Author, what: str, place: Place, tally: Tally) -> Author:
    said = fields.get("by", default)
    if said in get_args(Author):
        return cast("Author", said)
    tally.complain("bad-field", f"{what}: by names no known author; taken as {default}", place)
    return default


def _kind(fields: Mapping[str, Any], default: Kind, what: str, place: Place, tally: Tally) -> Kind:
    said = fields.get("kind", default)
    if said in get_args(Kind):
        return cast("Kind", said)
    tally.complain("bad-field", f"{what}: kind is none of the known kinds; taken as {default}", place)
    return default


def _time(value: object, what: str, place: Place, tally: Tally) -> datetime | None:
    found = parse_time(value)
    if found is None and value is not None:
        tally.complain("bad-field", f"{what} tells no time; left out", place)
    return found


def pairs(value: object) -> tuple[tuple[str, str], ...]:
    """Return (name, text) pairs of an object, or of a list of pairs (where a name comes twice)."""
    if isinstance(value, list) and all(isinstance(p, list) and len(p) == 2 for p in value):
        return tuple((as_text(k), as_text(v)) for k, v in value)
    return as_args(value)


def fitted(
    model: type[T], fields: Mapping[str, Any], what: str, place: Place | None, tally: Tally, message: int | None = None
) -> T | None:
    """Return the value with the fields that fit, a problem for each that doesn't; None where one that it needs doesn't."""
    try:
        return model.model_validate(fields)
    except msgspec.ValidationError:
        wrong = sorted(_wrong(model, fields))
    tally.problems += [
        Problem(code="bad-field", text=f"{what}: {name} doesn't fit; left out", place=place, message=message) for name in wrong
    ]
    try:
        return model.model_validate({k: v for k, v in fields.items() if k not in wrong})
    except msgspec.ValidationError:
        return None


def _wrong(model: type[Value], fields: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of the fields that don't fit, and of those that are needed and aren't there."""
    known = {f.name: f for f in msgspec.structs.fields(model)}
    yield from fields.keys() - known.keys()
    for name, field in known.items():
        try:
            if name in fields:
                msgspec.convert(fields[name], field.type)
            elif field.required:
                yield name
        except msgspec.ValidationError:
            yield name
