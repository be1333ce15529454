"""What Cline and Roo write as text: the person's words inside tags, the heads of results, calls as XML, what became of an answer.

Only words inside a few tags (`_PERSON`) are a person's. What a file or a command printed may hold such tags too, so that in a
result they count only where Cline itself puts them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import orjson

from narrator.model import Author, Part, Status
from narrator.readers.base import as_dict, as_text

_TAGS = "task|feedback|answer|user_message|user_input"
_PERSON = re.compile(rf"<({_TAGS})(?:\s[^<>\n]{{0,200}})?>\n?")
"""Tags around what a person typed."""

HEAD = re.compile(r"\s*\[(\w{1,60})(?: (?:for|in|on|to) .{0,100000}?)?\] Result:[ \t]*(?:\n|$)", re.DOTALL)
"""How a result begins that is written as text; what follows is the result, in this block or the next."""

_HARNESS = re.compile(
    r"\s*(?:<environment_details>|\[ERROR\]|\[TASK RESUMPTION\]|\[NOTE\]|# ?(?:task_progress|todo list|TODO LIST)"
    r"|Files attached by the user:|<explicit_instructions|<file_content |<hook_context|\(This is an automated message)",
    re.IGNORECASE,
)
_ANSWERS = frozenset(
    ("attempt_completion", "ask_followup_question", "plan_mode_respond", "plan_mode_response", "act_mode_respond", "new_task")
)
"""Tools whose result is what the person answered."""

_DENIED = "The user denied this operation"
_FEEDBACK = re.compile(
    r"(?:provided the following feedback|guide you|continuation|attempt completion again|the user's message)[^<]{0,80}\s*$"
)
_FAILED = re.compile(
    r"\s*(?:The tool execution failed|Error\b|\[ERROR\]|Missing value for required parameter|Command failed|"
    r"Command execution was not successful|Invalid JSON argument|Access to \S+ is blocked|This tool cannot be used in PLAN MODE)"
)
_EXIT = re.compile(r"[Ee]xit code:? (-?\d{1,9})")
_ENDED = re.compile(
    r"\s*\[Response interrupted by (user feedback|user|API Error|a tool use result)[^\]\n]{0,200}\]\s*\Z", re.IGNORECASE
)
NO_RESPONSE = "Failure: I did not provide a response."
"""What Cline writes in the model's place where the model answered nothing."""

TOOLS = (
    *("execute_command", "read_file", "write_to_file", "replace_in_file", "apply_diff", "insert_content"),
    *("search_and_replace", "search_files", "list_files", "list_code_definition_names", "browser_action", "use_mcp_tool"),
    *("access_mcp_resource", "ask_followup_question", "attempt_completion", "new_task", "plan_mode_respond"),
    *("plan_mode_response", "act_mode_respond", "switch_mode", "fetch_instructions", "update_todo_list", "codebase_search"),
    *("load_mcp_documentation", "condense", "new_rule", "report_bug", "web_fetch", "web_search", "use_subagents"),
    *("focus_chain", "edit_file", "search_replace", "apply_patch", "use_skill", "run_slash_command", "generate_image"),
)
"""Tools that are called as XML in the model's text."""

_OPEN = re.compile(rf"^[ \t]*<({'|'.join(TOOLS)})>", re.MULTILINE)
_ARGUMENT = re.compile(r"<(\w{1,60})>")
_THOUGHT = re.compile(r"<thinking>\n?(.*?)\n?(?:</thinking>|\Z)", re.DOTALL)
_LONG = frozenset(("content", "diff", "result", "response", "arguments", "args", "todos", "task_progress"))
"""Arguments whose text may hold tags of its own: they end at the last closing tag."""

_SPOKEN = {"attempt_completion": "result", "plan_mode_respond": "response", "plan_mode_response": "response"}
_SPOKEN |= {"act_mode_respond": "response", "submit_and_exit": "summary"}
"""Arguments that are the model's words to the person."""


class Words(NamedTuple):
    """A piece of a user record's text."""

    text: str
    by: Author
    label: str = ""
    """What tells whose it is: a tag, or "harness"."""


class Output(NamedTuple):
    """A result as written, without the words that the person added."""

    text: str
    status: Status
    exit_code: int | None
    by: Author
    words: tuple[str, ...]


def is_harness(text: str) -> bool:
    """Return whether a block begins as only the harness writes."""
    return _HARNESS.match(text) is not None


class _Tagged(NamedTuple):
    start: int
    end: int
    words: str
    tag: str


def _tags(text: str) -> Iterator[_Tagged]:
    """Yield the stretches between a person's tags, in order; a tag that nothing closes is none."""
    at = 0
    unclosed: set[str] = set()
    while (found := _PERSON.search(text, at)) is not None:
        tag = found[1]
        stop = text.find(f"</{tag}>", found.end()) if tag not in unclosed else -1
        if stop < 0:
            unclosed.add(tag)
            at = found.end()
            continue
        at = stop + len(tag) + 3
        yield _Tagged(found.start(), at, text[found.end() : stop].removesuffix("\n"), tag)


def tagged(text: str) -> list[Words]:
    """Return a text in pieces: a person's words inside tags, and what the harness wrote around them; none without tags."""
    out: list[Words] = []
    at = 0
    for found in _tags(text):
        before = text[at : found.start]
        if before.strip():
            out.append(Words(before.strip("\n"), "harness", "harness"))
        out.append(Words(found.words, "person", found.tag))
        at = found.end
    if out and text[at:].strip():
        out.append(Words(text[at:].strip("\n"), "harness", "harness"))
    return out


def read_output(text: str, tool: str | None, *, failed: bool = False) -> Output:
    """Return what a result tells: how the call ended, and what the person said with it."""
    told = _told(text)
    if told is not None:
        return told
    kept, words = _without_words(text, tool)
    denied = text.lstrip().startswith(_DENIED)
    code = _EXIT.search(text[:400]) if tool in ("execute_command", "run_commands", None) else None
    exit_code = int(code[1]) if code else None
    bad = failed or _FAILED.match(text) is not None or bool(exit_code)
    status: Status = "refused" if denied else "error" if bad else "ok"
    by: Author = "person" if denied or (words and not kept.strip()) else "tool"
    return Output(kept, status, exit_code, by, words)


def _told(text: str) -> Output | None:
    """Read Roo's results that are JSON with a status."""
    if not text.lstrip().startswith('{"status"'):
        return None
    try:
        value = as_dict(orjson.loads(text))
    except orjson.JSONDecodeError:
        return None
    status = as_text(value.get("status"))
    words = as_text(value.get("feedback"))
    if status not in ("denied", "error", "approved", "guidance"):
        return None
    kept = as_text(value.get("message")) or as_text(value.get("error")) or ("" if words else text)
    ended: Status = "refused" if status == "denied" else "error" if status == "error" else "ok"
    by: Author = "person" if status == "denied" else "tool"
    return Output(kept or status, ended, None, by, (words,) if words.strip() else ())


def _without_words(text: str, tool: str | None) -> tuple[str, tuple[str, ...]]:
    """Return a result without the person's words in it, and those."""
    words: list[str] = []
    kept: list[str] = []
    at = 0
    answers = tool in _ANSWERS or text.lstrip().startswith(_DENIED)
    for found in _tags(text):
        opens = tool is None and not at and not text[: found.start].strip()
        if answers or opens or _FEEDBACK.search(text[max(0, found.start - 200) : found.start]):
            words.append(found.words)
            kept.append(text[at : found.start])
            at = found.end
    return "".join((*kept, text[at:])).strip("\n") if words else text, tuple(w for w in words if w.strip())


def ended_by(text: str) -> tuple[str, str | None]:
    """Return an answer's text without the harness's line that says what cut it off, and that line; None for none."""
    found = _ENDED.search(text[-400:])
    if found is None:
        return text, None
    cut = len(text) - len(text[-400:]) + found.start()
    return text[:cut], found[0].strip()


def calls_of(text: str) -> list[Part]:
    """Return the parts of a text that holds calls as XML: words, thoughts, calls, in order."""
    parts: list[Part] = []
    at = 0
    while (found := _OPEN.search(text, at)) is not None:
        parts += spoken(text[at : found.start()])
        close = f"</{found[1]}>"
        end = text.find(close, found.end())
        body = text[found.end() :] if end < 0 else text[found.end() : _last(text, close, found, end)]
        parts += call_parts(found[1], _arguments(body), None, whole=end >= 0)
        at = len(text) if end < 0 else _last(text, close, found, end) + len(close)
    return parts + spoken(text[at:])


def _last(text: str, close: str, found: re.Match[str], end: int) -> int:
    """Return where a call closes: at the last such tag before another call begins, as its contents may hold the tag."""
    after = _OPEN.search(text, found.end())
    last = text.rfind(close, found.end(), after.start() if after else len(text))
    return max(end, last)


def _arguments(body: str) -> tuple[tuple[str, str], ...]:
    out: list[tuple[str, str]] = []
    at = 0
    while (found := _ARGUMENT.search(body, at)) is not None:
        close = f"</{found[1]}>"
        end = body.rfind(close, found.end()) if found[1] in _LONG else body.find(close, found.end())
        value = body[found.end() : end] if end >= 0 else body[found.end() :]
        out.append((found[1], value.strip("\n")))
        at = end + len(close) if end >= 0 else len(body)
    return tuple(out)


def call_parts(name: str, args: tuple[tuple[str, str], ...], call: str | None, *, whole: bool = True) -> list[Part]:
    """Return a call, after the words to the person that it carries where it is made to carry them."""
    words = [v for k, v in args if k == _SPOKEN.get(name)]
    rest = tuple((k, v) for k, v in args if k != _SPOKEN.get(name))
    flags = () if whole else ("unfinished",)
    said = [Part(kind="text", text=w, by="model") for w in words if w.strip()]
    return [*said, Part(kind="call", by="model", name=name, args=rest, call=call, flags=flags)]


def spoken(text: str) -> list[Part]:
    """Return what the model said: words, and thoughts between `<thinking>` tags."""
    parts: list[Part] = []
    at = 0
    for found in _THOUGHT.finditer(text):
        parts += _words(text[at : found.start()])
        parts.append(Part(kind="reasoning", text=found[1], by="model"))
        at = found.end()
    return parts + _words(text[at:])


def _words(text: str) -> list[Part]:
    if not text.strip():
        return []
    if text.strip() == NO_RESPONSE:
        return [Part(kind="text", text=text.strip(), by="harness", flags=("synthetic",))]
    return [Part(kind="text", text=text.strip("\n"), by="model")]
