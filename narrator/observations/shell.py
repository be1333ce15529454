"""A shell command line becomes simple commands: words, where they stand, what is joined by pipes, where it runs.

Not a shell: enough of POSIX and PowerShell to say which programs are run on what. `cd x &&`, `env A=b`, `sudo`, `timeout 5`,
`ssh host '…'`, `docker exec c …`, `bash -lc '…'` are looked through.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from narrator.observations.program_table import is_known
from narrator.observations.wrappers import DROPPED, NESTED, WRAPPERS, Inner, program_of

_TOKEN = re.compile(
    r"""
    (?P<space>[ \t\r]+|\\\r?\n)
    |(?P<heredoc><<-?[ \t]*(?P<quote>['"]?)(?P<mark>\w+)(?P=quote))
    |(?P<redirect>\d*(?:>>|>\||>&|<<<|>|<)|&>>?)
    |(?P<join>&&|\|\||\|&|;;|[;|&()\n])
    |(?P<word>(?:@'\r?\n.*?(?:\n'@|\Z)|@"\r?\n.*?(?:\n"@|\Z)|\$'(?:\\.|[^'\\])*'|'[^']*'|"(?:\\.|[^"\\])*"|\\.|`[^`]*`|\$\((?:[^()]|\([^()]*\))*\)|[^\s'"`\\;|&()<>])+)
    |(?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_TO_FILE = re.compile(r"1?(?:>|>>|>\|)|&>>?")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=", re.ASCII)
_KEYWORDS = frozenset(
    (
        "foreach",
        "elseif",
        "try",
        "catch",
        "finally",
        "if",
        "then",
        "elif",
        "else",
        "while",
        "until",
        "do",
        "!",
        "{",
        "time",
        "exec",
        "builtin",
        "command",
        "-",
    )
)
_ENDS = frozenset(("done", "fi", "}", "esac"))
_QUOTED = re.compile(r"""'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)""", re.DOTALL)
_ESCAPED = re.compile(r"""\\([$`"\\\n])""")
_WINDOWS = re.compile(r"""["']?(?:[A-Za-z]:|\$env:\w+|\.{1,2}|\w+)\\\w""", re.ASCII)
_PROGRAM = re.compile(r"(?=[^\n]*[A-Za-z\[])(?!\.\w+$)(?:\$env:|[\w.~/\[])[\w .~/\\:+@%()\[-]*(?<![,;)])", re.ASCII)
"""What a program's name or path looks like; PowerShell's values (`$content.Length`, `100,`) don't."""
_GIVING = frozenset(("xargs", "parallel"))
_DEPTH = 3
"""How many shells inside shells are looked through (ssh, then docker exec, then bash -c)."""


@dataclass(frozen=True, slots=True)
class Command:
    """One program with its arguments."""

    words: tuple[str, ...]
    """Quotes taken off; the program first."""
    start: int
    """Where it stands in the text that was given, code points, half open."""
    end: int
    piped: bool = False
    """Whether it reads what the command before it writes."""
    feeds: bool = False
    """Whether the next command reads what it writes."""
    writes: str | None = None
    """The file that its output goes to."""
    script: str | None = None
    """Its here-document."""
    given: bool = False
    """Whether the command before it gives it its operands (`xargs`)."""
    host: str | None = None
    """Where it runs, if elsewhere."""
    background: bool = False
    """Whether the shell goes on without it (`&`)."""

    @property
    def program(self) -> str:
        """The program's name, without folder and `.exe`, in lower case."""
        return program_of(self.words[0])


def commands(text: str, *, host: str | None = None, depth: int = _DEPTH) -> tuple[Command, ...]:
    """Return the simple commands of a shell text in order, wrappers looked through; none for a text without any."""
    found: list[Command] = []
    for raw in _split(text):
        bare = _without_keywords(raw)
        if bare is not None:
            found += _unwrapped(replace(bare, host=host), depth)
    return tuple(found)


class _Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


def _split(text: str) -> Iterator[Command]:
    group: list[_Token] = []
    piped = False
    for token in _tokens(text):
        if token.kind != "join":
            group.append(token)
            continue
        feeds = token.text in ("|", "|&")
        command = _command(group, piped=piped, feeds=feeds)
        if command is not None:
            yield replace(command, background=token.text == "&")
            piped = feeds
        group = []
    command = _command(group, piped=piped, feeds=False)
    if command is not None:
        yield command


def _tokens(text: str) -> Iterator[_Token]:
    """Yield words, redirections, joins and here-documents; comments and blanks are left out."""
    position = 0
    document_at = document_end = -1
    while position < len(text) and (match := _TOKEN.match(text, position)) is not None:
        kind = match.lastgroup or "other"
        start, position = match.span()
        if kind in ("quote", "mark", "heredoc"):
            line_end = _line_end(text, position) if document_at < position else document_end
            script_end, document_end = _here_document(text, line_end, match["mark"])
            document_at = _line_end(text, position) if document_at < position else document_at
            yield _Token("script", text[line_end:script_end].lstrip("\n"), start, position)
        elif kind == "word" and match[0][0] == "#":
            position = _line_end(text, position)
        elif kind in ("word", "redirect", "join"):
            yield _Token(kind, match[0], start, position)
        if start == document_at and kind == "join":
            position = document_end


def _line_end(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end


def _here_document(text: str, start: int, mark: str) -> tuple[int, int]:
    """Return where a here-document that begins at `start` ends, without and with the line of its mark."""
    end = re.compile(rf"\n[ \t]*{re.escape(mark)}[ \t]*(?=\r?\n|\)|$)").search(text, start)
    return end.span() if end else (len(text), len(text))


def _command(tokens: list[_Token], *, piped: bool, feeds: bool) -> Command | None:
    words: list[_Token] = []
    writes = script = None
    before = ""
    for token in tokens:
        if token.kind == "script":
            script = token.text
        elif token.kind == "word" and not before:
            words.append(token)
        elif token.kind == "word" and _TO_FILE.fullmatch(before) and token.text not in ("/dev/null", "$null"):
            writes = _unquoted(token.text)
        before = token.text if token.kind == "redirect" else ""
    if not words:
        return None
    return Command(tuple(w.text for w in words), words[0].start, tokens[-1].end, piped, feeds, writes, script)


def _unquoted(word: str) -> str:
    if "'" not in word and '"' not in word and "\\" not in word:
        return word
    if _WINDOWS.match(word):
        return word.replace('"', "").replace("'", "")
    return _QUOTED.sub(_inside, word)


def _inside(match: re.Match[str]) -> str:
    single, double, escaped = match.groups()
    if double is not None:
        return _ESCAPED.sub(r"\1", double)
    return single if single is not None else escaped


def _without_keywords(raw: Command) -> Command | None:
    """Take off keywords, assignments and PowerShell's `$x =`; None where nothing is run."""
    words = [_unquoted(w) for w in raw.words]
    quoted = list(raw.words)
    while words and (words[0].lower() in _KEYWORDS or _ASSIGNMENT.match(quoted[0]) or words[0] in _ENDS):
        if words[0] in _ENDS:
            return None
        del words[0], quoted[0]
    if len(words) > 1 and words[0].startswith("$") and words[1] in ("=", "+="):
        del words[:2], quoted[:2]
        if quoted and quoted[0][0] in "\"'@":
            # PowerShell keeps a value; it runs nothing.
            return None
    if not words or words[0] in ("for", "case", "function") or words[0].lower() in DROPPED or not _PROGRAM.fullmatch(words[0]):
        return None
    return replace(raw, words=tuple(words))


def _unwrapped(command: Command, depth: int) -> Iterator[Command]:
    inner: Inner | None = None
    for _ in range(8):
        inner = _inner(command)
        if inner is None or inner.words is None:
            break
        given = command.given or command.program in _GIVING
        command = replace(command, words=inner.words, host=_within(inner.host, command.host), given=given)
    if command.program in DROPPED:
        return
    if inner is None or inner.text is None or depth == 0:
        yield command
        return
    inside = commands(inner.text, host=_within(inner.host, command.host), depth=depth - 1)
    for each in inside:
        yield replace(each, start=command.start, end=command.end, feeds=each.feeds or command.feeds)
    if not inside:
        yield command


def _inner(command: Command) -> Inner | None:
    """Return what a command runs, by the rule of its program; of a program that nobody knows, another one named behind it."""
    rule = WRAPPERS.get(command.program)
    if rule is not None:
        return rule(command.words)
    nested = len(command.words) > 2 and command.words[1] in NESTED and not is_known(command.program)
    return Inner(words=command.words[1:]) if nested else None


def _within(inner: str | None, outer: str | None) -> str | None:
    """Name a place: "c on host" for a container that was reached through a host."""
    return f"{inner} on {outer}" if inner and outer else inner or outer
