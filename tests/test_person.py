"""First person into third, and where it is left alone."""

from __future__ import annotations

import pytest

from narrator.person import as_purpose


@pytest.mark.parametrize(
    ("said", "purpose"),
    [
        ("Let me check the config.", "check the config"),
        ("Now let me also read `a_b.py`:", "read `a_b.py`"),
        ("OK, I need to find where gamma is set.", "find where gamma is set"),
        ("I'll run the tests", "run the tests"),
    ],
)
def test_an_announced_step_becomes_a_purpose(said: str, purpose: str) -> None:
    assert as_purpose(said) == purpose


@pytest.mark.parametrize(
    "said",
    [
        "The config is wrong.",
        "Let me check my notes.",
        "Let me see.",
        "Let me think about this.",
        "Let me check it. It may be wrong.",
        "Let me show you the result",
        "I'll wait",
        "Let me try something — maybe a reload",
    ],
)
def test_what_is_no_plain_step_is_left_to_be_quoted(said: str) -> None:
    assert as_purpose(said) is None
