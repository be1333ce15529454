"""Counts that a sentence gives without a footnote and that can be taken again: "17 words", "nine messages", "360 replies"."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator

from narrator.checking.case import Case, Pool
from narrator.checking.countables import has_calls, is_assistant, is_typed, is_user
from narrator.checking.counting import NAMED, Reading, understand
from narrator.checking.document import Sentence
from narrator.checking.quantities import Figure, words_before
from narrator.checking.sources import Sources
from narrator.checking.units import NUMBER, amount
from narrator.model import Message

LINE = 200
"""Characters on both sides of a number within which a summary's other numbers stand."""
STEM = 4
"""Letters by which a noun is known again: "failures" in "2 failed"."""
LONGEST = 4
"""Words after a figure that may say what it counts."""

OF_MESSAGES: tuple[Callable[[Message], bool], ...] = (lambda _: True, has_calls, is_user, is_assistant, is_typed)
"""What "nine messages" may be said of: all, those with calls, those of one side."""

_SIZE = re.compile(r"\s*-?(words?|lines?|characters?|items?|entries|todos?)\b", re.IGNORECASE)
_OF_SESSION = re.compile(r"\bsession['’]s\s+$", re.IGNORECASE)
_TOKEN = re.compile(r"\w+(?:['’-]\w+)*")
_IN = re.compile(r"\bin\s+(?:the\s+)?$", re.IGNORECASE)
_TEXT_OF = re.compile(r"\b(?:(?:text|summary|message) of|summary of the session so far,)\s+$", re.IGNORECASE)
"""What makes a length in lines one of a whole message."""
_OF = re.compile(rf"(?<![\w.])({NUMBER})\s+(?:out\s+)?of\s+(?:the\s+|its\s+|all\s+)?$")
_NUMBER = re.compile(rf"(?<![\w.])({NUMBER})(?![\w.]*[0-9])")
_NOUN = re.compile(r"[^\W\d_]{3,}")
_WORDS = re.compile(rf"[ \n]*(?:[^\W\d_][\w'’-]*|{NAMED})")


def tallied(case: Case, sentence: Sentence, pool: Pool, figure: Figure) -> bool | None:
    """Return whether the thing that a bare number counts comes to it when it is counted.

    None where that isn't understood, or where nothing says over what it was counted; "the session's 360 replies" and "in nine
    messages" with a range behind it do.
    """
    if figure.kind != "number" or figure.unit:
        return None
    size = _SIZE.match(sentence.text, figure.end)
    if size is not None:
        return _measured(case, sentence, pool, figure, size[1].lower())
    if figure.value in set(_counts(case, sentence, pool, figure)):
        return True
    before = words_before(sentence.text, figure.start)
    whole = _OF_SESSION.search(before) is not None and not case.transcript.gaps and bool(_readings(case, sentence, figure))
    within = (
        _IN.search(before) is not None and pool.whole and len(pool.indices) > 1 and _first_word(sentence, figure) == "messages"
    )
    return False if (whole or within) and not figure.about else None


def _measured(case: Case, sentence: Sentence, pool: Pool, figure: Figure, unit: str) -> bool | None:
    """Return whether a message is as long as the figure says; None where the figure may be said of a part of it."""
    sizes = {length for length in _sizes(case, pool, unit) if length >= 0}
    if figure.value in sizes:
        return True
    before = words_before(sentence.text, figure.start)
    whole = (_IN.search(before) is not None and unit.startswith(("word", "item"))) or _TEXT_OF.search(before) is not None
    return False if whole and sizes and pool.whole and not figure.about else None


def _first_word(sentence: Sentence, figure: Figure) -> str:
    return next(iter(_phrase(sentence, figure)[0].split()), "")


def _sizes(case: Case, pool: Pool, unit: str) -> Iterator[int]:
    subject = () if case.subject is None else (case.subject,)
    for index in (*pool.indices, *subject):
        message = case.transcript.message(index)
        yield from (size for text in (() if message is None else _texts(message)) for size in _lengths(text, unit))


def sums_up(sources: Sources, figure: Figure, sentence: str, indices: Iterable[int]) -> int | None:
    """Return the first of the messages in a line of which the number before "of" and another add up to the one behind it."""
    before = _OF.search(words_before(sentence, figure.start))
    if before is None or figure.kind != "number" or figure.unit:
        return None
    part = amount(before[1])
    for index in indices:
        for line in _lines_with(sources.raw(index), before[1]):
            others = [amount(digits) for digits in _NUMBER.findall(line)]
            if part in others and figure.value in ({part + other for other in others} | {sum(others)}):
                return index
    return None


def _lines_with(raw: str, digits: str) -> Iterator[str]:
    """Yield the lines of a text in which the digits stand, cut to `LINE`."""
    for match in re.finditer(rf"(?<![\w.]){re.escape(digits)}(?![\w.]*[0-9])", raw):
        start, end = raw.rfind("\n", 0, match.start()) + 1, raw.find("\n", match.end())
        yield raw[max(start, match.start() - LINE) : min(end if end >= 0 else len(raw), match.end() + LINE)]


def _lengths(text: str, unit: str) -> tuple[int, ...]:
    """Return a text's length in words (in two ways), lines or characters; that of the list that it is, as JSON, in items."""
    if unit.startswith(("item", "entr", "todo")):
        return (_items(text),)
    if unit.startswith("word"):
        return len(text.split()), len(_TOKEN.findall(text))
    return (len(text.splitlines()),) if unit.startswith("line") else (len(text),)


def _items(text: str) -> int:
    if not text.startswith(("[", "{")):
        return -1
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return -1
    return len(value) if isinstance(value, list) else -1


def _texts(message: Message) -> Iterator[str]:
    yield message.visible_text
    for part in message.parts:
        yield part.text
        yield from (text for _, text in part.args)


def _counts(case: Case, sentence: Sentence, pool: Pool, figure: Figure) -> Iterator[int]:
    """Yield how many there are of what the figure counts, in the messages that are cited and in the whole session."""
    every = (pool.indices, *(case.between(first, last) for first, last in pool.ranges)) if pool.whole and pool.indices else ()
    stretches = [[m for i in stretch if (m := case.transcript.message(i)) is not None] for stretch in every]
    if _first_word(sentence, figure) in ("message", "messages"):
        yield from (sum(map(test, stretch)) for stretch in stretches for test in OF_MESSAGES)
    for reading in _readings(case, sentence, figure):
        yield from (len(reading.count(stretch)) for stretch in stretches)
        if "record" in sentence.text or (not case.transcript.gaps and "session" in sentence.text):
            yield len(reading.count(case.transcript.messages))


def _readings(case: Case, sentence: Sentence, figure: Figure) -> tuple[Reading, ...]:
    """Return the ways to count what stands after a figure, by the longest phrase that is understood."""
    phrase, names = _phrase(sentence, figure)
    words = phrase.split()
    for size in range(min(LONGEST, len(words)), 0, -1):
        what = " ".join(words[:size])
        if what != NAMED and (found := understand(_plural(what), names[: what.count(NAMED)], case.transcript)):
            return found
    return ()


def counted_in(sources: Sources, figure: Figure, sentence: str, indices: Iterable[int]) -> int | None:
    """Return the first of the messages that itself gives a number written in words, of the thing that it counts here."""
    nouns = [
        re.escape(word.lower().removesuffix("s")[:STEM]) for word in _NOUN.findall(sentence[figure.end : figure.end + 60])[:3]
    ]
    if not nouns:
        return None
    form = re.compile(
        rf"\b(?:{int(figure.value)}|{re.escape(figure.text)})\b(?:\W+\w+){{0,2}}?\W+(?:{'|'.join(nouns)})", re.IGNORECASE
    )
    return next((i for i in indices if form.search(sources.raw(i)) is not None), None)


def _plural(what: str) -> str:
    return what if what.endswith("s") else what + "s"


def _phrase(sentence: Sentence, figure: Figure) -> tuple[str, tuple[str, ...]]:
    """Return the words after a figure, `NAMED` for each name in code among them, and the names."""
    codes = [(start, end) for start, end in sentence.codes if start >= figure.end]
    text, at = "", figure.end
    for start, end in codes[:3]:
        text += sentence.text[at:start] + NAMED
        at = end
    text += sentence.text[at : at + 80]
    out, position = [], 0
    while (match := _WORDS.match(text, position)) is not None:
        out.append(match[0].strip())
        position = match.end()
    return " ".join(out), tuple(sentence.text[start:end] for start, end in codes)
