"""What a person does by a typed message: asks, orders, stops, corrects, approves, reports how it went.

The rules of `RULES` are tried in order on the person's own words (pasted logs, quotations and code left out); the first that
holds decides, and the sentence in which it holds is shown. Politeness and fillers at the start ("ok", "so", "also") are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import narrator.observations.speech_tongues as tongues
from narrator.model import Message
from narrator.observations.places import stretch
from narrator.observations.speech_words import ASKS, CONTROL, EXPLAINS, FAILURES, IMPERATIVES, NEWS
from narrator.observations.values import Speech, SpeechAct

SPEECH_LIMIT = 6_000
"""Characters of a typed message that are looked at: persons say what they want at the start or at the end."""
SHORT_TEXT = 400
"""Characters of a message whose "instead" or "rather" is about the work going on; long ones are specifications."""
_END = 1_500
"""Characters at the end of a longer message."""


class Sentence(NamedTuple):
    """A sentence of a typed message, and where it stands in its part."""

    start: int
    end: int
    text: str
    """In lower case, fillers at its start taken off, typographic quotes made plain."""


class Words(NamedTuple):
    """A person's own words."""

    sentences: tuple[Sentence, ...]
    length: int
    """Characters of the whole message."""
    first_turn: bool
    """Whether nothing came before: there is nothing to correct yet."""
    pasted: bool
    """Whether it is a pasted log and nothing else."""


_BREAK = re.compile(r"(?<=[.!?…])[\"')\]]*\s+(?=\S)|(?<=[。！？])\s*(?=\S)|\n+")
_FILLERS = re.compile(
    r"(?:(?:ok(?:ay)?|k|so|now(?! (?:the|for|to|on)\b)|also|and|then|but|well|hm+|hey|hi|hello|alright|right|great|cool|nice|"
    r"perfect|good|basically|please|pls|just|yeah|oh|ah|\+|-|\*|\d+[.)])\b[\s,.:;!—–-]*|[+*>-]\s*)*"
)
_FOREIGN_FILLERS = re.compile(rf"(?:{tongues.FILLERS})*")
_LOG = re.compile(
    r"""^\s*(?:
        .{0,40}\berror:\s|at\s.+[:(]\d+|at\s[\w.$<>]+\(|File\s"|Traceback|\d{4}-\d\d-\d\d[T ]|\[\d|\d\d:\d\d:\d\d
        |\w*(?:Error|Exception|Warning)\b.*:|(?:error|warning|fatal|remote|hint|npm\ ERR!|note|info|debug)\b\s*:
        |[$❯➜>\#]\s|[+-]{3}\s|@@|diff\s--git|commit\s[0-9a-f]{7}|Author:|Date:|\||[{}\[\]]|"[\w$-]+"\s*:|</?\w|\S+:\d+:\d+
        |[A-Z][a-z]+ing\s.*\.\.\.$|.*\(SHA:|No\s\w+(?:\s\w+)?\sfound\b|Nothing\sto\s\w+\.?$
        |create\smode|\d+\sfiles?\schanged|To\s\S+\.git|From\shttps?:|\*\s\[|Run\s\S+$|import\s\S+\sfrom|//
        |function\s|const\s|let\s\w+\s=|def\s|class\s
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_PERSONAL = re.compile(r"\b(?:i|i'm|we|you|my|our|can|please|let's)\b|\?")
_PASTED_LINES = 3
"""So many lines of a log make a message a pasted one: the person's own words stand before and after."""
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)

_FAILED = re.compile(rf"\b(?:{FAILURES})\b")
_UNFAILED = re.compile(
    r"\b(?:no|zero|0|without(?: any)?|not any|fix(?:ed|es)?|solved|resolved)(?: more)? (?:the )?(?:\w+ )?"
    r"(?:errors?|failures?|warnings?|issues?|problems?|bugs?|conflicts?|exceptions?)\b|\b0 failed\b"
)
_FOREIGN_FAILED = re.compile(tongues.bounded(tongues.FAILURES))


def tells_failure(text: str) -> bool:
    """Return whether a person's words tell of something that failed or is broken, a pasted log among them."""
    low = text.lower().replace("’", "'")
    return (_FAILED.search(_UNFAILED.sub(" ", low)) or _FOREIGN_FAILED.search(tongues.plain(low))) is not None


def _starts(pattern: str) -> Callable[[Words], Sentence | None]:
    """Hold where the first sentence begins so."""
    begin = re.compile(rf"(?:{pattern})(?!\w)")
    return lambda words: words.sentences[0] if words.sentences and begin.match(words.sentences[0].text) else None


def _any(pattern: str, *, short: bool = False, anchored: bool = False) -> Callable[[Words], Sentence | None]:
    """Hold where some sentence holds the words (at its start, where `anchored`); only in short messages, where `short`."""
    some = re.compile(rf"(?:{pattern})" + (r"(?![\w'])" if anchored else ""))
    find = some.match if anchored else some.search
    return lambda words: None if short and words.length > SHORT_TEXT else next((s for s in words.sentences if find(s.text)), None)


def _whole(pattern: str) -> Callable[[Words], Sentence | None]:
    """Hold where the message is this and nothing else."""
    all_of_it = re.compile(rf"(?:{pattern})[\s.!,:)]*")
    return lambda words: (
        words.sentences[0] if len(words.sentences) == 1 and all_of_it.fullmatch(words.sentences[0].text) else None
    )


def _said(pattern: str, *, short: bool = False) -> Callable[[Words], Sentence | None]:
    """Hold where some sentence holds words of another language."""
    return _any(tongues.bounded(pattern), short=short)


def _said_first(pattern: str) -> Callable[[Words], Sentence | None]:
    """Hold where the first sentence begins with words of another language."""
    begin = re.compile(tongues.bounded(pattern))
    return lambda words: words.sentences[0] if words.sentences and begin.match(words.sentences[0].text) else None


def _said_whole(pattern: str) -> Callable[[Words], Sentence | None]:
    """Hold where the message is words of another language and nothing else."""
    return _whole(rf"(?:{pattern})(?:[\s,，、]+(?:{pattern}|por favor|bitte|please))*[。！，~～]*")


def _ends(pattern: str) -> Callable[[Words], Sentence | None]:
    """Hold where some sentence ends so."""
    end = re.compile(pattern)
    return lambda words: next((s for s in words.sentences if end.search(s.text)), None)


def _later(rule: Callable[[Words], Sentence | None]) -> Callable[[Words], Sentence | None]:
    """Hold only where something came before."""
    return lambda words: None if words.first_turn else rule(words)


def _pasted(words: Words) -> Sentence | None:
    return words.sentences[0] if words.pasted and words.sentences else None


RULES: tuple[tuple[SpeechAct, Callable[[Words], Sentence | None]], ...] = (
    (
        "thanks",
        _whole(
            r"(?:thanks?(?: you)?|thx|ty|cheers|awesome|amazing|excellent|love it|well done|"
            r"good job)(?:[ ,!]+(?:a lot|so much|very much|thanks?|thank you|job|work))*"
        ),
    ),
    (
        "approval",
        _whole(
            r"(?:yes|yep|yup|yeah|y|ok(?:ay)?|k|sure|go(?: ahead| on| for it)?|do (?:it|that|so|both)(?: now| please|"
            r" then)?|proceed|continue|lgtm|sounds good|looks good(?: to me)?|agreed?|correct|exactly|right|approved?|"
            r"confirm(?:ed)?|make it so|ship it|fine|please do|perfect|great|nice|good|keep going|carry on|resume|"
            r"that (?:works|is (?:fine|good|ok)|would be (?:great|nice|good|perfect))|works for me|all good|both|"
            r"[1-9]|[abcd])(?:[ ,.!]+(?:please|do (?:it|that)|go ahead|now|then|thanks?|exactly|sure|ok|both|great|"
            r"perfect|continue|proceed))*"
        ),
    ),
    ("thanks", _said_whole(tongues.THANKS)),
    ("approval", _said_whole(tongues.APPROVAL)),
    ("stop", _later(_said_first(tongues.STOP))),
    (
        "stop",
        _later(
            _starts(
                r"(?:no[, ]+|can you |could you |you (?:can|should) |i (?:need|want) you to )?(?:stop|halt|abort|"
                r"cancel (?:that|this|it|the)|hold on|hold off|quit|pause|enough|cut it)"
            )
        ),
    ),
    (
        "redirect",
        _later(
            _any(
                (
                    r"never ?mind|instead\b|let'?s try (?:something|another|a different)|(?:forget|drop|scrap|"
                    r"ditch) (?:about |that|this|it\b)|change of plan|before (?:we|you) do that|let'?s (?:switch|focus|"
                    r"go back|move on|start over)|rather than|on second thought|different approach|alternatively|i'?d rather|"
                    r"i would rather|not now|don'?t bother"
                ),
                short=True,
            )
        ),
    ),
    ("redirect", _later(_said(tongues.REDIRECT, short=True))),
    ("report", _later(_said_first(tongues.FAILURES))),
    (
        "correction",
        _later(
            _starts(
                r"no|nope|nah|wrong|incorrect|not (?:what|that|like|this|the|quite|really|yet)|that'?s (?:wrong|not|"
                r"incorrect)|this (?:is|isn'?t) (?:wrong|not)|actually|undo|revert|roll ?back|you (?:didn'?t|did not|"
                r"forgot|missed|broke|misunderstood|keep|still|should(?:n'?t| not)? have|were supposed|removed|deleted|"
                r"changed|are (?:wrong|over))|i (?:said|meant|mean|told you|asked (?:you|for)|didn'?t (?:ask|say|want|"
                r"mean))|wait[, ]+(?:we|that|no|you|this)|don'?t|do not"
            )
        ),
    ),
    ("correction", _later(_said_first(tongues.CORRECTION))),
    ("approval", _said_first(rf"(?:{tongues.APPROVAL})(?=[,，.。!！])")),
    (
        "approval",
        _starts(
            r"yes|yep|yup|y(?=[ ,])|sure|go ahead|lgtm|sounds good|looks good|i (?:like|love) (?:it|that|the|this)|agreed|"
            r"exactly|[^?,]{1,40} (?:is|are|looks|sounds) (?:good|fine|ok(?:ay)?|great|perfect)(?: (?:to|with|"
            r"for) me)?[\s.!]*$|let'?s (?:do\w?|go with|implement) (?:it|this|that)|works (?:great|fine|perfectly)"
        ),
    ),
    (
        "question",
        _starts(
            rf"(?:(?:can|could|would|will) you (?:please |also |maybe )?)?(?:{EXPLAINS})|(?:i )?(?:wonder|"
            rf"am wondering|was wondering)"
        ),
    ),
    ("question", _said_first(tongues.QUESTION)),
    ("request", _said_first(tongues.REQUEST)),
    (
        "request",
        _starts(
            rf"(?:now|next|then) (?:the|for|to|on)(?: [\w-]+){{1,3}}\W*$|(?:i think )?(?:you|we) (?:should|need to|must|have to)|"
            rf"you (?:make|do|decide|choose|pick|drive|handle)|what i want|i want|(?:{IMPERATIVES})"
        ),
    ),
    ("request", _starts(rf"/(?!(?:{CONTROL})\b)[a-z][\w:.-]*$")),
    ("request", _starts(rf"/[a-z][\w:.-]* (?:.* )?(?:{IMPERATIVES})\b")),
    (
        "correction",
        _later(
            _any(
                (
                    r"over-?engineering|over-? ?complicat|too (?:much|complicated|complex)\b|to (?:much|big)$|(?:bit|way) too|"
                    r"you (?:didn'?t|forgot|missed|misunderstood|got (?:it|that) wrong)|you didnt|"
                    r"you(?: are|'re) (?:just |still |again )*(?:repeating|ignoring|missing|breaking|making the same)|"
                    r"that'?s not (?:what|right|"
                    r"correct|how)|misleading|shouldn'?t we|remove (?:this|that|it) again|"
                    r"that'?s wrong|(?:is|are) (?:wrong|incorrect|not accurate|outdated)\b|i mean(?:t)?\b"
                ),
                short=True,
            )
        ),
    ),
    ("report", _pasted),
    (
        "request",
        _any(
            r"(?<!what )(?<!how )(?<!which )\b(?:can|could|would|will) (?:you|u) (?!think|explain|see\b.*\?|tell|"
            r"remember|say\b)|\bplease\b|\bi(?:'d| would)? (?:want|need|like) (?:you )?to\b|\bi want (?:us|you)\b|"
            r"\b(?:can|could) we (?:also |just |please )?(?:add|remove|make|change|document|move|update|configure|use|"
            r"get|have|put|rename|do this|store|kill|automatically)|\byou can also\b|\byou should\b|"
            r"\bwould be great\b|\bmake sure\b|\bfeel free\b|\blet me know\b|do you want to\b.*\bfor me|"
            r"\bdo you mind\b"
        ),
    ),
    ("request", _any(rf"^(?:this|that|it) (?:looks|sounds|is|seems) [\w ]+, (?:and |so )?(?:{IMPERATIVES})\b")),
    ("request", _any(rf"[,.] (?:so |now |then |just )+(?:{IMPERATIVES})\b")),
    ("request", _ends(tongues.REQUEST_END)),
    ("question", _ends(tongues.ASKING_END)),
    (
        "question",
        _any(
            r"\?[\s)\"']*$|\bright$|\b(?:what|how) (?:would|should|could|do|did|can|are|is|does) (?:you|u|we|i|"
            r"the|it|that)\b|\bdid (?:u|you)\b|\bwill it\b|\bhow so\b|\bis it (?:possible|ok)\b"
        ),
    ),
    ("question", _any(rf"(?:{ASKS}|wait (?:why|what|how)|do you|what'?s|how'?s|why'?s|who'?s|thoughts)", anchored=True)),
    ("question", _any(rf"(?:(?:can|could|would|will) you (?:please |also |maybe )?)?(?:{EXPLAINS})", anchored=True)),
    ("request", _any(rf"(?:{IMPERATIVES})", anchored=True)),
    (
        "request",
        _any(
            r"\b(?:we|you|it|this|that|there|they|i) (?:should|need(?:s)? to|must|have to|has to)\b|\b(?:maybe|"
            r"perhaps) we (?:can|could|should)\b|\bneeds? to be\b|\b(?:must|has to|have to) (?:also |always |only |"
            r"not )?(?:be|have|contain|include|use|support|work|show)\b|\bshould (?:also |always |only )?(?:be|appear|keep|"
            r"show|use|align|clear)\b|\bi(?:'d| would) (?:like|love|prefer)\b|\blet'?s\b|\bi want\b|"
            r"\bfollowing plan\b|\b(?:it'?s|is) better\b"
        ),
    ),
    ("question", _any(r"\bhow (?:does|do|did|are|is|can) \w+")),
    ("report", _any(NEWS)),
    ("report", _said(rf"{tongues.FAILURES}|{tongues.SUCCESSES}")),
)
"""Act and rule, in order."""


def speech(message: Message, session: str) -> Speech | None:
    """Return what a person does by a message that a person typed; None for others' messages and for those without typed words."""
    if message.role != "user" or message.by != "person" or message.kind not in ("prompt", "command"):
        return None
    typed = next(((i, p.text) for i, p in enumerate(message.parts) if _is_typed(p.kind, p.by, p.flags) and p.text.strip()), None)
    if typed is None:
        return None
    number, text = typed
    words = _words(text, first_turn=message.index == 0)
    act, sentence = _decide(words)
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    shown = (sentence.start, sentence.end) if sentence else (start, end)
    return Speech(message.index, act, stretch(session, message, number, *shown), stretch(session, message, number, start, end))


def own_sentences(text: str, *, first_turn: bool) -> tuple[Sentence, ...]:
    """Return the sentences of a person's own words in a typed text, in order: logs and code left out, long texts cut short."""
    return _words(text, first_turn=first_turn).sentences


def act_of(sentence: Sentence) -> SpeechAct:
    """Return what one sentence does by itself, as if nothing had been said before it."""
    return _decide(Words((sentence,), len(sentence.text), first_turn=True, pasted=False))[0]


def as_task(found: Speech, text: str) -> Speech:
    """Return the first speech of a session, a long one that asks nothing outright as the request that it is: a task, told."""
    asked = found.span.end is not None and text[found.span.end - 1 : found.span.end] in "?？"
    told = found.act in ("report", "other") or (found.act == "question" and not asked)
    return replace(found, act="request", span=found.text_span) if told and len(text) >= SHORT_TEXT else found


def _is_typed(kind: str, by: str, flags: tuple[str, ...]) -> bool:
    return kind == "text" and by == "person" and not {"synthetic", "ignored"} & set(flags)


def _decide(words: Words) -> tuple[SpeechAct, Sentence | None]:
    for act, rule in RULES:
        sentence = rule(words)
        if sentence is not None:
            return act, sentence
    return "other", words.sentences[0] if words.sentences else None


def _words(text: str, *, first_turn: bool) -> Words:
    """Return a person's own words: the start and the end of the message, logs and code left out."""
    every = list(_sentences(text))
    logged = [bool(_LOG.match(text[s.start : s.end])) for s in every]
    own = [s for s, log in zip(every, logged, strict=True) if not log]
    if sum(logged) >= _PASTED_LINES:
        first = logged.index(True)
        kept = (i == 0 or ((i < first or i >= len(every) - 3) and _is_own(text, s)) for i, s in enumerate(every))
        own = [s for s, log, keep in zip(every, logged, kept, strict=True) if keep and not log]
    return Words(tuple(own or every[:1]), len(text.strip()), first_turn, pasted=not own)


def _is_own(text: str, sentence: Sentence) -> bool:
    """Return whether a sentence beside a pasted log is the person's: people ask, say "I" and "you", leave capitals out."""
    return text[sentence.start].islower() or _PERSONAL.search(sentence.text) is not None


def _sentences(text: str) -> Iterator[Sentence]:
    looked_at = text if len(text) <= SPEECH_LIMIT else text[: SPEECH_LIMIT - _END]
    yield from _cut(text, 0, len(looked_at))
    if len(looked_at) < len(text):
        yield from _cut(text, text.rfind("\n", 0, len(text) - _END) + 1 or len(text) - _END, len(text))


def _cut(text: str, start: int, end: int) -> Iterator[Sentence]:
    fenced = [m.span() for m in _FENCE.finditer(text, start, end)]
    position = start
    for match in (*_BREAK.finditer(text, start, end), None):
        stop = match.start() if match else end
        piece = text[position:stop]
        bare = piece.strip()
        if bare and not any(a <= position < b for a, b in fenced):
            at = position + piece.index(bare)
            yield Sentence(at, at + len(bare), _plain(bare))
        position = match.end() if match else end


def _plain(sentence: str) -> str:
    low = sentence.lower().replace("’", "'").replace("“", '"').replace("”", '"')
    rest = low[_end(_FILLERS, low) :] or low
    bare = tongues.plain(rest)
    return bare[_end(_FOREIGN_FILLERS, bare) :] or bare


def _end(fillers: re.Pattern[str], text: str) -> int:
    match = fillers.match(text)
    return match.end() if match else 0
