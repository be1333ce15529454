"""What is a person's act, and what the harness wrote in a person's place."""

from __future__ import annotations

import pytest

from narrator.model import Part
from narrator.silence import name_silences
from narrator.silence.bookkeeping import acts_of_person, summaries
from tests.silence.telling import told

SUMMARY = r"## Goal\nDeploy.\n## Discoveries\nNone."
THREE = SUMMARY + r"\n## Accomplished\nAll."


def acts(text: str, **changes: dict[str, object]) -> list[int]:
    transcript = told(text, "opencode", **changes)
    return [transcript.messages[p].index for p in acts_of_person(transcript, name_silences(transcript))]


def test_summary_by_its_kind_is_recorded() -> None:
    assert summaries(told("1 U go\n2 A Short.", m2={"kind": "summary"})) == ((2, "recorded"),)


def test_summary_by_headings_after_an_empty_message_is_inferred() -> None:
    assert summaries(told(f"1 U go\n2 A ok\n3 U\n4 A {SUMMARY}")) == ((4, "inferred"),)


def test_headings_after_a_persons_words_are_a_plan() -> None:
    assert summaries(told(f"1 U Write a plan\n2 A {THREE}")) == ()


def test_an_excerpt_may_begin_with_a_summary_of_three_headings() -> None:
    assert summaries(told(f"7 A {THREE}")) == ((7, "inferred"),)
    assert summaries(told(f"7 A {SUMMARY}")) == ()


def test_where_a_record_is_kept_headings_make_no_summary() -> None:
    assert summaries(told(f"1 U\n2 A {SUMMARY}", m2={"record": (("finish", "stop"),)})) == ()


def test_a_continued_session_begins_with_a_summary_and_no_act() -> None:
    text = "1 U This session is being continued from a previous conversation that ran out of context.\n2 A ok\n3 U go"
    assert summaries(told(text)) == ((1, "inferred"),)
    assert acts(text) == [3]


def test_marker_and_line_to_go_on_are_nobodys_acts() -> None:
    assert acts(f"1 U go\n2 A ok\n3 U\n4 A {SUMMARY}\n5 U Continue if you have next steps, or stop\n6 A on") == [1]


def test_replay_after_an_overflow_is_no_second_act() -> None:
    assert acts(f"1 U Kill it\n2 A !bash\n3 A\n4 U\n5 A {SUMMARY}\n6 U Kill it\n7 A ok\n8 U Kill it") == [1, 8]


def test_edited_instruction_after_a_summary_stays_a_persons() -> None:
    assert acts(f"1 U Kill it\n2 A !bash\n3 A\n4 U\n5 A {SUMMARY}\n6 U Kill it, now") == [1, 6]


def test_flagged_replay_is_no_act() -> None:
    assert acts("1 U Kill it\n2 A ok\n3 U Kill it", m3={"flags": ("replay",)}) == [1]


def test_empty_message_of_unknown_cause_is_claimed_of_nobody() -> None:
    assert acts("1 U go\n2 A ok\n3 U\n4 A on") == [1]


def test_attachment_is_an_act() -> None:
    assert acts("1 U\n2 A I see.", m1={"parts": (Part(kind="file", name="a.png", by="person"),)}) == [1]


@pytest.mark.parametrize(
    "line", ["[Request interrupted by user]", "Summarize the task tool output above and continue with your task."]
)
def test_lines_of_a_harness_are_known_by_their_text(line: str) -> None:
    assert acts(f"1 U go\n2 A ok\n3 U {line}") == [1]


def test_other_authors_have_no_acts() -> None:
    assert acts("1 U go\n2 A ok\n3 S note\n4 U report", m4={"by": "sub-agent"}) == [1]
