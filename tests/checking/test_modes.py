"""A mode that is told of a message is the one on record."""

from __future__ import annotations

import pytest

from tests.checking.lines import asked, transcript

SESSION = transcript(
    """
0 user mode=build | text: set it up
1 assistant mode=build | text: done
2 user mode=plan | text: and now?
3 assistant mode=plan | text: next
"""
)


def _said(text: str) -> set[str]:
    return {verdict for verdict, _ in asked("modes", text, SESSION)}


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("It went out in `plan` mode; the one before had gone to `build` [msg 0], [msg 2].", True),
        ("It went out in `build` mode; the one before had gone to `plan` [msg 0], [msg 2].", False),
        ("It went out in plan mode [msg 2].", True),
        ("It went out in build mode [msg 2].", False),
        ("They went to plan\nmode [msg 2].", True),
        ("| | before | after |\n|---|---|---|\n| mode | `build` [msg 0] | `plan` [msg 2] |", True),
        ("| | before | after |\n|---|---|---|\n| mode | `plan` [msg 0] | `build` [msg 2] |", False),
    ],
)
def test_a_mode_is_held_against_the_record(text: str, right: bool) -> None:
    assert _said(text) == ({"right"} if right else {"wrong"})


@pytest.mark.parametrize(
    "text",
    [
        "It went out in dark mode [msg 2].",
        "It stayed in plan mode [msg 0]–[msg 2].",
        "It went out in build mode, it seems, and the user noticed [msg 2].",
        "The mode `build` is one of two [msg 2].",
    ],
)
def test_what_is_no_mode_of_one_message_gets_no_verdict(text: str) -> None:
    assert _said(text) == set()
