"""Settings whose value changes."""

from __future__ import annotations

import pytest

from narrator.observations import changes
from tests.observations.build import SESSION, called, said, words


@pytest.mark.parametrize(
    ("text", "name", "old", "new"),
    [
        ("Alpha 4.0 → 7.5 now.", "Alpha", "4.0", "7.5"),
        ("(`--pool-size` 20 → 8)", "--pool-size", "20", "8"),
        ("I raised the learning rate from 1e-4 to 6e-4.", "learning rate", "1e-4", "6e-4"),
        ("Weighting raises the mean loss from 0.29 to 0.54.", "mean loss", "0.29", "0.54"),
        ("betas: (0.9, 0.999) -> (0.9, 0.95)", "betas", "(0.9, 0.999)", "(0.9, 0.95)"),
        ("run it with --workers 3 instead of 5", "--workers", "5", "--workers 3"),
        ("block_size = 16 (was 8)", "block_size", "8", "16"),
    ],
)
def test_told(text: str, name: str, old: str, new: str) -> None:
    (change,) = changes(said(text), SESSION)
    assert (change.name, change.old, change.new) == (name, old, new)


def test_the_reason_is_found() -> None:
    message = said("Timeout from 5 to 30 because the model loads slowly.")
    (change,) = changes(message, SESSION)
    assert words(message, change.reason_span) == "because the model loads slowly"


@pytest.mark.parametrize("text", ["from 3 files to read", "moved from `a1b2c3d` to `d4e5f6a`", "see lines 3 → 5", "a -> b"])
def test_no_setting(text: str) -> None:
    assert changes(said(text), SESSION) == ()


def test_an_edit_that_swaps_a_value() -> None:
    message = called(
        "edit",
        {"filePath": "a.py", "oldString": "x = 1\ngamma = 4.0  # decay\n", "newString": "x = 1\ngamma = 10.0  # decay\n"},
    )
    (change,) = changes(message, SESSION)
    assert (change.name, change.old, change.new) == ("gamma", "4.0", "10.0")
    assert words(message, change.span) == "10.0"


def test_a_patch_that_swaps_a_flag() -> None:
    patch = (
        "*** Begin Patch\n*** Update File: run.sh\n@@\n"
        "-python t.py --gamma 4.0 --lr 1\n"
        "+python t.py --gamma 7.0 --lr 1\n*** End Patch"
    )
    message = called("apply_patch", {"input": patch})
    (change,) = changes(message, SESSION)
    assert (change.name, change.old, change.new) == ("--gamma", "4.0", "7.0")
    assert words(message, change.span) == "7.0"


def test_a_name_in_code_is_no_value_but_a_word_in_a_configuration_is() -> None:
    assert changes(called("edit", {"filePath": "a.ts", "oldString": "x = foo.bar", "newString": "x = baz.bar"}), SESSION) == ()
    (change,) = changes(called("edit", {"filePath": "a.yaml", "oldString": "mode: fast", "newString": "mode: safe"}), SESSION)
    assert (change.old, change.new) == ("fast", "safe")


def test_a_rewriting_is_no_setting() -> None:
    assert changes(called("edit", {"filePath": "a.py", "oldString": "a = 1", "newString": "a = 2\nb = 3"}), SESSION) == ()
