"""Silences of Gemini CLI: what stands right after an answer, and what it holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.model import Transcript
from narrator.silence import name_silences
from narrator.silence.causes import Silence
from tests.readers.gemini_lines import call, gemini, lines, note, user


def only(transcript: Transcript) -> Silence:
    (found,) = name_silences(transcript)
    return found


def test_answer_with_calls_alone_is_no_silence(tmp_path: Path) -> None:
    assert name_silences(lines(tmp_path, user("a"), gemini("b", "", call("1")), gemini("c", "ok"))) == ()


def test_cancelled_request_right_after_it(tmp_path: Path) -> None:
    found = only(lines(tmp_path, user("a"), gemini("b", thoughts=("Hm",)), note("n", "Request cancelled."), user("c")))
    assert (found.message, found.cause, found.detail, found.certainty) == (1, "interrupt", "while thinking", "recorded")


def test_cancelled_call(tmp_path: Path) -> None:
    stopped = call("1", "[Operation Cancelled] Reason: User cancelled the operation.", "cancelled")
    found = only(lines(tmp_path, user("a"), gemini("b", "", call("0"), stopped), user("c")))
    assert (found.cause, found.detail, found.evidence[0].spans[0].part) == ("interrupt", "during a tool", 2)


def test_request_cancelled_after_calls_that_came_to_an_end_is_not_their_cause(tmp_path: Path) -> None:
    assert name_silences(lines(tmp_path, user("a"), gemini("b", "", call("1")), note("n", "Request cancelled."), user("c"))) == ()


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        ("[API Error: quota exceeded]", "provider_error"),
        ("The input token count (1200000) exceeds the maximum number of tokens allowed", "context_overflow"),
        ("Response stopped: SAFETY", "content_filter"),
    ],
)
def test_error_right_after_it(tmp_path: Path, words: str, cause: str) -> None:
    found = only(lines(tmp_path, user("a"), gemini("b"), note("n", words, "error"), user("c")))
    assert (found.cause, found.certainty) == (cause, "inferred")
    assert found.undecided


def test_answer_that_the_harness_turned_down(tmp_path: Path) -> None:
    found = only(lines(tmp_path, user("a"), gemini("b"), user("c", "System: Please continue."), gemini("d", "ok")))
    assert (found.cause, [s.message for s in found.evidence[0].spans]) == ("empty_completion", [1, 2])


def test_answer_with_which_the_record_ends(tmp_path: Path) -> None:
    found = only(lines(tmp_path, user("a"), gemini("b", thoughts=("Hm",))))
    assert (found.cause, found.certainty) == ("unfinished", "inferred")


def test_thoughts_alone_and_nothing_at_all(tmp_path: Path) -> None:
    assert only(lines(tmp_path, user("a"), gemini("b", thoughts=("Hm",)), user("c"))).cause == "reasoning_only"
    spent = {"input": 5, "output": 0, "cached": 0, "total": 5}
    found = only(lines(tmp_path, user("a"), gemini("b", tokens=spent), user("c")))
    assert (found.cause, found.certainty) == ("empty_completion", "inferred")
    assert "5 tokens" in found.evidence[0].text


def test_in_the_users_place(tmp_path: Path) -> None:
    picture = [{"inlineData": {"mimeType": "image/png", "data": "AAAA"}}]
    context = [{"text": "\n--- Content from referenced files ---"}]
    transcript = lines(tmp_path, user("a", picture), user("b", " "), user("c", context))
    assert [s.cause for s in name_silences(transcript)] == ["attachment", "blank", "injected"]
