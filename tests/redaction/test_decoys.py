"""Thousands of harmless look-alikes, and none is redacted."""

from __future__ import annotations

from collections import Counter

import pytest

from narrator.redaction import find_secrets, redact
from tests.redaction.decoys import BY_HAND, GROUPS, decoys


@pytest.mark.parametrize("seed", [1, 2])
def test_no_decoy_is_redacted(seed: int) -> None:
    assert [(group, line) for group, line in decoys(seed) if find_secrets(line)] == []


def test_there_are_thousands_of_every_sort() -> None:
    counts = Counter(group for group, _ in decoys())
    assert sum(counts.values()) > 5_000
    assert set(counts) == {*GROUPS, "placeholders", "by hand"}
    assert min(counts.values()) >= 200


@pytest.mark.parametrize("line", BY_HAND)
def test_ordinary_text_stays(line: str) -> None:
    assert redact(line) == line


def test_all_decoys_at_once_stay() -> None:
    text = "\n".join(line for _, line in decoys(3, rounds=5))
    assert redact(text) == text
