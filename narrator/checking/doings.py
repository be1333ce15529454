"""What a sentence says was done, and by whom: "the assistant edited `a.py`", "the user stopped it"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from narrator.checking.actors import SUBJECT, Cast
from narrator.checking.ascriptions import DEPENDS
from narrator.checking.case import Case, Pool, verdict
from narrator.checking.countables import arguments
from narrator.checking.document import Sentence, masked
from narrator.checking.names import flat, pieces_of, stands
from narrator.checking.results import CheckResult, Verdict
from narrator.checking.units import WORDS
from narrator.model import Message
from narrator.observations import Act, acts
from narrator.redaction import redact
from narrator.references import cite
from narrator.tallies import NOUNS

NAME = "acts"
UNDONE = frozenset({"refused", "cancelled"})
"""How calls end that were only tried: they don't count as done."""
MOST = 400
"""Messages in which an act is looked for, and names of one sentence."""

_EDIT = "edited|wrote|created|patched|rewrote|modified|overwrote"
_READ = "read|opened|viewed|looked at|inspected|examined"
_RUN = "ran|executed|launched|reran|re-ran"
_SEARCH = "searched for|grepped for|grepped|looked for"
FAMILIES: tuple[tuple[str, frozenset[str]], ...] = tuple(
    (name, frozenset(verbs.split("|"))) for name, verbs in (("edit", _EDIT), ("read", _READ), ("run", _RUN), ("search", _SEARCH))
)
"""Verbs that may be said of the same act."""
_PLAIN = (
    "listed|fetched|committed|pushed|pulled|installed|deleted|removed|copied|moved|cloned|merged|rebased on"
    "|switched to|waited for"
)
_VERB = re.compile(
    rf"\b(?P<verb>{_EDIT}|{_READ}|{_RUN}|{_SEARCH}|{_PLAIN})\s+(?:(?:the|a|its)\s+)?(?:(?:files?|command|folder)\s+)?$"
)
"""The words right before a name in code."""
_BETWEEN = re.compile(r"(?:[\s,;]|\band\b|\bthen\b|\(\s*\)|…)*")
"""What stands between names that one verb governs; quotations are blanks."""
_MEANT = re.compile(r"\b(?:to|would|could|should|not|never|n['’]t|wanted|tried)\s+$", re.IGNORECASE)
_SUBJECT = re.compile(SUBJECT, re.IGNORECASE)


_UNNAMED = re.compile(
    r"\b(?P<verb>updated the plan|waited for(?= a command)|interrupted(?= a command)|listed(?= files)|made the folder"
    r"|ran(?= a command))\b",
    re.IGNORECASE,
)
"""Deeds without a name in code."""
_NUMBER = "|".join(sorted(WORDS, key=lambda word: (-len(word), word)))
_COUNTED = re.compile(
    rf"\b(?P<verb>{'|'.join(verb for verb, _ in NOUNS)}) (?P<n>{_NUMBER}|[0-9]{{1,6}}) "
    rf"(?:{'|'.join(noun for _, noun in NOUNS)})s?\b"
)
"""Deeds that are counted: "searched for three patterns"."""


class Doing(NamedTuple):
    """One verb of a sentence with the names that it governs."""

    verb: str
    names: tuple[str, ...]
    start: int
    end: int
    """From the verb to its last name, half open, in the sentence."""


def check_acts(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each thing that a sentence says was done to something named, where it cites something for it."""
    room = _Room(case)
    for sentence in case.document.sentences:
        if sentence.block.kind in ("paragraph", "item"):
            yield from room.counts(sentence)
            for doing in (*doings(sentence), *_unnamed(sentence)):
                found = room.judge(sentence, doing)
                if found is not None:
                    word, text = found
                    yield verdict(word, NAME, text, sentence, (doing.start, doing.end))


def doings(sentence: Sentence) -> Iterator[Doing]:
    """Yield what a sentence says was done to names in code, in order."""
    marks = ((n.start, n.end) for n in sentence.notes)
    prose = masked(sentence.text, (*((q.start, q.end) for q in sentence.quotations), *sentence.codes, *marks))
    open_: Doing | None = None
    for start, end in sentence.codes[:MOST]:
        if any(q.start <= start < q.end for q in sentence.quotations):
            continue
        match = _VERB.search(prose, max(0, start - 60), start)
        name = sentence.text[start:end]
        if match is not None:
            if open_ is not None:
                yield open_
            meant = _MEANT.search(prose, max(0, match.start() - 20), match.start())
            open_ = None if meant else Doing(match["verb"].lower(), (name,), match.start(), end)
        elif open_ is not None and _BETWEEN.fullmatch(prose, open_.end, start):
            open_ = open_._replace(names=(*open_.names, name), end=end)
        elif open_ is not None:
            yield open_
            open_ = None
    if open_ is not None:
        yield open_


def _unnamed(sentence: Sentence) -> Iterator[Doing]:
    hidden = (*((q.start, q.end) for q in sentence.quotations), *sentence.codes)
    for match in _UNNAMED.finditer(masked(sentence.text, hidden)):
        yield Doing(match["verb"].lower(), (), match.start(), match.end())


class _Room:
    """A session's acts, each message's read once."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self._acts: dict[int, tuple[Act, ...]] = {}

    @cached_property
    def cast(self) -> Cast:
        return Cast(self.case)

    def judge(self, sentence: Sentence, doing: Doing) -> tuple[Verdict, str] | None:
        """Judge a verb by the acts of the messages that are cited behind it; None where none of them are at hand."""
        pool = self.case.behind(sentence, doing.end)
        done = [(message, act) for message in self._messages(pool) for act in self._of(message)]
        if not pool.indices or len(pool.indices) > MOST:
            return None
        if not doing.names and not any(_fits(act, doing.verb) for _, act in done):
            return self._unless(pool, f"nothing that is cited {doing.verb}") if self.case.document.strict and done else None
        missing = [name for name in doing.names if not any(_does(message, act, doing.verb, name) for message, act in done)]
        who = self._who(sentence, doing)
        if not missing:
            if who == "user" and not any(m.by == "person" for m, act in done if _fits(act, doing.verb)):
                return self._unless(pool, "the assistant did it, not the user")
            return "right", f"{doing.verb} in {cite(done[0][0].index)}" if len(pool.indices) == 1 else "so it was done"
        if any(name in _words(message, act) for name in missing for message, act in done if act.verb == "used"):
            return "unknown", "what its tool does isn't known"
        if not self.case.document.strict and any(_is_shell(act) for _, act in done):
            return "unknown", "a command may have done it"
        return self._unless(pool, f"nothing that is cited {doing.verb} {missing[0]}")

    def counts(self, sentence: Sentence) -> Iterator[CheckResult]:
        """Yield a verdict on each count of deeds that no footnote stands for, where one message is cited for it."""
        if sentence.notes or not self.case.document.strict:
            return
        prose = masked(sentence.text, (*((q.start, q.end) for q in sentence.quotations), *sentence.codes))
        for match in _COUNTED.finditer(prose):
            pool = self.case.behind(sentence, match.end())
            messages = self._messages(pool) if len(pool.indices) == 1 else []
            done = [a for m in messages for a in self._of(m) if a.verb == match["verb"] and m.parts[a.part].status not in UNDONE]
            n = match["n"].lower()
            number = WORDS[n] if n in WORDS else int(n)
            if messages:
                so = number in (len(done), len({act.object for act in done}))
                judged: tuple[Verdict, str] = ("right", "counted again")
                word, text = judged if so else self._unless(pool, f"counted again: {len(done)}")
                yield verdict(word, NAME, text, sentence, match.span())

    def _unless(self, pool: Pool, text: str) -> tuple[Verdict, str]:
        return ("wrong" if pool.binds and pool.whole else "unknown"), text

    def _who(self, sentence: Sentence, doing: Doing) -> str:
        """Return who is told to have done it: the nearest subject before the verb."""
        prose = masked(sentence.text, (*((q.start, q.end) for q in sentence.quotations), *sentence.codes))
        found = [
            m
            for m in _SUBJECT.finditer(prose, 0, doing.start)
            if not DEPENDS.search(prose, max(0, m.start() - 12), m.start("actor"))
        ]
        return self.cast.who(sentence, found[-1]["actor"], found[-1].start("actor")) if found else ""

    def _messages(self, pool: Pool) -> list[Message]:
        found = (self.case.transcript.message(i) for i in pool.indices[: MOST + 1])
        return [message for message in found if message is not None]

    def _of(self, message: Message) -> tuple[Act, ...]:
        if message.index not in self._acts:
            self._acts[message.index] = acts(message, self.case.transcript.session)
        return self._acts[message.index]


def _does(message: Message, act: Act, verb: str, name: str) -> bool:
    if not _fits(act, verb):
        return False
    wanted, words = pieces_of(name), _words(message, act)
    hidden = any("~" in piece or "[redacted: " in piece for piece in wanted)
    return stands(wanted, words) or (hidden and stands(wanted, flat(redact(words))))


def _fits(act: Act, verb: str) -> bool:
    """Return whether a verb may be said of an act."""
    if act.verb == verb:
        return True
    family = next((name for name, verbs in FAMILIES if verb in verbs), "")
    if family == "run":
        return _is_shell(act)
    if family == "edit":
        return act.kind == "edit"
    kinds = {"read": ("explore", "review", "debug"), "search": ("search", "explore")}.get(family, ())
    return act.kind in kinds or (bool(kinds) and act.verb in dict(FAMILIES)[family])


def _is_shell(act: Act) -> bool:
    return act.program is not None or act.verb == "ran"


def _words(message: Message, act: Act) -> str:
    part = message.parts[act.part]
    return flat("\n".join((act.object, *act.files, part.name or "", arguments(part))))
