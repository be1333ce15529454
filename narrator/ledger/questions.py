"""What the person asked and the words that answered; what the model asked the person and what they said to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from narrator.evidence import Fact, fact
from narrator.ledger.exchanges import closing
from narrator.ledger.questions_put import find_put
from narrator.ledger.questions_words import content_words, sentences_of
from narrator.ledger.whole import Whole
from narrator.model import Span
from narrator.observations.speech_act import Sentence, act_of, own_sentences
from narrator.observations.speech_tongues import QUESTION, bounded
from narrator.observations.speech_words import EXPLAINS
from narrator.phases.exchanges import Exchange, read_exchanges
from narrator.silence.losses import may_lack

OPENING = 240
"""Code points of an answer that are quoted, in whole sentences."""
SHARED = 2
"""Telling words that a passage must have in common with a question to be its answer, where it isn't all that was asked."""
LONG, TASK = 1_500, 600
"""Code points of own words, and of a request, beyond which it is a text handed over, or a task: not every "?" asks the model."""
FEWEST = 3
"""Words of a question that is told beside others."""
LATE = 400
"""Code points behind an announcement from which on what follows is no longer the answer's opening."""
WORDY = 8
"""Words from which a line in bold, or one that announces what follows, says something itself."""
HOPS = 3
"""Exchanges in which the answer to a question is looked for."""
MOST = 6
"""Questions of one message that are told."""

_ASKS = re.compile(r"[?？][\s)\"'”*_]*$")
_ASKS_SO = re.compile(
    rf"(?:what|why|how|when|where|which|who|can|could|should|is|are|was|were|do|does|did|will|would|has|have|{EXPLAINS})\b|"
    rf"(?=.* right\W*$)|{bounded(QUESTION)}"
)
"""How a question without its mark begins, or ends."""
_AHEAD = re.compile(
    r"(?i)(?:great|good|excellent|fair|interesting) (?:question|point|catch|idea)|"
    r"(?:you'?re|you are) (?:absolutely |completely )?right|"
    r"(?:(?:first|now|next|then|ok(?:ay)?|so|good|great|perfect|alright)\W+)*(?:let me|let's|i'?ll|i will|"
    r"i'?m going to|i need to)\b|"
    r"i see\b|got it|understood\b|looking at|now i\b"
)
"""How a sentence begins that is a courtesy, or tells what comes next, and answers nothing."""
_DECIDES = re.compile(
    r"(?i)\W*(?:yes|no|yep|nope|correct|exactly|right|sí|não|sim|ja|nein|oui|non)(?![^\W_])|\W*(?:是的|对|不是|没有)"
)
"""How an answer begins that is one whatever else was done."""
_HEADING = re.compile(r"\s*#+ .*|\s*\*\*[^*]+\*\*:?\s*")
_GOES_ON = re.compile(r"(?i)\W*(?:continue|go on|resume|keep going|sorry|also|i mean|continúa|sigue|weiter|continue|继续|接着)")


def find_questions(whole: Whole) -> Iterator[Fact]:
    """Yield `question.answered` with the words that answer, `question.unanswered` or `question.unknown` for each of a person's.

    Then `put.answered`, `put.unanswered` and `put.unknown` for each that the model put to the person. In order of messages.
    """
    exchanges = read_exchanges(whole.analysis.signals)
    asked = (found for number in range(len(exchanges)) for found in _asked(whole, exchanges, number))
    yield from sorted(chain(asked, find_put(whole, exchanges)), key=lambda f: f.at)


def _asked(whole: Whole, exchanges: tuple[Exchange, ...], number: int) -> Iterator[Fact]:
    exchange = exchanges[number]
    speech = whole.analysis.signals.speeches.get(exchange.said)
    if speech is None or speech.text_span.part is None:
        return
    part = speech.text_span.part
    told = own_sentences(whole.messages[exchange.said].parts[part].text, first_turn=speech.message == 0)
    asking = [s for s in told if _is_question(s)]
    if not asking and speech.act == "question":
        asking = [s for s in told if s.start == speech.span.start and _ASKS_SO.match(s.text)]
    length = (speech.text_span.end or 0) - speech.text_span.start
    if sum(s.end - s.start for s in told) > LONG or (speech.act == "request" and length > TASK):
        return
    queued = exchange.first - 1 in whole.analysis.signals.acts
    alone = len(asking) == 1 and speech.act == "question" and not queued
    for sentence in asking[:MOST] if len(told) == 1 else [s for s in asking if _says_enough(s)][:MOST]:
        span = speech.text_span.model_copy(update={"start": sentence.start, "end": sentence.end})
        yield _answered(whole, exchanges, number, span, alone=alone)


def _is_question(sentence: Sentence) -> bool:
    return _ASKS.search(sentence.text) is not None and act_of(sentence) == "question"


def _says_enough(sentence: Sentence) -> bool:
    return len(sentence.text.split()) >= FEWEST or not sentence.text.isascii()


def _answered(whole: Whole, exchanges: tuple[Exchange, ...], number: int, question: Span, *, alone: bool) -> Fact:
    said, (end, same) = exchanges[number].said, _end(whole, exchanges, number)
    told = [p for p in range(said + 1, end) if _is_told(whole, p)]
    if not told:
        if end == len(whole.messages) or may_lack(whole.analysis.transcript, said, end):
            return fact("question.unknown", (question,), question.message, words=question)
        after = whole.span(end)
        return fact("question.unanswered", (question, after), question.message, words=question, until=after.message)
    position = closing(whole, said, end)
    answer = None if position is None else find_passage(whole, position, question)
    opening = _opening(whole, position) if alone and same and position is not None else None
    if opening is not None and (_DECIDES.match(whole.words_of(opening)) or not _changes(whole, said, end)):
        answer = opening
    answer = answer or next((a for p in told if p != position and (a := find_passage(whole, p, question)) is not None), None)
    if answer is None:
        return fact("question.unknown", (question,), question.message, words=question)
    return fact("question.answered", (question, answer), question.message, words=question, answer=answer)


def _changes(whole: Whole, start: int, end: int) -> bool:
    """Whether something was changed: then the report is of that, and need not answer."""
    return any(act.changes for _, act, _ in whole.calls(start, end))


def _end(whole: Whole, exchanges: tuple[Exchange, ...], number: int) -> tuple[int, bool]:
    """Return where the answer must have come, and whether that is the question's own exchange.

    An exchange that got no closing words goes on into the next one, where that only says to go on, or speaks of the same.
    """
    asked = content_words(exchanges[number].words)
    for at, exchange in enumerate(exchanges[number : number + HOPS]):
        later = exchanges[number + at + 1 : number + at + 2]
        if not later or _speaks(whole, exchanges[number].said, exchange.end):
            return exchange.end, at == 0
        speech = whole.analysis.signals.speeches.get(later[0].said)
        goes_on = speech is None or speech.act in ("approval", "thanks") or _GOES_ON.match(later[0].words)
        if not goes_on and not asked & content_words(later[0].words):
            return exchange.end, at == 0
    return exchanges[min(number + HOPS, len(exchanges)) - 1].end, False


def _speaks(whole: Whole, start: int, end: int) -> bool:
    return any(_is_told(whole, p) for p in range(start + 1, end))


def _is_told(whole: Whole, position: int) -> bool:
    """Whether a message holds words of the model's that a person saw."""
    signals = whole.analysis.signals
    return position in signals.spoken and position not in signals.summaries and whole.messages[position].by == "model"


def _opening(whole: Whole, position: int) -> Span | None:
    """Return the first sentences of a reply that say something; the announcement before them where they come late."""
    for number, told in _told(whole, position):
        said = [s for s in told if _says(whole, position, number, s)] or list(told)
        if said:
            early = [s for s in told if s[0] < said[0][0] - LATE and _says(whole, position, number, s, announces=True)]
            return _from(whole, position, number, [s for s in told if s[0] >= (early or said)[0][0]])
    return None


def find_passage(whole: Whole, position: int, question: Span) -> Span | None:
    """Return the sentences of a reply that share most telling words with a question; None where too few do."""
    asked = whole.words_of(question)
    wanted = content_words(asked)
    best: tuple[int, Span] | None = None
    for number, told in _told(whole, position):
        text = whole.messages[position].parts[number].text
        for at, sentence in enumerate(told):
            shared = len(wanted & content_words(text[sentence[0] : sentence[1]]))
            better = shared >= SHARED and shared > (best[0] if best else 0)
            if better and not _echoes(text[sentence[0] : sentence[1]], asked) and _says(whole, position, number, sentence):
                best = shared, _from(whole, position, number, told[at:])
    return best[1] if best else None


def _echoes(words: str, asked: str) -> bool:
    """Whether a sentence says only what was asked, again."""
    return words.strip(" *_`.!?:").lower() == asked.strip(" *_`.!?:-").lower()


def _says(whole: Whole, position: int, number: int, sentence: tuple[int, int], *, announces: bool = False) -> bool:
    """Whether a sentence tells something: no heading, no courtesy, no announcement (but where asked for), no question back."""
    text = whole.messages[position].parts[number].text
    line = text[text.rfind("\n", 0, sentence[0]) + 1 : sentence[1]]
    words = text[sentence[0] : sentence[1]].strip(" *_`")
    brief = len(words.split()) < WORDY
    heads = _HEADING.fullmatch(line) is not None and (brief or line.lstrip().startswith("#"))
    ends = ("?", "？", ":", "：") if brief and not announces else ("?", "？")
    return not heads and words[-1:] not in ends and not _AHEAD.match(words)


def _told(whole: Whole, position: int) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    for number, part in enumerate(whole.messages[position].parts):
        if part.kind == "text" and "synthetic" not in part.flags:
            yield number, sentences_of(part.text)


def _from(whole: Whole, position: int, number: int, told: Sequence[tuple[int, int]]) -> Span:
    """Return the span of the first of some sentences and of those right behind it, up to `OPENING` code points."""
    start, end = told[0]
    text = whole.messages[position].parts[number].text
    for begins, ends in told[1:]:
        if ends - start > OPENING or "\n\n" in text[end:begins] or text[ends - 1] in "?？":
            break
        end = ends
    return whole.span(position).model_copy(update={"part": number, "start": start, "end": end})
