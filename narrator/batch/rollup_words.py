"""Words of the rollup for what has a name in the record."""

from __future__ import annotations

from collections.abc import Mapping

NEXT: Mapping[str, str] = {
    "stop": "stopped for good",
    "redirect": "sent it another way",
    "refine": "said nearly the same again",
    "repeat": "said the same again",
    "approve": "let it go on",
    "question": "asked something",
    "request": "asked for something else",
    "correction": "corrected it",
    "report": "told of a failure",
    "thanks": "thanked",
    "other": "said something else",
    "none": "said nothing more",
}
"""What the user did after an interrupt: a verb phrase that a number of times follows."""

OPEN: tuple[tuple[str, str, str], ...] = (
    ("open.untested", "code left untested", "changed code after their last test or run"),
    ("open.uncommitted", "changes left uncommitted", "left changes uncommitted that `git status` had shown"),
    ("open.todo", "to-dos left open", "left items of their to-do list open"),
    ("open.running", "commands left running", "left a command running"),
    ("open.question", "questions left open", "end with a question of the assistant's"),
    ("open.unreplied", "words left without a reply", "end with words of the user's that got no reply"),
    ("open.cut", "sessions cut off", "break off in the middle"),
)
"""What sessions leave open: its kind, what it is, and what they do, as a verb phrase."""

AGAIN: tuple[tuple[str, str, str, Mapping[str, str]], ...] = (
    (
        "loop",
        "loops",
        "The work went in a circle",
        {
            "same": "the same call with the same result came one after the other",
            "failed": "the same call failed the same way, with others between,",
            "cycle": "a change, a run and the same error came round",
        },
    ),
    (
        "undone",
        "work undone",
        "Work was undone",
        {
            "restored": "an edit put back what an earlier one had changed",
            "removed": "an edit took out what an earlier one had put in",
            "file": "a file that had been made was deleted",
            "git": "git threw changes away",
        },
    ),
    (
        "chain",
        "failures given up or left",
        "What kept failing was given up, or left so at the end,",
        {"abandoned": "it was given up", "open": "it was left so at the end"},
    ),
)
"""What came again or came to nothing: its kind, what it is, a clause for it, and one for each way."""
