"""Exceptions and panics in a program's output: their type, their message, and the deepest frame in the project's own code.

Own are the frames that lie neither in a library nor in the language's runtime; the languages stand in `stacks`. Texts are those
of `sight`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from narrator.model import Message, Span
from narrator.observations.places import stretch
from narrator.observations.sight import sight
from narrator.observations.stacks import LANGUAGES, Language
from narrator.observations.values import Outcome

FRAMES = 400
"""Frames of one stack that are looked at; endless recursions list thousands."""
BLOCK = 60_000
"""Characters of a stack that are looked at."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A line of the project's own code."""

    file: str
    line: int
    start: int
    """Where file and line stand, half open."""
    end: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """An exception that ended a program."""

    language: str
    type: str
    """As written, with its module: "ValueError", "java.lang.IllegalStateException"; "panic" where a language has no types."""
    message: str
    """Its first line; "" where there is none."""
    start: int
    """Where type and message stand, half open."""
    end: int
    frame: Frame | None
    """The deepest one of the project's own; None where the stack shows none."""


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception in a call's result."""

    thrown: Thrown
    span: Span
    """Type and message."""
    frame: Span | None
    """File and line of the deepest frame of the project's own."""


def thrown(text: str) -> Thrown | None:
    """Return the exception that a program's output ends with or is about; None where it shows none with a stack."""
    for language in LANGUAGES:
        found = _python(language, text) if language.before else _stacked(language, text)
        if found is not None:
            return found
    return None


def raised(message: Message, outcome: Outcome, session: str) -> Raised | None:
    """Return the exception that a failed call's result shows; None where it shows none."""
    part = message.parts[outcome.part]
    if part.kind != "result" or not outcome.program_failed:
        return None
    view = sight(part.text)
    found = thrown(view.text)
    if found is None:
        return None
    span = stretch(session, message, outcome.part, *view.stretch(found.start, found.end))
    frame = (
        None
        if found.frame is None
        else stretch(session, message, outcome.part, *view.stretch(found.frame.start, found.frame.end))
    )
    return Raised(found, span, frame)


_TRACEBACK = re.compile(r"^[ \t|+]*Traceback \(most recent call last\):[ \t]*$", re.MULTILINE)
_NAMED = re.compile(r"(?:Error|Exception|Interrupt|Exit|Timeout|Warning|StopIteration|Failure)$")
_SYNTAX = re.compile(
    r"^[ \t]+File \"(?P<file>[^\"\n]+)\", line (?P<line>\d+)\n(?:[^\n]*\n){0,4}?"
    r"(?P<type>(?:Syntax|Indentation|Tab)Error): (?P<message>[^\n]*)$",
    re.MULTILINE,
)
"""What a file that can't be read at all ends in: there is no traceback then."""
_PYTEST = re.compile(
    r"^E {2,12}(?:(?P<type>(?:\w+\.){0,12}[A-Z]\w*)(?:: ?(?P<message>[^\n]*))?|(?P<message2>assert [^\n]*))$", re.MULTILINE
)
"""How pytest shows what was raised; below it stand file, line and type."""


def _python(language: Language, text: str) -> Thrown | None:
    """Read the last traceback; where there is none, the first that pytest shows (`E   ValueError: …`)."""
    starts = [m.end() for m in _TRACEBACK.finditer(text)]
    if starts:
        at = starts[-1]
        frames = list(_frames(language, text, at, at + BLOCK))
        after = frames[-1][0].end() if frames else at
        heads = list(_heads(language, text, after))
        # What the program printed may stand between the stack and its last line: a name that says what it is comes first.
        head = next((h for h in heads if _NAMED.search(h["type"])), next(iter(heads), None))
        return None if head is None else _told(language, head, _deepest([f for f in frames if f[0].start() < head.start()][::-1]))
    unread = _SYNTAX.search(text)
    if unread is not None:
        return _told(language, unread, _on_the_line(language, unread))
    shown = _PYTEST.search(text)
    return None if shown is None else _of_pytest(language, shown, text)


def _of_pytest(language: Language, shown: re.Match[str], text: str) -> Thrown:
    below = list(_frames(language, text, shown.end(), shown.end() + BLOCK))[:1]
    above = list(_frames(language, text, max(0, shown.start() - BLOCK), shown.start()))[::-1]
    found = _told(language, shown, _deepest([*below, *above]))
    return found if shown["type"] else replace(found, type="AssertionError")


def _heads(language: Language, text: str, after: int) -> Iterator[re.Match[str]]:
    """Yield the lines of a Python traceback that may say what was raised: they stand at its margin."""
    for match in language.head.finditer(text, after, after + BLOCK):
        if _is_exception(match["type"]) and not text.startswith(" ", match.start()):
            yield match


def _is_exception(name: str) -> bool:
    last = name.rpartition(".")[2]
    return last[:1].isupper() or last in ("timeout", "error", "gaierror", "herror")


def _stacked(language: Language, text: str) -> Thrown | None:
    heads = list(language.head.finditer(text))
    if not heads:
        return None
    head = heads[-1] if language.last else heads[0]
    frame = _on_the_line(language, head) or _deepest(list(_frames(language, text, head.end(), head.end() + BLOCK)))
    if frame is None and language.last:  # a cause's stack may lie wholly in a library: then what it caused tells where
        frame = next((f for h in heads[-2::-1] if (f := _deepest(list(_frames(language, text, h.end(), h.end() + BLOCK))))), None)
    return _told(language, head, frame)


def _frames(language: Language, text: str, start: int, end: int) -> Iterator[tuple[re.Match[str], Frame | None]]:
    for count, match in enumerate(language.frame.finditer(text, start, min(end, len(text)))):
        if count == FRAMES:
            return
        yield match, None if language.foreign.search(match[0]) else _frame(match)


def _frame(match: re.Match[str]) -> Frame | None:
    for file, line in (("file", "line"), ("file2", "line2"), ("file", "line2")):
        groups = match.groupdict()
        if groups.get(file) and groups.get(line):
            return Frame(match[file].strip(), int(match[line]), match.start(file), match.end(line))
    return None


def _deepest(frames: list[tuple[re.Match[str], Frame | None]]) -> Frame | None:
    """Return the first frame of the project's own, of frames deepest first."""
    return next((frame for _, frame in frames if frame is not None), None)


def _on_the_line(language: Language, head: re.Match[str]) -> Frame | None:
    return None if language.foreign.search(head[0]) or "file" not in head.groupdict() else _frame(head)


def _told(language: Language, head: re.Match[str], frame: Frame | None) -> Thrown:
    groups = head.groupdict()
    message = groups.get("message") or groups.get("message2") or ""
    kind = groups.get("type") or groups.get("sort") or "Error"
    given = [name for name in ("type", "message", "message2") if groups.get(name)]
    start, end = min(head.start(name) for name in given), max(head.end(name) for name in given)
    return Thrown(language.name, kind, message.strip(), start, end, frame)
