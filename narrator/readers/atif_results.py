"""How a trajectory's calls ended: ATIF has no field for it; converters put it in `extra`, and more into the words."""

from __future__ import annotations

import re
from typing import Any

import orjson

from narrator.model import Part
from narrator.readers.base import as_dict, as_list, as_text
from narrator.readers.claude_results import result_of

_FAILED = "[error] tool reported failure"
_METADATA = re.compile(r"\n\n?\[metadata\] (\{.*\})\Z", re.DOTALL)
_EXIT_CODES = ("exit_code", "exitCode", "returncode", "return_code")


def result_parts(result: dict[str, Any], extra: dict[str, Any], *, name: str | None, call: str | None) -> list[Part]:
    """Return a result, and what its converter appended to its words as a notice; `extra` is that of its step."""
    text, files = content_of(result.get("content"), call=call)
    words, appended = _split(text)
    part = _claude_part(words, extra, name=name, call=call) or _plain_part(words, result, extra, name=name, call=call)
    notices = [Part(kind="notice", text=appended, by="harness", name="metadata", call=call)] if appended else []
    return [part, *files, *notices]


def content_of(content: object, *, call: str | None = None) -> tuple[str, list[Part]]:
    """Return the words of a step or a result, and its files; of several texts the words are joined by line feeds."""
    if not isinstance(content, list):
        return as_text(content), []
    blocks = [b if isinstance(b, dict) else {"type": "text", "text": as_text(b)} for b in content]
    texts = [as_text(b.get("text")) for b in blocks if "source" not in b]
    return "\n".join(t for t in texts if t), [_file(as_dict(b["source"]), call) for b in blocks if "source" in b]


def _file(source: dict[str, Any], call: str | None) -> Part:
    media, path = as_text(source.get("media_type")), as_text(source.get("path"))
    args = tuple((k, v) for k, v in (("media_type", media), ("path", path)) if v)
    return Part(kind="file", by="person" if call is None else "tool", name=path or media or "file", args=args, call=call)


def _split(text: str) -> tuple[str, str]:
    """Return a result's own words, and what its converter put after them."""
    if text.endswith(_FAILED):
        return text.removesuffix(_FAILED).rstrip("\n"), _FAILED
    metadata = _METADATA.search(text) if text.endswith("}") and "[metadata] {" in text else None
    if metadata and _is_json(metadata[1]):
        return text[: metadata.start()], metadata[1]
    return text, ""


def _is_json(text: str) -> bool:
    try:
        return isinstance(orjson.loads(text), dict)
    except orjson.JSONDecodeError:
        return False


def _claude_part(text: str, extra: dict[str, Any], *, name: str | None, call: str | None) -> Part | None:
    """Return the result by Claude Code's own record of it, where the step carries one of this call."""
    metadata = as_dict(extra.get("tool_result_metadata"))
    raw = as_dict(metadata.get("raw_tool_result"))
    if not raw or raw.get("tool_use_id") != call:
        return None
    block = {**raw, "content": text}
    if metadata.get("is_error") is True or extra.get("tool_result_is_error") is True:
        block["is_error"] = True
    return result_of(block, {"toolUseResult": metadata.get("tool_use_result")}, name=name).part


def _plain_part(text: str, result: dict[str, Any], extra: dict[str, Any], *, name: str | None, call: str | None) -> Part:
    own = as_dict(result.get("extra"))
    code = next((own[k] for k in _EXIT_CODES if type(own.get(k)) is int and abs(own[k]) < 2**31), None)
    failed = own.get("is_error") is True or extra.get("tool_result_is_error") is True or own.get("status") in ("error", "failed")
    return Part(
        kind="result",
        text=text,
        by="tool",
        name=name,
        call=call,
        status="error" if failed or code else "ok",
        exit_code=code,
    )


def children_of(result: dict[str, Any]) -> list[str]:
    """Return the sessions of the sub-agents that a result points to: their ids, or where their trajectories are."""
    if "subagent_trajectory_ref" not in result:
        return []
    refs = [as_dict(r) for r in as_list(result.get("subagent_trajectory_ref"))]
    named = (next((as_text(r[k]) for k in ("trajectory_id", "session_id", "trajectory_path") if r.get(k)), "") for r in refs)
    return [name for name in named if name]
