"""What is said of no call, or of all of them, is counted again."""

from __future__ import annotations

import pytest

from tests.checking.lines import asked, transcript

SESSION = transcript(
    """
0 user | text: make it pass
1 assistant | call read: filePath=/a.py | result: x = 1 | call grep: pattern=x | result: a.py
2 assistant | call bash: command=pytest -q | result error exit=1: 3 failed
3 assistant | call edit: filePath=/a.py ; oldString=x = 1 ; newString=x = 2 | result: done
4 assistant | call write: filePath=/b.py ; content=y | result: done
5 assistant | text: done
"""
)
NOTE = "\n\n[^d1]: failed calls in [msg 1]–[msg 4]: 1."


def _said(text: str) -> list[str]:
    return [verdict for verdict, _ in asked("absences", text, SESSION)]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("No call failed [msg 1]–[msg 4].", "wrong"),
        ("Not one call had failed [msg 1]–[msg 4].", "wrong"),
        ("In all no call failed [^d1]." + NOTE, "wrong"),
        ("Every call failed [msg 1]–[msg 4].", "wrong"),
        ("It made two calls, and none of them changed anything [msg 3], [msg 4].", "wrong"),
        ("It made two calls, and all of them changed something [msg 1].", "wrong"),
        ("In all no call failed on the way [msg 1]–[msg 4] [^d1]." + NOTE, "wrong"),
        ("It made one call, and all of them changed something [msg 2].", "wrong"),
        ("No call failed [msg 3]–[msg 4].", "right"),
        ("In the second half no calls failed [msg 3]–[msg 5], and it stopped.", "right"),
        ("All calls failed [msg 2].", "right"),
        ("It made two calls, and none of them changed anything [msg 1].", "right"),
        ("It made two calls, all of which changed something.", ""),
        ("It made two calls, and all of them changed something [msg 3], [msg 4].", "right"),
    ],
)
def test_none_and_all_are_held_against_the_calls(text: str, verdict: str) -> None:
    assert _said(text) == ([verdict] if verdict else [])


@pytest.mark.parametrize(
    "text",
    [
        "No call failed that touched a file [msg 1]–[msg 4].",
        "No test failed [msg 1]–[msg 4].",
        "None of them changed anything [msg 3].",
        "No call failed [msg 5].",
    ],
)
def test_what_is_narrower_or_of_something_else_gets_no_verdict(text: str) -> None:
    assert _said(text) == []
