"""Numbers as a person would say them."""

from __future__ import annotations

import pytest

from narrator.quantities import count, duration, exact_duration, number, plural, series


@pytest.mark.parametrize(("value", "said"), [(0, "no"), (1, "one"), (12, "twelve"), (13, "13"), (1363, "1,363")])
def test_number(value: int, said: str) -> None:
    assert number(value) == said


@pytest.mark.parametrize(
    ("noun", "many"),
    [("file", "files"), ("tool call", "tool calls"), ("match", "matches"), ("directory", "directories"), ("day", "days")],
)
def test_plural(noun: str, many: str) -> None:
    assert plural(noun) == many


def test_count_agrees_with_its_noun() -> None:
    assert [count(n, "query") for n in (0, 1, 2)] == ["no queries", "one query", "two queries"]


@pytest.mark.parametrize(
    ("seconds", "said", "exact"),
    [
        (0.2, "less than a second", "0 s"),
        (9, "nine seconds", "9 s"),
        (119, "119 seconds", "1 min 59 s"),
        (120, "two minutes", "2 min"),
        (481, "eight minutes", "8 min 1 s"),
        (9681, "2 h 41 min", "2 h 41 min 21 s"),
        (200000, "two days", "55 h 33 min 20 s"),
    ],
)
def test_durations(seconds: float, said: str, exact: str) -> None:
    assert duration(seconds) == said
    assert exact_duration(seconds) == exact


def test_series() -> None:
    assert [series(x) for x in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == ["", "a", "a and b", "a, b and c"]
