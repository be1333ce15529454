"""Documents of the quality to reach, and essays that others wrote: the good ones pass, the one that breaks time's order fails."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from narrator.assets import folder
from narrator.checking import check, verdicts
from narrator.model import Transcript
from narrator.readers import read
from tests.shared import SHARED, needs_shared

pytestmark = needs_shared

LABELED = {"D1": "D1.a.json", "D2": "D2.a.json"}
MODELS = ("D1-155", "D1-211", "D2-8", "D2.brief", "D2.retro")


def _session(key: str) -> Transcript:
    labels = json.loads((SHARED / "labels" / LABELED[key]).read_text("utf-8"))
    return read(SHARED / labels["file"])


def _places(key: str, transcript: Transcript) -> dict[int, int]:
    """Return the transcript's index for each position in the readers' copy of a session."""
    labels = json.loads((SHARED / "labels" / LABELED[key]).read_text("utf-8"))
    lines = {place.line: m.index for m in transcript.messages for place in m.places}
    ids = {m.id: m.index for m in transcript.messages if m.id}
    found = {n: lines.get(int(name[1:])) if name[1:].isdigit() else ids.get(name) for n, name in enumerate(labels["messages"])}
    last = transcript.messages[-1].index
    return {n: last if index is None else index for n, index in found.items()}


def _model(name: str) -> tuple[str, Transcript]:
    """Return a model document with its session's name and numbers, and the session."""
    key = name[:2]
    transcript = _session(key)
    text = (SHARED / "models" / f"{name}.md").read_text("utf-8")
    if key == "D2":  # its numbers are those of the readers' copy
        places = _places(key, transcript)
        text = re.sub(r"(\[msg |[Mm]essages? |(?m:^subject: ))(\d+)", lambda m: f"{m[1]}{places[int(m[2])]}", text)
    return re.sub(r"(?m)^session: .*$", f"session: {transcript.session}", text, count=1), transcript


@pytest.mark.parametrize("name", MODELS)
def test_a_model_document_passes(name: str) -> None:
    text, transcript = _model(name)
    results = verdicts(text, transcript)
    assert [(r.line, r.check, r.text, r.passage) for r in results if r.verdict == "wrong"] == []
    assert sum(r.verdict == "right" for r in results) > 5 * sum(r.verdict == "unknown" for r in results)


@pytest.mark.parametrize("name", MODELS)
def test_no_citation_quotation_or_footnote_of_a_model_can_be_changed_unseen(name: str) -> None:
    text, transcript = _model(name)
    body = text.partition("<!-- plan -->")[0]
    changes = [(r"\[msg \d+\]", "[msg 9999]"), (r"“([^”]*) ([^” ]+)”", r"“\1 hardly \2”"), (r" = (\d)", r" = 9\1")]
    for pattern, new in changes:
        for match in list(re.finditer(pattern, body))[::19]:
            changed = body[: match.start()] + match.expand(new) + body[match.end() :]
            assert check(changed, transcript), match[0]


@pytest.mark.parametrize(("name", "subject"), [("000_9be9b9fe175c1b6f", 10880), ("004_37f880306f229e32", 8858)])
def test_an_essay_in_order_passes(name: str, subject: int) -> None:
    assert check(_seed(name), _corpus(), subject=subject) == ()
    assert check(_seed(name), _corpus()) == ()


@pytest.mark.parametrize("subject", [10018, None])
def test_the_essay_that_tells_later_messages_as_earlier_fails_for_that(subject: int | None) -> None:
    """With no subject given, it is the message that the essay names most often."""
    problems = check(_seed("003_c0c763cb3cdc8e2a"), _corpus(), subject=subject)
    assert [(p.code, p.message) for p in problems] == [("order", 10024), ("order", 10026), ("order", 10027)]


def _seed(name: str) -> str:
    return (SHARED / "seeds" / f"{name}.txt").read_text("utf-8")


def _corpus() -> Transcript:
    return read(Path(folder("corpora")) / "dflash" / "session.jsonl")
