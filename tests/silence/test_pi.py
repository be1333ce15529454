"""Silences of Pi: what an answer's stop reason and an error's words say."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from narrator.model import Transcript
from narrator.readers.pi import Pi
from narrator.silence import name_silences
from narrator.silence.causes import Silence
from tests.readers.pi_lines import call, message, prompt, reply, result, session, thought
from tests.shared import SHARED, needs_shared


def only(transcript: Transcript) -> Silence:
    (found,) = name_silences(transcript)
    return found


def test_empty_answer_that_was_stopped(tmp_path: Path) -> None:
    found = only(session(tmp_path, prompt("go"), reply(stop="aborted"), prompt("no, wait")))
    assert (found.message, found.cause, found.detail, found.certainty) == (1, "interrupt", "before any output", "recorded")
    assert [s.text for s in found.evidence] == ["its stop reason is `aborted`", "a typed message follows it"]
    assert found.evidence[1].spans[0].message == 2


def test_thought_and_call_that_were_stopped(tmp_path: Path) -> None:
    assert only(session(tmp_path, prompt("go"), reply(thought(), stop="aborted"))).detail == "while thinking"
    assert only(session(tmp_path, prompt("go"), reply(call("a"), stop="aborted"))).detail == "while calling a tool"


def test_words_that_were_stopped_are_no_silence(tmp_path: Path) -> None:
    assert name_silences(session(tmp_path, prompt("go"), reply("I sh", stop="aborted"))) == ()


@pytest.mark.parametrize(
    ("words", "cause", "detail", "certainty"),
    [
        ("529 overloaded", "provider_error", "status 529", "recorded"),
        ("Connection error.", "provider_error", "", "recorded"),
        ('400 {"error":{"message":"prompt is too long: 210000 tokens"}}', "context_overflow", "stored error", "recorded"),
        ("Your input exceeds the context window of this model", "context_overflow", "stored error", "recorded"),
        ("Provider finish_reason: content_filter", "content_filter", "", "inferred"),
    ],
)
def test_errors_by_their_words(tmp_path: Path, words: str, cause: str, detail: str, certainty: str) -> None:
    found = only(session(tmp_path, prompt("go"), reply(stop="error", errorMessage=words)))
    assert (found.cause, found.detail, found.certainty) == (cause, detail, certainty)


@pytest.mark.parametrize(
    ("stop", "cause", "detail", "certainty"),
    [
        ("stop", "empty_completion", "", "recorded"),
        ("length", "empty_completion", "output limit", "recorded"),
        ("toolUse", "lost_record", "", "inferred"),
        (None, "unfinished", "", "inferred"),
    ],
)
def test_empty_answer_by_its_stop_reason(tmp_path: Path, stop: str | None, cause: str, detail: str, certainty: str) -> None:
    found = only(session(tmp_path, prompt("go"), reply(stop=stop)))
    assert (found.cause, found.detail, found.certainty) == (cause, detail, certainty)
    assert bool(found.undecided) == (certainty != "recorded")


def test_empty_answer_without_a_stop_reason_in_the_middle(tmp_path: Path) -> None:
    assert only(session(tmp_path, prompt("go"), reply(stop=None), prompt("hm?"))).cause == "not_recorded"


def test_thought_alone(tmp_path: Path) -> None:
    assert only(session(tmp_path, prompt("go"), reply(thought()))).cause == "reasoning_only"
    assert only(session(tmp_path, prompt("go"), reply(thought("")))).detail == "hidden"


def test_what_openclaw_wrote_in_the_models_place_and_left_empty(tmp_path: Path) -> None:
    own = reply(stop="stop")
    own["message"] |= {"provider": "openclaw", "model": "delivery-mirror"}
    assert only(session(tmp_path, prompt("go"), own)).cause == "filler"


def test_in_the_users_place(tmp_path: Path) -> None:
    image = {"type": "image", "data": "AAAA", "mimeType": "image/png"}
    hidden = message("custom", customType="memo", content="Psst.", display=False)
    transcript = session(tmp_path, prompt("", image), prompt(" "), hidden, {"type": "compaction", "summary": ""})
    assert [s.cause for s in name_silences(transcript)] == ["attachment", "blank", "injected", "failed_compaction"]


def test_command_and_silent_result_are_no_silences(tmp_path: Path) -> None:
    ran = message("bashExecution", command="true", output="", exitCode=0, cancelled=False)
    transcript = session(tmp_path, ran, reply(call("a"), stop="toolUse"), result("a", ""), reply("ok"))
    assert name_silences(transcript) == ()


def labeled() -> list[tuple[str, int, str]]:
    path = SHARED / "labels" / "silences.tsv"
    if not path.is_file():
        return []
    rows = csv.DictReader(path.read_text("utf-8").splitlines(), delimiter="\t")
    return [(r["file"], int(r["where"]), r["cause"]) for r in rows if r["file"].startswith("pi/")]


@needs_shared
def test_labeled_silences() -> None:
    found: dict[str, dict[int | None, str]] = {}
    for file in {file for file, _, _ in labeled()}:
        transcript = Pi().read(SHARED / "sessions" / file)
        told = name_silences(transcript)
        lines = {m.index: m.places[0].line for m in transcript.messages}
        found[file] = {lines[s.message]: s.cause for s in told}
    assert labeled()
    assert [(file, line, found[file].get(line)) for file, line, _ in labeled()] == labeled()
