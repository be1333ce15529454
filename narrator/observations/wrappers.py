"""Programs that run another one: what they run, and where.

Each rule takes the words of a command and returns what is inside: more words, or a text for a shell, with the host or
container; None where there is nothing inside (`ssh host` alone).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

Words = tuple[str, ...]

DROPPED = frozenset(
    (
        "cd",
        "pushd",
        "popd",
        "set",
        "export",
        "unset",
        "source",
        ".",
        "true",
        "false",
        ":",
        "trap",
        "shopt",
        "ulimit",
        "alias",
        "local",
        "set-location",
        "chdir",
        "set-strictmode",
        "exit",
        "return",
        "break",
        "continue",
        "read",
        "shift",
    )
)
"""Commands that prepare, and tell nothing of what is done."""

_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=", re.ASCII)
_SUFFIX = re.compile(r"\.(?:exe|cmd|bat|ps1)$")
_NUMBERED = re.compile(r"((?:python|pip|pypy|php|gcc|g\+\+|clang|ruby|lua|node)(?:w)?)-?\d+(?:\.\d+)*$")


class Inner(NamedTuple):
    """What a wrapper runs."""

    words: Words | None = None
    text: str | None = None
    host: str | None = None


def program_of(word: str) -> str:
    """Return a program's name: no folder, no `.exe`, no version (`python3.11` is python), in lower case."""
    name = _SUFFIX.sub("", word.replace("\\", "/").rsplit("/", 1)[-1].lower())
    numbered = _NUMBERED.match(name)
    return numbered[1] if numbered else name


def _after_options(words: Words, start: int, valued: frozenset[str]) -> int:
    """Return the number of the first word from `start` that is neither an option nor an option's value."""
    while start < len(words) and words[start].startswith("-") and words[start] != "-":
        if words[start] == "--":
            return start + 1
        start += 2 if words[start] in valued else 1
    return start


def _rest(words: Words, at: int, host: str | None = None) -> Inner | None:
    return Inner(words=words[at:], host=host) if at < len(words) else None


def _plain(*valued: str, skip: int = 0) -> Callable[[Words], Inner | None]:
    """Return the rule of a wrapper that is followed by options (`valued` ones with a value), `skip` words, and the command."""
    options = frozenset(valued)
    return lambda words: _rest(words, _after_options(words, 1, options) + skip)


def _env(words: Words) -> Inner | None:
    at = _after_options(words, 1, frozenset(("-u", "-C", "-S")))
    while at < len(words) and _ASSIGNMENT.match(words[at]):
        at += 1
    return _rest(words, at)


def _shell(words: Words) -> Inner | None:
    for at, word in enumerate(words[1:], 1):
        flag = word.lower()
        if flag in ("/c", "-command", "-c") or (
            flag.startswith("-") and not flag.startswith("--") and flag.endswith("c") and len(flag) < 5
        ):
            return (
                Inner(text=" ".join(words[at + 1 :]) if flag in ("/c", "-command") else words[at + 1])
                if at + 1 < len(words)
                else None
            )
        if not word.startswith("-"):
            return None
    return None


def _eval(words: Words) -> Inner | None:
    return Inner(text=" ".join(words[1:])) if len(words) > 1 else None


_LOOKERS = frozenset(
    ("ls", "cat", "head", "tail", "wc", "echo", "stat", "file", "du", "basename", "dirname", "printf", "realpath")
)


def _find(words: Words) -> Inner | None:
    """`find . -name x -exec sed -i … {} +`: what is done to each file, unless it is only shown."""
    at = next((i + 1 for i, word in enumerate(words) if word in ("-exec", "-execdir", "-ok")), len(words))
    if at >= len(words) or program_of(words[at]) in _LOOKERS:
        return None
    end = next((i for i in range(at, len(words)) if words[i] in (";", "+", r"\;")), len(words))
    return _rest(tuple(w for w in words[:end] if w != "{}"), at)


def _after_dashes(words: Words) -> Inner | None:
    """`doppler run -- npm test`: what stands behind the two dashes."""
    return _rest(words, words.index("--") + 1) if "--" in words else None


def _login(words: Words) -> Inner | None:
    """`su - user -c "…"`."""
    at = words.index("-c") + 1 if "-c" in words else len(words)
    return Inner(text=words[at]) if at < len(words) else None


_SSH_VALUED = frozenset(f"-{c}" for c in "BbcDEeFIiJLlmOopQRSWw")


def _ssh(words: Words) -> Inner | None:
    at = _after_options(words, 1, _SSH_VALUED)
    at_command = _after_options(words, at + 1, _SSH_VALUED)
    return Inner(text=" ".join(words[at_command:]), host=words[at]) if at_command < len(words) else None


def _sshpass(words: Words) -> Inner | None:
    return _rest(words, _after_options(words, 1, frozenset(("-p", "-f", "-d", "-P"))))


_EXEC_VALUED = frozenset(
    (
        "-u",
        "--user",
        "-w",
        "--workdir",
        "-e",
        "--env",
        "-f",
        "--file",
        "-p",
        "--project-name",
        "-n",
        "--namespace",
        "-c",
        "--container",
        "--index",
        "--profile",
        "--env-file",
        "--context",
        "--kubeconfig",
        "--project-directory",
    )
)


def _container(words: Words) -> Inner | None:
    """`docker exec c …`, `docker compose exec s …`, `kubectl exec p -- …`."""
    at = _after_options(words, 1, _EXEC_VALUED)
    if at < len(words) and words[at] == "compose":
        at = _after_options(words, at + 1, _EXEC_VALUED)
    if at >= len(words) or words[at] != "exec":
        return None
    name = _after_options(words, at + 1, _EXEC_VALUED)
    command = _after_options(words, name + 1, _EXEC_VALUED)
    return _rest(words, command, words[name]) if name < len(words) else None


def _numbered_container(words: Words) -> Inner | None:
    """Proxmox: `pct exec 101 -- …`."""
    if len(words) < 4 or words[1] != "exec":
        return None
    return _rest(words, 4 if words[3] == "--" else 3, words[2])


def _subcommand(*names: str, valued: tuple[str, ...] = ()) -> Callable[[Words], Inner | None]:
    """Return the rule of a program that runs another under one of the subcommands `names` (`uv run …`)."""
    options = frozenset(valued)

    def inner(words: Words) -> Inner | None:
        at = _after_options(words, 1, options)
        return _rest(words, _after_options(words, at + 1, options)) if at < len(words) and words[at] in names else None

    return inner


def _module(words: Words) -> Inner | None:
    """`python -m pytest …` is pytest."""
    at = _after_options(words, 1, frozenset(("-W", "-X", "-m")))
    module = next((i for i in range(1, at) if words[i] == "-m"), 0)
    return _rest(words, module + 1) if module else None


_NODE_OPTIONS = ("-p", "--package", "--filter", "-F", "-C", "--dir", "--prefix", "--cwd")

WRAPPERS: Mapping[str, Callable[[Words], Inner | None]] = {
    "sudo": _plain("-u", "-g", "-h", "-p", "-C", "-D"),
    "doas": _plain("-u"),
    "env": _env,
    "nohup": _plain(),
    "setsid": _plain(),
    "stdbuf": _plain("-i", "-o", "-e"),
    "nice": _plain("-n"),
    "ionice": _plain("-c", "-n"),
    "time": _plain("-f", "-o"),
    "timeout": _plain("-s", "-k", "--signal", "--kill-after", skip=1),
    "gtimeout": _plain("-s", "-k", skip=1),
    "watch": _plain("-n", "--interval"),
    "find": _find,
    "su": _login,
    "runuser": _login,
    "gosu": _plain(skip=1),
    "taskset": _plain("-c", "-p", skip=1),
    "numactl": _plain("-N", "-m"),
    "chronic": _plain(),
    "unbuffer": _plain(),
    "caffeinate": _plain("-t", "-w"),
    "faketime": _plain("-f", skip=1),
    "proxychains": _plain("-f"),
    "flock": _plain("-w", "-E", skip=1),
    "parallel": _plain("-j", "--jobs", "-I"),
    "direnv": _subcommand("exec"),
    "doppler": _after_dashes,
    "op": _after_dashes,
    "infisical": _after_dashes,
    "aws-vault": _after_dashes,
    "dotenvx": _after_dashes,
    "flatpak": _subcommand("run"),
    "xargs": _plain("-I", "-n", "-P", "-L", "-d", "-a", "-E", "-s"),
    "eval": _eval,
    "bash": _shell,
    "sh": _shell,
    "zsh": _shell,
    "dash": _shell,
    "cmd": _shell,
    "powershell": _shell,
    "pwsh": _shell,
    "ssh": _ssh,
    "sshpass": _sshpass,
    "docker": _container,
    "podman": _container,
    "docker-compose": _container,
    "kubectl": _container,
    "pct": _numbered_container,
    "npx": _plain(*_NODE_OPTIONS),
    "bunx": _plain(*_NODE_OPTIONS),
    "pnpm": _subcommand("exec", "dlx", valued=_NODE_OPTIONS),
    "yarn": _subcommand("exec", "dlx", valued=_NODE_OPTIONS),
    "npm": _subcommand("exec", "x", valued=_NODE_OPTIONS),
    "bun": _subcommand("x", valued=_NODE_OPTIONS),
    "uv": _subcommand("run", valued=("--with", "--python", "-p", "--extra", "--group", "--directory", "--project")),
    "uvx": _plain("--from", "--with", "--python", "-p"),
    "pipx": _subcommand("run"),
    "poetry": _subcommand("run"),
    "pdm": _subcommand("run"),
    "hatch": _subcommand("run"),
    "pipenv": _subcommand("run"),
    "rye": _subcommand("run"),
    "conda": _subcommand("run", valued=("-n", "-p", "--name")),
    "mamba": _subcommand("run", valued=("-n", "-p", "--name")),
    "bundle": _subcommand("exec"),
    "mise": _subcommand("exec", "x"),
    "python": _module,
    "py": _module,
    "coverage": _subcommand("run", valued=("--source", "--omit", "--include", "-m")),
    "dotenv": _plain("-f", "-e"),
    "cross-env": _env,
    "xvfb-run": _plain("-s", "-n", "--server-args"),
    "accelerate": _subcommand("launch", valued=("--config_file", "--num_processes", "--gpu_ids", "--mixed_precision")),
}
"""Program → its rule."""

NESTED = frozenset(
    (
        *("git", "gh", "npm", "pnpm", "yarn", "bun", "npx", "node", "deno", "python", "pip", "uv", "pytest", "cargo", "rustc"),
        *("make", "cmake", "docker", "kubectl", "bash", "sh", "mvn", "gradle", "grep", "rg", "ls", "cat", "sed", "curl", "tsc"),
        *("eslint", "ruff", "mypy", "vitest", "jest", "dotnet", "ruby", "bundle", "php", "go", "systemctl", "ssh"),
    )
)
"""Names that are a program's and no word of another one's: behind a program that nobody knows, they are what it runs."""
