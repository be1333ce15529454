"""Silences of Codex: what a turn's end says of the reply that it cut."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from narrator.model import Place, Transcript
from narrator.readers.codex import Codex
from narrator.silence import name_silences
from narrator.silence.causes import Silence
from tests.readers.codex_lines import (
    aborted,
    call,
    complete,
    event,
    item,
    output,
    prompt,
    rollout,
    said,
    started,
    thought,
    tokens,
)
from tests.shared import SHARED, needs_shared


def only(transcript: Transcript) -> Silence:
    (found,) = name_silences(transcript)
    return found


def test_thought_cut_by_an_abort_is_an_interrupt(tmp_path: Path) -> None:
    found = only(rollout(tmp_path, started(), prompt("go"), call("a"), output("a"), tokens(5), thought(), aborted()))
    assert (found.message, found.cause, found.detail, found.certainty) == (2, "interrupt", "while thinking", "recorded")
    assert "`interrupted`" in found.evidence[0].text
    assert "after 9.9 s" in found.evidence[0].text


@pytest.mark.parametrize(
    ("reason", "cause"), [("replaced", "interrupt"), ("budget_limited", "connection_abort"), ("strange", "connection_abort")]
)
def test_not_every_abort_is_a_persons(tmp_path: Path, reason: str, cause: str) -> None:
    assert only(rollout(tmp_path, started(), prompt("go"), thought(), aborted(reason))).cause == cause


def test_abort_before_any_reply_is_no_silence(tmp_path: Path) -> None:
    assert name_silences(rollout(tmp_path, started(), prompt("go"), aborted(), started("t2"), prompt("stop"), said("ok"))) == ()


def test_hidden_thought_in_a_completed_turn_is_reasoning_only(tmp_path: Path) -> None:
    found = only(rollout(tmp_path, started(), prompt("go"), thought(), complete(None)))
    assert (found.cause, found.detail, found.certainty) == ("reasoning_only", "hidden", "recorded")
    assert "without a last message" in found.evidence[1].text


def test_readable_thought_alone_is_not_hidden(tmp_path: Path) -> None:
    found = only(rollout(tmp_path, started(), prompt("go"), thought("Hm."), tokens(5), said("ok"), complete()))
    assert (found.cause, found.detail) == ("reasoning_only", "")


def test_record_that_stops_in_a_thought_is_unfinished(tmp_path: Path) -> None:
    found = only(rollout(tmp_path, started(), prompt("go"), thought()))
    assert (found.cause, found.certainty) == ("unfinished", "inferred")
    assert found.undecided


def test_turn_that_nothing_ends_is_not_recorded(tmp_path: Path) -> None:
    found = only(rollout(tmp_path, started(), prompt("go"), thought(), started("t2"), prompt("again"), said("ok"), complete()))
    assert (found.cause, found.certainty) == ("not_recorded", "inferred")
    assert "errors" in found.undecided[1]


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("context_window_exceeded", "context_overflow"),
        ("usage_limit_exceeded", "provider_error"),
        ("cyber_policy", "content_filter"),
    ],
)
def test_error_of_the_turn(tmp_path: Path, name: str, cause: str) -> None:
    failed = event("error", message="no", codex_error_info=name)
    assert only(rollout(tmp_path, started(), prompt("go"), thought(), failed, complete(None))).cause == cause


def test_an_output_whose_call_is_missing_is_no_mere_thought(tmp_path: Path) -> None:
    found = only(rollout(tmp_path, started(), prompt("go"), thought(), output("gone"), complete(None)))
    assert (found.cause, found.certainty) == ("lost_record", "inferred")


def test_blank_reply_is_an_empty_completion(tmp_path: Path) -> None:
    assert only(rollout(tmp_path, started(), prompt("go"), said(" \n"), complete(None))).cause == "empty_completion"


def test_image_without_words_is_an_attachment(tmp_path: Path) -> None:
    image = item("message", role="user", content=[{"type": "input_image", "image_url": "data:image/png;base64,A"}])
    found = only(rollout(tmp_path, started(), image, event("user_message", message=""), said("ok"), complete()))
    assert (found.cause, found.evidence[0].spans[0].part) == ("attachment", 0)


def test_blank_prompt(tmp_path: Path) -> None:
    assert only(rollout(tmp_path, started(), prompt(" "), said("ok"), complete())).cause == "blank"


def test_words_that_no_event_marks_are_injected(tmp_path: Path) -> None:
    unmarked = item("message", role="user", content=[{"type": "input_text", "text": "<hm>x</hm>"}])
    assert only(rollout(tmp_path, started(), prompt("go"), unmarked, said("ok"), complete())).cause == "injected"


def labeled() -> list[tuple[str, int, int, str]]:
    path = SHARED / "labels" / "silences.tsv"
    if not path.is_file():
        return []
    rows = csv.DictReader(path.read_text("utf-8").splitlines(), delimiter="\t")
    ranges = [(r["file"], r["where"].split("-"), r["cause"]) for r in rows if r["file"].startswith("codex/")]
    return [(file, int(where[0]), int(where[-1]), cause) for file, where, cause in ranges]


@needs_shared
@pytest.mark.parametrize(("file", "first", "last", "cause"), labeled())
def test_labeled_turns_are_told_by_a_flag_or_an_event(file: str, first: int, last: int, cause: str) -> None:
    transcript = Codex().read(SHARED / "sessions" / file)

    def within(places: tuple[Place, ...]) -> bool:
        return any(first <= (p.line or 0) <= last for p in places)

    flagged = {"interrupt" for m in transcript.messages if "interrupted" in m.flags and within(m.places)}
    noted = {f"{e.text}_compaction" for e in transcript.events if e.kind == "compaction" and within(e.places)}
    assert cause in flagged | noted
    inside = {m.index for m in transcript.messages if within(m.places)}
    assert {s.cause for s in name_silences(transcript) if s.message in inside} <= {cause}
