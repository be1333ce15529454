"""Figures stand in the messages that are cited for them, or in a footnote."""

from __future__ import annotations

import pytest

from tests.checking.lines import asked, transcript

SESSION = transcript(
    """
0 user 12:00:00 | text: run it
1 assistant 12:00:05-12:00:14 output=1204 cost=0.031 | call bash: command=pytest ; timeout=5000 | result error exit=2: @
2 user 12:30:20 | text: and now? eight files, please
3 assistant 12:31:00-12:31:40 | call read: path=a | result: x | call read: path=b | result: y | text: two of three done
4 assistant 13:46:10 | call todo: items=[{"a":1},{"a":2},{"a":3}] | text: \x1b[32m41 passed\x1b[0m v1.14.0 on 2026-03-02
""".replace("@", "3 failed, 38 passed in 7.283s\\nloss 0.5213 at 1,536 samples, 12,034 tok/s")
)


@pytest.mark.parametrize(
    "text",
    [
        "It failed 3 tests [msg 1].",
        "3 of 41 failed [msg 1].",
        "It took 7.28 seconds [msg 1].",
        "The loss was 0.52 [msg 1], or 52% [msg 1].",
        "It saw 1536 samples at ~12K tok/s [msg 1].",
        "It lasted nine seconds, exit code 2, 1,204 tokens, $0.031 [msg 1].",
        "It lasted 9 s [msg 1], killed at 5 seconds [msg 1].",
        "At 12:00 it began, and at 12:00:14 it ended [msg 1].",
        "It came 30 minutes after the start [msg 0], [msg 2].",
        "An hour and 46 minutes went by [msg 0], [msg 4].",
        "It came 40 seconds after the message before it [msg 3].",
        "Nothing else. It took 7.28 s. The tests failed [msg 1].",
        "41 passed with 1.14.0 on 2 March 2026 [msg 4], of 3 items [msg 4].",
        "It made 2 calls [msg 3] in 4 messages [msg 0]–[msg 3].",
        "These are 5 words [msg 2].",
        "The session's 3 assistant messages differ [msg 1].",
        "The rest took 25 s [^a].\n\n[^a]: 12:00:30 − 12:00:05 = 25 s [msg 1]",
        "The rest took three more [^a].\n\n[^a]: calls in [msg 0]–[msg 4]: 4; typed messages in [msg 0]–[msg 4]: 3",
    ],
)
def test_figures_that_are_held_are_right(text: str) -> None:
    found = asked("figures", text, SESSION)
    assert found
    assert {verdict for verdict, _ in found} == {"right"}


@pytest.mark.parametrize(
    "text",
    [
        "It failed 4 tests [msg 1].",
        "3 of 42 failed [msg 1].",
        "It took 7.29 seconds [msg 1].",
        "It took 7.28 minutes [msg 1].",
        "The loss was 0.51 [msg 1].",
        "The loss was 53% [msg 1].",
        "It ran ~15K tok/s [msg 1].",
        "It lasted 11 s [msg 1].",
        "At 12:01 it began [msg 1].",
        "It came 31 minutes after the start [msg 0], [msg 2].",
        "It failed 3 tests [msg 2].",
        "It took 7.29 s. The tests failed [msg 1].",
        "It used v1.15.0 [msg 4].",
        "The session's 4 assistant messages differ [msg 1].",
        "The rest took 26 s [^a].\n\n[^a]: 12:00:30 − 12:00:05 = 25 s [msg 1]",
        "The rest took six more [^a].\n\n[^a]: calls in [msg 0]–[msg 4]: 4",
        "# It failed 77 times\n\nIt ran [msg 1].",
    ],
)
def test_figures_that_are_not_are_wrong(text: str) -> None:
    assert "wrong" in {verdict for verdict, _ in asked("figures", text, SESSION)}


@pytest.mark.parametrize(
    "text",
    [
        "It read three files [msg 1].",
        "The GPT-4 model ran [msg 1].",
        "It failed 77 times.",
        "It failed 77 times [msg 1 @ses_2].",
    ],
)
def test_what_cannot_be_decided_is_unknown(text: str) -> None:
    assert {verdict for verdict, _ in asked("figures", text, SESSION)} == {"unknown"}


@pytest.mark.parametrize(
    "text", ["1. It ran [msg 1].", "## 2. The run\n\nIt ran [msg 1].", "“3 failed” and `7.28` [msg 1].", "Message 3 ran [msg 1]."]
)
def test_what_is_no_figure_is_not_looked_at(text: str) -> None:
    assert asked("figures", text, SESSION) == []


def test_a_plain_text_is_bound_only_by_a_sentence_s_own_citation() -> None:
    assert asked("figures", "It failed 77 times. It ran ([msg 1]).", SESSION, strict=False) == [("unknown", "77")]
    assert asked("figures", "It failed 77 times ([msg 1]).", SESSION, strict=False) == [("wrong", "77")]


def test_naming_the_subject_is_no_citation_for_figures() -> None:
    from narrator.checking import verdicts

    results = verdicts("Message 3 stands out among 77 others.\n", SESSION, subject=3)
    assert [(r.verdict, r.passage) for r in results if r.check == "figures"] == [("unknown", "77")]


def test_a_section_s_citations_serve_a_plain_text() -> None:
    text = "The tests were run ([msg 1]).\n\n38 of them passed, as the next message shows ([msg 2])."
    assert asked("figures", text, SESSION, strict=False) == [("wrong", "38")]
    text = "The tests were run ([msg 1]).\n\n38 of them passed."
    assert asked("figures", text, SESSION, strict=False) == [("right", "38")]
