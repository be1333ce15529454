"""The mode in which a sentence says that a message went out is the one that the record gives."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.checking.case import Case, verdict
from narrator.checking.document import Sentence
from narrator.checking.results import CheckResult
from narrator.references import Citation, cite

NAME = "modes"

_NAME = r"`?(?P<{0}>[A-Za-z][\w-]{{0,30}})`?"
_IN = re.compile(rf"\b(?:in|to)\s+{_NAME.format('mode')}\s+mode[\s(]*$", re.IGNORECASE)
_PAIR = re.compile(
    rf"\bin {_NAME.format('new')} mode[;,] (?:and )?the one (?P<side>before|after) "
    rf"(?:it )?(?:had gone|went|was sent|had been sent) (?:out )?(?:to|in) {_NAME.format('old')}(?: mode)?[\s(]*$",
    re.IGNORECASE,
)
_ROW = "mode"
"""The head of a table's row that compares modes."""

Told = tuple[str, Citation]
"""A mode and the message that is said to have gone out in it."""


def check_modes(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each mode that is told of a cited message whose mode is on record."""
    known = {message.mode.lower() for message in case.transcript.messages if message.mode}
    for sentence in case.document.sentences if known else ():
        for name, citation in _told(case, sentence):
            message = case.transcript.message(citation.first) if case.is_own(citation.session) else None
            if name.lower() in known and message is not None and message.mode:
                same = message.mode.lower() == name.lower()
                text = f"{cite(message.index)} went out in {message.mode} mode"
                yield verdict("right" if same else "wrong", NAME, text, sentence, (0, citation.end))


def _told(case: Case, sentence: Sentence) -> Iterator[Told]:
    single = [c for c in sentence.citations if c.first == c.last]
    if not single or len(single) != len(sentence.citations):
        return
    if sentence.block.kind == "cell":
        row = case.document.mates.get(sentence.block.group, ())
        if row and row[0].text.strip().lower() == _ROW and len(sentence.codes) == len(single) == 1:
            yield sentence.text[slice(*sentence.codes[0])], single[0]
        return
    start = 0
    pair = _PAIR.search(sentence.text, 0, single[0].start)
    if pair is not None and len(single) == 2:
        before, after = sorted(single, key=lambda c: c.first)
        here, there = (after, before) if pair["side"].lower() == "before" else (before, after)
        yield from ((pair["new"], here), (pair["old"], there))
        return
    for citation in single:
        match = _IN.search(sentence.text, start, citation.start)
        if match is not None:
            yield match["mode"], citation
        start = citation.end
