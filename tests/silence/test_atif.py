"""Silences of trajectories: an artifact of the conversion is told from an answer that the model ended without a word."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from narrator.model import Transcript
from narrator.readers import read
from narrator.readers.atif import Atif
from narrator.readers.jsonl_write import write_lines
from narrator.silence import name_silences
from narrator.silence.causes import Silence
from tests.readers.trajectories import DATA, read_value
from tests.shared import SHARED, needs_shared


def silences(transcript: Transcript) -> dict[int, Silence]:
    return {s.message: s for s in name_silences(transcript)}


def only(folder: Path, *steps: dict[str, Any]) -> Silence:
    """Return the silence of the first step, which another one follows."""
    numbered = [{"step_id": n, "source": "agent", "message": "", **step} for n, step in enumerate((*steps, {"message": "."}), 1)]
    found = read_value(Atif(), folder, {"schema_version": "ATIF-v1.7", "agent": {"name": "codex"}, "steps": numbered})
    return silences(found)[0]


def test_a_step_without_tokens_is_an_artifact_and_a_stop_without_words_is_not() -> None:
    found = silences(Atif().read(DATA / "atif" / "converted-claude.json"))
    assert {i: (s.cause, s.certainty) for i, s in found.items()} == {
        1: ("stream_artifact", "recorded"),
        5: ("empty_completion", "recorded"),
    }
    assert "`end_turn`" in found[5].evidence[0].text


def test_every_cause_that_a_trajectory_can_tell() -> None:
    found = silences(Atif().read(DATA / "atif" / "handed-over.json"))
    assert {i: (s.cause, s.certainty) for i, s in found.items()} == {
        2: ("stream_artifact", "recorded"),
        3: ("stream_artifact", "recorded"),
        7: ("reasoning_only", "recorded"),
        8: ("empty_completion", "inferred"),
        9: ("blank", "recorded"),
        10: ("provider_error", "recorded"),
        11: ("unfinished", "inferred"),
    }
    assert found[8].undecided


@pytest.mark.parametrize(
    ("step", "cause"),
    [
        ({"extra": {"stop_reason": "content_filter"}}, "content_filter"),
        ({"extra": {"error": "context_length_exceeded"}}, "context_overflow"),
        ({"extra": {"error": "Request was aborted."}}, "interrupt"),
        ({"extra": {"error": "blocked by content policy"}}, "content_filter"),
        ({"extra": {"stop_reason": "aborted"}, "reasoning_content": "Hm."}, "interrupt"),
        ({"extra": {"stop_reason": "tool_use"}}, "lost_record"),
        ({"extra": {"finish_reason": "length"}, "metrics": {"prompt_tokens": 0, "completion_tokens": 0}}, "empty_completion"),
        ({"message": " \n", "metrics": {"completion_tokens": 3}}, "empty_completion"),
        ({"observation": {"results": [{"source_call_id": "gone", "content": "x"}]}}, "lost_record"),
        (
            {"observation": {"results": [{"source_call_id": "gone", "content": "x"}]}, "reasoning_content": "Hm."},
            "lost_record",
        ),
        ({"source": "system"}, "injected"),
        ({"source": "user", "message": [{"type": "image", "source": {"media_type": "image/png", "path": "a"}}]}, "attachment"),
        ({}, "unknown"),
    ],
)
def test_one_step(tmp_path: Path, step: dict[str, Any], cause: str) -> None:
    assert only(tmp_path, step).cause == cause


def test_a_conversion_keeps_its_causes_as_json_lines(tmp_path: Path) -> None:
    transcript = Atif().read(DATA / "atif" / "converted-claude.json")
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"".join(write_lines(transcript)))
    assert [s.cause for s in name_silences(read(path))] == [s.cause for s in name_silences(transcript)]


def labeled() -> list[tuple[str, str, str]]:
    path = SHARED / "labels" / "silences.tsv"
    if not path.is_file():
        return []
    rows = csv.DictReader(path.read_text("utf-8").splitlines(), delimiter="\t")
    return [(r["file"], r["where"].removeprefix("step "), r["cause"]) for r in rows if r["file"].startswith("atif/")]


@needs_shared
@pytest.mark.parametrize(("file", "step", "cause"), labeled())
def test_labeled_steps_are_told_rightly(file: str, step: str, cause: str) -> None:
    transcript = Atif().read(SHARED / "sessions" / file)
    (index,) = (m.index for m in transcript.messages if m.field("step_id") == step)
    assert silences(transcript)[index].cause == cause
