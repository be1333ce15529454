"""Finds personal details: e-mail addresses, and home folders, which name their owner."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.redaction.rules import Secret, begins

EMAIL_RANK = 1_000
HOME_RANK = 2_000
"""Behind every rule of the table."""

_TOP_LEVEL = (
    "com|org|net|edu|gov|mil|int|info|biz|name|pro|dev|app|ai|io|co|me|xyz|tech|cloud|online|site|store|blog|email|company|"
    "systems|software|solutions|agency|digital|studio|world|news|live|life|team|network|academy|[a-z]{2}|[A-Z]{2,3}"
)
_DOMAIN = re.compile(rf"@(?:[A-Za-z0-9][A-Za-z0-9-]{{0,62}}\.){{1,8}}(?:{_TOP_LEVEL})(?![\w(\[=@]|-\w|\.\w)")
_LOCAL = 64
"""Longest local part (RFC 5321)."""
_NO_PERSON = re.compile(
    r"(?:git|hg|svn|noreply|no-reply|donotreply|mailer-daemon)@|.*@(?:[\w-]+\.)*example\.(?:com|org|net)\Z", re.IGNORECASE
)

_NAME = r"[^\s/\\:\"'`<>|*?,;()\[\]{}$&=#!]"
_SEPARATOR = r"(?:/|\\{1,4})"
_HOME = re.compile(
    rf"(?:(?:/var|/export)?/home/|(?:/mnt|/cygdrive|/host_mnt)?/[a-z]/[Uu]sers/|[A-Za-z]:{_SEPARATOR}[Uu]sers{_SEPARATOR}|/Users/|"
    rf"(?://|\\{{2,8}})wsl(?:\$|\.localhost){_SEPARATOR}[^/\\\s]{{1,40}}{_SEPARATOR}home{_SEPARATOR})"
    rf"(?P<name>{_NAME}{{1,64}}+(?:[ ]{_NAME}{{1,32}}(?=\\))?)"
)
_ENCODED = re.compile(r"-(?:home|Users)-(?P<name>[A-Za-z0-9_]{1,64})(?=[-/\"'`\s\\)\],;:>]|\.(?:\s|\Z)|\Z)")
_KEYS = (
    ("/home/", 7),
    ("/Users", 12),
    ("/users/", 12),
    ("\\Users", 6),
    ("\\users", 6),
    ("wsl", 8),
    ("-home-", 0),
    ("-Users-", 0),
)
"""What home folders are found by, and how far before it they may begin."""
_MAY_PRECEDE = re.compile(r"(?:(?:\s|\A)-[A-Za-z]|(?:\s|\A)[ab]|[a-z]:/{2,3})\Z")
"""What a path may be glued to: a compiler's option (-I/home/…), a diff's side (a/home/…), a scheme (file:///home/…)."""
_BEFORE_ENCODED = re.compile(
    r"(?:(?:\A|[^A-Za-z0-9_.-])(?:[A-Za-z]-|-mnt-[a-z]|-cygdrive-[a-z]|-var|--?wsl-[A-Za-z0-9.-]{1,30})?|[/\\])\Z"
)
"""What a path that is spelled with hyphens begins with, before the home folders: a drive, a mount."""
_LONGEST_MOUNT = 40
_NO_OWNER = frozenset(
    (
        *("page", "dir", "directory", "folder", "path", "url", "uri", "host", "screen", "button", "icon", "link", "tab", "view"),
        *("route", "made", "office", "work", "row", "col", "grid", "title", "content", "header", "footer", "nav", "section"),
        *("server", "key", "assistant", "automation", "base", "based", "brew", "banner", "hero", "menu", "layout", "module"),
        *("component", "manager", "index", "css", "js", "test", "tests", "user", "users", "env", "config"),
    )
)
"""What follows on -home- in the name of an option or a style."""
_INSIDE_HOME = re.compile(r"/(?:\.\w|Library/|Documents/|Downloads/|Desktop/|Projects/|AppData/)", re.IGNORECASE)
"""What shows a home folder even in the middle of a word (colors stripped from a listing)."""
_PATH_BEFORE = tuple("._~/\\")
_SHARED = frozenset({"Shared", "Public", "Default", "All", "linuxbrew", "~"})


def find_emails(text: str) -> Iterator[Secret]:
    """Yield e-mail addresses; not those that no person reads, nor example.com."""
    at = text.find("@")
    while at >= 0:
        domain = _DOMAIN.match(text, at)
        start = _local_start(text, at) if domain else at
        if domain and start < at and not _NO_PERSON.match(text[start : domain.end()]):
            yield Secret(start, domain.end(), "email", EMAIL_RANK)
        at = text.find("@", at + 1)


def _local_start(text: str, at: int) -> int:
    start = at
    while start > max(0, at - _LOCAL) and (text[start - 1].isalnum() or text[start - 1] in "._%+-"):
        start -= 1
    if text[start - 1 : start] == "\\" and text[start] in "nrt":
        start += 1
    while start < at and text[start] in ".%+-":
        start += 1
    return start


def find_homes(text: str) -> Iterator[Secret]:
    """Yield the beginnings of paths that name a person's home folder, up to the name's end."""
    for key, before in _KEYS:
        at = text.find(key)
        while at >= 0:
            match = _home_around(text, at, before)
            if match and match["name"].strip(".") and match["name"] not in _SHARED and _stands_alone(text, match):
                yield Secret(match.start(), match.end(), "home", HOME_RANK)
            at = text.find(key, at + 1)


def _home_around(text: str, at: int, before: int) -> re.Match[str] | None:
    """Return the path that begins at most `before` characters before `at` and goes beyond."""
    pattern = _ENCODED if text.startswith("-", at) else _HOME
    starts = (start for start in range(max(0, at - before), at + 1) if start == at or _may_begin(text, start))
    found = (pattern.match(text, start) for start in starts)
    return next((m for m in found if m and m.end() > at), None)


def _may_begin(text: str, start: int) -> bool:
    return text[start] in "/\\" or text[start + 1] == ":"


def _stands_alone(text: str, match: re.Match[str]) -> bool:
    """Return whether a home folder's path begins here, and isn't a further part of another or of an address."""
    start = match.start()
    if text.startswith("-", start):
        owned = not text.startswith("-home-", start) or match["name"].lower() not in _NO_OWNER
        return _BEFORE_ENCODED.search(text, max(0, start - _LONGEST_MOUNT), start) is not None and owned
    before = text[max(0, start - 5) : start]
    if _MAY_PRECEDE.search(before) or (begins(text, start) and before[-1:] not in _PATH_BEFORE):
        return True
    return before[-1:].isalnum() and _INSIDE_HOME.match(text, match.end()) is not None
