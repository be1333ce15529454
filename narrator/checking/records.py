"""The footnote on what became of the source's records: each number is the reader's own, and they add up."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.checking.case import Case, verdict
from narrator.checking.document import Sentence
from narrator.checking.results import CheckResult, Verdict
from narrator.coverage import BESIDES, CUT, KINDS, OPENING
from narrator.quantities import plural

NAME = "records"

_N = r"([0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,15})"
_NOTE = re.compile(rf"{OPENING}: {_N}(?: \(([^()]*)\))?((?:, [^,.]+)*)\.?\s*")


def _either(one: str, many: str) -> str:
    return f"(?:{re.escape(one)}|{re.escape(many)})"


_FORMS: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = (
    *(((kind, whole), re.compile(rf"{_N} in {_N} {_either(words, plural(words))}")) for kind, whole, words in KINDS if whole),
    *(((kind,), re.compile(rf"{_N} {re.escape(words)}")) for kind, whole, words in KINDS if not whole),
    *(((field,), re.compile(rf"{_N} {_either(one, many)}")) for field, one, many in BESIDES),
)
"""The fields whose numbers an item gives, and how it is written."""


def check_records(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each number of the footnotes that tell what became of the source's records, and on their sum."""
    for note in case.document.footnotes.values():
        if note.text.startswith(f"{OPENING}:"):
            yield from (verdict(word, NAME, text, note) for word, text in _judged(case, note))


def _judged(case: Case, note: Sentence) -> Iterator[tuple[Verdict, str]]:
    match = _NOTE.fullmatch(" ".join(note.text.split()))
    said = _said(match) if match is not None else None
    if match is None and re.search(r"[0-9]\.[0-9]", note.text):
        yield "wrong", "records are counted whole"
        return
    if match is None or said is None:
        yield "unknown", "what became of the records is told in other words"
        return
    kinds = [said.get(kind, 0) for kind, _, _ in KINDS]
    if match[2] is not None and sum(kinds) != said["records"]:
        yield "wrong", f"the kinds add up to {sum(kinds):,}, not to {said['records']:,}"
    fault: Verdict = "unknown" if case.has_changed else "wrong"
    for field, value in case.transcript.coverage.model_dump().items():
        if field in said and said[field] == value:
            yield "right", f"{field}: {value:,}"
        elif field in said:
            yield fault, f"{field}: counted again, {value:,}, not {said[field]:,}"
        elif value and field in _ASKED:
            yield fault, f"{field}: left out, and there are {value:,}"


_ASKED = frozenset({*(kind for kind, _, _ in KINDS), *(field for field, _, _ in BESIDES), "truncated"})
"""What may be left out where it is nought."""


def _said(match: re.Match[str]) -> dict[str, int] | None:
    """Return the numbers that a footnote gives, by their fields; None where one of its items isn't understood."""
    said = {"records": _number(match[1])}
    items = [*(match[2].split(", ") if match[2] else ()), *match[3].removeprefix(", ").split(", ")]
    for item in filter(None, items):
        found = {"truncated": 1} if item == CUT else _fields(item)
        if not found:
            return None
        said |= found
    return said


def _fields(item: str) -> dict[str, int]:
    for fields, form in _FORMS:
        match = form.fullmatch(item)
        if match is not None:
            return dict(zip(fields, map(_number, match.groups()), strict=True))
    return {}


def _number(digits: str) -> int:
    return int(digits.replace(",", ""))
