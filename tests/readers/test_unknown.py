"""A record of a kind that isn't known is counted, its kind is told once with its place, and its words are kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from narrator.readers import read
from tests.readers.specimens import create

NEW: dict[str, tuple[dict[str, Any], str]] = {
    "claude-code": ({"type": "novelty", "content": "Ta-da.", "sessionId": "s"}, "novelty"),
    "codex": ({"type": "event_msg", "payload": {"type": "novelty", "message": "Ta-da."}}, "event_msg.novelty"),
    "pi": ({"type": "novelty", "text": "Ta-da."}, "novelty"),
    "copilot": ({"type": "novelty", "data": {"message": "Ta-da."}}, "novelty"),
    "gemini": ({"type": "novelty", "id": "n", "content": "Ta-da."}, "novelty"),
    "openhands": ({"kind": "NoveltyEvent", "id": "n", "source": "agent", "text": "Ta-da."}, "NoveltyEvent"),
    "jsonl": ({"text": "Ta-da."}, "neither"),
}


@pytest.mark.parametrize("name", NEW)
def test_it_is_told(tmp_path: Path, name: str) -> None:
    record, kind = NEW[name]
    path = create(name, tmp_path)
    before = read(path)
    path.write_text(path.read_text("utf-8").rstrip("\n") + "\n" + json.dumps(record) + "\n", "utf-8")
    after = read(path)
    assert after.coverage.unknown == before.coverage.unknown + 1
    assert [e.text for e in after.events if "Ta-da" in e.text] == ["Ta-da."]
    told = [p for p in after.problems if kind in p.text]
    assert [p.code for p in told] == ["unknown-record"]
    assert told[0].place is not None
    assert told[0].place.line == len(path.read_text("utf-8").splitlines())
    assert [m.parts for m in after.messages] == [m.parts for m in before.messages]


def test_each_kind_is_told_once(tmp_path: Path) -> None:
    path = create("claude-code", tmp_path)
    record = json.dumps({"type": "novelty", "sessionId": "s"}) + "\n"
    path.write_text(path.read_text("utf-8") + record * 3 + record.replace("novelty", "surprise"), "utf-8")
    transcript = read(path)
    assert transcript.coverage.unknown == 4
    told = [p.text.rpartition(" ")[2] for p in transcript.problems if p.code == "unknown-record"]
    assert told == ["`novelty`", "`surprise`"]
