"""Limits in a person's words."""

from __future__ import annotations

import pytest

from narrator.observations import constraints
from tests.observations.build import SESSION, said, typed, words


@pytest.mark.parametrize(
    ("text", "kind", "clause"),
    [
        ("translate it all, only the headings in English. then go", "only", "only the headings in English"),
        ("clean up please, dont rename anything", "never", "dont rename anything"),
        ("Leave the worker off for now, test the rest", "until", "Leave the worker off for now"),
        ("retry it, up to 5 times, then give up", "at most", "up to 5 times"),
        ("let's start with the parser, rules later", "first", "let's start with the parser"),
        ("merge it. make sure that nothing is lost", "must", "make sure that nothing is lost"),
        ("use at least 3 seeds", "at least", "use at least 3 seeds"),
    ],
)
def test_clauses(text: str, kind: str, clause: str) -> None:
    message = typed(text)
    assert [(c.kind, words(message, c.span)) for c in constraints(message, SESSION)] == [(kind, clause)]


def test_others_set_no_limits() -> None:
    assert constraints(said("I only read it, don't worry."), SESSION) == ()
    assert constraints(typed("it works now and looks fine"), SESSION) == ()
