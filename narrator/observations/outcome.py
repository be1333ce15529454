"""How a message's tool calls ended: one `Outcome` for each, in the order of the calls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from narrator.model import Call, Message, Part, Span
from narrator.observations.command_line import line_deed
from narrator.observations.envelopes import body
from narrator.observations.failures import (
    SHORT,
    Failure,
    complaint,
    declared,
    exception,
    first_line,
    last_line,
    overtime,
    plainly_failed,
)
from narrator.observations.places import COMMAND_LIMIT, clipped, stretch, whole
from narrator.observations.sight import Sight, sight
from narrator.observations.tallies import Tally, complaints, tally, told
from narrator.observations.tasks import INTERPRETERS
from narrator.observations.tools import tool_of
from narrator.observations.values import Activity, Ending, Outcome
from narrator.observations.vocabulary import words
from narrator.observations.waiting import typed_verb
from narrator.observations.wrappers import program_of

SUMMARY_LIMIT = 160
"""Characters of a summary: what a sentence can quote."""

_STILL_RUNNING = re.compile(
    r"(?:Chunk ID: [^\n]*\n)?(?:Wall time: [^\n]*\n)?Process running with session ID|"
    r"Command running in background with ID|Command is still running|"
    r"<command with shellId: \S+ is still running"
)
_TIMED_OUT = re.compile(
    r"(?:terminated command after exceeding timeout|[Cc]ommand timed out after|"
    r"timed out after) ?\d+[\d. ]*(?:ms|s|m|min|seconds|milliseconds|minutes)?\b"
)
_TOOL_ERROR = re.compile(r"<tool_use_error>\s*([^\n]*?)\s*(?:</tool_use_error>|$)", re.MULTILINE)
_NOTHING = re.compile(
    r"(?:\.\.\.output truncated\.\.\.\s+Full output saved to: \S+\s*)?(?:\(no output\)|\(Bash completed with no output\)|"
    r"<system>Tool ran without output or errors</system>|No (?:files|matches|results|files or folders|match)(?: were)? found\.?|"
    r"Found 0 \w+|no matches)?",
    re.IGNORECASE,
)
_LONGEST_NOTHING = 400
_FILTER = re.compile(
    r"\|&?[ \t]*(?:(?P<end>head|tail)\b(?:[ \t]+-(?:n[ \t]*)?(?P<lines>\d+))?|"
    r"(?P<end2>Select-Object)[ \t]+-(?:First|Last)[ \t]+(?P<lines2>\d+)|(?:e?grep|rg|sed|awk|Select-String|findstr)\b)",
    re.IGNORECASE,
)
_BLANKS = re.compile(r"[ \t]{2,}")
_LABEL = re.compile(r"^(?:Error: |error: |ERROR:\s+|### Error\n|Error executing tool \S+: )+")

_ANSWERS_NO = words("grep rg egrep git which command pgrep diff cmp test [ [[ where get-command systemctl jq find")
"""Programs whose exit code 1 says "no" or "none", not that they failed; of git only its questions."""
_FEW_LINES = 2
"""A listing longer than this doesn't end in a complaint."""
_LOOKS: frozenset[Activity] = frozenset(("explore", "search", "review"))


@dataclass(frozen=True, slots=True)
class _Call:
    """What an outcome is judged by."""

    kind: Activity
    program: str | None
    masked: bool
    runs: bool
    """Whether a program ran, so that its output and exit code say how it ended."""
    kept: int | None = None
    """Lines that a filter behind it lets through at most; 0 where it picks them, None where there is none."""

    def cuts(self, output: str) -> bool:
        """Return whether a filter may have taken lines away from an output."""
        return self.kept is not None and output.strip().count("\n") + 1 >= self.kept


@dataclass(frozen=True, slots=True)
class _Verdict:
    status: Ending
    summary: str = ""
    figures: tuple[tuple[str, str], ...] = ()
    start: int | None = None
    end: int | None = None
    program_failed: bool = False
    tool_failed: bool = False


def outcomes(message: Message, session: str) -> tuple[Outcome, ...]:
    """Return how each tool call of a message ended, in the order of the calls; calls that the record leaves open have none."""
    return tuple(_outcomes(message, session))


def _outcomes(message: Message, session: str) -> Iterator[Outcome]:
    for call in message.calls():
        verdict = _judge(message, call)
        if verdict is not None:
            number = call.part if call.result is None else call.result
            exit_code = None if call.result is None else message.parts[call.result].exit_code
            yield Outcome(
                message=message.index,
                part=number,
                call_part=call.part,
                status=verdict.status,
                program_failed=verdict.program_failed,
                tool_failed=verdict.tool_failed,
                exit_code=exit_code,
                summary=clipped(_BLANKS.sub(" ", verdict.summary), SUMMARY_LIMIT),
                figures=verdict.figures,
                span=_span(message, number, session, verdict),
            )


def _span(message: Message, number: int, session: str, verdict: _Verdict) -> Span:
    if verdict.start is None or verdict.end is None:
        return whole(session, message, number)
    return stretch(session, message, number, verdict.start, verdict.end)


def _judge(message: Message, call: Call) -> _Verdict | None:
    asked = message.parts[call.part]
    result = None if call.result is None else message.parts[call.result]
    status = (result.status if result is not None else None) or asked.status
    if status in ("refused", "cancelled"):
        return _Verdict(status)
    if result is None:
        return _Verdict("running", "no result recorded") if status == "running" else None
    if status == "running" or (result.exit_code is None and _STILL_RUNNING.match(result.text)):
        return _Verdict("running")
    return _judge_result(asked, result, failed=status == "error")


def _judge_result(asked: Part, result: Part, *, failed: bool) -> _Verdict:
    its = _described(asked)
    if typed_verb(asked) == "interrupted":  # the exit code tells that it could be interrupted
        return _Verdict("ok")
    view = sight(result.text)
    start, end = body(view.text)
    output = view.text[start:end]
    rejected = _rejection(view.text, runs=its.runs, failed=failed)
    if rejected is not None:
        return _placed(rejected, view, 0)
    if not its.runs:
        return _Verdict("empty", "no output") if its.kind == "search" and _is_nothing(output) else _Verdict("ok")
    verdict = _of_program(its, output, result.exit_code, failed=failed or bool(result.exit_code))
    return _placed(verdict, view, start)


def _is_nothing(output: str) -> bool:
    """Return whether an output is empty, or only says so."""
    said = output.strip()
    return len(said) <= _LONGEST_NOTHING and _NOTHING.fullmatch(said) is not None


def _described(asked: Part) -> _Call:
    tool = tool_of(asked)
    if not tool.shell:
        runs = tool.kind == "run" or tool.verb in ("waited for", "typed into")
        return _Call("run" if runs else tool.kind, None, masked=True, runs=runs)
    text = next((value for name in tool.about if (value := asked.arg(name))), "")
    line = line_deed(text)
    if line is None:
        return _Call("run", None, masked=True, runs=True)
    kept = _lines_kept(text) if line.masked else None
    return _Call(line.deed.kind, program_of(line.command.words[0]), line.masked, runs=True, kept=kept)


def _lines_kept(command: str) -> int | None:
    """Return how many lines the filters of a command line let through; 0 where one picks them by what they hold."""
    filters = list(_FILTER.finditer(command, 0, COMMAND_LIMIT))
    if not filters:
        return None
    return min(int(m["lines"] or m["lines2"] or 10) if m["end"] or m["end2"] else 0 for m in filters)


def _rejection(text: str, *, runs: bool, failed: bool) -> _Verdict | None:
    """Judge what the harness itself says: it refused the call, or lost patience."""
    error = _TOOL_ERROR.match(text)
    if error is not None:
        return _Verdict("failed", error[1], start=error.start(1), end=error.end(1), tool_failed=True)
    late = _TIMED_OUT.search(text, max(0, len(text) - 2_000)) if failed or "_metadata>" in text[-2_000:] else None
    if late is not None:
        return _Verdict("failed", late[0], start=late.start(), end=late.end(), tool_failed=True)
    if failed and not runs:
        label = _LABEL.match(text)
        start = label.end() if label else 0
        line = text[start:].lstrip().split("\n", 1)[0].rstrip()
        at = text.find(line, start)
        return _Verdict("failed", line, start=at, end=at + len(line), tool_failed=True)
    return None


def _of_program(its: _Call, output: str, exit_code: int | None, *, failed: bool) -> _Verdict:
    silent = _is_nothing(output)
    answer = exit_code == 1 and ((its.program in _ANSWERS_NO and not its.masked) or silent) and its.kind in _LOOKS
    if failed and not answer:
        return _failure(its, output, exit_code)
    if silent:
        return _Verdict("empty" if its.kind in _LOOKS or its.program in INTERPRETERS else "ok", "no output")
    return _Verdict("ok") if its.kind in _LOOKS else _success(its, output)


def _failure(its: _Call, output: str, exit_code: int | None) -> _Verdict:
    looks = its.kind in _LOOKS
    summed = None if looks else tally(output, failed=True)
    if summed is not None and summed.wrong and summed.figures:
        return _tallied(its, output, summed, failed=True)
    listed = complaints(output) if its.kind in ("test", "run") else None
    if listed is not None:
        return _tallied(its, output, listed, failed=True)
    found = (complaint(output) or exception(output)) if looks else (exception(output) or complaint(output))
    if found is None and summed is not None and summed.wrong:
        return _tallied(its, output, summed, failed=True)
    found = found or (None if looks else overtime(output))
    if found is None and not _is_nothing(output) and (not looks or output.strip().count("\n") < _FEW_LINES):
        found = _plain_line(output, summed)
    if found is None:
        return _Verdict("failed", f"exit code {exit_code}" if exit_code is not None else "no output", program_failed=True)
    return _Verdict("failed", found.words, start=found.start, end=found.end, program_failed=True)


def _plain_line(output: str, summed: Tally | None) -> Failure | None:
    """Return the line that an output without complaints is quoted by; a count of what passed doesn't say why it failed."""
    found = first_line(output) if len(output) <= SHORT else last_line(output)
    passes = found is not None and summed is not None and summed.start < found.end and found.start < summed.end
    return None if passes else found


def _success(its: _Call, output: str) -> _Verdict:
    summed = tally(output) if its.kind in ("test", "run", "debug", "operate") else None
    if summed is not None and summed.figures:
        return _tallied(its, output, summed, failed=summed.wrong and its.kind in ("test", "run", "operate"))
    if its.kind == "edit":
        return _Verdict("ok")
    hidden = _hidden(its, output) if summed is None or its.masked else None
    if hidden is not None:
        return hidden
    if summed is not None and (its.masked or not summed.wrong):
        return _tallied(its, output, summed, failed=summed.wrong)
    end = last_line(output)
    return _Verdict("ok", end.words, start=end.start, end=end.end) if end else _Verdict("ok")


def _hidden(its: _Call, output: str) -> _Verdict | None:
    """Judge an output by what it shows where no exit code tells of it: behind a pipe, or of a program that doesn't say so."""
    listed = complaints(output) if its.masked and its.kind in ("test", "run") else None
    if listed is not None:
        return _tallied(its, output, listed, failed=True)
    plain = plainly_failed(output) or (declared(output) if its.kind in ("test", "debug", "run") else None)
    return None if plain is None else _Verdict("failed", plain.words, start=plain.start, end=plain.end, program_failed=True)


def _tallied(its: _Call, output: str, summed: Tally, *, failed: bool) -> _Verdict:
    if summed.listed and its.cuts(output):
        start = output.find(summed.words)
        return _Verdict("failed" if failed else "ok", summed.words, (), start, start + len(summed.words), program_failed=failed)
    figures = tuple((name, str(count)) for name, count in summed.figures)
    summary = told(summed.figures) or summed.words
    return _Verdict("failed" if failed else "ok", summary, figures, summed.start, summed.end, program_failed=failed)


def _placed(verdict: _Verdict, view: Sight, start: int) -> _Verdict:
    """Return the verdict with its words where they stand in the result; `start` is where they were counted from."""
    if verdict.start is None or verdict.end is None:
        return verdict
    begin, end = view.stretch(verdict.start + start, verdict.end + start)
    return replace(verdict, start=begin, end=end)
