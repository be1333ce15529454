"""What test runners, compilers, type checkers and linters say at the end: how many passed, how many are wrong.

Each row of `RUNNERS` finds the line that sums up; the counts on it are then read by one rule, whatever their order
("3 failed, 38 passed", "Failures: 1, Errors: 0"). Where a run sums up more than once (one line a crate, a package) they are
added.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from dataclasses import dataclass

TALLY_LIMIT = 400_000
"""Characters of a test run's output that are looked at: Go's and Cargo's tallies stand all over it."""


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


_COUNTED = {
    "failed": "failed failing failures failure fail fails",
    "errors": "errors error",
    "passed": "passed passing pass passes succeeded ok",
    "skipped": "skipped skip skips pending ignored todo disabled deselected",
    "xfailed": "xfailed xpassed",
    "warnings": "warnings warning",
    "problems": "problems problem diagnostics",
    "issues": "issues issue",
}
_NAMES = {word: name for name, words in _COUNTED.items() for word in words.split()}
_ORDER = tuple(_COUNTED)
_BAD = ("failed", "errors", "problems", "issues")
_WORD = "|".join(sorted(_NAMES, key=len, reverse=True))
_COUNT = re.compile(rf"(\d+)(?: tests?| packages?| previous)? ({_WORD})\b|\b({_WORD})(?:\(s\))?(?::\s*|=| )(\d+)", re.IGNORECASE)

_ROWS: tuple[tuple[str, str, bool], ...] = (
    # name, the line that sums up, whether several are added (else the last one counts)
    (
        "pytest",
        (
            r"^[ \t]*=*[ ]?(?:\d+ (?:failed|passed|errors?|skipped|x?failed|xpassed|deselected|warnings?|"
            r"rerun)(?:, )?)+ in [\d.]+\s?s[^\n]*$"
        ),
        False,
    ),
    ("unittest", r"^(?:FAILED|OK) \([^)\n]*\)$", False),
    ("jest, vitest", r"^[ \t]*Tests:?[ \t]+(?=\d)[^\n]*\b(?:passed|failed|skipped|todo)\b[^\n]*$", True),
    ("cargo", r"^test result: \w+\. [^\n]*$", True),
    ("mocha", r"^[ \t]*\d+ (?:passing|failing|pending)\b[^\n]*$", True),
    ("bun", r"^[ \t]*\d+ (?:pass|fail|errors?|skip|todo)[ \t]*$", True),
    ("node, TAP", r"^(?:#|ℹ) (?:pass|fail|skipped|cancelled) \d+$", True),
    ("maven", r"^(?:\[\w+\] )?Tests run: \d+, Failures: \d+, Errors: \d+[^\n]*$", False),
    ("gradle", r"^\d+ tests? completed, [^\n]*$", False),
    ("rspec", r"^\d+ examples?, \d+ failures?[^\n]*$", False),
    ("minitest", r"^\d+ (?:runs|tests), \d+ assertions?, \d+ failures?[^\n]*$", False),
    ("phpunit", r"^Tests: \d+, Assertions: \d+[^\n]*$", False),
    ("dotnet", r"^[ \t]*(?:Passed|Failed)![ \t]+- Failed:[ \t]+\d+, Passed:[ \t]+\d+[^\n]*$", True),
    ("ctest", r"^\d+% tests passed, \d+ tests failed out of \d+$", False),
    ("deno", r"^(?:ok|FAILED) \| \d+ passed[^\n]*$", False),
    ("playwright", r"^[ \t]+\d+ (?:passed|failed|flaky|skipped)(?: \([\d.]+\w+\))?[ \t]*$", True),
    ("mypy", r"^Found \d+ errors? in \d+ files?[^\n]*$", True),
    ("ruff, biome, tsc", r"^Found \d+ (?:errors?|warnings?)\b[^\n]*$", True),
    ("eslint", r"^[^\w\n]{0,3}\d+ problems? \(\d+ errors?, \d+ warnings?\)$", True),
    ("golangci", r"^\d+ issues?[.:][ \t]*$", True),
    ("pyright", r"^\d+ errors?, \d+ warnings?\b[^\n]*$", True),
    ("rustc", r"^error: could not compile [^\n]* due to [^\n]*$", True),
    ("javac, msbuild", r"^[ \t]*\d+ (?:[Ee]rror|[Ww]arning)(?:s|\(s\))?[ \t]*$", True),
    (
        "bare",
        (
            r"^[^\w\n]*(?:[\w ]{1,20}: )?\d+(?:/\d+)?(?: tests?)? (?:passed|failed)(?:, \d+ (?:passed|failed|skipped|"
            r"errors?))*[.!]?(?: \([^)\n]*\))?$"
        ),
        False,
    ),
    ("bare", r"^[^\w\n]*(?:[Pp]assed|PASSED): \d+[^\n]{0,20}(?:[Ff]ailed|FAILED): \d+[^\n]*$", False),
)
RUNNERS = tuple((name, re.compile(pattern, re.MULTILINE), added) for name, pattern, added in _ROWS)

_CLEAN: tuple[tuple[re.Pattern[str], str, bool], ...] = tuple(
    (re.compile(pattern, re.MULTILINE), words, wrong)
    for pattern, words, wrong in (
        (r"^OK \((\d+) tests?, \d+ assertions?\)$", "{1} passed", False),
        (r"^Ran (\d+) tests? in [\d.]+s\s+OK$", "{1} passed", False),
        (r"^Success: no issues found[^\n]*$", "", False),
        (r"^All checks passed!$", "", False),
        (r"^no tests ran in [^\n]*$", "", True),
        (r"^BUILD (?:FAILED|FAILURE)[^\n]*$", "", True),
        (r"^BUILD SUCCESS(?:FUL)?[^\n]*$", "", False),
        (r"^make(?:\[\d+\])?: \*\*\* [^\n]*$", "", True),
        (r"^[^\n]*\bERR_PNPM_\w+[^\n]*$", "", True),
        (r"^error: script \"[^\"\n]*\" exited with code \d+[^\n]*$", "", True),
        (r"^[ \t]*Your code has been rated at [^\n]*$", "", False),
        (r"^[^\n\w]*(?:✓ )?[Bb]uilt in [\d.]+ ?m?s[^\n]*$", "", False),
        (r"^[ \t]*Finished `?\w+`? [^\n]*target\(s\)[^\n]*$", "", False),
        (r"^Checked \d+ files? in [^\n]*$", "", False),
        (r"^ ?\d+ files? changed[^\n]*$", "", False),
    )
)
"""Lines that settle it without counts: what to say (the line itself where empty), whether it is bad."""

_LISTED: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\berror TS\d+: [^\n]*"), "errors"),
    (re.compile(r"^error\[E\d+\]: [^\n]*", re.MULTILINE), "errors"),
    (re.compile(r"^\S+:\d+(?::\d+)?: (?:fatal )?error: [^\n]*", re.MULTILINE), "errors"),
    (re.compile(r"^(?:vet: )?\S+\.go:\d+:\d+: [^\n]*", re.MULTILINE), "errors"),
)
"""Complaints that are counted where nobody sums them up."""

_GO = re.compile(r"^(?P<package>ok  |FAIL|---? (?:PASS|FAIL|SKIP):)[ \t]+(?P<name>\S+)(?P<rest>[^\n]*)$", re.MULTILINE)


def tally(text: str) -> Tally | None:
    """Return what a run's output sums up to; None where it doesn't."""
    text = text[-TALLY_LIMIT:] if len(text) > TALLY_LIMIT else text
    return _go(text) or _summed(text) or _settled(text)


def complaints(text: str) -> Tally | None:
    """Return how many errors a compiler listed that nobody summed up, and where the first stands."""
    for pattern, name in _LISTED:
        found = list(pattern.finditer(text, 0, min(len(text), TALLY_LIMIT)))
        if found:
            return Tally(((name, len(found)),), found[0].start(), found[-1].end(), wrong=True, words=found[0][0].strip())
    return None


def _summed(text: str) -> Tally | None:
    for _, pattern, added in RUNNERS:
        lines = list(pattern.finditer(text))
        if not lines:
            continue
        lines = lines if added else lines[-1:]
        counts = Counter[str]()
        for line in lines:
            counts.update(_counts(line[0]))
        figures = tuple((name, counts[name]) for name in _ORDER if counts[name] or (name in _BAD and name in counts))
        if figures:
            wrong = any(counts[name] for name in _BAD)
            start = lines[0].start() + len(lines[0][0]) - len(lines[0][0].lstrip())
            end = lines[-1].end() - len(lines[-1][0]) + len(lines[-1][0].rstrip())
            return Tally(figures, start, end, wrong)
    return None


def _counts(line: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for number, after, before, value in _COUNT.findall(line):
        name = _NAMES.get((after or before).lower())
        if name is not None:
            found.setdefault(name, int(number or value))
    return found


def _settled(text: str) -> Tally | None:
    for pattern, words, wrong in _CLEAN:
        line = next(iter(deque(pattern.finditer(text), maxlen=1)), None)
        if line is not None:
            passed = ((("passed", int(line[1])),)) if words else ()
            return Tally(passed, line.start(), line.end(), wrong, line[0].strip())
    return None


def _go(text: str) -> Tally | None:
    """Sum up Go's lines: tests where they are named (`-v`, or failing), else packages."""
    lines = [m for m in _GO.finditer(text) if m["package"] != "ok  " or "\t" in m["rest"] or m["rest"].strip()]
    packages = [m for m in lines if (m["package"] in ("ok  ", "FAIL") and "/" in m["name"]) or m["package"] == "ok  "]
    if not packages:
        return None
    tests = Counter(m["package"][4:8] for m in lines if m["package"].startswith("---"))
    failed = sum(m["package"] == "FAIL" for m in packages)
    good = len(packages) - failed
    if tests:
        named = (("failed", tests["FAIL"]), ("passed", tests["PASS"]), ("skipped", tests["SKIP"]))
        figures = tuple((name, count) for name, count in named if count)
    else:
        figures = ()
    figures += tuple((name, count) for name, count in (("packages failed", failed), ("packages passed", good)) if count)
    return Tally(figures, packages[0].start(), packages[-1].end(), bool(failed or tests["FAIL"]))


def told(figures: tuple[tuple[str, int], ...]) -> str:
    """Return figures as words: "3 failed, 38 passed", "1 error"; zeros only where there is nothing else."""
    shown = [f for f in figures if f[1]] or list(figures)
    return ", ".join(f"{count} {_in_number(name, count)}" for name, count in shown)


def _in_number(name: str, count: int) -> str:
    noun, _, verb = name.partition(" ")
    noun = noun.removesuffix("s") if count == 1 else noun
    return f"{noun} {verb}".rstrip()
