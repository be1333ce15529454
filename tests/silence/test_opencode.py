"""Why opencode's messages are empty: the lab's truth, row by row, also with words or ids taken out, and the finer rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from narrator.readers.opencode import OpencodeExport
from narrator.silence import CAUSES, Silence, name_silences
from tests.readers.opencode_lab import CHANGES, EXPORTS, LAB, Json, Row, expected, export, load, model, read, tool, user
from tests.shared import needs_shared, sessions

ROWS = expected()
ABORTED = {"name": "MessageAbortedError", "data": {"message": "The operation was aborted."}}
STEP = {"type": "step-start"}


def silences(folder: Path, *messages: Json, **info: Any) -> dict[int, Silence]:
    return {s.message: s for s in name_silences(read(folder, export(*messages, **info)))}


@pytest.fixture(scope="module", params=CHANGES)
def named(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[int, Silence]]:
    change: Callable[[Json], Json] = CHANGES[request.param]
    folder = tmp_path_factory.mktemp("lab")
    found = {}
    for path in EXPORTS:
        transcript = read(folder, change(load(path)))
        found[str(path.relative_to(LAB).as_posix())] = {s.message: s for s in name_silences(transcript)}
    return found


@pytest.mark.parametrize("row", ROWS, ids=lambda r: f"{r.file.split('.export')[0]}:{r.position}")
def test_each_message_of_the_lab_has_its_cause(row: Row, named: dict[str, dict[int, Silence]]) -> None:
    assert row.position in named[row.file]
    assert named[row.file][row.position].cause == row.cause


def test_nothing_else_of_the_lab_is_called_a_silence(named: dict[str, dict[int, Silence]]) -> None:
    told = {(file, position) for file, found in named.items() for position in found}
    assert told == {(r.file, r.position) for r in ROWS}


def test_every_silence_has_evidence_and_the_uncertain_ones_say_what_would_decide(named: dict[str, dict[int, Silence]]) -> None:
    words = {cause for cause, _ in CAUSES}
    for found in named.values():
        for silence in found.values():
            assert silence.cause in words
            assert silence.evidence
            assert all(sign.spans for sign in silence.evidence)
            assert bool(silence.undecided) == (silence.certainty != "recorded")


@pytest.mark.parametrize(
    ("position", "detail"),
    [(1, "before any output"), (3, "while thinking"), (5, "while writing"), (7, "during a tool"), (10, "before any output")],
)
def test_when_an_interrupt_came(position: int, detail: str) -> None:
    found = {s.message: s for s in name_silences(OpencodeExport().read(LAB / "1.2.27" / "aborts.export.json"))}
    assert (found[position].cause, found[position].detail) == ("interrupt", detail)


def test_the_shipped_sessions_prove_what_their_page_says() -> None:
    folder = LAB.parents[2] / "corpora" / "opencode-lab"
    told = {p.stem: {s.message: s.cause for s in name_silences(OpencodeExport().read(p))} for p in folder.glob("*.json")}
    assert told == {
        "aborts": dict.fromkeys((1, 3, 7, 10), "interrupt"),
        "overflow-error": {4: "context_overflow", 5: "overflow_compaction"},
        "compaction-failures": dict.fromkeys((2, 6, 10, 14), "manual_compaction")
        | dict.fromkeys((3, 7, 11, 15), "failed_compaction"),
        "provider-errors": {1: "provider_error", 3: "provider_error", 7: "not_recorded"},
    }


# --- stopped by a person, or not ---


@pytest.mark.parametrize(
    ("seconds", "following", "version", "cause", "certainty"),
    [
        (5, "stop that", "1.2.27", "interrupt", "inferred"),
        (90, "stop that", "1.2.27", "interrupt", "inferred"),
        (5, None, "1.2.27", "interrupt", "inferred"),
        (90, None, "1.2.27", "connection_abort", "inferred"),
        (90, {"type": "compaction", "auto": True}, "1.2.27", "connection_abort", "inferred"),
        (5, "stop that", "1.14.41", "interrupt", "recorded"),
    ],
)
def test_a_long_wait_that_nobody_answers_was_not_a_person(
    seconds: int, following: Any, version: str, cause: str, certainty: str, tmp_path: Path
) -> None:
    until = 10 + seconds * 1000
    after = [] if following is None else [user(until + 5000, following)]
    found = silences(tmp_path, user(0, "go"), model(10, error=ABORTED, until=until), *after, version=version)
    assert (found[1].cause, found[1].certainty) == (cause, certainty)


def test_an_interrupt_with_words_or_a_call_that_ran_on_is_no_silence(tmp_path: Path) -> None:
    running = tool(status="running", time={"start": 1})
    found = silences(
        tmp_path, model(0, "half a sen", tool(), error=ABORTED, until=9), model(10, running), model(20, tool(), until=30)
    )
    assert found == {}


# --- errors ---


@pytest.mark.parametrize(
    ("error", "cause", "detail", "certainty"),
    [
        ({"name": "APIError", "data": {"message": "no", "statusCode": 503}}, "provider_error", "status 503", "recorded"),
        ({"name": "ProviderAuthError", "data": {"providerID": "p", "message": "no"}}, "provider_error", "", "recorded"),
        ({"name": "UnknownError", "data": {"message": "x"}}, "provider_error", "", "inferred"),
        ({"name": "ANewError"}, "provider_error", "", "recorded"),
        ({"name": "ContentFilterError", "data": {}}, "content_filter", "", "recorded"),
        ({"name": "ContextOverflowError", "data": {}}, "context_overflow", "stored error", "recorded"),
        (
            {"name": "APIError", "data": {"message": "prompt is too long: 210000 tokens > 200000"}},
            "context_overflow",
            "stored error",
            "inferred",
        ),
        (
            {"name": "APIError", "data": {"message": "bad", "responseBody": '{"code":"context_length_exceeded"}'}},
            "context_overflow",
            "stored error",
            "inferred",
        ),
        ({"name": "MessageOutputLengthError", "data": {}}, "empty_completion", "output limit", "recorded"),
        ("not an object", "provider_error", "", "inferred"),
    ],
)
def test_stored_errors(error: Any, cause: str, detail: str, certainty: str, tmp_path: Path) -> None:
    found = silences(tmp_path, model(0, error=error, until=9), user(20, "again"))[0]
    assert (found.cause, found.detail, found.certainty) == (cause, detail, certainty)


def test_a_summary_that_failed_is_a_failed_compaction_before_it_is_anything_else(tmp_path: Path) -> None:
    errors = (ABORTED, {"name": "APIError"}, {"name": "ContextOverflowError"}, None)
    made = [model(i, summary=True, until=i + 1, **({"error": e} if e else {"finish": "stop"})) for i, e in enumerate(errors)]
    found = silences(tmp_path, *made, model(9, summary=True))
    assert {s.cause for s in found.values()} == {"failed_compaction"}
    assert [found[i].detail for i in range(5)] == ["interrupted", "provider error", "context overflow", "empty", "unfinished"]


# --- finished with nothing ---

SEALED = {"type": "reasoning", "text": "", "metadata": {"openai": {"reasoningEncryptedContent": "gAAA"}}}


@pytest.mark.parametrize(
    ("parts", "finish", "cause", "detail"),
    [
        ([STEP, {"type": "reasoning", "text": "hm"}], "stop", "reasoning_only", ""),
        ([STEP, SEALED], "stop", "reasoning_only", "hidden"),
        ([STEP, {"type": "text", "text": " \n"}], "stop", "empty_completion", "blanks"),
        ([STEP], "stop", "empty_completion", ""),
        ([STEP], "length", "empty_completion", "length"),
        ([STEP], "content-filter", "content_filter", ""),
        ([STEP], "error", "provider_error", ""),
        ([], "stop", "lost_record", ""),
        ([STEP], "tool-calls", "lost_record", ""),
        ([STEP, {"type": "reasoning", "text": "hm"}], "tool-calls", "lost_record", ""),
    ],
)
def test_finished_with_nothing_to_read(parts: list[Json], finish: str, cause: str, detail: str, tmp_path: Path) -> None:
    found = silences(tmp_path, model(0, *parts, finish=finish, until=9))[0]
    assert (found.cause, found.detail) == (cause, detail)


def test_a_message_of_the_harness_s_own_role_is_no_call_that_was_lost(tmp_path: Path) -> None:
    found = silences(tmp_path, user(0, "go"), {**user(5), "info": {"role": "notice", "id": "msg_5", "time": {"created": 5}}})
    assert [(s.cause, s.certainty) for s in found.values()] == [("injected", "recorded")]


def test_a_record_taken_in_the_middle_is_unfinished_and_may_go_on(tmp_path: Path) -> None:
    found = silences(
        tmp_path, model(0, STEP), user(10, "hello?"), model(20, {"type": "reasoning", "text": "hm", "time": {"start": 1}})
    )
    assert [(s.cause, s.detail, bool(s.undecided)) for s in found.values()] == [
        ("unfinished", "before any output", False),
        ("unfinished", "while thinking", True),
    ]


# --- compactions ---


@pytest.mark.parametrize(
    ("part", "at", "cause", "certainty"),
    [
        ({"auto": True}, 25, "auto_compaction", "recorded"),
        ({"auto": False}, 25, "manual_compaction", "recorded"),
        ({"auto": True, "overflow": True}, 25, "overflow_compaction", "recorded"),
        ({}, 25, "auto_compaction", "inferred"),
        ({}, 14_000, "manual_compaction", "inferred"),
    ],
)
def test_who_asked_for_a_summary(part: Json, at: int, cause: str, certainty: str, tmp_path: Path) -> None:
    marker = user(at, {"type": "compaction", **part})
    found = silences(tmp_path, user(0, "go"), model(10, "done", until=20), marker, version="1.0.98")[2]
    assert (found.cause, found.certainty) == (cause, certainty)


def test_a_marker_that_nothing_stands_before_has_no_known_trigger(tmp_path: Path) -> None:
    found = silences(tmp_path, user(0, {"type": "compaction"}))[0]
    assert (found.cause, found.certainty) == ("compaction", "unknown")


# --- real sessions ---


@needs_shared
@pytest.mark.parametrize("path", [p for p in sessions("opencode") if p.suffix == ".json"], ids=lambda p: p.name)
def test_no_silence_of_a_real_session_is_unknown(path: Path) -> None:
    assert all(s.cause != "unknown" for s in name_silences(OpencodeExport().read(path)))
