"""Claude Code's records become messages: merging, threads, bookkeeping. Each hazard of real files is a small file of its name."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from narrator.model import Message, Tokens, Transcript
from narrator.readers.base import HEAD_BYTES, Head
from narrator.readers.claude_code import ClaudeCode
from tests.shared import SHARED, needs_shared, sessions

DATA = Path(__file__).parents[1] / "data" / "claude-code"
FIXTURES = sorted(DATA.glob("*.jsonl"))


def load(name: str) -> Transcript:
    return ClaudeCode().read(DATA / f"{name}.jsonl")


def lines(message: Message) -> list[int | None]:
    return [place.line for place in message.places]


def adds_up(transcript: Transcript) -> bool:
    c = transcript.coverage
    return c.records == c.in_messages + c.in_events + c.in_header + c.unknown + c.bad


def head(path: Path) -> Head:
    return Head(path, path.read_bytes()[:HEAD_BYTES])


@pytest.mark.parametrize("path", FIXTURES, ids=lambda p: p.stem)
def test_each_fixture_is_recognized_and_wholly_counted(path: Path) -> None:
    reader = ClaudeCode()
    assert reader.sniff(head(path))
    transcript = reader.read(path)
    assert adds_up(transcript)
    assert [m.index for m in transcript.messages] == list(range(len(transcript.messages)))
    assert all(m.record and m.places for m in transcript.messages)


def test_blocks_of_one_message_are_merged_over_the_whole_file() -> None:
    transcript = load("merged-blocks")
    reply = transcript.messages[1]
    assert [m.id for m in transcript.messages] == ["u01", "m1", "m2"]
    assert lines(reply) == [3, 4, 5, 6, 8, 9, 10]
    assert [(p.kind, p.name) for p in reply.parts] == [
        ("reasoning", None),
        ("text", None),
        ("call", "Read"),
        ("result", "Read"),
        ("call", "Bash"),
        ("result", "Bash"),
    ]
    assert reply.visible_text == "I read both files."
    assert reply.parts[4].args == (("command", "pytest -q"), ("timeout", "1000"))
    assert (reply.parts[5].text, reply.parts[5].status, reply.parts[5].seconds) == ("3 passed", "ok", 1.5)


def test_usage_is_the_largest_and_in_disjoint_buckets() -> None:
    assert load("merged-blocks").messages[1].tokens == Tokens(input=3, output=40, cache_read=100, cache_write=20)


def test_the_parent_is_a_message_even_through_results_and_progress() -> None:
    assert [m.parent for m in load("merged-blocks").messages] == [None, "u01", "m1"]


def test_an_interruption_marks_what_it_stopped() -> None:
    transcript = load("interrupted")
    stopped = [m.index for m in transcript.messages if "interrupted" in m.flags and m.kind != "notice"]
    assert stopped == [1, 3, 6], "a reply by its id, a prompt that got no reply, a reply that the notice only stands beside"
    assert {(m.kind, m.by) for m in transcript.messages if m.visible_text.startswith("[Request")} == {("notice", "harness")}


def test_a_missing_record_is_a_problem_of_the_message_before_it() -> None:
    transcript = load("lost-text")
    assert transcript.coverage.dangling == 1
    assert [(p.code, p.message) for p in transcript.problems] == [("dangling-parent", 1)]


def test_bookkeeping_becomes_events_and_titles() -> None:
    transcript = load("compacted")
    assert [(e.kind, e.after, e.text) for e in transcript.events] == [
        ("retry", 1, "529 overloaded_error Overloaded (attempt 1 of 10)"),
        ("other", 1, "turn took 2500 ms"),
        ("compaction", 1, "Conversation compacted (trigger auto, 155000 tokens before it)"),
        ("hook", 3, "stop hooks: lint.sh; errors: style; the turn was not allowed to end"),
        ("mode", 3, "plan"),
        ("other", 3, "pull request https://example.org/shop/pull/7"),
    ]
    assert transcript.title == "Two carts at once", (
        "another session's summary is no title; a line with a colon announces the next"
    )
    summary = transcript.messages[2]
    assert (summary.kind, summary.by, summary.flags, summary.parent) == ("summary", "model", ("compaction",), "m1")


def test_what_was_queued_while_the_model_worked() -> None:
    transcript = load("queued")
    told = [(m.kind, m.by, "queued" in m.flags) for m in transcript.messages]
    assert told == [
        ("prompt", "person", False),
        ("reply", "model", False),
        ("prompt", "person", True),
        ("notice", "harness", True),
        ("reply", "model", False),
        ("prompt", "person", True),
    ]
    assert Counter(e.kind for e in transcript.events) == {"queue": 4, "hook": 1, "other": 1}
    assert next(e.text for e in transcript.events if e.kind == "hook") == "hook_blocking_error Stop: run the linter"
    assert transcript.title == "The green one"


def test_a_branch_in_a_session_keeps_its_place_and_is_flagged() -> None:
    transcript = load("side-branch")
    assert [(m.by, "sidechain" in m.flags) for m in transcript.messages] == [
        ("person", False),
        ("model", False),
        ("model", True),
        ("sub-agent", True),
        ("model", False),
    ]
    call, result = transcript.messages[1].parts
    assert call.flags == ("child:agent-a1",)
    assert (result.by, result.seconds) == ("sub-agent", 80.5)
    assert [(c.session, c.message, c.title) for c in transcript.children] == [("agent-a1", 1, "Explore the shop")]


def test_in_its_own_log_the_branch_is_the_main_thread() -> None:
    transcript = load("agent-a1")
    assert transcript.session == "agent-a1"
    assert [(m.kind, m.by, m.flags) for m in transcript.messages] == [("prompt", "model", ()), ("reply", "model", ())]
    assert {p.by for p in transcript.messages[1].parts} == {"model"}


def test_what_a_rewind_left_is_superseded() -> None:
    assert [m.index for m in load("rewound").messages if "superseded" in m.flags] == [2, 3, 4, 5]


def test_two_sessions_in_one_file_are_read_as_the_last() -> None:
    transcript = load("two-sessions")
    assert transcript.session == "s-new"
    assert [p.code for p in transcript.problems] == ["mixed-sessions"]


def test_the_file_s_own_name_wins_where_its_records_bear_it(tmp_path: Path) -> None:
    path = tmp_path / "s-old.jsonl"
    path.write_bytes((DATA / "two-sessions.jsonl").read_bytes())
    assert ClaudeCode().read(path).session == "s-old"


def test_records_written_twice_make_one_message() -> None:
    transcript = load("repeated-records")
    assert [(m.id, lines(m), m.visible_text) for m in transcript.messages] == [
        ("p1", [1, 4], "Check it."),
        ("m1", [2, 3], "Nothing twice."),
    ]
    tokens = transcript.messages[1].tokens
    assert tokens is not None
    assert tokens.output == 80


def test_what_belongs_nowhere_is_kept_as_events() -> None:
    transcript = load("repeated-records")
    assert [(e.kind, e.text) for e in transcript.events] == [("other", "a result without a call"), ("other", "??")]
    assert {p.code for p in transcript.problems} == {"glued-line", "orphan-result", "unknown-record"}
    assert (transcript.coverage.glued, transcript.coverage.unknown) == (1, 1)


def test_images_leave_their_type_and_size() -> None:
    prompt, reply = load("image-prompt").messages
    assert [(p.kind, p.by, p.args) for p in prompt.parts] == [("file", "person", (("media_type", "image/png"), ("bytes", "90")))]
    assert [(p.kind, p.text) for p in reply.parts] == [("call", ""), ("result", "taken"), ("file", "")]


def test_a_streamed_run_is_read_too() -> None:
    transcript = load("streamed")
    assert (transcript.session, transcript.version) == ("s-9", "2.1.90")
    assert [m.id for m in transcript.messages] == ["m1", "m2"]
    assert [e.text for e in transcript.events] == ["session started with claude-opus-4-6", "run ended: success"]


@pytest.mark.parametrize(
    "line",
    [
        '{"type":"session","version":3,"id":"a"}',
        '{"sessionId":"a","projectHash":"b","messages":[]}',
        '{"type":"session.start","data":{"sessionId":"a","producer":"copilot-agent"}}',
        '{"type":"session_meta","payload":{"id":"a"}}',
        '{"uuid":"a","parentUuid":null,"sessionId":"b","type":"user","message":{"role":"user","parts":[{"text":"hi"}]}}',
        '{"index":0,"role":"user"}',
        "[]",
        "# aider chat started at",
    ],
)
def test_other_formats_are_left_alone(line: str) -> None:
    assert not ClaudeCode().sniff(Head(Path("x.jsonl"), line.encode() + b"\n"))


def test_a_file_whose_first_record_fills_the_head_is_recognized() -> None:
    first = '{"parentUuid":null,"sessionId":"s","type":"user","message":{"role":"user","content":"' + "x" * HEAD_BYTES
    assert ClaudeCode().sniff(Head(Path("x.jsonl"), first.encode()[:HEAD_BYTES]))


def test_stores_are_sessions_and_no_sub_agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "projects" / "-home-ann-shop"
    (folder / "s-1" / "subagents").mkdir(parents=True)
    for name in ("s-1.jsonl", "agent-a1.jsonl", "s-1/subagents/agent-a2.jsonl", "notes.txt"):
        (folder / name).touch()
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path))
    assert [p.name for p in ClaudeCode().stores()] == ["s-1.jsonl"]


@needs_shared
@pytest.mark.parametrize("path", sessions("claude-code"), ids=lambda p: p.stem)
def test_real_sessions_lose_nothing(path: Path) -> None:
    reader = ClaudeCode()
    assert reader.sniff(head(path))
    transcript = reader.read(path)
    assert adds_up(transcript)
    assert (transcript.coverage.unknown, transcript.coverage.bad) == (0, 0)
    assert [m.index for m in transcript.messages] == list(range(len(transcript.messages)))
    assert {p.code for p in transcript.problems} <= {"glued-line", "bad-escape", "dangling-parent", "mixed-sessions"}
    assert not any("superseded" in m.flags for m in transcript.messages), "none of them was rewound"


@needs_shared
@pytest.mark.parametrize("name", ["nasty", "nasty_surr"])
def test_hostile_files_are_read_whole(name: str) -> None:
    transcript = ClaudeCode().read(SHARED / "hostile" / f"{name}.jsonl")
    assert adds_up(transcript)
    assert (transcript.coverage.bad, transcript.coverage.dangling, transcript.coverage.unknown) == (1, 1, 1)
    assert [m.visible_text for m in transcript.messages if "superseded" in m.flags] == ["branch A", "answer A"]


def test_times_that_can_t_be_read_are_not_invented(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    said = '{"type":"user","uuid":"%s","sessionId":"s","timestamp":"%s","message":{"content":"x"}}'
    path.write_text("\n".join(said % pair for pair in (("a", "never"), ("b", "2026-02-03T10:00:00Z"), ("c", "later"))))
    transcript = ClaudeCode().read(path)
    assert [m.at is None for m in transcript.messages] == [True, False, True]
    assert transcript.started == transcript.ended == transcript.messages[1].at
