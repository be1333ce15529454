"""What a run's output sums up to: how many passed, how many are wrong. The programs stand in `runners`.

Texts are those of `sight`: bounded, without terminal sequences.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from narrator.observations.runners import CLEAN, GO, LINTS, LISTED, TAP, TESTS, Row


@dataclass(frozen=True, slots=True)
class Tally:
    """What a run sums up to."""

    figures: tuple[tuple[str, int], ...]
    """Named counts: failed, errors, passed, skipped, warnings, …; the bad ones first."""
    start: int
    """Where the words that say so stand, half open."""
    end: int
    wrong: bool
    """Whether something failed."""
    words: str = ""
    """What to say where there are no figures."""
    listed: bool = False
    """Whether the figures were counted here, from lines: of an output that was cut they say too little."""


_COUNTED = {
    "failed": "failed failing failures failure fail fails",
    "errors": "errors error",
    "passed": "passed passing pass passes succeeded ok",
    "skipped": "skipped skip skips pending ignored todo disabled deselected incomplete excluded",
    "xfailed": "xfailed xpassed",
    "warnings": "warnings warning",
    "problems": "problems problem diagnostics offenses offense violations violation",
    "issues": "issues issue",
    "run": "run runs",
}
_NAMES = {word: name for name, words in _COUNTED.items() for word in words.split()}
_ORDER = tuple(_COUNTED)
_BAD = ("failed", "errors", "problems", "issues")
_WORD = "|".join(sorted(_NAMES, key=len, reverse=True))
_COUNT = re.compile(
    rf"(?<![\d.])(\d{{1,9}})(?: tests?| packages?| previous| errors? and)? ({_WORD})\b|"
    rf"\b({_WORD})(?:\(s\))?(?::\s{{0,9}}|=| )(\d{{1,9}})(?!\d)",
    re.IGNORECASE,
)
_TOTALS = re.compile(
    r"\b(\d{1,9}) (?:examples?|tests?(?= run| completed)|tests?(?=, \d)|specs?)\b"
    r"|\b(?:Tests(?: run)?|[Tt]otal(?: tests)?): {0,9}(\d{1,9})\b"
)
"""How many were run in all, where it isn't said how many passed."""


def tally(text: str, *, failed: bool = False) -> Tally | None:
    """Return what a run's output sums up to; None where it doesn't.

    Where it `failed`, a sum that tells what is wrong comes before one that tells that all is well (`lint; test`).
    """
    return _go(text) or _summed(text, failed=failed) or _tap(text) or _settled(text, failed=failed)


def complaints(text: str) -> Tally | None:
    """Return how many errors a compiler listed that nobody summed up, and where the first stands."""
    for pattern, name in LISTED:
        found = list(pattern.finditer(text))
        if found:
            return Tally(
                ((name, len(found)),), found[0].start(), found[-1].end(), wrong=True, words=found[0][0].strip(), listed=True
            )
    return None


def _summed(text: str, *, failed: bool) -> Tally | None:
    first = None
    for found in _each(text, (*TESTS, *LINTS)):
        if found.wrong or not failed:
            return found
        first = first or found
    return first


def _each(text: str, rows: Sequence[Row]) -> Iterator[Tally]:
    seen = set[str]()
    for row in rows:
        if row.fallback and row.program in seen:
            continue
        lines = list(row.line.finditer(text))
        found = _of_lines(lines) if lines else None
        if found is not None:
            seen.add(row.program)
            yield found


def _of_lines(lines: Sequence[re.Match[str]]) -> Tally | None:
    counts = Counter[str]()
    for line in lines:
        counts.update(_counts(line))
    if counts["passed"]:
        del counts["run"]
    figures = tuple((name, counts[name]) for name in _ORDER if counts[name] or (name in _BAD and name in counts))
    if not figures:
        return None
    start = lines[0].start() + len(lines[0][0]) - len(lines[0][0].lstrip())
    end = lines[-1].end() - len(lines[-1][0]) + len(lines[-1][0].rstrip())
    return Tally(figures, start, end, any(counts[name] for name in _BAD))


def _counts(line: re.Match[str]) -> dict[str, int]:
    groups = line.groupdict()
    found = {name: int(count) for name, count in groups.items() if name in _COUNTED and count}
    if groups and "counts" not in groups:
        return found
    for number, after, before, value in _COUNT.findall(groups.get("counts") or line[0]):
        name = _NAMES.get((after or before).lower())
        if name is not None:
            found.setdefault(name, int(number or value))
    total = _TOTALS.search(line[0])
    return found if total is None else {"run": int(total[1] or total[2])} | found


def _settled(text: str, *, failed: bool) -> Tally | None:
    found = None
    for pattern, words, wrong in CLEAN:
        line = next(iter(deque(pattern.finditer(text), maxlen=1)), None)
        if line is not None:
            passed = ((("passed", int(line[1])),)) if words else ()
            settled = Tally(passed, line.start(), line.end(), wrong, line[0].strip())
            if wrong or not failed:
                return settled
            found = found or settled
    return found


def _go(text: str) -> Tally | None:
    """Sum up Go's lines: tests where they are named (`-v`, or failing), else packages."""
    lines = [m for m in GO.finditer(text) if m["package"] != "ok  " or "\t" in m["rest"] or m["rest"].strip()]
    packages = [m for m in lines if (m["package"] in ("ok  ", "FAIL") and "/" in m["name"]) or m["package"] == "ok  "]
    tests = Counter(m["package"][4:8] for m in lines if "---" in m["package"])
    if not packages and not tests["FAIL"]:  # of lines picked out by a filter, those that failed say something by themselves
        return None
    failed = sum(m["package"] == "FAIL" for m in packages)
    good = len(packages) - failed
    named = (("failed", tests["FAIL"]), ("passed", tests["PASS"] if packages else 0), ("skipped", tests["SKIP"]))
    figures = tuple((name, count) for name, count in named if count)
    figures += tuple((name, count) for name, count in (("packages failed", failed), ("packages passed", good)) if count)
    told = packages or [m for m in lines if "---" in m["package"]]
    bad = [m for m in lines if "FAIL" in m["package"]]
    return Tally(figures, told[0].start(), told[-1].end(), bool(bad), (bad or told)[0][0].strip(), listed=True)


def _tap(text: str) -> Tally | None:
    """Count the lines of the Test Anything Protocol (bats, prove -v, node): `ok 1 …`, `not ok 2 …`."""
    lines = list(TAP.finditer(text))
    if not lines or not re.search(r"^1\.\.\d+", text, re.MULTILINE):
        return None
    skipped = sum(1 for m in lines if re.search(r"# (?:SKIP|TODO)\b", m["rest"], re.IGNORECASE))
    failed = sum(1 for m in lines if m["bad"])
    counts = (("failed", failed), ("passed", len(lines) - failed - skipped), ("skipped", skipped))
    words = next((m[0] for m in lines if m["bad"]), lines[0][0])
    return Tally(tuple(c for c in counts if c[1]), lines[0].start(), lines[-1].end(), failed > 0, words.strip(), listed=True)


def told(figures: tuple[tuple[str, int], ...]) -> str:
    """Return figures as words: "3 failed, 38 passed", "1 error"; zeros only where there is nothing else."""
    shown = [f for f in figures if f[1]] or list(figures)
    return ", ".join(f"{count} {_in_number(name, count)}" for name, count in shown)


def _in_number(name: str, count: int) -> str:
    noun, _, verb = name.partition(" ")
    noun = noun.removesuffix("s") if count == 1 else noun
    return f"{noun} {verb}".rstrip()
