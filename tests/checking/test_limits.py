"""A check ends, however long the document and whatever repeats in it; what is past a limit is said to be unknown."""

from __future__ import annotations

from time import process_time

import pytest

from narrator.checking import verdicts
from narrator.checking.clauses import LONGEST
from narrator.checking.figures import MOST
from tests.checking.lines import transcript

SESSION = transcript("\n".join(f"{n} {'user' if n % 4 == 0 else 'assistant'} | text: message {n}" for n in range(40)))
FRONT = "---\nsession: ses_1\n---\n\n"
ENOUGH = 12.0
"""Seconds of processor time that none of these comes near, and that a square of their length is far beyond."""


@pytest.mark.parametrize(
    "text",
    [
        "1 + " * 50_000 + "1 = 50001 [msg 3]",
        "It is so [^d1].\n\n[^d1]: " + "1 + " * 50_000 + "1 = 50001 [msg 3]",
        "It is so [^d1].\n\n[^d1]: " + "(a) in [msg 3] " * 4_000,
        "The user said it went on.\n" * 8_000,
        "It went on. It stopped [msg 3] " * 4_000,
        "message 3, 4, " * 4_000,
        "[msg 3] " * 4_000,
        "# Head 5 s\n\nx [msg 3]\n\n" * 600,
        "It had gone [msg 3], and " * 4_000,
        "`ab` and “ab” " * 3000,
    ],
)
def test_a_long_document_is_read_in_time_with_its_length(text: str) -> None:
    begun = process_time()
    verdicts(FRONT + text, SESSION, subject=18)
    assert process_time() - begun < ENOUGH


def test_a_megabyte_is_checked_in_seconds() -> None:
    line = "The user said “message 4” [msg 4]. It lasted 3 s, and the assistant ran `pytest` in two messages [msg 5]–[msg 9].\n\n"
    text = FRONT + line * (1_000_000 // len(line))
    begun = process_time()
    results = verdicts(text, SESSION, subject=18)
    assert process_time() - begun < 60
    assert len(results) > 20_000


def test_fifty_thousand_messages_are_checked_against_in_seconds() -> None:
    session = transcript("\n".join(f"{n} {'user' if n % 4 == 0 else 'assistant'} | text: message {n}" for n in range(50_000)))
    told = "The record says “message {0}” [msg {0}], and more of it [msg {0}]–[msg {1}].\n\n"
    text = FRONT + "".join(told.format(n, n + 900) for n in range(0, 49_000, 500))
    text += "All [^a].\n\n[^a]: `message 17` in [msg 0]–[msg 49999]: 111 [msg 17], …\n"
    begun = process_time()
    verdicts(text, session, subject=25_000)
    assert process_time() - begun < ENOUGH


@pytest.mark.parametrize(
    "text",
    [
        "> " * 400 + "deep [msg 3]",
        "- " * 400 + "deep [msg 3]",
        "|" + " a |" * 400 + "\n|" + " - |" * 400 + "\n" + ("|" + " `x` [msg 3] |" * 400 + "\n") * 20,
        "```\n" * 3001,
        "~~~~\n[msg 3]\n" * 3001,
        "[^a]: " * 4000,
        "<!-- " * 4000,
        "[msg 3](" * 4000,
        "![" * 4000 + "](x)",
        "*_" * 8000,
        "1. " * 400 + "**The user stopped it** (most likely). " * 400,
        "the user's " * 8000 + "“x y z” [msg 3]",
        "It " * 8000 + "said “x y z” [msg 3]",
        "The assistant edited " + "`a` and " * 4000 + "`b` [msg 3].",
        "none of them " * 4000 + "[msg 3]",
    ],
    ids=range(15),
)
def test_hostile_markdown_never_raises(text: str) -> None:
    begun = process_time()
    for front in (FRONT, ""):
        verdicts(front + text, SESSION, subject=18)
    assert process_time() - begun < 2 * ENOUGH


def test_figures_past_the_limit_are_unknown() -> None:
    found = [r for r in verdicts(FRONT + "3, " * (MOST + 9) + "[msg 3].", SESSION) if r.check == "figures"]
    assert len(found) == MOST + 1
    assert (found[-1].verdict, "more than" in found[-1].text) == ("unknown", True)


def test_a_clause_past_the_limit_is_unknown() -> None:
    text = FRONT + "It is so [^d1].\n\n[^d1]: 1 + 1" + " " * LONGEST + "+ 1 = 4 [msg 3]"
    assert [(r.verdict, r.text) for r in verdicts(text, SESSION) if r.check == "derivations"] == [
        ("unknown", "the equation can't be read")
    ]
