"""What the person did next: their words, how they bear on what came before, and what the assistant made of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from narrator.evidence.asked import is_repeat, likeness, reports
from narrator.evidence.deeds import deeds_at
from narrator.evidence.stretch import Stretch, worked_between
from narrator.evidence.timing import latency
from narrator.evidence.values import Arg, Fact, Note, fact, with_notes
from narrator.redaction import redact

LONGEST_DIFFERENCE = 10
"""Words: a longer stretch of differences is no edit of the old text but another one."""
NEAR = 3
"""Messages: a word of the person's further away is no answer to the subject, and its latency no sign."""
FIRST_ACTS = 3
"""Messages after an intervention in which the assistant shows whether it follows."""


def find_intervention(stretch: Stretch) -> Iterator[Fact]:
    """Yield the next act of the person, or that the record shows none."""
    if stretch.resumed is None:
        yield from _none(stretch)
        return
    words = stretch.text_span(stretch.resumed)
    speech = stretch.analysis.signals.speeches.get(stretch.resumed)
    act = speech.act if speech else "other"
    n = stretch.index(stretch.resumed)
    if words is not None and stretch.asked is not None and _same(stretch, stretch.asked, stretch.resumed):
        spans = (stretch.whole(stretch.asked), words)
        yield fact("intervention.same", spans, n, words=words, act=act, n=n, before=stretch.index(stretch.asked))
    elif words is not None:
        yield fact("intervention.next", (words,), n, words=words, act=act, n=n)
    yield from _alike(stretch, stretch.resumed)
    yield from _latency(stretch, stretch.resumed)
    yield from _mode(stretch, stretch.resumed)
    yield from _compliance(stretch, stretch.resumed)


def _none(stretch: Stretch) -> Iterator[Fact]:
    last = stretch.analysis.transcript.messages[-1]
    hole = next((g for g in stretch.analysis.transcript.gaps if g[0] > stretch.message.index), None)
    whole = (stretch.whole(stretch.subject),)
    if hole is not None and hole[0] == stretch.index(stretch.end - 1) + 1:
        yield fact("intervention.cut", whole, stretch.message.index, first=hole[0], last=hole[1])
    elif last.index == stretch.message.index:
        cut = stretch.analysis.transcript.coverage.truncated
        yield fact("intervention.end.cut" if cut else "intervention.end", whole, stretch.message.index)


def _same(stretch: Stretch, before: int, after: int) -> bool:
    text = stretch.at(after).visible_text
    return bool(text) and stretch.at(before).visible_text == text


def _alike(stretch: Stretch, position: int) -> Iterator[Fact]:
    asked = stretch.asked
    if asked is None or _same(stretch, asked, position) or not is_repeat(likeness(stretch, asked, position)):
        return
    before, after = stretch.at(asked), stretch.at(position)
    # Redacted as wholes: a piece cut out of its context may no longer look like the secret that it is.
    old, new = difference(redact(before.visible_text), redact(after.visible_text))
    roles: dict[str, Arg] = {"before": before.index, "after": after.index, "old": old, "new": new}
    spans = (stretch.whole(asked), stretch.whole(position))
    yield fact(f"intervention.alike.{_kind_of_difference(old, new)}", spans, after.index, **roles)


def _kind_of_difference(old: str, new: str) -> str:
    if max(len(old.split()), len(new.split())) > LONGEST_DIFFERENCE:
        return "loosely"
    if old and new:
        return "both"
    return "added" if new else "dropped" if old else "marks"


def difference(before: str, after: str) -> tuple[str, str]:
    """Return the words in which two texts differ: from the first to the last such word of each, case and punctuation aside."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    matcher = SequenceMatcher(None, [_bare(w) for w in old], [_bare(w) for w in new], autojunk=False)
    changes = [c for c in matcher.get_opcodes() if c[0] != "equal"]
    if not changes:
        return "", ""
    (_, i1, _, j1, _), (_, _, i2, _, j2) = changes[0], changes[-1]
    return " ".join(old[i1:i2]).strip(_MARKS), " ".join(new[j1:j2]).strip(_MARKS)


_WORD = re.compile(r"\[redacted: [\w-]+(?: \d+)?\]|\S+")
_MARKS = " .,;:!?"


def _bare(word: str) -> str:
    return word.strip(_MARKS).lower()


def _latency(stretch: Stretch, position: int) -> Iterator[Fact]:
    away = position - stretch.subject
    took = latency(stretch, position) if 0 < away <= NEAR else None
    n = stretch.index(position)
    if took is not None:
        spans = (stretch.whole(position - 1), stretch.whole(position))
        yield with_notes(fact("intervention.latency", spans, n, seconds=took.seconds), took.note)
    elif away > NEAR:
        note = Note(f"messages in [msg {stretch.index(stretch.subject + 1)}]–[msg {n}]: {away}")
        yield with_notes(fact("intervention.distance", (stretch.whole(position),), n, away=away), note)


def _mode(stretch: Stretch, position: int) -> Iterator[Fact]:
    if stretch.asked is None:
        return
    old, new = stretch.at(stretch.asked).mode, stretch.at(position).mode
    if old and new and old != new:
        spans = (stretch.whole(stretch.asked), stretch.whole(position))
        yield fact("intervention.mode", spans, stretch.index(position), old=old, new=new)


def _compliance(stretch: Stretch, position: int) -> Iterator[Fact]:
    signals = stretch.analysis.signals
    following = signals.person_after(position)
    end = stretch.high if following is None else min(following, stretch.high)
    if following is not None and following < stretch.high and not worked_between(stretch.analysis, position, following):
        yield from _replaced(stretch, position, following)
        return
    for at in range(position + 1, min(position + 1 + FIRST_ACTS, end)):
        if at in signals.acts and any(p.kind == "call" and p.by != "person" for p in stretch.at(at).parts):
            n = stretch.index(at)
            yield fact("intervention.complied", (stretch.whole(at),), n, deeds=deeds_at(stretch, (at,)), n=n)
            return
    reply = stretch.opening_span(position + 1) if position + 1 < end and reports(stretch, position + 1) else None
    if reply is not None:
        yield fact("intervention.answered", (reply,), reply.message, words=reply, n=reply.message)


def _replaced(stretch: Stretch, position: int, following: int) -> Iterator[Fact]:
    """The person spoke again before the assistant had done or said anything: the later words count."""
    words = stretch.text_span(following)
    cut = stretch.cut_between(position, following)
    if words is not None and cut is not None:
        n = stretch.index(cut)
        yield fact("intervention.replaced.cut", (stretch.whole(cut), words), words.message, words=words, n=n)
    elif words is not None:
        yield fact("intervention.replaced", (words,), words.message, words=words, n=words.message)
