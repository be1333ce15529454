"""Content blocks of Claude Code records become parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from narrator.model import Author, Part
from narrator.readers.base import as_args, as_dict, as_text, text_part
from narrator.readers.claude_texts import FILLERS

CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})
FILES = frozenset({"image", "document"})


def kind_of(block: dict[str, Any]) -> str:
    """Return a block's type; "" where it has none."""
    kind = block.get("type")
    return kind if isinstance(kind, str) else ""


def is_result(block: dict[str, Any]) -> bool:
    """Return whether a block answers a call (`tool_result`, `web_search_tool_result`, `mcp_tool_result`, …)."""
    return kind_of(block).endswith("tool_result")


def is_file(block: dict[str, Any]) -> bool:
    """Return whether a block is an image or a document."""
    return kind_of(block) in FILES


def blocks_of(content: object) -> list[dict[str, Any]]:
    """Return a record's content as blocks: a bare text is a text block, a block of no known shape is text too."""
    if content is None or content == "":
        return []
    items = content if isinstance(content, list) else [content]
    return [item if isinstance(item, dict) else {"type": "text", "text": as_text(item)} for item in items]


def said(block: dict[str, Any]) -> str:
    """Return the words of a block; the whole block as JSON where it is none of words."""
    return as_text(block.get("text") if kind_of(block) == "text" else block)


def reply_parts(blocks: list[dict[str, Any]], by: Author) -> Iterator[Part]:
    """Yield a reply's parts, results left out; the harness's stock lines are synthetic."""
    for block in blocks:
        kind = kind_of(block)
        if kind == "text":
            yield _words(as_text(block.get("text")), by)
        elif kind in ("thinking", "redacted_thinking"):
            yield _thought(block, by)
        elif kind in CALLS:
            yield call_part(block, by)
        elif kind in FILES:
            yield file_part(block, by)
        elif not is_result(block):
            yield Part(kind="notice", text=as_text(block), by="harness", name=kind or None)


def _words(text: str, by: Author) -> Part:
    return text_part(text, "harness", "synthetic") if text.strip() in FILLERS else text_part(text, by)


def _thought(block: dict[str, Any], by: Author) -> Part:
    text = as_text(block.get("thinking"))
    hidden = not text.strip()
    return Part(kind="reasoning", text="" if hidden else text, by=by, flags=("hidden",) if hidden else ())


def call_part(block: dict[str, Any], by: Author) -> Part:
    """Return a call."""
    return Part(
        kind="call",
        by=by,
        name=as_text(block.get("name")) or None,
        args=as_args(block.get("input")),
        call=as_text(block.get("id")) or None,
    )


def file_part(block: dict[str, Any], by: Author, *, call: str | None = None) -> Part:
    """Return an image or a document: its media type and size, never its bytes."""
    source = as_dict(block.get("source"))
    media = as_text(source.get("media_type")) or as_text(block.get("type"))
    data = source.get("data")
    size = (("bytes", str(len(data) * 3 // 4)),) if isinstance(data, str) else ()
    url = (("url", as_text(source["url"])),) if source.get("url") else ()
    name = as_text(block.get("title")) or media
    return Part(kind="file", by=by, name=name, args=(("media_type", media), *size, *url), call=call)
