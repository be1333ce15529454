"""Writes ATIF v1.7: a step a message, valid by the standard's model; `atif` reads it back as the same session."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from narrator.model import Message, Part, Role, Tokens, Transcript
from narrator.readers.atif_own import BETWEEN, is_in_step, own_fields
from narrator.readers.atif_steps import Agent
from narrator.readers.base import as_text
from narrator.readers.jsonl_write import header_fields, timed

SCHEMA = "ATIF-v1.7"
"""The newest version that most readers take; 1.8 only adds sound."""

SOURCES: dict[Role, str] = {"user": "user", "assistant": "agent", "system": "system"}

ASIDE: tuple[tuple[str, str], ...] = (
    ("events", "events"),
    ("gaps", "gaps"),
    ("children", "sub-agents' sessions"),
    ("problems", "problems"),
    ("kind", "kinds of messages"),
    ("by", "authors of messages"),
    ("at", "times"),
    ("ended", "ends"),
    ("id", "ids of messages"),
    ("parent", "parents of messages"),
    ("model", "models"),
    ("finish", "finish reasons"),
    ("error", "errors"),
    ("tokens", "token counts"),
    ("cost", "costs"),
    ("mode", "modes"),
    ("flags", "messages' flags"),
    ("record", "harness's records"),
    ("parts", "messages' parts (their order, authors, endings, files, notices)"),
)
"""What the standard has no place for, and how it is called."""


_LISTS = ("events", "gaps", "children", "problems")
"""Those of a session as a whole."""


class Trajectory(NamedTuple):
    """A session as ATIF."""

    lines: tuple[bytes, ...]
    aside: tuple[tuple[str, int], ...]
    """What was put under `extra.narrator`, in words, and of how many."""


def write_atif(transcript: Transcript) -> Trajectory:
    """Return the session as ATIF, a step a line; places, digest and coverage are the file's own."""
    model = _usual_model(transcript)
    agent = Agent(transcript.agent, model, SCHEMA)
    steps = [_step(m, i, agent) for i, m in enumerate(transcript.messages, 1)]
    header = header_fields(transcript)
    if transcript.events:
        header["events"] = [timed(e.model_dump(exclude={"places"})) for e in transcript.events]
    counts = Counter(name for step in steps for name in step["extra"]["narrator"])
    counts.update({name: len(header[name]) for name in _LISTS if name in header})
    root = _root(transcript, header, model)
    return Trajectory(tuple(_lines(root, steps)), tuple((words, counts[name]) for name, words in ASIDE if counts[name]))


def _lines(root: dict[str, Any], steps: list[dict[str, Any]]) -> Iterator[bytes]:
    yield as_text(root).encode("utf-8", "replace")[:-1] + b',"steps":[\n'
    for number, step in enumerate(steps, 1):
        yield as_text(step).encode("utf-8", "replace") + (b",\n" if number < len(steps) else b"\n")
    yield b"]}\n"


def _root(transcript: Transcript, header: dict[str, Any], model: str | None) -> dict[str, Any]:
    agent = {"name": transcript.agent, "version": transcript.version or "unknown"} | ({"model_name": model} if model else {})
    return {
        "schema_version": SCHEMA,
        "session_id": transcript.session,
        "agent": agent,
        "final_metrics": _totals(transcript),
        "extra": {"narrator": header},
    }


def _totals(transcript: Transcript) -> dict[str, Any]:
    told = [metrics_of(m) for m in transcript.messages if m.role == "assistant"]
    out: dict[str, Any] = {}
    for name in ("prompt_tokens", "completion_tokens", "cached_tokens", "cost_usd"):
        found = [m[name] for m in told if name in m]
        if found:
            out[f"total_{name}"] = sum(found)
    return out | {"total_steps": len(transcript.messages)}


def _usual_model(transcript: Transcript) -> str | None:
    models = Counter(m.model for m in transcript.messages if m.role == "assistant" and m.model)
    return min(models, key=lambda name: (-models[name], name)) if models else None


def _step(message: Message, number: int, agent: Agent) -> dict[str, Any]:
    step: dict[str, Any] = {"step_id": number}
    if message.at is not None:
        step["timestamp"] = message.at.isoformat()
    step |= {"source": SOURCES[message.role], "message": _joined(message, "text") or ""}
    if message.role == "assistant":
        step |= _agents_own(message)
    results = list(_results(message))
    step |= {"observation": {"results": results}} if results else {}
    step |= {"is_copied_context": True} if "copied" in message.flags else {}
    return step | {"extra": {"narrator": own_fields(message, step, agent)}}


def _agents_own(message: Message) -> dict[str, Any]:
    """Return the fields that a step of an agent alone may have."""
    thought, metrics = _joined(message, "reasoning"), metrics_of(message)
    calls = [_call(p, n) for n, p in enumerate(message.parts) if p.kind == "call"]
    fields = {
        "model_name": message.model,
        "reasoning_content": thought or None,
        "tool_calls": calls or None,
        "metrics": metrics or None,
        "llm_call_count": 0 if message.by == "harness" and not metrics and not thought else None,
    }
    return {k: v for k, v in fields.items() if v is not None}


def _joined(message: Message, kind: str) -> str | None:
    found = [p.text for p in message.parts if p.kind == kind and is_in_step(kind, message.role)]
    return BETWEEN.join(found) if found else None


def _call(part: Part, number: int) -> dict[str, Any]:
    return {"tool_call_id": _call_id(part, number), "function_name": part.name or "unknown", "arguments": dict(part.args)}


def _call_id(part: Part, number: int) -> str:
    return part.call if part.call is not None else f"part_{number}"


def _results(message: Message) -> Iterator[dict[str, Any]]:
    asked = {p.call for p in message.parts if p.kind == "call" and message.role == "assistant"}
    for part in (p for p in message.parts if p.kind == "result"):
        known = part.call is not None and part.call in asked
        yield ({"source_call_id": part.call} if known else {}) | {"content": part.text}


def metrics_of(message: Message) -> dict[str, Any]:
    """Return a message's token counts and cost as the standard counts them: a prompt's with what was cached of it."""
    found: dict[str, Any] = {} if message.tokens is None else _counts(message.tokens)
    return found | ({"cost_usd": message.cost} if message.cost is not None else {})


def _counts(tokens: Tokens) -> dict[str, Any]:
    more = {"reasoning_tokens": tokens.reasoning, "cache_creation_input_tokens": tokens.cache_write}
    return {
        "prompt_tokens": tokens.input + tokens.cache_read + tokens.cache_write,
        "completion_tokens": tokens.output + tokens.reasoning,
        "cached_tokens": tokens.cache_read,
        "extra": {k: n for k, n in more.items() if n},
    }
