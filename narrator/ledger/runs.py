"""Commands that were run, with what makes two of them the same: checks (tests, builds, linters) and all others that can fail.

The same are those that ask for the same thing, however their output is shown (`pytest -q x`, `pytest x -x 2>&1 | tail`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from narrator.graph.files import COMMANDS, folder_of, moved_to
from narrator.ledger.whole import Whole
from narrator.observations import Act, Outcome
from narrator.observations.command_line import line_deed
from narrator.observations.sorts import Sort, hides_failure, sort_of
from narrator.observations.tools import tool_of
from narrator.observations.vocabulary import words as words_of
from narrator.observations.waiting import WAITING, left_running
from narrator.observations.wrappers import program_of

LONGEST_LINE = 2_000
LONGEST_WORD = 80
"""Characters of a word of a command that names something; what is longer, or holds blanks, is a script on the command line."""

_SHOWING = re.compile(
    r"-(?:[vqsx]+|r\w*|race|count=\d+|json|l)|--(?:verbose|quiet|silent|tb=\w+|color\S*|colou?rs?|no-header|no-color|maxfail=\d+|"
    r"exitfirst|nocapture|no-coverage|coverage|reporter=\S+|progress\S*|no-progress|message-format=\S+|watch=false|run|bail|"
    r"stacktrace|info|debug|console=\S+|disable-warnings|durations=\d+|no-cov|cov\S*|full-trace|output-on-failure)"
)
"""Options that say how a run is shown or stopped, not what is run."""
_ALL = frozenset(("./...", ".", "./", "--", "--workspace", "--all", "-a", "all", "--all-targets", "--all-features"))
"""Words that ask for everything there is."""
_FIXING = re.compile(
    r"(?:^|\s)--?(?:write|fix|fix-only|unsafe-fixes|autocorrect(?:-all)?|auto-correct)\b|[:_-]fix\b|"
    r"\b(?:fmt|format)\b(?! --check)"
)
"""What a linter is given, or a task is called, that mends what it finds: then it is a change, and no check."""
_RUNNERS = words_of("npm pnpm yarn bun make just mise task rake gradle mvn nox tox turbo nx composer poe hatch pdm")
"""Programs that run a task that the project names: alone, it is all of it."""


@dataclass(frozen=True, slots=True)
class Run:
    """A command that ended."""

    position: int
    """Of the message in which it ended."""
    started: int
    """Of the message that started it: the same, save for a command that was waited for."""
    number: int
    """Which call of the session started it, from 0."""
    act: Act
    """The act that started it."""
    outcome: Outcome
    sort: Sort
    key: tuple[str, ...]
    """The same for runs of the same thing."""
    scripted: bool
    """Whether the key leaves out a script on the command line: then the same key is only the same kind of thing."""
    wide: bool
    """Whether it runs all tests, all linters, the whole build."""
    unseen: bool
    """Whether a filter would have hidden that it failed."""
    mends: bool
    """Whether the line holds a linter or formatter that mends what it finds."""
    only_mends: bool
    """Whether that is what the run itself is: then it is a change, and no check."""

    @property
    def failed(self) -> bool:
        """Whether the program said that something is wrong, or took longer than the harness allows."""
        return self.outcome.status == "failed" and (self.outcome.program_failed or bool(_TIME.search(self.outcome.summary)))

    @property
    def passed(self) -> bool:
        """Whether it went well, as far as its output shows it."""
        return self.outcome.status in ("ok", "empty") and not self.unseen


_TIME = re.compile(r"exceeding timeout|timed out", re.IGNORECASE)


def runs(whole: Whole) -> Iterator[Run]:
    """Yield each command that ended, in the order in which they ended; looks at files and searches are none."""
    running: dict[str, Run] = {}
    for number, (position, act, outcome) in enumerate(whole.calls()):
        message = whole.messages[position]
        if outcome is None:
            continue
        before = _waited_for(whole, position, act, running)
        run = before or _run(whole, position, number, act, outcome)
        if run is None:
            continue
        if outcome.status == "running":
            session = left_running(message, outcome.part if outcome.part != act.part else None)
            if session is not None and before is None:
                running[session] = run
        else:
            yield replace(run, position=position, outcome=outcome)


def is_check(run: Run) -> bool:
    """Return whether it checks the work: tests, linters, type checkers, builds."""
    return run.sort != "other"


def covers(run: Run, other: Run) -> bool:
    """Return whether a run takes in what another one ran, as all of its kind does."""
    whole = run.wide and (run.sort == other.sort != "other" or (run.sort == "check" and other.sort in ("lint", "types")))
    return run.key == other.key or whole


def is_part_of(run: Run, other: Run) -> bool:
    """Return whether a run asks for a part of what another one ran: the same command with more words."""
    return run.sort == other.sort and run.key[:2] == other.key[:2] and set(run.key) > set(other.key)


def _waited_for(whole: Whole, position: int, act: Act, running: dict[str, Run]) -> Run | None:
    if act.verb not in WAITING:
        return None
    call = whole.messages[position].parts[act.part]
    return next((running[text] for name in tool_of(call).about if (text := call.arg(name)) in running), None)


def _run(whole: Whole, position: int, number: int, act: Act, outcome: Outcome) -> Run | None:
    if act.kind not in ("test", "run", "debug", "operate"):
        return None
    call = whole.messages[position].parts[act.part]
    text = next((t for name in COMMANDS if (t := call.arg(name))), "") if tool_of(call).shell else ""
    line = line_deed(text) if text else None
    if line is None:
        return None
    words = tuple(w for w in line.command.words if not _SHOWING.fullmatch(w))
    named = tuple("…" if len(w) > LONGEST_WORD or (any(c in w for c in " \n\t") and w[:1] != "-") else w for w in words)
    folder = moved_to(text, folder_of(call)) or ""
    where = "" if folder == (whole.analysis.transcript.cwd or "") else folder
    program = program_of(words[0]) or words[0]
    scripted = "…" in named or line.command.script is not None
    return Run(
        position=position,
        started=position,
        number=number,
        act=act,
        outcome=outcome,
        sort=sort_of(act.kind, named),
        key=_of_script(program, named[1:]) if scripted else (where, program, *named[1:]),
        scripted=scripted,
        wide=_is_wide(program, named[1:]),
        unseen=hides_failure(line, text),
        mends=_FIXING.search(text[:LONGEST_LINE]) is not None,
        only_mends=act.kind == "test" and _FIXING.search(" ".join(named)) is not None,
    )


def _of_script(program: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the key of a script on the command line: what runs it, without the script, its options and its place."""
    heads = words[: words.index("…")] if "…" in words else words
    return ("", program, *(w for w in heads if not w.startswith("-")), "…")


def _is_wide(program: str, words: tuple[str, ...]) -> bool:
    plain = [w for w in words if w not in _ALL]
    if any("/" in w and not w.startswith("-") for w in plain):
        return False
    if program in _RUNNERS:
        return len([w for w in plain if w not in ("run", "run-script")]) <= 1
    if program in ("go", "cargo", "dotnet", "swift", "deno", "zig", "mix", "node"):
        return len(plain) <= 1
    return not plain
