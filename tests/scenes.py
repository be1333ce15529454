"""Small sessions for tests, told a line a message in the test's own docstring.

    1 U {plan at=10:00} Deploy it.                  a person's message; in braces: mode, time, flags, the record's own fields
    2 A Let me look. ! read /srv/a.json > {"k": 1}  words, a call, its result
    3 A ~ The key is one.                           a thought
    4 A ! bash make >2 No rule to make target       a result with exit code 2; `>refused`, `>error`, `>cancelled` too
    5 A                                             silence
    9 A {summary} ## Goal                           a hole of three in the record; a line without a number goes on
      Deploy it.                                    the text above it

Indices and roles are those of `tests.silence.telling`; `@ a.png` is a file.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from narrator.analysis import Analysis, analyze
from narrator.evidence import Fact, Stretch, gather, stretch_about
from narrator.findings import Finding, findings_of
from narrator.model import Part, Span, Transcript
from narrator.phases import Signals
from narrator.planning import DocumentPlan, plan
from narrator.realization import Document, write
from narrator.redaction import source_text
from tests.silence.telling import ROLES, told

KINDS = ("prompt", "reply", "summary", "command", "notice")
MODES = ("plan", "build")
FIELDS = ("mode", "finish", "error", "model", "by", "role", "kind", "id", "parent")
ABOUT = {"bash": "command", "grep": "pattern", "todowrite": "todos"} | dict.fromkeys(("read", "write", "edit"), "filePath")
"""The argument that a call's words fill where they name none (`name=value`)."""
SUMMARY = "## Goal\n  Deploy.\n  ## Discoveries\n  None."
"""How opencode's summaries begin, as lines of a scene."""

_LINE = re.compile(r"\s*(\d+) ([A-Z])(?: +\{([^}]*)\})?(?: (.*))?$")
_MARK = re.compile(r"(?:^|(?<=\s))(~|!|@|>[a-z]*\d*)(?=\s|$)")


@dataclass(frozen=True)
class Scene:
    """A small session, with everything that the stages make of it."""

    lines: dict[int, str]
    """Each message's own lines, by its index."""
    agent: str = "opencode"

    def but(self, *lines: str, agent: str | None = None) -> Scene:
        """Return the scene with these messages put in place of those of the same index, or added."""
        changed = self.lines | _by_index("\n".join(lines))
        return Scene(dict(sorted(changed.items())), agent or self.agent)

    def without(self, *indices: int) -> Scene:
        """Return the scene without these messages: their places are holes in the record."""
        return Scene({i: line for i, line in self.lines.items() if i not in indices}, self.agent)

    @cached_property
    def transcript(self) -> Transcript:
        """The session."""
        return _transcript(self.lines, self.agent)

    @cached_property
    def analysis(self) -> Analysis:
        """Its analysis."""
        return analyze(self.transcript)

    @property
    def signals(self) -> Signals:
        """What the cues look at."""
        return self.analysis.signals

    def stretch(self, index: int) -> Stretch:
        """Return the stretch about a message."""
        return stretch_about(self.analysis, index)

    def facts(self, index: int, *prefixes: str) -> list[Fact]:
        """Return the facts about a message whose predicates begin so (all of them where none is given)."""
        return [f for f in gather(self.stretch(index)) if not prefixes or f.predicate.startswith(prefixes)]

    def told(self, index: int, *prefixes: str) -> list[str]:
        """Return the predicates of those facts, in the extractors' order."""
        return [f.predicate for f in self.facts(index, *prefixes)]

    def fact(self, index: int, predicate: str) -> Fact:
        """Return the one fact about a message with this predicate."""
        (found,) = (f for f in self.facts(index) if f.predicate == predicate)
        return found

    def findings(self, index: int, move: str) -> list[Finding]:
        """Return what a move finds about a message."""
        return [f for f in findings_of(self.stretch(index), tuple(self.facts(index))) if f.move == move]

    def plan(self, index: int | None = None) -> DocumentPlan:
        """Return the plan of the essay about a message."""
        return plan(self.analysis, index)

    def essay(self, index: int) -> Document:
        """Return the essay about a message."""
        return write(self.plan(index))

    def words(self, span: object) -> str:
        """Return the session's words at a span."""
        assert isinstance(span, Span)
        return source_text(self.transcript, span)


def scene(text: str, agent: str = "opencode") -> Scene:
    """Return the scene that a text tells; what stands before its first message is not of it."""
    return Scene(_by_index(text), agent)


def _by_index(text: str) -> dict[int, str]:
    found: dict[int, str] = {}
    index = None
    for line in text.strip().splitlines():
        head = _LINE.match(line)
        index = int(head[1]) if head else index
        if head:
            found[int(head[1])] = line.strip()
        elif index is not None:
            found[index] += "\n" + line.strip()
    return found


def _transcript(lines: dict[int, str], agent: str) -> Transcript:
    heads = {index: _LINE.match(line.split("\n")[0]) for index, line in lines.items()}
    skeleton = "\n".join(f"{index} {head[2]}" for index, head in heads.items() if head)
    changes = {f"m{index}": _fields(lines[index], head) for index, head in heads.items() if head}
    return told(skeleton, agent, **changes)


def _fields(line: str, head: re.Match[str]) -> dict[str, Any]:
    first, _, rest = line.partition("\n")
    body = first[head.start(4) :] if head[4] else ""
    fields: dict[str, Any] = {"parts": _parts(f"{body}\n{rest}".strip(), int(head[1]), ROLES[head[2]]["by"])}
    flags, record = [], []
    for word in shlex.split(head[3] or ""):
        name, _, value = word.partition("=")
        if word in KINDS or word in MODES:
            fields["kind" if word in KINDS else "mode"] = word
        elif name in ("at", "until"):
            fields["at" if name == "at" else "ended"] = clock(value)
        elif name in FIELDS:
            fields[name] = value
        elif value:
            record.append((name, value))
        else:
            flags.append(word)
    return fields | {"flags": tuple(sorted(flags)), "record": tuple(record)}


def clock(time: str) -> datetime:
    """Return "10:05" or "10:05:30" of the day on which all scenes play."""
    hour, minute, second = (*map(int, time.split(":")), 0)[:3]
    return datetime(2026, 3, 1, hour, minute, second, tzinfo=UTC)


def _parts(body: str, index: int, by: Any) -> tuple[Part, ...]:
    pieces = _MARK.split(body)
    found: list[Part] = [Part(kind="text", text=pieces[0].strip(), by=by)] if pieces[0].strip() else []
    for mark, words in zip(pieces[1::2], (p.strip() for p in pieces[2::2]), strict=True):
        if mark == "~":
            found.append(Part(kind="reasoning", text=words, by=by))
        elif mark == "@":
            found.append(Part(kind="file", name=words, by=by))
        elif mark == "!":
            found.append(_call(words, f"c{index}.{len(found)}", by))
        else:
            found[-1:] = _answered(found[-1], mark[1:], words)
    return tuple(found)


def _call(words: str, identifier: str, by: Any) -> Part:
    name, _, rest = words.partition(" ")
    named = re.match(r"[A-Za-z_]\w*=", rest) and name != "bash"
    pairs = [tuple(w.split("=", 1)) for w in shlex.split(rest)] if named else [(ABOUT.get(name, "input"), rest)] if rest else []
    return Part(kind="call", name=name, args=tuple((k, v) for k, v in pairs), call=identifier, by=by, status="ok")


def _answered(call: Part, how: str, words: str) -> list[Part]:
    assert call.kind == "call", "a result stands behind its call"
    status: Any = "ok" if how.isdigit() or not how else how
    code = int(how) if how.isdigit() else None
    result = Part(kind="result", text=words, by="tool", name=call.name, call=call.call, status=status, exit_code=code)
    return [call.model_copy(update={"status": status}), result]
