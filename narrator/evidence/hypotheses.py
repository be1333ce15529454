"""Rival explanations of a silence that the record doesn't settle: each a rule of what it expects and what speaks against it.

Odds are multiplied by a likelihood ratio for each sign that holds (naive Bayes) and shared out over the rivals. The priors are
shares among empty messages counted in real sessions, rounded; the ratios are set by hand, in steps that can be argued about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from narrator.evidence.asked import is_repeat, likeness
from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg, Fact, Hypothesis, fact, with_notes
from narrator.model import Span
from narrator.references import cite

Test = Callable[[Stretch], tuple[str, tuple[int, ...]] | None]
"""Returns a clause for people and the positions that it stands on, or None where the sign isn't there."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One explanation: how common it is, what makes it more or less likely, what would decide it."""

    name: str
    role: str
    prior: float
    tests: tuple[tuple[Test, float], ...]
    """Each sign with its likelihood ratio: above 1 it speaks for the explanation, below 1 against it."""
    decided_by: tuple[str, ...]


def summary_follows(stretch: Stretch) -> tuple[str, tuple[int, ...]] | None:
    """A compaction's summary stands right behind this message, or one empty message further."""
    for position in (stretch.subject + 1, stretch.subject + 2):
        if position in stretch.analysis.signals.summaries:
            return f"a summary of the session stands at {cite(stretch.index(position))}", (position,)
    return None


def no_summary_follows(stretch: Stretch) -> tuple[str, tuple[int, ...]] | None:
    """The record goes on and holds no summary there."""
    after = stretch.subject + 1
    return ("no summary follows", (after,)) if after < stretch.end and summary_follows(stretch) is None else None


def record_ends(stretch: Stretch) -> tuple[str, tuple[int, ...]] | None:
    """Nothing of what follows is in the record."""
    return ("what follows is not in this record", (stretch.subject,)) if stretch.subject + 1 >= stretch.end else None


def same_order_after(stretch: Stretch) -> tuple[str, tuple[int, ...]] | None:
    """The next instruction equals the last one to the letter."""
    if stretch.asked is None or stretch.resumed is None:
        return None
    if stretch.at(stretch.asked).visible_text != stretch.at(stretch.resumed).visible_text:
        return None
    pair = (stretch.asked, stretch.resumed)
    return f"{cite(stretch.index(pair[1]))} repeats {cite(stretch.index(pair[0]))} to the letter", pair


def edited_order_after(stretch: Stretch) -> tuple[str, tuple[int, ...]] | None:
    """The next instruction is nearly the last one, not quite."""
    if stretch.asked is None or stretch.resumed is None or same_order_after(stretch) is not None:
        return None
    if not is_repeat(likeness(stretch, stretch.asked, stretch.resumed)):
        return None
    pair = (stretch.asked, stretch.resumed)
    return f"{cite(stretch.index(pair[1]))} gives the order of {cite(stretch.index(pair[0]))} again, and not to the letter", pair


def typed_next(stretch: Stretch) -> tuple[str, tuple[int, ...]] | None:
    """A person's message stands right behind this one."""
    after = stretch.subject + 1
    if not stretch.analysis.signals.person_at(after):
        return None
    return f"the next message, {cite(stretch.index(after))}, is typed by the user", (after,)


def turned_away(stretch: Stretch) -> tuple[str, tuple[int, ...]] | None:
    """The next typed words stop the work or turn it elsewhere."""
    after = stretch.subject + 1
    speech = stretch.analysis.signals.speeches.get(after)
    if speech is None or speech.act not in ("stop", "redirect", "correction"):
        return None
    return f"the words at {cite(stretch.index(after))} turn the work", (after,)


def in_the_middle(stretch: Stretch) -> tuple[str, tuple[int, ...]] | None:
    """The message before it is the assistant's and holds a call: the work was going on."""
    before = stretch.subject - 1
    if before < stretch.start or before not in stretch.analysis.signals.acts:
        return None
    return f"the assistant was in the middle of its work at {cite(stretch.index(before))}", (before,)


def after_report(stretch: Stretch) -> tuple[str, tuple[int, ...]] | None:
    """The message before it is the assistant's last word of a turn."""
    before = stretch.subject - 1
    if before < stretch.start:
        return None
    message = stretch.at(before)
    closes = message.by == "model" and bool(message.visible_text) and before not in stretch.analysis.signals.acts
    return (f"the assistant had closed its turn with a report at {cite(message.index)}", (before,)) if closes else None


def cannot_be_typed(stretch: Stretch) -> tuple[str, tuple[int, ...]] | None:
    """In this harness a person can't send an empty line."""
    if stretch.analysis.transcript.agent != "opencode":
        return None
    return "opencode's prompt sends no empty line", (stretch.subject,)


RULES: tuple[Rule, ...] = (
    Rule(
        "interrupt",
        "assistant",
        0.5,
        ((typed_next, 2.0), (turned_away, 2.0), (in_the_middle, 1.2), (summary_follows, 0.3), (edited_order_after, 2.0)),
        ("the error field of this message",),
    ),
    Rule(
        "context_overflow",
        "assistant",
        0.1,
        ((summary_follows, 10.0), (same_order_after, 8.0), (edited_order_after, 0.7), (no_summary_follows, 0.05)),
        ("the marker's fields auto and overflow",),
    ),
    Rule(
        "provider_error",
        "assistant",
        0.15,
        ((same_order_after, 4.0), (turned_away, 0.5), (summary_follows, 0.2)),
        ("the error field of this message",),
    ),
    Rule(
        "empty_completion",
        "assistant",
        0.15,
        ((turned_away, 0.7), (summary_follows, 0.3)),
        ("its finish reason and token counts",),
    ),
    Rule(
        "unfinished",
        "assistant",
        0.1,
        ((record_ends, 6.0), (typed_next, 0.5), (summary_follows, 0.2)),
        ("the time at which it was completed",),
    ),
    Rule(
        "compaction",
        "user",
        0.8,
        ((summary_follows, 8.0), (cannot_be_typed, 2.0), (no_summary_follows, 0.1)),
        ("the kind of part that the message holds", "the message that comes next"),
    ),
    Rule(
        "injected", "user", 0.15, ((summary_follows, 0.1), (cannot_be_typed, 1.5)), ("the kind of part that the message holds",)
    ),
    Rule(
        "blank",
        "user",
        0.05,
        ((cannot_be_typed, 0.2), (summary_follows, 0.1)),
        ("the text of its part, blanks included",),
    ),
    Rule("answer", "user", 0.05, ((after_report, 1.5), (cannot_be_typed, 0.05), (summary_follows, 0.05)), ()),
)
LEAST = 0.03
MOST = 4
"""Rivals for which nothing speaks and that are less likely than this, or beyond so many, are left out."""


def weigh(stretch: Stretch) -> tuple[Hypothesis, ...]:
    """Return the rival explanations of the subject's silence, likeliest first; none where the record settles it.

    None either where a rule infers another cause than the likeliest here: it saw what these signs don't ask for. (That the
    reason is `not_recorded` denies none of them.)
    """
    silence = stretch.analysis.silence(stretch.message.index)
    if silence is None or silence.certainty == "recorded":
        return ()
    rules = [r for r in RULES if r.role == stretch.message.role]
    weighed = [(_odds(r, stretch), r) for r in rules]
    total = sum(odds for odds, _ in weighed) or 1.0
    found = [h for odds, r in weighed if (h := _hypothesis(r, stretch, odds / total)).probability >= LEAST or h.support]
    rivals = tuple(sorted(found, key=lambda h: (-h.probability, h.name))[:MOST])
    denied = silence.certainty == "inferred" and rivals and rivals[0].name != silence.cause
    return () if denied and silence.cause != "not_recorded" else rivals


def _odds(rule: Rule, stretch: Stretch) -> float:
    odds = rule.prior
    for test, ratio in rule.tests:
        if test(stretch) is not None:
            odds *= ratio
    return odds


def _hypothesis(rule: Rule, stretch: Stretch, probability: float) -> Hypothesis:
    signs = [(ratio, found) for test, ratio in rule.tests if ratio != 1.0 and (found := test(stretch)) is not None]
    support = tuple(_sign(stretch, s) for ratio, s in signs if ratio > 1)
    against = tuple(_sign(stretch, s) for ratio, s in signs if ratio < 1)
    return Hypothesis(rule.name, rule.prior, support, against, probability, rule.decided_by)


def _sign(stretch: Stretch, sign: tuple[str, tuple[int, ...]]) -> Fact:
    spans: tuple[Span, ...] = tuple(stretch.whole(p) for p in sign[1] if p < len(stretch.analysis.transcript.messages))
    return fact("sign", spans or (stretch.whole(stretch.subject),), stretch.message.index, text=sign[0])


GRADES = ((0.95, "almost_certain"), (0.55, "likely"), (0.2, "possible"), (0.03, "open"), (0.0, "unlikely"))
"""From which probability on an explanation is called what; the lexicon has the words."""


def tell_hypotheses(stretch: Stretch) -> Iterator[Fact]:
    """Yield a fact for each rival explanation, likeliest first, and what would decide between them."""
    rivals = weigh(stretch)
    for rank, h in enumerate(rivals):
        yield _told(stretch, h, rank)
    wanted = tuple(dict.fromkeys(what for h in rivals[:2] for what in h.decided_by))
    if len(rivals) > 1 and wanted:
        yield fact("hypotheses.decided_by", (stretch.whole(stretch.subject),), stretch.message.index, what=wanted)


def _told(stretch: Stretch, h: Hypothesis, rank: int) -> Fact:
    grade = next(word for least, word in GRADES if h.probability >= least)
    sides = f"{'for' if h.support else ''}{'against' if h.against else ''}" or "bare"
    roles: dict[str, Arg] = {
        "name": h.name,
        "grade": grade,
        "support": tuple(str(f.arg("text")) for f in h.support),
        "against": tuple(str(f.arg("text")) for f in h.against),
    }
    spans = tuple(s for f in (*h.support, *h.against) for s in f.spans) or (stretch.whole(stretch.subject),)
    found = fact(f"hypothesis.{sides}", spans, stretch.message.index, **roles)
    return with_notes(found, salience=10.0 - rank)
