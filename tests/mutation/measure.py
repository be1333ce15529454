"""Writes documents about sessions, changes them one way at a time, and counts what the checker sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from narrator import analyze, plan, read, write
from narrator.checking import CheckResult, verdicts
from narrator.checking.document import Sentence, parse
from narrator.errors import NarratorError
from narrator.model import Transcript
from tests.mutation.mutants import MUTATIONS, Mutant, pick
from tests.mutation.page import Page
from tests.mutation.record import Record

FORMAL = frozenset({"origin", "citations", "uncited"})
"""Checks that say nothing of what a sentence claims."""


@dataclass(frozen=True)
class Written:
    """A document that narrator wrote, and its session."""

    transcript: Transcript
    index: int
    """The message that it is about; -1 for the whole session."""
    text: str


@dataclass
class Tally:
    """What became of mutants and of the unchanged documents."""

    made: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)
    """Of those not caught, the ones in whose line the checker says that it can't tell."""
    documents: int = 0
    sentences: int = 0
    """Factual ones: those that messages are cited for."""
    alarms: int = 0
    """Things called wrong in unchanged documents."""
    unjudged: int = 0
    """Factual sentences of which no check says that anything is right or wrong."""
    missed: list[tuple[str, str]] = field(default_factory=list)
    """(name of the mutation, the line as changed) of each mutant that no check called wrong."""

    def rate(self, name: str) -> float:
        """Return the share of the mutants of a name that were caught."""
        return self.caught[name] / self.made[name] if self.made[name] else 1.0

    def told(self, name: str) -> float:
        """Return the share of the mutants of a name that were caught, or of whose line the checker says that it can't tell."""
        return (self.caught[name] + self.unknown[name]) / self.made[name] if self.made[name] else 1.0

    def overall(self, *, bare: bool = False) -> float:
        """Return the share of all mutants that were caught; `bare` counts those too that only their meaning makes false."""
        names = [name for name in self.made if bare or not name.endswith(BARE)]
        made = sum(self.made[name] for name in names)
        return sum(self.caught[name] for name in names) / made if made else 1.0


BARE = ", bare"
"""What is added to a mutation's name for sentences with nothing to look up word for word."""


def documents(paths: Iterable[Path], each: int) -> Iterator[Written]:
    """Yield essays about up to `each` messages of every session, spread over it, its retrospective and its brief.

    Files that can't be read are passed over.
    """
    for path in paths:
        try:
            transcript = read(path)
        except NarratorError:
            continue
        analysis = analyze(transcript)
        for kind in ("retro", "brief"):
            yield Written(transcript, -1, write(plan(analysis, kind=kind)).markdown)
        indices = [message.index for message in transcript.messages]
        step = max(1, len(indices) // each)
        for index in indices[step // 2 :: step][:each]:
            yield Written(transcript, index, write(plan(analysis, index)).markdown)


def survey(written: Iterable[Written], *, each: int, only: Sequence[str] = ()) -> Tally:
    """Return what the checker sees of the documents as they are and of up to `each` mutants of every kind in each of them."""
    tally = Tally()
    record: Record | None = None
    for document in written:
        if record is None or record.transcript is not document.transcript:
            record = Record(document.transcript)
        _as_written(tally, document)
        for name, mutation in MUTATIONS:
            if not only or name in only:
                found = list(mutation(Page(document.text), record))
                for mutant in _sample(found, each, document.text, name):
                    _mutated(tally, document, name, mutant)
    return tally


def _sample(found: list[Mutant], each: int, *salt: object) -> list[Mutant]:
    if len(found) <= each:
        return found
    first, step = pick(len(found), *salt), len(found) // each
    return [found[(first + n * step) % len(found)] for n in range(each)]


def _as_written(tally: Tally, document: Written) -> None:
    results = verdicts(document.text, document.transcript)
    told = [s for s in parse(document.text).sentences if s.block.kind != "heading" and s.citations]
    tally.documents += 1
    tally.sentences += len(told)
    tally.alarms += sum(result.verdict == "wrong" for result in results)
    judged = [r for r in results if r.check not in FORMAL and r.verdict != "unknown"]
    tally.unjudged += sum(not any(_lies_in(r, sentence) for r in judged) for sentence in told)


def _lies_in(result: CheckResult, sentence: Sentence) -> bool:
    return sentence.place() <= (result.line, result.column) < sentence.place(len(sentence.text))


def _mutated(tally: Tally, document: Written, name: str, mutant: Mutant) -> None:
    key = f"{name}{BARE}" if mutant.bare else name
    text = document.text[: mutant.start] + mutant.new + document.text[mutant.end :]
    results = verdicts(text, document.transcript)
    tally.made[key] += 1
    if any(result.verdict == "wrong" for result in results):
        tally.caught[key] += 1
        return
    line = text.count("\n", 0, mutant.start)
    tally.unknown[key] += any(result.verdict == "unknown" and result.line == line + 1 for result in results)
    tally.missed.append((key, text.split("\n")[line]))
