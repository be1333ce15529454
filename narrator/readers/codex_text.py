"""What Codex writes as text: wrappers that it puts in a person's place, prompts from editors, and the heads of outputs."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

import msgspec

from narrator.model import Author, Part, Status
from narrator.readers.base import as_dict, as_list, as_text, text_part

_WRAPPERS = (
    "environment_context",
    "user_instructions",
    "INSTRUCTIONS",
    "agents_md",
    "skill",
    "turn_aborted",
    "subagent_notification",
    "user_shell_command",
    "user_action",
    "hook_prompt",
    "goal_context",
    "codex_internal_context",
    "recommended_plugins",
    "permissions",
    "collaboration_mode",
    "model_switch",
    "personality_spec",
)
"""Tags that begin a user message that no person wrote (openai/codex, core/src/context)."""

_WRAPPED = re.compile(r"\s*(?:<(" + "|".join(_WRAPPERS) + r")\b|# (AGENTS\.md) instructions)")
_IMAGE_TAG = re.compile(r"\s*(?:<image\b[^>\n]*>|</image>)\s*")
_EDITOR = re.compile(r"(# Context from my IDE setup:.*?## My request for Codex:\n)(.*)", re.DOTALL)
_SHELL = re.compile(r"<command>\n?(.*?)\n?</command>\s*<result>\n?(.*?)\n?</result>", re.DOTALL)
_HEAD = re.compile(
    r"""(?:(?:Chunk\ ID:[ ].*
    |Wall\ time:[ ](?P<wall>[\d.]{1,20})[ ]seconds
    |Duration:[ ](?P<duration>[\d.]{1,20})[ ]seconds
    |(?:Process\ exited\ with\ code|Exit\ code:)[ ](?P<code>-?\d{1,9})
    |(?P<running>Process\ running\ with\ session\ ID[ ]\d+)
    |Original\ token\ count:[ ]\d+
    |Total\ output\ lines:[ ]\d+)\n)+
    (?:Output:\n?|(?=aborted\ by\ user))""",
    re.VERBOSE,
)
_ABORTED = re.compile(r"aborted by user(?: after ([\d.]{1,20})s)?")
_TRUNCATED = re.compile(r"Warning: truncated output|\[\.\.\. omitted \d+ of \d+ lines \.\.\.\]|…\d+ (?:tokens|chars) truncated…")
_START, _END = 20_000, 2_000
"""Characters at the ends of an output in which it is looked for that it was truncated."""
_SHORT = _START + _END
_REFUSALS = ("exec command rejected by user", "patch rejected by user", "rejected by user")
_FAILURES = ("apply_patch verification failed", "failed to parse function arguments", "unsupported call", "exec_command failed")


class Output(NamedTuple):
    """A call's output, its head read."""

    text: str
    status: Status
    exit_code: int | None = None
    seconds: float | None = None
    truncated: bool = False


def wrapper(text: str) -> str | None:
    """Return the name of the wrapper that begins a text that no person wrote, or None."""
    match = _WRAPPED.match(text)
    return (match[1] or match[2]) if match else None


def blocks_text(content: object) -> str:
    """Return the text of content blocks, or of a string, joined by line feeds; the tags around images left out."""
    if isinstance(content, str):
        return content
    texts = (as_text(as_dict(block).get("text")) for block in as_list(content))
    return "\n".join(t for t in texts if t and not _IMAGE_TAG.fullmatch(t))


def images(content: object) -> list[str]:
    """Return a name for each image among content blocks: its path or media type."""
    found = []
    for block in as_list(content):
        fields = as_dict(block)
        if "image" in as_text(fields.get("type")):
            found.append(_image_name(as_text(fields.get("path") or fields.get("image_url"))))
    return found


def _image_name(url: str) -> str:
    if url.startswith("data:"):
        return url[5:40].partition(";")[0]
    return url[:200] or "image"


def prompt_parts(text: str, files: list[str], by: Author) -> list[Part]:
    """Return the parts of what was typed; an editor's context before the request is the harness's."""
    match = _EDITOR.fullmatch(text)
    parts = [text_part(match[1], "harness", "synthetic")] if match else []
    typed = match[2] if match else text
    if typed or not files:
        parts.append(text_part(typed, by))
    return parts + [Part(kind="file", name=name, by=by) for name in files]


def shell_parts(text: str, call: str) -> tuple[Part, ...]:
    """Return the call and the result of a shell command that a person ran; none where the wrapper isn't as known."""
    match = _SHELL.search(text)
    if not match:
        return ()
    found = read_output(match[2])
    asked = Part(kind="call", by="person", name="shell", args=(("command", match[1]),), call=call)
    return asked, output_part(found, call, "shell")


def output_part(found: Output, call: str | None, name: str | None) -> Part:
    """Return an output as a result."""
    return Part(
        kind="result",
        text=found.text,
        by="person" if found.status == "refused" else "tool",
        name=name,
        call=call,
        status=found.status,
        exit_code=found.exit_code,
        seconds=found.seconds,
        flags=("truncated",) if found.truncated else (),
    )


def read_output(value: object) -> Output:
    """Return what an output tells: text with a head, older JSON in a string, content blocks, or an object with `success`."""
    if isinstance(value, list):
        text = blocks_text(value) or ", ".join(f"[{name}]" for name in images(value))
        return _plain(text)
    if isinstance(value, dict):
        found = _plain(blocks_text(value.get("content")))
        return found._replace(status="error") if value.get("success") is False and found.status == "ok" else found
    text = as_text(value)
    older = _older(text) if text.startswith('{"output"') else None
    return older or _plain(text)


def _older(text: str) -> Output | None:
    try:
        value = as_dict(json.loads(text))
    except ValueError:
        return None
    meta = as_dict(value.get("metadata"))
    code, seconds = meta.get("exit_code"), meta.get("duration_seconds")
    found = _plain(as_text(value.get("output")))
    return found._replace(
        exit_code=code if type(code) is int else found.exit_code,
        seconds=float(seconds) if isinstance(seconds, (int, float)) else found.seconds,
        status="error" if code and found.status == "ok" else found.status,
    )


def _plain(text: str) -> Output:
    head = _HEAD.match(text)
    body = text[head.start("running") if head["running"] else head.end() :] if head else text
    truncated = _is_cut(body) if len(body) <= _SHORT else _is_cut(body[:_START]) or _is_cut(body[-_END:])
    code = int(head["code"]) if head and head["code"] else None
    spent = (head["wall"] or head["duration"]) if head else None
    seconds = _seconds(spent) if spent else None
    aborted = _ABORTED.match(body)
    if aborted:
        return Output(body, "cancelled", code, _seconds(aborted[1]) if aborted[1] else seconds)
    return Output(body, _status(body, code, running=bool(head and head["running"])), code, seconds, truncated)


def _is_cut(text: str) -> bool:
    # Words are looked for first: of the pattern's three beginnings one is a bracket, one a mark that outputs are full of.
    told = "Warning: truncated output" in text or "[... omitted " in text or (not text.isascii() and " truncated…" in text)
    return told and _TRUNCATED.search(text) is not None


def _status(body: str, code: int | None, *, running: bool) -> Status:
    if running:
        return "running"
    if body.startswith(_REFUSALS):
        return "refused"
    return "error" if code or body.startswith(_FAILURES) else "ok"


def _seconds(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def command_text(value: object) -> str:
    """Return a command: the script where a shell is asked to run one, the words joined by blanks elsewhere."""
    words = value if isinstance(value, list) and value and all(isinstance(w, str) for w in value) else None
    if words is None:
        return as_text(value)
    if len(words) == 3 and words[1] in ("-lc", "-c") and words[0].rpartition("/")[2] in ("bash", "sh", "zsh"):
        return str(words[2])
    return " ".join(words)


def _decoded(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return json.loads(text)


def arguments(value: Any) -> Any:
    """Return a call's arguments, out of their JSON string where they are one; the string itself where it is no JSON object."""
    if isinstance(value, str):
        try:
            return found if isinstance(found := _decoded(value), dict) else value
        except ValueError:
            return value
    return value
