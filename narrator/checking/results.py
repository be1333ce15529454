"""What a check returns: one verdict on one passage of a document, and where the passage stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["right", "wrong", "unknown"]

PASSAGE_LENGTH = 160
"""Code points of a document's passage that a result repeats."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One thing in a document that was verified, refuted, or couldn't be decided."""

    verdict: Verdict
    check: str
    """The check's name: a word of `CHECKS`."""
    text: str
    """Why, in one line, for people."""
    line: int
    """Physical line in the document, from 1."""
    column: int
    """Column in that line, from 1, in code points."""
    passage: str
    """The words that it is about, as the reader of the document sees them; cut at `PASSAGE_LENGTH`."""


def shorten(text: str, length: int = PASSAGE_LENGTH) -> str:
    """Return `text` on one line, cut to `length` code points."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"
