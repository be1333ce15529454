"""ATIF as it is written: valid by the standard's own model, and read back as the same session."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from atif import Trajectory
from hypothesis import HealthCheck, given, settings

from narrator.model import Event, Message, Part, Tokens, Transcript
from narrator.readers import read
from narrator.readers.atif import Atif
from narrator.readers.atif_write import write_atif
from tests.readers.test_jsonl import bare, transcripts
from tests.readers.trajectories import DATA, check_sound
from tests.shared import needs_shared, sessions

CORPORA = DATA.parent.parent / "corpora"
OURS = sorted(
    [
        *(p for folder in ("claude-code", "atif", "swe-agent", "mini-swe-agent") for p in (DATA / folder).glob("*.*")),
        *CORPORA.glob("*/*.json*"),
    ]
)
HARNESSES = ("opencode", "claude-code", "codex", "atif", "swe-agent", "mini-swe-agent", "pi", "openhands", "copilot-cli")


def written(transcript: Transcript, folder: Path) -> Transcript:
    """Return what is read of a session that was written as ATIF, after the standard's model has found it valid."""
    path = folder / "trajectory.json"
    path.write_bytes(b"".join(write_atif(transcript).lines))
    Trajectory.model_validate_json(path.read_bytes())
    found = Atif().read(path)
    check_sound(found)
    return found


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(transcript=transcripts())
def test_any_session_is_valid_and_reads_back_as_the_same(tmp_path: Path, transcript: Transcript) -> None:
    assert bare(written(transcript, tmp_path)) == bare(transcript)


@pytest.mark.parametrize("path", [pytest.param(p, id=f"{p.parent.name}/{p.name}") for p in OURS])
def test_sessions_here_read_back_as_the_same(tmp_path: Path, path: Path) -> None:
    transcript = read(path)
    assert bare(written(transcript, tmp_path)) == bare(transcript)


@needs_shared
@pytest.mark.parametrize("harness", HARNESSES)
def test_real_sessions_read_back_as_the_same(tmp_path: Path, harness: str) -> None:
    for path in (p for p in sessions(harness) if p.suffix != ".md"):
        transcript = read(path)
        assert bare(written(transcript, tmp_path)) == bare(transcript)


def session(*messages: Message, **fields: object) -> Transcript:
    return Transcript.model_validate({"session": "s", "format": "x", "agent": "opencode", "messages": messages, **fields})


def reply(*parts: Part, index: int = 0, **fields: object) -> Message:
    return Message.model_validate({"index": index, "role": "assistant", "kind": "reply", "by": "model", "parts": parts, **fields})


def step_of(transcript: Transcript) -> dict[str, object]:
    root = json.loads(b"".join(write_atif(transcript).lines))
    step: dict[str, object] = root["steps"][0]
    return step


CALL = Part(kind="call", name="bash", by="model", args=(("command", "ls"),), call="c1", status="ok")
RESULT = Part(kind="result", name="bash", by="tool", text="a.py", call="c1", status="ok")


def test_what_atif_has_a_field_for_stands_in_it_and_nowhere_else() -> None:
    thought, words = Part(kind="reasoning", text="Look.", by="model"), Part(kind="text", text="I look.", by="model")
    tokens = Tokens(input=5, output=3, reasoning=2, cache_read=10, cache_write=1)
    step = step_of(session(reply(thought, words, CALL, RESULT, model="m", tokens=tokens, cost=0.5)))
    assert step == {
        "step_id": 1,
        "source": "agent",
        "message": "I look.",
        "model_name": "m",
        "reasoning_content": "Look.",
        "tool_calls": [{"tool_call_id": "c1", "function_name": "bash", "arguments": {"command": "ls"}}],
        "observation": {"results": [{"source_call_id": "c1", "content": "a.py"}]},
        "metrics": {
            "prompt_tokens": 16,
            "completion_tokens": 5,
            "cached_tokens": 10,
            "extra": {"reasoning_tokens": 2, "cache_creation_input_tokens": 1},
            "cost_usd": 0.5,
        },
        "extra": {"narrator": {"index": 0}},
    }


def test_a_persons_call_is_kept_apart_because_atif_forbids_it() -> None:
    mine = CALL.model_copy(update={"by": "person"})
    step = step_of(session(reply(mine, RESULT, role="user", kind="command", by="person")))
    assert "tool_calls" not in step
    assert step["observation"] == {"results": [{"content": "a.py"}]}


def test_what_is_put_aside_is_counted() -> None:
    cut = RESULT.model_copy(update={"exit_code": 1})
    event = Event(kind="compaction", after=0)
    aside = write_atif(session(reply(CALL, cut, finish="stop"), reply(index=1, finish="stop"), events=(event,))).aside
    assert [count for _, count in aside] == [1, 2, 1]
    assert [words.split(" ")[0] for words, _ in aside] == ["events", "finish", "messages'"]


def test_totals_are_sums_and_a_cost_is_not_invented() -> None:
    one, two = (reply(index=i, tokens=Tokens(input=i + 1, output=1)) for i in (0, 1))
    root = json.loads(b"".join(write_atif(session(one, two)).lines))
    assert root["final_metrics"] == {
        "total_prompt_tokens": 3,
        "total_completion_tokens": 2,
        "total_cached_tokens": 0,
        "total_steps": 2,
    }
