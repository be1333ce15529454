"""Finish reasons in the wordings of providers and converters."""

from __future__ import annotations

import pytest

from narrator.silence.causes import CAUSES
from narrator.silence.finishes import by_finish, ending_of
from tests.silence.telling import told


@pytest.mark.parametrize(
    ("finish", "cause", "detail"),
    [
        *((f, "", "") for f in ("stop", "end_turn", "STOP", "stop_sequence", "other", "unknown", "completed", "")),
        *((f, "", "output limit") for f in ("length", "max_tokens", "MAX_TOKENS", "max_output_tokens")),
        *((f, "content_filter", "") for f in ("content_filter", "content-filter", "SAFETY", "refusal", "PROHIBITED_CONTENT")),
        *((f, "lost_record", "") for f in ("tool_use", "toolUse", "tool_calls", "tool-calls", "function_call")),
        *((f, "interrupt", "") for f in ("aborted", "cancelled", "user_cancelled", "interrupted")),
        *((f, "provider_error", "") for f in ("error", "failed")),
        ("model_context_window_exceeded", "context_overflow", ""),
        ("MALFORMED_FUNCTION_CALL", "", "malformed call"),
    ],
)
def test_what_a_finish_reason_says(finish: str, cause: str, detail: str) -> None:
    assert ending_of(finish) == (cause, detail)
    assert cause in {"", *(name for name, _ in CAUSES)}


@pytest.mark.parametrize(
    ("words", "finish", "cause", "detail"),
    [
        ("", "stop", "empty_completion", ""),
        ("~hm", "stop", "reasoning_only", ""),
        ("~hm", "length", "reasoning_only", "output limit"),
        ("~hm", "aborted", "interrupt", "while thinking"),
        ("", "aborted", "interrupt", "before any output"),
        ("~hm", "tool_use", "lost_record", ""),
    ],
)
def test_the_silence_of_it(words: str, finish: str, cause: str, detail: str) -> None:
    found = by_finish(told(f"1 U go\n2 A {words}", m2={"finish": finish}), 1, f"it ended with `{finish}`")
    assert found is not None
    assert (found.cause, found.detail) == (cause, detail)
    assert bool(found.undecided) == (found.certainty == "inferred")


def test_nothing_is_said_without_one() -> None:
    assert by_finish(told("1 U go\n2 A"), 1, "") is None
    assert by_finish(told("1 U\n2 A", m1={"finish": "stop"}), 0, "") is None
