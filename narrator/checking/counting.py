"""What a footnote may say that it counted, and how to count it again.

A footnote of range reads `<what> in [msg A]–[msg B]: <claim>`. `understand` knows these forms of `<what>`; `NAMES` is one or
more names in backticks, or words in “…”:

    calls | tool calls | `NAMES` calls | calls of `NAMES` | commands
        before: failed, refused, cancelled, successful      after: in MODE mode, that failed, with `NAMES`
    messages | replies | prompts | summaries | thoughts
        before: typed, user, assistant, silent, empty, interrupted
        after: in MODE mode, without text (or call), with a tool call, without a tool call, with `NAMES` (in a call, in a result)
    `NAMES` | `NAMES` in the assistant's text and thoughts | in typed messages | in results | in calls
    silences of cause `NAMES` | interrupts | tool names | files changed | test runs

What is said in other words is not understood, and so neither right nor wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from narrator.checking.countables import (
    ADJECTIVES,
    COMMAND_ARGS,
    NOUNS,
    WITHOUT,
    Hit,
    arguments,
    count_calls,
    count_messages,
    everything,
    holds,
    is_interrupted,
    is_silent,
    is_wordless,
    place,
)
from narrator.checking.deeds import count_ended, count_files, count_tests
from narrator.model import Message, Part, Transcript
from narrator.silence import name_silences


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to count what some words name."""

    count: Callable[[Sequence[Message]], tuple[Hit, ...]]
    """The messages of a range -> what is counted in them, in order."""
    narrow: bool = False
    """Whether it leaves out what the words may mean too: it can bear out a number, but not "none", "first" or "last"."""


NAMED = "\x01"
"""What stands for each name in the words that `understand` is given."""
STATUSES = {
    "failed": "error",
    "refused": "refused",
    "cancelled": "cancelled",
    "canceled": "cancelled",
    "successful": "ok",
    "succeeded": "ok",
}
"""The words for how a call ended."""

ENDINGS = {
    "failed": "failed",
    "refused": "refused",
    "cancelled": "cancelled",
    "canceled": "cancelled",
    "successful": "ok",
    "succeeded": "ok",
}
"""The same in the words of `observations`."""

_LIST = "\x01(?:(?:, and | and | or |, )?\x01)*"
_STATUS = "|".join(STATUSES)
_MODE = r"(?:(?: of messages| sent)? in (?P<mode>[a-z][\w-]{0,30}) mode)?"
_HOLDING = "with|that hold|that name|that mention|that contain|that say|holding|naming|containing"
_WITH = rf"(?: (?:{_HOLDING}) (?P<held>{_LIST}))?"
_THAT = rf"(?: that (?:were |was )?(?P<that>{_STATUS}))?"
_OWNER = r"(?:the assistant's|the user's|assistant|user|typed|tool) ?"
_WHERE = r"(?:texts?|thoughts|words|messages|results?|output|calls|commands|prompts)"
_CALLS = re.compile(
    rf"(?:(?P<status>{_STATUS}) )?(?:(?P<names>{_LIST}) )?(?P<noun>tool calls|calls|commands)"
    rf"(?: (?:of|to) (?P<of>{_LIST}))?{_MODE}{_THAT}{_WITH}"
)
_MESSAGES = re.compile(
    rf"(?P<adjectives>(?:(?:{'|'.join(ADJECTIVES)}) )*)(?P<noun>{'|'.join(NOUNS)})"
    rf"{_MODE}(?: (?P<without>{'|'.join(WITHOUT)}))?{_WITH}"
    r"(?: in (?:an? |the |their )?(?P<where>calls?|results?|texts?|thoughts?))?"
)
_OCCURS = re.compile(
    rf"(?:(?:occurrences|mentions|uses) of )?(?P<names>{_LIST})(?: in (?P<where>(?:{_OWNER})?{_WHERE}(?: and {_WHERE})?))?"
)
_SILENCES = re.compile(rf"(?:silences|silent messages|empty messages) of (?:the )?cause (?P<names>{_LIST})")
_SIMPLE = re.compile(r"(?P<noun>interrupts|interruptions|tool names|tools|files changed|changed files|test runs)")


def understand(what: str, names: Sequence[str], transcript: Transcript) -> tuple[Reading, ...]:
    r"""Return the ways to count `what`, in which `\x01` stands for each of `names` in turn; none where it isn't understood.

    Where words may be taken in more ways than one, each is a reading: a count is right if one of them gives it.
    """
    text = " ".join(what.lower().split()).removeprefix("the ").removeprefix("all ")
    for pattern, build in _FORMS:
        match = pattern.fullmatch(text)
        if match is not None:
            return tuple(build(_Form(match, iter(names)), transcript))
    return ()


class _Form:
    """A form of words that was understood, its names filled in."""

    def __init__(self, match: re.Match[str], given: Iterator[str]) -> None:
        self._groups = match.groupdict()
        order = sorted((match.start(key), key) for key in ("names", "of", "held") if self._groups.get(key))
        self._names = {key: tuple(next(given, "") for _ in range(self._groups[key].count(NAMED))) for _, key in order}

    def __getitem__(self, key: str) -> str:
        return self._groups.get(key) or ""

    def names(self, key: str) -> tuple[str, ...]:
        return self._names.get(key, ())


def _calls(form: _Form, transcript: Transcript) -> Iterator[Reading]:
    tools = frozenset((*form.names("names"), *form.names("of")))
    ending, held = form["status"] or form["that"], form.names("held")
    status = STATUSES.get(ending)

    def fits(part: Part, *, whole: bool) -> bool:
        named = not tools or part.name in tools
        ended = status is None or part.status == status
        command = form["noun"] != "commands" or any(name in COMMAND_ARGS for name, _ in part.args)
        return named and ended and command and (not held or holds(arguments(part), held, whole=whole))

    for whole in (False, True) if held else (False,):
        narrow = bool(ending)  # the harness may call a call done whose output says that it failed
        yield Reading(partial(count_calls, mode=form["mode"], fits=partial(fits, whole=whole)), narrow)
    if ending and not held and form["noun"] != "commands":
        told = partial(count_ended, session=transcript.session, ending=ENDINGS[ending], tools=tools, mode=form["mode"])
        yield Reading(partial(told, status=None), narrow=True)
        yield Reading(partial(told, status=status))


def _messages(form: _Form, _: Transcript) -> Iterator[Reading]:
    wanted = [NOUNS[form["noun"]], *(ADJECTIVES[word] for word in form["adjectives"].split())]
    if form["without"]:
        wanted.append(WITHOUT[form["without"]])
    mode, held, where = form["mode"], form.names("held"), form["where"]

    def fits(message: Message, *, tests: Sequence[Callable[[Message], bool]], whole: bool) -> bool:
        within = not mode or (message.mode or "").lower() == mode
        holding = not held or _mentions(message, names=held, where=where, whole=whole)
        return within and holding and all(test(message) for test in tests)

    for whole in (False, True) if held else (False,):
        yield Reading(partial(count_messages, fits=partial(fits, tests=wanted, whole=whole)))
    if is_silent in wanted:  # "without text" may also be said of a message with calls
        loose = [is_wordless if test is is_silent else test for test in wanted]
        yield Reading(partial(count_messages, fits=partial(fits, tests=loose, whole=False)))


def _occurrences(form: _Form, _: Transcript) -> Iterator[Reading]:
    names, where = form.names("names"), form["where"]
    for whole in (False, True):
        yield Reading(_mentioning(names, where, whole=whole))
        if not where:
            yield Reading(_mentioning(names, "calls", whole=whole), narrow=True)
            yield Reading(_mentioning(names, "words", whole=whole), narrow=True)
            yield Reading(partial(count_calls, mode="", fits=partial(_called_with, names=names, whole=whole)), narrow=True)
    if not where:
        yield Reading(partial(count_messages, fits=partial(_ended_by, names=names)), narrow=True)


def _mentioning(names: tuple[str, ...], where: str, *, whole: bool) -> Callable[[Sequence[Message]], tuple[Hit, ...]]:
    return partial(count_messages, fits=partial(_mentions, names=names, where=where, whole=whole))


def _mentions(message: Message, *, names: tuple[str, ...], where: str, whole: bool) -> bool:
    return holds(place(message, where) if where else everything(message), names, whole=whole)


def _ended_by(message: Message, *, names: tuple[str, ...]) -> bool:
    return message.error in names


def _called_with(part: Part, *, names: tuple[str, ...], whole: bool) -> bool:
    return holds(arguments(part), names, whole=whole)


def _silences(form: _Form, transcript: Transcript) -> Iterator[Reading]:
    yield Reading(partial(count_messages, fits=partial(_is_among, indices=_silent(transcript, form.names("names")))))


def _silent(transcript: Transcript, causes: tuple[str, ...]) -> frozenset[int]:
    return frozenset(silence.message for silence in name_silences(transcript) if silence.cause in causes)


def _is_among(message: Message, *, indices: frozenset[int]) -> bool:
    return message.index in indices


def _simple(form: _Form, transcript: Transcript) -> Iterator[Reading]:
    noun, session = form["noun"], transcript.session
    if noun.startswith("interrupt"):
        stopped = _silent(transcript, ("interrupt",))
        yield Reading(partial(count_messages, fits=lambda m: m.index in stopped or is_interrupted(m)))
    elif "files" in noun:
        yield Reading(partial(count_files, session=session))
    elif noun == "test runs":
        yield Reading(partial(count_tests, session=session))
    else:
        yield Reading(partial(count_calls, mode="", fits=lambda _: True))


_FORMS = ((_CALLS, _calls), (_MESSAGES, _messages), (_OCCURS, _occurrences), (_SILENCES, _silences), (_SIMPLE, _simple))
