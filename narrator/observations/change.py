"""Settings whose value changes: told in words ("gamma 4.0 → 7.0", "from 10 to 20"), or made by an edit that swaps one value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from narrator.model import Message, Part
from narrator.observations.places import PROSE_LIMIT, stretch
from narrator.observations.tools import tool_of
from narrator.observations.values import Change
from narrator.observations.vocabulary import words

EDIT_LIMIT = 20_000
"""Characters of an edit's old and new text that are compared; changes of one value are short."""
LINE_LIMIT = 2_000
"""Characters of a line that is looked at; longer ones are data."""
SWAPS_LIMIT = 8
"""Changed lines of one edit beyond which it is rewriting, not setting."""

_BOUND = r"(?:`[^`\n]{1,60}`|\"[^\"\n]{1,60}\"|“[^”\n]{1,60}”|'[^'\n]{1,60}')"
_UNIT = r"%|[KMGk]?i?B|m?s|min|h|px|tok/s|rows|lines|steps|epochs|tokens|GPUs?"
_NUMBER = rf"[-−+]?\d[\d.]*[eE][-+]?\d+|[-−+]?\$?\d[\w.,%/]*(?<![.,])(?: ?(?:{_UNIT})(?![\w/]))?"
_SCALAR = rf"(?:{_BOUND}|\([-\d., e]+\)|\[[-\d., e]+\]|{_NUMBER}|true|false|True|False|None|null|on|off)"
_NAME = r"(?:`[^`\n]{1,60}`|(?<![\w'’-])--[\w-]+|(?<![\w'’.-])[A-Za-z](?:[\w-]|\.(?=\w))*(?: [a-z0-9][\w-]*){0,5})"
_ARROW = r"(?:\s*[→⇒⟶➜]\s*|\s+[-=]>\s+)"
_TOLD = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?P<name>{_NAME})(?:\*\*)?(?:\s*[:=(]\s*|\s+(?:is |was |from )?)(?P<old>{_SCALAR}){_ARROW}(?:\*\*)?(?P<new>{_SCALAR})",
        rf"(?P<name>{_NAME})(?:\*\*)? (?:\w+ ){{0,3}}from (?P<old>{_SCALAR}) (?:down |up |back )?to (?:\*\*)?(?P<new>{_SCALAR})",
        rf"(?P<new>(?P<name>--[\w-]+)[ =]{_SCALAR}) (?:instead of|rather than) (?P<old>{_SCALAR})",
        (
            rf"(?P<name>{_NAME})(?:\*\*)?\s*(?:=|:|is|to)\s*(?P<new>{_SCALAR})\s*(?:\(|, )?(?:instead of|rather than|"
            rf"was|previously|formerly) (?P<old>{_SCALAR})\)?"
        ),
    )
)
_VERBS = words(
    "set sets setting change changes changed changing increase increases increased increasing reduce reduces "
    "reduced reducing decrease decreases decreased lower lowers "
    "lowered raise raises raised raising fix fixes fixed bump bumps bumped bumping update updates updated "
    "updating switch switches switched move moves moved moving drop "
    "drops dropped adjust adjusts adjusted went goes go gone grew grows fell falls rose rises is was are "
    "were has have had been being improved improves jumped jumps shrank "
    "tuned scaled cut cuts takes took brings brought pushes pushed makes made turns turned renamed rename"
)
_SMALL = words(
    "the a an our your my its their this that these those i we it and or also now then so just by of with "
    "for to from in on at up down back all way only but"
)
_NO_SETTINGS = frozenset(("line", "lines", "page", "step", "steps", "version", "phase", "option", "commit", "bucket", "message"))
_TELLING = re.compile(r"[→⇒⟶➜]|[-=]> | from .+ to |instead of|rather than|\b(?:was|previously|formerly) ", re.IGNORECASE)
"""What a line holds that tells of a change: the rest needn't be looked at closely."""
_HASH = re.compile(r"[0-9a-f]{7,40}$")
_REASON = re.compile(
    r"\b(?:because|since|so that|as (?:the|it|this|we)|in order to|due to|given that|which (?:is|was|gives|"
    r"lets|avoids|matches)|to (?:avoid|allow|make|match|prevent|reduce|improve|fix|give|keep|ensure|"
    r"get))\b[^.\n;]*"
)
_LINE = re.compile(
    r"""^\s*[-+*#/]*\s*["'`]?(?P<name>[A-Za-z_$@-][\w.$@-]*(?:\[[^\]]{1,40}\])?)["'`]?\s*"""
    r"""(?::\s*[\w\[\], |.]{1,30}\s*=|:=|=>|=|:)\s*(?P<value>[^\n]+?)[,;]?\s*(?:(?:\#|//)[^\n]*)?$"""
)
_FLAG = re.compile(r"--(?P<name>[\w-]+)[ =](?P<value>[^\s\\]+)")
_LITERAL = re.compile(
    r"""(?:f|r|b|u)?(?:"[^"]*"|'[^']*'|`[^`]*`)|\([-\d., e_]+\)|\[[-\d., e_]+\]|[-+]?\d[\w.%]*|true|false|null|None|True|False"""
)
_WORD = re.compile(r"[-+]?[\w.%*/+$#:@-]+")
_CONFIGURATION = re.compile(
    r"\.(?:ya?ml|toml|ini|cfg|conf|env|properties|sh|bash|service|json5?|tf|hcl)\b|(?:^|/)(?:\.env|Dockerfile|Makefile)"
)
"""Files in which a bare word is a value; in code it is a name."""


class _Swap(NamedTuple):
    name: str
    old: str
    new: str
    start: int
    """Where the new value stands in the new text."""
    end: int


def changes(message: Message, session: str) -> tuple[Change, ...]:
    """Return the changes of settings that a message tells of or makes, in the order in which they stand."""
    found: list[Change] = []
    for number, part in enumerate(message.parts):
        if part.kind in ("text", "reasoning") and "synthetic" not in part.flags:
            found += _told(message, session, number, part.text[:PROSE_LIMIT])
        elif part.kind == "call" and tool_of(part).kind == "edit":
            found += _made(message, session, number, part)
    return tuple(found)


def _told(message: Message, session: str, number: int, text: str) -> Iterator[Change]:
    start = 0
    for line in text.split("\n"):
        if len(line) <= LINE_LIMIT and _TELLING.search(line):
            yield from _in_line(message, session, number, line, start)
        start += len(line) + 1


def _in_line(message: Message, session: str, number: int, line: str, offset: int) -> Iterator[Change]:
    taken: list[tuple[int, int]] = []
    for pattern in _TOLD:
        for match in pattern.finditer(line):
            name = _named(match["name"])
            clear = all(match.end() <= a or match.start() >= b for a, b in taken)
            if not name or not clear or match["old"] == match["new"] or _HASH.match(_bare(match["old"])):
                continue
            taken.append(match.span())
            reason = _REASON.search(line, match.end())
            yield Change(
                message=message.index,
                part=number,
                name=name,
                old=_bare(match["old"]),
                new=_bare(match["new"]),
                reason_span=stretch(session, message, number, offset + reason.start(), offset + reason.end()) if reason else None,
                span=stretch(session, message, number, offset + match.start(), offset + match.end()),
            )


def _named(name: str) -> str:
    """Return what changes: the words after the last verb, else those before it, small words at the ends left out."""
    words = name.strip("`").split()
    verbs = [i for i, word in enumerate(words) if word.lower() in _VERBS]
    while verbs and verbs[-1] == len(words) - 1:
        words = words[: verbs.pop()]
    if verbs:
        after = [word for word in words[verbs[-1] + 1 :] if not word.endswith("ly")]
        words = after or words[: verbs[-1]]
    while words and words[0].lower() in _SMALL:
        words = words[1:]
    while words and words[-1].lower() in _SMALL | _VERBS:
        words = words[:-1]
    bare = " ".join(words[-4:])
    return "" if len(bare) < 2 or words[-1].lower() in _NO_SETTINGS else bare


def _bare(value: str) -> str:
    return value[1:-1] if len(value) > 2 and value[0] in "`\"“'" else value


def _made(message: Message, session: str, number: int, call: Part) -> Iterator[Change]:
    bare = any(
        _CONFIGURATION.search(value) for name, value in call.args if "path" in name.lower() or "*** Begin Patch" in value[:200]
    )
    for arg, old, new, offset in _replaced(call):
        for swap in _swaps(old, new, bare=bare):
            yield Change(
                message=message.index,
                part=number,
                name=swap.name,
                old=swap.old,
                new=swap.new,
                reason_span=None,
                span=stretch(session, message, number, offset + swap.start, offset + swap.end, arg=arg),
            )


_PAIRS = (
    ("oldString", "newString"),
    ("old_string", "new_string"),
    ("oldText", "newText"),
    ("old_str", "new_str"),
    ("search", "replace"),
)
_HUNK = re.compile(r"((?:^-[^\n]*\n)+)((?:^\+[^\n]*(?:\n|\Z))+)", re.MULTILINE)


def _replaced(call: Part) -> Iterator[tuple[str, str, str, int]]:
    """Yield what an edit replaces by what: the new text's argument, the old text, the new one, and where it begins there."""
    for before, after in _PAIRS:
        old, new = call.arg(before), call.arg(after)
        if old is not None and new is not None and max(len(old), len(new)) <= EDIT_LIMIT:
            yield after, old, new, 0
    for name, text in call.args:
        if "*** Begin Patch" in text[:200] or text.startswith(("--- ", "diff ")):
            for hunk in _HUNK.finditer(text, 0, PROSE_LIMIT):
                yield name, _unmarked(hunk[1]), _unmarked(hunk[2]), hunk.start(2)


def _unmarked(lines: str) -> str:
    """Blank out a patch's marks, so that positions stay."""
    return re.sub(r"^[-+]", " ", lines, flags=re.MULTILINE)


def _swaps(old: str, new: str, *, bare: bool) -> Iterator[_Swap]:
    before, after = old.split("\n"), new.split("\n")
    if len(before) != len(after):
        return
    different = [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
    if not 0 < len(different) <= SWAPS_LIMIT:
        return
    starts = [0]
    for line in after:
        starts.append(starts[-1] + len(line) + 1)
    for i in different:
        yield from _swap(before[i], after[i], starts[i], bare=bare)


def _swap(before: str, after: str, start: int, *, bare: bool) -> Iterator[_Swap]:
    left, right = _LINE.match(before), _LINE.match(after)
    if left and right and left["name"] == right["name"]:
        if left["value"] != right["value"] and _is_value(left["value"], bare=bare) and _is_value(right["value"], bare=bare):
            yield _Swap(right["name"], left["value"], right["value"], start + right.start("value"), start + right.end("value"))
        return
    was = {m["name"]: m["value"] for m in _FLAG.finditer(before)}
    for flag in _FLAG.finditer(after):
        if flag["name"] in was and was[flag["name"]] != flag["value"]:
            yield _Swap(
                "--" + flag["name"], was[flag["name"]], flag["value"], start + flag.start("value"), start + flag.end("value")
            )


def _is_value(text: str, *, bare: bool) -> bool:
    return _LITERAL.fullmatch(text) is not None or (bare and _WORD.fullmatch(text) is not None)
