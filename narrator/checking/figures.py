"""Every figure in a sentence is in a message that is cited for it, or in a footnote of the sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from narrator.checking.case import Case, Pool, verdict
from narrator.checking.document import Sentence
from narrator.checking.holdings import held, is_close, spans
from narrator.checking.noted import SHORT, Agreement, Noted
from narrator.checking.quantities import Figure, figures, words_before
from narrator.checking.results import CheckResult, Verdict
from narrator.checking.shifts import check_shifts
from narrator.checking.tallies import counted_in, sums_up, tallied
from narrator.references import Citation, cite

NAME = "figures"
MOST = 200
"""Figures of one sentence that are looked up; no reader takes in as many, and each costs a look at all of the sentence."""
MATES = 100
"""Sentences of a paragraph among whose citations the ends of a length of time are looked for."""
_PROSE = ("paragraph", "item", "cell", "heading")

_LABEL = re.compile(r"(?:[A-Z][\w-]*\s)?[0-9]{1,3}(?=[:.)](?:\s|$))")
_FOLLOWING = re.compile(r"\b(?:next|after (?:it|that|this)|later|follow(?:s|ed|ing)?)\b", re.IGNORECASE)
_LASTED = re.compile(r"\b(?:lasted|took|ran for|running for)\s+(?:(?:about|some|nearly|almost|around|only)\s+)?$", re.IGNORECASE)
"""What is said of one message, and not of the time between two."""
_WHOLE = re.compile(r"\b(?:session|record)\b", re.IGNORECASE)
"""What makes a count one of all there is, whatever a footnote counts of it."""
_HOLDS = re.compile(r"\bthe (?:record|session) (?:holds|has|held|had|runs to|counts)\s+(?:[\w,]+\s+)?$", re.IGNORECASE)
_MESSAGES = re.compile(r"\s+messages\b(?! (?:of|with|without|that|which|in|from|by)\b)", re.IGNORECASE)
_ONE_OF = re.compile(r"\bone of\s+$", re.IGNORECASE)
_UNRECORDED = re.compile(r"\b(?:not|\w+n['’]t) in (?:this|the) record\b", re.IGNORECASE)
"""What is said to lie outside the record can't be looked up in it."""
_INDEX = re.compile(r"\b(?:index|message|messages|msg|number|no\.)\s*$", re.IGNORECASE)

_LISTED = re.compile(r"\bmessages?\b[^.;:]{0,120}:\s*(?:[0-9]+(?:,\s*|\s+and\s+|,\s+and\s+)){0,40}$", re.IGNORECASE)
_LIST_GOES_ON = re.compile(r"\s*(?:[,.;]|and\s+[0-9]|$)")


@dataclass(frozen=True, slots=True)
class _Setting:
    """What a sentence's figures are judged by."""

    case: Case
    sentence: Sentence
    prose: str
    context: str
    """The prose in small letters."""
    pool: Pool
    notes: tuple[Noted, ...]
    others: tuple[Figure, ...]
    """The sentence's figures."""
    every: dict[int, list[Noted]]
    """The footnotes of the document, by each message that they cite."""
    sections: dict[tuple[str, ...], tuple[int, ...]]
    """The messages that each section cites, by the headings over it."""
    agrees: bool
    """Whether some figure of the sentence, or its "no" or "one", agrees with its footnotes."""


def check_figures(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each figure of the document's prose, and on which way it went."""
    yield from check_shifts(case)
    every = {name: Noted.of(note) for name, note in case.document.footnotes.items()}
    cited, by_message, sections = case.cited_anywhere(), _by_message(every.values()), _sections(case)
    for sentence in case.document.sentences:
        if sentence.block.kind not in _PROSE:
            continue
        prose = sentence.prose()
        found = figures(_LABEL.sub(lambda m: " " * len(m[0]), prose, count=1) if _has_label(sentence, prose) else prose)
        heading = sentence.is_title and sentence.reach != "own"
        notes = tuple(every.values())[:MOST] if heading else tuple(every[n.name] for n in sentence.notes if n.name in every)
        agrees = any(note.says(prose) or note.gives_any(found, prose) for note in notes)
        pool = Pool(cited.indices, cited.ranges, case.document.strict, cited.whole) if heading else case.pool(sentence)
        setting = _Setting(case, sentence, prose, prose.lower(), pool, notes, found, by_message, sections, agrees)
        for figure in found[:MOST]:
            word, text = _judge(setting, figure)
            yield verdict(word, NAME, f"{figure.text}: {text}", sentence, (figure.start, figure.end))
        if len(found) > MOST:
            rest = (found[MOST].start, found[-1].end)
            yield verdict("unknown", NAME, f"a sentence of more than {MOST} figures: the rest isn't looked up", sentence, rest)


def _by_message(notes: Iterable[Noted]) -> dict[int, list[Noted]]:
    out: dict[int, list[Noted]] = {}
    for note in notes:
        for index in sorted(note.cited):
            out.setdefault(index, []).append(note)
    return out


def _sections(case: Case) -> dict[tuple[str, ...], tuple[int, ...]]:
    cited: dict[tuple[str, ...], list[Citation]] = {}
    for sentence in case.document.sentences:
        cited.setdefault(sentence.block.headings, []).extend(sentence.citations)
    return {headings: case.pool_of(citations).indices for headings, citations in cited.items()}


def _has_label(sentence: Sentence, prose: str) -> bool:
    """Return whether the sentence opens with a number that only counts it ("Bottleneck 1: …", "2. …")."""
    return sentence.start == 0 and _LABEL.match(prose) is not None


def _judge(setting: _Setting, figure: Figure) -> tuple[Verdict, str]:
    for seek in (_in_record, _noted, _tallied, _contradicted, _cited, _named, _derived, _in_section):
        found = seek(setting, figure)
        if found is not None:
            return found
    return _missed(setting, figure)


def _in_record(setting: _Setting, figure: Figure) -> tuple[Verdict, str] | None:
    """Judge "the record holds nine messages" by the record, whatever a footnote says."""
    case = setting.case
    if (
        figure.kind != "number"
        or figure.unit
        or not _HOLDS.search(words_before(setting.prose, figure.start))
        or case.transcript.gaps
    ):
        return None
    if not _MESSAGES.match(setting.prose, figure.end):
        return None
    right = figure.value == len(case.transcript.messages)
    return ("right" if right else "wrong" if setting.pool.binds or case.document.strict else "unknown"), "counted again"


def _noted(setting: _Setting, figure: Figure) -> tuple[Verdict, str] | None:
    said = _agreement(setting, figure) is Agreement.SAID
    return ("right", "a footnote of the sentence says so") if said else None


def _agreement(setting: _Setting, figure: Figure) -> Agreement:
    """Return how the figure agrees with the footnote of its sentence that agrees with it most."""
    return max((note.agreement(figure, setting.prose, setting.others) for note in setting.notes), default=Agreement.NONE)


def _contradicted(setting: _Setting, figure: Figure) -> tuple[Verdict, str] | None:
    if _is_other_length(setting, figure):
        return "wrong", "the sentence's footnote computes another length of time"
    against = not setting.sentence.is_title and _agreement(setting, figure) is Agreement.CONTRADICTED
    return ("wrong", "the sentence's footnote says otherwise") if against else None


def _is_other_length(setting: _Setting, figure: Figure) -> bool:
    """Return whether the figure is the sentence's one length of time and none that its footnotes compute from times of day."""
    lengths = {length for note in setting.notes for length in note.spans}
    whole = _HOLDS.search(setting.prose.split(" messages")[0] + " ") is not None  # each of its times is one of the footnote's
    alone = figure.kind == "duration" and not figure.about
    alone = alone and (whole or sum(other.kind == "duration" for other in setting.others) == 1)
    return alone and bool(lengths) and not setting.sentence.is_title and not any(is_close(figure, length) for length in lengths)


def _cited(setting: _Setting, figure: Figure) -> tuple[Verdict, str] | None:
    sources, pool = setting.case.sources, setting.pool
    if figure.word and figure.kind == "number":
        found = counted_in(sources, figure, setting.sentence.text, pool.indices)
    else:
        found = held(sources, figure, pool.indices, context=setting.context)
        found = sums_up(sources, figure, setting.sentence.text, pool.indices) if found is None else found
    if found is not None:
        return "right", f"in {cite(found)}"
    one = all(first == last for first, last in pool.ranges)
    if figure.kind != "duration" or (one and _LASTED.search(words_before(setting.prose, figure.start))):
        return None
    subject = () if setting.case.subject is None else (setting.case.subject,)
    edges = (*(end for ends in pool.ranges for end in ends), *subject)
    pair = spans(sources, figure, edges) or _since_first(setting, figure) or _beside(setting, figure)
    pair = pair or _nearby(setting, figure, edges)
    return ("right", f"from {cite(pair[0])} to {cite(pair[1])}") if pair else None


def _since_first(setting: _Setting, figure: Figure) -> tuple[int, int] | None:
    """Return the first message of a short range that is cited, and one in it that is as much later as the figure says."""
    for first, last in setting.pool.ranges:
        for index in setting.case.between(first + 1, last) if last - first < SHORT else ():
            if (pair := spans(setting.case.sources, figure, (first, index))) is not None:
                return pair
    return None


def _beside(setting: _Setting, figure: Figure) -> tuple[int, int] | None:
    """Return a message that is cited alone and the one before or after it ("a minute after the message before")."""
    indices, sources = setting.case.indices, setting.case.sources
    for first, last in setting.pool.ranges:
        at = setting.case.transcript.position(first) if first == last else None
        after = (indices[at : at + 2],) if at is not None and _FOLLOWING.search(setting.prose) else ()
        for pair in () if at is None else (indices[max(0, at - 1) : at + 1], *after):
            if (found := spans(sources, figure, pair)) is not None:
                return found
    return None


def _nearby(setting: _Setting, figure: Figure, edges: tuple[int, ...]) -> tuple[int, int] | None:
    """Return two messages cited in the sentence's paragraph that are as far apart as the figure says."""
    mates = setting.case.document.mates.get(setting.sentence.block.group, ())[:MATES]
    cited = (c for s in mates for c in (*s.citations, *s.mentions) if setting.case.is_own(c.session))
    ends = {end for c in cited for end in (c.first, c.last)}
    return spans(setting.case.sources, figure, (*edges, *sorted(ends)))


def _named(setting: _Setting, figure: Figure) -> tuple[Verdict, str] | None:
    """Take "index 5", or "13" in "messages that call no tool: 13 and 19", for a message's number, if cited or the subject."""
    listed = _LISTED.search(setting.prose[: figure.start]) and _LIST_GOES_ON.match(setting.prose, figure.end)
    if figure.kind != "number" or not (_INDEX.search(words_before(setting.prose, figure.start)) or listed):
        return None
    known = {end for ends in setting.pool.ranges for end in ends} | {setting.case.subject}
    return ("right", "a message's own number") if int(figure.value) in known else None


def _tallied(setting: _Setting, figure: Figure) -> tuple[Verdict, str] | None:
    if _agreement(setting, figure) is Agreement.CONTRADICTED and not _WHOLE.search(setting.prose):
        return None
    found = tallied(setting.case, setting.sentence, setting.pool, figure)
    if found is None:
        return None
    return ("right", "counted again") if found else ("wrong", "counted again in the session, there are not as many")


def _derived(setting: _Setting, figure: Figure) -> tuple[Verdict, str] | None:
    """Take a figure with a unit for shown where a footnote elsewhere computes it from one of the same messages."""
    if not figure.unit or figure.word:
        return None
    about = {*setting.pool.indices, *(index for note in setting.notes for index in note.cited)}
    near = {id(note): note for index in about for note in setting.every.get(index, ())}
    shown = any(note.agreement(figure) is Agreement.SAID for note in islice(near.values(), MOST))
    return ("right", "a footnote of the document says so") if shown else None


def _in_section(setting: _Setting, figure: Figure) -> tuple[Verdict, str] | None:
    """Take what a message holds that the same section cites, in a text that isn't bound to cite each sentence."""
    case, sentence = setting.case, setting.sentence
    if setting.pool.binds or case.document.strict or figure.word:
        return None
    indices = setting.sections.get(sentence.block.headings, ())
    found = held(case.sources, figure, indices, context=setting.context)
    return ("right", f"in {cite(found)}, which the section cites") if found is not None else None


def _missed(setting: _Setting, figure: Figure) -> tuple[Verdict, str]:
    pool = setting.pool
    if _agreement(setting, figure) is Agreement.IMPLIED:
        return "unknown", "it isn't in a footnote of the sentence, only a sum or difference of what is"
    if figure.kind == "token" or _UNRECORDED.search(setting.prose) is not None:
        return "unknown", "not in a message that is cited for it"
    if figure.word and not (figure.kind == "duration" and setting.sentence.reach == "own"):
        apart = not setting.agrees or _ONE_OF.search(words_before(setting.prose, figure.start)) is not None
        if setting.notes and apart and not setting.sentence.is_title:
            return "wrong", "the sentence's footnote says otherwise"
        return "unknown", "a number in words, not shown"
    if not pool.ranges and not setting.notes:
        return "unknown", "nothing is cited for it"
    if not pool.whole:
        return "unknown", "the record doesn't hold all that is cited for it"
    return "wrong" if pool.binds else "unknown", "in no message that is cited for it, and in no footnote of the sentence"
