"""Whole sessions are observed: in order, inside their texts, the same each time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from narrator.model import Part, Span, Transcript
from narrator.observations import OBSERVERS, Observations, observe, observe_closely, of_message, within
from narrator.readers import read
from tests.observations.build import called, said, shell, typed
from tests.shared import needs_shared, sessions

CORPORA = Path(__file__).resolve().parents[2] / "corpora"


def transcript(*messages: object) -> Transcript:
    numbered = tuple(m.model_copy(update={"index": i}) for i, m in enumerate(messages))  # type: ignore[attr-defined]
    return Transcript(session="s", format="opencode", agent="opencode", messages=numbered)


def test_the_light_look_leaves_the_heavy_kinds_empty() -> None:
    found = observe(transcript(typed("fix it"), shell("pytest", "1 passed in 0.1s"), said("All tests pass. Loss 3 → 2.")))
    assert (len(found.acts), len(found.outcomes), len(found.speeches)) == (1, 1, 1)
    assert (found.statements, found.tables, found.changes, found.measurements) == ((), (), (), ())


def test_the_close_look_takes_a_stretch() -> None:
    found = observe_closely(transcript(typed("fix it"), said("All tests pass."), said("Loss 3 → 2.")), 1, 1)
    assert [s.message for s in found.statements] == [1]
    assert found.speeches == ()


def test_a_long_first_message_that_asks_nothing_outright_is_a_task() -> None:
    described = "Merging three objects gives a wrong order.\n" * 12
    asked = described + "\nCan you tell me why?"
    first, again = observe(transcript(typed(described), typed(described))).speeches
    assert (first.act, again.act) == ("request", "report")
    assert observe(transcript(typed(asked))).speeches[0].act == "question"


def test_observations_are_looked_up_by_message() -> None:
    found = observe(transcript(shell("ls"), shell("pwd"), said("x"), shell("make")))
    assert [a.message for a in of_message(found.acts, 3)] == [3]
    assert [a.message for a in within(found.acts, 1, 3)] == [1, 3]
    assert list(of_message(found.acts, 2)) == []


def test_a_wait_is_named_after_what_it_waits_for() -> None:
    started = shell("bun run test", "Process running with session ID 4711\nOutput:\n", status="running")
    waited = called("write_stdin", {"session_id": "4711", "chars": ""}, result=" 3 pass\n 1 fail\n")
    other = called("write_stdin", {"session_id": "99", "chars": ""})
    found = observe(transcript(started, waited, other))
    assert [(a.kind, a.verb, a.object) for a in found.acts[1:]] == [
        ("test", "waited for", "a command (bun run test)"),
        ("operate", "waited for", "a running command"),
    ]
    assert found.acts[1].object_span is None
    assert found.outcomes[1].figures == (("failed", "1"), ("passed", "3"))


def test_a_wait_is_named_by_the_description_of_its_command_else_by_its_program() -> None:
    notice = "Command running in background with ID: b1"
    described = called("Bash", {"command": "rg -n KEY .env", "description": "Look for the key"}, result=notice)
    bare = called("Bash", {"command": "rg -n KEY .env"}, result=notice)
    waits = called("TaskOutput", {"task_id": "b1"})
    stops = called("KillShell", {"shell_id": "b1"})
    assert observe(transcript(described, waits)).acts[1].object == "a command (Look for the key)"
    assert observe(transcript(bare, waits)).acts[1].object == "a command (rg)"
    stopped = observe(transcript(bare, stops)).acts[1]
    assert (stopped.kind, stopped.verb, stopped.object) == ("operate", "stopped", "a command (rg)")


def test_every_kind_has_its_field() -> None:
    assert tuple(OBSERVERS) == tuple(Observations.__dataclass_fields__)


def _spans(found: Observations) -> list[Span]:
    of_one = [o.span for name in OBSERVERS for o in getattr(found, name)]
    cells = [c.span for t in found.tables for _, row in t.rows for c in row]
    objects = [a.object_span for a in found.acts if a.object_span is not None]
    reasons = [c.reason_span for c in found.changes if c.reason_span is not None]
    return [*of_one, *cells, *objects, *reasons, *(s.text_span for s in found.speeches)]


def _text(session: Transcript, span: Span) -> str:
    message = session.message(span.message)
    assert message is not None
    assert span.part is not None
    part: Part = message.parts[span.part]
    text = part.text if span.arg is None else part.arg(span.arg)
    assert text is not None
    return text


def _check(path: Path) -> None:
    session = read(path)
    first, last = session.messages[0].index, session.messages[-1].index
    found = observe_closely(session, first, last)
    for span in _spans(found):
        text = _text(session, span)
        assert 0 <= span.start <= (len(text) if span.end is None else span.end) <= len(text)
    for name in OBSERVERS:
        order = [o.message for o in getattr(found, name)]
        assert order == sorted(order)
    for act in found.acts:
        if act.object_span is not None and not act.object.endswith("…"):
            shown = _text(session, act.object_span)[act.object_span.start : act.object_span.end]
            assert act.object == shown or act.object in shown
    calls = sum(1 for m in session.messages for _ in m.calls())
    assert len(found.acts) == calls


@pytest.mark.parametrize("path", sorted(CORPORA.rglob("*.json*")), ids=lambda p: p.stem)
def test_corpora_spans_lie_inside_their_texts(path: Path) -> None:
    _check(path)


@needs_shared
@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [p for p in sessions("opencode", "claude-code", "codex") if p.suffix != ".md"], ids=lambda p: p.stem
)
def test_real_sessions_spans_lie_inside_their_texts(path: Path) -> None:
    _check(path)


@needs_shared
def test_the_light_look_is_fast() -> None:
    path = next(p for p in sessions("codex") if p.stat().st_size > 2_000_000)
    session = read(path)
    size = sum(len(p.text) + sum(len(text) for _, text in p.args) for m in session.messages for p in m.parts)
    began = time.process_time()
    observe(session)
    assert size / 1e6 / (time.process_time() - began) > 2, "observe() reads less than 2 MB a second"


@pytest.mark.parametrize(
    "text", ["\n" * 60_000, "a " * 60_000, "`" * 60_000, "| " * 60_000, "from 1 to " * 6_000, "'" * 60_001, "$(" * 30_000]
)
def test_odd_texts_take_no_long_time(text: str) -> None:
    odd = transcript(typed(text), shell(text, text), shell("pytest", text, status="error", exit_code=1), said(text[:20_000]))
    began = time.process_time()
    observe_closely(odd, 0, 3)
    assert time.process_time() - began < 10
