"""Names for what a command is about: a path, a pattern, a host, a service, a commit's subject, the head of the command."""

from __future__ import annotations

import re
from itertools import takewhile

from narrator.observations.operands import head_words, is_path, operands, subcommands, url_host, value_of
from narrator.observations.tasks import INTERPRETERS, task_name
from narrator.observations.wrappers import Words

_MESSAGE = re.compile(r"-[a-zA-Z]*m|--message")
"""The option that takes a commit's message, alone or behind others (`-am`, `-qm`)."""
_SOUGHT = ("-name", "-iname", "-path", "-ipath", "-regex", "-wholename")
_TESTS = ("-mtime", "-mmin", "-newer", "-size", "-perm", "-user", "-empty", "-iregex", "-inum", "-links")
_SUBSTITUTED = re.compile(r"\$\(\s*cat\s+<<-?\s*\S+\s*\n(.*?)(?:\n\s*\w+\s*)?\)?$", re.DOTALL)


def path(words: Words, family: str) -> str:
    """Return the first path; without one the first operand."""
    found = operands(words, family)
    return next((w for w in found if is_path(w)), "") or (found[-1] if found else "")


def folder(words: Words, family: str) -> str:
    """Return the first operand; "" for the working folder."""
    return next(iter(operands(words, family)), "")


first = folder


def arguments(words: Words, family: str) -> str:
    """Return what follows the subcommands, options left out (`git push origin main`: "origin main"); without it the head."""
    found = operands(words, family)
    plain = found[2:] if found[:1] in (("worktree",), ("remote",), ("submodule",), ("pr",), ("issue",), ("repo",)) else found[1:]
    return " ".join(plain) or head(words, family)


def program(words: Words, family: str) -> str:  # noqa: ARG001 - one signature for all
    """Return the program alone: what follows it is words, not a subcommand (`echo done`)."""
    return _shown(words[0])


def packages(words: Words, family: str) -> str:
    """Return what is installed: packages, or the file that lists them; "" for those that the project lists (`npm ci`)."""
    found = operands(words, family)
    names = [w for w in found[1:] if w not in ("install", "add", "sync", "pip", "tool")]
    return " ".join(names) or value_of(words, "-r", "-e", "--requirement", "--editable") or ""


def pattern(words: Words, family: str) -> str:
    """Return what is searched for."""
    given = value_of(words, "-e", "--regexp", "-pattern", "-Pattern")
    if given is not None:
        return given
    found = operands(words, family)
    return found[1] if found[:1] == ("grep",) and len(found) > 1 else (found[0] if found else "")


def found(words: Words, family: str) -> str:
    """Return the file name or pattern that is looked for; without one the folder."""
    kept = tuple(w for i, w in enumerate(words) if not {"-not", "!"} & set(words[max(i - 2, 0) : i]))
    named = value_of(kept, *_SOUGHT)
    return named if named is not None and len(named) > 1 else next(iter(operands(words, family)), "")


def names_sought(words: Words) -> bool:
    """Return whether a `find` looks for something: without a test it lists what a folder holds."""
    return words[0].rsplit("/", 1)[-1] != "find" or any(w in _TESTS or w in _SOUGHT for w in words)


def subject(words: Words, family: str) -> str:
    """Return the subject line of a commit's message; without one "git commit"."""
    flag = next((w for w in words[1:] if _MESSAGE.fullmatch(w)), "--message")
    message = value_of(words, flag)
    if message is None:
        return head(words, family)
    inside = _SUBSTITUTED.match(message)
    lines = (inside[1] if inside else message).strip().splitlines()
    return lines[0].strip() if lines else head(words, family)


def title(words: Words, family: str) -> str:
    """Return the title of a pull request or issue; without one the head."""
    return value_of(words, "-t", "--title") or head(words, family)


def target(words: Words, family: str) -> str:
    """Return the service, session, container or process meant; without one the head."""
    named = value_of(words, "-t", "-s", "-u", "--unit", "--name") if family in ("tmux", "journalctl", "docker") else None
    if named is not None:
        return named
    known = subcommands(words, family, 2)
    rest = operands(words, family)
    skipped = 0
    if family in ("docker", "kubectl", "systemctl", "service", "pm2", "supervisorctl", "screen", "tmux"):
        skipped = 2 if known[:1] in (("compose",), ("rollout",)) else 1
    if family == "service" and rest:
        return rest[0]
    left = rest[skipped:]
    return left[0] if left and family != "http.server" else head(words, family)


def wait(words: Words, family: str) -> str:
    """Return the program and how long it waits, as written: "sleep 30"."""
    return " ".join((_shown(words[0]), *operands(words, family)[:1]))


def host(words: Words, family: str) -> str:
    """Return the URL's host; without one the first operand."""
    return url_host(words) or next(iter(operands(words, family)), "")


def head(words: Words, family: str) -> str:
    """Return the program and its subcommands: "git diff", "docker compose ps"."""
    return " ".join((_shown(words[0]), *head_words(words, family)))


def head_with_help(words: Words, family: str) -> str:
    """Return the head with the option that asks for help or a version."""
    asked = next((w for w in words[1:] if w in ("--help", "--version", "-h", "-V", "help", "version", "-v")), "")
    plain = head(words, family)
    return plain if plain.endswith(asked) else f"{plain} {asked}"


def task(words: Words, family: str) -> str:
    """Return the runner and its task as one would type them: "npm run build", "make test"."""
    name = task_name(words, family)
    runner = _shown(words[0])
    middle = "run " if "run" in words[1:3] and name != "run" else ""
    return f"{runner} {middle}{name}" if name else runner


def script(words: Words, family: str) -> str:
    """Return the script's path; the interpreter and its option for one given on the command line ("python -c")."""
    if family not in INTERPRETERS:
        return words[0]
    options = takewhile(lambda w: w.startswith("-"), words[1:])
    inline = next((w for w in options if w in ("-c", "-e", "-r", "-", "-p", "--eval", "-ne", "-E", "-pe", "-lne", "-rs")), "")
    if inline:
        return f"{_shown(words[0])} {inline}".removesuffix(" -")
    return next(iter(operands(words, family)), "") or _shown(words[0])


def _shown(word: str) -> str:
    return word.replace("\\", "/").rsplit("/", 1)[-1] if "/" in word or "\\" in word else word
