"""mini-SWE-agent: actions are calls, observations results, and only what a person typed is a person's."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from narrator.model import Message, Tokens, Transcript
from narrator.readers.base import Head
from narrator.readers.mini_swe_agent import MiniSweAgent
from narrator.readers.mini_swe_agent_texts import parted
from tests.readers.trajectories import DATA, check_every_prefix, check_sound, mixed, read_value, tangle
from tests.shared import needs_shared, sessions

MINI = DATA / "mini-swe-agent"


@pytest.fixture(scope="module")
def blocks() -> Transcript:
    return MiniSweAgent().read(MINI / "blocks.traj.json")


@pytest.fixture(scope="module")
def calls() -> Transcript:
    return MiniSweAgent().read(MINI / "calls.traj.json")


@pytest.fixture(scope="module")
def listed() -> Transcript:
    return MiniSweAgent().read(MINI / "list.traj.json")


def ends(message: Message) -> list[tuple[str, object, int | None]]:
    return [(p.kind, p.status, p.exit_code) for p in message.parts if p.kind in ("call", "result")]


def test_the_only_shell_block_is_the_action_and_the_next_message_its_observation(blocks: Transcript) -> None:
    message = blocks.messages[2]
    assert [p.kind for p in message.parts] == ["reasoning", "text", "call", "result"]
    assert message.visible_text == "THOUGHT: I look."
    assert message.parts[2].args == (("command", "ls -R | head"),)
    assert (message.parts[3].text, message.parts[3].exit_code) == ("a.py", 0)
    assert len(message.places) == 2


def test_what_the_provider_told_is_the_messages(blocks: Transcript) -> None:
    message = blocks.messages[2]
    assert message.tokens == Tokens(input=60, output=20, reasoning=10, cache_read=40)
    assert (message.cost, message.model, message.id, message.finish) == (0.01, "m-2", "g1", "stop")
    assert message.at == datetime.fromtimestamp(1760000000, UTC)
    assert [m.cost for m in blocks.messages if m.cost is not None] == [0.01]


def test_a_reply_without_one_action_is_answered_by_the_harness(blocks: Transcript) -> None:
    reply, answer = blocks.messages[3:5]
    assert [p.kind for p in reply.parts] == ["text"]
    assert (answer.role, answer.kind, answer.by, answer.flags) == ("user", "notice", "harness", ("synthetic",))


def test_a_timeout_and_an_exit_code_are_errors_and_a_cut_output_says_so(blocks: Transcript) -> None:
    assert ends(blocks.messages[5]) == [("call", "error", None), ("result", "error", None)]
    assert ends(blocks.messages[6]) == [("call", "error", None), ("result", "error", 1)]
    assert blocks.messages[6].parts[-1].flags == ("truncated",)


def test_the_empty_last_message_is_the_harnesss_end(blocks: Transcript) -> None:
    last = blocks.messages[-1]
    assert (last.by, last.parts, last.finish, last.error) == ("harness", (), "LimitsExceeded", "LimitsExceeded")
    assert last.field("api_calls") == "4"


def test_later_messages_in_the_users_place_are_not_a_persons(blocks: Transcript) -> None:
    assert [m.index for m in blocks.messages if m.by == "person"] == [1]
    assert (blocks.session, blocks.title, blocks.cwd, blocks.version) == ("code-1", "Allow a code", "/testbed", "1.15.0")


def test_several_calls_of_a_message_find_their_observations(calls: Transcript) -> None:
    message = calls.messages[2]
    assert ends(message) == [("call", "ok", None), ("result", "ok", 0), ("call", "error", None), ("result", "error", 1)]
    assert message.parts[1].text == "a.py\n"
    assert message.ended == datetime.fromtimestamp(1760000002, UTC)


def test_a_refusal_is_the_persons_and_the_command_did_not_run(calls: Transcript) -> None:
    refused, said = calls.messages[3:5]
    assert {p.status for p in refused.parts if p.kind in ("call", "result")} == {"refused"}
    assert refused.parts[-1].exit_code is None
    assert (said.by, said.kind, said.visible_text) == ("person", "prompt", "Keep the build folder.")


def test_a_command_of_the_persons_is_no_reply(calls: Transcript) -> None:
    message = calls.messages[5]
    assert (message.role, message.kind, message.by) == ("user", "command", "person")
    assert [(p.kind, p.by) for p in message.parts[1:]] == [("call", "person"), ("result", "tool")]
    assert message.parts[1].args == (("command", "git status"),)


def test_a_response_of_items_is_a_reply_and_what_was_submitted_its_result(calls: Transcript) -> None:
    message = calls.messages[6]
    assert [p.kind for p in message.parts] == ["reasoning", "text", "call", "result"]
    assert message.parts[0].flags == ("hidden",)
    assert message.parts[3].text == "diff --git a/x b/x\n"
    assert message.tokens == Tokens(input=50, output=5, reasoning=4)
    assert (message.field("exit_status"), message.error) == ("Submitted", None)
    assert len(calls.messages) == 7


def test_an_interruption_cancels_the_call_and_its_words_are_the_persons(listed: Transcript) -> None:
    assert listed.messages[3].flags == ("interrupted",)
    assert ends(listed.messages[3]) == [("call", "cancelled", None)]
    assert (listed.messages[4].by, listed.messages[4].visible_text) == ("person", "Only a.py matters.")
    assert (listed.messages[6].by, listed.messages[6].kind) == ("harness", "notice")
    assert [m.index for m in listed.messages if m.by == "person"] == [1, 4]


def test_a_bare_list_has_no_header(listed: Transcript) -> None:
    assert (listed.session, listed.title, listed.version) == ("list", "A colon is missing", None)
    assert (listed.coverage.records, listed.coverage.in_header) == (9, 0)


@pytest.mark.parametrize(
    ("content", "command", "found"),
    [
        ("Why.\n\n```bash\nls\n```", None, ("Why.", "ls")),
        ("Why.\n```bash\nls\n```\nSo.", None, ("Why.\n\nSo.", "ls")),
        ("```bash\na\n```\n```bash\nb\n```", None, ("```bash\na\n```\n```bash\nb\n```", None)),
        ("```bash\na\n```\n```bash\nb\n```", "b", ("```bash\na\n```", "b")),
        ("See.\n```python\nx\n```", None, ("See.\n```python\nx\n```", None)),
        ("Words.", "ls", ("Words.", "ls")),
    ],
)
def test_words_and_action_are_parted(content: str, command: str | None, found: tuple[str, str | None]) -> None:
    assert parted(content, command) == found


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ('{"messages": [{"role": "system", "content": "', False),
        ('{"info": {"mini_version": "1"}, "messages": [{"role": "system", "content": "x', True),
        ('{"trajectory_format": "mini-swe-agent-9", "messages": []}', True),
        ('[{"role": "system", "content": "x"}, {"role": "user", "content": "<returncode>0</returncode>"}]', True),
        ('[{"role": "system", "content": "x"}, {"role": "user", "content": "y"}]', False),
        ('[{"role": "user", "content": [{"type": "text", "text": "x"}]}]', False),
        ('{"info": {"id": "ses_1"}, "messages": [{"info": {}, "parts": []}]}', False),
    ],
)
def test_sniffs_a_trajectory_alone(text: str, ours: bool) -> None:
    assert MiniSweAgent().sniff(Head(Path("any"), text.encode())) is ours


def test_every_prefix_is_read_or_refused(tmp_path: Path) -> None:
    for name in ("blocks", "calls", "list"):
        check_every_prefix(MiniSweAgent(), tmp_path, (MINI / f"{name}.traj.json").read_bytes().rstrip(), 61)


NAMES = (
    *("role", "content", "extra", "actions", "command", "tool_calls", "tool_call_id", "function", "name", "arguments", "id"),
    *("returncode", "raw_output", "exception_info", "exit_status", "response", "usage", "choices", "message", "object", "output"),
    *("type", "timestamp", "summary", "cost", "prompt_tokens"),
)
WORDS = (
    "",
    "a",
    "user",
    "assistant",
    "system",
    "tool",
    "exit",
    "response",
    "Submitted",
    "```bash\nls\n```",
    "<returncode>1</returncode>",
)
FILES = [json.loads((MINI / f"{name}.traj.json").read_text("utf-8")) for name in ("blocks", "calls", "list")]
ITEMS: list[dict[str, Any]] = [item for file in FILES for item in (file if isinstance(file, list) else file["messages"])]
garbage = tangle(NAMES, WORDS)


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(items=mixed(ITEMS, garbage), info=garbage, bare=...)
def test_garbage_never_raises_and_is_counted(tmp_path: Path, items: list[Any], info: Any, bare: bool) -> None:
    first = {"role": "system", "content": "x"}
    value: Any = [first, *items] if bare else {"info": info, "messages": [first, *items]}
    found = read_value(MiniSweAgent(), tmp_path, value)
    check_sound(found)
    assert found.coverage.records == len(items) + (1 if bare else 2)


@needs_shared
def test_real_runs_hold_what_was_counted_in_them() -> None:
    told = {}
    for path in sessions("mini-swe-agent"):
        found = MiniSweAgent().read(path)
        check_sound(found)
        assert (found.coverage.unknown, found.coverage.bad, found.problems) == (0, 0, ())
        results = [p for m in found.messages for p in m.parts if p.kind == "result"]
        assert sum(m.by == "person" for m in found.messages) == 1
        assert len(results) == sum(m.role == "assistant" for m in found.messages)
        told[len(results)] = sum(p.status == "error" for p in results)
    assert told == {145: 9, 10: 2}
