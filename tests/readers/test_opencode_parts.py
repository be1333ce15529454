"""opencode's parts: how a call ended and whose words its result is, thoughts, types that aren't known."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers.opencode_lab import BORN, Json, adds_up, export, model, read, tool, user

TIMEOUT = "x\n\n<shell_metadata>\nshell tool terminated command after exceeding timeout 5000 ms. Retry.\n</shell_metadata>"
STOPPED = "x\n\n<bash_metadata>\nUser aborted the command\n</bash_metadata>"
FEEDBACK = "The user rejected permission to use this specific tool call with the following feedback: use the other file"


@pytest.mark.parametrize(
    ("part", "status", "by"),
    [
        (tool(output="fine"), "ok", "tool"),
        (tool(output=TIMEOUT), "error", "tool"),
        (tool(output=STOPPED), "cancelled", "tool"),
        (tool("read", output=STOPPED), "ok", "tool"),
        (tool(output=STOPPED + "\nand more"), "ok", "tool"),
        (tool(status="error", error="Tool execution aborted"), "cancelled", "tool"),
        (tool(status="error", error="File not found: x"), "error", "tool"),
        (tool(status="error", error="The user rejected permission to use this specific tool call."), "refused", "harness"),
        (tool(status="error", error="Error: The user rejected permission to use this specific tool call."), "refused", "harness"),
        (tool(status="error", error=FEEDBACK), "refused", "person"),
        (tool(status="error", error='PermissionRejectedError({"_tag":"PermissionRejectedError"})'), "refused", "harness"),
        (tool(status="error", error='PermissionCorrectedError({"feedback":"no"})'), "refused", "person"),
        (tool(status="error", error="The user dismissed this question"), "refused", "harness"),
        (tool("question", output='User has answered your questions: "Which?"="this".'), "ok", "person"),
        (tool("task", output="<task_result>done</task_result>"), "ok", "sub-agent"),
        (tool("invalid", output="The arguments provided to the tool are invalid: …"), "error", "tool"),
    ],
)
def test_how_a_call_ended_and_whose_words_its_result_is(part: Json, status: str, by: str, tmp_path: Path) -> None:
    call, result = read(tmp_path, export(model(0, part, until=9))).messages[0].parts
    assert (call.status, result.status, result.by) == (status, status, by)
    assert result.text == part["state"].get("error", part["state"]["output"])


def test_what_a_stopped_call_had_put_out_is_kept(tmp_path: Path) -> None:
    part = tool(status="error", error="Tool execution aborted", metadata={"output": "half", "interrupted": True})
    _, result = read(tmp_path, export(model(0, part, until=9))).messages[0].parts
    assert (result.text, result.status, result.flags) == ("half", "cancelled", ("unfinished",))


def test_arguments_exit_code_time_and_marks_of_a_result(tmp_path: Path) -> None:
    time = {"start": BORN, "end": BORN + 1500, "compacted": BORN + 9000}
    part = tool(input={"command": "ls", "n": [1, {"a": None}]}, output="out", metadata={"exit": 2, "truncated": True}, time=time)
    call, result = read(tmp_path, export(model(0, part, until=9))).messages[0].parts
    assert call.args == (("command", "ls"), ("n", '[1,{"a":null}]'))
    assert (result.exit_code, result.seconds, result.flags, result.status) == (2, 1.5, ("pruned", "truncated"), "ok")


def test_calls_of_one_id_keep_their_own_results(tmp_path: Path) -> None:
    message = read(tmp_path, export(model(0, tool(output="one"), tool(output="two"), until=9))).messages[0]
    assert [(message.parts[c.part].kind, message.parts[c.result or 0].text) for c in message.calls()] == [
        ("call", "one"),
        ("call", "two"),
    ]


def test_a_type_that_isnt_known_is_kept_and_counted(tmp_path: Path) -> None:
    transcript = read(tmp_path, export(user(0, {"type": "hologram", "text": "seen"}, {"type": "agent", "name": "general"}, "hi")))
    assert [(p.kind, p.name, p.text) for p in transcript.messages[0].parts] == [
        ("notice", "hologram", "seen"),
        ("text", None, "hi"),
    ]
    assert transcript.coverage.unknown == 1
    assert adds_up(transcript)


def test_thinking_that_is_sealed_is_hidden(tmp_path: Path) -> None:
    sealed = {"type": "reasoning", "text": "", "metadata": {"openai": {"itemId": "rs_1", "reasoningEncryptedContent": "gAAA"}}}
    open_ = {"type": "reasoning", "text": "hm", "time": {"start": BORN}}
    parts = read(tmp_path, export(model(0, sealed, open_, until=9))).messages[0].parts
    assert [p.flags for p in parts] == [("hidden",), ("unfinished",)]


def test_the_prompts_of_a_sub_agents_session_are_the_models(tmp_path: Path) -> None:
    message = read(tmp_path, export(user(0, "look into it"), parentID="ses_0")).messages[0]
    assert (message.kind, message.by, message.parts[0].by) == ("prompt", "model", "model")
