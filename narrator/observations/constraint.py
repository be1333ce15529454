"""Limits that a person's words set: "only", "don't", "first", "for now", "up to N"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.model import Message
from narrator.observations.places import PROSE_LIMIT, stretch
from narrator.observations.values import Constraint

_CLAUSE = re.compile(r"(?:[^,.;:!?\n(—]|(?<=\w)[.:](?=\w)|,(?=\d{3}))+")
_CUES = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (
            "never",
            (
                r"\b(?:do ?n[o']?t|dont|do not|never|without|no need to|must ?n[o']?t|must not|should ?n[o']?t|should not|"
                r"avoid|leave .{1,40} alone|stay away from|except|not? (?:backward|breaking|new|other))\b"
            ),
        ),
        (
            "at most",
            (
                r"(?<!crept )\b(?:up to|at most|no more than|not more than|max(?:imum)?(?: of)?|limit(?:ed)? .{0,20}to|"
                r"less than|fewer than|under|within) (?:\$?\d|a|one|two|three)"
            ),
        ),
        ("at least", r"\b(?:at least|no (?:less|fewer) than|min(?:imum)?(?: of)?|more than) (?:\$?\d|one|two|three)"),
        ("until", r"\b(?:for now|until|till|before (?:you|we|doing|any)|as long as|for the moment|not yet|wait for)\b"),
        (
            "first",
            (
                r"(?:^\W*|let'?s |\bto )first\b(?! (?:time|one|commit|place|session|checkpoint))|\bfirst$|"
                r"\b(?:start (?:with|by)|begin (?:with|by)|after that|step by step)\b"
            ),
        ),
        (
            "only",
            (
                r"^\W*(?:please )?just (?!like|as\b|in case|a\b|the\b|to be)|"
                r"(?<!this )(?<!that )(?<!it )\bonly\b(?! works)|\b(?:solely|exclusively|nothing (?:else|but)|"
                r"and that'?s (?:it|all))\b"
            ),
        ),
        ("must", r"\b(?:must|make sure|ensure|always|has to|have to|be sure)\b|^\W*(?:please )?keep\b(?! in mind)"),
    )
)


def constraints(message: Message, session: str) -> tuple[Constraint, ...]:
    """Return the clauses of a person's message that limit what may be done, in order; others' messages have none."""
    if message.by != "person" or message.role != "user":
        return ()
    return tuple(_constraints(message, session))


def _constraints(message: Message, session: str) -> Iterator[Constraint]:
    for number, part in enumerate(message.parts):
        if part.kind != "text" or part.by != "person" or {"synthetic", "ignored"} & set(part.flags):
            continue
        for clause in _CLAUSE.finditer(part.text[:PROSE_LIMIT].replace("’", "'")):
            kind = next((kind for kind, cue in _CUES if cue.search(clause[0])), None)
            words = clause[0].strip()
            if kind is not None and " " in words:
                start = clause.start() + clause[0].index(words)
                span = stretch(session, message, number, start, start + len(words))
                yield Constraint(message.index, number, kind, span)  # type: ignore[arg-type]
