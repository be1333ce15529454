"""mini-SWE-agent's replies: a chat message (v1, v2) or a response's items (v2), with what the provider told of it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from narrator.model import Part, Tokens
from narrator.readers.base import as_args, as_dict, as_list, as_text, parse_time, text_part
from narrator.readers.codex_text import arguments, blocks_text
from narrator.readers.mini_swe_agent_texts import parted, usage_of
from narrator.readers.pending import Pending

Item = dict[str, Any]

SHELL = "bash"
"""The only tool."""


def role_of(item: Item) -> str:
    """Return an item's role; of a response's items, which have none, by what they are."""
    if item.get("object") == "response":
        return "assistant"
    if item.get("type") == "function_call_output":
        return "tool"
    return as_text(item.get("role"))


def time_of(item: Item) -> datetime | None:
    """Return when an item was made; the seconds since 1970 that it, its `extra`, or its provider's response tell."""
    extra = as_dict(item.get("extra"))
    told = (item.get("timestamp"), extra.get("timestamp"), as_dict(extra.get("response")).get("created"))
    for seconds in told:
        if isinstance(seconds, (int, float)) and not isinstance(seconds, bool):
            return parse_time(seconds * 1000)
    return None


def take_reply(pending: Pending, item: Item, model: str | None) -> None:
    """Put a reply's thoughts, words, calls and counts into its message."""
    extra = as_dict(item.get("extra"))
    response = as_dict(extra.get("response")) or (item if item.get("object") == "response" else {})
    choice = as_dict(next(iter(as_list(response.get("choices"))), None))
    pending.id = as_text(response.get("id")) or None
    pending.model = as_text(response.get("model")) or model
    pending.finish = as_text(choice.get("finish_reason") or response.get("status")) or None
    usage = usage_of({"response": response})
    pending.tokens = _tokens(usage)
    pending.cost = _cost(extra, usage)
    for part in (*_thoughts(item, choice), *_acts(item, extra, pending.index)):
        pending.draft.add(part)


def _thoughts(item: Item, choice: Item) -> Iterator[Part]:
    inner = as_dict(choice.get("message"))
    told = next((t for t in (item.get("reasoning_content"), inner.get("reasoning_content"), inner.get("reasoning")) if t), None)
    blocks = [as_dict(b) for b in as_list(item.get("thinking_blocks"))]
    items = [as_dict(o) for o in as_list(item.get("output")) if as_dict(o).get("type") == "reasoning"]
    texts = [as_text(told)] if told else [as_text(b.get("thinking")) for b in blocks]
    for text in (*texts, *(blocks_text(o.get("summary")) for o in items)):
        yield Part(kind="reasoning", text=text, by="model", flags=() if text else ("hidden",))


def _acts(item: Item, extra: Item, index: int) -> Iterator[Part]:
    """Yield a reply's words and calls."""
    content = blocks_text(item.get("content")) or "\n".join(_said(item))
    asked = [*map(as_dict, as_list(item.get("tool_calls"))), *_called(item)]
    actions = [as_dict(a) for a in as_list(extra.get("actions"))]
    if asked:
        yield from (text_part(t, "model") for t in (content.strip("\n"),) if t)
        yield from (_call(call, f"{index}.{n}") for n, call in enumerate(asked))
        return
    commands: list[str | None] = [as_text(a.get("command") or a.get("action")) for a in actions] or [None]
    words, command = parted(content, commands[0])
    yield from (text_part(t, "model") for t in (words,) if t)
    for number, one in enumerate([command, *commands[1:]]):
        if one is not None:
            yield Part(kind="call", by="model", name=SHELL, args=(("command", one),), call=f"{index}.{number}")


def _said(item: Item) -> Iterator[str]:
    if "output" not in item:
        return
    outputs = (as_dict(o) for o in as_list(item.get("output")))
    yield from (blocks_text(o.get("content")) for o in outputs if o.get("type") == "message")


def _called(item: Item) -> Iterator[Item]:
    if "output" not in item:
        return
    outputs = (as_dict(o) for o in as_list(item.get("output")))
    yield from ({"id": o.get("call_id"), "function": o} for o in outputs if o.get("type") == "function_call")


def _call(call: Item, number: str) -> Part:
    function = as_dict(call.get("function"))
    args = as_args(arguments(function.get("arguments")))
    return Part(
        kind="call", by="model", name=as_text(function.get("name")) or SHELL, args=args, call=as_text(call.get("id")) or number
    )


def _tokens(usage: Item) -> Tokens | None:
    """Return the counts of a chat completion or a response: their input has the cached part in it, their output the thoughts."""
    prompt = usage.get("prompt_tokens", usage.get("input_tokens"))
    completion = usage.get("completion_tokens", usage.get("output_tokens"))
    if prompt is None and completion is None:
        return None
    of_prompt = as_dict(usage.get("prompt_tokens_details") or usage.get("input_tokens_details"))
    of_output = as_dict(usage.get("completion_tokens_details") or usage.get("output_tokens_details"))
    cached, thought = _count(of_prompt.get("cached_tokens")), _count(of_output.get("reasoning_tokens"))
    return Tokens(
        input=max(0, _count(prompt) - cached),
        output=max(0, _count(completion) - thought),
        reasoning=thought,
        cache_read=cached,
    )


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53 else 0


def _cost(extra: Item, usage: Item) -> float | None:
    told = (extra.get("cost"), usage.get("cost"))
    return next((float(c) for c in told if isinstance(c, (int, float)) and not isinstance(c, bool) and 0 <= c < 1e6), None)
