"""Texts that people and models might write, each sentence judged by hand: what the checker says of it doesn't contradict that."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from narrator.checking import CheckResult, verdicts
from narrator.readers import read

DATA = Path(__file__).parents[1] / "data"
TEXTS = sorted((DATA / "checking" / "essays").glob("*.txt"))
FORMAL = ("citations", "origin")
AGREEMENT = 0.8
"""The least share of sentences of which the checker says what the hand says."""


def judged(path: Path) -> list[tuple[str, str, str]]:
    """Return (what the hand says, what the checker says, the sentence) of each sentence of a text."""
    session, *lines = path.read_text("utf-8").splitlines()
    transcript = read(DATA / "opencode-lab" / "1.18.33" / f"{session}.export.json")
    bodies = [line if line.startswith("#") else line[2:] for line in lines]
    results = verdicts("\n".join(bodies) + "\n", transcript)
    hands = [(line[:1], body, number) for number, (line, body) in enumerate(zip(lines, bodies, strict=True), 1)]
    return [(hand, _said([r for r in results if r.line == n]), body) for hand, body, n in hands if hand in "RWU" and body]


def _said(results: list[CheckResult]) -> str:
    words = {r.verdict for r in results}
    told = {r.verdict for r in results if r.check not in FORMAL}
    return "W" if "wrong" in words else "R" if told == {"right"} else "U"


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.stem)
def test_nothing_true_is_called_wrong_and_nothing_false_right(path: Path) -> None:
    found = [(hand, said, text) for hand, said, text in judged(path) if (hand, said) in {("R", "W"), ("W", "R"), ("U", "W")}]
    assert found == []


def test_the_checker_agrees_with_the_hand_on_most() -> None:
    every = [(hand, said) for path in TEXTS for hand, said, _ in judged(path)]
    agreed = Counter(hand for hand, said in every if hand == said)
    asked = Counter(hand for hand, _ in every)
    assert sum(agreed.values()) >= AGREEMENT * len(every), (agreed, asked)
    assert agreed["W"] >= AGREEMENT * asked["W"], (agreed, asked)
