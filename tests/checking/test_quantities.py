"""The figures of a passage."""

from __future__ import annotations

from decimal import Decimal

import pytest

from narrator.checking.quantities import figures


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("7.28 against 11.26", [("7.28", "7.28", ""), ("11.26", "11.26", "")]),
        ("an hour and 46 minutes later", [("an hour and 46 minutes", "6360", "s")]),
        ("2 h 41 min 21 s", [("2 h 41 min 21 s", "9681", "s")]),
        (
            "eight minutes, 25 seconds, eight seconds",
            [("eight minutes", "480", "s"), ("25 seconds", "25", "s"), ("eight seconds", "8", "s")],
        ),
        ("6 to 12 seconds", [("6", "6", "s"), ("12 seconds", "12", "s")]),
        ("killed at 5,000 ms", [("5,000 ms", "5", "s")]),
        ("52% of 8 GPUs", [("52%", "52", "%"), ("8", "8", "")]),
        ("at 12:38 and 12:38:27", [("12:38", "45480", ""), ("12:38:27", "45507", "")]),
        ("2.5x and 2.5×", [("2.5x", "2.5", "×"), ("2.5×", "2.5", "×")]),
        ("$3.20", [("$3.20", "3.20", "$")]),
        ("forty-two of two hundred", [("forty-two", "42", ""), ("two hundred", "200", "")]),
        ("a second fetch, one minute, an hour later", []),
    ],
)
def test_figures_are_read_with_their_units(text: str, wanted: list[tuple[str, str, str]]) -> None:
    assert [(f.text, f.value, f.unit) for f in figures(text)] == [(words, Decimal(value), unit) for words, value, unit in wanted]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("step-4000 of Qwen3.6-27B on CT200", ["token", "token", "token"]),
        ("v1.2 and 1.14.0.", ["version", "version"]),
        ("on 2026-02-03 and 3 February 2026", ["date", "date"]),
        ("1e-4, 4o, 5xx", ["token", "token", "token"]),
        ("a word2vec model", ["token"]),
    ],
)
def test_what_is_no_plain_number_is_told_apart(text: str, kinds: list[str]) -> None:
    assert [f.kind for f in figures(text)] == kinds


@pytest.mark.parametrize(
    ("text", "about"), [("~12K", True), ("nearly 4", True), ("at least 3", True), ("exactly 4", False), ("some 36 minutes", True)]
)
def test_what_is_said_to_be_inexact_is_marked(text: str, about: bool) -> None:
    assert [f.about for f in figures(text)] == [about]
