"""What a sentence says that a message is and holds: whose it is, no text, two tool calls, a call that failed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import takewhile
from typing import NamedTuple

from narrator.checking.actors import AUTHORS, author_of
from narrator.checking.case import Case, Pool, verdict
from narrator.checking.countables import NOBODY, has_calls
from narrator.checking.document import Sentence, masked
from narrator.checking.results import CheckResult, Verdict
from narrator.checking.units import WORDS
from narrator.model import Message
from narrator.observations import outcomes
from narrator.references import cite
from narrator.silence import BOOKKEEPING

NAME = "messages"

_NUMBER = "|".join(sorted(WORDS, key=lambda word: (-len(word), word)))
_ONE = r"(?:is|was|comes|stands in message [0-9]+,)"
Test = Callable[[Case, Message, re.Match[str]], bool | None]
"""Whether what a form of words says of a message is so; None where that isn't to be known."""


class Form(NamedTuple):
    """Words that say something of one message, and how to see whether it is so."""

    words: re.Pattern[str]
    holds: Test
    about: str
    """What it says, for people."""


def check_messages(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each thing that a sentence says of the one message that it cites for it."""
    about: tuple[int, int | None] = (-1, None)
    for sentence in case.document.sentences:
        if sentence.block.kind not in ("paragraph", "item"):
            continue
        if sentence.start == 0:
            about = (sentence.block.group, _opens(sentence))
        hidden = (*((q.start, q.end) for q in sentence.quotations), *sentence.codes)
        prose = masked(sentence.text, (*hidden, *((c.start, c.end) for c in sentence.citations)))
        for form in FORMS:
            for match in form.words.finditer(prose):
                found = _judge(case, sentence, form, match)
                if found is not None:
                    word, text = found
                    yield verdict(word, NAME, text, sentence, match.span())
        yield from _ends(case, sentence)
        if case.document.strict:
            yield from _elsewhere(case, sentence, about[1] if about[0] == sentence.block.group else None)


def _judge(case: Case, sentence: Sentence, form: Form, match: re.Match[str]) -> tuple[Verdict, str] | None:
    pool = case.behind(sentence, match.end())
    if len(pool.indices) > 1:  # "Message 5 is a step that failed, in the work after “…” [msg 3], [msg 5]"
        named = [c for c in sentence.mentions if c.end <= match.end() and not _PAUSE.search(sentence.text, c.end, match.start())]
        pool = case.pool_of(named[-1:], binds=pool.binds)
    messages = [m for i in pool.indices if (m := case.transcript.message(i)) is not None]
    if len(messages) != 1:
        return None
    so = form.holds(case, messages[0], match)
    return None if so is None else _worded(pool, messages[0], form, match, so=so)


def _worded(pool: Pool, message: Message, form: Form, match: re.Match[str], *, so: bool) -> tuple[Verdict, str]:
    told = f"{form.about} (“{' '.join(match[0].split())}”)"
    if so:
        return "right", f"{cite(message.index)}: {told}"
    return ("wrong" if pool.binds and pool.whole else "unknown"), f"{cite(message.index)} isn't so: {told}"


def _ends(case: Case, sentence: Sentence) -> Iterator[CheckResult]:
    """Yield a verdict on a sentence of the whole record that cites where it begins and ends."""
    cited = [c.first for c in sentence.citations if c.first == c.last and case.is_own(c.session)]
    if not sentence.text.startswith("The record holds ") or len(cited) != 2 or not case.indices:
        return
    so = {*cited} == {case.indices[0], case.indices[-1]}
    sure = case.document.strict and not case.transcript.gaps
    text = f"the record runs from {cite(case.indices[0])} to {cite(case.indices[-1])}"
    yield verdict("right" if so else "wrong" if sure else "unknown", NAME, text, sentence)


def _elsewhere(case: Case, sentence: Sentence, about: int | None) -> Iterator[CheckResult]:
    """Yield a verdict on a sentence of a document that is bound to cite which speaks of one message: whether it cites that one.

    It does so where it opens with the message, or where its paragraph did (`about`) and it goes on with "It lasted …".
    """
    opens = _opens(sentence)
    goes_on = _GOES_ON.match(sentence.text) if about is not None and opens is None else None
    index = opens if opens is not None else about if goes_on is not None else None
    bare = index is None and _is_bare(sentence)
    if bare:
        index = sentence.mentions[0].first
    if index is None or not sentence.citations:
        return
    groups = sentence.groups
    first = groups[0][0].start
    pauses = list(_PAUSE.finditer(sentence.text, 0, first))
    if _STARTS.search(sentence.text, 0, first) or (
        pauses and (len(groups) > 1 or not _STILL.match(sentence.text, pauses[-1].end()))
    ):
        return
    so = any(c.covers(index) and case.is_own(c.session) for c in sentence.citations)
    text = f"it speaks of {cite(index)} and cites {'it' if so else 'others'}"
    yield verdict("right" if so else "wrong", NAME, text, sentence)


def _is_bare(sentence: Sentence) -> bool:
    """Return whether a sentence names one message, cites one, and holds nothing else that tells where it comes from."""
    named = len(sentence.mentions) == len(sentence.citations) == 1 and sentence.mentions[0].first == sentence.mentions[0].last
    return named and not sentence.quotations and not sentence.codes and _OTHERS.search(sentence.text) is None


_OTHERS = re.compile(r"\b(?:without|since|until|than|by|next|previous|first|last|before|after|behind|following)\b", re.IGNORECASE)


def _opens(sentence: Sentence) -> int | None:
    """Return the message with which a sentence opens, as what it speaks of."""
    opens = _OPENS.match(sentence.text)
    return int(opens["n"]) if opens is not None else None


_GOES_ON = re.compile(r"(?:It (?:lasted|says|thinks|claims|begins)|Its (?:thought|finish reason|error)|In it)\b")
_STILL = re.compile(r"\s*(?:and )?(?:it|its|nobody|nothing)\b", re.IGNORECASE)
_STARTS = re.compile(r"[;:—.]\s*$")
"""A citation that opens a clause of its own."""
_PAUSE = re.compile(r"[;:—]")
_OPENS = re.compile(r"\W*(?:At |Nothing stands in |From |The user stopped |Why |The stop at )?[Mm]essage (?P<n>[0-9]{1,9})\b")


def _role(_: Case, message: Message, match: re.Match[str]) -> bool:
    return message.role == match["role"].lower()


def _author(case: Case, message: Message, match: re.Match[str]) -> bool:
    silence = case.silences.get(message.index)
    marked = silence is not None and silence.cause in BOOKKEEPING
    return author_of(message) == match["who"].lower() or (match["who"].lower() == "harness" and marked)


def _speaks(_: Case, message: Message, match: re.Match[str]) -> bool:
    return author_of(message) == match["who"].lower() or message.role == match["who"].lower()


def _text(_: Case, message: Message, match: re.Match[str]) -> bool:
    return bool(message.visible_text) is not _denies(match)


def _words(_: Case, message: Message, match: re.Match[str]) -> bool:
    return bool(message.visible_text) is (match["with"].lower() == "with")


def _thought(_: Case, message: Message, match: re.Match[str]) -> bool:
    return any(p.kind == "reasoning" and (p.text.strip() or "hidden" in p.flags) for p in message.parts) is not _denies(match)


def _call(_: Case, message: Message, match: re.Match[str]) -> bool:
    return has_calls(message) is not _denies(match)


def _calls(_: Case, message: Message, match: re.Match[str]) -> bool:
    number = match["n"].lower()
    count = WORDS[number] if number in WORDS else int(number)
    return sum(p.kind == "call" for p in message.parts) == count


def _typed(_: Case, message: Message, match: re.Match[str]) -> bool:
    typed = message.by == "person" and not (NOBODY - {"copied"}) & set(message.flags)
    told = match["who"].lower().split()[-1]
    return typed if told == "user" else not typed if told in ("nobody", "person") else False


def _denies(match: re.Match[str]) -> bool:
    return match["no"].lower() in ("no", "without", "without a")


def _failed(case: Case, message: Message, match: re.Match[str]) -> bool | None:
    done = [o.status for o in outcomes(message, case.transcript.session)]
    if match.re is _FAILED:
        return any(status not in ("ok", "empty", "running") for status in done) if done else None
    return any(status in ("ok", "empty", "running") for status in done) if done else None


def _silent(_: Case, message: Message, __: re.Match[str]) -> bool:
    return message.is_silent


def _summary(_: Case, message: Message, __: re.Match[str]) -> bool:
    return message.kind == "summary" or message.visible_text.startswith("#")


def _owned(case: Case, message: Message, match: re.Match[str]) -> bool:
    texts = [part.by for part in message.parts if part.kind == "text"]
    return _author(case, message, match) or bool(texts and all(by in AUTHORS[match["who"].lower()] for by in texts))


def _other(_: Case, message: Message, match: re.Match[str]) -> bool:
    """Return whether one speaks to another, and not to itself."""
    return author_of(message) != match["who"].lower()


def _answered(case: Case, message: Message, match: re.Match[str]) -> bool | None:
    at = case.transcript.position(message.index)
    if at is None or message.role != "user":
        return None
    following = takewhile(lambda m: m.by != "person", case.transcript.messages[at + 1 :])
    answered = any(m.role == "assistant" and m.visible_text for m in following)
    if _denies(match):  # words on the way may be no answer
        return None if answered else True
    return answered


def _last(case: Case, message: Message, _: re.Match[str]) -> bool:
    return bool(case.indices) and message.index == case.indices[-1]


_FAILED = re.compile(
    r"\bwhich failed\b|\bthat failed with\b|\bthe call (?:failed|did not succeed)\b|\bcall that failed\b"
    r"|\ba step that did not succeed\b"
    r"|\b(?:test run|linter run|type check|last check) (?:before it )?failed\b",
    re.IGNORECASE,
)
_WENT_WELL = re.compile(
    r"\bwhich (?:went well|succeeded)\b|\bthat (?:went well|succeeded) with\b|\bthe call (?:went well|succeeded)\b"
    r"|\ba step that succeeded\b|\b(?:test run|linter run|type check|last check) (?:before it )?(?:went well|succeeded|passed)\b",
    re.IGNORECASE,
)
_KINDS = r"\b(?P<no>no|an?|without a) "

_WHO = r"(?P<who>user|assistant|harness)"


def _form(words: str, holds: Test, about: str) -> Form:
    return Form(re.compile(words, re.IGNORECASE), holds, about)


FORMS: tuple[Form, ...] = (
    _form(rf"\b{_ONE} an? (?:\w+ )?(?P<role>user|assistant) message\b", _role, "whose message it is"),
    _form(rf"\bmessage [0-9]+ is the {_WHO}['’]s\b", _author, "whose it is"),
    _form(rf"\bwas put there by (?:the |an? )?{_WHO}\b", _owned, "who put it there"),
    _form(rf"\bnobody typed: they are the {_WHO}['’]s own\b", _owned, "whose words they are"),
    _form(rf"\bthe {_WHO} marks here\b", _owned, "whose mark it is"),
    _form(rf"\bis(?:, most likely,)? the {_WHO}['’]s own (?:mark|line|word to go on)\b", _owned, "whose mark it is"),
    _form(rf"\bnext thing on record is the {_WHO}['’]s own next word\b", _speaks, "who speaks next"),
    _form(rf"\bin one message the assistant made (?P<n>{_NUMBER}|[0-9]{{1,6}}) calls\b", _calls, "how many calls it holds"),
    _form(rf"\bat message [0-9]+ the {_WHO} (?:speaks|tells|says)\b", _speaks, "who speaks"),
    _form(rf"\bmessage [0-9]+ (?:leaves|tells|brings|asks) the {_WHO}\b", _other, "to whom it speaks"),
    _form(rf"(?<!last )\bwords? to the {_WHO}\b", _other, "to whom it speaks"),
    _form(rf"(?<=: ){_KINDS}text(?=, )", _text, "whether it has text"),
    _form(r"\b(?P<with>with|without) (?:words?|a word) to the user\b", _words, "whether it has text"),
    _form(rf"(?<=text, ){_KINDS}thought\b", _thought, "whether it holds a thought"),
    _form(r"(?:(?<=, )|\bcalls )(?P<no>no|an?) tool(?: call)?\b", _call, "whether it calls a tool"),
    _form(
        rf"\b(?:with|and) (?P<n>{_NUMBER}|[0-9]{{1,6}}) (?:tool calls?\b|calls? in one message\b)",
        _calls,
        "how many calls it holds",
    ),
    _form(r"\b(?:only one|one of \w+) with neither text nor call\b", _silent, "whether it is empty"),
    _form(r"\b(?P<who>the (?:user|assistant)|nobody|no person) typed it\b", _typed, "who typed it"),
    _form(r"\ba summary of the session stands at\b", _summary, "whether it is a summary"),
    Form(_FAILED, _failed, "how its call ended"),
    Form(_WENT_WELL, _failed, "how its call ended"),
    _form(r"\bhas (?P<no>no|an?) answer on record\b", _answered, "whether it is answered"),
    _form(r"\bthe record ends here\b", _last, "where the record ends"),
)
"""What can be said of one message and looked up in it."""
