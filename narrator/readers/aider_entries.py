"""What a line that Aider printed is, by its wording."""

from __future__ import annotations

import re
from typing import NamedTuple

from narrator.model import Tokens

_AMOUNT = r"[\d.,]+[kM]?"

_WORDINGS: tuple[tuple[str, str], ...] = (
    (
        "usage",
        (
            rf"Tokens: (?P<sent>{_AMOUNT}) sent(?:, (?P<write>{_AMOUNT}) cache write)?(?:, (?P<hit>{_AMOUNT}) cache hit)?"
            rf", (?P<received>{_AMOUNT}) received\.(?:\s*Cost: \$(?P<cost>[\d.,]+) \w+.*)?"
        ),
    ),
    ("usage-before", r"(?P<sent>[\d,]+) prompt tokens, (?P<received>[\d,]+) completion tokens(?:, \$(?P<cost>[\d.,]+) cost)?"),
    ("interrupt", r"\^C(?: again to exit| KeyboardInterrupt)?"),
    ("applied", r"Applied edit to (?P<path>.+)"),
    ("not-applied", r"Did not apply edit to (?P<path>.+?) \(--dry-run\)"),
    ("skipped", r"Skipping edits to (?P<path>.+)"),
    ("failed", r"(?:# )?\d+ SEARCH/REPLACE blocks? failed to match!(?s:.*)"),
    ("commit", r"Commit (?P<sha>[0-9a-f]{7,40}) (?P<subject>.*)"),
    ("shell", r"(?:Run shell commands?|Do you want to run this suggested shell command)\?.*?(?:\]:)? (?P<answer>[A-Za-z']+)"),
    ("error", r"(?:litellm|openai)\.(?:\w+\.)*(?P<name>\w+)\b(?s:.*)"),
    ("retry", r"Retrying in (?P<seconds>[\d.]+) seconds?\.{3}"),
    ("empty", r"Empty response received from LLM\b.*"),
    ("limit", r"Model (?P<model>\S+) has hit a token limit!"),
    ("exceeded", r"(?P<side>Input|Output|Total) tokens: ~?[\d,]+ of [\d,]+ -- possibly (?:exceeded|exhausted) .*"),
    ("version", r"Aider v(?P<version>\S+)"),
    ("model", r"(?:Main model|Models?): (?P<model>\S+) with (?P<format>[\w-]+) edit format\b.*"),
)
"""Names of wordings and the whole entry that they are; the first that fits. All else is `plain`."""

_TABLE = tuple((name, re.compile(pattern)) for name, pattern in _WORDINGS)
_FIRST = frozenset("TA#DSCRMEIO^Llo0123456789")
_SCALE = {"k": 1_000, "M": 1_000_000}


class Entry(NamedTuple):
    """What was printed."""

    wording: str
    """A name of the table, or plain."""
    text: str
    found: dict[str, str]
    """What the wording names: path, answer, model, …"""


def entry_of(text: str) -> Entry:
    """Return what a printed text is."""
    if text[:1] in _FIRST:
        for name, pattern in _TABLE:
            match = pattern.fullmatch(text)
            if match:
                return Entry(name, text, {k: v for k, v in match.groupdict().items() if v is not None})
    return Entry("plain", text, {})


def tokens_of(entry: Entry) -> Tokens:
    """Return the counts of an entry on usage, as far as Aider's rounding leaves them: 3.2k is 3,200."""
    sent, received, hit, write = (_amount(entry.found.get(k)) for k in ("sent", "received", "hit", "write"))
    return Tokens(input=max(0, sent - hit - write), output=received, cache_read=hit, cache_write=write)


def cost_of(entry: Entry) -> float | None:
    """Return the US dollars that an entry on usage tells; None where it tells none."""
    try:
        return float(entry.found["cost"].replace(",", "").rstrip("."))
    except (KeyError, ValueError):
        return None


def _amount(text: str | None) -> int:
    if not text:
        return 0
    try:
        return round(float(text.rstrip("kM").replace(",", "")) * _SCALE.get(text[-1], 1))
    except ValueError:
        return 0
