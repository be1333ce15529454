"""Writes a session as opencode's terminal program exports it, after its description: what a test compares the reader with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any


def exported(session: dict[str, Any], *, limit: int = 100) -> str:
    """Return the Markdown transcript of an export's JSON: its last messages, with thoughts, tools and headings in full."""
    info = session["info"]
    head = f"# {info.get('title', '')}\n\n**Session ID:** {info['id']}\n**Created:** 5/1/2026, 10:00:00 AM\n"
    ordered = sorted(session["messages"], key=lambda m: (m["info"]["time"]["created"], m["info"]["id"]))
    body = "".join(f"{_heading(m['info'])}{''.join(_parts(m['parts']))}---\n\n" for m in ordered[-limit:])
    return f"{head}**Updated:** 5/1/2026, 11:00:00 AM\n\n---\n\n{body}"


def _heading(info: dict[str, Any]) -> str:
    if info["role"] == "user":
        return "## User\n\n"
    time = info["time"]
    took = f" · {(time['completed'] - time['created']) / 1000:.1f}s" if time.get("completed") else ""
    agent = str(info.get("agent") or info.get("mode") or "build").title()
    return f"## Assistant ({agent} · {info['modelID']}{took})\n\n"


def _parts(parts: list[dict[str, Any]]) -> Iterator[str]:
    for part in parts:
        if part["type"] == "text" and not part.get("synthetic"):
            yield f"{part['text']}\n\n"
        elif part["type"] == "reasoning":
            yield f"_Thinking:_\n\n{part['text']}\n\n"
        elif part["type"] == "tool":
            yield f"**Tool: {part['tool']}**\n{''.join(_state(part['state']))}\n"


def _state(state: dict[str, Any]) -> Iterator[str]:
    if state.get("input"):
        yield f"\n**Input:**\n```json\n{json.dumps(state['input'], indent=2, ensure_ascii=False)}\n```\n"
    if state["status"] == "completed" and state.get("output"):
        yield f"\n**Output:**\n```\n{state['output']}\n```\n"
    if state["status"] == "error" and state.get("error"):
        yield f"\n**Error:**\n```\n{state['error']}\n```\n"
