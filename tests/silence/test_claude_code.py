"""Why Claude Code's messages are empty: each cause by the record that shows it."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import orjson
import pytest

from narrator.model import Transcript
from narrator.readers.claude_code import ClaudeCode
from narrator.silence import CAUSES, Silence, name_silences
from tests.shared import SHARED, needs_shared, sessions

DATA = Path(__file__).parents[1] / "data" / "claude-code"

THOUGHT = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
HIDDEN = {"type": "thinking", "thinking": "", "signature": "c2ln"}
BLANK = {"type": "text", "text": "\n\n"}
IMAGE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}


def reply(*blocks: dict[str, Any], stop: str | None = None, version: str = "2.1.98", **fields: Any) -> dict[str, Any]:
    message = {"id": "m1", "model": "claude-opus-4-6", "content": list(blocks), "stop_reason": stop}
    return {"type": "assistant", "uuid": "r1", "parentUuid": "p1", "version": version, "message": message, **fields}


def synthetic(text: str, **fields: Any) -> dict[str, Any]:
    message = {"id": "m2", "model": "<synthetic>", "content": [{"type": "text", "text": text}], "stop_reason": "stop_sequence"}
    return {"type": "assistant", "uuid": "e1", "parentUuid": "r1", "version": "2.1.98", "message": message, **fields}


def said(content: object, **fields: Any) -> dict[str, Any]:
    return {"type": "user", "uuid": "p2", "parentUuid": "r1", "version": "2.1.98", "message": {"content": content}, **fields}


FIRST = said("Do it.", uuid="p1", parentUuid=None)
NEXT = said("Well?")
STOPPED = said([{"type": "text", "text": "[Request interrupted by user]"}])


def silences_of(tmp_path: Path, *records: dict[str, Any]) -> tuple[Transcript, tuple[Silence, ...]]:
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"".join(orjson.dumps({"sessionId": "s", **r}) + b"\n" for r in records))
    transcript = ClaudeCode().read(path)
    return transcript, name_silences(transcript)


CASES: dict[str, tuple[list[dict[str, Any]], tuple[str, str, str]]] = {
    "interrupted before any output": ([reply(BLANK), STOPPED], ("interrupt", "before any output", "recorded")),
    "interrupted while thinking": ([reply(THOUGHT), STOPPED], ("interrupt", "while thinking", "recorded")),
    "interrupted, by the notice's own field": (
        [reply(THOUGHT), {**STOPPED, "parentUuid": None, "interruptedMessageId": "m1"}],
        ("interrupt", "while thinking", "recorded"),
    ),
    "interrupted, by adjacency": ([reply(THOUGHT), {**STOPPED, "parentUuid": None}], ("interrupt", "while thinking", "inferred")),
    "an interruption outranks a missing record": (
        [reply(THOUGHT), {"type": "progress", "uuid": "x", "parentUuid": "gone"}, STOPPED],
        ("interrupt", "while thinking", "recorded"),
    ),
    "lost record": (
        [reply(THOUGHT), {"type": "progress", "uuid": "x", "parentUuid": "gone"}, NEXT],
        ("lost_record", "", "inferred"),
    ),
    "lost call": ([reply(THOUGHT, stop="tool_use"), NEXT], ("lost_record", "", "inferred")),
    "withheld": ([reply(stop="refusal"), NEXT], ("content_filter", "", "recorded")),
    "context window full": ([reply(stop="model_context_window_exceeded"), NEXT], ("context_overflow", "", "recorded")),
    "an error of its own": ([reply(error="server_error"), NEXT], ("provider_error", "", "recorded")),
    "an error follows": (
        [reply(THOUGHT), synthetic("API Error: 500", isApiErrorMessage=True, error="server_error")],
        ("provider_error", "", "recorded"),
    ),
    "an error follows that names another": (
        [reply(THOUGHT), synthetic("API Error: 500", isApiErrorMessage=True, parentUuid="p1")],
        ("provider_error", "", "inferred"),
    ),
    "the context overflows": (
        [reply(THOUGHT), synthetic("Prompt is too long", isApiErrorMessage=True, error="invalid_request")],
        ("context_overflow", "", "recorded"),
    ),
    "an overflow follows that names another": (
        [reply(THOUGHT), synthetic("Prompt is too long", isApiErrorMessage=True, parentUuid="p1")],
        ("context_overflow", "", "inferred"),
    ),
    "a refusal follows that names another": (
        [reply(THOUGHT), synthetic("Blocked by the content filter", isApiErrorMessage=True, parentUuid="p1")],
        ("content_filter", "", "inferred"),
    ),
    "thought and said nothing, in a version that rarely tells": (
        [reply(THOUGHT, stop="end_turn", version="2.1.30"), NEXT],
        ("reasoning_only", "", "inferred"),
    ),
    "the answer is blocked": (
        [reply(THOUGHT), synthetic("API Error: Output blocked by content filtering policy", isApiErrorMessage=True)],
        ("content_filter", "", "recorded"),
    ),
    "thought beyond the limit": (
        [reply(THOUGHT), synthetic("Claude's response exceeded the 32000 output token maximum", isApiErrorMessage=True)],
        ("reasoning_only", "output limit", "recorded"),
    ),
    "ended with nothing": ([reply(BLANK, stop="end_turn"), NEXT], ("empty_completion", "", "recorded")),
    "ended with nothing, in a version that rarely tells": (
        [reply(stop="end_turn", version="2.1.30"), NEXT],
        ("empty_completion", "", "inferred"),
    ),
    "the harness's word for nothing": (
        [reply({"type": "text", "text": "(no content)"}, stop="end_turn"), NEXT],
        ("empty_completion", "", "recorded"),
    ),
    "thought and said nothing": ([reply(THOUGHT, stop="end_turn"), NEXT], ("reasoning_only", "", "recorded")),
    "thought in secret": ([reply(HIDDEN, stop="end_turn"), NEXT], ("reasoning_only", "hidden", "recorded")),
    "redacted thought": (
        [reply({"type": "redacted_thinking", "data": "x"}, stop="end_turn"), NEXT],
        ("reasoning_only", "hidden", "recorded"),
    ),
    "thought up to the limit": ([reply(THOUGHT, stop="max_tokens"), NEXT], ("reasoning_only", "output limit", "recorded")),
    "the record ends": ([reply(THOUGHT)], ("unfinished", "", "inferred")),
    "killed, then asked again": ([reply(THOUGHT), NEXT], ("unfinished", "", "inferred")),
    "nothing decides": ([reply(THOUGHT, version="2.1.30"), NEXT], ("unknown", "", "unknown")),
    "an image": ([said([IMAGE])], ("attachment", "", "recorded")),
    "an image and an opened file": (
        [said([{"type": "text", "text": "<ide_opened_file>a</ide_opened_file>"}, IMAGE])],
        ("attachment", "", "recorded"),
    ),
    "blanks": ([said("  \n")], ("blank", "", "recorded")),
    "an empty prompt": ([said([])], ("blank", "", "recorded")),
    "an empty injection": ([said("", isMeta=True)], ("injected", "", "recorded")),
    "taken up again": (
        [said([{"type": "text", "text": "Continue from where you left off."}], isMeta=True)],
        ("continue", "", "recorded"),
    ),
    "an empty summary": ([said("", isCompactSummary=True)], ("failed_compaction", "", "recorded")),
    "stock line": ([synthetic("No response requested.")], ("filler", "", "recorded")),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_cause(tmp_path: Path, case: tuple[list[dict[str, Any]], tuple[str, str, str]]) -> None:
    records, expected = case
    _, silences = silences_of(tmp_path, FIRST, *records)
    assert [(s.cause, s.detail, s.certainty) for s in silences] == [expected]
    found = silences[0]
    assert found.cause in dict(CAUSES)
    assert bool(found.undecided) == (found.certainty != "recorded")
    assert all(span.session == "s" for sign in found.evidence for span in sign.spans)


def test_the_notice_is_cited_beside_the_silence(tmp_path: Path) -> None:
    _, silences = silences_of(tmp_path, FIRST, reply(BLANK), STOPPED)
    assert [span.message for span in silences[0].evidence[0].spans] == [1, 2]


def test_a_cut_file_is_recorded_as_unfinished(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(orjson.dumps({**reply(THOUGHT), "sessionId": "s"}) + b'\n{"type":"assistant","uuid":"r')
    assert [(s.cause, s.certainty) for s in name_silences(ClaudeCode().read(path))] == [("unfinished", "recorded")]


@pytest.mark.parametrize(
    "records",
    [
        [reply({"type": "tool_use", "id": "t", "name": "Bash", "input": {}}), STOPPED],
        [reply(BLANK), reply({"type": "text", "text": "Here."}, uuid="r2")],
        [said("<local-command-stdout></local-command-stdout>")],
        [said([{"type": "text", "text": "Look"}, IMAGE])],
    ],
    ids=["a call", "a later block has text", "a notice of the harness", "words beside an image"],
)
def test_what_speaks_or_acts_is_no_silence(tmp_path: Path, records: list[dict[str, Any]]) -> None:
    assert silences_of(tmp_path, FIRST, *records)[1] == ()


def test_fixtures() -> None:
    named = {p.stem: [(s.message, s.cause) for s in name_silences(ClaudeCode().read(p))] for p in DATA.glob("*.jsonl")}
    assert {name: found for name, found in named.items() if found} == {
        "api-errors": [(1, "provider_error")],
        "image-prompt": [(0, "attachment")],
        "injected-texts": [(15, "continue"), (16, "filler")],
        "interrupted": [(1, "interrupt"), (6, "interrupt")],
        "lost-text": [(1, "lost_record")],
        "sealed": [(2, "reasoning_only")],
    }


def labelled() -> list[tuple[str, int, str]]:
    table = SHARED / "labels" / "silences.tsv"
    if not table.is_file():
        return []
    rows = csv.reader(table.read_text("utf-8").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return [(r[0], int(r[1]), r[3]) for r in rows if r and r[0].startswith("claude-code/")]


@needs_shared
def test_every_labelled_silence_is_named_and_few_others() -> None:
    rows = labelled()
    assert rows
    wanted = {(Path(name).name, line): cause for name, line, cause in rows}
    found: dict[tuple[str, int | None], str] = {}
    for path in sessions("claude-code"):
        transcript = ClaudeCode().read(path)
        for silence in name_silences(transcript):
            message = transcript.messages[silence.message]
            found[(path.name, message.places[0].line)] = silence.cause
    assert {key: found.get(key) for key in wanted} == wanted
    assert {cause for key, cause in found.items() if key not in wanted} <= {"filler", "attachment"}
