"""What calls did to files: each edit that took effect, with the lines that it put in and took out where the record tells."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Literal

from narrator.graph.files import COMMANDS, NEW, OLD, PATHS, WHOLE, folder_of, moved_to, normal
from narrator.ledger.files_shell import shell_edits
from narrator.ledger.whole import Whole
from narrator.model import Part, Span
from narrator.observations import Act, Outcome
from narrator.observations.tools import tool_of

Sort = Literal["made", "wrote", "changed", "deleted", "removed", "renamed", "restored", "touched"]
"""wrote: all of it, and the record doesn't tell whether it was there before; removed: if it was there; restored: to what git
holds; touched: given to a stream editor that may have found nothing to change."""
MOST_CELLS = 250_000
"""Lines of the old text times lines of the new one up to which they are aligned; beyond, only counted."""

_HEAD = re.compile(
    r"^(?:\*\*\* (?P<what>Add|Update|Delete) File: (?P<file>.+?)|\+\+\+ (?:b/)?(?P<diffed>\S[^\t\n]*?))\s*$", re.MULTILINE
)
_MOVED = re.compile(r"^\*\*\* Move to: (.+?)\s*$", re.MULTILINE)
_CREATED = re.compile(r"\bcreated\b|\bnew file\b", re.IGNORECASE)
_UPDATED = re.compile(r"\b(?:updated|overwrote|overwritten|modified)\b", re.IGNORECASE)
_NOTICE = 200
"""Characters of a result in which a tool says what it did."""
_BLOCK = re.compile(r"^[-<]{5,9} ?SEARCH[^\n]*\n(.*?)^={5,9}\n(.*?)^[+>]{5,9} ?REPLACE", re.MULTILINE | re.DOTALL)
_ALL = ("replace_all", "replaceAll", "allow_multiple")
_LINES = re.compile(r"(\d+):(\d+)")


@dataclass(frozen=True, slots=True)
class Edit:
    """One thing done to a file."""

    file: str
    """The path, absolute where the session's folder is known; `host:path` for another machine's."""
    sort: Sort
    span: Span
    """The call."""
    position: int
    added: int | None = None
    """Lines put in; None where the record doesn't tell."""
    removed: int | None = None
    to: str = ""
    """The new path of a file that was renamed."""
    pairs: tuple[tuple[str, str], ...] = ()
    """Old text and new text, as far as the record shows them."""


def edits(whole: Whole) -> Iterator[Edit]:
    """Yield each edit that took effect, in order; those that failed, were refused or are without a result changed nothing."""
    texts = _Texts()
    for position, act, ended in whole.calls():
        call = whole.messages[position].parts[act.part]
        if act.changes or act.kind in ("run", "test", "edit"):
            found = (texts.after(edit, call) for edit in _edits(whole, position, act, ended))
            yield from (e for e in found if e.sort != "changed" or (e.added, e.removed) != (0, 0))
        elif act.kind == "explore":
            texts.seen |= {normal(f, folder_of(call) or whole.analysis.transcript.cwd) for f in act.files}


def _edits(whole: Whole, position: int, act: Act, ended: Outcome | None) -> Iterator[Edit]:
    call = whole.messages[position].parts[act.part]
    folder = folder_of(call) or whole.analysis.transcript.cwd
    if tool_of(call).shell:
        text = next((t for name in COMMANDS if (t := call.arg(name))), "")
        for found in shell_edits(text, ended):
            here = moved_to(text, folder) if found.host is None else None
            path = normal(found.file, here)
            to = normal(found.to, here) if found.to else ""
            if found.patch:
                yield from _patched(found.patch, here, Edit("", "changed", act.span, position))
            else:
                sort: Sort = found.sort  # type: ignore[assignment]
                yield Edit(
                    f"{found.host}:{path}" if found.host else path, sort, act.span, position, found.added, found.removed, to
                )
    elif tool_of(call).kind == "edit" and (ended.status == "ok" if ended else call.status in ("ok", None)):
        result = whole.messages[position].parts[ended.part].text[:_NOTICE] if ended and ended.part != act.part else ""
        yield from _by_tool(call, folder, result, Edit("", "changed", act.span, position))


def _by_tool(call: Part, folder: str | None, result: str, blank: Edit) -> Iterator[Edit]:
    patch = next((text for _, text in call.args if _HEAD.search(text[:2_000]) and ("*** " in text or "@@" in text)), None)
    named = next((name for name in PATHS if (call.arg(name) or "").strip()), None)
    if patch is not None and (named is None or "*** " in patch):
        yield from _patched(patch, folder, blank)
        return
    if named is None or tool_of(call).verb in ("made the folder", "ran"):
        return
    edit = replace(blank, file=normal(call.arg(named) or "", folder))
    if tool_of(call).verb == "deleted":
        yield replace(edit, sort="deleted")
    elif "undo" in (call.arg("command") or ""):
        yield replace(edit, sort="restored")
    else:
        yield _written(edit, call, result)


def _written(edit: Edit, call: Part, result: str) -> Edit:
    content = next((text for name in WHOLE if (text := call.arg(name)) is not None), None)
    pairs = list(replaced(call))
    if pairs and not any((call.arg(name) or "").lower() == "true" for name in _ALL):
        counts = [difference(old, new) for old, new in pairs]
        return replace(edit, added=sum(a for a, _ in counts), removed=sum(r for _, r in counts), pairs=tuple(pairs))
    if content is not None and not pairs:
        sort: Sort = "changed" if _UPDATED.search(result) else "made" if _CREATED.search(result) else "wrote"
        return replace(
            edit, sort=sort, added=lines_of(content) if sort == "made" else None, removed=0 if sort == "made" else None
        )
    inserted = next((text for name in ("new_str", "text", "insert_text") if (text := call.arg(name))), None)
    span = _LINES.fullmatch(call.arg("lines") or "")
    if inserted is not None and not pairs and (span or call.arg("lines") is None):
        removed = int(span[2]) - int(span[1]) + 1 if span else 0
        return replace(edit, added=lines_of(inserted) if not span else None, removed=None if span else removed)
    created = tool_of(call).verb == "wrote"
    return replace(edit, sort="made", added=0, removed=0) if created and _CREATED.search(result) else edit


def replaced(call: Part) -> Iterator[tuple[str, str]]:
    """Yield each (old text, new text) that an edit's arguments hold, in order."""
    several = call.arg("edits") or ""
    old = next((call.arg(n) for n in OLD if call.arg(n) is not None), None)
    new = next((call.arg(n) for n in NEW if call.arg(n) is not None), None)
    if old and new is not None:
        yield old, new
    elif several[:1] == "[":
        yield from _several(several)
    else:
        for _, text in call.args:
            yield from ((block[1], block[2]) for block in (_BLOCK.finditer(text) if "SEARCH" in text[:200] else ()))


def _several(text: str) -> Iterator[tuple[str, str]]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return
    for each in found:
        if isinstance(each, dict) and not any(each.get(name) is True for name in _ALL):
            old = next((each[n] for n in OLD if isinstance(each.get(n), str)), "")
            yield old, next((each[n] for n in NEW if isinstance(each.get(n), str)), "")


def _patched(text: str, folder: str | None, blank: Edit) -> Iterator[Edit]:
    heads = list(_HEAD.finditer(text))
    for head, following in zip(heads, [*heads[1:], None], strict=True):
        body = text[head.end() : following.start() if following else len(text)]
        lines = [line for line in body.split("\n") if not line.startswith(("--- ", "+++ ", "*** "))]
        added, removed = (sum(line.startswith(mark) for line in lines) for mark in "+-")
        file = normal(head["file"] or head["diffed"], folder)
        moved = _MOVED.search(body)
        what = head["what"]
        sort: Sort = "made" if what == "Add" else "deleted" if what == "Delete" else "renamed" if moved else "changed"
        known = (None, None) if what == "Delete" else (added, removed)
        to = normal(moved[1], folder) if moved else ""
        yield replace(blank, file=file, sort=sort, added=known[0], removed=known[1], to=to, pairs=tuple(_runs(lines)))


def _runs(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each run of lines that a patch takes out with those that it puts in there."""
    old: list[str] = []
    new: list[str] = []
    for line in [*lines, " "]:
        if line.startswith("-") and not new:
            old.append(line[1:])
        elif line.startswith("+"):
            new.append(line[1:])
        elif old or new:
            yield "\n".join(old), "\n".join(new)
            old, new = ([line[1:]], []) if line.startswith("-") else ([], [])


def lines_of(text: str) -> int:
    """Return how many lines a file with this text has."""
    return text.count("\n") + (0 if text.endswith("\n") or not text else 1)


def difference(old: str, new: str) -> tuple[int, int]:
    """Return how many lines `new` puts in and how many of `old` it takes out, by the longest alignment that difflib finds."""
    before, after = old.split("\n"), new.split("\n")
    while before and after and before[0] == after[0]:
        del before[0], after[0]
    while before and after and before[-1] == after[-1]:
        del before[-1], after[-1]
    if len(before) * len(after) > MOST_CELLS:
        return sum((Counter(after) - Counter(before)).values()), sum((Counter(before) - Counter(after)).values())
    kept = sum(block.size for block in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks())
    return len(after) - kept, len(before) - kept


class _Texts:
    """The texts of files that were written whole, so that writing them again tells what changed; and the files that were seen."""

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self._texts: dict[str, str] = {}

    def after(self, edit: Edit, call: Part) -> Edit:
        """Return the edit with what is known of the file before it, and keep what the file holds now."""
        content = next((text for name in WHOLE if (text := call.arg(name)) is not None), None)
        before = self._texts.pop(edit.file, None)
        known = edit.file in self.seen
        self.seen.add(edit.file)
        if content is not None and edit.sort in ("made", "wrote", "changed") and not list(replaced(call)):
            self._texts[edit.file] = content
            if before is not None:
                added, removed = difference(before, content)
                return replace(edit, sort="changed", added=added, removed=removed, pairs=((before, content),))
            return replace(edit, sort="changed") if known and edit.sort == "wrote" else edit
        if before is not None and edit.added is not None:
            self._keep(edit.file, before, call)
        return edit

    def _keep(self, file: str, text: str, call: Part) -> None:
        for old, new in replaced(call):
            if text.count(old) != 1:
                return
            text = text.replace(old, new)
        self._texts[file] = text
