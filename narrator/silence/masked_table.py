"""What each cause makes likelier than it is elsewhere, set by hand from how harnesses write their records.

A number is how many times as often a sign has a value under the cause as among all silences; steps of about two, none is fitted.
docs/silences.md says what each sign is.
"""

from __future__ import annotations

from collections.abc import Mapping

_MARKER = "holds: nothing 1.5, file 0.02, blanks 0.1, an empty text 0.1; "
_COMPACTION = _MARKER + "after: delegation 0.05, shell 0.1, calls 0.1, words 0.1, "
_ROWS: tuple[tuple[str, str, float, str], ...] = (
    # in the assistant's place
    (
        "assistant",
        "interrupt",
        6,
        (
            "after: words 3; gap_after: soon 2, a minute 2, at once 0.3; tokens: none 3, output 0.3; mode: changed 3; "
            "summary: next 0.2; duration: open 0.2"
        ),
    ),
    (
        "assistant",
        "provider_error",
        3,
        "again: at once 3; tokens: none 4, output 0.2; duration: at once 2, quick 2, open 0.2; holds: thought 0.3",
    ),
    (
        "assistant",
        "empty_completion",
        3,
        "tokens: output 5, none 0.2; holds: blanks 10, thought 0.1, hidden thought 0.1; duration: quick 2, open 0.1",
    ),
    (
        "assistant",
        "context_overflow",
        1.5,
        (
            "after: silent user 5; gap_after: at once 3; summary: second 8, nowhere 0.2; again: later 8; context: full 4; "
            "tokens: none 2"
        ),
    ),
    ("assistant", "unfinished", 1.5, "duration: open 20; after: nothing 3; gap_after: long 2; tokens: none 2, output 0.2"),
    (
        "assistant",
        "reasoning_only",
        1.5,
        "holds: thought 10, hidden thought 15, nothing 0.1; tokens: output 5, none 0.2; duration: open 0.1",
    ),
    ("assistant", "failed_compaction", 1, "before: silent user 10, words 0.2, calls 0.2, shell 0.2, answer 0.2; after: words 2"),
    ("assistant", "connection_abort", 0.5, "duration: long 8; after: nothing 2, words 0.5; tokens: none 2"),
    ("assistant", "not_recorded", 0.5, "tokens: none 2; after: words 2; duration: open 0.2"),
    ("assistant", "content_filter", 0.5, "tokens: output 3, none 0.3; duration: open 0.1"),
    ("assistant", "stream_artifact", 0.5, "tokens: none 4; gap_after: at once 2; after: calls 2, answer 2"),
    ("assistant", "lost_record", 0.5, "holds: thought 3; after: words 2; tokens: none 0.3"),
    ("assistant", "filler", 0.5, "before: silent user 3; tokens: none 4; gap_before: at once 2"),
    # in the user's place
    (
        "user",
        "auto_compaction",
        4,
        f"{_COMPACTION}answer 1; summary: next 10, nowhere 0.2; gap_before: at once 8; context: full 4; before: silent model 0.2",
    ),
    ("user", "continue", 3, f"{_MARKER}summary: before 15, nowhere 0.1; gap_before: at once 5"),
    (
        "user",
        "manual_compaction",
        2,
        (
            f"{_COMPACTION}silent model 6, answer 0.3; summary: next 6; "
            "gap_before: at once 0.2, quick 2, soon 2, a minute 2, long 2"
        ),
    ),
    ("user", "attachment", 1.5, "holds: file 200, nothing 0.01"),
    (
        "user",
        "overflow_compaction",
        1,
        f"{_COMPACTION}answer 1; summary: next 10, nowhere 0.2; before: silent model 10; gap_before: at once 5; again: later 4",
    ),
    ("user", "subtask", 1, f"{_MARKER}after: delegation 40, answer 0.1"),
    ("user", "subtask_followup", 1, f"{_MARKER}before: delegation 30; gap_before: at once 5"),
    ("user", "shell", 1, f"{_MARKER}after: shell 15; gap_after: at once 5"),
    ("user", "injected", 1, "holds: nothing 2; after: answer 2, silent model 0.2; summary: nowhere 1.5, next 0.2, before 0.2"),
    ("user", "blank", 1, "holds: blanks 60, an empty text 60, nothing 0.02"),
)
"""Whose place, the cause, so many imagined cases of it (as the shares in evidence/hypotheses.py have it), what its signs are."""


def _read(text: str) -> Mapping[tuple[str, str], float]:
    found = {}
    for clause in text.split("; "):
        sign, values = clause.split(": ")
        for value in values.split(", "):
            name, _, ratio = value.rpartition(" ")
            found[sign, name] = float(ratio)
    return found


EXPECTED: Mapping[str, Mapping[str, Mapping[tuple[str, str], float]]] = {
    role: {cause: _read(text) for r, cause, _, text in _ROWS if r == role} for role in ("assistant", "user")
}
"""Role → cause → (sign, value) → how many times as often as elsewhere."""

IMAGINED: Mapping[str, float] = {cause: cases for _, cause, cases, _ in _ROWS}
"""Cause → so many imagined cases of it stand beside the counted ones."""
