"""What the work itself leaves open: edits that nothing tried, commands left running, changes that git shows uncommitted."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.evidence import Fact, Note, fact, with_notes
from narrator.ledger.whole import Whole
from narrator.model import Part, Span
from narrator.observations import Act, Outcome
from narrator.observations.scratch import purpose_of
from narrator.observations.tools import tool_of
from narrator.observations.waiting import WAITING

TRIES = frozenset(("test", "run", "debug"))
"""Kinds of act that try what was edited."""
DONE = ("ok", "failed", "empty", None)
"""How a call ended that did run; None: the record doesn't tell."""
SETTLES = frozenset(("committed", "undid"))
"""Verbs after which an earlier `git status` tells nothing any more."""
MOST_FILES = 12

SCRATCH = ("/tmp/", "/var/tmp/")  # noqa: S108 - only compared
_NO_CODE = re.compile(
    r"(?i)\.(?:md|mdx|markdown|rst|txt|adoc|org|tex|csv|tsv|log|svg|png|jpe?g|gif|pdf|ico|lock|gitignore|license)$|"
    r"(?:^|[/\\])(?:license|changelog|readme|authors|notice)[^/\\]*$|(?:^|[/\\])\.[\w-]*ignore$"
)
_PORCELAIN = re.compile(r"(?:\?\?|[MADRCUT][ MADRCUT]| [MADRCUT]) (?P<file>\S[^\n]*)$|\A[MADRCUT] (?P<first>\S[^\n]*)$")
"""A line of `git status --short`; the first one may have lost its blank."""
_LONG = re.compile(r"\t(?:(?:modified|deleted|new file|renamed|copied|both modified|typechange): +)?(?P<file>\S[^\n]*)$")
_CLEAN = re.compile(r"working (?:tree|directory) clean|nothing to commit")
_SECTION = re.compile(r"^(?:Changes (?:not staged|to be committed)|Untracked files|Unmerged paths)", re.MULTILINE)
_ID = re.compile(r"(?:session ID|background with ID:|shellId:|[Tt]ask[ _]ID:?)\s+([\w-]+)")
_ENDS = re.compile(r"(?i)\b(?:exited|completed|finished|killed|terminated|stopped|failed|done)\b")
_HEAD = 600


def find_untested(whole: Whole) -> Iterator[Fact]:
    """Yield one `open.untested` with the program's files that were edited after the last test or run, if there are."""
    tried = -1
    edits: list[tuple[int, Act]] = []
    for position, act, ended in whole.calls():
        status = ended.status if ended is not None else None
        if _tries(act) and status in (*DONE, "running"):
            tried, edits = position, []
        elif act.kind == "edit" and act.verb != "ran" and status in ("ok", None) and position != tried:
            edits.append((position, act))
    files: dict[str, Act] = {}
    for _, act in edits:
        for path in act.files:
            if not _NO_CODE.search(path) and purpose_of(path) is None and not _is_scratch(path):
                files.setdefault(path, act)
    if not files or any(p > edits[0][0] and _tried_by_person(whole, p) for p in whole.persons()):
        return
    first, last = whole.index(edits[0][0]), whole.messages[-1].index
    shown = tuple(act.object_span or act.span for act in list(files.values())[:MOST_FILES])
    note = Note(f"test runs in [msg {first}]–[msg {last}]: 0")
    names = tuple(list(files)[:MOST_FILES])
    yield with_notes(fact("open.untested", shown, shown[0].message, files=names, edited=shown), note)


def _tries(act: Act) -> bool:
    return (
        act.kind in TRIES or act.verb in ("started", "restarted") or (act.kind == "operate" and act.verb == "ran" and act.changes)
    )


def _is_scratch(path: str) -> bool:
    return path.replace("\\", "/").startswith(SCRATCH) or "/.claude/" in path or "/plans/" in path


def _tried_by_person(whole: Whole, position: int) -> bool:
    """Whether a person's words tell that they tried it themselves, or how it went."""
    speech = whole.analysis.signals.speeches.get(position)
    message = whole.messages[position]
    return message.visible_text.startswith("!") or (speech is not None and speech.act in ("report", "thanks", "approval"))


def find_running(whole: Whole) -> Iterator[Fact]:
    """Yield `open.running` for each command left running of which the record never tells that it ended."""
    started: dict[str, tuple[Act, Span]] = {}
    for position, act, ended in whole.calls():
        message = whole.messages[position]
        call = message.parts[act.part]
        waited = _waited_for(call, act)
        result = message.parts[ended.part] if ended is not None and ended.part != act.part else None
        if waited is not None:
            if act.verb == "stopped" or (ended is not None and ended.status != "running" and _is_over(result)):
                started.pop(waited, None)
            continue
        number = (
            _ID.search(result.text, 0, _HEAD) if result is not None and ended is not None and ended.status == "running" else None
        )
        if number is not None and ended is not None:
            started[number[1]] = (act, ended.span)
    for key, (act, span) in sorted(_unmentioned(whole, started).items(), key=lambda item: item[1][0].message):
        note = Note(f"calls with `{key}` in [msg {act.message}]–[msg {whole.messages[-1].index}]: {_named_in(whole, key)}")
        words = act.object_span or act.span
        yield with_notes(fact("open.running", (act.span, span), act.message, words=words, id=key), note)


def _waited_for(call: Part, act: Act) -> str | None:
    if act.verb not in WAITING and tool_of(call).verb not in WAITING:
        return None
    return next((text for name in tool_of(call).about if (text := call.arg(name))), None)


def _is_over(result: Part | None) -> bool:
    """Whether a wait's result doesn't itself say that the command still runs."""
    return result is None or re.search(r"(?i)<status>running|still running|status: running", result.text[:_HEAD]) is None


def _unmentioned(whole: Whole, started: dict[str, tuple[Act, Span]]) -> dict[str, tuple[Act, Span]]:
    """Leave out those whose end a harness's notice tells, in any later message."""
    left = dict(started)
    for message in whole.messages if started else ():
        for part in message.parts:
            if part.kind in ("text", "notice", "result") and left:
                text = part.text[:20_000]
                for number in [n for n, (act, _) in left.items() if act.message < message.index and n in text]:
                    at = text.find(number)
                    if _ENDS.search(text[max(0, at - 300) : at + 300]):
                        del left[number]
    return left


def _named_in(whole: Whole, number: str) -> int:
    return sum(
        any(number in text for _, text in part.args)
        for message in whole.messages
        for part in message.parts
        if part.kind == "call"
    )


def find_uncommitted(whole: Whole) -> Iterator[Fact]:
    """Yield one `open.uncommitted` where the last `git status` shows changes and no commit, reset or stash followed it."""
    last: tuple[int, Act, Outcome] | None = None
    for position, act, ended in whole.calls():
        command = _command(whole, position, act)
        if "git status" in command and ended is not None and ended.status == "ok":
            last = (position, act, ended)
        if last is not None and (
            act.verb in SETTLES or "git commit" in command or "git stash" in command or "git reset" in command
        ):
            last = None
    if last is None:
        return
    position, act, ended = last
    files = tuple(_changed_files(whole, position, ended))
    if files:
        yield fact("open.uncommitted", files[:MOST_FILES], act.message, files=files[:MOST_FILES])


def _command(whole: Whole, position: int, act: Act) -> str:
    call = whole.messages[position].parts[act.part]
    return next((text for name in ("command", "cmd", "script") if (text := call.arg(name))), "")


def _changed_files(whole: Whole, position: int, ended: Outcome) -> Iterator[Span]:
    text = whole.messages[position].parts[ended.part].text[:20_000]
    if _CLEAN.search(text):
        return
    where = Span(session=whole.analysis.transcript.session, message=whole.index(position), part=ended.part)
    long = _SECTION.search(text) is not None
    start = 0
    for line in text.split("\n"):
        found = (_LONG if long else _PORCELAIN).match(line)
        if found is not None and (start == 0 or found.lastgroup == "file"):
            name = found[found.lastgroup or 0].rstrip()
            at = start + found.start(found.lastgroup or 0)
            yield where.model_copy(update={"start": at, "end": at + len(name)})
        start += len(line) + 1
