"""What a message does: one `Act` for each of its tool calls, in order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from narrator.model import Message, Part, Span
from narrator.observations.command_line import line_deed
from narrator.observations.foreign import foreign_tool
from narrator.observations.operands import url_host
from narrator.observations.patches import only_adds, patched_files
from narrator.observations.places import clipped, stretch, whole
from narrator.observations.scratch import purpose_of
from narrator.observations.tools import Tool, is_known, tool_of
from narrator.observations.values import Act, Activity
from narrator.observations.waiting import RUNNING, WAITING, typed_verb
from narrator.observations.wrappers import DROPPED, program_of

UNNAMED: Mapping[str, str] = {
    "listed": "files",
    "searched for": "text",
    "searched the web for": "pages",
    "read": "a file",
    "edited": "a file",
    "wrote": "a file",
    "patched": "a file",
    "deleted": "a file",
    "ran": "a command",
    "fetched": "a page",
    "looked up": "a reference",
    "delegated": "a task",
    "asked": "a question",
}
"""What a verb is about where the call names nothing."""

_FILE = re.compile(r"path|file", re.IGNORECASE)
"""What the name of an argument that takes a file holds."""
_IN_JSON = re.compile(r'"(?:question|title|subject|description|text|prompt|message|content)":"((?:[^"\\]|\\.)+)"')


def acts(message: Message, session: str) -> tuple[Act, ...]:
    """Return what each tool call of a message does, in the order of the calls."""
    return tuple(_with_purpose(_act(message, call.part, session)) for call in message.calls())


def _with_purpose(act: Act) -> Act:
    # Changed later, such a script is mostly being improved for its own sake; people then call it an edit.
    anew = act.kind == "edit" and act.verb in ("wrote", "created")
    found = {purpose_of(file) for file in act.files} if anew else set()
    return replace(act, purpose=found.pop()) if len(found) == 1 and None not in found else act


def _act(message: Message, number: int, session: str) -> Act:
    call = message.parts[number]
    tool = tool_of(call)
    if tool.shell:
        return _shell_act(message, number, session, tool)
    if tool.verb == "patched":
        return _patch_act(message, number, session, tool)
    name, text = _argument(call, tool)
    start, end, shown = _object(text)
    files = (text.strip(),) if name and _names_a_file(tool, name, text) else ()
    act = _bare(message, number, session, tool)
    if tool.verb in WAITING:
        return replace(act, verb=typed_verb(call) or tool.verb, object=RUNNING)
    if tool.verb == "used" and not is_known(call):
        return replace(act, object=clipped(foreign_tool(call)))
    if not shown:
        return replace(act, object=UNNAMED.get(act.verb, ""))
    return replace(act, object=clipped(shown), object_span=_span(message, number, session, name, start, end), files=files)


def _bare(message: Message, number: int, session: str, tool: Tool) -> Act:
    return Act(
        message=message.index,
        part=number,
        kind=tool.kind,
        verb=tool.verb,
        object="",
        object_span=None,
        files=(),
        host=None,
        program=None,
        description=message.parts[number].arg("description"),
        changes=tool.changes,
        span=whole(session, message, number),
    )


def _argument(call: Part, tool: Tool) -> tuple[str, str]:
    """Return the argument that tells what a call is about: its name and text; empty ones where there is none."""
    return next(((name, text) for name in tool.about if (text := call.arg(name)) and text.strip()), ("", ""))


def _names_a_file(tool: Tool, name: str, text: str) -> bool:
    return tool.kind in ("explore", "edit") and bool(_FILE.search(name)) and text[:1] not in "[{" and url_host((text,)) is None


def _object(text: str) -> tuple[int, int, str]:
    """Return where the object stands in an argument, and its words: a URL's host, the first text in JSON, else the first line."""
    if text[:2] in ("[{", '{"'):
        inside = _IN_JSON.search(text)
        return (*inside.span(1), inside[1]) if inside else (0, len(text), "")
    host = url_host((text,)) if _looks_like_url(text) else None
    if host is not None:
        start = text.index(host)
        return start, start + len(host), host
    start = len(text) - len(text.lstrip())
    line = text[start:].split("\n", 1)[0].rstrip()
    return start, start + len(line), line


def _looks_like_url(text: str) -> bool:
    return text.lstrip()[:8].lower().startswith(("http://", "https://", "localhost"))


def _span(message: Message, number: int, session: str, arg: str, start: int, end: int) -> Span:
    return stretch(session, message, number, start, end, arg=arg)


def _patch_act(message: Message, number: int, session: str, tool: Tool) -> Act:
    call = message.parts[number]
    act = _bare(message, number, session, tool)
    for name, text in call.args:
        files = patched_files(text)
        if files:
            first, start = files[0]
            verb = "created" if only_adds(text) else "edited"
            span = _span(message, number, session, name, start, start + len(first))
            return replace(act, verb=verb, object=clipped(first), object_span=span, files=tuple(f for f, _ in files))
    return replace(act, object=UNNAMED["patched"])


def _shell_act(message: Message, number: int, session: str, tool: Tool) -> Act:
    name, text = _argument(message.parts[number], tool)
    act = _bare(message, number, session, tool)
    line = line_deed(text) if name else None
    if line is None:
        shown = clipped(text)
        span = _found(text, shown, 0, message, number, session, name)
        return replace(act, kind=_kind_of_nothing(text), object=shown or UNNAMED["ran"], object_span=span)
    words = line.deed.object
    span = None if line.deed.worded else _found(text, words, line.command.start, message, number, session, name)
    return replace(
        act,
        kind=line.deed.kind,
        verb=line.deed.verb,
        # A subject that was written with escapes can't be shown as it stands, and as bare prose it would be no English.
        object="the changes" if line.deed.verb == "committed" and span is None else clipped(words),
        object_span=span,
        files=line.files,
        host=line.command.host,
        program=line.command.program,
        changes=line.deed.changes,
    )


def _kind_of_nothing(text: str) -> Activity:
    """Return the kind of a line that runs no program: `cd x` sets the shell up, the rest was meant to run something."""
    return "operate" if program_of(text.split(None, 1)[0] if text.split() else "") in DROPPED - {":"} else "run"


def _found(text: str, words: str, start: int, message: Message, number: int, session: str, arg: str) -> Span | None:
    """Return where an object stands in a command, from its own command on; None for one that was put together."""
    at = text.find(words, start) if words else -1
    at = text.find(words) if at < 0 and words else at
    return _span(message, number, session, arg, at, at + len(words)) if at >= 0 else None
