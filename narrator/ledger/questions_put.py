"""What the model asked the person, by a tool or at the end of its words, and what they said to it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from narrator.evidence import Fact, fact
from narrator.ledger.exchanges import closing
from narrator.ledger.questions_words import content_words, sentences_of
from narrator.ledger.whole import Whole
from narrator.model import Message, Part, Span
from narrator.observations import Outcome
from narrator.phases.exchanges import Exchange

LAST = 3
"""Sentences at the end of a reply among which a question to the person stands."""
CONTEXT = 1_200
"""Code points at the end of a reply that tell what its question is about."""
SHARED = 2

_ASKS = re.compile(r"[?？][\s)\"'”*_]*$")
_CONTROL = re.compile(r"\s*(?:[/!]|(?:exit|quit|bye)\s*$)")
_SAYS = re.compile(
    r"(?i)\W*(?:(?:so|well|oh|hm+|actually)\W+)*(?:sure|both|neither|either|all of|none|option|"
    r"the (?:first|second|third|former|latter)|go (?:ahead|with|for)|do (?:it|that)|agreed?|let'?s|i (?:agree|prefer|like)|"
    r"vale|claro|gerne|genau|(?:la |el |die |das )?(?:primera?|segund[ao]|erste|zweite))(?![^\W_])|\W*(?:好|行|可以|都|第|用|选)"
)
"""How an answer to any question begins."""
_DECIDES = re.compile(
    r"(?i)\W*(?:(?:ok(?:ay)?|so|well|oh|hm+|actually)\W+)*(?:yes|yeah|yep|yup|y|no|nope|nah|n|correct|not yet|"
    r"s[ií]|não|nao|sim|ja|nein|doch|oui|non)(?![^\W_])|\W*(?:是|对|不|没|嗯|要)"
)
"""How an answer begins to a question that can be answered with yes or no."""
_WHICH = re.compile(
    r"(?i)\W*(?:what|which|where|how|when|who|why|qué|cuál|cómo|dónde|was|welche|wie|wo|qual|quais|什么|哪|怎么)(?![^\W_])"
)
_OK = re.compile(r"(?i)\W*ok(?:ay)?(?![^\W_])")
_ASSENTS = re.compile(r"(?i)\b(?:yes|yep|sure|do it|go ahead|please do)\b")
_AT_LARGE = re.compile(r"(?i)\b(?:next|(?:any|some)thing else|what (?:would|do|should)|algo más|noch etwas|mais alguma)\b")
"""What asks for anything: whatever is said then may be the answer."""
ASIDE_OF = ("question", "request", "report", "redirect")
"""What a person says instead of an answer."""
SHORT = 200
"""Code points of an answer that is known by its words: longer ones hold words of anything."""


def find_put(whole: Whole, exchanges: tuple[Exchange, ...]) -> Iterator[Fact]:
    """Yield `put.answered`, `put.unanswered` or `put.unknown` for each question to the person; those left at the end are open."""
    yield from _by_tool(whole)
    for number, exchange in enumerate(exchanges):
        question = last_question(whole, exchange)
        if question is not None:
            found = _by_words(whole, (exchanges[n] for n in range(number + 1, len(exchanges))), question)
            if found is not None:
                yield found


def find_open_question(whole: Whole, exchanges: tuple[Exchange, ...]) -> Iterator[Fact]:
    """Yield `open.question` where the session ends with a question to the person."""
    spoke = [e for e in exchanges if not _is_aside(whole, e)]
    question = last_question(whole, spoke[-1]) if spoke else None
    if question is not None:
        yield fact("open.question", (question,), question.message, words=question)


def last_question(whole: Whole, exchange: Exchange) -> Span | None:
    """Return the question with which the model closes an exchange: the last of its last sentences."""
    position = closing(whole, exchange.said, exchange.end)
    if position is None:
        return None
    message = whole.messages[position]
    number = max(n for n, p in enumerate(message.parts) if p.kind == "text" and p.text.strip())
    told = sentences_of(message.parts[number].text)[-LAST:]
    asked = next((s for s in reversed(told) if _ASKS.search(message.parts[number].text[s[0] : s[1]])), None)
    if asked is None:
        return None
    return whole.span(position).model_copy(update={"part": number, "start": asked[0], "end": asked[1]})


def _by_words(whole: Whole, later: Iterable[Exchange], question: Span) -> Fact | None:
    following = next((e for e in later if not _is_aside(whole, e)), None)
    speech = whole.analysis.signals.speeches.get(following.said) if following else None
    if following is None or speech is None:
        return None
    said = whole.words_of(speech.text_span)
    asked = whole.words_of(question)
    text = _part(whole, question).text
    about = content_words(text[max(0, (question.end or 0) - CONTEXT) : question.end])
    spans, words = (question, speech.text_span), {"words": question}
    if _answers(asked, said, speech.act):
        return fact("put.answered", spans, question.message, **words, answer=speech.text_span)
    if speech.act in ASIDE_OF and not _AT_LARGE.search(asked) and not about & content_words(said) and not _ASSENTS.search(said):
        return fact("put.unanswered", spans, question.message, **words, instead=speech.text_span)
    return fact("put.unknown", spans, question.message, **words)


def _answers(asked: str, said: str, act: str) -> bool:
    """Whether words answer a question: by how they begin, or short ones by taking up the question's."""
    picks = (
        len(said) <= SHORT and act not in ("request", "question") and len(content_words(asked) & content_words(said)) >= SHARED
    )
    decides = _DECIDES.match(said) is not None and not _WHICH.match(asked)
    assents = act in ("approval", "request") and _OK.match(said) is not None
    return act == "approval" or _SAYS.match(said) is not None or decides or assents or picks


def _part(whole: Whole, span: Span) -> Part:
    return whole.messages[whole.position(span.message)].parts[span.part or 0]


def _is_aside(whole: Whole, exchange: Exchange) -> bool:
    return exchange.said not in whole.analysis.signals.speeches or _CONTROL.match(exchange.words) is not None


def _by_tool(whole: Whole) -> Iterator[Fact]:
    for position, act, ended in whole.calls():
        if act.kind == "ask":
            message = whole.messages[position]
            asked = tuple(_asked(message, act.part, act.span))
            for question in asked:
                answer = _answer(whole, message, question, ended, alone=len(asked) == 1)
                if answer is not None:
                    yield fact("put.answered", (question, answer), message.index, words=question, answer=answer)
                elif ended is not None and ended.status in ("refused", "cancelled"):
                    yield fact("put.unanswered", (question, ended.span), message.index, words=question)
                else:
                    yield fact("put.unknown", (question,), message.index, words=question)


def _asked(message: Message, number: int, span: Span) -> Iterator[Span]:
    """Yield where the questions of a call stand in its arguments."""
    for name, text in message.parts[number].args:
        if name in ("question", "prompt", "message") and text.strip():
            yield span.model_copy(update={"arg": name})
        elif name == "questions":
            for question in _listed(text):
                at = text.find(question)
                if at >= 0:
                    yield span.model_copy(update={"arg": name, "start": at, "end": at + len(question)})


def _listed(text: str) -> Iterator[str]:
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError):
        return
    for row in rows if isinstance(rows, list) else ():
        question = row.get("question") if isinstance(row, dict) else row
        if isinstance(question, str) and question:
            yield json.dumps(question, ensure_ascii=False)[1:-1]


def _answer(whole: Whole, message: Message, question: Span, ended: Outcome | None, *, alone: bool) -> Span | None:
    """Return where the answer to a question stands in the call's result: beside its words, else all of it where it was alone."""
    if ended is None or ended.status != "ok" or message.parts[ended.part].kind != "result":
        return None
    text = message.parts[ended.part].text
    where = whole.span(whole.position(message.index)).model_copy(update={"part": ended.part})
    named = re.search(re.escape(whole.words_of(question)) + r'"\s*[=:]\s*"([^"\n]{1,2000})"', text[:50_000])
    if named is not None:
        return where.model_copy(update={"start": named.start(1), "end": named.end(1)})
    return where if alone and text.strip() else None
