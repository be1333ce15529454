"""What goes into a footnote's equation is cited, and the sum is right."""

from __future__ import annotations

import pytest

from tests.checking.lines import asked, transcript

SESSION = transcript(
    """
0 user 23:50:00 | text: compare them
1 assistant 23:50:10-23:50:30 output=300 | call bash: command=eval | result: ours 7.28 (8.13, 6.43)\\ntheirs 11.26 of 10 tasks
2 assistant 23:59:00-23:59:09 | text: 41 files, 12% done
"""
)


def _noted(text: str) -> list[str]:
    return [verdict for verdict, _ in asked("derivations", f"So [^a].\n\n[^a]: {text}", SESSION)]


@pytest.mark.parametrize(
    "text",
    [
        "11.26 − 7.28 = 3.98 [msg 1]",
        "(8.13 + 6.43) / 2 = 7.28 [msg 1].",
        "11.26 / 7.28 = 1.55 ([msg 1])",
        "23:59:00 − 23:50:10 = 8 min 50 s [msg 1], [msg 2]",
        "20 s + 9 s = 29 s [msg 1], [msg 2]",
        "300 tokens × 2 = 600 tokens [msg 1]".replace(" × 2", " × 100").replace("600", "30,000"),
        "7.28 < 11.26; 8.13 > 6.43 [msg 1]",
        "calls in [msg 0]–[msg 2]: 1; 41 − 1 = 40 [msg 2]",
    ],
)
def test_a_derivation_that_is_shown_is_right(text: str) -> None:
    assert set(_noted(text)) == {"right"}


@pytest.mark.parametrize(
    "text",
    [
        "11.26 − 7.28 = 3.97 [msg 1]",
        "11.27 − 7.28 = 3.99 [msg 1]",
        "11.26 − 7.28 = 3.98 [msg 2]",
        "23:59:00 − 23:50:11 = 8 min 49 s [msg 1], [msg 2]",
        "21 s + 9 s = 30 s [msg 1], [msg 2]",
        "7.28 > 11.26 [msg 1]",
        "00:10:00 − 23:50:00 = 20 min [msg 0]",
    ],
)
def test_a_derivation_that_is_not_is_wrong(text: str) -> None:
    assert "wrong" in _noted(text)


@pytest.mark.parametrize(
    "text", ["(8.13 + … + 6.43) / 2 = 7.28 [msg 1]", "a = 3 [msg 1]", "11.26 − 7.28 = 3.98", "11.26 − 7.28 = 3.98 [msg 1 @b]"]
)
def test_what_cannot_be_computed_again_is_unknown(text: str) -> None:
    assert "unknown" in _noted(text)
    assert "wrong" not in _noted(text)


def test_times_of_two_days_need_messages_of_two_days() -> None:
    late = SESSION.messages[0]
    assert late.at is not None
    early = late.model_copy(update={"index": 3, "at": late.at.replace(day=3, hour=0, minute=10)})
    session = SESSION.model_copy(update={"messages": (*SESSION.messages, early)})
    found = asked("derivations", "So [^a].\n\n[^a]: 00:10:00 − 23:50:00 = 20 min [msg 0], [msg 3]", session)
    assert {verdict for verdict, _ in found} == {"right"}


def test_a_footnote_that_cites_nothing_goes_by_its_sentence() -> None:
    assert {v for v, _ in asked("derivations", "So [msg 1] [^a].\n\n[^a]: 11.26 − 7.28 = 3.98", SESSION)} == {"right"}


def test_a_footnote_may_go_on_from_another() -> None:
    text = "So [^b].\n\n[^a]: 11.26 − 7.28 = 3.98 [msg 1]\n[^b]: 3.98 / 7.28 = 55 % [^a] [msg 1]"
    assert {v for v, _ in asked("derivations", text, SESSION)} == {"right"}


def test_a_footnote_that_is_not_there_is_wrong() -> None:
    assert asked("derivations", "So [^b].", SESSION) == [("wrong", "[^b]")]


FINE = transcript("0 user 12:00:03.600 | text: go\n1 assistant 12:00:20.700-12:00:30.900 | text: done")


@pytest.mark.parametrize(
    ("text", "strict", "verdict"),
    [
        ("12:00:20 − 12:00:03 = 17 s", True, "right"),
        ("12:00:21 − 12:00:04 = 17 s", True, "wrong"),
        ("12:00:21 − 12:00:04 = 17 s", False, "unknown"),
        ("12:00:31 − 12:00:03 = 28 s", True, "right"),
        ("12:00:22 − 12:00:05 = 17 s", True, "wrong"),
        ("12:00:31 − 12:00:21 = 10 s", True, "wrong"),
    ],
)
def test_both_ends_of_a_length_of_time_cannot_be_moved(text: str, strict: bool, verdict: str) -> None:
    found = [v for v, _ in asked("derivations", f"So [^a].\n\n[^a]: {text} [msg 0], [msg 1].", FINE, strict=strict)]
    assert found.count("right") == (3 if verdict == "right" else 1)
    assert verdict in found
