"""Silences of Copilot CLI: what a turn's end, an abort, an error and the count of tokens say."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from narrator.model import Transcript
from narrator.readers.copilot import Copilot
from narrator.silence import name_silences
from narrator.silence.causes import Silence
from tests.readers.copilot_lines import event, prompt, ran, request, said, session, turn
from tests.shared import SHARED, needs_shared


def only(transcript: Transcript) -> Silence:
    (found,) = name_silences(transcript)
    return found


def test_empty_answer_on_which_tokens_were_spent(tmp_path: Path) -> None:
    found = only(session(tmp_path, prompt("go"), turn(said(spent=461))))
    assert (found.message, found.cause, found.certainty) == (1, "empty_completion", "recorded")
    assert "461 output tokens" in found.evidence[0].text
    assert "its turn was completed" in found.evidence[0].text


def test_answer_with_calls_alone_is_no_silence(tmp_path: Path) -> None:
    assert name_silences(session(tmp_path, prompt("go"), turn(said("", request("a")), *ran("a", "")))) == ()


@pytest.mark.parametrize(
    ("reason", "cause"), [("user_initiated", "interrupt"), ("abort", "interrupt"), ("remote_disconnected", "connection_abort")]
)
def test_abort_in_the_answers_own_turn(tmp_path: Path, reason: str, cause: str) -> None:
    stop = event("abort", reason=reason)
    assert only(session(tmp_path, prompt("go"), turn(said(), stop, end=False))).cause == cause
    during = only(session(tmp_path, prompt("go"), turn(said("", request("a")), stop, end=False)))
    assert (during.cause, during.detail) == (cause, "during a tool")


def test_abort_of_a_later_turn_is_not_the_answers_cause(tmp_path: Path) -> None:
    later = turn(event("abort", reason="user_initiated"), end=False)
    found = only(session(tmp_path, prompt("go"), turn(said()), later))
    assert found.cause == "empty_completion"


def test_abort_before_any_answer_is_no_silence(tmp_path: Path) -> None:
    transcript = session(tmp_path, prompt("go"), turn(event("abort", reason="user_initiated"), end=False))
    assert name_silences(transcript) == ()
    assert transcript.messages[0].flags == ("interrupted",)


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        ("slow down", "provider_error"),
        ("the context window is full", "context_overflow"),
        ("stopped by the content filter", "content_filter"),
    ],
)
def test_error_in_the_turn(tmp_path: Path, words: str, cause: str) -> None:
    broken = event("session.error", errorType="query", message=words)
    assert only(session(tmp_path, prompt("go"), turn(said(), broken, end=False))).cause == cause


def test_thought_alone(tmp_path: Path) -> None:
    assert only(session(tmp_path, turn(said(reasoningText="Hm.", reasoningOpaque="x")))).detail == ""
    hidden = only(session(tmp_path, turn(said(reasoningOpaque="x"))))
    assert (hidden.cause, hidden.detail) == ("reasoning_only", "hidden")


def test_turn_that_no_record_ends(tmp_path: Path) -> None:
    cut = only(session(tmp_path, prompt("go"), turn(said(), end=False)))
    assert (cut.cause, cut.certainty, bool(cut.undecided)) == ("unfinished", "inferred", True)
    assert only(session(tmp_path, prompt("go"), turn(said(), end=False), prompt("hm?"))).cause == "not_recorded"


def test_in_the_users_place(tmp_path: Path) -> None:
    file = {"type": "file", "path": "/srv/a.png"}
    transcript = session(tmp_path, prompt("", attachments=[file]), prompt(" "), prompt("", source="skill"))
    assert [s.cause for s in name_silences(transcript)] == ["attachment", "blank", "injected"]


@needs_shared
def test_labeled_silences() -> None:
    rows = list(csv.DictReader((SHARED / "labels" / "silences.tsv").read_text("utf-8").splitlines(), delimiter="\t"))
    labeled = [(r["file"], int(r["where"]), r["cause"]) for r in rows if r["file"].startswith("copilot-cli/")]
    assert labeled
    for file, line, cause in labeled:
        transcript = Copilot().read(SHARED / "sessions" / file)
        lines = {m.index: m.places[0].line for m in transcript.messages}
        assert {lines[s.message]: s.cause for s in name_silences(transcript)} == {line: cause}
