"""What git and its hosts say that they did: commits, branches, pushes, merges, pull requests, read from their own output."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from narrator.ledger.whole import Whole
from narrator.model import Span
from narrator.observations import Act, Outcome
from narrator.observations.objects import subject, title
from narrator.observations.operands import operands
from narrator.observations.places import COMMAND_LIMIT, stretch
from narrator.observations.shell import Command, commands
from narrator.observations.tools import tool_of
from narrator.observations.waiting import WAITING

OUTPUT_LIMIT = 60_000
"""Characters of a result that are looked at, from its end."""

_GIT = re.compile(r"\b(?:git|gh|glab|hub)\b")
_COMMITTED = re.compile(
    r"^\[(?P<branch>[^\s\[\]]+|detached HEAD)(?: \(root-commit\))? (?P<hash>[0-9a-f]{7,40})\] (?P<subject>[^\n]+?)\s*$",
    re.MULTILINE,
)
_SIZE = re.compile(
    r"^ (?P<files>\d+) files? changed(?:, (?P<added>\d+) insertions?\(\+\))?(?:, (?P<removed>\d+) deletions?\(-\))?", re.MULTILINE
)
_LOGGED = re.compile(r"^(?:\* )?(?P<hash>[0-9a-f]{7,40}) (?:\([^)\n]*\) )?(?P<subject>[^\n]+?)\s*$", re.MULTILINE)
_NEW_BRANCH = re.compile(r"^(?:Switched to a new branch '|Preparing worktree \(new branch ')(?P<name>[^'\n]+)'", re.MULTILINE)
_SWITCHED = re.compile(r"^Switched to branch '(?P<name>[^'\n]+)'", re.MULTILINE)
_DELETED = re.compile(r"^Deleted branch (?P<name>\S+) \(was (?P<hash>[0-9a-f]+)\)", re.MULTILINE)
_REMOTE = re.compile(r"^To (?P<to>\S+)\s*$", re.MULTILINE)
_REF = re.compile(
    r"^ (?P<mark>[ +*-])[ ]+(?:(?P<range>[0-9a-f]{4,}\.{2,3}[0-9a-f]{4,})|\[(?P<new>new branch|new tag|deleted)\]) +"
    r"(?:(?P<source>\S+) +-> +)?(?P<name>\S+)",
    re.MULTILINE,
)
_MERGED = re.compile(r"^(?:Fast-forward|Merge made by |Squash commit -- not updating HEAD)", re.MULTILINE)
_REBASED = re.compile(r"(?:^|\r|\))Successfully rebased and updated (?:refs/heads/)?(?P<name>[^\s]+?)\.?\s*$", re.MULTILINE)
_RESET = re.compile(r"^HEAD is now at (?P<hash>[0-9a-f]{7,40}) (?P<subject>[^\n]*)", re.MULTILINE)
_REQUEST = re.compile(
    r"https?://(?P<host>[\w.-]+)/(?P<place>[\w./-]+?)/(?:pull|pulls|-/merge_requests)/(?P<number>\d+)\b(?![/#\w-])"
)
_ISSUE = re.compile(r"https?://(?P<host>[\w.-]+)/(?P<place>[\w./-]+?)/(?:-/)?issues/(?P<number>\d+)\b(?![/#\w-])")
_NOTHING = re.compile(
    r"nothing to commit|no changes added to commit|nothing added to commit|^fatal: |^error: |husky - .*(?:failed|code)|"
    r"\brejected\]|pre-commit hook failed|did not match any file",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit that was made."""

    position: int
    call: Span
    subject: Span
    """Its subject line, where the result or the command gives it."""
    proof: Span
    """What says that it was made."""
    hash: str = ""
    branch: str = ""
    files: tuple[str, ...] = ()
    """The paths that were added for it by name."""
    all: bool = False
    """Whether it takes in whatever had changed."""
    amended: bool = False
    size: tuple[int, int, int] | None = None
    """Files, lines put in, lines taken out, as git counts them."""


@dataclass(frozen=True, slots=True)
class Deed:
    """Something else that was done in git or at its host."""

    sort: str
    """A predicate: made.branch, pushed, merged, made.pull_request, …"""
    position: int
    call: Span
    proof: Span
    roles: tuple[tuple[str, str | int | Span], ...] = ()


@dataclass(frozen=True, slots=True)
class _Line:
    """A command line of git's with what it printed."""

    whole: Whole
    position: int
    act: Act
    ended: Outcome
    arg: str
    text: str
    found: tuple[Command, ...]

    @property
    def output(self) -> str:
        part = self.whole.messages[self.position].parts[self.ended.part]
        return part.text if part.kind == "result" else ""

    @property
    def start(self) -> int:
        return max(0, len(self.output) - OUTPUT_LIMIT)

    @property
    def sure(self) -> bool:
        """Whether all of it was done, though nothing was printed that says so."""
        return self.ended.status in ("ok", "empty") and not _NOTHING.search(self.output) and "||" not in self.text

    def at(self, start: int, end: int) -> Span:
        message = self.whole.messages[self.position]
        return stretch(self.whole.analysis.transcript.session, message, self.ended.part, start, end)

    def matches(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        return pattern.finditer(self.output, self.start)

    def runs(self, *words: str) -> Iterator[Command]:
        for command in self.found:
            if (
                command.words[0].rsplit("/", 1)[-1] == words[0]
                and _after(command)[: len(words) - 1] == words[1:]
                and "--dry-run" not in command.words
            ):
                yield command

    def in_command(self, words: str, near: int) -> Span | None:
        at = self.text.find(words, near)
        message = self.whole.messages[self.position]
        session = self.whole.analysis.transcript.session
        return stretch(session, message, self.act.part, at, at + len(words), arg=self.arg) if words and at >= 0 else None


def _after(command: Command) -> tuple[str, ...]:
    return operands(command.words, command.program)


def lines(whole: Whole) -> Iterator[_Line]:
    """Yield each command line that runs git or a host's program and has a result, waits for one that was left running too."""
    left: _Line | None = None
    for position, act, ended in whole.calls():
        call = whole.messages[position].parts[act.part]
        tool = tool_of(call)
        if ended is None or ended.status in ("refused", "cancelled"):
            continue
        if tool.shell:
            arg, text = next(((n, t) for n in tool.about if (t := call.arg(n))), ("", ""))
            if _GIT.search(text):
                line = _Line(whole, position, act, ended, arg, text, commands(text[:COMMAND_LIMIT]))
                left = line if ended.status == "running" else left
                yield line
        elif tool.verb in WAITING and left is not None and any(c.program in act.object for c in left.found):
            yield replace(left, position=position, act=act, ended=ended, arg="", text="")


def commits(whole: Whole) -> tuple[Commit, ...]:
    """Return the commits that were made, in order."""
    found: list[Commit] = []
    added: list[str] = []
    everything = False
    for line in lines(whole):
        for command in line.runs("git", "add"):
            added += [w for w in _after(command)[1:] if w not in (".", "*")]
            everything |= bool({"-A", "--all", "-u", ".", "*"} & set(command.words))
        made = _commits(line)
        for commit in made:
            wide = everything or any("a" in w for c in line.runs("git", "commit") for w in c.words if re.fullmatch(r"-[a-z]+", w))
            found.append(replace(commit, files=tuple(dict.fromkeys(added)), all=wide))
        if made:
            added, everything = [], False
    return tuple(found)


def _commits(line: _Line) -> list[Commit]:
    asked = [*line.runs("git", "commit")]
    if not asked and not any([*line.runs("git", verb)] for verb in ("merge", "cherry-pick", "revert")):
        return []
    amended = any("--amend" in c.words for c in asked)
    told = [_told(line, match, amended=amended) for match in line.matches(_COMMITTED)]
    if told or not asked or not line.sure:
        return told
    return [c for command in asked if (c := _quiet(line, command, amended=amended)) is not None]


def _told(line: _Line, match: re.Match[str], *, amended: bool) -> Commit:
    size = _SIZE.search(line.output, match.end(), match.end() + 400)
    counts = (int(size["files"]), int(size["added"] or 0), int(size["removed"] or 0)) if size else None
    proof = line.at(match.start(), size.end() if size else match.end())
    return Commit(
        line.position,
        line.act.span,
        line.at(*match.span("subject")),
        proof,
        match["hash"],
        match["branch"],
        amended=amended,
        size=counts,
    )


def _quiet(line: _Line, command: Command, *, amended: bool) -> Commit | None:
    """Return a commit that printed nothing of its own, or whose words were cut off: its call went well to the end."""
    words = subject(command.words, "git")
    span = line.in_command(words, command.start)
    if span is None or amended or words.startswith("git commit"):
        return None
    logged = next((m for m in line.matches(_LOGGED) if m["subject"] == words), None)
    proof = line.at(*logged.span()) if logged else line.act.span
    return Commit(line.position, line.act.span, span, proof, logged["hash"] if logged else "")


def deeds(whole: Whole) -> Iterator[Deed]:
    """Yield what else was done: branches, pushes, merges, rebases, pull requests and issues, in order."""
    for line in lines(whole):
        for sort, match, roles in (*_branches(line), *_pushes(line), *_merges(line), *_hosted(line)):
            yield Deed(sort, line.position, line.act.span, line.at(*match.span()), tuple(roles.items()))


_Found = tuple[str, re.Match[str], dict[str, str | int | Span]]


def _branches(line: _Line) -> Iterator[_Found]:
    if any(c.program == "git" for c in line.found):
        for sort, pattern in (("made.branch", _NEW_BRANCH), ("switched.branch", _SWITCHED), ("deleted.branch", _DELETED)):
            for match in line.matches(pattern):
                yield sort, match, {"name": match["name"]}


def _pushes(line: _Line) -> Iterator[_Found]:
    if not any(line.runs("git", "push")):
        return
    for remote in line.matches(_REMOTE):
        following = line.output.find("\nTo ", remote.end())
        for ref in _REF.finditer(line.output, remote.end(), following if following >= 0 else len(line.output)):
            roles: dict[str, str | int | Span] = {"name": ref["name"], "to": host_of(remote["to"])}
            if ref["new"] == "deleted":
                yield "deleted.branch", ref, roles
                continue
            if ref["range"]:
                roles["range"] = ref["range"]
            yield ("pushed.force" if ref["mark"] == "+" else "pushed.new" if ref["new"] else "pushed"), ref, roles


def host_of(url: str) -> str:
    """Return the host and the path of a remote's address, without scheme, user and `.git`."""
    bare = re.sub(r"^\w+://", "", url).rsplit("@", 1)[-1].replace(":", "/", 1)
    return bare.removesuffix(".git")


def _merges(line: _Line) -> Iterator[_Found]:
    for command in line.runs("git", "merge"):
        match = next(line.matches(_MERGED), None)
        named = [w for w in _after(command)[1:] if not w.startswith("-")]
        if match is not None and named:
            yield "merged", match, {"name": named[0]}
    for command in line.runs("git", "rebase"):
        match = next(line.matches(_REBASED), None)
        named = [w for w in _after(command)[1:] if not w.startswith("-")]
        if match is not None:
            yield "rebased", match, {"name": match["name"]} | ({"onto": named[0]} if named else {})
    for _ in line.runs("git", "reset"):
        match = next(line.matches(_RESET), None)
        if match is not None:
            yield "reset", match, {"to": match["hash"]}


_HOSTED = (
    (("gh", "pr", "create"), "made.pull_request", _REQUEST),
    (("glab", "mr", "create"), "made.pull_request", _REQUEST),
    (("gh", "issue", "create"), "made.issue", _ISSUE),
)


def _hosted(line: _Line) -> Iterator[_Found]:
    for words, sort, pattern in _HOSTED:
        for command in line.runs(*words):
            match = next(line.matches(pattern), None)
            if match is not None:
                roles: dict[str, str | int | Span] = {"number": int(match["number"]), "of": f"{match['host']}/{match['place']}"}
                name = line.in_command(title(command.words, words[0]), command.start)
                yield sort, match, roles | ({"title": name} if name else {})
