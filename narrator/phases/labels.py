"""What a phase is called: its kind from the mix of acts, its title from its own instruction."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from narrator.observations import Act
from narrator.observations.waiting import WAITING
from narrator.phases.answers import proposes_way, reports_failure
from narrator.phases.signals import Signals
from narrator.redaction import redact

TITLE_WORDS = 8
DEBUG_SHARE = 0.2
"""A phase where at least a fifth of the calls fail, and there are three such, is about what fails."""
DEBUG_FAILURES = 3
_FILLER = re.compile(
    r"^(?:(?:ok(?:ay)?|please|now|hey|hi|hello|so|and|then|also|well|great|thanks|thank you|can you|could you|i want you to|"
    r"i want to|i need you to|let'?s)\b[\s,.:!-]*)+",
    re.IGNORECASE,
)
FEWEST_WORDS = 3
"""A sentence of fewer words ("No.") says nothing by itself: the next one is told with it."""
_MARKS = re.compile(r"^\s*(?:</?[a-z_-]+>\s*)*(?:(?:[-*+>#]+|\d{1,3}[.)])\s+)*")
"""Tags that wrap a task, and the marks of headings and items."""
_LINK = re.compile(r"https?://(?:www\.)?([^\s/]+)\S*")
_LETTERS = re.compile(r"[^\W\d_]")
_KINDS = (
    ("implement", ("edit",), 2),
    ("operate", ("operate",), 1),
    ("verify", ("test",), 1),
    ("operate", ("run",), 1),
    ("review", ("review",), 1),
)
"""Kind of a phase, the acts that lead to it, what each counts: an edit is rarer than a command and says more."""
LEADING = 8
"""An eighth of a phase's acts must be of the leading kind; else it looks around."""
PROPOSALS = 2
"""Talk with so many proposals of the person's plans; with fewer it decides."""


def kind_of(signals: Signals, start: int, end: int) -> str:
    """Return implement, debug, operate, verify, review, orient, plan or decide for positions start to end (half open)."""
    acts = [a for p in range(start, end) for a in signals.acts.get(p, ()) if a.verb not in WAITING]
    said = [signals.transcript.messages[p].visible_text for p in signals.persons if start <= p < end]
    if _mends(signals, start, end, said, len(acts)):
        return "debug"
    if {m.mode for m in signals.transcript.messages[start:end] if m.mode} == {"plan"} and not any(a.changes for a in acts):
        return "plan" if acts else _talk(said)
    if not acts:
        return _talk(said)
    counts = Counter[str](act.kind for act in acts)
    leading = max((worth * sum(counts[act] for act in of), -i, kind) for i, (kind, of, worth) in enumerate(_KINDS))
    return leading[2] if leading[0] >= max(1, len(acts) // LEADING) else "orient"


def _mends(signals: Signals, start: int, end: int, said: list[str], acts: int) -> bool:
    failed = sum(o.status == "failed" for p in range(start, end) for o in signals.outcomes.get(p, ()))
    much = failed >= DEBUG_FAILURES and failed >= DEBUG_SHARE * acts
    return much or (start > 0 and bool(said) and reports_failure(said[0]))


def _talk(said: list[str]) -> str:
    return "plan" if sum(proposes_way(text) for text in said) >= PROPOSALS else "decide"


def title_of(signals: Signals, start: int, end: int) -> str:
    """Return at most eight words: the phase's own instruction, else what most of its acts do, the changing ones first."""
    for position in (p for p in signals.persons if start <= p < end):
        words = _first_words(signals.transcript.messages[position].visible_text)
        if words:
            return words
    acts = [a for p in range(start, end) for a in signals.acts.get(p, ()) if a.object and a.verb not in WAITING]
    changing = _most([a for a in acts if a.changes])
    rest = _most([a for a in acts if not a.changes])
    told = ", ".join(title for title in (changing, rest) if title)
    return _cut(redact(told)) if told else "talk"


def _most(acts: Sequence[Act]) -> str:
    deeds = Counter(f"{act.verb} {_short(act)}" for act in acts)
    return max(deeds.items(), key=lambda d: d[1])[0] if deeds else ""


def _short(act: Act) -> str:
    """A file by its name, anything else as it is told."""
    return act.object.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1] if act.files else act.object


def _first_words(text: str) -> str:
    # Redacted as a whole: a piece cut out of its context may no longer look like the secret that it is.
    lines = (_FILLER.sub("", _MARKS.sub("", line)) for line in _LINK.sub(r"\1", redact(text)).splitlines())
    said = ""
    for sentence in (s for line in lines if _LETTERS.search(line) for s in re.split(r"(?<=[.!?])\s", line)):
        said = f"{said} {sentence}".strip()
        if len(said.split()) >= FEWEST_WORDS:
            break
    return _cut(said)


def _cut(text: str) -> str:
    words = text.split()
    return " ".join(words[:TITLE_WORDS]).rstrip(".,;:") + ("…" if len(words) > TITLE_WORDS else "")
