"""How Claude Code calls ended: a tool result becomes a part with its status, exit code and author.

The record tells little in fields (`is_error`, a few of the structured twin's); the rest is how the text opens. A flag `invalid`
marks a call that the harness turned down before it ran, `cascade` one that it dropped because a call beside it had failed.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from narrator.model import Author, Part, Status
from narrator.readers.base import as_dict, as_text
from narrator.readers.claude_blocks import blocks_of, file_part, is_file, said


class Ending(NamedTuple):
    """How a call ended, and who says so."""

    status: Status
    by: Author
    flags: tuple[str, ...] = ()


_TURNED_DOWN = r"(?:<tool_use_error>)?(?:Error: )?"

ENDINGS: tuple[tuple[re.Pattern[str], Ending], ...] = tuple(
    (re.compile(_TURNED_DOWN + opening, re.DOTALL), ending)
    for opening, ending in (
        (r"The user doesn't want to (?:proceed with this tool use|take this action right now)", Ending("refused", "harness")),
        (r"User rejected tool use", Ending("refused", "harness")),
        (r"\[Request interrupted by user", Ending("cancelled", "harness")),
        (r"Interrupted by user", Ending("cancelled", "harness")),
        (r"Sibling tool call errored", Ending("error", "harness", ("cascade",))),
        (r"Cancelled: parallel tool call", Ending("error", "harness", ("cascade",))),
        (r"Streaming fallback - tool execution discarded", Ending("error", "harness", ("cascade",))),
        (r"Permission (?:to use .{1,4000}|for this action) (?:has been|was) denied", Ending("refused", "harness")),
        (r"Claude requested permissions to ", Ending("refused", "harness")),
        (r"(?:Pre|Post)ToolUse:\S+ hook (?:error|stopped|blocked)", Ending("refused", "hook")),
        (r"Hook PreToolUse:\S+ denied this tool", Ending("refused", "hook")),
    )
)
"""How error results open that are no tool's own; the first that fits counts."""

DENIALS: tuple[tuple[str, Ending], ...] = (
    ("hook", Ending("refused", "hook")),
    ("rule", Ending("refused", "harness")),
    ("mode", Ending("refused", "harness")),
)
"""Words of newer records' `toolDenialKind`."""

_EXIT = re.compile(r"(?:Error: )?Exit code (\d{1,9})\b")
_WORDS = re.compile(r"(?:the user said|following reason for the rejection):\s*\S")
_ABORTED = ("<error>Command was aborted before completion</error>", "[Request interrupted by user for tool use]")
_RUNNING = frozenset({"async_launched", "teammate_spawned", "running"})


class Result(NamedTuple):
    """A call's result and the files in it."""

    part: Part
    files: tuple[Part, ...]


def result_of(block: dict[str, Any], record: dict[str, Any], *, name: str | None = None) -> Result:
    """Return the result of the tool `name` in a block of a record; the record's structured twin says what its text can't."""
    inner = blocks_of(block.get("content"))
    call = as_text(block.get("tool_use_id")) or None
    text = "\n".join(said(b) for b in inner if not is_file(b))
    twin = as_dict(record.get("toolUseResult") or record.get("tool_use_result"))
    ending = _failure(text, record) if block.get("is_error") is True else _ending(text, twin)
    part = Part(
        kind="result",
        text=text,
        by=ending.by,
        name=name,
        call=call,
        status=ending.status,
        exit_code=_exit_code(text) if block.get("is_error") is True else None,
        seconds=_seconds(twin),
        flags=tuple(sorted({*ending.flags, *_marks(text, inner)})),
    )
    return Result(part, tuple(file_part(b, ending.by, call=call) for b in inner if is_file(b)))


def _failure(text: str, record: dict[str, Any]) -> Ending:
    denial = record.get("toolDenialKind")
    for word, ending in DENIALS:
        if isinstance(denial, str) and word in denial:
            return ending
    for opening, ending in ENDINGS:
        if opening.match(text):
            said = ending.status == "refused" and _WORDS.search(text, 0, 2000)
            return Ending("refused", "person") if said else ending
    if text.startswith("<tool_use_error>"):
        return Ending("error", "harness", ("invalid",))
    return Ending("cancelled" if text.rstrip().endswith(_ABORTED) else "error", "tool")


def _ending(text: str, twin: dict[str, Any]) -> Ending:
    if twin.get("interrupted") is True or text.rstrip().endswith(_ABORTED):
        return Ending("cancelled", "tool")
    status = twin.get("status")
    if twin.get("backgroundTaskId") or (isinstance(status, str) and status in _RUNNING):
        return Ending("running", "tool")
    if "answers" in twin and "questions" in twin:
        return Ending("ok", "person")
    return Ending("ok", "sub-agent" if "agentId" in twin else "tool")


def _exit_code(text: str) -> int | None:
    found = _EXIT.match(text)
    return int(found[1]) if found else None


def _seconds(twin: dict[str, Any]) -> float | None:
    for name in ("durationMs", "totalDurationMs"):
        value = twin.get(name)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e12:
            return value / 1000
    return None


def _marks(text: str, blocks: list[dict[str, Any]]) -> set[str]:
    cut = text.startswith("<persisted-output>") or any(b.get("truncated") is True for b in blocks)
    return {"truncated"} if cut else set()
