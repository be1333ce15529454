"""Work that was undone: edits taken back, files made and deleted, what git threw away; and what the person corrected."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from narrator.evidence import Arg, Fact, fact
from narrator.evidence.deeds import deeds
from narrator.evidence.values import with_notes
from narrator.graph.editing import all_touches
from narrator.graph.files import COMMANDS, Touch
from narrator.ledger.files_edits import edits
from narrator.ledger.whole import Whole
from narrator.model import Message, Span
from narrator.observations import Act
from narrator.observations.places import stretch
from narrator.observations.scratch import purpose_of
from narrator.observations.shell import commands
from narrator.observations.tools import tool_of

TELLING = 12
"""Letters and digits that a line must have to be known again."""
HALF = 0.5
"""Share of an edit's lines that must be taken back."""
MOST_WORDS = 300
"""Characters of what the model said before a correction."""
_KEPT = 40
"""Edits of a file that are remembered."""


def find_undone(whole: Whole) -> Iterator[Fact]:
    """Yield what was undone, by the message that undid it.

    `undone.restored` (an edit put back most lines that an earlier one had taken out, and took out some of its own),
    `undone.removed` (an edit took out most lines of an earlier one and put none in their place): roles file, words (a line of the
    earlier edit), n, made_n. `undone.file`: file, made_n, n. `undone.git`: how (restore, reset, revert, stash, clean), words (of
    the command), n. `mistake.corrected`: words (the person's), said (the model's last words before), said_n, deeds (its
    last changes).
    """
    found = [*_edits(whole), *_files(whole), *_git(whole), *_corrections(whole)]
    yield from sorted(found, key=lambda f: (f.at, f.predicate))


@dataclass(frozen=True, slots=True)
class _Edit:
    message: Message
    touch: Touch
    added: frozenset[str]
    removed: frozenset[str]
    span: Span


def _edits(whole: Whole) -> Iterator[Fact]:
    known: dict[str, list[_Edit]] = {}
    others = _Others(whole)
    for message, touch, span in all_touches(whole.analysis.transcript):
        call = message.parts[span.part or 0]
        if not touch.edits or call.status not in ("ok", None):
            continue
        edit = _Edit(message, touch, _telling(touch.added), _telling(touch.removed), span)
        if touch.whole:
            known[touch.file] = [edit]  # what a file's new text took out isn't told by the call
            continue
        earlier = known.setdefault(touch.file, [])
        for before in reversed(earlier):
            how = _takes_back(edit, before, apart=others.between(before.message.index, message.index))
            if how is not None and before.message.index != message.index:
                yield _edit(whole, edit, before, how)
                earlier.remove(before)
                break
        earlier.append(edit)
        del earlier[:-_KEPT]


class _Others:
    """The messages that hold calls other than edits."""

    def __init__(self, whole: Whole) -> None:
        self._at = [whole.index(position) for position, act, _ in whole.calls() if act.kind not in ("edit", "plan")]

    def between(self, first: int, last: int) -> bool:
        """Return whether one of them stands between two messages."""
        return bisect_left(self._at, last) > bisect_right(self._at, first)


def _telling(lines: tuple[str, ...]) -> frozenset[str]:
    return frozenset(s for line in lines if sum(c.isalnum() for c in line[:400]) >= TELLING and (s := line.strip()))


def _takes_back(edit: _Edit, before: _Edit, *, apart: bool) -> Literal["restored", "removed"] | None:
    """Return how an edit takes an earlier one back; None where it doesn't, or goes on with it.

    Of edits with nothing but edits between (not `apart`) the later may take out what the earlier one put elsewhere: a move.
    """
    own = before.added - before.removed
    taken = own & (edit.removed - edit.added)
    lost = before.removed - before.added
    if taken and lost and len(lost & (edit.added - edit.removed)) > HALF * len(lost) and len(taken) > HALF * len(own):
        return "restored"
    if own and apart and len(taken) > HALF * len(own) and not (edit.added - edit.removed):
        return "removed"
    return None


def _edit(whole: Whole, edit: _Edit, before: _Edit, how: str) -> Fact:
    gone = (before.added - before.removed) & edit.removed
    line = next(s for added in before.touch.added if (s := added.strip()) in gone)
    words = _line(whole, before, line)
    n, made = edit.message.index, before.message.index
    return fact(f"undone.{how}", (words, edit.span), n, file=_short(whole, edit.touch.file), words=words, made_n=made, n=n)


def _line(whole: Whole, edit: _Edit, line: str) -> Span:
    """Return where a line stands in an edit's call; the whole argument where it is written otherwise there."""
    number = edit.span.part or 0
    arg = edit.touch.new or edit.touch.arg
    text = edit.message.parts[number].arg(arg) or ""
    start = text.find(line)
    session = whole.analysis.transcript.session
    return edit.span if start < 0 else stretch(session, edit.message, number, start, start + len(line), arg=arg)


def _short(whole: Whole, file: str) -> str:
    root = (whole.analysis.transcript.cwd or "").rstrip("/")
    return file[len(root) + 1 :] if root and file.startswith(f"{root}/") else file


def _files(whole: Whole) -> Iterator[Fact]:
    made: dict[str, tuple[int, Span]] = {}
    deleted: dict[int, list[tuple[str, int, Span, Span]]] = {}
    for edit in edits(whole):
        if edit.sort in ("made", "wrote"):
            made.setdefault(edit.file, (edit.position, edit.span))
        elif edit.sort in ("deleted", "removed") and edit.file in made:
            deleted.setdefault(edit.position, []).append((edit.file, *made.pop(edit.file), edit.span))
    for position, files in deleted.items():
        if any(purpose_of(file) for file, *_ in files):
            continue  # scripts to try something, and what is cleared away with them, are thrown away on purpose
        n = whole.index(position)
        for file, begun, made_span, span in files:
            if begun < position:
                yield fact("undone.file", (made_span, span), n, file=_short(whole, file), made_n=whole.index(begun), n=n)


def _git(whole: Whole) -> Iterator[Fact]:
    for position, act, ended in whole.calls():
        message = whole.messages[position]
        call = message.parts[act.part]
        if not tool_of(call).shell or ended is None or ended.status not in ("ok", "empty"):
            continue
        for name in COMMANDS:
            text = call.arg(name) or ""
            for command in commands(text[:20_000]) if "git" in text else ():
                how = _throws_away(command.words) if command.program == "git" else None
                if how is not None:
                    session, n = whole.analysis.transcript.session, whole.index(position)
                    span = stretch(session, message, act.part, command.start, command.end, arg=name)
                    yield with_notes(fact("undone.git", (span,), n, how=how, words=span, n=n), salience=1.25)


def _throws_away(words: tuple[str, ...]) -> str | None:
    """Return how a git command throws work away; None where it doesn't (it unstages, switches, follows a remote)."""
    rest = [w for i, w in enumerate(words[1:], 1) if not (w in ("-C", "-c") or words[i - 1] in ("-C", "-c"))]
    if not rest:
        return None
    verb, options, names = rest[0], [w for w in rest[1:] if w.startswith("-")], [w for w in rest[1:] if not w.startswith("-")]
    back = any(w.startswith(("HEAD~", "HEAD^", "@~", "@^")) for w in names)
    if verb == "reset":
        return "reset" if back or ("--hard" in options and all(w == "HEAD" for w in names)) else None
    if verb == "restore":
        return "restore" if "--staged" not in options or "--worktree" in options else None
    if verb == "checkout":
        return "restore" if "--" in options or names in (["."], ["HEAD", "."]) else None
    if verb == "revert":
        return None if {"--abort", "--continue", "--quit"} & set(options) else "revert"
    if verb == "stash":
        return "stash" if names[:1] in (["drop"], ["clear"]) else None
    return "clean" if verb == "clean" and any(w == "--force" or re.match(r"-\w*f", w) for w in options) else None


def _corrections(whole: Whole) -> Iterator[Fact]:
    for position in whole.persons():
        speech = whole.analysis.signals.speeches.get(position)
        if speech is None or speech.act != "correction":
            continue
        before = whole.analysis.signals.person_before(position)
        acts = [a for _, a, o in whole.calls((before or 0) + 1, position) if a.changes and o is not None and o.status == "ok"]
        roles: dict[str, Arg] = {"words": speech.span}
        spans: tuple[Span, ...] = (speech.span,)
        said = _said_before(whole, position, before)
        if said is not None and whole.words_of(said).rstrip("*_ ").endswith("?") and not acts:
            continue  # a "no" to a question
        if said is not None:
            roles |= {"said": said, "said_n": said.message}
            spans += (said,)
        if acts:
            roles["deeds"] = deeds(_last(acts))
        yield with_notes(fact("mistake.corrected", spans, speech.message, **roles), salience=1.5)


def _last(acts: list[Act]) -> list[Act]:
    """Return the last changes, each thing once."""
    once = {(a.verb, a.object): a for a in acts}
    return list(once.values())[-3:]


def _said_before(whole: Whole, position: int, before: int | None) -> Span | None:
    """Return the last paragraph of the model's last words before a position, after the person's act before it."""
    for at in range(position - 1, -1 if before is None else before, -1):
        message = whole.messages[at]
        texts = [i for i, p in enumerate(message.parts) if p.kind == "text" and p.by == "model" and p.text.strip()]
        if texts:
            text = message.parts[texts[-1]].text.rstrip()
            start = max(text.rfind("\n\n") + 2, 0) if "\n\n" in text else 0
            end = min(len(text), start + MOST_WORDS)
            return stretch(whole.analysis.transcript.session, message, texts[-1], start, end)
    return None
