"""What a command is about: its operands, subcommands, paths, pattern, the host of its URL."""

from __future__ import annotations

import re
from collections.abc import Mapping

Words = tuple[str, ...]

_URL = re.compile(r"(?:https?|wss?|ftp)://([^/\s'\"?#]+)|\b(localhost(?::\d+)?|127\.0\.0\.1(?::\d+)?)", re.IGNORECASE)
_PATH = re.compile(r"[^\s*?(){}|^$<>=,;'\"]*(?:[/\\][^\s*?(){}|^$<>=;'\"]*|[\w)\]-]\.[A-Za-z][\w-]{0,11})")
_NO_PATH = re.compile(
    r"\w+://|[\w.-]+@[\w.-]+:|\w[\w-]+:/|[-+@]|v?\d+(?:\.\d+)+|s/|/dev/|origin/|\d+[,;]\d*[a-z]|"
    r"/?\w+\\[bdsw.]|\.{1,3}$|[A-Z]\w*\.[A-Z]\w*$"
)
_SUBCOMMAND = re.compile(r"[A-Za-z][\w:-]*$")
_SCRIPT = re.compile(r"[\w./\\:~-]+\.(?:ts|js|mjs|cjs|tsx|py|sh|rb|php)$")
_PLACE = re.compile(r"[/~]|\.{1,2}/|[A-Za-z]:[\\/]")
_RUN_SCRIPTS = ("npm", "node", "python", "deno", "tsx", "ruby", "php")
_NAMED = ("-path", "-literalpath", "-filepath", "-uri", "-destination", "-name")

VALUED: Mapping[str, frozenset[str]] = {
    program: frozenset(options.split())
    for program, options in {
        "git": (
            "--depth --branch -C -c --git-dir --work-tree -m --message -F --author --since --until --format --pretty -S -G --grep"
        ),
        "gh": (
            "-R --repo -t --title -b --body -F --body-file -B --base -H --head --json --jq -q --limit -L --label "
            "--search --state -X -f --field"
        ),
        "head": "-n -c",
        "tail": "-n -c",
        "nl": "-b -w -s -v",
        "cut": "-d -f -c",
        "sed": "-e -f -l",
        "awk": "-F -v -f",
        "grep": (
            "-A -B -C -m -e -f -g --glob -t -T --type --type-not --include --exclude --exclude-dir --max-count "
            "--context --color -d --iglob"
        ),
        "find": "-name -iname -path -ipath -type -maxdepth -mindepth -mtime -mmin -newer -size -regex -iregex -perm -user",
        "tree": "-L -I -P",
        "curl": (
            "-X -H -d -o -w -u -b -c -A -e -m -F -T --data --data-raw --header --request --output --max-time "
            "--connect-timeout --retry --cookie"
        ),
        "wget": "-O -o -P -q --header --timeout",
        "npm": "--filter -F -C --dir --prefix --cwd -w --workspace",
        "docker": "-f --file -p --project-name --name -v -e --env-file -t --tag -n --tail --since --format -H --context",
        "kubectl": "-n --namespace -l --selector -o --output -f --context --tail --since -c --container",
        "tmux": "-t -s -n -c -x -y -S -L -F -E",
        "screen": "-S -X -r",
        "make": "-C -f -j",
        "pytest": "-k -m -n -p -c --rootdir --timeout --maxfail --tb -o --cov --cov-report --durations -W",
        "go": "-run -count -timeout -bench -o -tags -C",
        "cargo": "-p --package --manifest-path --features --bin --example --target -j",
        "pip": "-r -c -t -i --index-url --extra-index-url -f --target",
        "apt": "-t -o",
        "systemctl": "-n --lines -p",
        "journalctl": "-u -n --since --until -t -b",
        "ssh": "-i -p -o -l -F",
        "scp": "-i -P -o -F",
        "rsync": "-e --exclude --include --rsh",
        "python": "-W -X",
        "kill": "-s -n",
        "xcodebuild": "-scheme -destination -project -workspace -configuration",
    }.items()
}
"""Options that take a value, by program."""


def is_cmdlet(program: str) -> bool:
    """Return whether a program is named like a PowerShell cmdlet (`get-content`)."""
    verb, mark, noun = program.partition("-")
    return (
        bool(mark)
        and noun.isalpha()
        and verb
        in (
            "get",
            "set",
            "new",
            "remove",
            "copy",
            "move",
            "select",
            "test",
            "invoke",
            "out",
            "add",
            "start",
            "stop",
            "restart",
            "write",
            "join",
            "rename",
            "measure",
            "expand",
            "compress",
        )
    )


def operands(words: Words, family: str) -> Words:
    """Return the words after the program that are neither options nor options' values."""
    if is_cmdlet(family):
        return _cmdlet_operands(words)
    valued = VALUED.get(family, frozenset())
    found: list[str] = []
    skip = False
    for at, word in enumerate(words[1:], 1):
        if skip:
            skip = False
        elif word == "--":
            return (*found, *words[at + 1 :])
        elif len(word) > 1 and word[0] == "-":
            skip = word in valued
        else:
            found.append(word)
    return tuple(found)


def _cmdlet_operands(words: Words) -> Words:
    found: list[str] = []
    option = ""
    for word in words[1:]:
        if word.startswith("-") and word[1:2].isalpha():
            option = word.lower()
        else:
            if option in ("", *_NAMED):
                found.append(word)
            option = ""
    return tuple(found)


def value_of(words: Words, *options: str) -> str | None:
    """Return the value of the first of these options that is there (`-m x`, `--message=x`, `-Path x` in any case)."""
    for at, word in enumerate(words[:-1]):
        if word in options or word.lower() in options:
            return words[at + 1]
    for word in words:
        name, mark, value = word.partition("=")
        if mark and name in options:
            return value
    return None


def subcommands(words: Words, family: str, limit: int = 3) -> Words:
    """Return the plain words after the program (and its script), options left out, up to the first that is no subcommand."""
    found: list[str] = []
    for word in operands(words if family in _RUN_SCRIPTS else _without_settings(words), family):
        if len(found) == limit or not (_SUBCOMMAND.match(word) or (not found and _SCRIPT.match(word) and family in _RUN_SCRIPTS)):
            break
        found.append(word)
    return tuple(found)


def _without_settings(words: Words) -> Words:
    """Leave out the places that long options are given before a subcommand (`tool --path /x/y start`)."""
    return tuple(w for i, w in enumerate(words) if i < 2 or words[i - 1][:2] != "--" or not _PLACE.match(w))


def head_words(words: Words, family: str) -> Words:
    """Return the subcommands up to an option that may take the next word as its value."""
    valued = VALUED.get(family, frozenset())
    for at, word in enumerate(words[1:], 1):
        before = subcommands(words[:at], family)
        if before and word.startswith("-") and word not in valued:
            return before
    return subcommands(words, family)


def is_path(word: str) -> bool:
    """Return whether a word looks like a file's path; patterns, URLs, versions and revisions don't."""
    return len(word) < 400 and not _NO_PATH.match(word) and _PATH.fullmatch(word) is not None


def url_host(words: Words) -> str | None:
    """Return the host of the first URL among the words, as written."""
    for word in words:
        match = _URL.search(word)
        if match:
            return match[1] or match[2]
    return None


def is_local(host: str) -> bool:
    """Return whether a URL's host is this machine."""
    return host.split(":")[0] in ("localhost", "127.0.0.1", "0.0.0.0", "[::1]")  # noqa: S104 - compared, not bound
