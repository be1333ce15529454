"""A session's reading as JSON: complete, redacted, and the way back from an index to its source."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from narrator import analyze, read
from narrator.errors import MessageIndexError
from narrator.model import Child, Message, Part, Place, Problem, Transcript
from narrator.publishing.reading import as_json, file_name
from narrator.redaction import Policy, using
from tests.cli.running import ABORTS, DATA, DFLASH

SECRET = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"  # noqa: S105 (invented)
HOME = "/home/alice/shop"


def form(transcript: Transcript, index: int | None = None, *, facts: bool = False) -> Any:
    return json.loads(as_json(analyze(transcript), index, facts=facts))


def test_it_holds_all_that_was_read() -> None:
    transcript = read(ABORTS)
    told = form(transcript)
    assert [m["index"] for m in told["messages"]] == [m.index for m in transcript.messages]
    causes = {s["message"]: s["cause"] for s in told["silences"]}
    assert causes[1] == causes[3] == "interrupt"
    assert told["coverage"]["messages"] == len(transcript.messages)
    assert (told["phases"][0]["first"], told["phases"][-1]["last"]) == (0, 12)
    assert told["digest"] == transcript.digest


def test_phases_cover_every_message_once() -> None:
    told = form(read(DFLASH))
    covered = [m["index"] for p in told["phases"] for m in told["messages"] if p["first"] <= m["index"] <= p["last"]]
    assert covered == [m["index"] for m in told["messages"]]


def test_an_id_is_the_source_s_own_or_what_a_scrubber_left_of_it() -> None:
    parts = (Part(kind="text", text="Go", by="person"),)
    common: dict[str, Any] = {"role": "user", "kind": "prompt", "by": "person", "parts": parts}
    messages = (
        Message(index=0, id="msg_1", **common),
        Message(index=1, record=(("id", "[scrubbed]"),), **common),
        Message(index=2, **common),
    )
    told = form(Transcript(session="s", format="jsonl", agent="opencode", messages=messages))
    assert [m["id"] for m in told["messages"]] == ["msg_1", "[scrubbed]", None]


def test_nothing_personal_leaves_by_any_field() -> None:
    place = Place(file=f"{HOME}/s.jsonl", line=3)
    words = f"{HOME} {SECRET}"
    message = Message(
        index=0,
        role="assistant",
        kind="reply",
        by="model",
        parts=(Part(kind="text", text=words, by="model"),),
        model=words,
        mode=words,
        finish=words,
        error=words,
        record=(("error", words),),
        places=(place,),
    )
    transcript = Transcript(
        session="s",
        format="jsonl",
        agent="opencode",
        title=words,
        messages=(message,),
        children=(Child(session="c", title=words),),
        problems=(Problem(code="bad-line", text=words, place=place),),
    )
    with using(Policy("strict")):
        texts = (as_json(analyze(transcript)), as_json(analyze(transcript), 0, facts=True))
    for told in texts:
        assert "alice" not in told
        assert SECRET not in told
    assert form(transcript)["problems"][0]["place"] == {"file": "s.jsonl", "line": 3, "byte_start": None, "byte_end": None}


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("/home/alice/a b.jsonl", "a b.jsonl"),
        ("s.jsonl", "s.jsonl"),
        ("/home/alice/opencode.db#message/msg_1", "opencode.db#message/msg_1"),
    ],
)
def test_a_place_names_its_file_without_its_folder(file: str, name: str) -> None:
    assert file_name(Place(file=file)) == name


def test_one_message() -> None:
    told = form(read(ABORTS), 1)
    assert told["message"]["index"] == 1
    assert told["silence"]["certainty"] == "recorded"
    assert told["silence"]["evidence"]
    assert "facts" not in told
    facts = form(read(ABORTS), 1, facts=True)["facts"]
    assert {f["predicate"].split(".")[0] for f in facts} >= {"message", "silence"}


def test_a_message_that_is_not_there() -> None:
    with pytest.raises(MessageIndexError, match="has no message 99; it has 0 to 12, the nearest is 12"):
        as_json(analyze(read(ABORTS)), 99)


@pytest.mark.parametrize("path", sorted((DATA / "opencode-lab" / "1.18.33").glob("*.json")), ids=lambda p: p.name)
def test_every_session_of_the_lab_can_be_told(path: Path) -> None:
    analysis = analyze(read(path))
    assert [m["index"] for m in json.loads(as_json(analysis))["messages"]] == [m.index for m in analysis.transcript.messages]
