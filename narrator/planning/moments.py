"""The type of moment that a message is: it chooses the title, the opening, the headings and the conclusion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from narrator.evidence.stretch import Stretch, is_sentence, leads_to_list
from narrator.evidence.values import Arg, Fact
from narrator.model import Message, Span


@dataclass(frozen=True, slots=True)
class Moment:
    """A type of moment with its roles filled from the facts."""

    name: str
    """Dotted, from the general to the particular: "cut.stop", "compaction.edge.again". Wordings are looked up from its end."""
    roles: tuple[tuple[str, Arg], ...]
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """What a moment is told by."""

    stretch: Stretch
    facts: tuple[Fact, ...]

    def first(self, *predicates: str) -> Fact | None:
        """Return the first fact whose predicate is, or begins with, one of these."""
        return next((f for f in self.facts if f.predicate.startswith(predicates)), None)

    @property
    def cause(self) -> str:
        """The cause of the subject's silence, "" where it isn't silent."""
        silence = self.stretch.analysis.silence(self.stretch.message.index)
        return silence.cause if silence else ""

    @property
    def certainty(self) -> str:
        """How sure that cause is, "" where the subject isn't silent."""
        silence = self.stretch.analysis.silence(self.stretch.message.index)
        return silence.certainty if silence else ""


COMPACTIONS = frozenset({"auto_compaction", "overflow_compaction", "manual_compaction", "compaction"})
PROVIDER = frozenset({"provider_error", "context_overflow", "content_filter"})
QUIET = frozenset({"empty_completion", "reasoning_only"})
PERSONS = frozenset({"attachment", "blank", "shell", "subtask"})


def edge_of_compaction(case: Case) -> str | None:
    """An empty assistant message right before a compaction's marker and summary."""
    if case.stretch.message.role != "assistant" or not case.cause or case.certainty == "recorded":
        return None
    if case.first("hypothesis") is None or not _summary_near(case.stretch):
        return None
    return "edge.again" if case.first("intervention.alike", "intervention.same") else "edge.alone"


def _summary_near(stretch: Stretch) -> bool:
    return any(p in stretch.analysis.signals.summaries for p in (stretch.subject + 1, stretch.subject + 2))


def compaction(case: Case) -> str | None:
    """The compaction's marker, its summary, or the harness's line after it."""
    if case.stretch.subject in case.stretch.analysis.signals.summaries:
        return "compaction.summary" if case.stretch.subject + 1 < case.stretch.high else "compaction.summary_last"
    if case.cause in COMPACTIONS:
        known = "recorded" if case.certainty == "recorded" else "inferred"
        return f"compaction.marker.{known}.{'report' if case.first('context.report') else 'work'}"
    return "compaction.continue" if case.cause == "continue" else None


def cut(case: Case) -> str | None:
    """An assistant's message that a person stopped, by what they said next."""
    if case.cause != "interrupt" and not (case.stretch.message.by == "model" and "interrupted" in case.stretch.message.flags):
        return None
    known = "inferred" if case.certainty == "inferred" else "recorded"
    if case.first("intervention.mode") and case.first("intervention.alike", "intervention.same"):
        return f"cut.{known}.mode"
    if case.first("intervention.same"):
        return f"cut.{known}.same"
    if case.first("intervention.alike"):
        return f"cut.{known}.again"
    following = case.first("intervention.next", "intervention.same")
    act = following.arg("act") if following else None
    return f"cut.{known}.{act if act in ('stop', 'redirect', 'correction', 'question') else 'next' if following else 'alone'}"


def provider(case: Case) -> str | None:
    """The provider failed or refused."""
    known = "inferred" if case.certainty == "inferred" else "recorded"
    return f"provider.{known}" if case.cause in PROVIDER else None


def other_silence(case: Case) -> str | None:
    """Every other silence, by its cause where one word serves, else by its family."""
    if not case.cause:
        return None
    if case.cause in QUIET:
        return "quiet"
    if case.cause in ("unfinished", "lost_record", "unknown", "not_recorded", "connection_abort", "failed_compaction"):
        return f"silent.{case.cause}"
    return "persons" if case.cause in PERSONS else "harness"


def spoken(case: Case) -> str | None:
    """A person's own words, by what they do."""
    if not case.stretch.analysis.signals.person_at(case.stretch.subject):
        return None
    if not case.stretch.message.visible_text:
        return "spoken.ran"
    if case.first("response.none", "response.cut"):
        return "spoken.unanswered.cut" if case.first("response.cut") else "spoken.unanswered"
    speech = case.stretch.analysis.signals.speeches.get(case.stretch.subject)
    act = speech.act if speech else "other"
    if speech is not None and act == "question" and _is_given(case.stretch.message, speech.span):
        act = "other"
    return f"spoken.{act if act in ('stop', 'redirect', 'correction', 'question', 'approval', 'report', 'request') else 'other'}"


def _is_given(message: Message, question: Span) -> bool:
    """Whether a question is text that the person hands over, behind a colon or a quotation mark, and asks nothing."""
    text = message.parts[question.part or 0].text
    quoted = text.strip().startswith(_OPENS) and text.strip().endswith(('"', "”", "`"))
    return quoted or text[: question.start].rstrip(" \t\n*_-").endswith((":", ">", *_OPENS))


_OPENS = ('"', "“", "`")


def worked(case: Case) -> str | None:
    """An assistant's message with calls, or its words to the person."""
    message = case.stretch.message
    if message.by not in ("model", "sub-agent"):
        return "harness"
    if not any(p.kind == "call" for p in message.parts):
        return "reported"
    failure = case.first("own.failure")
    if failure is not None:
        return "worked.refused" if "refused" in failure.predicate else "worked.failed"
    return "worked"


MOMENTS: tuple[Callable[[Case], str | None], ...] = (edge_of_compaction, compaction, cut, provider, other_silence, spoken, worked)
"""Asked in this order; the first that answers names the moment."""


def moment_of(stretch: Stretch, facts: tuple[Fact, ...]) -> Moment:
    """Return the subject's moment."""
    case = Case(stretch, facts)
    name = next((found for ask in MOMENTS if (found := ask(case))), "worked")
    roles: dict[str, Arg] = {"n": stretch.message.index, "role": stretch.message.role, "cause": case.cause}
    spans = [stretch.whole(stretch.subject)]
    for role, predicates in ROLES:
        source = case.first(*predicates)
        words = source.arg("words") if source else None
        if source is not None and words is not None and not (role == "answered" and _is_cut(stretch, words)):
            roles[role] = words
            roles[f"{role}_n"] = source.at
    did = case.first("own.acts")
    deeds = did.arg("deeds") if did else None
    if deeds is not None:
        roles["did"] = deeds
    return Moment(name, tuple(roles.items()), tuple(spans))


def _is_cut(stretch: Stretch, words: Arg) -> bool:
    """Whether words of a report are a heading, or lead to what a quotation leaves out: they don't tell how it ended."""
    position = stretch.analysis.transcript.position(words.message) if isinstance(words, Span) else None
    if position is None or not isinstance(words, Span) or words.part is None:
        return False
    text = stretch.at(position).parts[words.part].text
    end = len(text) if words.end is None else words.end
    return not is_sentence(text, words.start, end) or leads_to_list(text, end)


ROLES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("asked", ("context.asked",)),
    ("reported", ("context.report",)),
    ("next", ("intervention.next", "intervention.same")),
    ("own", ("message.words", "message.says", "own.opening")),
    ("cause_words", ("thinking.cause", "thinking.correction", "thinking.surprise", "thinking.decision")),
    ("outcome", ("after.report",)),
    ("answered", ("response.said",)),
    ("refusal", ("own.failure.refused.said",)),
)
"""A moment's roles, and the facts whose `words` fill them."""
