"""What a sentence takes from its footnotes: who is ahead, on how many, which pair, which mean, over how many, in what unit."""

from __future__ import annotations

import pytest

from tests.checking.lines import asked, transcript

SESSION = transcript("0 user | text: compare\n1 assistant | text: a 1.5 2.5 3.5 and b 2.5 3.5 4.5, three tasks each")
TRUE = (
    "over three tasks, `a` averages 2.5 and `b` 3.5, 1.0 apart [^m] [^n] [^d]; "
    "`a` is behind on each of the three (1.5 against 2.5) [^c]"
)
NOTES = """
[^m]: (1.5 + 2.5 + 3.5) / 3 = 2.5 [msg 1].
[^n]: (2.5 + 3.5 + 4.5) / 3 = 3.5 [msg 1].
[^d]: 3.5 − 2.5 = 1.0 [msg 1].
[^c]: 1.5 < 2.5; 2.5 < 3.5; 3.5 < 4.5 [msg 1].
"""


def _wrong(told: str) -> list[str]:
    found = asked("derivations", f"Here, {told} [msg 1].\n{NOTES}", SESSION)
    return [passage for verdict, passage in found if verdict == "wrong"]


def test_what_its_footnotes_say_is_right() -> None:
    assert _wrong(TRUE) == []


@pytest.mark.parametrize(
    ("old", "new", "passage"),
    [
        ("2.5 and `b` 3.5", "3.5 and `b` 2.5", "3.5 and b 2.5"),
        ("behind", "ahead", "ahead"),
        ("each of the three", "two of the three", "on two of the three"),
        ("(1.5 against 2.5)", "(2.5 against 1.5)", "(2.5 against 1.5)"),
        ("over three tasks", "over nine tasks", "over nine"),
        ("1.0 apart", "1.0 tokens per second apart", "tokens per second"),
    ],
)
def test_what_they_gainsay_is_wrong(old: str, new: str, passage: str) -> None:
    assert passage in [found.strip() for found in _wrong(TRUE.replace(old, new, 1))]
