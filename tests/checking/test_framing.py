"""Sentences without a citation, and the front matter that ties a document to its session."""

from __future__ import annotations

import pytest

from narrator.checking import verdicts
from tests.checking.lines import asked, transcript

SESSION = transcript("0 user | text: go\n1 assistant | text: 3 passed", gaps=((5, 6),))


@pytest.mark.parametrize(
    "text", ["It passed 3 tests.", "“go”, they said.", "`go` was the word.", "> go", "It ran [msg 1]. Then 3 passed."]
)
def test_a_sentence_that_claims_and_cites_nothing_is_unknown(text: str) -> None:
    assert "unknown" in [verdict for verdict, _ in asked("uncited", text, SESSION)]


@pytest.mark.parametrize("text", ["So it ended.", "It took two tries."])
def test_a_sentence_that_only_frames_is_right(text: str) -> None:
    assert [verdict for verdict, _ in asked("uncited", text, SESSION)] == ["right"]


@pytest.mark.parametrize(
    "text",
    ["3 passed [msg 1].", "3 passed. It ran [msg 1].", "3 passed [^a].\n\n[^a]: calls in [msg 0]–[msg 1]: 0", "# 3 passed"],
)
def test_a_sentence_that_something_stands_for_is_not_asked(text: str) -> None:
    assert asked("uncited", text, SESSION) == []


def test_a_plain_text_is_not_bound_to_cite() -> None:
    assert asked("uncited", "It passed 3 tests.", SESSION, strict=False) == []


@pytest.mark.parametrize(
    ("front", "verdict"),
    [
        ("session: ses_1", "right"),
        ("session: ses_2", "unknown"),
        ("digest: D1", "right"),
        ("digest: d2", "unknown"),
        ("subject: 1", "right"),
        ("subject: 9", "wrong"),
        ("subject: 5", "unknown"),
        ("subject: session", "unknown"),
    ],
)
def test_the_front_matter_is_held_against_the_session(front: str, verdict: str) -> None:
    found = [r for r in verdicts(f"---\nkind: essay\n{front}\n---\n\nSo it ended.\n", SESSION) if r.check == "origin"]
    assert [(r.verdict, r.line, r.passage) for r in found] == [(verdict, 3, front)]
