"""Who is told to have done something without a name in code: "in nine messages the user made nine calls", "it asked the user"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.checking.actors import AUTHORS, SUBJECT, Cast
from narrator.checking.ascriptions import DEPENDS
from narrator.checking.case import Case, Pool, verdict
from narrator.checking.countables import is_interrupted
from narrator.checking.document import Sentence, masked
from narrator.checking.hedges import HEDGE
from narrator.checking.results import CheckResult, Verdict
from narrator.model import Message

NAME = "actors"
MOST = 2000
"""Messages in which somebody's doing is looked for."""

_CALLS = (
    r"waited|made \w+ (?:other )?calls?|wanted to|tried to"
    r"|ran|edited|read|wrote|searched|listed|fetched|created|committed|updated|deleted|removed|installed|pushed|kept a list"
    r"|called|used"
)
_OTHERS = (
    r"typed|asked|said|told|answered|replied|wrote|stopped|interrupted|refused|sent|approved|tells|speaks|answers|asks|spoke"
    r"|thanked|praised|complained|agreed|apologized|insisted|demanded|requested"
    r"|reported|noted|explained|decided|ordered|went on|worked|found|named|thought"
)
_ADVERBS = r"(?:then|also|again|first|had|has|only|just|never|not)"
_DOES = re.compile(rf"{SUBJECT}(?:\s+{_ADVERBS})*\s+(?:(?P<calls>{_CALLS})|(?P<other>{_OTHERS}))\b", re.IGNORECASE)
_NEVER = re.compile(r"\b(?:never|not)\b", re.IGNORECASE)
_FROM_ON = re.compile(r"\b[Ff]rom message [0-9]+ on\s+$")
_REFUSED = re.compile(
    r"\bthe (?:assistant|harness|model) (?:had )?(?:refused|did not let|did not allow|rejected|declined)\b", re.IGNORECASE
)
_ITSELF = re.compile(
    r"\b(?P<one>user|assistant)(?:['’]s (?:\w+ )?words? to"
    r"| (?:(?:had|has|then|also) )*(?:told|tells|reported to|reports to|asked|asks|answered|answers|stopped)) "
    r"the (?P<two>user|assistant)\b",
    re.IGNORECASE,
)
_BEFORE_ITSELF = re.compile(
    r"\bthe (?P<one>user|assistant) spoke again (?:before|after) the (?P<two>user|assistant) had"
    r"|\b(?:before|after) the (?P<three>user|assistant) had (?:done or )?said anything, the (?P<four>user|assistant) spoke",
    re.IGNORECASE,
)
_LAST_WORDS = re.compile(r"\b(?P<owner>its|their|his|her) (?:\w+ )?words? to the (?P<two>user|assistant)\b", re.IGNORECASE)
_PRONOUNS = ("it", "they", "he", "she", "we", "i")


def check_actors(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each deed told of the user or the assistant, by whose words and calls the cited messages hold."""
    cast = Cast(case)
    for sentence in case.document.sentences:
        if sentence.block.kind not in ("paragraph", "item"):
            continue
        prose = masked(sentence.text, (*((q.start, q.end) for q in sentence.quotations), *sentence.codes))
        yield from _to_itself(cast, sentence, prose)
        for match in _DOES.finditer(prose):
            depends = DEPENDS.search(prose, max(0, match.start() - 12), match.start("actor"))
            from_on = _FROM_ON.search(prose, max(0, match.start() - 40), match.start("actor"))
            if (depends and not from_on) or _NEVER.search(match[0]):
                continue
            found = _judge(cast, sentence, match)
            if found is not None:
                word, text = found
                yield verdict(word, NAME, text, sentence, match.span())


def _to_itself(cast: Cast, sentence: Sentence, prose: str) -> Iterator[CheckResult]:
    """Yield a fault where somebody is told to have spoken to himself."""
    for match in _ITSELF.finditer(prose):
        if match["one"].lower() == match["two"].lower():
            yield verdict("wrong", NAME, "nobody reports to himself", sentence, match.span())
    for match in _REFUSED.finditer(prose):
        pool = cast.case.behind(sentence, match.end())
        found = [m for i in pool.indices[:MOST] if (m := cast.case.transcript.message(i)) is not None]
        if len(found) == 1 and any(part.status == "refused" for part in found[0].parts):
            yield verdict("wrong" if pool.binds else "unknown", NAME, "the user refused it", sentence, match.span())
    for match in _BEFORE_ITSELF.finditer(prose):
        pair = {(match[key] or "").lower() for key in ("one", "two", "three", "four")} - {""}
        if len(pair) == 1:
            yield verdict("wrong", NAME, "nobody speaks before himself", sentence, match.span())
    for match in _LAST_WORDS.finditer(prose):
        who = cast.who(sentence, match["owner"], match.start("owner"))
        if who:
            itself = who == match["two"].lower()
            yield verdict("wrong" if itself else "right", NAME, f"words of the {who}'s", sentence, match.span())


def _judge(cast: Cast, sentence: Sentence, match: re.Match[str]) -> tuple[Verdict, str] | None:
    who = cast.who(sentence, match["actor"], match.start("actor"))
    if who not in ("user", "assistant") or match["actor"].lower() in _PRONOUNS:
        return None
    pool = cast.case.behind(sentence, match.end())
    messages = [m for i in pool.indices[:MOST] if (m := cast.case.transcript.message(i)) is not None]
    if not messages or len(pool.indices) > MOST:
        return None
    if match["calls"] is not None and any(part.kind == "call" for m in messages for part in m.parts):
        mine = any(part.kind == "call" and part.by in AUTHORS[who] for m in messages for part in m.parts)
        mine = mine or (who == "user" and any(m.by == "person" for m in messages if any(p.kind == "call" for p in m.parts)))
        return _said(pool, who, so=mine)
    so = any(may_act(message, who) for message in messages)
    return None if not so and HEDGE.search(sentence.text) is not None else _said(pool, who, so=so)


def _said(pool: Pool, who: str, *, so: bool) -> tuple[Verdict, str]:
    if so:
        return "right", f"what is cited holds something of the {who}'s"
    return ("wrong" if pool.binds and pool.whole else "unknown"), f"nothing in what is cited is the {who}'s doing"


def may_act(message: Message, who: str) -> bool:
    """Return whether a message holds something that the user or the assistant did: words or calls, or a stop or a refusal."""
    if who == "user":
        stopped = is_interrupted(message) or any(part.status in ("refused", "cancelled") for part in message.parts)
        return stopped or message.by == "person" or any(part.by == "person" for part in message.parts)
    return message.by in AUTHORS[who] or any(part.by in AUTHORS[who] for part in message.parts)
