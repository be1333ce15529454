"""The arithmetic of footnotes."""

from __future__ import annotations

import pytest

from narrator.checking.arithmetic import equation


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("11.26 − 7.28 = 3.98", True),
        ("11.26 − 7.28 = 3.99", False),
        ("(8.13 + 7.40) / 2 = 7.77", True),
        ("(8.13 + 7.40) / 2 = 7.75", False),
        ("10 / 4 = 2.5 = 5 / 2", True),
        ("3 / 41 = 7.3 %", True),
        ("3 / 41 = 7.4 %", False),
        ("12:47:58 − 12:47:33 = 25 s", True),
        ("12:47:58 − 12:47:33 = 24 s", False),
        ("15:19 − 12:38 = 2 h 41 min", True),
        ("381 s + 1,734 s = 35 min 15 s", True),
        ("12:00 + 5 min = 12:05", True),
        ("5 s / 2 s = 2.5", True),
        ("1,200 tokens + 300 tokens = 1,500 tokens", True),
        ("(8.13 + … + 5.10) / 10 = 7.28", None),
        ("8.13 < 11.77", True),
        ("8.13 > 11.77", False),
        ("2 h = 120 min", True),
    ],
)
def test_an_equation_holds_or_not(text: str, holds: bool | None) -> None:
    read = equation(text)
    assert read is not None
    assert read.holds is holds


@pytest.mark.parametrize(
    "text",
    ["a / b = 3", "3 - = 4", "1 / 0 = 2", "4 of 5 = 3", "12:00 + 13:00 = 3", "(" * 60 + "1" + ")" * 60 + " = 1", "= 3", "5"],
)
def test_what_is_no_equation_is_none(text: str) -> None:
    assert equation(text) is None


def test_times_of_two_days_are_told_apart() -> None:
    read = equation("00:10:00 − 23:50:00 = 20 min")
    assert read is not None
    assert (read.holds, read.across_midnight) == (True, True)


def test_constants_need_no_source() -> None:
    read = equation("(8 + 7) / 2 × 60 = 450")
    assert read is not None
    assert [(o.figure.text, o.constant) for o in read.operands] == [("8", False), ("7", False), ("2", True), ("60", True)]
