"""Errors that are the same, and errors that aren't."""

from __future__ import annotations

import pytest

from narrator.batch.likeness import likeness

SAME = [
    ("ModuleNotFoundError: No module named 'torch'", "E   ModuleNotFoundError: No module named 'torch'"),
    ("cat: /home/a/x.py: No such file or directory", "cat: src/lib/y.py: No such file or directory"),
    ("String to replace not found in file.", "<tool_use_error>String to replace not found in file.</tool_use_error>"),
    ("3 failed, 38 passed in 2.10s", "=== 1 failed, 4 passed in 0.3s ==="),
    ("connect ECONNREFUSED 127.0.0.1:5432", "connect ECONNREFUSED 127.0.0.1:80"),
    ("commit 0a1b2c3d4e not found in upstream", "commit 99ffee11aa not found in upstream"),
    (r"Cannot find path C:\Users\a\b.txt because it is missing", r"Cannot find path D:\x\y\z.txt because it is missing"),
]
OTHER = [
    ("ModuleNotFoundError: No module named 'torch'", "ModuleNotFoundError: No module named 'numpy'"),
    ("rg: command not found", "jq: command not found in this shell"),
]


@pytest.mark.parametrize(("one", "other"), SAME, ids=[one for one, _ in SAME])
def test_the_same_error_elsewhere_is_the_same(one: str, other: str) -> None:
    assert likeness(one) == likeness(other) != ""


@pytest.mark.parametrize(("one", "other"), OTHER, ids=[one for one, _ in OTHER])
def test_another_error_is_another(one: str, other: str) -> None:
    assert likeness(one) != likeness(other)


@pytest.mark.parametrize("words", ["", "Exit code 1", "Error: failed", "fatal: /a/b/c", "1 2 3"])
def test_words_that_tell_no_error_are_like_nothing(words: str) -> None:
    assert likeness(words) == ""


def test_it_is_quick_on_long_lines() -> None:
    assert len(likeness("a/" * 200_000 + " is no such thing here")) <= 160
