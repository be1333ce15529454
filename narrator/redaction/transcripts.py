"""A whole session without secrets and personal details, for what writes sessions out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from narrator.model import Child, Event, Message, Part, Problem, Transcript
from narrator.redaction import find_secrets, redact, redact_value
from narrator.redaction.copies import known_in, pieces, with_known
from narrator.redaction.json_strings import Found
from narrator.redaction.marks import Numbers, number, numbering

Pairs = tuple[tuple[str, str], ...]


class Redacted(NamedTuple):
    """A session that may leave."""

    transcript: Transcript
    replaced: int
    """How many secrets and personal details were replaced."""


def redact_transcript(transcript: Transcript) -> Redacted:
    """Return the session with every word redacted that somebody wrote or that a harness recorded, and how much was replaced.

    What ties messages together stays as it is (ids of sessions, messages and calls, names of tools), and so do places.
    A long secret that is known once is gone where only its words stand, too. Redacting again changes nothing.
    """
    pen = _Pen()
    written = _written(transcript, pen)
    numbers, known = number(pen.found), known_in(pen.found)
    if numbers or known:
        pen = _Pen(known)
        with numbering(lambda: numbers):
            written = _written(transcript, pen)
    return Redacted(written, len(pen.found))


@contextmanager
def numbered(transcript: Transcript) -> Iterator[None]:
    """Give the secrets of a session their numbers inside of the block; it is searched when the first mark is made, not before."""

    def numbers() -> Numbers:
        pen = _Pen()
        _written(transcript, pen)
        return number(pen.found)

    with numbering(numbers):
        yield


def _written(transcript: Transcript, pen: _Pen) -> Transcript:
    fields = {
        "title": pen.maybe(transcript.title),
        "cwd": pen.maybe(transcript.cwd),
        "messages": tuple(pen.message(m) for m in transcript.messages),
        "events": tuple(pen.event(e) for e in transcript.events),
        "children": tuple(pen.child(c) for c in transcript.children),
        "problems": tuple(pen.problem(p) for p in transcript.problems),
    }
    return transcript.model_copy(update=fields)


class _Pen:
    """Blacks out, and remembers what: (kind, words) of each, in order."""

    def __init__(self, known: Mapping[str, str] | None = None) -> None:
        self.found: list[tuple[str, str]] = []
        self._known = known or {}

    def text(self, text: str) -> str:
        found = [Found(s.start, s.end, s.kind, text[s.start : s.end]) for s in find_secrets(text)]
        if self._known:
            found = list(with_known(text, found, self._known))
        self.found += ((f.kind, f.words) for f in found)
        return redact("".join(pieces(text, found))) if found else text

    def maybe(self, text: str | None) -> str | None:
        return None if text is None else self.text(text)

    def pairs(self, pairs: Pairs) -> Pairs:
        return tuple((self.text(name), self._value(name, text)) for name, text in pairs)

    def _value(self, name: str, text: str) -> str:
        given = self.text(text)
        named = redact_value(name, text)
        if named != given:
            whole = f'{name}="{text}"'
            self.found += ((s.kind, whole[s.start : s.end]) for s in find_secrets(whole))
        return named

    def part(self, part: Part) -> Part:
        name = self.maybe(part.name) if part.kind in ("file", "text", "notice") else part.name
        args = self.pairs(part.args) if part.args else part.args
        text = self.text(part.text) if part.text else part.text
        same = text == part.text and name == part.name and args == part.args
        return part if same else part.model_copy(update={"text": text, "name": name, "args": args})

    def message(self, message: Message) -> Message:
        parts = tuple(self.part(p) for p in message.parts)
        return message.model_copy(
            update={
                "parts": parts,
                "record": self.pairs(message.record),
                "error": self.maybe(message.error),
                "finish": self.maybe(message.finish),
                "model": self.maybe(message.model),
                "mode": self.maybe(message.mode),
            }
        )

    def event(self, event: Event) -> Event:
        return event.model_copy(update={"text": self.text(event.text)})

    def child(self, child: Child) -> Child:
        return child.model_copy(update={"title": self.maybe(child.title)})

    def problem(self, problem: Problem) -> Problem:
        return problem.model_copy(update={"text": self.text(problem.text)})
