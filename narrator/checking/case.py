"""What every check is given: the document, the transcript, the subject, and which messages stand for a sentence."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from datetime import UTC, tzinfo
from functools import cached_property

from narrator.checking.document import Document, Sentence
from narrator.checking.results import CheckResult, Verdict, shorten
from narrator.checking.sources import Sources
from narrator.model import Transcript
from narrator.redaction import redact
from narrator.references import Citation, cite
from narrator.silence import Silence, name_silences
from narrator.times import find_zone


@dataclass(frozen=True, slots=True)
class Pool:
    """The messages that stand for a sentence."""

    indices: tuple[int, ...]
    """Those that the transcript holds, ascending."""
    ranges: tuple[tuple[int, int], ...]
    """As they are cited, inclusive."""
    binds: bool
    """Whether what isn't in them is wrong; else it is only not shown."""
    whole: bool
    """Whether the transcript holds all that is cited; else nothing is refuted by not being found."""


class Case:
    """A document before its transcript."""

    def __init__(self, document: Document, transcript: Transcript, subject: int | None = None) -> None:
        self.document, self.transcript = document, transcript
        self.subject = document.subject if subject is None else subject
        self.zone = find_zone(document.front.get("zone") or "UTC") or UTC
        self.sources = Sources(transcript, self.zone)
        self.indices = tuple(message.index for message in transcript.messages)

    def told_in(self, zone: tzinfo) -> Case:
        """Return the same case for a passage that tells times in `zone`."""
        other = copy(self)
        other.zone, other.sources = zone, self.sources.told_in(zone)
        return other

    @cached_property
    def silences(self) -> dict[int, Silence]:
        """Why each message without visible text has none, by its index."""
        return {silence.message: silence for silence in name_silences(self.transcript)}

    def is_own(self, session: str | None) -> bool:
        """Return whether a citation's session is the one at hand."""
        return session is None or session in (self.transcript.session, self.document.front.get("session"))

    @property
    def has_changed(self) -> bool:
        """Whether the document was written from other bytes: its figures may have been right then."""
        return self.document.front.get("digest", self.transcript.digest).lower() != self.transcript.digest

    def in_gap(self, first: int, last: int) -> bool:
        """Return whether some message of the range is known to exist and not held."""
        return any(low <= last and first <= high for low, high in self.transcript.gaps)

    def between(self, first: int, last: int) -> tuple[int, ...]:
        """Return the indices of the messages that the transcript holds from `first` to `last`, both included."""
        return self.indices[bisect_left(self.indices, first) : bisect_right(self.indices, last)]

    def holds(self, citation: Citation) -> bool:
        """Return whether the transcript has every message that a citation names."""
        ends = (self.transcript.position(citation.first), self.transcript.position(citation.last))
        return self.is_own(citation.session) and None not in ends and not self.in_gap(citation.first, citation.last)

    def notes(self, sentence: Sentence) -> tuple[Sentence, ...]:
        """Return the footnotes that a sentence refers to, as far as they are defined."""
        names = dict.fromkeys(note.name for note in sentence.notes)
        found = (self.document.footnotes.get(name) for name in names)
        return tuple(note for note in found if note is not None)

    def pool(self, sentence: Sentence, *, wide: bool = False) -> Pool:
        """Return the messages that stand for a sentence: those cited for it, or named in it.

        Where there are none, those that its footnotes cite stand for it: single ones, and, if `wide`, ranges too.
        """
        cited = sentence.reach in ("own", "inherited")
        noted = () if cited else tuple(c for note in self.notes(sentence) for c in note.citations if wide or c.first == c.last)
        own = sentence.reach == "own" and (self.document.strict or not sentence.names_only(self.subject))
        bound = own or (self.document.strict and sentence.reach == "inherited") or bool(self.notes(sentence))
        return self.pool_of((*sentence.cited, *sentence.mentions, *noted), binds=bound)

    def near(self, sentence: Sentence, start: int, end: int, *, wide: bool = True) -> Pool:
        """Return the messages that stand for a stretch of a sentence.

        In a document that is bound to cite they are those cited next behind it, where the sentence cites in more places than
        one; those before it too where none are, or where words are compared ("“a” has become “b”"). Else all of the sentence's.
        """
        groups = sentence.groups if self.document.strict else ()
        if len(groups) < 2:
            return self.pool(sentence, wide=wide)
        behind = next((group for group in groups if group[0].start >= end), ())
        ahead = next((group for group in reversed(groups) if group[-1].end <= start), ())
        between = (q.start for q in sentence.quotations if behind and end <= q.start < behind[0].start)
        return self.pool_of((*ahead, *behind) if not behind or any(between) else behind)

    def behind(self, sentence: Sentence, end: int) -> Pool:
        """Return the messages cited next behind a stretch of a sentence, or else all that stand for the sentence."""
        group = next((group for group in sentence.groups if group[0].start >= end), ())
        return self.pool_of(group, binds=self.pool(sentence).binds) if group else self.pool(sentence, wide=True)

    def cited_anywhere(self) -> Pool:
        """Return all messages that the document cites, those apart that its footnotes cite only as a range."""
        told = (c for s in self.document.sentences for c in s.citations)
        noted = (c for note in self.document.footnotes.values() for c in note.citations if c.first == c.last)
        return self.pool_of((*told, *noted))

    def pool_of(self, citations: Iterable[Citation], *, binds: bool = True) -> Pool:
        """Return the messages that some citations name."""
        every = tuple(citations)
        ranges = tuple(dict.fromkeys((c.first, c.last) for c in every if self.is_own(c.session)))
        indices = sorted({i for first, last in ranges for i in self.between(first, last)})
        return Pool(tuple(indices), ranges, binds, all(self.holds(c) for c in every))


Check = Callable[[Case], Iterator[CheckResult]]
"""What a check is: it yields a verdict on each thing that it looks at, in the document's order."""


def verdict(word: Verdict, check: str, text: str, sentence: Sentence, at: tuple[int, int] | None = None) -> CheckResult:
    """Return a result on a sentence, or on the stretch `at` of it; the document's words are redacted."""
    start, end = at or (0, len(sentence.text))
    line, column = sentence.place(start)
    return CheckResult(word, check, redact(text), line, column, shorten(redact(sentence.text[start:end])))


def named(indices: Iterable[int], limit: int = 6) -> str:
    """Return messages as citations in a row, cut after `limit`."""
    every = tuple(indices)
    more = f" and {len(every) - limit} more" if len(every) > limit else ""
    return ", ".join(cite(index) for index in every[:limit]) + more
