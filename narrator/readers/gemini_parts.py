"""Gemini CLI's messages become parts: words, thoughts, calls with their results, files; and who wrote what stands as a user's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from narrator.model import Author, Kind, Part, Status
from narrator.readers.base import as_args, as_dict, as_list, as_text, text_part
from narrator.readers.pending import file_named

Data = dict[str, Any]

STATUSES: dict[str, Status] = {
    "success": "ok",
    "error": "error",
    "cancelled": "cancelled",
    "validating": "running",
    "scheduled": "running",
    "awaiting_approval": "running",
    "executing": "running",
}
"""How Gemini CLI says that a call ended, or how far it is."""

_HEAD = re.compile(
    r"(?:Command: .{0,20000}?\n)?(?:Directory: [^\n]{0,4000}\n)?(?:Output|Stdout): ?(?:\(empty\)(?=\n|\Z))?", re.DOTALL
)
_TAIL = re.compile(
    r"\n(?:Exit Code: (?P<code>-?\d{1,9}|\(none\))|Error: \(none\)|Signal: (?:0|\(none\))"
    r"|Background PIDs: \(none\)|Process Group PGID: [^\n]{1,20})[ \t]*\Z"
)
"""The lines that Gemini CLI puts before and after a command's output, where they say no more than its exit code."""

_REFUSED = re.compile(r"(?:\[Operation Cancelled\] Reason: )?(?:User (?:denied|did not allow|rejected)|Tool execution denied)")
_WORDED = re.compile(
    r"User (?:denied|rejected|did not allow)[^.:]{0,80}[.:]\s*(?:Feedback|Reason|User feedback):\s*\S", re.IGNORECASE
)
_POLICY = re.compile(r"Tool execution (?:for .{1,80} )?(?:denied|blocked) by (policy|hook)", re.IGNORECASE)
_SHELL = re.compile(
    r"I ran the following shell command:\n```\w*\n(.*?)\n```\n\nThis produced the following output:?\n```\w*\n(.*?)\n?```\s*",
    re.DOTALL,
)
_CUT = re.compile(
    r"\[CONTENT TRUNCATED\]|Tool output was too large and has been truncated|\[\d+ characters? (?:omitted|truncated)\]"
)
_CONTEXT = re.compile(r"\n?--- Content from referenced files ---|<session_context>|<hook_context>")


class Origin(NamedTuple):
    """What stands as a user's message, and whose it is."""

    kind: Kind
    by: Author
    flags: tuple[str, ...] = ()


PROMPT = Origin("prompt", "person")
NOTICE = Origin("notice", "harness", ("synthetic",))

OPENINGS: tuple[tuple[re.Pattern[str], Origin], ...] = (
    (re.compile(r"\s*<state_snapshot>"), Origin("summary", "model", ("compaction",))),
    (re.compile(r"\s*(?:<session_context>|This is the Gemini CLI\. We are setting up the context)"), NOTICE),
    (re.compile(r"\s*\[?System: "), NOTICE),
    (re.compile(r"\s*<hook_context>"), Origin("notice", "hook", ("synthetic",))),
    (re.compile(r"\s*I ran the following shell command:\n```"), Origin("command", "person")),
    (re.compile(r"\s*/[a-z][\w:-]*(?:\s|\Z)"), Origin("command", "person")),
)
"""How the texts open that are no prompts; the first that fits counts."""

ACKNOWLEDGED = "Got it. Thanks for the additional context!"
"""The answer that the harness puts after a summary in the model's place."""


def pieces_of(content: object) -> list[Data]:
    """Return content (a text, a part, or a list of both) as parts."""
    items = content if isinstance(content, list) else [content] if content not in (None, "") else []
    return [item if isinstance(item, dict) else {"text": as_text(item)} for item in items]


def words_of(content: object) -> str:
    """Return the words of content."""
    return "".join(as_text(p.get("text")) for p in pieces_of(content) if not p.get("thought"))


def origin_of(text: str) -> Origin:
    """Return what a text in the user's place is by how it opens."""
    return next((origin for opening, origin in OPENINGS if opening.match(text)), PROMPT)


def is_results(content: object) -> bool:
    """Return whether content holds results of calls and nothing that anybody said."""
    pieces = pieces_of(content)
    return any("functionResponse" in p for p in pieces) and not words_of(content).strip()


def shell_parts(text: str, call: str) -> tuple[Part, ...]:
    """Return the call and the result of a command that a person ran (`!command`); none where the words aren't as known."""
    found = _SHELL.fullmatch(text.strip())
    if found is None:
        return ()
    asked = Part(kind="call", by="person", name="shell", args=(("command", found[1]),), call=call, status="ok")
    return asked, Part(kind="result", text=found[2], by="tool", name="shell", call=call, status="ok")


def prompt_parts(message: Data, by: Author) -> Iterator[Part]:
    """Yield a prompt's parts: what was typed and, as the harness's, what it put around that for the model."""
    shown = message.get("displayContent")
    typed = words_of(shown) if shown else None
    texts = [p for p in pieces_of(message.get("content")) if "text" in p]
    if typed:
        yield text_part(typed, by)
    for piece in texts:
        text = as_text(piece.get("text"))
        if typed is None and not _CONTEXT.match(text):
            yield text_part(text, by)
        elif text.strip() != (typed or "").strip():
            yield Part(kind="notice", text=text, by="harness", name="context", flags=("synthetic",))
    for piece in pieces_of(message.get("content")):
        if "text" not in piece:
            yield _other(piece, by)


def _other(piece: Data, by: Author) -> Part:
    for key in ("inlineData", "fileData"):
        if key in piece:
            found = as_dict(piece[key])
            data = found.get("data")
            size = len(data) * 3 // 4 if isinstance(data, str) else None
            return file_named(as_text(found.get("displayName") or found.get("fileUri") or found.get("mimeType")), by, size=size)
    return Part(kind="notice", text=as_text(piece), by="harness", name=next(iter(piece), None))


def reply_parts(message: Data, by: Author) -> Iterator[Part]:
    """Yield an answer's parts: thoughts, words, calls each with its result."""
    for thought in as_list(message.get("thoughts")):
        told = as_dict(thought)
        lines = (as_text(told.get("subject")), as_text(told.get("description")))
        yield Part(kind="reasoning", text="\n".join(line for line in lines if line), by=by)
    calls = [as_dict(c) for c in as_list(message.get("toolCalls"))]
    known = {as_text(c.get("id")) for c in calls}
    for piece in pieces_of(message.get("content")):
        asked = as_dict(piece.get("functionCall"))
        if asked:
            calls += [asked] if as_text(asked.get("id")) not in known else []
        elif piece.get("thought"):
            yield Part(kind="reasoning", text=as_text(piece.get("text")), by=by)
        elif "text" in piece:
            yield text_part(as_text(piece.get("text")), by)
        elif "functionResponse" not in piece:
            yield _other(piece, by)
    for number, call in enumerate(calls):
        yield from _call_parts(call, by, f"call-{number}")


def _call_parts(call: Data, by: Author, fallback: str) -> Iterator[Part]:
    name, agent = as_text(call.get("name")) or None, as_text(call.get("agentId"))
    named = as_text(call.get("id")) or fallback
    told = result_of(call, name, named)
    status = told.status if told is not None else STATUSES.get(as_text(call.get("status")), "missing")
    status = "missing" if told is None and status in ("ok", "error") and "result" not in call else status
    flags = (f"child:{agent}",) if agent else ()
    yield Part(kind="call", by=by, name=name, args=as_args(call.get("args")), call=named, status=status, flags=flags)
    if told is not None:
        yield told
    for piece in pieces_of(call.get("result")):
        if "inlineData" in piece or "fileData" in piece:
            yield _other(piece, "tool").model_copy(update={"call": named})


def result_of(call: Data, name: str | None, named: str) -> Part | None:
    """Return the result that a call's record holds, or None."""
    text = output_of(call.get("result"))
    status = STATUSES.get(as_text(call.get("status")), "ok")
    if text is None or (status == "running" and not text):
        return None
    text, code = shell_output(text) if name == "run_shell_command" else Shell(text)
    status, by = _ending(status, text, "sub-agent" if call.get("agentId") else "tool")
    cut = ("truncated",) if _CUT.search(text, 0, 60_000) else ()
    ended: Status = "error" if code and status == "ok" else status
    return Part(kind="result", text=text, by=by, name=name, call=named, status=ended, exit_code=code, flags=cut)


def output_of(result: object) -> str | None:
    """Return the text of a call's result: what its `functionResponse` gives, and words beside it; None where there is none."""
    if result is None:
        return None
    texts = []
    for piece in pieces_of(result):
        response = as_dict(as_dict(piece.get("functionResponse")).get("response"))
        told = next((response[k] for k in ("output", "error") if k in response), response or None)
        words = as_text(piece.get("text")) if "text" in piece else as_text(told) if "functionResponse" in piece else ""
        texts += [words] if words else []
    return "\n".join(texts)


class Shell(NamedTuple):
    """A command's output, out of what Gemini CLI puts around it."""

    text: str
    code: int | None = None


def shell_output(text: str) -> Shell:
    """Return a command's output; the lines around it are left out where they say no more than its exit code."""
    head, code = _HEAD.match(text), None
    rest = text.rstrip("\n") if head else text
    while head is not None and (tail := _TAIL.search(rest, max(head.end() - 1, len(rest) - 200))) is not None:
        code = tail["code"] if tail["code"] is not None else code
        rest = rest[: tail.start()]
    number = int(code) if code is not None and code != "(none)" else None
    return Shell(rest[head.end() :].lstrip("\n") if head else rest, number)


def _ending(status: Status, text: str, tool: Author) -> tuple[Status, Author]:
    """Return how a call ended, and who says so: a refusal's own words are the person's."""
    policy = _POLICY.search(text, 0, 500)
    if policy is not None and status == "error":
        return "refused", "hook" if policy[1].lower() == "hook" else "harness"
    if status in ("cancelled", "error") and _REFUSED.match(text):
        return "refused", "person" if _WORDED.search(text, 0, 2000) else "harness"
    return status, "harness" if status == "cancelled" else tool
