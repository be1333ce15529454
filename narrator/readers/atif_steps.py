"""ATIF steps become messages: by the fields of the standard alone, without what narrator itself keeps under `extra.narrator`.

Converters make several steps of one answer of the model: the same time and thought, its token counts on the first one only, a
call on each of the others. Such steps are one message.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from narrator.model import Author, Kind, Message, Part, Role, Tokens
from narrator.readers.atif_origins import is_receipt, speech
from narrator.readers.atif_results import children_of, content_of, result_parts
from narrator.readers.base import as_args, as_dict, as_list, as_text, parse_time, text_part
from narrator.readers.records import Record

ROLES: dict[str, Role] = {"user": "user", "agent": "assistant", "system": "system"}
"""What a step's `source` is as a role."""

_METRICS = ("prompt_tokens", "completion_tokens", "cached_tokens", "cost_usd")
_EXTRAS = ("stop_reason", "finish_reason", "error", "is_sidechain")


class Agent(NamedTuple):
    """What a trajectory says of its harness, as far as its steps' meaning hangs on it."""

    name: str
    model: str | None = None
    schema: str = ""
    """The trajectory's `schema_version`."""


def continues(before: dict[str, Any], step: dict[str, Any]) -> bool:
    """Return whether a step is the same answer of the model as the step that began it."""
    return (
        before.get("source") == step.get("source") == "agent"
        and step.get("timestamp") is not None
        and all(before.get(k) == step.get(k) for k in ("timestamp", "is_copied_context", "model_name"))
        and step.get("reasoning_content") in (None, before.get("reasoning_content"))
        and not step.get("metrics")
        and bool(step.get("tool_calls"))
    )


def message_of(steps: Sequence[Record], index: int, agent: Agent, *, recorded: bool = True) -> Message:
    """Return the message that these steps are; without `recorded`, without the steps' fields as its record."""
    first = steps[0].value
    role = ROLES[as_text(first.get("source"))]
    extra, metrics = as_dict(first.get("extra")), first.get("metrics")
    kind, by, parts, flags = _content(role, [s.value for s in steps], agent)
    return Message(
        index=index,
        role=role,
        kind=kind,
        by=by,
        parts=parts,
        at=parse_time(first.get("timestamp")),
        model=(as_text(first.get("model_name")) or agent.model) if role == "assistant" and by == "model" else None,
        finish=as_text(extra.get("stop_reason") or extra.get("finish_reason")) or None,
        error=_error(extra.get("error")),
        tokens=tokens_of(metrics),
        cost=_cost(as_dict(metrics).get("cost_usd")),
        flags=tuple(sorted({*flags, *_flags(first, extra)})),
        record=_record([s.value for s in steps], agent) if recorded else (),
        places=tuple(s.place for s in steps),
    )


def tokens_of(metrics: object) -> Tokens | None:
    """Return a step's metrics in disjoint buckets (a prompt's count includes what was cached); None where none are given."""
    told = as_dict(metrics)
    if told.get("prompt_tokens") is None and told.get("completion_tokens") is None:
        return None
    more = as_dict(told.get("extra"))
    prompt, completion, read = (_count(told.get(k)) for k in ("prompt_tokens", "completion_tokens", "cached_tokens"))
    written, thought = _count(more.get("cache_creation_input_tokens")), _count(more.get("reasoning_tokens"))
    return Tokens(
        input=max(0, prompt - read - written),
        output=max(0, completion - thought),
        reasoning=thought,
        cache_read=read,
        cache_write=written,
    )


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53 else 0


def _cost(value: object) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e9 else None


def _error(value: object) -> str | None:
    told = as_dict(value)
    return as_text(told.get("type") or told.get("name") or value) or None


def _flags(step: dict[str, Any], extra: dict[str, Any]) -> set[str]:
    told = (("copied", step.get("is_copied_context")), ("sidechain", extra.get("is_sidechain")))
    return {flag for flag, value in told if value is True}


def _content(role: Role, steps: list[dict[str, Any]], agent: Agent) -> tuple[Kind, Author, tuple[Part, ...], tuple[str, ...]]:
    if role == "assistant":
        by: Author = "harness" if steps[0].get("llm_call_count") == 0 else "model"
        parts = [p for i, step in enumerate(steps) for p in _answer(step, by, thinks=i == 0)]
        return "reply", by, tuple(parts), ()
    text, files = content_of(steps[0].get("message"))
    if role == "system":
        words = [text_part(text, "harness")] if text else []
        return "notice", "harness", (*words, *files, *_results(steps[0], [])), ()
    said = speech(text, agent.name)
    return said.origin.kind, said.origin.by, (*said.parts, *files, *_results(steps[0], [])), said.origin.flags


def _answer(step: dict[str, Any], by: Author, *, thinks: bool) -> list[Part]:
    calls = [as_dict(c) for c in as_list(step.get("tool_calls"))]
    thought = as_text(step.get("reasoning_content")) if thinks else ""
    text, files = content_of(step.get("message"))
    receipt = bool(calls) and is_receipt(text, as_text(calls[0].get("function_name")), as_text(calls[0].get("tool_call_id")))
    words = [text_part(text, "harness", "synthetic") if receipt else text_part(text, by)] if text else []
    thoughts = [Part(kind="reasoning", text=thought, by=by)] if thought else []
    return [*thoughts, *words, *(f.model_copy(update={"by": by}) for f in files), *_results(step, calls, by)]


def _results(step: dict[str, Any], calls: list[dict[str, Any]], by: Author = "model") -> list[Part]:
    """Return the calls, each followed by its results; then the results that name no call of this step."""
    results = [as_dict(r) for r in as_list(as_dict(step.get("observation")).get("results"))]
    if not calls and not results:
        return []
    asked = [as_text(c.get("tool_call_id")) or None for c in calls]
    extra = as_dict(step.get("extra"))
    owners = [_owner(as_text(r.get("source_call_id")), asked, alone=len(results) == 1) for r in results]
    out: list[Part] = []
    for number, call in enumerate(calls):
        name = as_text(call.get("function_name")) or None
        mine = [r for r, owner in zip(results, owners, strict=True) if owner == number]
        parts = [p for r in mine for p in result_parts(r, extra, name=name, call=asked[number])]
        ended = next((p.status for p in reversed(parts) if p.kind == "result"), "ok" if None in owners else "missing")
        flags = tuple([f"child:{c}" for r in mine for c in children_of(r)])
        args = as_args(call.get("arguments"))
        made = Part(kind="call", by=by, name=name, args=args, call=asked[number], status=ended, flags=flags)
        out += [made, *parts]
    for result, owner in zip(results, owners, strict=True):
        if owner is None:
            call_id = as_text(result.get("source_call_id")) or None
            out += result_parts(result, extra, name=None, call=call_id)
    return out


def _owner(source: str, asked: list[str | None], *, alone: bool) -> int | None:
    """Return the number of the call that a result answers; the only result of an only call need not name it."""
    if source in asked:
        return asked.index(source)
    return 0 if not source and alone and len(asked) == 1 else None


def _record(steps: list[dict[str, Any]], agent: Agent) -> tuple[tuple[str, str], ...]:
    """Return the fields that bear on what a message is, or on why it is empty."""
    first = steps[0]
    extra, metrics = as_dict(first.get("extra")), as_dict(first.get("metrics"))
    told = {
        "schema_version": agent.schema or "ATIF",
        "step_id": ", ".join(as_text(s.get("step_id")) for s in steps),
        "source": first.get("source"),
        "llm_call_count": first.get("llm_call_count"),
        "is_copied_context": first.get("is_copied_context"),
        **{k: metrics.get(k) for k in _METRICS},
        **{k: extra.get(k) for k in _EXTRAS},
    }
    return tuple((k, as_text(v)) for k, v in told.items() if v is not None and v is not False)
