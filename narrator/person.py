"""First person into third: an announced step ("Let me check the config") as a purpose ("check the config"), by rule.

Where a rule isn't sure the answer is None, and the writer quotes instead: a wrong paraphrase is worse than a stiff one.
"""

from __future__ import annotations

import re

LONGEST = 110
"""Code points: a longer purpose makes a sentence that nobody reads to its end."""
_LEAD = re.compile(
    r"^(?:(?:now|first|next|then|ok|okay|so|good|great|alright|right)[,.:!]?\s+)*"
    r"(?:let me|let's|i'll|i will|i need to|i want to|i have to|i should|i'm going to|i am going to)\s+"
    r"(?:(?:also|now|first|quickly|just|then|next|try to|start by|begin by|go ahead and)\s+)*",
    re.IGNORECASE,
)
_PERSONS = re.compile(r"\b(?:i|i'm|i'll|i've|i'd|me|my|mine|we|we're|we'll|us|our|you|your|let's)\b", re.IGNORECASE)
_VERB = re.compile(r"[a-z]{2,}(?=\s|$)")
_NOT_VERBS = frozenset({"see", "think", "wait", "be", "not", "have", "do", "know", "guess", "say", "note", "recall", "remember"})
"""What follows "let me" without being a step, or needs a clause that a purpose can't carry."""


_OPEN_ENDS = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "if", "in", "is", "of", "on", "or"}
    | {"that", "the", "to", "what", "whether", "which", "with"}
)
"""Last words of a sentence that was cut."""


def as_purpose(sentence: str) -> str | None:
    """Return the step that a sentence announces, as words that can follow "to"; None where that isn't sure."""
    plain = " ".join(sentence.split())
    lead = _LEAD.match(plain)
    if lead is None:
        return None
    step = plain[lead.end() :].rstrip(" .:!…")
    verb = _VERB.match(step)
    if verb is None or verb[0] in _NOT_VERBS or verb[0].endswith(("ing", "ed")) or len(step) > LONGEST:
        return None
    if step.rsplit(" ", 1)[-1].lower() in _OPEN_ENDS:
        return None
    if (
        _PERSONS.search(step)
        or re.search(r"[.!?;:]\s|[—–]|\.\.\.", step)
        or step.count("`") % 2
        or step.count("(") != step.count(")")
    ):
        return None
    return step
