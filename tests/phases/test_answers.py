"""How a person's words stand to the model's: in several languages, and the nearest words that mean something else."""

from __future__ import annotations

import pytest

from narrator.phases import Course, read_course
from narrator.phases.answers import (
    concedes,
    contradicts,
    explained,
    inquires,
    proposes,
    reports_failure,
    states_cause,
    tells_of_failure,
)
from tests.scenes import scene as told


def course(words: str, *, before: str = "I looked.", answer: str = "Let me look.") -> Course:
    return read_course(told(f"1 U Go.\n2 A {before}\n3 U {words}\n4 A {answer}").signals)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Should we group them by day?", 1.0),
        ("I think by file is too much", 1.0),
        ("¿Podemos agruparlos? Mejor por día.", 1.0),
        ("Wir sollten sie gruppieren", 1.0),
        ("应该按天分组", 1.0),
        ("What groups are there?", 0.0),
        ("Group them by day.", 0.0),
    ],
)
def test_a_proposal(words: str, expected: float) -> None:
    assert proposes(course(words), 1) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("What does it do?", 1.0),
        ("ok so why is that", 1.0),
        ("¿Por qué falla?", 1.0),
        ("Warum ist das so?", 1.0),
        ("como funciona?", 1.0),
        ("为什么失败", 1.0),
        ("Fix what it does.", 0.0),
        ("whatever", 0.0),
    ],
)
def test_an_inquiry(words: str, expected: float) -> None:
    assert inquires(course(words), 1) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("The build fails.", True),
        ("I ran it. The server crashed again.", True),
        ("What if one run fails?", False),
        ("If the build fails, retry it.", False),
        ("There are no errors any more.", False),
        ("Build it.", False),
    ],
)
def test_a_failure_is_told_as_a_fact(words: str, expected: bool) -> None:
    assert reports_failure(words) is expected
    assert tells_of_failure(course(words), 1) == float(expected)


@pytest.mark.parametrize(
    ("before", "words", "expected"),
    [
        ("All tests pass.", "It does not load", 1.0),
        ("Done.", "No, that's wrong", 1.0),
        ("Listo.", "no carga", 1.0),
        ("已修复。", "还是不行", 1.0),
        ("I looked.", "It does not load", 0.0),
        ("All tests pass.", "Good. Now the docs", 0.0),
    ],
)
def test_a_claim_is_contradicted(before: str, words: str, expected: float) -> None:
    assert contradicts(course(words, before=before), 1) == expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("You're absolutely right - it isn't.", 1.0),
        ("Good catch. Let me see.", 1.0),
        ("Tienes razón.", 1.0),
        ("Du hast recht.", 1.0),
        ("Você tem razão.", 1.0),
        ("你说得对", 1.0),
        ("Good point. Let me see.", 0.0),
        ("The right one is there.", 0.0),
    ],
)
def test_a_point_is_conceded(answer: str, expected: float) -> None:
    assert concedes(course("Squashing keeps the trailers", answer=answer), 1) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The issue is that the lock is held.", True),
        ("I see the problem - no ids.", True),
        ("Found it.", False),
        ("Found the cause: no ids.", True),
        ("El problema es el puerto.", True),
        ("根本原因是端口。", True),
        ("Let me look for the issue.", False),
        ("I fixed the issue.", False),
    ],
)
def test_a_cause_that_was_found(text: str, expected: bool) -> None:
    assert states_cause(text) is expected
    assert explained(course("Why?", answer=text), 1) == float(expected)
