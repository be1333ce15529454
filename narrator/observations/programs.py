"""What a shell program does: by its row in `program_table`, else by the names of its subcommand, task or script.

The longest name wins (`git commit` before `git`); programs that have no row are judged by their subcommand (`rclone ls`), a
task's name (`make test`), a script's name (`python repro.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

import narrator.observations.objects as of
from narrator.observations.operands import is_cmdlet, is_local, is_path, operands, subcommands, value_of
from narrator.observations.program_table import FAMILY, TABLE, Rule
from narrator.observations.tasks import GENERIC, INTERPRETERS, TASK_RUNNERS, cleans, script_kind, task_kind
from narrator.observations.values import Activity
from narrator.observations.vocabulary import words
from narrator.observations.wrappers import Words, program_of


@dataclass(frozen=True, slots=True)
class Deed:
    """What a command does."""

    kind: Activity
    verb: str
    object: str
    changes: bool
    worded: bool = False
    """Whether the object is put in words here ("the dependencies") and doesn't stand in the command."""
    weight: str = ""
    """"~": housekeeping, worth telling only where nothing else was done (echo, mkdir, sleep); "-": mostly in aid of
    something else (cp, rm); "+": prepares for a run (an installation); ":": a line of a script, less than a run of one;
    "?": a bare word that nobody knows, maybe no command at all."""


UNNAMED: Mapping[str, str] = {"listed": "files", "searched for": "text", "installed": "the dependencies"}
"""What a verb is about where the command names nothing; other verbs give way to "ran" and the head of the command."""


def family_of(program: str) -> str:
    """Return the program whose words this one takes (`rg` takes grep's), in lower case."""
    return FAMILY.get(program, program)


def deed(words: Words) -> Deed:
    """Return what a command does; its first word is the program."""
    program = program_of(words[0])
    family = family_of(program)
    found = (
        _asked_for_help(words, family)
        or _request(words, family)
        or _by_table(words, program, family)
        or _by_name(words, program, family)
    )
    return replace(found, changes=False) if "--dry-run" in words else found


def _asked_for_help(words: Words, family: str) -> Deed | None:
    if not {"--help", "--version", "-V"} & set(words[1:]) and words[1:] not in (("-h",), ("help",), ("-v",), ("version",)):
        return None
    return Deed("explore", "ran", of.head_with_help(words, family), changes=False)


def _request(words: Words, family: str) -> Deed | None:
    """Judge a request over the network: this machine is checked, another one fetched from or sent to."""
    if family not in ("curl", "wget", "http", "https", "xh", "invoke-webrequest"):
        return None
    host = of.host(words, family)
    flags = {w.lower() for w in words[1:]}
    if flags & {"post", "put", "patch", "delete", "-d", "--data", "--data-raw", "-body", "--json", "-xpost", "-f", "--form"} - (
        {"-f"} if "-F" not in words else set()
    ):
        return Deed("operate", "sent a request to", host, changes=True)
    if is_local(host):
        return Deed("operate", "checked", host, changes=False)
    saved = value_of(words, "-o", "--output", "-outfile")
    downloads = saved not in (None, "/dev/null", "nul", "-") or bool({"-O", "-LO", "-OL"} & set(words)) or family == "wget"
    return Deed("explore", "downloaded from" if downloads else "fetched", host, changes=downloads)


def _by_table(words: Words, program: str, family: str) -> Deed | None:
    first, second = (*subcommands(words, family, 2), "", "")[:2]
    flags = [w for w in words[1:] if w.startswith("-")][:12]
    if writes_in_place(words, family):
        named = any(is_path(w) for w in operands(words, family))
        return _ruled(TABLE["sed -i"], words, family) if named else Deed("edit", "ran", program, changes=True)
    for name in dict.fromkeys((program, family)):
        keys = (
            *(f"{name} {first} {flag}" for flag in flags if first),
            f"{name} {first} {second}",
            *(f"{name} {flag}" for flag in flags),
            f"{name} {first}",
            name if not (first and name in TASK_RUNNERS) or first == name else "",
        )
        rule = next((TABLE[key] for key in keys if key in TABLE), None)
        if rule is TABLE["find"] and not of.names_sought(words):
            rule = TABLE["ls"]
        if rule is not None:
            return _ruled(rule, words, family)
    return None


def _ruled(rule: Rule, words: Words, family: str) -> Deed:
    """Apply a rule; the head of the command is what is run, never what is restarted or pushed."""
    name, head = rule.naming(words, family), of.head(words, family)
    if name and (rule.verb == "ran" or name != head):
        return Deed(rule.kind, rule.verb, name, changes=rule.changes, weight=rule.weight)
    worded = UNNAMED.get(rule.verb)
    if worded is not None:
        return Deed(rule.kind, rule.verb, worded, changes=rule.changes, weight=rule.weight, worded=True)
    return Deed(rule.kind, "ran", head, changes=rule.changes, weight=rule.weight)


def _by_name(words: Words, program: str, family: str) -> Deed:
    """Judge by a task's, a script's or a subcommand's name."""
    if program in TASK_RUNNERS or family in TASK_RUNNERS:
        kind, verb, changes = task_kind(words, family) or ("run", "ran", False)
        return Deed(kind, verb, of.task(words, family), changes=changes, weight="-" if cleans(words, family) else "")
    if family in INTERPRETERS or is_script(words[0]):
        kind, verb, changes = script_kind(words, family)
        name = of.script(words, family)
        return Deed(kind, verb, name, changes=changes, weight=":" if _INLINE.search(name) else "")
    if is_cmdlet(family):
        changes = family.split("-")[0] not in ("get", "select", "test", "measure", "join", "invoke", "write")
        return Deed("operate" if changes else "explore", "ran", program, changes=changes)
    for word in subcommands(words, family):
        if word in GENERIC:
            generic_kind, changes = GENERIC[word]
            return Deed(generic_kind, "ran", of.head(words, family), changes=changes)
    return Deed("run", "ran", of.head(words, family), changes=False, weight="" if len(words) > 1 else "?")


def writes_in_place(words: Words, family: str) -> bool:
    """Return whether a stream editor changes the files it is given (`sed -i.bak`, `perl -0pi -e`)."""
    pattern = _IN_PLACE.get(family)
    return pattern is not None and any(pattern.match(w) for w in words[1:] if w.startswith("-"))


def is_script(word: str) -> bool:
    """Return whether a command's first word is a script's path (`./run.sh`), not a program's name."""
    return "/" in word and word.rsplit(".", 1)[-1] in ("sh", "py", "js", "ts", "rb", "pl", "php", "bash", "zsh", "mjs")


def is_filter(words: Words) -> bool:
    """Return whether a command, fed by a pipe, only shows or cuts what it is fed."""
    family = family_of(program_of(words[0]))
    if writes_in_place(words, family):
        return False
    return (
        family in _FILTERS
        or (family in INTERPRETERS and len(words) > 1 and words[1] in ("-c", "-e", "-m"))
        or len(operands(words, family)) == 0
    )


_IN_PLACE: Mapping[str, re.Pattern[str]] = {
    "sed": re.compile(r"-(?:[nErsz]*i|-in-place)"),
    "perl": re.compile(r"-[0-7acnplsw]*i(?!\w*=)"),
    "ruby": re.compile(r"-[anpl]*i(?:\.|$)"),
    "yq": re.compile(r"-i$|--inplace$|-[a-zA-Z]*i$"),
}
"""Options by which a stream editor writes back, alone or among others."""

_INLINE = re.compile(r" -\w+$")

_FILTERS = words(
    "head tail grep sort uniq wc cut awk sed tr jq yq less more cat tee column fold nl xargs rev tac fmt "
    "strings select-object select-string where-object "
    "format-table format-list out-string out-null measure-object foreach-object sort-object convertto-json "
    "convertfrom-json pr json.tool bat paste"
)
