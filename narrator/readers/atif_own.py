"""What ATIF has no field for: narrator's `extra.narrator`, how a message is laid into a step and taken out again.

A step's `extra.narrator` holds the message's index and each of its fields that the step, read by the standard alone, wouldn't
give. Where that is so of its parts, `parts` lists them in order; their words and arguments stand in the step and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from narrator.model import Message, Part, Place
from narrator.readers.atif_steps import Agent, message_of
from narrator.readers.base import as_args, as_dict, as_list, as_text
from narrator.readers.jsonl_fields import message_of as fitted_message
from narrator.readers.jsonl_write import as_object, part_fields, timed
from narrator.readers.records import Record, Tally

BETWEEN = "\n\n"
"""What stands between the texts, and between the thoughts, of one message in its step."""

_APART = {"index", "parts", "places", "record"}


def own_fields(message: Message, step: dict[str, Any], agent: Agent) -> dict[str, Any]:
    """Return what the step doesn't tell of the message that was laid into it; always with the index."""
    read = message_of([Record(step, Place(file=""))], message.index, agent, recorded=False)
    told, known = (timed(m.model_dump(exclude=_APART)) for m in (message, read))
    fields = {"index": message.index} | {k: v for k, v in told.items() if v != known[k]}
    if message.record:
        fields["record"] = as_object(message.record)
    if message.parts != read.parts:
        fields["parts"] = [_laid_out(p, message) for p in message.parts]
    return fields


def own_message(record: Record, own: dict[str, Any], agent: Agent, tally: Tally, *, recorded: bool) -> Message | None:
    """Return the message that was laid into a step; None (a problem) where its own fields make none."""
    read = message_of([record], 0, agent, recorded=recorded)
    fields = timed(read.model_dump(exclude={"places"})) | own
    if isinstance(own.get("parts"), list):
        fields["parts"] = list(_taken_out(own["parts"], record.value))
    return fitted_message(fields, record.place, tally)


def is_in_step(kind: str, role: object) -> bool:
    """Return whether a step of the role holds the words of a part: thoughts and calls are an agent's alone."""
    return kind in ("text", "result") or (kind in ("reasoning", "call") and role in ("assistant", "agent"))


def _laid_out(part: Part, message: Message) -> dict[str, Any]:
    fields = part_fields(part, message.by)
    if not is_in_step(part.kind, message.role):
        return fields
    fields.pop("text", None)
    if part.kind in ("text", "reasoning"):
        fields["length"] = len(part.text)
    elif part.kind == "call":
        fields |= {"text": part.text} if part.text else {}
        fields |= {"name": part.name, "call": part.call}
        if isinstance(fields.get("args"), dict):
            del fields["args"]
    return fields


def _taken_out(described: list[Any], step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    words = {"text": _Words(step.get("message")), "reasoning": _Words(step.get("reasoning_content"))}
    calls = iter(as_list(step.get("tool_calls")))
    results = iter(as_list(as_dict(step.get("observation")).get("results")))
    for fields in (dict(as_dict(d)) for d in described):
        kind = as_text(fields.get("kind"))
        if not is_in_step(kind, step.get("source")):
            yield fields
        elif kind in words:
            yield fields | {"text": words[kind].next(fields.pop("length", None))}
        elif kind == "call":
            yield {"args": dict(as_args(as_dict(next(calls, None)).get("arguments")))} | fields
        else:
            yield fields | {"text": as_text(as_dict(next(results, None)).get("content"))}


class _Words:
    """A step's words, taken piece by piece."""

    def __init__(self, value: object) -> None:
        self.text = as_text(value)
        self.at = 0

    def next(self, length: object) -> str:
        end = self.at + length if isinstance(length, int) and length >= 0 else len(self.text)
        found = self.text[self.at : end]
        self.at = end + len(BETWEEN)
        return found
