"""Silences of Cline and Roo: what the request says that cut its answer off."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from narrator.readers import read
from narrator.silence import name_silences
from narrator.silence.causes import Silence

DATA = Path(__file__).parent.parent / "data" / "cline"


def found(name: str) -> list[tuple[int, str, str, str]]:
    return [(s.message, s.cause, s.detail, s.certainty) for s in name_silences(read(DATA / name))]


def only(tmp_path: Path, *records: dict[str, Any], shown: list[dict[str, Any]] | None = None) -> Silence:
    path = tmp_path / "api_conversation_history.json"
    task = {"role": "user", "content": [{"type": "text", "text": "<task>\nGo.\n</task>"}], "ts": 1767600000000}
    path.write_text(json.dumps([task, *records]))
    if shown is not None:
        (tmp_path / "ui_messages.json").write_text(json.dumps(shown))
    (silence,) = name_silences(read(path))
    return silence


def answer(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks), "ts": 1767600005000}


def request(**info: Any) -> list[dict[str, Any]]:
    return [{"ts": 1767600001000, "type": "say", "say": "api_req_started", "text": json.dumps(info)}]


def test_a_task_with_each() -> None:
    assert found("classic.ui_messages.json") == [
        (4, "interrupt", "before any output", "recorded"),
        (6, "provider_error", "streaming failed", "recorded"),
        (7, "injected", "", "recorded"),
        (8, "empty_completion", "", "recorded"),
        (9, "injected", "", "recorded"),
    ]


def test_only_the_interface_is_left() -> None:
    assert found("alone.ui_messages.json") == [
        (2, "interrupt", "before any output", "recorded"),
        (4, "provider_error", "streaming failed", "recorded"),
        (5, "unknown", "", "unknown"),
    ]


def test_an_overflow_is_told_by_the_failure_s_words() -> None:
    assert found("roo.ui_messages.json") == [(3, "context_overflow", "streaming failed", "recorded")]


def test_the_command_line_s_session() -> None:
    assert found("session/s-1.messages.json") == [(3, "attachment", "", "recorded"), (4, "reasoning_only", "hidden", "recorded")]


@pytest.mark.parametrize(
    ("line", "cause"),
    [("[Response interrupted by user]", "interrupt"), ("[Response interrupted by API Error]", "provider_error")],
)
def test_the_last_line_of_the_answer_says_it_too(tmp_path: Path, line: str, cause: str) -> None:
    silence = only(tmp_path, answer({"type": "text", "text": f"\n\n{line}"}))
    assert silence.cause == cause
    assert line in silence.evidence[0].text


def test_a_thought_that_was_cut_off(tmp_path: Path) -> None:
    shown = request(cancelReason="user_cancelled")
    silence = only(tmp_path, answer({"type": "thinking", "thinking": "Hm."}), shown=shown)
    assert (silence.cause, silence.detail) == ("interrupt", "while thinking")
    assert "`user_cancelled`" in silence.evidence[0].text


def test_a_call_that_was_cut_off(tmp_path: Path) -> None:
    call = {"type": "tool_use", "id": "t", "name": "execute_command", "input": {"command": "sleep 99"}}
    silence = only(tmp_path, answer(call), shown=request(cancelReason="user_cancelled"))
    assert (silence.cause, silence.detail) == ("interrupt", "during a tool")


def test_an_answer_that_the_history_holds_empty(tmp_path: Path) -> None:
    assert only(tmp_path, answer()).cause == "empty_completion"


def test_an_answer_that_was_withheld(tmp_path: Path) -> None:
    shown = request(cancelReason="streaming_failed", streamingFailedMessage="blocked by the content filter")
    assert only(tmp_path, answer(), shown=shown).cause == "content_filter"


def test_a_summary_without_words(tmp_path: Path) -> None:
    assert only(tmp_path, answer() | {"isSummary": True}).cause == "failed_compaction"


def test_blanks_between_the_tags_of_a_task(tmp_path: Path) -> None:
    typed = {"role": "user", "content": [{"type": "text", "text": "<feedback>\n \n</feedback>"}], "ts": 1767600009000}
    assert only(tmp_path, answer({"type": "text", "text": "Done."}), typed).cause == "blank"


def test_the_last_request_may_have_been_going_on(tmp_path: Path) -> None:
    path = tmp_path / "ui_messages.json"
    task = {"ts": 1767600000000, "type": "say", "say": "task", "text": "Go."}
    path.write_text(json.dumps([task, *request(tokensIn=3)]))
    (silence,) = name_silences(read(path))
    assert (silence.cause, silence.certainty) == ("unfinished", "inferred")
    assert silence.undecided
