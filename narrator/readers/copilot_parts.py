"""Copilot CLI's events become parts: prompts with what the harness put around them, answers, results and how calls ended."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from narrator.model import Author, Part, Status
from narrator.readers.base import as_args, as_dict, as_list, as_text, text_part
from narrator.readers.pending import file_named

Data = dict[str, Any]

_EXIT = re.compile(r"<(?:shellId: \S{1,80} completed|(?:command )?exited) with exit code (-?\d{1,9})>\s*\Z")
_FEEDBACK = re.compile(r"(?:user )?feedback(?: was)?:\s*\S", re.IGNORECASE)
_AGENTS = frozenset({"task", "read_agent"})


class Verdict(NamedTuple):
    """What became of a request for permission."""

    kind: str
    feedback: str


def reply_parts(data: Data, by: Author) -> Iterator[Part]:
    """Yield an answer's parts: its thought, its words, its calls; an answer that says nothing has none."""
    thought = as_text(data.get("reasoningText"))
    if thought.strip() or data.get("reasoningOpaque") or data.get("encryptedContent"):
        yield Part(kind="reasoning", text=thought, by=by, flags=() if thought.strip() else ("hidden",))
    if words := as_text(data.get("content")):
        yield text_part(words, by)
    for request in as_list(data.get("toolRequests")):
        yield call_part(as_dict(request), by)


def call_part(request: Data, by: Author) -> Part:
    """Return a call out of a request, or out of the event that begins it."""
    name = as_text(request.get("name") or request.get("toolName"))
    call = as_text(request.get("toolCallId")) or None
    return Part(kind="call", by=by, name=name or None, args=as_args(request.get("arguments")), call=call)


def prompt_parts(data: Data, by: Author) -> Iterator[Part]:
    """Yield a prompt's parts; what the harness put around the words for the model is its own."""
    typed, sent = as_text(data.get("content")), as_text(data.get("transformedContent"))
    before, found, after = sent.partition(typed) if typed and typed in sent else (sent, "", "")
    files = [as_dict(a) for a in as_list(data.get("attachments"))]
    if before.strip() and not (typed and not found):
        yield _added(before)
    if typed or not files:
        yield text_part(typed, by)
    if after.strip():
        yield _added(after)
    for file in files:
        name = as_text(file.get("displayName") or file.get("path") or file.get("filePath") or file.get("type"))
        yield file_named(name, by, text=as_text(file.get("text")))


def _added(text: str) -> Part:
    return Part(kind="notice", text=text, by="harness", name="context", flags=("synthetic",))


def result_of(data: Data, name: str | None, *, began: datetime | None, at: datetime | None, verdict: Verdict | None) -> Part:
    """Return the result of a call; `began` and `at` are the times of the events that begin and complete it."""
    found, error = as_dict(data.get("result")), as_dict(data.get("error"))
    text = as_text(found.get("content")) or as_text(found.get("detailedContent")) or as_text(error.get("message"))
    ended = _EXIT.search(text, max(0, len(text) - 200))
    code = _exit_code(data, ended)
    text = text[: ended.start()].rstrip("\n") if ended is not None else text
    status, by = _ending(data, name, text, verdict)
    return Part(
        kind="result",
        text=text,
        by=by,
        name=name,
        call=as_text(data.get("toolCallId")) or None,
        status="error" if status == "ok" and code else status,
        exit_code=code,
        seconds=(at - began).total_seconds() if at and began and at >= began else None,
    )


def _exit_code(data: Data, ended: re.Match[str] | None) -> int | None:
    told = as_dict(as_dict(data.get("toolTelemetry")).get("metrics")).get("exit_code")
    if type(told) is int:
        return told
    return int(ended[1]) if ended is not None else None


def _ending(data: Data, name: str | None, text: str, verdict: Verdict | None) -> tuple[Status, Author]:
    """Return how a call ended, and who says so: a refusal's own words are the person's."""
    if data.get("success") is True:
        answered = as_dict(as_dict(data.get("toolTelemetry")).get("properties")).get("outcome", "answered") == "answered"
        if name == "ask_user":
            return ("ok", "person") if answered else ("cancelled", "harness")
        return "ok", "sub-agent" if name in _AGENTS else "tool"
    code = as_text(as_dict(data.get("error")).get("code"))
    kind = verdict.kind if verdict else ""
    if code in ("rejected", "denied") or kind.startswith("denied"):
        worded = _FEEDBACK.search(text) or (verdict is not None and verdict.feedback)
        return "refused", "person" if worded else "hook" if "hook" in kind else "harness"
    if code in ("cancelled", "canceled", "aborted", "interrupted") or kind == "cancelled":
        return "cancelled", "harness"
    return "error", "tool"
