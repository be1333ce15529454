"""The names of the tests that failed, as their runner lists them: one row a runner, first match wins."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from narrator.model import Message, Span
from narrator.observations.envelopes import body
from narrator.observations.places import stretch
from narrator.observations.runners import PREFIX
from narrator.observations.sight import sight
from narrator.observations.values import Outcome

MOST = 100
"""Names that are kept of one run; nobody tells more."""
LONGEST = 240
"""Characters of a name."""

_PY = r"[\w./\\@+-]{1,200}\.py"
_TESTS: tuple[tuple[str, str], ...] = (
    # runner, where the name stands (group 1)
    ("pytest", rf"^(?:FAILED|ERROR) ({_PY}(?:::[^\s\[]+(?:\[[^\n]*?\](?= - |$|::))?)*)"),
    ("pytest", rf"^({_PY}::[^\n]{{1,200}}?) (?:FAILED|ERROR)\b"),
    ("pytest", r"^_{3,} (?:ERROR (?:at setup of|at teardown of|collecting) )?(\S[^\n]{0,200}?) _{3,}$"),
    ("unittest", r"^(?:FAIL|ERROR): (\w+ \([\w.]+\)|\S+)"),
    ("go", r"^[ \t]*--- FAIL: (\S+)"),
    ("go", r"^FAIL\t(\S+)"),
    ("cargo", r"^test (\S[^\n]*?) \.\.\. FAILED$"),
    ("cargo", r"^---- (\S[^\n]*?) stdout ----$"),
    ("nextest", r"^[ \t]+(?:FAIL|ABORT|SIG\w+|TIMEOUT) \[[^\]\n]*\] (?:\([^)\n]*\) )?(\S+ \S+)$"),
    (
        "vitest",
        rf"^{PREFIX}[ \t]*(?:FAIL|❯)[ \t]+(?:\|?[\w-]{{1,40}}\|?[ \t]+)?([\w./@-]+\.\w+(?: \[ [^\n]*? \])?(?: > [^\n]+)+)$",
    ),
    ("jest", rf"^{PREFIX}[ \t]*● (?!Console|Test suite failed|Cannot log)([^\n]+? › [^\n]+|\S[^\n]*)$"),
    ("playwright", r"^[ \t]+\d+\) (?:\[[\w -]+\] › )?([^\n]+? › [^\n]+?)(?: ─+)?[ \t]*$"),
    (
        "surefire",
        (
            r"^(?:\[ERROR\] )?(?!Tests run)([\w$.]+(?:\([\w.$]*\)|\[[^\]\n]{0,80}\])?)[ \t]+(?:-- )?"
            r"Time elapsed: [^\n]*<<< (?:FAILURE|ERROR)!"
        ),
    ),
    ("surefire", r"^\[ERROR\] {2,3}([\w$]+\.[\w$]+)(?::\d+|»)"),
    ("gradle", r"^(?!> Task)([\w$.]+(?: > [^\n]{1,120}?)+) FAILED$"),
    ("rspec", r"^rspec (\./\S+(?:\[[\d:]+\])?)"),
    ("minitest", r"^[ \t]*(?:\d+\) )?(?:Failure|Error):\n([A-Z][\w:]*#\w+)"),
    ("phpunit", r"^\d+\) ([\w\\]+::\w+[^\n]*)$"),
    ("pest", r"^[ \t]+FAILED[ \t]+([\w\\]+ > \S[^\n]*?)(?:[ \t]{2,}[^\n]*)?$"),
    ("pest", r"^[ \t]+⨯[ \t]+(\S[^\n]*?)(?:[ \t]{2,}[^\n]*|[ \t]+[\d.]+s)?$"),
    ("ctest", r"^[ \t]+\d+ - (\S+) \((?:Failed|Timeout|SEGFAULT|Not Run|Subprocess aborted|ILLEGAL|Exception[^)\n]*)\)"),
    ("dotnet", r"^[ \t]+Failed (\S[^\n]*?) \[[\d<., ]+ ?m?s\]$"),
    ("dotnet", r"^\[xUnit\.net [\d:.]+\][ \t]+(\S[^\n]*?) \[FAIL\]$"),
    ("googletest", r"^\[  FAILED  \] ([\w/]+\.[\w/]+)"),
    ("xctest", r"^Test Case '-?\[?([^\]'\n]+)\]?' failed"),
    ("swift testing", r"^[^\w\n]{1,3}Test (?!run )(\"[^\"\n]+\"|[\w()]+) failed after"),
    ("deno", r"^(\S[^\n]*?) \.\.\. FAILED \([\d.]+m?s\)$"),
    ("bun", r"^(?:\(fail\)|✗) (\S[^\n]*?)(?: \[[\d.]+ ?m?s\])?$"),
    ("exunit", r"^[ \t]+\d+\) (?:test|property|doctest) (\S[^\n]*? \(\w[\w.]*\))$"),
    ("sbt", r"^\[info\] - (\S[^\n]*?) \*\*\* FAILED \*\*\*"),
    ("flutter", r"^\d+:\d\d \+\d+(?: ~\d+)? -\d+: (\S[^\n]*?) \[E\]$"),
    ("node", r"^[ \t]*✖ (?!failing tests)(\S[^\n]*?) \([\d.]+m?s\)$"),
    ("TAP", r"^[ \t]*not ok \d+ (?:- )?(?![^\n]*# (?:TODO|SKIP))(\S[^\n#]*[^\s#])"),
    ("bats", r"^ ✗ (\S[^\n]*)$"),
)
_ROWS = tuple((runner, re.compile(pattern, re.MULTILINE)) for runner, pattern in _TESTS)
_MARKED = re.compile(r"^[ \t]*[✕×✗] (\S[^\n]*?)(?:[ \t]+\(?[\d.]+ ?m?s\)?)?$", re.MULTILINE)
_SOME_FAILED = re.compile(r"\b[1-9]\d* (?:failed|failing|fail)\b")
"""What must be said of tests before a mark counts as one: linters mark their complaints so too."""
_MOCHA = re.compile(r"^[ \t]+\d+\) (\S[^\n]*?):?$", re.MULTILINE)
_MOCHA_SUM = re.compile(r"^[ \t]+\d+ failing\b", re.MULTILINE)
_ASIDE = re.compile(r"^(?:tests? session starts|FAILURES|ERRORS|short test summary info|summary)$", re.IGNORECASE)


class Named(NamedTuple):
    """A test's name and where it stands."""

    name: str
    start: int
    end: int


def failing_tests(text: str) -> tuple[Named, ...]:
    """Return the tests that a run's output (as `sight` shows it) names as failed, in order, each once; at most `MOST`.

    Of tests inside tests only the inner ones are returned, of packages only those of which no test is named.
    """
    for _, pattern in _ROWS:
        found = _inner(_once(pattern.finditer(text)))
        if found:
            return found
    marked = _once(_MARKED.finditer(text)) if _SOME_FAILED.search(text) else ()
    if marked:
        return marked
    ends = _MOCHA_SUM.search(text)
    # Mocha's reports name each failing test by its number where it stands, and tell of it by the same number at the end.
    listed = _once(_MOCHA.finditer(text, 0, ends.start())) if ends else ()
    return listed or (_once(_MOCHA.finditer(text, ends.end())) if ends else ())


def failing(message: Message, outcome: Outcome, session: str) -> tuple[Span, ...]:
    """Return the names of the tests that a call's result says failed, as spans of the result; empty where it names none."""
    part = message.parts[outcome.part]
    if part.kind != "result" or not outcome.program_failed:
        return ()
    view = sight(part.text)
    start, end = body(view.text)
    found = failing_tests(view.text[start:end])
    return tuple(stretch(session, message, outcome.part, *view.stretch(n.start + start, n.end + start)) for n in found)


def _once(matches: Iterator[re.Match[str]]) -> tuple[Named, ...]:
    found: dict[str, Named] = {}
    for match in matches:
        name = match[1].rstrip()
        if name not in found and len(name) <= LONGEST and not _ASIDE.match(name):
            found[name] = Named(name, match.start(1), match.start(1) + len(name))
            if len(found) == MOST:
                break
    return tuple(found.values())


def _inner(found: Sequence[Named]) -> tuple[Named, ...]:
    outer = {n.name[:i] for n in found for i, c in enumerate(n.name) if c == "/"}
    return tuple(n for n in found if n.name not in outer)
