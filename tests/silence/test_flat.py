"""Silences where no record is kept beside the words: what the neighbors say, and what they don't."""

from __future__ import annotations

import pytest

from narrator.model import Part, Transcript
from narrator.silence import CAUSES, name_silences
from narrator.silence.causes import Silence
from tests.silence.telling import told

SUMMARY = r"## Goal\nDeploy.\n## Discoveries\nNone."
NEWER = r"---\n## Objective\nDeploy.\n## Next Move\nTest."


def silence(transcript: Transcript, index: int) -> Silence:
    return next(s for s in name_silences(transcript) if s.message == index)


def readings(text: str, agent: str = "opencode") -> dict[int, tuple[str, str, str]]:
    return {s.message: (s.cause, s.detail, s.certainty) for s in name_silences(told(text, agent))}


@pytest.mark.parametrize("summary", [SUMMARY, NEWER])
def test_empty_user_before_a_summary_is_a_compaction_of_unknown_trigger(summary: str) -> None:
    found = silence(told(f"1 U go\n2 A done\n3 U\n4 A {summary}"), 3)
    assert (found.cause, found.certainty) == ("compaction", "inferred")
    assert any("overflow" in what for what in found.undecided)
    assert [span.message for sign in found.evidence for span in sign.spans] == [3, 4]


def test_one_heading_of_a_plan_is_no_summary() -> None:
    assert readings("1 U go\n2 A done\n3 U\n4 A ## Goal\\nShip it.")[3][0] == "unknown"


def test_empty_user_before_ordinary_work_stays_unknown() -> None:
    found = silence(told("1 U go\n2 A done\n3 U\n4 A I will test it."), 3)
    assert (found.cause, found.certainty) == ("unknown", "unknown")
    assert found.undecided


def test_empty_user_after_the_summary_is_the_line_to_go_on() -> None:
    assert readings(f"1 U go\n2 A done\n3 U\n4 A {SUMMARY}\n5 U\n6 A on") == {
        3: ("compaction", "", "inferred"),
        5: ("continue", "", "inferred"),
    }


def test_empty_user_at_the_end_of_an_opencode_record_is_most_likely_a_marker() -> None:
    found = silence(told("1 U go\n2 A done\n3 U"), 3)
    assert (found.cause, found.certainty) == ("compaction", "inferred")
    assert len(found.undecided) == 3


def test_empty_user_before_a_gap_is_most_likely_a_marker() -> None:
    assert readings("1 U go\n2 A done\n3 U\n9 A later")[3] == ("compaction", "", "inferred")


def test_other_harnesses_may_send_an_empty_line() -> None:
    assert readings("1 U go\n2 A done\n3 U", "claude-code")[3] == ("unknown", "", "unknown")


def test_replay_equal_byte_for_byte_makes_an_overflow() -> None:
    found = silence(told(f"1 U Kill it, then deploy.\n2 A !bash\n3 A\n4 U\n5 A {SUMMARY}\n6 U Kill it, then deploy."), 3)
    assert (found.cause, found.certainty) == ("context_overflow", "inferred")
    assert [sign.spans[0].message for sign in found.evidence] == [3, 4, 5, 6]


def test_edited_instruction_after_a_summary_may_be_a_persons_and_decides_nothing() -> None:
    found = silence(told(f"1 U Kill it, then deploy.\n2 A !bash\n3 A\n4 U\n5 A {SUMMARY}\n6 U Kill it for now, then deploy."), 3)
    assert (found.cause, found.detail, found.certainty) == ("unknown", "before a compaction", "unknown")
    assert "edited" in found.evidence[-1].text
    assert len(found.undecided) == 3


@pytest.mark.parametrize("after", ["6 U Something else entirely", "6 A on", "9 U Kill it, then deploy.", ""])
def test_nothing_after_a_summary_decides_the_reply_before_it(after: str) -> None:
    text = f"1 U Kill it, then deploy.\n2 A !bash\n3 A\n4 U\n5 A {SUMMARY}\n{after}"
    assert readings(text)[3] == ("unknown", "before a compaction", "unknown")


def test_the_harness_line_on_the_limit_makes_an_overflow() -> None:
    text = f"1 U go\n2 A\n3 U\n4 A {SUMMARY}\n5 U The previous request exceeded the provider's size limit …"
    assert readings(text)[2] == ("context_overflow", "", "inferred")


def test_empty_reply_before_a_lone_marker_is_before_a_compaction() -> None:
    assert readings("1 U go\n2 A\n3 U") == {2: ("unknown", "before a compaction", "unknown"), 3: ("compaction", "", "inferred")}


def test_a_redirect_at_once_makes_an_interrupt() -> None:
    found = silence(told("1 U go\n2 A !bash\n3 A\n4 U Just stop the run"), 3)
    assert (found.cause, found.detail, found.certainty) == ("interrupt", "", "inferred")
    assert "the error field of this message" in found.undecided


def test_thought_before_a_redirect_is_interrupted_thinking() -> None:
    assert readings("1 U go\n2 A ~I should …\n3 U Stop")[2] == ("interrupt", "while thinking", "inferred")


@pytest.mark.parametrize("words", ["continue", "go on!", "?", "try again", "Continue if you have next steps, or stop"])
def test_a_mere_go_on_is_no_redirect(words: str) -> None:
    assert readings(f"1 U build\n2 A !bash\n3 A\n4 U {words}")[3][0] == "unknown"


def test_the_same_words_sent_three_times_make_a_failing_provider() -> None:
    text = "1 U build\n2 A\n3 U build\n4 A\n5 U build\n6 A built"
    assert readings(text) == {2: ("provider_error", "", "inferred"), 4: ("provider_error", "", "inferred")}


@pytest.mark.parametrize("text", ["1 U build\n2 A\n3 U build\n4 A built", "1 U build\n2 A !bash\n3 A\n4 U build\n5 A built"])
def test_the_same_words_sent_once_more_decide_nothing(text: str) -> None:
    assert set(readings(text).values()) == {("unknown", "before the same instruction", "unknown")}


def test_sending_again_across_a_gap_is_not_counted() -> None:
    assert readings("1 U build\n2 A\n3 U build\n4 A\n9 U build\n10 A built")[2][0] == "unknown"


def test_empty_reply_at_the_end_is_unfinished() -> None:
    assert readings("1 U go\n2 A")[2] == ("unfinished", "", "inferred")


def test_empty_reply_at_the_end_of_an_excerpt_is_unknown() -> None:
    transcript = told("1 U go\n2 A").model_copy(update={"gaps": ((3, 9),)})
    assert silence(transcript, 2).cause == "unknown"


def test_empty_reply_before_a_gap_is_not_read_by_what_comes_after() -> None:
    found = silence(told("1 U go\n2 A\n7 U Stop"), 2)
    assert found.cause == "unknown"
    assert "the message that comes next" in found.undecided


def test_thought_and_then_work_is_reasoning_only() -> None:
    assert readings("1 U go\n2 A ~Hm.\n3 A done")[2] == ("reasoning_only", "", "inferred")


def test_text_without_any_calls_may_have_dropped_them() -> None:
    assert "tool calls" in silence(told("1 U go\n2 A\n3 A done"), 2).undecided[0]
    assert "tool calls" not in silence(told("1 U go\n2 A\n3 A !bash"), 2).undecided[0]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"error": "MessageAbortedError"}, ("interrupt", "recorded")),
        ({"error": "ContextOverflowError"}, ("context_overflow", "recorded")),
        ({"error": "ContentFilterError"}, ("content_filter", "recorded")),
        ({"error": "context_length_exceeded"}, ("context_overflow", "recorded")),
        ({"error": "APIError"}, ("provider_error", "recorded")),
        ({"finish": "stop"}, ("empty_completion", "recorded")),
        ({"finish": "aborted"}, ("interrupt", "recorded")),
        ({"finish": "stop", "parts": (Part(kind="reasoning", text="hm", by="model"),)}, ("reasoning_only", "recorded")),
        ({"finish": "tool-calls"}, ("lost_record", "inferred")),
        ({"finish": "content-filter"}, ("content_filter", "recorded")),
        ({"flags": ("interrupted",)}, ("interrupt", "recorded")),
        ({"kind": "summary"}, ("failed_compaction", "recorded")),
    ],
)
def test_what_the_message_says_itself_is_recorded(change: dict[str, object], expected: tuple[str, str]) -> None:
    found = silence(told("1 U go\n2 A\n3 U Stop", m2=change), 2)
    assert (found.cause, found.certainty) == expected


def test_file_without_words_is_an_attachment() -> None:
    transcript = told("1 U\n2 A I see.", m1={"parts": (Part(kind="file", name="a.png", by="person"),)})
    assert silence(transcript, 1).cause == "attachment"


@pytest.mark.parametrize(("words", "cause"), [("Continue if you have next steps", "continue"), ("Take care", "injected")])
def test_words_of_the_harness_are_not_a_persons(words: str, cause: str) -> None:
    part = Part(kind="text", text=words, by="harness", flags=("synthetic",))
    assert silence(told("1 U\n2 A yes", m1={"by": "harness", "parts": (part,)}), 1).cause == cause


def test_flagged_marker_is_recorded_whoever_wrote_it() -> None:
    transcript = told("1 U go\n2 A\n3 U\n4 A on", m3={"by": "harness", "flags": ("compaction",)})
    assert (silence(transcript, 3).cause, silence(transcript, 3).certainty) == ("compaction", "recorded")


@pytest.mark.parametrize("text", ["1 U\n2 A\n3 S", "0 A\n5 A\n6 U\n7 U\n9 A", "1 U\n2 U\n3 A ~x\n4 U ."])
def test_every_silence_has_a_word_of_the_vocabulary_and_evidence(text: str) -> None:
    words = {cause for cause, _ in CAUSES}
    transcript = told(text)
    found = name_silences(transcript)
    assert [s.message for s in found] == [m.index for m in transcript.messages if m.is_silent]
    for s in found:
        assert s.cause in words
        assert s.evidence
        assert s.undecided or s.certainty == "recorded"
