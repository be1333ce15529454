"""A session's reading for a person: aligned, redacted, nothing that a terminal acts on, problems shown."""

from __future__ import annotations

from typing import Any

import pytest

from narrator import analyze, read
from narrator.model import Message, Part, Problem, Tokens, Transcript
from narrator.publishing.listing import PROBLEMS, TURNS, WHY, WORDS, as_text, on_one_line
from narrator.redaction import Policy, using
from tests.cli.running import ABORTS, DFLASH
from tests.scenes import scene


def listing(path: Any, index: int | None = None, *, facts: bool = False) -> list[str]:
    return as_text(analyze(read(path)), index, facts=facts).splitlines()


def section(lines: list[str], title: str) -> list[str]:
    start = next(i for i, line in enumerate(lines) if line.split("  ")[0] == title) + 1
    end = next((i for i, line in enumerate(lines[start:], start) if not line), len(lines))
    return lines[start:end]


def test_a_session() -> None:
    lines = listing(DFLASH)
    assert lines[0] == "DFlash drafter for Qwen3.6-27B: training, evaluation, deployment"
    assert "  not in it    0 to 8814, 8859 to 9994, 10031 to 10861" in lines
    assert len(section(lines, "Phases")) == len(analyze(read(DFLASH)).phases)
    assert [line.split()[:2] for line in section(lines, "Silences")][1] == ["10018", "interrupt"]
    assert section(lines, "Problems") == ["  none"]


def test_columns_stand_under_each_other() -> None:
    rows = [row for row in section(listing(DFLASH), "Turning points") if not row.startswith(WHY)]
    kinds = [t.kind for t in analyze(read(DFLASH)).turning_points[:TURNS]]
    assert len({row.index(kind) for row, kind in zip(rows, kinds, strict=True)}) == 1


def test_what_is_listed_of_a_session_fits_80_columns() -> None:
    lines = listing(DFLASH)
    assert max(len(line) for title in ("Phases", "Turning points", "Silences") for line in section(lines, title)) <= 80


def test_a_turning_point_is_shown_by_the_person_s_words() -> None:
    row = next(r for r in section(listing(DFLASH), "Turning points") if r.split()[0] == "10019")
    assert row.endswith("“Just stop the current bad run”")


def test_a_turning_point_names_its_cues_when_it_is_looked_at() -> None:
    (turn,) = (t for t in analyze(read(DFLASH)).turning_points if t.message == 10019)
    assert f"  turns here  {turn.kind} ({turn.score:.2f}): {', '.join(turn.cues)}" in listing(DFLASH, 10019)


def test_one_message_says_why_it_is_silent_and_what_would_decide_it() -> None:
    lines = listing(DFLASH, 10880)
    assert lines[0] == "[msg 10880]  assistant, reply by model"
    assert any(line.startswith("Silence  unknown (unknown)") for line in lines)
    assert any(line.startswith("  for it: ") and line.endswith("[msg 10882]") for line in lines)
    assert any(line.startswith("  would decide: ") for line in lines)


def test_parts_are_shown_with_their_number_kind_and_state() -> None:
    rows = section(listing(ABORTS, 7), "Parts")
    assert [row.split()[0] for row in rows] == [str(n) for n in range(len(rows))]
    assert [row.split()[1:4] for row in rows] == [["call", "bash", "cancelled"], ["result", "bash", "cancelled"]]


def test_facts_are_shown_with_the_messages_that_they_stand_on() -> None:
    lines = listing(DFLASH, 10880, facts=True)
    assert "  comparison.means  [msg 10869]" in lines
    assert "    11.26 − 7.28 = 3.98" in lines
    assert any("words=“Kill the training for now" in line for line in lines)


def test_no_line_holds_what_a_terminal_acts_on_or_a_secret() -> None:
    words = "\x1b]0;owned\x07 /home/alice/x ghp_abcdefghijklmnopqrstuvwxyz0123456789 \u202e"
    message = Message(
        index=0,
        role="user",
        kind="prompt",
        by="person",
        parts=(Part(kind="text", text=words, by="person"),),
        model=words,
        record=(("note", words),),
    )
    problems = (Problem(code="bad-line", text=words),) * (PROBLEMS + 2)
    transcript = Transcript(session="s", format="jsonl", agent="opencode", title=words, messages=(message,), problems=problems)
    with using(Policy("strict")):
        analysis = analyze(transcript)
        texts = (as_text(analysis), as_text(analysis, 0, facts=True))
    for text in texts:
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert "alice" not in text
        assert "ghp_" not in text
    assert as_text(analysis).endswith("  and 2 more; --json has all\n")


@pytest.mark.parametrize(
    ("text", "line"), [("a\n\n b\tc", "a b c"), ("", ""), ("x" * WORDS, "x" * WORDS), ("x" * 99, "x" * (WORDS - 1) + "…")]
)
def test_on_one_line(text: str, line: str) -> None:
    assert on_one_line(text) == line


def test_tokens_and_cost_are_those_that_messages_tell() -> None:
    told = scene("1 U Go.\n2 A Done.\n3 A Done again.\n4 A {copied} Done before.").transcript
    spent = (None, (Tokens(input=1200, output=8), 1.5), (Tokens(output=2, cache_read=70), 0.0044), (Tokens(output=9), 9.0))
    messages = [
        m if s is None else m.model_copy(update={"tokens": s[0], "cost": s[1]}) for m, s in zip(told.messages, spent, strict=True)
    ]
    session = told.model_copy(update={"messages": tuple(messages)})
    lines = as_text(analyze(session)).splitlines()
    assert "  tokens       1,200 input, 10 output, 70 cache read; told by two messages" in lines
    assert "  cost         $1.50; told by two messages" in lines
    assert "  cost    $0.0044" in as_text(analyze(session), 3).splitlines()
    assert not [line for line in as_text(analyze(told)).splitlines() if line.startswith(("  tokens", "  cost"))]
