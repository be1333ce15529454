"""Sentences that carry weight."""

from __future__ import annotations

import pytest

from narrator.observations import statements
from narrator.observations.statement import kind_of, strength_of
from tests.observations.build import SESSION, said, words


@pytest.mark.parametrize(
    ("sentence", "kind", "strength"),
    [
        ("Let me check the config.", "plan", "certain"),
        ("Now I'll run the tests.", "plan", "certain"),
        ("Let's go with the smaller index.", "decision", "certain"),
        ("I recommend option A here.", "decision", "certain"),
        ("The issue is that the token expired.", "cause", "certain"),
        ("It fails because the port is a string.", "cause", "certain"),
        ("This is likely due to the cache holding old rows.", "cause", "likely"),
        ("Hmm, the row count is lower than before.", "surprise", "certain"),
        ("That is strange, it worked before.", "surprise", "certain"),
        ("Actually, I was wrong about the parser.", "correction", "certain"),
        ("Actually, let me look at the parser.", "plan", "certain"),
        ("You're right, let me fix the parser.", "plan", "certain"),
        ("Using the small index here because it is easier to read.", "decision", "certain"),
        ("I'm leaving the flag because other callers need it.", "decision", "certain"),
        ("I'm going to check again because it is slow.", "plan", "certain"),
        ("This is because I removed the other caller.", "cause", "certain"),
        ("All tests pass.", "claim", "certain"),
        ("The retry logic is working!", "claim", "certain"),
        ("I've added the logging you asked for.", "claim", "certain"),
        ("It might be a caching problem.", "doubt", "possible"),
        ("The cache should now be valid.", "prediction", "likely"),
        ("I couldn't verify the deployment.", "gap", "certain"),
        ("There is no C compiler in the image.", "finding", "certain"),
        ("PHP does not support that flag.", "finding", "certain"),
        ("Should I delete the old run?", "question", "likely"),
        ("The command returned 404.", "result", "certain"),
    ],
)
def test_cues(sentence: str, kind: str, strength: str) -> None:
    assert (kind_of(sentence), strength_of(sentence)) == (kind, strength)


@pytest.mark.parametrize("sentence", ["The fix is not working.", "I'll make sure that it works.", "If the tests pass, we ship."])
def test_no_claim_of_success(sentence: str) -> None:
    assert kind_of(sentence) != "claim"


@pytest.mark.parametrize(
    "sentence",
    [
        "This is more work than blocks because the editor has its own API",
        "The notes move along because:",
        "You're right about that one.",
        "Actually, the simplest way is one script.",
    ],
)
def test_no_cause_and_no_change_of_mind(sentence: str) -> None:
    assert kind_of(sentence) not in ("cause", "correction")


@pytest.mark.parametrize(
    "sentence",
    ["The user is saying that a field is missing.", "The user wants to see 3 rows.", "So the user is asking about x 2."],
)
def test_a_reading_of_the_request_is_no_finding(sentence: str) -> None:
    assert kind_of(sentence) is None


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("I'll keep monitoring at the same cadence.", "decision"),
        ("I'll keep an eye on the queue.", "decision"),
        ("I'm reading the log before deciding how to stage it.", "decision"),
        ("The `lexer.c` file is quite large and complex.", "finding"),
        ("Any schema files that are incomplete or missing should be listed.", "gap"),
    ],
)
def test_plans_opinions_and_mere_cases_are_not_taken_for_more(sentence: str, kind: str) -> None:
    assert kind_of(sentence) != kind


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("I'll keep the old index.", "decision"),
        ("The `lexer.c` file is large, 3,000 lines.", "finding"),
        ("Two schema files are missing.", "gap"),
    ],
)
def test_what_is_decided_measured_or_missing_is_told(sentence: str, kind: str) -> None:
    assert kind_of(sentence) == kind


@pytest.mark.parametrize("sentence", ["Good.", "Next steps", "x" * 700])
def test_without_weight(sentence: str) -> None:
    assert kind_of(sentence) is None


def test_code_and_tables_are_left_out_and_sentences_cited() -> None:
    message = said(
        "Let me look at it.\n\n```\nThe issue is that code is no prose.\n```\n\n"
        "| The issue is | x |\n|---|---|\n\nAll tests pass."
    )
    found = statements(message, SESSION)
    assert [words(message, s.span) for s in found] == ["Let me look at it.", "All tests pass."]


def test_thoughts_count() -> None:
    assert [s.kind for s in statements(said("Wait, that is odd.", reasoning=True), SESSION)] == ["surprise"]
