"""What in one session may recur over many: corrections, failures, stops, claims, work that came to nothing or was left open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from narrator.analysis import Analysis
from narrator.batch.likeness import likeness
from narrator.batch.values import Instance
from narrator.evidence import Fact, stretch_about
from narrator.evidence.endings import telling_span
from narrator.evidence.stretch import Stretch
from narrator.ledger import Whole
from narrator.model import Span
from narrator.observations import Act, Outcome
from narrator.realization.quotation import flatten, words_at
from narrator.redaction import quote, redact

LONGEST = 160
"""Code points of a quotation."""
CORRECTIONS = ("asked.correction", "mistake.corrected")
"""Facts that tell of one; a message may have both, and is told once."""


@dataclass(frozen=True)
class Told:
    """A session with its ledger."""

    analysis: Analysis
    facts: tuple[Fact, ...]

    @cached_property
    def whole(self) -> Whole:
        """It, as the ledger's extractors see it."""
        return Whole(self.analysis)

    @cached_property
    def stretch(self) -> Stretch:
        """The stretch at its beginning; any of one session quotes alike."""
        return stretch_about(self.analysis, self.analysis.transcript.messages[0].index)

    def words(self, span: object) -> str:
        """Return the words at a span as a quotation; "" for anything else."""
        return words_at(self.analysis.transcript, span, longest=LONGEST) if isinstance(span, Span) else ""

    def flat(self, words: str) -> str:
        """Return redacted words as a quotation."""
        return flatten(words, longest=LONGEST)

    def failed(self) -> Iterator[tuple[Act, Outcome, str]]:
        """Yield each call that failed, and what it said."""
        for _, act, ended in self.whole.calls():
            if ended is not None and ended.status == "failed":
                span = telling_span(self.stretch, ended)
                yield act, ended, "" if span is None else quote(self.analysis.transcript, span)


def instances(analysis: Analysis, facts: tuple[Fact, ...]) -> tuple[Instance, ...]:
    """Return everything in a session that may recur in others, in the order of its messages, then of `KINDS`.

    `facts` are its ledger's.
    """
    told = Told(analysis, facts)
    found = [i for find in KINDS for i in find(told)]
    return tuple(sorted(found, key=lambda i: i.message))


def find_corrections(told: Told) -> Iterator[Instance]:
    """Yield each sentence by which the person corrects the model."""
    corrected = {f.at: f for f in reversed(told.facts) if f.predicate in CORRECTIONS}
    for index, f in corrected.items():
        yield Instance(kind="correction", key="", message=index, words=told.words(f.arg("words")))


def find_repeats(told: Told) -> Iterator[Instance]:
    """Yield each instruction that the person gave again in the same words, or nearly."""
    for act in told.analysis.interventions:
        if act.act in ("repeat", "refine"):
            speech = told.analysis.signals.speeches.get(told.whole.position(act.message))
            words = "" if speech is None else told.words(speech.text_span)
            yield Instance(kind="repeat", key=act.act, message=act.message, words=words)


def find_failures(told: Told) -> Iterator[Instance]:
    """Yield each call that failed and said why."""
    for act, _, words in told.failed():
        key = likeness(words)
        if key:
            yield Instance(kind="failure", key=key, by=_program(told, act), message=act.message, words=told.flat(words))


def _program(told: Told, act: Act) -> str:
    return redact(act.program or told.whole.messages[told.whole.position(act.message)].parts[act.part].name or "")


def find_stops(told: Told) -> Iterator[Instance]:
    """Yield each interrupt, by what the person did next, and each refusal, by the tool that was refused."""
    for response in told.analysis.responses:
        if response.how == "interrupt":
            yield Instance(kind="interrupt", key=response.act, message=response.stopped)
        elif response.how == "refusal":
            yield Instance(kind="refusal", key=_refused(told, response.stopped), message=response.stopped)


def _refused(told: Told, index: int) -> str:
    position = told.whole.position(index)
    message = told.whole.messages[position]
    ended = told.analysis.signals.outcomes.get(position, ())
    return next((message.parts[o.call_part].name or "" for o in ended if o.status == "refused"), "")


def find_claims(told: Told) -> Iterator[Instance]:
    """Yield each claim of success that the record contradicts or doesn't bear out."""
    for f in told.facts:
        if f.predicate in ("claim.contradicted", "claim.unverified"):
            yield Instance(kind=f.predicate, key="", message=f.at, words=told.words(f.arg("words")))


def find_again(told: Told) -> Iterator[Instance]:
    """Yield each loop, each piece of work that was undone, each chain of failures that was given up or left."""
    for f in told.facts:
        kind, _, key = f.predicate.partition(".")
        if kind in ("loop", "undone") or f.predicate in ("chain.abandoned", "chain.open"):
            words = f.arg("words") or f.arg("last") or f.arg("error")
            yield Instance(kind=kind, key=key, message=f.at, words=told.words(words))


def find_open(told: Told) -> Iterator[Instance]:
    """Yield what the session left open at its end."""
    for f in told.facts:
        if f.predicate.startswith("open."):
            yield Instance(kind=f.predicate, key="", message=f.at, words=told.words(f.arg("words")))


KINDS: tuple[Callable[[Told], Iterator[Instance]], ...] = (
    find_corrections,
    find_repeats,
    find_failures,
    find_stops,
    find_claims,
    find_again,
    find_open,
)
"""What may recur, one function a kind."""
