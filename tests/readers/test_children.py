"""Sub-agents' sessions: linked from the call that started them, found beside the session, read by their paths."""

from __future__ import annotations

import gzip
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from narrator.model import Child, Transcript
from narrator.readers import children, read
from narrator.readers.codex import Codex
from tests.readers.codex_lines import META, call, event, item, output, prompt, said, started
from tests.readers.gemini_lines import HEADER, gemini, lines
from tests.readers.gemini_lines import call as gemini_call
from tests.readers.gemini_lines import user as user_of_gemini
from tests.readers.opencode_lab import LAB, load, user
from tests.readers.test_opencode_folders import STORAGE, create
from tests.readers.test_opencode_store import add
from tests.readers.test_opencode_store import create as create_store

Line = dict[str, Any]
OWN = "0a1b2c3d-0000-4000-8000-000000000001"


def write(path: Path, *lines: Line) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def record(uuid: str, kind: str, content: Any, *, session: str = OWN, **fields: Any) -> Line:
    message = {"role": kind, "content": content} | ({"id": f"m-{uuid}"} if kind == "assistant" else {})
    time = f"2026-02-03T10:00:{int(uuid.lstrip('u')):02d}.000Z"
    return {"type": kind, "uuid": uuid, "sessionId": session, "timestamp": time, "message": message, **fields}


def task(call_id: str, asked: str) -> Line:
    return {"type": "tool_use", "id": call_id, "name": "Task", "input": {"description": f"do {asked}", "prompt": asked}}


def log(path: Path, agent: str, asked: str, *, session: str = OWN, **meta: Any) -> Path:
    """Write a sub-agent's log, and what the harness keeps of it beside it."""
    side: Line = {"isSidechain": True, "agentId": agent, "session": session}
    write(path / f"agent-{agent}.jsonl", record("u1", "user", asked, **side), record("u2", "assistant", "done", **side))
    if meta:
        (path / f"agent-{agent}.meta.json").write_text(json.dumps(meta))
    return path / f"agent-{agent}.jsonl"


def session(folder: Path) -> Path:
    """Write a session with three calls of sub-agents, of which only the first names its own."""
    calls = [task("t1", "look"), task("t2", "read"), task("t3", "write")]
    answer = [{"type": "tool_result", "tool_use_id": "t1", "content": "looked"}]
    return write(
        folder / f"{OWN}.jsonl",
        record("u1", "user", "Look around."),
        record("u2", "assistant", calls),
        record("u3", "user", answer, toolUseResult={"agentId": "a1", "status": "completed"}),
        record("u4", "assistant", "Done."),
    )


def told(transcript: Transcript) -> list[tuple[str, int | None, str | None]]:
    return [(c.session, c.message, c.title) for c in transcript.children]


def flags(transcript: Transcript, message: int) -> list[tuple[str, ...]]:
    return [p.flags for p in transcript.messages[message].parts if p.kind == "call"]


def test_claudes_sub_agents_are_linked_by_result_by_what_is_kept_beside_or_by_their_prompt(tmp_path: Path) -> None:
    path = session(tmp_path)
    inside = tmp_path / OWN / "subagents"
    logs = [
        log(inside, "a1", "look"),
        log(inside, "a2", "read it with care", toolUseId="t2", description="reading"),
        log(inside, "a3", "write"),
        log(inside / "workflows" / "wf_1", "a4", "go on", agentType="workflow-subagent", spawnDepth=1),
    ]
    transcript = read(path)
    assert told(transcript) == [
        ("agent-a1", 1, "do look"),
        ("agent-a2", 1, "reading"),
        ("agent-a3", 1, "do write"),
        ("agent-a4", None, None),
    ]
    assert flags(transcript, 1) == [("child:agent-a1",), ("child:agent-a2",), ("child:agent-a3",)]
    assert [(c.session, where) for c, where in children(path, transcript)] == [
        (f"agent-a{n}", str(file)) for n, file in enumerate(logs, 1)
    ]
    assert [read(where).session for _, where in children(path, transcript)] == ["agent-a1", "agent-a2", "agent-a3", "agent-a4"]


def test_logs_beside_the_session_are_its_own_where_they_name_it(tmp_path: Path) -> None:
    path = session(tmp_path)
    log(tmp_path, "b1", "read")
    log(tmp_path, "b2", "write", session="another")
    assert told(read(path)) == [("agent-a1", 1, "do look"), ("agent-b1", 1, "do read")]
    assert [c.session for c, _ in children(path, read(path))] == ["agent-b1"]


def test_a_prompt_that_two_calls_gave_tells_neither(tmp_path: Path) -> None:
    path = write(
        tmp_path / f"{OWN}.jsonl",
        record("u1", "user", "Go."),
        record("u2", "assistant", [task("t1", "look"), task("t2", "look")]),
    )
    log(tmp_path / OWN / "subagents", "a1", "look")
    assert told(read(path)) == [("agent-a1", None, None)]


def test_what_a_sub_agent_started_is_its_own_and_not_the_sessions(tmp_path: Path) -> None:
    path = session(tmp_path)
    inside = tmp_path / OWN / "subagents"
    first = log(inside, "a1", "look")
    log(inside, "a2", "look deeper", parentAgentId="a1", spawnDepth=2, description="deeper")
    assert told(read(path)) == [("agent-a1", 1, "do look")]
    assert told(read(first)) == [("agent-a2", None, "deeper")]
    assert [where for _, where in children(first, read(first))] == [str(inside / "agent-a2.jsonl")]


def test_packed_logs_and_broken_notes(tmp_path: Path) -> None:
    path = session(tmp_path)
    inside = tmp_path / OWN / "subagents"
    plain = log(inside, "a3", "write", toolUseId=7)
    (inside / "agent-a3.meta.json").write_text("{")
    (inside / "agent-a3.jsonl.gz").write_bytes(gzip.compress(plain.read_bytes()))
    plain.unlink()
    (inside / "agent-a4.jsonl").write_bytes(b"\xff{no json")
    transcript = read(path)
    assert told(transcript) == [("agent-a1", 1, "do look"), ("agent-a3", 1, "do write")]
    ((_, where),) = children(path, transcript)
    assert read(where).session == "agent-a3"


def rollout(path: Path, own: str, *lines: Line, **header: Any) -> Path:
    meta = {**META, "payload": META["payload"] | {"id": own} | header}
    return write(path / f"rollout-2026-05-01T10-00-00-{own}.jsonl", meta, *lines)


def activity(what: str, **fields: Any) -> Line:
    return {"type": "event_msg", "payload": {"type": "sub_agent_activity", "kind": what, **fields}}


def spawned(parent: str, **fields: Any) -> Line:
    return {"subagent": {"thread_spawn": {"parent_thread_id": parent, "depth": 1, **fields}}}


def test_codex_threads_are_linked_by_output_by_activity_or_by_their_own_headers(tmp_path: Path) -> None:
    day = tmp_path / "sessions" / "2026" / "05" / "01"
    path = rollout(
        day,
        "s1",
        started(),
        *prompt("Go."),
        call("k1", name="spawn_agent"),
        output("k1", json.dumps({"agent_id": "c1", "nickname": "Ada"})),
        call("k2", name="spawn_agent"),
        output("k2", json.dumps({"task_name": "/root/review"})),
        activity("started", event_id="k2", agent_thread_id="c2", agent_path="/root/review"),
        activity("interacted", event_id="k9", agent_thread_id="c2", agent_path="/root/review"),
        call("k3", name="spawn_agent"),
        event("item_completed", item={"type": "SubAgentActivity", "id": "k3", "kind": "started", "agent_thread_id": "c3"}),
        *said("Done."),
    )
    rollout(day, "c1", *prompt("Look."), source=spawned("s1"))
    rollout(day, "c4", *prompt("Look."), source=spawned("s1", agent_nickname="Bo"), forked_from_id="s1")
    rollout(day, "c5", *prompt("Look."), source={"subagent": "review"}, parent_thread_id="s1")
    rollout(day, "c6", *prompt("Look."), source=spawned("another"), forked_from_id="s1")
    rollout(day, "f1", *prompt("Look."), source="cli", forked_from_id="s1")
    rollout(day.with_name("02"), "c3", *prompt("Look."), source=spawned("s1"))
    transcript = read(path)
    where = {m.index for m in transcript.messages for p in m.parts if p.kind == "call"}
    linked = {c.session: c.message for c in transcript.children}
    assert list(linked) == ["c1", "c2", "c3", "c4", "c5"]
    assert {linked["c1"], linked["c2"], linked["c3"]} <= where
    assert linked["c4"] is None
    assert [c.title for c in transcript.children] == ["Ada", "review", None, "Bo", "review"]
    marks = [f for m in transcript.messages for p in m.parts if p.kind == "call" for f in p.flags]
    assert marks == ["child:c1", "child:c2", "child:c3"]
    assert [(c.session, Path(at).parent.name) for c, at in children(path, transcript)] == [
        ("c1", "01"),
        ("c3", "02"),
        ("c4", "01"),
        ("c5", "01"),
    ]


def test_a_sub_agents_thread_has_a_model_for_its_prompter(tmp_path: Path) -> None:
    path = rollout(
        tmp_path, "c1", started(), *prompt("Look."), item("message", role="assistant", content=[]), source=spawned("s1")
    )
    assert [m.by for m in Codex().read(path).messages if m.kind == "prompt"] == ["model"]


@pytest.mark.parametrize("name", ["task_tool", "user_variants"])
def test_opencodes_children_are_in_its_stores(name: str) -> None:
    for store, export in ((STORAGE, "1.1.65"), (LAB / "1.14.41" / "opencode.db", "1.14.41")):
        own = load(LAB / export / f"{name}.export.json")["info"]["id"]
        transcript = read(f"{store}#{own}")
        ((child, where),) = children(f"{store}#{own}", transcript)
        assert where == f"{store}#{child.session}"
        found = read(where)
        assert (found.session, found.messages[0].by) == (child.session, "model")


def test_a_child_that_no_call_names_is_told_by_its_parent(tmp_path: Path) -> None:
    path = tmp_path / "opencode.db"
    with closing(create_store(path, ("ses_a", [user(0, "one")]))) as store:
        add(store, "ses_c", [user(0, "a sub-agent's")], parent="ses_a")
    transcript = read(f"{path}#ses_a")
    assert transcript.children == (Child(session="ses_c", title="about ses_c"),)
    assert [where for _, where in children(path, transcript)] == [f"{path}#ses_c"]


def test_children_that_arent_there_have_no_path(tmp_path: Path) -> None:
    export = LAB / "1.18.33" / "task_tool.export.json"
    transcript = read(export)
    assert transcript.children
    assert children(export, transcript) == ()
    copy = tmp_path / "parent.json"
    copy.write_bytes(export.read_bytes())
    beside = tmp_path / f"{transcript.children[0].session}.json"
    beside.write_bytes((LAB / "1.18.33" / "normal.export.json").read_bytes())
    assert [where for _, where in children(copy, read(copy))] == [str(beside)]
    root = tmp_path / "storage"
    create(root, "ses_a", user(0, "one"))
    assert children(root, read(root)) == ()


def test_gemini_clis_sub_agents_are_in_a_folder_beside(tmp_path: Path) -> None:
    lines(tmp_path, user_of_gemini("a"), gemini("b", "", gemini_call("1", name="investigator", agentId="sub-1")))
    path = tmp_path / "session-1.jsonl"
    assert children(path, read(path)) == ()
    (tmp_path / "g1").mkdir()
    lines(tmp_path / "g1", user_of_gemini("a", "look"), gemini("b", "Fine."), header=HEADER | {"kind": "subagent"})
    inner = (tmp_path / "g1" / "session-1.jsonl").rename(tmp_path / "g1" / "sub-1.jsonl")
    ((child, where),) = children(path, read(path))
    assert (child.session, child.message, where) == ("sub-1", 1, str(inner))
    assert [m.by for m in read(where).messages] == ["model", "model"]
