"""Words that a sentence puts into somebody's mouth ("The user said: “…”") are that one's, and nobody else's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from narrator.checking.actors import AUTHORS, OWNERS, Cast
from narrator.checking.ascriptions import ascriptions
from narrator.checking.case import Case, verdict
from narrator.checking.document import Quotation, Sentence
from narrator.checking.results import CheckResult, Verdict
from narrator.checking.wording import pieces
from narrator.model import Part
from narrator.redaction import redact
from narrator.references import cite

NAME = "speakers"

_ASKED = re.compile(r"question|ask|input|approv|permission", re.IGNORECASE)
"""Tools whose results hold a person's answer."""


def check_speakers(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each quotation that a sentence ascribes to the user, the assistant, the harness or a tool."""
    cast = Cast(case)
    for sentence in case.document.sentences:
        for quotation, words, who in ascriptions(cast, sentence):
            found = _judge(case, sentence, quotation, who)
            if found is not None:
                word, text = found if who else ("unknown", f"who “{words}” is can't be told from the paragraph")
                yield verdict(word, NAME, text, sentence, (quotation.start, quotation.end))


def _judge(case: Case, sentence: Sentence, quotation: Quotation, who: str) -> tuple[Verdict, str] | None:
    """Judge by the messages cited; None where nobody in them says the words, which is for another check to say."""
    wanted = tuple(reading for text in (quotation.text, quotation.text.rstrip(" .,")) if (reading := pieces(redact(text))))
    pool = case.near(sentence, quotation.start, quotation.end)
    spoken = [(i, part) for i in pool.indices for part in case.sources.saying(i, wanted)]
    own = next((i for i, part in spoken if part.by in AUTHORS.get(who, ())), None)
    if own is not None:
        return "right", f"the {who}'s words in {cite(own)}"
    if not spoken:
        return None
    index, part = spoken[0]
    if part.by in AUTHORS["harness"] and _is_relayed(case, wanted, who):
        return "right", f"the {who}'s words, passed on by the harness in {cite(index)}"
    unsure = not pool.binds or not pool.whole or any(_is_answer(part) for _, part in spoken)
    return "unknown" if unsure else "wrong", f"the words in {cite(index)} aren't the {who}'s but of the {OWNERS[part.by]}"


def _is_relayed(case: Case, wanted: Iterable[tuple[str, ...]], who: str) -> bool:
    """Return whether the actor's own part elsewhere holds the words: a harness hands on what a sub-agent said."""
    every = tuple(wanted)
    held = (i for i in case.indices if any(case.sources.quoted_in(one, (i,)) is not None for one in every))
    return any(part.by in AUTHORS.get(who, ()) for i in islice(held, 9) for part in case.sources.saying(i, every))


def _is_answer(part: Part) -> bool:
    return part.kind == "result" and _ASKED.search(part.name or "") is not None
