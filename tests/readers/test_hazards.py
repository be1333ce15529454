"""What real files do to a reader: a small hand-made file for each hazard, and what must come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.model import Transcript
from narrator.readers import read
from narrator.silence import name_silences

DATA = Path(__file__).parent.parent / "data"


def causes(transcript: Transcript) -> list[tuple[int, str, str]]:
    return [(s.message, s.cause, s.detail) for s in name_silences(transcript)]


def codes(transcript: Transcript) -> Counter[str]:
    return Counter(p.code for p in transcript.problems)


def kinds(transcript: Transcript) -> Counter[str]:
    return Counter(e.kind for e in transcript.events)


def texts(transcript: Transcript) -> list[str]:
    return [m.visible_text for m in transcript.messages]


def interleaved(t: Transcript) -> None:
    assert [p.kind for p in t.messages[1].parts].count("call") > 1
    lines = [p.line or 0 for p in t.messages[1].places]
    assert lines != list(range(lines[0], lines[-1] + 1))


def glued(t: Transcript) -> None:
    assert texts(t) == ["What is in the log?", "Two lines.", "Mail it to the list.", r"Sent to\user@example.com."]
    assert codes(t) == {"glued-line": 2, "bad-escape": 1}
    assert (t.title, t.coverage.glued, t.coverage.bad) == ("The log", 2, 0)


def lost(t: Transcript) -> None:
    assert codes(t)["dangling-parent"] == t.coverage.dangling > 0
    assert {cause for _, cause, _ in causes(t)} == {"lost_record"}


def refined(t: Transcript) -> None:
    asked, stopped, notice, again = t.messages[:4]
    assert (stopped.is_silent, "interrupted" in notice.flags, notice.by) == (True, True, "harness")
    assert again.visible_text.startswith(asked.visible_text.rstrip("."))
    assert causes(t)[0] == (1, "interrupt", "before any output")


def failing(t: Transcript) -> None:
    assert kinds(t) == {"retry": 3}
    assert [(m.by, m.kind, m.error) for m in t.messages[2:3]] == [("harness", "notice", "server_error")]
    assert causes(t) == [(1, "provider_error", "")]


def microcompacted(t: Transcript) -> None:
    assert [(e.kind, e.text, e.after) for e in t.events] == [
        ("compaction", "Context microcompacted (trigger auto, 51000 tokens before it)", 1)
    ]


def compacted(t: Transcript) -> None:
    assert kinds(t)["compaction"] == 1
    assert [m.by for m in t.messages if m.kind == "summary"] == ["model"]


def two_sessions(t: Transcript) -> None:
    assert codes(t) == {"mixed-sessions": 1}


def pictures(t: Transcript) -> None:
    files = [p for m in t.messages for p in m.parts if p.kind == "file"]
    assert files
    assert all(not p.text and p.arg("bytes") for p in files)


def sealed(t: Transcript) -> None:
    assert [[p.kind for p in m.parts] for m in t.messages[1:3]] == [["reasoning", "call", "result"], ["reasoning"]]
    assert causes(t) == [(2, "reasoning_only", "hidden")]
    assert kinds(t) == {"other": 1}
    assert (t.messages[3].by, t.messages[3].kind) == ("sub-agent", "notice")


def turns(t: Transcript) -> None:
    assert [(m.role, m.by) for m in t.messages] == [
        *[("user", "person")] * 2,
        *[("assistant", "model")] * 2,
        ("user", "person"),
        ("assistant", "model"),
    ]
    assert kinds(t) == {"abort": 2, "compaction": 1, "other": 1}


def stopped(t: Transcript) -> None:
    assert causes(t) == [
        (1, "interrupt", "before any output"),
        (3, "interrupt", "while thinking"),
        (5, "provider_error", "status 400"),
    ]
    assert [m.kind for m in t.messages[8:9]] == ["summary"]


def branches(t: Transcript) -> None:
    assert [m.index for m in t.messages if "superseded" in m.flags]
    assert kinds(t)["rewind"]


def spent(t: Transcript) -> None:
    assert causes(t) == [(3, "empty_completion", "")]
    assert t.messages[3].tokens is not None
    assert kinds(t)["abort"] == 1
    assert len(t.messages) == 4


def artifact(t: Transcript) -> None:
    assert [cause for _, cause, _ in causes(t)] == ["stream_artifact", "empty_completion"]


def runs(t: Transcript) -> None:
    assert {cause for _, cause, _ in causes(t)} == {"interrupt", "provider_error", "empty_completion", "blank"}


def headings(t: Transcript) -> None:
    assert t.coverage.in_messages > len(t.messages)
    assert causes(t)[-1][1:] == ("reasoning_only", "hidden")


def placeholders(t: Transcript) -> None:
    assert {"interrupt", "provider_error"} <= {cause for _, cause, _ in causes(t)}
    assert t.coverage.in_header > 0


def wordless(t: Transcript) -> None:
    assert {"subtask", "subtask_followup", "shell", "attachment"} <= {cause for _, cause, _ in causes(t)}


def aborted(t: Transcript) -> None:
    assert {cause for _, cause, _ in causes(t)} == {"interrupt"}
    assert {detail for _, _, detail in causes(t)} >= {"before any output", "while thinking", "during a tool"}


HAZARDS: tuple[tuple[str, str, Callable[[Transcript], None]], ...] = (
    ("a message's records aren't consecutive", "claude-code/merged-blocks.jsonl", interleaved),
    ("records glued on a line, a summary too; a broken escape", "claude-code/glued.jsonl", glued),
    ("a parent that isn't there, a final text that is lost", "claude-code/lost-text.jsonl", lost),
    ("an empty answer, an interruption, the prompt refined", "claude-code/interrupted.jsonl", refined),
    ("errors of the provider, retries, an error in the model's place", "claude-code/api-errors.jsonl", failing),
    ("a compaction", "claude-code/compacted.jsonl", compacted),
    ("a compaction of results alone", "claude-code/microcompacted.jsonl", microcompacted),
    ("two sessions' ids in a file", "claude-code/two-sessions.jsonl", two_sessions),
    ("images in a prompt", "claude-code/image-prompt.jsonl", pictures),
    ("sealed thoughts, attachment records, a team mate's words", "claude-code/sealed.jsonl", sealed),
    ("a turn that was aborted without a reply, a compaction by hand, an output without its call", "codex/turns.jsonl", turns),
    ("answers that were stopped or failed, a compaction", "pi/stopped.jsonl", stopped),
    ("a tree with other branches", "pi/branches.jsonl", branches),
    ("an empty answer on which tokens were spent, a turn aborted without a message", "copilot/aborted-turn.jsonl", spent),
    ("an artifact of conversion beside an answer that ended with nothing", "atif/converted-claude.json", artifact),
    ("many runs in a file, ^C, errors of the library", "aider/runs.md", runs),
    ("headings without words", "specstory/claude-code.md", headings),
    ("a reason to cancel, placeholders", "cline/classic.ui_messages.json", placeholders),
    ("messages of the user without typed words", "opencode-lab/1.18.33/user_variants.export.json", wordless),
    ("answers that were stopped, before, in and after a thought", "opencode-lab/1.18.33/aborts.export.json", aborted),
)
"""The hazard, its file, what must hold. Lines of 50 MB, bytes that are no text, files cut anywhere: tried on every reader."""


@pytest.mark.parametrize(("file", "check"), [pytest.param(f, c, id=h) for h, f, c in HAZARDS])
def test_a_hazard(file: str, check: Callable[[Transcript], None]) -> None:
    transcript = read(DATA / file)
    c = transcript.coverage
    assert c.records == c.in_messages + c.in_events + c.in_header + c.unknown + c.bad
    check(transcript)
