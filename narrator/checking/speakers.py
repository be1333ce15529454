"""Words that a sentence puts into somebody's mouth ("The user said: “…”") are that one's, and nobody else's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from narrator.checking.case import Case, verdict
from narrator.checking.document import Quotation, Sentence, masked
from narrator.checking.results import CheckResult, Verdict
from narrator.checking.wording import occurs, pieces, readings
from narrator.model import Author, Part
from narrator.redaction import redact
from narrator.references import cite

NAME = "speakers"

AUTHORS: dict[str, tuple[Author, ...]] = {
    "user": ("person",),
    "assistant": ("model", "sub-agent"),
    "harness": ("harness", "hook"),
    "tool": ("tool",),
}
"""Who writes the parts that a speaker's words stand in."""

_SAYING = (
    "said|says|say|wrote|writes|written|asked|asks|admitted|admits|noted|notes|reported|reports|answered|answers|told|tells|typed|types"
    "|added|adds|thought|thinks|replied|replies|granted|objected|insisted|demanded|ordered|explained|explains|stated|states"
    "|concluded|concludes|confirmed|confirms|remarked|declared|warned|promised|claimed|claims|called"
)
_ACTOR = r"\b(?:the|an?) (?P<who>user|assistant|harness|tool)"
_SAYS = rf"(?: (?:had|has|then|also|later|itself|first|again|only|\w+ly))* (?P<verb>{_SAYING})\b"
_SPEAKS = re.compile(_ACTOR + _SAYS, re.IGNORECASE)
_TURNS = (
    "what|which|who|whom|whose|whether|how|why|after|before|as|when|while|because|by|from|like|named|not|but|until|than|if|where"
    "|said|says|wrote|had|has|was|were|is|are"
)
_LEADS = re.compile(
    rf"(?:\s+(?:the|an?) (?:user|assistant|harness|tool)\b)?(?:[\s,]+(?!(?:{_TURNS})\b)[\w’'-]+){{0,6}}[\s,:(–—-]*", re.IGNORECASE
)
"""What may stand between a word of saying and the words said."""
_GOES_ON = re.compile(r"[\s,;]*(?:and|or)?[\s,:]*", re.IGNORECASE)
_TRAILS = re.compile(rf"[\s,]{{1,4}}{_ACTOR}{_SAYS}[\s.,;)]*$", re.IGNORECASE)
_ASKED = re.compile(r"question|ask|input|approv|permission", re.IGNORECASE)
"""Tools whose results hold a person's answer."""


def check_speakers(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each quotation that a sentence ascribes to the user, the assistant, the harness or a tool."""
    for sentence in case.document.sentences:
        for quotation, who in _ascribed(sentence):
            found = _judge(case, sentence, quotation, who)
            if found is not None:
                word, text = found
                yield verdict(word, NAME, text, sentence, (quotation.start, quotation.end))


def _ascribed(sentence: Sentence) -> Iterator[tuple[Quotation, str]]:
    """Yield each quotation that is somebody's words, and whose."""
    if sentence.block.kind not in ("paragraph", "item") or not sentence.quotations:
        return
    marks = ((c.start, c.end) for c in (*sentence.citations, *sentence.mentions))
    prose = masked(sentence.text, (*marks, *((n.start, n.end) for n in sentence.notes)))
    before, who, last = 0, "", len(sentence.quotations) - 1
    for number, quotation in enumerate(sentence.quotations):
        lead = prose[before : quotation.start]
        if not (who and _GOES_ON.fullmatch(lead)):
            who = _leading(lead[-200:]) or (_trailing(prose[quotation.end :]) if number == last else "")
        before = quotation.end
        if who:
            yield quotation, who


def _leading(lead: str) -> str:
    """Return whose words a sentence opens with the words before them, "" where it says so of nobody."""
    said = [match for match in _SPEAKS.finditer(lead) if _LEADS.fullmatch(lead, match.end())]
    return said[-1]["who"].lower() if said else ""


def _trailing(rest: str) -> str:
    match = _TRAILS.match(rest)
    return match["who"].lower() if match else ""


def _judge(case: Case, sentence: Sentence, quotation: Quotation, who: str) -> tuple[Verdict, str] | None:
    """Judge by the messages cited; None where nobody in them says the words, which is for another check to say."""
    wanted = tuple(reading for text in (quotation.text, quotation.text.rstrip(" .,")) if (reading := pieces(redact(text))))
    pool = case.pool(sentence, wide=True)
    spoken = [(i, part) for i in pool.indices for part in _saying(case, i, wanted)]
    own = next((i for i, part in spoken if part.by in AUTHORS[who]), None)
    if own is not None:
        return "right", f"the {who}'s words in {cite(own)}"
    if not spoken:
        return None
    index, part = spoken[0]
    unsure = not pool.binds or not pool.whole or any(_is_answer(part) for _, part in spoken)
    return "unknown" if unsure else "wrong", f"the words in {cite(index)} aren't the {who}'s but of the {_NAMES[part.by]}"


_NAMES: dict[Author, str] = {
    "person": "user",
    "model": "assistant",
    "sub-agent": "sub-agent",
    "harness": "harness",
    "hook": "harness",
    "tool": "tool",
}


def _is_answer(part: Part) -> bool:
    return part.kind == "result" and _ASKED.search(part.name or "") is not None


def _saying(case: Case, index: int, wanted: Iterable[tuple[str, ...]]) -> Iterator[Part]:
    """Yield the parts of a message in which one of the readings stands."""
    message = case.transcript.message(index)
    for part in () if message is None else message.parts:
        texts = (part.text, *(text for _, text in part.args))
        forms = tuple(form for text in texts if text for form in readings(redact(text)))
        if any(occurs(reading, form) for reading in wanted for form in forms):
            yield part
