"""Runs of checks: which call ran tests, a build, a type checker, a linter, a commit, a push, and whether it passed.

A call decides only what it surely says: what stands before a pipe or a semicolon has lost its exit code, so there the counts in
the output must say it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from narrator.ledger.claims_cues import About
from narrator.ledger.claims_prose import Key
from narrator.ledger.claims_runners import checks_of, is_narrow, is_whole, moves_down
from narrator.ledger.whole import Whole
from narrator.model import Part, Span
from narrator.observations import Act, Outcome
from narrator.observations.places import COMMAND_LIMIT
from narrator.observations.shell import Command, commands
from narrator.observations.tools import tool_of


class Run(NamedTuple):
    """A call that ran checks, and how they ended."""

    key: Key
    """Where its call stands."""
    abouts: frozenset[About]
    whole: bool
    """Whether it checks the project as a whole: no file, folder, package or name of a test picks a part."""
    narrow: bool
    """Whether it names single files or tests."""
    command: str
    """In lower case."""
    passed: bool | None
    """None where the record doesn't surely say."""
    figures: tuple[tuple[str, str], ...]
    span: Span
    """The words that say so, else the whole result."""
    said: str
    """How it ended, short."""


_BAD = frozenset(("failed", "errors", "problems", "issues", "packages failed"))
_ABSENT = re.compile(
    r"not found|no such|not recognized|cannot find|is missing|permission denied|enoent|err_module|"
    r"no module named|timed? ?out",
    re.IGNORECASE,
)
_CI_BAD = re.compile(r"\bfail|\bin_progress\b|\bpending\b|\bqueued\b|\bcancel|\b[xX✗]\s", re.IGNORECASE)
_CI_GOOD = re.compile(r"\bsuccess\b|\bpass\b|✓", re.IGNORECASE)
_CLEAN = re.compile(
    r"^[ 	]*(?:Success: no issues|All checks passed|Checked \d+ files?|BUILD SUCCESS|[^\n\w]*[Bb]uilt in |Finished )",
    re.MULTILINE,
)
_JOINED = re.compile(r"[;\n]|\|\|")


def find_runs(whole: Whole) -> Iterator[Run]:
    """Yield the calls that ran checks and ended, in order; a command left running is told where a later call saw its end."""
    running: dict[str, tuple[str, str]] = {}
    for position, act, outcome in whole.calls():
        call = whole.messages[position].parts[act.part]
        text = _command(call) or ""
        if not text and outcome is not None:
            text = running.get(act.object, ("", ""))[0]
        if not text or outcome is None:
            continue
        if outcome.status == "running":
            for name in _names(act, text):
                running[name] = (text, "")
            continue
        run = _run(whole, (position, act.part), text, outcome, waited=_command(call) is None)
        if run is not None:
            yield run
            yield from _of_hooks(run, outcome)


def _of_hooks(run: Run, outcome: Outcome) -> Iterator[Run]:
    """Yield the tests that a commit's or a push's hooks ran, where they were counted; which tests, nothing tells."""
    counts = {name: int(count) for name, count in run.figures}
    if {"commit", "push"} & run.abouts and "tests" not in run.abouts and counts.get("passed") and not counts.get("failed"):
        yield run._replace(abouts=frozenset(("tests",)), whole=False, passed=True, span=outcome.span, said=outcome.summary)


def _names(act: Act, text: str) -> tuple[str, ...]:
    described = " ".join((act.description or "").split())
    return (f"a command ({described})", f"a command ({act.object})", act.object, f"a command ({_head(text)})")


def _head(text: str) -> str:
    from narrator.observations.command_line import line_head

    return line_head(text) or ""


def _command(call: Part) -> str | None:
    """Return the command line that a call gives to a shell, or None."""
    tool = tool_of(call)
    if not tool.shell:
        return None
    text = next((value for name in tool.about if (value := call.arg(name))), None)
    return None if text is None else text[:COMMAND_LIMIT]


def _run(whole: Whole, key: Key, text: str, outcome: Outcome, *, waited: bool) -> Run | None:
    found = checks_of(text)
    if not found or outcome.status not in ("ok", "failed", "empty"):
        return None
    abouts = frozenset(a for _, each in found for a in each)
    entire = all(is_whole(c) for c, _ in found) and not moves_down(text, whole.analysis.transcript.cwd)
    narrow = any(is_narrow(c) for c, _ in found)
    output = whole.words_of(_all(outcome))
    shown = _shown(found[-1][1], output)
    if shown is not None:
        passed, words = shown
        span = _all(outcome).model_copy(update={"start": words.start(), "end": words.end()})
        return Run(key, abouts, entire, narrow, text.lower(), passed, outcome.figures, span, " ".join(words[0].split()))
    done = _passed(text, found, outcome, output, waited=waited)
    said = outcome.summary or ("passed" if done else "failed" if done is False else "")
    return Run(key, abouts, entire, narrow, text.lower(), done, outcome.figures, outcome.span, said)


def _all(outcome: Outcome) -> Span:
    return Span(session=outcome.span.session, message=outcome.message, part=outcome.part)


def _passed(
    text: str, found: tuple[tuple[Command, frozenset[About]], ...], outcome: Outcome, output: str, *, waited: bool
) -> bool | None:
    last, abouts = found[-1]
    if "ci" in abouts:
        return True if outcome.status == "ok" and _CI_GOOD.search(output) and not _CI_BAD.search(output) else None
    if outcome.status == "failed":
        return False if _surely_failed(text, found, outcome, waited=waited) else None
    if _JOINED.search(_between(text, found)) is not None:
        return None
    if outcome.exit_code in (0, None) and not last.feeds and _is_last(text, last):
        return True
    return True if _says_so(text, found, outcome, output) else None


def _surely_failed(text: str, found: tuple[tuple[Command, frozenset[About]], ...], outcome: Outcome, *, waited: bool) -> bool:
    """Return whether a failed call failed by its check, not by what stands beside it or what it couldn't find."""
    counts = {name: int(count) for name, count in outcome.figures if name in _BAD}
    # Linters sum up errors and warnings as problems; only errors are against them, and what exits well has none.
    told = any(count for name, count in counts.items() if "errors" not in counts or name not in ("problems", "issues"))
    told = told and (outcome.exit_code != 0 or found[-1][0].feeds or bool(counts.get("failed")))
    exits = outcome.exit_code in (1, 2, 101) and not found[-1][0].feeds and not _ABSENT.search(outcome.summary)
    alone = len({each for _, each in found}) == 1 and len(commands(text)) <= _FEW + waited
    return outcome.program_failed and alone and (told or exits)


def _says_so(text: str, found: tuple[tuple[Command, frozenset[About]], ...], outcome: Outcome, output: str) -> bool:
    """Return whether an output that was cut or filtered says that all is well: counts, or a good word and no bad one."""
    counts = {name: int(count) for name, count in outcome.figures}
    abouts = found[-1][1]
    if "tests" in abouts:
        return bool(counts.get("passed") or counts.get("packages passed"))
    if len({each for _, each in found}) > 1 or _WRONG.search(output) or not _is_uncut(text, output):
        return False
    settled = bool(counts) and not any(counts.get(name) for name in _BAD)
    return settled or _CLEAN.search(output) is not None or (not output.strip() and bool({"types", "lint", "compile"} & abouts))


def _is_uncut(text: str, output: str) -> bool:
    """Return whether the end of what a command wrote can be seen: by `tail`, or by a `head` that asked for more."""
    cut = _CUT.search(text)
    return cut is not None and (cut[1] == "tail" or output.count("\n") + 1 < int(cut[2] or 10))


def _shown(abouts: frozenset[About], output: str) -> tuple[bool, re.Match[str]] | None:
    """Return what git or its host printed of the last thing that a line published: whether it is done, and the words."""
    published = next((each for each in PUBLISHED if each in abouts), None)
    if published is None:
        return None
    good, bad = PUBLISHED[published]
    against, for_it = bad.search(output), good.search(output)
    return (False, against) if against is not None else (True, for_it) if for_it is not None else None


PUBLISHED: Mapping[About, tuple[re.Pattern[str], re.Pattern[str]]] = {
    "pull request": (re.compile(r"https://\S+/pull/\d+"), re.compile(r"^(?:GraphQL|error|failed):", re.MULTILINE)),
    "push": (
        re.compile(r"^[ +*]*(?:[0-9a-f]{7,}\.{2,3}[0-9a-f]{7,}|\[new (?:branch|tag)\])\s+\S+ +-> +\S+", re.MULTILINE),
        re.compile(r"^ ?! \[(?:remote )?rejected\]|^error: failed to push", re.MULTILINE),
    ),
    "commit": (
        re.compile(r"^\[[^\]\n]{1,100} [0-9a-f]{7,}\] ", re.MULTILINE),
        re.compile(r"^nothing (?:added )?to commit|^no changes added to commit", re.MULTILINE),
    ),
}
"""What git and its hosts print when it is done, and when it isn't, whatever else ran on the line; the last step weighs most."""
_WRONG = re.compile(r"(?<![-\w])errors?\b(?!\s*:?\s*0)|(?<![-\w])fail(?:ed|ures?)?\b|✗|✖|\bERR!", re.IGNORECASE)
_CUT = re.compile(r"\|\s*(head|tail)(?:\s+(?:-n\s*|-)?(\d+))?\s*$")
_FEW = 4
"""Commands on a line (a `cd`, a formatter, a filter beside the check) up to which a failure is the check's own."""


def _between(text: str, found: tuple[tuple[Command, frozenset[About]], ...]) -> str:
    return text[found[0][0].start : found[-1][0].start]


def _is_last(text: str, command: Command) -> bool:
    """Return whether a line's exit code is a command's own: nothing runs behind it, or only if it succeeded."""
    rest = re.sub(r"\d?>&?\d?\S*", "", text[command.end :])
    return _JOINED.search(rest.strip()) is None and "|" not in rest
