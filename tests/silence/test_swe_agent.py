"""Silences of SWE-agent's and mini-SWE-agent's runs: the harness's own end is told from an answer of the model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from narrator.model import Transcript
from narrator.readers import read
from narrator.readers.mini_swe_agent import MiniSweAgent
from narrator.readers.swe_agent import SweAgent
from narrator.silence import name_silences
from tests.readers.trajectories import DATA, read_value


def told(transcript: Transcript) -> dict[int, tuple[str, str]]:
    return {s.message: (s.cause, s.detail) for s in name_silences(transcript)}


@pytest.mark.parametrize(
    ("file", "silences"),
    [
        ("swe-agent/old.traj", {5: ("filler", "exit_cost")}),
        ("swe-agent/calls.traj", {4: ("empty_completion", "")}),
        ("swe-agent/trajectory-only.traj", {3: ("context_overflow", "")}),
        ("swe-agent/history-only.traj", {}),
        ("mini-swe-agent/blocks.traj.json", {7: ("filler", "LimitsExceeded")}),
        ("mini-swe-agent/calls.traj.json", {}),
        ("mini-swe-agent/list.traj.json", {7: ("empty_completion", "")}),
    ],
)
def test_runs_here(file: str, silences: dict[int, tuple[str, str]]) -> None:
    assert told(read(DATA / file)) == silences


def run(folder: Path, status: str | None, **step: Any) -> Transcript:
    """Return a run of one step that ended so."""
    one = {"action": "", "observation": "", "response": "", "thought": "", "execution_time": 0.0, "state": {}, **step}
    return read_value(SweAgent(), folder, {"trajectory": [one], "history": [], "info": {"exit_status": status}})


@pytest.mark.parametrize(
    ("status", "cause"),
    [
        ("exit_api", "provider_error"),
        ("submitted (exit_context)", "context_overflow"),
        ("exit_format", "empty_completion"),
        ("submitted", "empty_completion"),
        (None, "empty_completion"),
    ],
)
def test_an_empty_response_by_how_the_run_ended(tmp_path: Path, status: str | None, cause: str) -> None:
    assert told(run(tmp_path, status))[0][0] == cause


@pytest.mark.parametrize(
    ("status", "words", "cause"),
    [
        ("exit_api", "Exit due to retry error: 429", "provider_error"),
        ("exit_environment_error", "Exit due to environment error: gone", "filler"),
        (None, "Exit due to cost limit", "filler"),
    ],
)
def test_the_harnesss_line_in_the_models_place(tmp_path: Path, status: str | None, words: str, cause: str) -> None:
    assert told(run(tmp_path, status, response=words, thought=words))[0][0] == cause


@pytest.mark.parametrize(
    ("finish", "cause", "detail"),
    [
        ("content_filter", "content_filter", ""),
        ("tool_calls", "lost_record", ""),
        ("length", "empty_completion", "output limit"),
        ("stop", "empty_completion", ""),
    ],
)
def test_an_empty_reply_by_the_providers_word(tmp_path: Path, finish: str, cause: str, detail: str) -> None:
    reply = {"role": "assistant", "content": "", "extra": {"response": {"choices": [{"finish_reason": finish}]}}}
    messages = [{"role": "system", "content": "s"}, {"role": "user", "content": "go"}, reply, reply]
    run = {"info": {}, "messages": messages, "trajectory_format": "mini-swe-agent-1.1"}
    assert told(read_value(MiniSweAgent(), tmp_path, run))[2] == (cause, detail)


@pytest.mark.parametrize(
    ("status", "cause"),
    [
        ("UserInterruption", "interrupt"),
        ("LimitsExceeded", "filler"),
        ("ContextWindowExceededError", "context_overflow"),
        ("RateLimitError", "provider_error"),
        ("ContentPolicyViolationError", "content_filter"),
    ],
)
def test_an_empty_end_by_its_status(tmp_path: Path, status: str, cause: str) -> None:
    end = {"role": "exit", "content": "", "extra": {"exit_status": status}}
    messages = [
        {"role": "system", "content": "s"},
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": "Hm."},
        end,
    ]
    run = {"info": {"exit_status": status}, "messages": messages, "trajectory_format": "mini-swe-agent-1.1"}
    assert told(read_value(MiniSweAgent(), tmp_path, run))[3][0] == cause


def test_a_blank_task(tmp_path: Path) -> None:
    messages = [{"role": "system", "content": "s"}, {"role": "user", "content": " "}, {"role": "assistant", "content": "Hm."}]
    run = {"info": {}, "messages": messages, "trajectory_format": "mini-swe-agent-1.1"}
    assert told(read_value(MiniSweAgent(), tmp_path, run)) == {1: ("blank", "")}


def test_a_thought_alone(tmp_path: Path) -> None:
    assert told(run(tmp_path, "submitted", reasoning_content="Hm."))[0] == ("reasoning_only", "")
