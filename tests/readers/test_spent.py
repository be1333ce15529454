"""Tokens and cost are as they are recorded: of a message's records the largest, and nothing where none tells them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from narrator.errors import NarratorError
from narrator.model import Message, Tokens, Transcript
from narrator.readers import read, readers
from narrator.readers.base import gives
from narrator.readers.claude_code import ClaudeCode
from narrator.readers.opencode import OpencodeExport
from tests.readers.opencode_lab import EXPORTS, load
from tests.shared import needs_shared, sessions

DATA = Path(__file__).parents[1] / "data"


@cache
def _all() -> tuple[tuple[str, Message], ...]:
    return tuple(_messages())


def _messages() -> Iterator[tuple[str, Message]]:
    for path in sorted(p for p in DATA.rglob("*") if p.is_file()):
        try:
            transcript = read(path)
        except NarratorError:
            continue
        yield from ((transcript.format, message) for message in transcript.messages)


def test_a_format_that_records_no_cost_or_tokens_has_none() -> None:
    told = {reader.name: gives(reader) for reader in readers()}
    for form, message in _all():
        given = told.get(form) or told[form.partition("-store")[0]]
        assert message.cost is None or "cost" in given, form
        assert message.tokens is None or "tokens" in given, form


def test_only_answers_cost_something_and_never_less_than_nothing() -> None:
    for form, message in _all():
        if message.tokens is not None:
            assert message.role == "assistant", (form, message.index)
            assert min(message.tokens.model_dump().values()) >= 0
        assert message.cost is None or message.cost >= 0


# ------------------------------------------------------------------------------------------------------------- opencode
@pytest.mark.parametrize("path", EXPORTS, ids=lambda p: f"{p.parent.name}/{p.name.split('.')[0]}")
def test_an_opencode_message_has_its_own_tokens_and_cost(path: Path) -> None:
    transcript = OpencodeExport().read(path)
    source = {m["info"]["id"]: m["info"] for m in load(path)["messages"]}
    for message in transcript.messages:
        info = source[message.id or message.field("id") or ""]
        assert message.cost == info.get("cost")
        assert (message.tokens and message.tokens.output) == (info["tokens"]["output"] if "tokens" in info else None)


@pytest.mark.parametrize(
    ("fields", "cost", "tokens"),
    [
        ({}, None, None),
        ({"cost": 0, "tokens": {"input": 0, "output": 0}}, 0.0, Tokens()),
        (
            {"cost": 0.25, "tokens": {"input": 7, "output": 3, "cache": {"read": 5}}},
            0.25,
            Tokens(input=7, output=3, cache_read=5),
        ),
        ({"cost": None, "tokens": None}, None, None),
        ({"cost": "0.25", "tokens": "many"}, None, None),
        ({"cost": -1, "tokens": {"input": -7, "output": True, "cache": 5}}, None, Tokens()),
        ({"cost": True, "tokens": []}, None, None),
    ],
)
def test_what_is_no_number_is_not_made_one(
    fields: dict[str, Any], cost: float | None, tokens: Tokens | None, tmp_path: Path
) -> None:
    source = load(next(p for p in EXPORTS if p.name.startswith("normal")))
    info = source["messages"][1]["info"]
    source["messages"][1]["info"] = {k: v for k, v in info.items() if k not in ("cost", "tokens")} | fields
    path = tmp_path / "session.json"
    path.write_text(json.dumps(source), "utf-8")
    message = OpencodeExport().read(path).messages[1]
    assert (message.cost, message.tokens) == (cost, tokens)


# ---------------------------------------------------------------------------------------------------------- Claude Code
def _streamed(tmp_path: Path, outputs: tuple[int | None, ...]) -> Message:
    """A reply in as many records as there are counts: streaming writes each block with what is counted so far."""
    path = tmp_path / "s1.jsonl"
    record: dict[str, Any] = {"type": "user", "sessionId": "s1", "uuid": "u", "message": {"role": "user", "content": "Go."}}
    lines = [record]
    for number, output in enumerate(outputs):
        usage = {} if output is None else {"usage": {"input_tokens": 3, "output_tokens": output}}
        message = {"id": "m1", "role": "assistant", "content": [{"type": "text", "text": f"Part {number}."}], **usage}
        parent = lines[-1]["uuid"]
        lines.append({"type": "assistant", "sessionId": "s1", "uuid": f"a{number}", "parentUuid": parent, "message": message})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return ClaudeCode().read(path).messages[1]


@pytest.mark.parametrize("outputs", list(permutations((1, 8, 40))))
def test_of_a_streamed_reply_the_largest_count_is_taken_in_any_order(outputs: tuple[int, ...], tmp_path: Path) -> None:
    message = _streamed(tmp_path, outputs)
    assert len(message.parts) == 3
    assert message.tokens == Tokens(input=3, output=40)


@pytest.mark.parametrize(("outputs", "tokens"), [((None, 8, None), Tokens(input=3, output=8)), ((None, None), None)])
def test_a_record_without_a_count_takes_nothing_away_and_adds_nothing(
    outputs: tuple[int | None, ...], tokens: Tokens | None, tmp_path: Path
) -> None:
    assert _streamed(tmp_path, outputs).tokens == tokens


# ---------------------------------------------------------------------------------------------------- the real sessions
def _spent(transcript: Transcript) -> int:
    return sum(m.tokens.output + m.tokens.reasoning for m in transcript.messages if m.tokens is not None)


@needs_shared
@pytest.mark.parametrize("path", sessions("codex"), ids=lambda p: p.stem)
def test_a_codex_session_spends_what_its_steps_are_said_to(path: Path) -> None:
    steps: dict[int, int] = {}
    for line in path.read_text("utf-8").splitlines():
        info = (json.loads(line).get("payload") or {}).get("info") if '"token_count"' in line else None
        if info:
            steps.setdefault(info["total_token_usage"]["total_tokens"], info["last_token_usage"]["output_tokens"])
    assert _spent(read(path)) == sum(steps.values())
