"""How calls ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.model import Part
from narrator.readers.claude_code import ClaudeCode
from narrator.readers.claude_results import result_of

DATA = Path(__file__).parents[1] / "data" / "claude-code"

EXPECTED = [
    # status, by, exit code, flags
    ("error", "tool", 2, ()),
    ("error", "harness", None, ("cascade",)),
    ("error", "harness", None, ("invalid",)),
    ("refused", "person", None, ()),
    ("cancelled", "tool", 137, ()),
    ("running", "tool", None, ()),
    ("ok", "person", None, ()),
    ("error", "tool", None, ()),
    ("refused", "harness", None, ()),
    ("cancelled", "tool", None, ()),
    ("refused", "harness", None, ()),
]


def test_each_ending_by_its_record() -> None:
    reply = ClaudeCode().read(DATA / "tool-endings.jsonl").messages[1]
    results = [p for p in reply.parts if p.kind == "result"]
    assert [(r.status, r.by, r.exit_code, r.flags) for r in results] == EXPECTED
    assert [p.status for p in reply.parts if p.kind == "call"] == [status for status, *_ in EXPECTED]
    assert "interrupted" in reply.flags


def failed(text: str, **record: object) -> Part:
    return result_of({"type": "tool_result", "tool_use_id": "t", "content": text, "is_error": True}, record).part


@pytest.mark.parametrize(
    ("text", "status", "by", "flags"),
    [
        ("<tool_use_error>Cancelled: parallel tool call Bash(ls) errored</tool_use_error>", "error", "harness", ("cascade",)),
        ("[Request interrupted by user for tool use]", "cancelled", "harness", ()),
        ("out\n<error>Command was aborted before completion</error>", "cancelled", "tool", ()),
        ("PreToolUse:Bash hook error: [guard.sh]: not here", "refused", "hook", ()),
        ("Hook PreToolUse:Edit denied this tool", "refused", "hook", ()),
        ("Permission to use Bash with command rm a\nrm b has been denied.", "refused", "harness", ()),
        (
            "The user doesn't want to take this action right now. The following reason for the rejection: not yet",
            "refused",
            "person",
            (),
        ),
        ("Claude requested permissions to write to /a, but you haven't granted it yet.", "refused", "harness", ()),
        ("he said: The user doesn't want to proceed with this tool use", "error", "tool", ()),
    ],
)
def test_openings(text: str, status: str, by: str, flags: tuple[str, ...]) -> None:
    part = failed(text)
    assert (part.status, part.by, part.flags) == (status, by, flags)


def test_a_denial_s_kind_outranks_its_words() -> None:
    assert (failed("no", toolDenialKind="blocked-by-hook").by, failed("no", toolDenialKind="automode-blocked").status) == (
        "hook",
        "refused",
    )


def test_an_exit_code_is_read_from_failures_alone() -> None:
    block = {"type": "tool_result", "tool_use_id": "t", "content": "Exit code 1 means failure", "is_error": False}
    assert result_of(block, {}).part.exit_code is None
    assert failed("Exit code 1").exit_code == 1


def test_output_kept_elsewhere_is_marked() -> None:
    block = {"type": "tool_result", "tool_use_id": "t", "content": "<persisted-output>\nsaved to /x</persisted-output>"}
    assert result_of(block, {}).part.flags == ("truncated",)
