"""No later message is told as an earlier one; and what says its time is left alone."""

from __future__ import annotations

import pytest

from tests.checking.lines import asked, transcript

SESSION = transcript("\n".join(f"{n} {'user' if n % 4 == 0 else 'assistant'} | text: message {n}" for n in range(40)))


def _order(text: str, *, strict: bool = True) -> list[str]:
    return [verdict for verdict, _ in asked("order", text, SESSION, subject=18, strict=strict)]


@pytest.mark.parametrize(
    "text",
    [
        "# Title\n\n## Context\n\nIt looked for wheels [msg 24].",
        "# Title\n\n## What led here\n\nThe wheels were missing. It looked for them [msg 24].",
        "# Title\n\n## How the work had come here\n\nIt tried apt [msg 27], in vain.",
        "# Title\n\n## Context\n\n### The compiler\n\nIt looked for wheels [msg 24].",
        "It had checked for wheels [msg 24].",
        "It had checked for wheels [msg 24], verified the toolkit [msg 26], and tried apt [msg 27].",
        "Before that, it looked for wheels [msg 24].",
        "Earlier, it looked for wheels [msg 24].",
        "The last act before the silence was a check [msg 24].",
        "A failed check [msg 24] led to the silence.",
        "The previous message [msg 24] was a check.",
        "| | before [msg 18] | after |\n|---|---|---|\n| act | looked for wheels [msg 24] | stopped [msg 20] |",
        "| | up to [msg 18] | from [msg 19] |\n|---|---|---|\n| act | searched [msg 10] | stopped [msg 12] |",
    ],
)
def test_a_later_message_told_as_earlier_is_wrong(text: str) -> None:
    assert "wrong" in _order(text)


@pytest.mark.parametrize(
    "text",
    [
        "# Title\n\n## Context\n\nIt looked for wheels [msg 14].",
        "# Title\n\n## Context\n\nA day later it looked for wheels [msg 24].",
        "# Title\n\n## Context\n\nThe wheels were missing, as [msg 24] would show.",
        "# Title\n\n## Context\n\nFrom [msg 24] on it looked for wheels.",
        "# Title\n\n## Context\n\nThe user's next message [msg 19] stopped it.",
        "# Title\n\n## Context\n\nAfter the silence it looked for wheels [msg 24].",
        "# Title\n\n## Context window\n\nIt looked for wheels [msg 24].",
        "# The context of a stop\n\nIt looked for wheels [msg 24].",
        "# Title\n\n## Before and after\n\nIt looked for wheels [msg 24].",
        "It had checked for wheels [msg 14].",
        "It set the password [msg 26], one of those it had tried [msg 23].",
        "It looked for wheels [msg 24]. None had been built [msg 23].",
        "# Title\n\n## What came of it\n\nThe wheels had been found [msg 24].",
        "The run had died, but it looked for wheels [msg 24].",
        "It stopped after 9 seconds, before any output [msg 24].",
        "It had a key [msg 24].",
        "The user “had checked this before” [msg 24].",
        "| | up to [msg 18] | from [msg 19] |\n|---|---|---|\n| act | searched [msg 10]–[msg 17] | stopped [msg 20] |",
    ],
)
def test_what_is_in_order_or_says_its_time_is_not(text: str) -> None:
    assert "wrong" not in _order(text)


@pytest.mark.parametrize(
    "text",
    [
        "It read the file [msg 8] before the edit [msg 5].",
        "It read the file [msg 8], two minutes before the edit [msg 5].",
        "It read the file [msg 8], then edited it [msg 5].",
        "It read the file [msg 8] and then edited it [msg 5].",
        "After the edit [msg 8], it read the file [msg 5].",
        "Before the edit [msg 5], it read the file [msg 8].",
        "The answer came [msg 5], shortly after the question [msg 8].",
        "The rebase [msg 5] came after the push [msg 8].",
        "The commit [msg 5] was made after the pull request [msg 8].",
        "Message 8 precedes message 5.",
        "Message 8 precedes the edit [msg 5].",
        "The plan [msg 5] follows the order [msg 8].",
        "The order [msg 8] was followed by a plan [msg 5].",
    ],
)
def test_two_messages_in_the_wrong_order_are_wrong(text: str) -> None:
    assert _order(text) == ["wrong"]


@pytest.mark.parametrize(
    "text",
    [
        "It read the file [msg 5] before the edit [msg 8].",
        "It read the file [msg 5], then edited it [msg 8].",
        "After the edit [msg 5], it read the file [msg 8].",
        "Before the edit [msg 8], it read the file [msg 5].",
        "The answer came [msg 8], shortly after the question [msg 5].",
        "The rebase [msg 8] came after the push [msg 5].",
        "The commit [msg 8] was made after the pull request [msg 5].",
        "Message 5 precedes message 8.",
        "Message 5 precedes the edit [msg 8].",
        "The plan [msg 8] follows the order [msg 5].",
        "The order [msg 5] was followed by a plan [msg 8].",
    ],
)
def test_two_messages_in_their_order_are_right(text: str) -> None:
    assert _order(text) == ["right"]


@pytest.mark.parametrize(
    "text",
    [
        "The order [msg 8] was followed after eight minutes by a plan [msg 5].",
        "After nine seconds [msg 8], it was as before [msg 5].",
        "After the stop [msg 8], it did what it had done [msg 5].",
        "The rule [msg 8] that was set before the edit [msg 5] held.",
        "It failed [msg 8] and, after all, had failed before [msg 5].",
        "Its like [msg 8]; before it [msg 5].",
        "It read [msg 8], [msg 5].",
        "It came five minutes after the message before it [msg 8].",
        "The work [msg 8] followed up on the order [msg 5].",
        "It looked before the message before it [msg 8].",
    ],
)
def test_what_is_not_clear_gets_no_verdict(text: str) -> None:
    assert asked("order", text, SESSION) == []


def test_nothing_comes_a_length_of_time_before_what_is_before_it() -> None:
    assert "wrong" in _order("It came five minutes before the message before it [msg 8].")
    assert "wrong" not in _order("It came five minutes after the message before it [msg 8].")


def test_without_a_subject_only_the_sentence_s_own_order_counts() -> None:
    assert asked("order", "## Context\n\nIt looked for wheels [msg 24].", SESSION) == []


def test_the_front_matter_s_subject_counts_where_none_is_given() -> None:
    from narrator.checking import check

    text = "---\nsession: ses_1\nsubject: 18\n---\n# T\n\n## Context\n\nIt looked for wheels [msg 24].\n"
    assert [(p.code, p.message) for p in check(text, SESSION)] == [("order", 24)]


def test_a_plain_text_has_its_context_too() -> None:
    text = "A Silence\n\nThe Context: A Pipeline in Crisis\n\nIt had looked for wheels ([msg 24]), then stopped ([msg 17])."
    assert _order(text, strict=False).count("wrong") == 2
