"""Verdicts as lines for people, as JSON, and as annotations that GitHub shows beside the lines of a pull request."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from narrator.checking import CheckResult

VERDICTS = ("right", "wrong", "unknown")


def tally(results: Iterable[CheckResult]) -> dict[str, int]:
    """Return how many verdicts there are of each word, in the order of `VERDICTS`."""
    told = Counter(str(result.verdict) for result in results)
    return {word: told[word] for word in VERDICTS}


def as_text(essay: str, _: str, results: Sequence[CheckResult], *, strict: bool) -> str:
    """Return a line for each thing that fails: `FILE:LINE:COLUMN: CHECK: what`."""
    from narrator.publishing.plain import printable

    failing = _failing(results, strict=strict)
    return "".join(f"{essay}:{r.line}:{r.column}: {r.check}: {printable(r.text)}\n" for r in failing)


def as_json(essay: str, session: str, results: Sequence[CheckResult], *, strict: bool) -> str:
    """Return every verdict, the right ones too, with the counts; `failed` is what the exit code says."""
    told = [
        {"verdict": r.verdict, "check": r.check, "line": r.line, "column": r.column, "text": r.text, "passage": r.passage}
        for r in results
    ]
    failed = bool(_failing(results, strict=strict))
    whole = {"essay": essay, "session": session, "failed": failed, "counts": tally(results), "results": told}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def as_annotations(essay: str, _: str, results: Sequence[CheckResult], *, strict: bool) -> str:
    """Return GitHub's workflow commands: an error for what is wrong, with `strict` a warning for what can't be decided."""
    levels = {"wrong": "error", "unknown": "warning"}
    return "".join(f"::{levels[r.verdict]} {_where(essay, r)}::{_data(_said(r))}\n" for r in _failing(results, strict=strict))


FORMS: Mapping[str, Callable[..., str]] = {"text": as_text, "json": as_json, "github": as_annotations}
"""Each form of the output by the word that asks for it: (essay, session, results, strict=…) -> text."""


def _failing(results: Iterable[CheckResult], *, strict: bool) -> list[CheckResult]:
    return [r for r in results if r.verdict == "wrong" or (strict and r.verdict == "unknown")]


def _said(result: CheckResult) -> str:
    return f"{result.text} — “{result.passage}”"


def _where(essay: str, result: CheckResult) -> str:
    file = [] if essay == "-" else [("file", essay)]
    fields = [*file, ("line", str(result.line)), ("col", str(result.column)), ("title", f"narrator: {result.check}")]
    return ",".join(f"{name}={_property(text)}" for name, text in fields)


def _data(text: str) -> str:
    # GitHub reads these marks in a command's text, and in a field a colon and a comma besides.
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
