"""Silences of OpenHands: what follows a message that holds nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from narrator.readers import read
from narrator.silence import name_silences
from narrator.silence.causes import Silence
from tests.shared import SHARED, needs_shared

DATA = Path(__file__).parent.parent / "data" / "openhands"


def event(number: int, kind: str, source: str = "agent", **fields: Any) -> dict[str, Any]:
    return {"id": f"e{number}", "timestamp": f"2026-01-05T08:00:{number:02}Z", "source": source, **fields, "kind": kind}


def message(number: int, source: str = "agent", **fields: Any) -> dict[str, Any]:
    told = {"role": "assistant" if source == "agent" else "user", "content": [], **fields}
    return event(number, "MessageEvent", source, llm_message=told, llm_response_id=f"r{number}")


def only(tmp_path: Path, *events: dict[str, Any]) -> Silence:
    path = tmp_path / "events.json"
    start = message(1, "user", content=[{"type": "text", "text": "Go."}])
    path.write_text(json.dumps([start, *events]))
    (found,) = name_silences(read(path))
    return found


def test_a_conversation_with_each() -> None:
    found = [(s.message, s.cause, s.detail, s.certainty) for s in name_silences(read(DATA / "conversation"))]
    assert found == [
        (6, "interrupt", "during a tool", "recorded"),
        (8, "content_filter", "", "recorded"),
        (9, "injected", "", "recorded"),
        (10, "reasoning_only", "", "recorded"),
        (11, "attachment", "", "recorded"),
    ]


@pytest.mark.parametrize(
    ("code", "detail", "cause"),
    [
        ("LLMContextWindowExceedError", "", "context_overflow"),
        ("LLMBadRequestError", "prompt is too long: 210000 tokens", "context_overflow"),
        ("LLMAuthenticationError", "no key", "provider_error"),
    ],
)
def test_the_run_s_error(tmp_path: Path, code: str, detail: str, cause: str) -> None:
    found = only(tmp_path, message(2), event(3, "ConversationErrorEvent", "environment", code=code, detail=detail))
    assert (found.message, found.cause) == (1, cause)
    assert code in found.evidence[0].text


def test_an_interruption_after_an_empty_message(tmp_path: Path) -> None:
    found = only(tmp_path, message(2), event(3, "InterruptEvent", "user", reason="User requested interrupt"))
    assert (found.cause, found.detail) == ("interrupt", "before any output")


def test_an_interruption_after_words_is_no_silence(tmp_path: Path) -> None:
    said = message(2, content=[{"type": "text", "text": "Half a"}])
    path = tmp_path / "events.json"
    path.write_text(json.dumps([said, event(3, "InterruptEvent", "user")]))
    assert name_silences(read(path)) == ()


def test_a_message_that_holds_nothing(tmp_path: Path) -> None:
    update = event(3, "ConversationStateUpdateEvent", "environment", key="execution_status", value="stuck")
    found = only(tmp_path, message(2), update)
    assert found.cause == "empty_completion"
    assert "`stuck`" in found.evidence[0].text


def test_a_hidden_thought(tmp_path: Path) -> None:
    found = only(tmp_path, message(2, thinking_blocks=[{"type": "redacted_thinking", "data": "…"}]))
    assert (found.cause, found.detail) == ("reasoning_only", "hidden")


@pytest.mark.parametrize(
    ("finish", "cause", "detail"),
    [
        ("content_filter", "content_filter", ""),
        ("tool_calls", "lost_record", ""),
        ("length", "empty_completion", "output limit"),
        ("stop", "empty_completion", ""),
    ],
)
def test_an_old_answer_by_the_providers_word(tmp_path: Path, finish: str, cause: str, detail: str) -> None:
    response = {"id": "r1", "choices": [{"finish_reason": finish}]}
    told = {"id": 2, "timestamp": "2026-01-05T08:00:02", "source": "agent", "action": "message", "args": {"content": ""}}
    asked = {"id": 1, "timestamp": "2026-01-05T08:00:01", "source": "user", "action": "message", "args": {"content": "go"}}
    path = tmp_path / "events.json"
    path.write_text(json.dumps([asked, {**told, "tool_call_metadata": {"model_response": response}}]))
    (found,) = name_silences(read(path))
    assert (found.cause, found.detail) == (cause, detail)


def test_blanks(tmp_path: Path) -> None:
    found = only(tmp_path, message(2, "user", content=[{"type": "text", "text": " "}]))
    assert found.cause == "blank"


def test_an_old_session_that_ended_in_an_error() -> None:
    (found,) = name_silences(read(DATA / "v0-rows.jsonl"))
    assert (found.message, found.cause) == (1, "context_overflow")


@needs_shared
def test_real_sessions_have_no_silence() -> None:
    path = SHARED / "sessions" / "openhands" / "openhands-eval-output.jsonl"
    assert name_silences(read(path)) == ()
