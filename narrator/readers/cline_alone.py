"""A Cline task of which only the interface's messages are left: what was shown becomes messages, a request an answer.

What a tool gave back is hardly shown, so that most calls lack their results here.
"""

from __future__ import annotations

from typing import Any

from narrator.model import Part
from narrator.readers.base import as_args, as_dict, as_list, as_text, parse_time, text_part
from narrator.readers.cline_history import State
from narrator.readers.cline_shown import (
    TYPED,
    Request,
    event_kind,
    event_text,
    fill,
    info_of,
    is_placeholder,
    is_repeat,
    name_of,
    unknown,
)
from narrator.readers.pending import Pending, file_named
from narrator.readers.records import Record

_CALLS = {
    "tool": "",
    "command": "execute_command",
    "use_mcp_server": "use_mcp_tool",
    "browser_action_launch": "browser_action",
    "browser_action": "browser_action",
    "followup": "ask_followup_question",
    "new_task": "new_task",
    "use_subagents": "use_subagents",
}
"""What calls a tool, and which; a `tool` names it itself."""

_TOOLS = {
    "editedExistingFile": "replace_in_file",
    "newFileCreated": "write_to_file",
    "fileDeleted": "delete_file",
    "readFile": "read_file",
    "listFilesTopLevel": "list_files",
    "listFilesRecursive": "list_files",
    "listCodeDefinitionNames": "list_code_definition_names",
    "searchFiles": "search_files",
    "webFetch": "web_fetch",
    "webSearch": "web_search",
    "appliedDiff": "apply_diff",
    "insertContent": "insert_content",
    "codebaseSearch": "codebase_search",
    "updateTodoList": "update_todo_list",
    "switchMode": "switch_mode",
    "newTask": "new_task",
    "finishTask": "attempt_completion",
}
"""The interface's names for the model's tools."""

_RESULTS = ("command_output", "mcp_server_response", "browser_action_result")
_WORDS = ("text", "completion_result", "plan_mode_respond", "act_mode_respond")


def read_alone(state: State, shown: list[Record]) -> None:
    """Make messages of what the interface showed."""
    alone = _Alone(state)
    for record in shown:
        alone.take(record)


class _Alone:
    def __init__(self, state: State) -> None:
        self.state = state
        self.current: Pending | None = None
        self.request: Request | None = None

    def take(self, record: Record) -> None:
        value, name = record.value, name_of(record.value)
        if name == "api_req_started":
            self._request(record)
        elif is_placeholder(value):
            self._placeholder()
        elif name in TYPED or (not self.state.messages and name in ("text", "task")):
            self._prompt(record)
        elif self.current is not None and (name in _WORDS or name == "reasoning" or name in _CALLS or name in _RESULTS):
            self._part(record, self.current)
        elif event_kind(name) is not None:
            after = self.state.messages[-1].index if self.state.messages else None
            self.state.note(event_kind(name) or "other", event_text(name, value), record, after)
        elif is_repeat(name):
            self.state.tally.in_header += 1
        else:
            unknown(self.state, record, self.state.messages[-1].index if self.state.messages else None)

    def _request(self, record: Record) -> None:
        self.state.tally.in_messages += 1
        self.current = self.state.begin("assistant", "reply", "model", "shown", record.place, parse_time(record.value.get("ts")))
        self.current.places.clear()
        info = as_dict(record.value.get("modelInfo"))
        self.current.model = "/".join(n for n in (as_text(info.get("providerId")), as_text(info.get("modelId"))) if n) or None
        self.current.mode = as_text(info.get("mode")) or None
        fill(self.current, Request(record, info_of(record.value), None))

    def _placeholder(self) -> None:
        self.state.tally.in_header += 1
        if self.current is not None:
            self.current.tell(placeholders=str(int(self.current.told.get("placeholders", "0")) + 1))

    def _prompt(self, record: Record) -> None:
        self.state.tally.in_messages += 1
        at = parse_time(record.value.get("ts"))
        pending = self.state.begin("user", "prompt", "person", "shown", record.place, at)
        text = as_text(record.value.get("text"))
        images = as_list(record.value.get("images"))
        files = as_list(record.value.get("files"))
        if text or not (images or files):
            pending.draft.add(text_part(text, "person"))
        for image in images:
            pending.draft.add(file_named(as_text(image)[5:40].partition(";")[0], "person"))
        for file in files:
            pending.draft.add(file_named(as_text(file)[:200], "person"))
        self.current = None

    def _part(self, record: Record, current: Pending) -> None:
        value, name = record.value, name_of(record.value)
        self.state.tally.in_messages += 1
        current.merge(record.place, parse_time(value.get("ts")))
        flags = ("unfinished",) if value.get("partial") is True else ()
        text = as_text(value.get("text"))
        if name == "reasoning":
            current.draft.add(Part(kind="reasoning", text=text, by="model", flags=flags))
        elif name in _WORDS:
            self._say(current, text, name, flags)
        elif name in _RESULTS:
            self._result(current, text)
        else:
            current.draft.add(_call(name, value, f"call-{current.index}-{len(current.draft.parts)}", flags))

    def _say(self, current: Pending, text: str, name: str, flags: tuple[str, ...]) -> None:
        told = text if name in ("text", "completion_result") else as_text(info_of({"text": text}).get("response")) or text
        told = told.removesuffix("HAS_CHANGES")
        if told.strip() and all(p.text != told for p in current.draft.parts):
            current.draft.add(text_part(told, "model", *flags))

    def _result(self, current: Pending, text: str) -> None:
        """Give the newest call what it gave back; what a command printed comes in pieces."""
        call = next((p for p in reversed(current.draft.parts) if p.kind == "call"), None)
        if call is None:
            current.draft.add(Part(kind="notice", name="output", text=text, by="tool"))
            return
        self.state.add_output(current, call, text)


def _call(name: str, value: dict[str, Any], call: str, flags: tuple[str, ...]) -> Part:
    info = info_of(value)
    tool = as_text(info.get("tool"))
    if name == "command":
        return Part(kind="call", by="model", name="execute_command", args=(("command", as_text(value.get("text"))),), call=call)
    named = _TOOLS.get(tool, tool or "tool") if name == "tool" else _CALLS[name]
    args = tuple((k, v) for k, v in as_args(info or value.get("text")) if k not in ("tool", "operationIsLocatedInWorkspace"))
    return Part(kind="call", by="model", name=named, args=args, call=call, flags=flags)
