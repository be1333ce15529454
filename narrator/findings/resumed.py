"""The other branch, taken: what the calls before a stop or a turn were about, and the calls after it still are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.evidence.stretch import Stretch
from narrator.evidence.values import Arg, Fact, Note, fact, with_notes
from narrator.findings.values import Finding
from narrator.model import Message

LEAST = 2
"""A name must stand in so many calls on each side."""
_NAME = re.compile(r"(?<![-\w])[A-Za-z][\w]*(?:[-.][A-Za-z0-9]\w*)+|(?<![-\w])[A-Za-z]+_\w+")
"""Names of files, packages and identifiers: words joined by a hyphen, a dot or an underscore."""
COMMON = re.compile(
    r"^(?:bash|sh|python3?|pip|root|tmp|bin|lib|usr|home|null|dev)\b|^(?:py|sh|js|ts|md|json|txt)$|^--|\.(?:com|org|io|net)$"
)
SHARE = 0.5
"""A name that stands in more than half of all calls of the stretch is the scenery, not the subject."""


def find_resumed(stretch: Stretch, _facts: tuple[Fact, ...]) -> Iterator[Finding]:
    """Yield one finding where a name from the calls before the person's next word comes back in calls after it."""
    speech = None if stretch.resumed is None else stretch.analysis.signals.speeches.get(stretch.resumed)
    if stretch.resumed is None or speech is None or speech.act not in ("stop", "redirect", "correction"):
        return
    asked = stretch.start if stretch.asked is None else stretch.asked
    before, after = _names(stretch, range(asked, stretch.subject + 1)), _names(stretch, range(stretch.resumed + 1, stretch.end))
    calls = sum(1 for p in range(asked, stretch.end) for _ in stretch.at(p).calls())
    said = _key(stretch.at(stretch.resumed).visible_text)
    both = []
    for key in before:
        old, new = _messages(before[key]), _messages(after.get(key, {}))
        if min(len(old), len(new)) >= LEAST and key not in said and len(old) + len(new) <= SHARE * max(calls, 1):
            both.append((min(len(old), len(new)), len(old) + len(new), key))
    if both:
        key = max(both)[2]
        yield _finding(stretch, before[key], after[key])


def _names(stretch: Stretch, positions: range) -> dict[str, dict[str, list[int]]]:
    """Each name with the messages of its spellings: `a-b` and `a_b` are the package and the module of it."""
    found: dict[str, dict[str, list[int]]] = {}
    for position in positions:
        for name in sorted(_named(stretch.at(position))):
            found.setdefault(_key(name), {}).setdefault(name, []).append(stretch.index(position))
    return found


def _key(name: str) -> str:
    return name.lower().replace("-", "_")


def _messages(spellings: dict[str, list[int]]) -> list[int]:
    return sorted({m for messages in spellings.values() for m in messages})


def _named(message: Message) -> set[str]:
    texts = (text for part in message.parts if part.kind == "call" for _, text in part.args)
    return {name for text in texts for name in _NAME.findall(text) if not COMMON.search(name)}


def _finding(stretch: Stretch, old: dict[str, list[int]], new: dict[str, list[int]]) -> Finding:
    names = sorted({*old, *new}, key=lambda n: (-len(old.get(n, ())) - len(new.get(n, ())), n))
    turn = stretch.resumed if stretch.resumed is not None else stretch.subject
    asked = stretch.start if stretch.asked is None else stretch.asked
    before, after = (
        _holding(stretch, range(asked, stretch.subject + 1), names),
        _holding(stretch, range(turn, stretch.end), names),
    )
    roles: dict[str, Arg] = {
        "name": names[0],
        "before": len(before),
        "after": len(after),
        "last": before[-1],
        "first": after[0],
        "turn": stretch.index(turn),
    }
    spelled = " or ".join(f"`{name}`" for name in names)
    ends = ((asked, stretch.subject, before), (turn, stretch.end - 1, after))
    notes = tuple(
        Note(f"messages with {spelled} in a call in [msg {stretch.index(a)}]–[msg {stretch.index(b)}]: {len(m)}", tuple(m))
        for a, b, m in ends
    )
    positions = [stretch.analysis.transcript.position(m) for m in (before[-1], after[0], stretch.index(turn))]
    spans = tuple(stretch.whole(p) for p in positions if p is not None)
    told = with_notes(fact("resumed", spans, after[0], **roles), *notes)
    lesson = fact("lesson.resumed", spans, after[0], **roles)
    return Finding("the other branch", (told, lesson), spans, len(after), len(before) + len(after), 0.7)


def _holding(stretch: Stretch, positions: range, names: list[str]) -> list[int]:
    """Indices of the messages that have one of the names anywhere in a call, as a reader who searches would count them."""
    texts = {p: " ".join(t for x in stretch.at(p).parts if x.kind == "call" for _, t in x.args) for p in positions}
    return [stretch.index(p) for p, text in texts.items() if any(name in text for name in names)]
