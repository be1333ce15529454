"""Claude Code's bookkeeping records: what kind of event each is, in which words; which only repeat or describe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from narrator.readers.base import as_dict, as_list, as_text
from narrator.readers.claude_texts import typed

HEADER = frozenset(
    {
        "agent-color",
        "agent-name",
        "agent-setting",
        "ai-title",
        "atis-latch",
        "attribution-snapshot",
        "bridge-session",
        "content-replacement",
        "cost-state",
        "custom-title",
        "file-history-delta",
        "file-history-snapshot",
        "last-prompt",
        "mode",
        "progress",
        "speculation-accept",
        "stream_event",
        "summary",
        "tag",
        "task-summary",
        "worktree-state",
    }
)
"""Records that tell of the session as a whole, or repeat what a message, a result or a sub-agent's own file says."""


class Happening(NamedTuple):
    """An event's kind and words."""

    kind: str
    text: str


Teller = Callable[[dict[str, Any]], Happening]


def happening(record: dict[str, Any]) -> Happening | None:
    """Return what a bookkeeping record tells; None for a record of no known kind."""
    kind = record.get("type")
    if kind == "system":
        subtype = record.get("subtype")
        teller = SYSTEM.get(subtype) if isinstance(subtype, str) else None
        return teller(record) if teller else Happening("other", _content(record) or as_text(subtype))
    teller = OTHERS.get(kind) if isinstance(kind, str) else None
    return teller(record) if teller else None


def _content(record: dict[str, Any]) -> str:
    return as_text(record.get("content"))


def _compaction(record: dict[str, Any]) -> Happening:
    meta = as_dict(record.get("compactMetadata") or record.get("microcompactMetadata") or record.get("compact_metadata"))
    trigger = as_text(meta.get("trigger")) or "unknown"
    tokens = meta.get("preTokens", meta.get("pre_tokens"))
    size = f", {as_text(tokens)} tokens before it" if tokens is not None else ""
    return Happening("compaction", f"{_content(record) or 'Conversation compacted'} (trigger {trigger}{size})")


def _retry(record: dict[str, Any]) -> Happening:
    error = as_dict(record.get("error"))
    inner = as_dict(as_dict(error.get("error")).get("error")) or as_dict(error.get("error"))
    cause = as_dict(error.get("cause")) or as_dict(record.get("cause"))
    words = [as_text(error.get("status")), as_text(inner.get("type")) or as_text(cause.get("code"))]
    said = as_text(inner.get("message")) or as_text(error.get("message")) or as_text(record.get("error"))
    what = " ".join(w for w in (*words, said) if w)
    return Happening("retry", f"{what} (attempt {as_text(record.get('retryAttempt'))} of {as_text(record.get('maxRetries'))})")


def _duration(record: dict[str, Any]) -> Happening:
    return Happening("other", f"turn took {as_text(record.get('durationMs'))} ms")


def _hooks(record: dict[str, Any]) -> Happening:
    commands = ", ".join(as_text(as_dict(h).get("command")) for h in as_list(record.get("hookInfos")))
    errors = "; ".join(as_text(e) for e in as_list(record.get("hookErrors")))
    held = "; the turn was not allowed to end" if record.get("preventedContinuation") is True else ""
    return Happening("hook", f"stop hooks: {commands}" + (f"; errors: {errors}" if errors else "") + held)


def _refusal(record: dict[str, Any]) -> Happening:
    return Happening("model", _content(record) or "the model refused; another took over")


def _command(record: dict[str, Any]) -> Happening:
    return Happening("other", typed(_content(record)))


def _start(record: dict[str, Any]) -> Happening:
    return Happening("other", f"session started with {as_text(record.get('model')) or 'an unnamed model'}")


SYSTEM: dict[str, Teller] = {
    "compact_boundary": _compaction,
    "microcompact_boundary": _compaction,
    "api_error": _retry,
    "turn_duration": _duration,
    "stop_hook_summary": _hooks,
    "model_refusal_fallback": _refusal,
    "local_command": _command,
    "init": _start,
}
"""`system` records by subtype; the others are told by their content."""


def _queue(record: dict[str, Any]) -> Happening:
    words = _content(record)
    return Happening("queue", as_text(record.get("operation")) + (f": {words}" if words else ""))


def _permission(record: dict[str, Any]) -> Happening:
    return Happening("mode", as_text(record.get("permissionMode")))


def _pull_request(record: dict[str, Any]) -> Happening:
    return Happening("other", f"pull request {as_text(record.get('prUrl')) or as_text(record.get('url'))}")


def _end(record: dict[str, Any]) -> Happening:
    return Happening("other", f"run ended: {as_text(record.get('subtype'))}")


def _limit(record: dict[str, Any]) -> Happening:
    return Happening("other", f"rate limit: {as_text(as_dict(record.get('rate_limit_info')).get('status'))}")


def _attachment(record: dict[str, Any]) -> Happening:
    """Hooks speak in full; of what is only shown to the model (files, lists of skills, reminders) the name is enough."""
    given = as_dict(record.get("attachment"))
    kind = as_text(given.get("type"))
    if not kind.startswith("hook"):
        name = as_text(given.get("filename")) or as_text(given.get("displayPath"))
        return Happening("other", f"attachment {kind}" + (f": {name}" if name else ""))
    blocked = as_dict(given.get("blockingError")).get("blockingError") or given.get("blockingError")
    words = as_text(blocked) or as_text(given.get("content")) or as_text(given.get("stdout")) or as_text(given.get("stderr"))
    return Happening("hook", f"{kind} {as_text(given.get('hookName'))}" + (f": {words}" if words else ""))


OTHERS: dict[str, Teller] = {
    "queue-operation": _queue,
    "permission-mode": _permission,
    "pr-link": _pull_request,
    "attachment": _attachment,
    "result": _end,
    "rate_limit_event": _limit,
}
"""Bookkeeping by the record's type."""


def loose_text(record: dict[str, Any]) -> str:
    """Return the words of a record of no known kind, if it has any."""
    for name in ("content", "text", "message", "summary"):
        value = record.get(name)
        if isinstance(value, str) and value.strip():
            return value
    return as_text(as_dict(record.get("message")).get("content"))
