"""What the session's edits put in and took out, found again by a file's name or by a name in the code."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from narrator.graph.files import touches
from narrator.ledger.claims_cues import Deed
from narrator.ledger.claims_prose import Key
from narrator.ledger.whole import Whole
from narrator.model import Part, Span
from narrator.observations import Act, Outcome

_TOKEN = re.compile(r"[^\W\d]\w{2,}")
_PATH = re.compile(
    r"(?:[\w.@~+-]*/)*[\w.+-]*\w\.[A-Za-z]\w{0,5}\Z|(?:[\w.@~-]+/)+[\w.-]+\Z|(?:Makefile|Dockerfile|"
    r"LICENSE|README|CHANGELOG)\Z"
)
_LINES = re.compile(r"(?::\d+(?:-\d+)?)+\Z|#L\d+\S*\Z")
_TELLING = re.compile(r"[A-Z_]\w*[a-z]\w*[A-Z]|_|\d|[a-z][A-Z]")
PROSE = frozenset(("md", "mdx", "txt", "rst", "adoc"))
"""Endings of files that no test or compiler reads."""
TEXT_LIMIT = 200_000
"""Code points of an edit whose names are kept."""
LATEST = 200
"""Edits that hold a name and are looked through, from the last one back."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A call that changed files, or the state of the working tree."""

    key: Key
    files: tuple[str, ...]
    ok: bool
    makes: bool
    """Whether it writes a whole file."""
    verb: str
    span: Span
    """Its result."""
    call: Span

    def is_of(self, path: str) -> bool:
        """Return whether it changes the file that a path names, or ends in."""
        plain = plain_path(path).lstrip("./")
        return any(f"/{f}".endswith(f"/{plain}") for f in self.files)

    @property
    def is_prose(self) -> bool:
        """Whether it changes only what no program reads."""
        return bool(self.files) and {f.rsplit(".", 1)[-1].lower() for f in self.files} <= PROSE


@dataclass(slots=True)
class Edits:
    """Every edit in order, with indexes."""

    all: list[Edit] = field(default_factory=list)
    added: list[frozenset[str]] = field(default_factory=list)
    removed: list[frozenset[str]] = field(default_factory=list)
    shown: list[frozenset[str]] = field(default_factory=list)
    """All that the call shows, the lines around the change too."""
    by_name: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Names in the code that an edit's call shows → numbers of the edits."""
    by_file: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """A file's name without its folder → numbers of the edits, failed ones included."""
    code: list[Key] = field(default_factory=list)
    """Where the code changed (ended well, and not only prose), ascending."""
    anything: list[Key] = field(default_factory=list)
    undone: list[Key] = field(default_factory=list)
    """Where changes were thrown away or the tree was put on another commit."""
    known: dict[frozenset[str], list[Key]] = field(default_factory=dict)

    def of_file(self, path: str, before: Key) -> Iterator[Edit]:
        """Yield the edits of a file before a place, the last first; a path fits one that ends with it."""
        for number in reversed(self.by_file.get(plain_path(path).rsplit("/", 1)[-1], ())):
            edit = self.all[number]
            if edit.key < before and edit.is_of(path):
                yield edit

    def with_name(self, name: str, before: Key, deed: Deed | None, *, other: str = "", files: tuple[str, ...] = ()) -> list[Edit]:
        """Return the edits before a place that ended well and did to a name what is said, ascending.

        None for the deed: something near the name. Where `files` are named, edits of these alone.
        """
        tokens, others = tokens_of(name), tokens_of(other)
        if not tokens:
            return []
        rarest = min((self.by_name.get(t, []) for t in tokens), key=len)
        end = bisect_left(rarest, before, key=lambda n: self.all[n].key)
        numbers = rarest[max(0, end - LATEST) : end]
        return [self.all[n] for n in numbers if self._did(n, deed, tokens, others, files)]

    def of_files(self, files: frozenset[str]) -> list[Key]:
        """Return where files, by their paths as edits name them, were changed, ascending; worked out once for each set."""
        if files not in self.known:
            numbers = {n for file in files for n in self.by_file.get(file.rsplit("/", 1)[-1], ())}
            edits = (self.all[n] for n in numbers)
            self.known[files] = sorted(e.key for e in edits if e.ok and not files.isdisjoint(e.files))
        return self.known[files]

    def _did(
        self, number: int, deed: Deed | None, tokens: frozenset[str], others: frozenset[str], files: tuple[str, ...]
    ) -> bool:
        edit = self.all[number]
        if not edit.ok or (files and not any(edit.is_of(f) for f in files)) or (not files and edit.is_prose):
            return False
        if deed is None or deed == "change":
            return tokens <= self.shown[number]
        return _does(deed, tokens, others, self.added[number], self.removed[number])


def _does(deed: Deed, tokens: frozenset[str], others: frozenset[str], added: frozenset[str], removed: frozenset[str]) -> bool:
    if deed in ("create", "add"):
        return tokens <= added
    if deed == "remove":
        return tokens <= removed and not tokens <= added
    return bool(others) and tokens <= removed and others <= added


def tokens_of(name: str) -> frozenset[str]:
    """Return the names that a piece of code is made of."""
    return frozenset(_TOKEN.findall(name))


def is_telling(name: str) -> bool:
    """Return whether a name is hardly met by chance: of several words, or written as only code is."""
    return len(tokens_of(name)) > 1 or _TELLING.search(name) is not None


def is_path(name: str) -> bool:
    """Return whether a name is a file's."""
    return _PATH.match(_LINES.sub("", name.strip())) is not None and not name.startswith("http")


def plain_path(path: str) -> str:
    """Return a path with `/` and without the lines that it points at."""
    return _LINES.sub("", path.strip()).replace("\\", "/")


UNDOING = frozenset(("undid", "switched to", "rebased on", "merged", "pulled"))
"""Verbs of acts that change the working tree without an edit."""


def read_edits(whole: Whole) -> Edits:
    """Return the session's edits; linear in their text."""
    edits = Edits()
    for position, act, outcome in whole.calls():
        if (
            not (act.changes and act.kind == "edit")
            and act.verb not in UNDOING
            and act.verb not in ("removed", "moved", "delegated")
        ):
            continue
        call = whole.messages[position].parts[act.part]
        key = (position, act.part)
        if outcome is not None and outcome.status == "ok":
            _note_change(edits, key, act)
        if act.verb not in UNDOING and act.verb != "delegated":
            _keep(edits, _edit(key, act, outcome, call, whole), call, *_texts(call, act, whole))
    return edits


def _note_change(edits: Edits, key: Key, act: Act) -> None:
    endings = {f.rsplit(".", 1)[-1].lower() for f in act.files}
    if not endings or not endings <= PROSE:
        edits.code.append(key)
    edits.anything.append(key)
    if act.verb in UNDOING:
        edits.undone.append(key)


def _edit(key: Key, act: Act, outcome: Outcome | None, call: Part, whole: Whole) -> Edit:
    files = act.files or tuple(t.file for t in touches(call, whole.analysis.transcript.cwd) if t.edits)
    names = tuple(f.replace("\\", "/") for f in files)
    span = act.span if outcome is None else outcome.span
    return Edit(
        key, names, outcome is not None and outcome.status == "ok", act.verb in ("wrote", "created"), act.verb, span, act.span
    )


def _texts(call: Part, act: Act, whole: Whole) -> tuple[str, str]:
    """Return what an edit puts in and what it takes out; a shell's command stands for both, since it shows both."""
    found = [t for t in touches(call, whole.analysis.transcript.cwd) if t.edits]
    if found:
        return "\n".join(line for t in found for line in t.added), "\n".join(line for t in found for line in t.removed)
    command = "\n".join(text for _, text in call.args)
    return "" if act.verb == "removed" else command, command if act.verb in ("removed", "moved", "edited") else ""


def _keep(edits: Edits, edit: Edit, call: Part, added: str, removed: str) -> None:
    number = len(edits.all)
    edits.all.append(edit)
    new, old = frozenset(_TOKEN.findall(added[:TEXT_LIMIT])), frozenset(_TOKEN.findall(removed[:TEXT_LIMIT]))
    shown = new | old | frozenset(_TOKEN.findall("\n".join(text for _, text in call.args)[:TEXT_LIMIT]))
    edits.added.append(new)
    edits.removed.append(old)
    edits.shown.append(shown)
    for token in shown:
        edits.by_name[token].append(number)
    for base in dict.fromkeys(f.rsplit("/", 1)[-1] for f in edit.files):
        edits.by_file[base].append(number)


def count_between(keys: list[Key], after: Key, before: Key) -> int:
    """Return how many of ascending places stand after one and before another."""
    return max(0, bisect_left(keys, before) - bisect_left(keys, (after[0], after[1] + 1)))
