"""Ways to make a true document false, a function each: it yields what it would put where, and only what is false then.

What is false is told by plain searches in the session (`record`), by what the message's acts are, and by the document's own
words, which are true: never by the checker.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple

from narrator.observations import acts, speech
from narrator.silence import name_silences
from tests.mutation.page import CITATION, Page, Part, codes, content, quotations
from tests.mutation.record import Record


class Mutant(NamedTuple):
    """A change to a document."""

    start: int
    end: int
    """Half open, in the document's text."""
    new: str
    bare: bool = False
    """Whether nothing in the sentence can be looked up word for word, so that only its meaning makes it false."""


Mutation = Callable[[Page, Record], Iterable[Mutant]]

NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen")
_NUMBER = re.compile(rf"(?<![\w.,:/-])(?:\d[\d,]*(?:\.\d+)?|{'|'.join(NUMBERS)})(?![\w:/]|[.,]\d|-\d)")
_UNITS = {
    **dict.fromkeys(("second", "hour"), "minute"),
    **dict.fromkeys(("seconds", "hours"), "minutes"),
    "minute": "hour",
    "minutes": "seconds",
    "KB": "MB",
    "MB": "KB",
    "ms": "s",
    "%": " seconds",
}
_UNIT = "|".join(sorted(_UNITS, key=len, reverse=True))
_NEGATIONS = re.compile(r"\b(?:not|never|no|without|cannot)\b ?|n['’]t\b")
_PLACED = re.compile(r"\b(?:before|after|earlier|later)\b", re.IGNORECASE)
_TURNED = {"before": "after", "after": "before", "earlier": "later", "later": "earlier"}
_HEDGE = re.compile(r"Most likely |(?:, )?\bmost likely,? |The likeliest reading of message \d+ is that ")
_ACTOR = re.compile(r"\b(the|an?) (user|assistant|harness)\b", re.IGNORECASE)
_OTHER = {"user": "assistant", "assistant": "user", "harness": "user"}
_VERBS = ("edited", "read", "ran", "wrote", "searched for", "created", "committed", "deleted", "fetched")
_ALIKE = {"edited": {"edited", "wrote", "created"}, "ran": {"ran", "committed", "installed", "pushed", "removed", "moved"}}
"""Verbs that may be as true of what another one is said of."""
_QUANTIFIED = {
    "none of them changed": "all of them changed",
    "none of which changed": "all of which changed",
    "each is followed": "none is followed",
    "none is changed again": "all are changed again",
    "are all changed again": "are none changed again",
    "some are changed again": "none is changed again",
    "it is the only one with": "it is one of two with",
    "calls no tool": "calls a tool",
    "no tool call": "a tool call",
    "no text, no thought": "a text, no thought",
    "without a word to the user": "with words to the user",
    "with words to the user": "without a word to the user",
    "nobody typed it": "the user typed it",
    "did not succeed": "succeeded",
    "which failed": "which went well",
    "that failed with": "that went well with",
    "went well": "failed",
    "The call failed": "The call succeeded",
    "nobody stopped it": "the user stopped it",
    "has no ": "has a ",
}
_ACTS = ("order", "question", "go-ahead", "correction", "report", "order to stop")


def swapped_index(page: Page, record: Record) -> Iterator[Mutant]:
    """Cite a message that lies far off."""
    every = record.indices()
    for part, at, index in _singles(page):
        far = [i for i in every if abs(i - index) > max(3, len(every) // 8) and i not in part.cited]
        if far:
            yield from _cited_instead(record, part, at, index, far[pick(len(far), page.text, at)])


def neighbor(page: Page, record: Record) -> Iterator[Mutant]:
    """Cite the message after, or before."""
    for part, at, index in _singles(page):
        near = [i for i in record.near(index) if i not in part.cited]
        if near:
            yield from _cited_instead(record, part, at, index, near[0])


def exchanged(page: Page, record: Record) -> Iterator[Mutant]:
    """Let two citations that follow each other change places."""
    for (one, at, i), (other, to, j) in pairwise(_singles(page)):
        listed = not content(one.text) and not content(other.text) and "\n" not in page.text[at:to]  # in any order
        if i != j and not listed and one.at != other.at and j not in one.cited and i not in other.cited:
            stays = _stays(record, one, j) and _stays(record, other, i)
            if not stays:
                yield Mutant(at, to + len(f"[msg {j}]"), f"[msg {j}]{page.text[at + len(f'[msg {i}]') : to]}[msg {i}]")


def shifted_figure(page: Page, _: Record) -> Iterator[Mutant]:
    """Make a number half as large again, and a little more."""
    for at, old, value in _figures(page):
        if value is not None:
            yield Mutant(at, at + len(old), _written(old, value + max(2, value // 2)))


def changed_digit(page: Page, _: Record) -> Iterator[Mutant]:
    """Change the last digit of a number, and nothing else."""
    for at, old, value in _figures(page):
        if value is not None and old[-1].isdigit() and len(old) > 1:
            yield Mutant(at + len(old) - 1, at + len(old), str((int(old[-1]) + 3) % 10))


def changed_unit(page: Page, _: Record) -> Iterator[Mutant]:
    """Give a figure another unit."""
    for at, line in page.prose():
        for m in re.finditer(
            rf"(?:\d|\b(?:{'|'.join(NUMBERS)})) ?({'|'.join(sorted(_UNITS, key=len, reverse=True))})(?!\w)", line
        ):
            yield Mutant(at + m.start(1), at + m.end(1), _UNITS[m[1]])


def moved_separator(page: Page, _: Record) -> Iterator[Mutant]:
    """Put the thousands' comma elsewhere, or a point in its stead."""
    for notes in (False, True):
        for at, line in page.prose(notes=notes):
            for m in re.finditer(r"(?<![\d,.])(\d{1,3}),(\d{3})(?![\d,.])", line):
                yield Mutant(at + m.start(), at + m.end(), (f"{m[1]}.{m[2]}", f"{m[1]}0,{m[2]}")[pick(2, line, m.start())])


def altered_word(page: Page, record: Record) -> Iterator[Mutant]:
    """Put another word for one that is quoted."""
    for part, at, words in _quoted(page):
        found = list(re.finditer(r"(?<![\w./\\-])[^\W\d_]{4,}(?![\w/\\-]|\.\w)", words))
        if found:
            m = found[pick(len(found), words, at)]
            new = "hardly" if m[0] != "hardly" else "surely"
            yield from _unheld(record, part, at, words, m.start(), m.end(), new)


def omitted_word(page: Page, record: Record) -> Iterator[Mutant]:
    """Leave out a word that is quoted."""
    for part, at, words in _quoted(page):
        found = list(re.finditer(r"(?<=\s)[^\W\d_]{2,} (?=\S)", words))
        if found:
            m = found[pick(len(found), words, at)]
            yield from _unheld(record, part, at, words, m.start(), m.end(), "")


def dropped_negation(page: Page, record: Record) -> Iterator[Mutant]:
    """Leave out a "not" that is quoted."""
    for part, at, words in _quoted(page):
        for m in _NEGATIONS.finditer(words):
            yield from _unheld(record, part, at, words, m.start(), m.end(), "")


def turned_order(page: Page, _: Record) -> Iterator[Mutant]:
    """Say "after" for "before", "later" for "earlier", and the other way round."""
    for at, line in page.prose():
        if line.startswith("|"):
            continue
        for m in _PLACED.finditer(line):
            if re.search(r"\bTo [^,.;]*$", line[: m.start()]):
                continue  # an aim in the session's own words, which a document may put in its own
            new = _TURNED[m[0].lower()]
            yield Mutant(at + m.start(), at + m.end(), new.capitalize() if m[0][0].isupper() else new)


def swapped_speaker(page: Page, _: Record) -> Iterator[Mutant]:
    """Give to the assistant what is the user's, and the other way round."""
    for at, line in page.prose():
        for m in _ACTOR.finditer(line):
            if re.match(r"\d+\. \*\*", line):
                continue  # one of several guesses: another is no less one
            around = line[max(0, m.start() - 30) : m.start()].lower()
            if re.search(r"\b(?:no|nor|not|or|nothing|what|without)\b[^.;]*$", around):
                continue  # of what nobody did, the swap may be as true
            other = _OTHER[m[2].lower()]
            article = m[1] if m[1].lower() == "the" else ("an" if other == "assistant" else "a")
            yield Mutant(at + m.start(), at + m.end(), f"{article.capitalize() if m[1][0].isupper() else article} {other}")


def changed_operand(page: Page, _: Record) -> Iterator[Mutant]:
    """Change a number that a footnote counts or computes with."""
    for at, line in page.prose(notes=True):
        body = line.index(":")
        for m in re.finditer(r"(?<![\w.,:-])\d+(?:\.\d+)?(?![\w:]|[.,]\d)", line):
            if m.start() > body:
                digit = str((int(m[0][-1]) + 2) % 10)
                yield Mutant(at + m.end() - 1, at + m.end(), digit)


def changed_share(page: Page, _: Record) -> Iterator[Mutant]:
    """Say "four of nine" for "three of nine"."""
    form = re.compile(
        rf"\b(\d+|{'|'.join(NUMBERS)})(?= of (?:the )?(?:\d+|{'|'.join(NUMBERS)})\b)|(?<=\bOf )\d+\b|(?<=, )\d+(?= hold)"
    )
    for notes in (False, True):
        for at, line in page.prose(notes=notes):
            for m in form.finditer(line):
                value = _value(m[0])
                if value is not None:
                    yield Mutant(at + m.start(), at + m.end(), _written(m[0], value + 1))


def renamed_path(page: Page, record: Record) -> Iterator[Mutant]:
    """Change the last part of a path."""
    for part, at, name in _named(page):
        m = re.search(r"([^\W\d_]{3,})(\.\w+)?$", name)
        if m is not None and re.search(r"[/\\.]", name):
            new = f"{name[: m.start(1)]}{m[1][:-1]}{'q' if m[1][-1] != 'q' else 'x'}{m[2] or ''}"
            if record.is_whole(part.cited) and not record.anywhere(part.cited, new):
                yield Mutant(at, at + len(name), new)


def swapped_name(page: Page, record: Record) -> Iterator[Mutant]:
    """Put a name that stands elsewhere in the document."""
    named = _named(page)
    for (part, at, name), (_, _, other) in pairwise(named):
        if name != other and record.is_whole(part.cited) and not record.anywhere(part.cited, other):
            yield Mutant(at, at + len(name), other)


def turned_quantifier(page: Page, _: Record) -> Iterator[Mutant]:
    """Say "all" for "none", "went well" for "failed"."""
    for at, line in page.prose():
        for old, new in _QUANTIFIED.items():
            for m in re.finditer(rf"\b{re.escape(old)}", line):
                yield Mutant(at + m.start(), at + m.end(), new)


def changed_verb(page: Page, record: Record) -> Iterator[Mutant]:
    """Say that a file was read that was edited."""
    session = record.transcript.session
    for at, line in page.prose():
        for m in re.finditer(rf"\b(?:{'|'.join(_VERBS)})\b(?= {{2,}})", line):
            part = page.part_of(at + m.start())
            if part is None or not 0 < len(part.cited) < 4 or line[: m.start()].rstrip().lower().endswith("to"):
                continue  # "to read it" is an aim
            messages = [x for i in part.cited if (x := record.transcript.message(i)) is not None]
            done = {act.verb for message in messages for act in acts(message, session)}
            others = [v for v in ("edited", "ran", "fetched", "deleted") if not done & _ALIKE.get(v, {v}) and v != m[0]]
            if others[:1] == ["ran"] and any(
                name in ("command", "cmd") for m_ in messages for p in m_.parts for name, _ in p.args
            ):
                continue  # a shell wrote it: it was run as well
            if done and others:
                yield Mutant(at + m.start(), at + m.end(), others[0])


def changed_mode(page: Page, _: Record) -> Iterator[Mutant]:
    """Say that a message went out in another mode."""
    for at, line in page.body:
        for m in re.finditer(r"(?<=\bin `)(build|plan)(?=` mode)|(?<=\bgone to `)(build|plan)(?=`)", line):
            yield Mutant(at + m.start(), at + m.end(), {"build": "plan", "plan": "build"}[m[0]])


def dropped_hedge(page: Page, record: Record) -> Iterator[Mutant]:
    """Say as a fact what the record only suggests."""
    unsure = {s.message for s in name_silences(record.transcript) if s.certainty != "recorded"}
    if not any(f"subject: {i}\n" in page.text for i in unsure):
        return
    for at, line in page.body:
        for m in re.finditer(
            r"Most likely (?=the (\w)|a (\w)|(\w))|(?:, )?\bmost likely,? |The likeliest reading of message \d+ is that ", line
        ):
            follows = line[m.end() : m.end() + 1]
            new = follows.upper() if m[0][0].isupper() else " " if m[0].startswith(", ") else ""
            if not line[m.end() :].startswith(")") and "(most likely" not in line:
                yield Mutant(at + m.start(), at + m.end() + (1 if m[0][0].isupper() else 0), new)


def changed_act(page: Page, record: Record) -> Iterator[Mutant]:
    """Call an order a question."""
    for at, line in page.prose():
        for m in re.finditer(rf"(?<=before it is the )(?:{'|'.join(sorted(_ACTS, key=len, reverse=True))})\b", line):
            part = page.part_of(at + m.start())
            if part is None or len(part.cited) != 1:
                continue
            message = record.transcript.message(part.cited[0])
            told = speech(message, record.transcript.session) if message is not None else None
            new = "question" if m[0] != "question" else "order to stop"
            if told is not None and told.act not in ("question", "stop"):
                yield Mutant(at + m.start(), at + m.end(), new)


MUTATIONS: tuple[tuple[str, Mutation], ...] = (
    ("index swapped", swapped_index),
    ("neighbor cited", neighbor),
    ("citations exchanged", exchanged),
    ("figure shifted", shifted_figure),
    ("digit changed", changed_digit),
    ("unit changed", changed_unit),
    ("separator moved", moved_separator),
    ("quoted word altered", altered_word),
    ("quoted word left out", omitted_word),
    ("negation dropped", dropped_negation),
    ("before and after", turned_order),
    ("speaker swapped", swapped_speaker),
    ("operand changed", changed_operand),
    ("n of m changed", changed_share),
    ("path renamed", renamed_path),
    ("name swapped", swapped_name),
    ("quantifier turned", turned_quantifier),
    ("verb changed", changed_verb),
    ("mode changed", changed_mode),
    ("hedge dropped", dropped_hedge),
    ("speech act changed", changed_act),
)
"""Each by the name under which its rate is printed."""


def pick(size: int, *salt: object) -> int:
    """Return a number below `size` that depends on `salt` alone."""
    return int.from_bytes(blake2b(repr(salt).encode(), digest_size=4).digest()) % size


def _singles(page: Page) -> list[tuple[Part, int, int]]:
    """Return each citation of one message: what it stands for, where it is, which."""
    out = []
    for part in page.parts:
        if "–" not in part.mark:
            out += [(part, part.at + m.start(), int(m[1])) for m in CITATION.finditer(part.mark)]
    return out


def _stays(record: Record, part: Part, index: int) -> bool:
    """Return whether a part may be as true of another message, as far as its words tell."""
    found = content(part.text)
    return bool(found) and all(record.holds(index, passage) for passage in found)


def _cited_instead(record: Record, part: Part, at: int, old: int, new: int) -> Iterator[Mutant]:
    others = [i for i in part.cited if i != old]
    found = content(part.text)
    if found and all(record.anywhere((*others, new), passage) for passage in found):
        return  # the words stand there too, or in the others
    yield Mutant(at, at + len(f"[msg {old}]"), f"[msg {new}]", bare=not found)


def _value(text: str) -> int | None:
    if text in NUMBERS:
        return NUMBERS.index(text) + 2
    digits = text.replace(",", "")
    return int(digits) if digits.isdigit() else None


def _written(old: str, value: int) -> str:
    if old in NUMBERS and value - 2 < len(NUMBERS):
        return NUMBERS[value - 2]
    return f"{value:,}" if "," in old else str(value)


def _figures(page: Page) -> Iterator[tuple[int, str, int | None]]:
    for at, line in page.prose():
        for m in _NUMBER.finditer(line):
            if not (line.startswith(("- ", "|")) or re.match(r"\d+\. ", line[: m.end() + 2])):
                yield at + m.start(), m[0], _value(m[0])


def _quoted(page: Page) -> Iterator[tuple[Part, int, str]]:
    for part in page.parts:
        for at, words in quotations(part.text):
            yield part, part.start + at, words


def _named(page: Page) -> list[tuple[Part, int, str]]:
    return [(part, part.start + at, name) for part in page.parts for at, name in codes(part.text)]


def _unheld(record: Record, part: Part, at: int, words: str, start: int, end: int, new: str) -> Iterator[Mutant]:
    """Yield the change of a quotation if no message that is cited holds what it becomes."""
    if not record.anywhere(part.cited, words[:start] + new + words[end:]):
        yield Mutant(at + start, at + end, new)
