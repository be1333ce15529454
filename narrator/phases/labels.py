"""What a phase is called: its kind from the mix of acts, its title from its own instruction."""

from __future__ import annotations

import re
from collections import Counter

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
_KINDS = (("edit", "implement"), ("operate", "operate"), ("test", "verify"), ("run", "operate"), ("review", "review"))
"""The act that leads a phase, by how much it changes, and the phase's kind."""


def kind_of(signals: Signals, start: int, end: int) -> str:
    """Return implement, debug, operate, verify, review, orient, plan or decide for positions start to end (half open)."""
    acts: Counter[str] = Counter(a.kind for p in range(start, end) for a in signals.acts.get(p, ()))
    failed = sum(o.status == "failed" for p in range(start, end) for o in signals.outcomes.get(p, ()))
    total = sum(acts.values())
    if not total:
        return "decide"
    if failed >= DEBUG_FAILURES and failed >= DEBUG_SHARE * total:
        return "debug"
    modes = {m.mode for m in signals.transcript.messages[start:end] if m.mode}
    if modes == {"plan"}:
        return "plan"
    leading = max((acts.get(name, 0), -i, kind) for i, (name, kind) in enumerate(_KINDS))
    return leading[2] if leading[0] >= max(1, total // 8) else "orient"


def title_of(signals: Signals, start: int, end: int) -> str:
    """Return at most eight words: the phase's own instruction, else what its acts are about."""
    instruction = next((p for p in signals.persons if start <= p < end and signals.transcript.messages[p].visible_text), None)
    if instruction is not None:
        words = _first_words(signals.transcript.messages[instruction].visible_text)
        if words:
            return words
    objects = Counter(a.object for p in range(start, end) for a in signals.acts.get(p, ()) if a.object and a.changes)
    if not objects:
        objects = Counter(a.object for p in range(start, end) for a in signals.acts.get(p, ()) if a.object)
    return redact(" ".join(objects.most_common(1)[0][0].split()[:TITLE_WORDS])) if objects else "talk"


def _first_words(text: str) -> str:
    # Redacted as a whole: a piece cut out of its context may no longer look like the secret that it is.
    line = next((s for s in (_FILLER.sub("", x.strip()) for x in redact(text).splitlines()) if s), "")
    sentence = re.split(r"(?<=[.!?])\s", line)[0]
    words = sentence.split()
    return " ".join(words[:TITLE_WORDS]).rstrip(".,;:") + ("…" if len(words) > TITLE_WORDS else "")
