"""A footnote's breakdown against the sentence that tells it: each number with the deed that it counts."""

from __future__ import annotations

import pytest

from narrator.checking import verdicts
from tests.checking.lines import transcript

WORK = "\n".join(
    [
        "0 user | text: Find it.",
        *(f"{n} assistant | call grep: pattern=x | result ok: y" for n in (1, 2, 3)),
        "4 assistant | call read: filePath=a.py | result ok: y",
    ]
)


@pytest.mark.parametrize(("times", "wrong"), [("three", False), ("two", True)])
def test_how_often_counts_the_deed_before_it(times: str, wrong: bool) -> None:
    text = (
        f"The assistant searched for one pattern {times} times and read one file [msg 1]–[msg 4] [^d1].\n\n"
        "[^d1]: calls in [msg 1]–[msg 4]: 4 (3 searched for, 1 read).\n"
    )
    found = [r for r in verdicts(text, transcript(WORK)) if r.check == "figures" and r.passage == times]
    assert [r.verdict == "wrong" for r in found] == [wrong]
