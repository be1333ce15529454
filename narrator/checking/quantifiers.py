"""What a sentence says of each, none or some of the messages or files that it cites: followed by the user, changed again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from narrator.checking.case import Case, named, verdict
from narrator.checking.clauses import clauses
from narrator.checking.countables import is_assistant, is_typed
from narrator.checking.counting import understand
from narrator.checking.deeds import count_files
from narrator.checking.document import Sentence, masked
from narrator.checking.ranges import read_counted
from narrator.checking.results import CheckResult, Verdict
from narrator.checking.units import WORDS
from narrator.model import Message

NAME = "quantifiers"

_NUMBER = "|".join(sorted(WORDS, key=lambda word: (-len(word), word)))
_HOW_MANY = (
    rf"(?P<many>each|every one|all(?: but one)?|both|none|not one|neither|some|most|{_NUMBER}|[0-9]{{1,6}})"
    r"(?: of (?:them|these|those|which))?"
)
_FOLLOWED = re.compile(
    rf"\b{_HOW_MANY} (?:is|are|was|were) (?:(?:at once|directly|immediately) )?followed (?:at once |directly |immediately )?"
    r"by (?:the (?P<whose>user|assistant)['’]s (?:own )?(?:words|message|prompt)|a typed message|words of the user)",
    re.IGNORECASE,
)
_AGAIN = re.compile(
    r"\bfiles? changed up to here (?:(?P<many>none|some|all|most) )?(?:is|are) (?P<later>all|none|both)? ?changed again\b",
    re.IGNORECASE,
)
_ALL = ("each", "every one", "all", "both")
_NONE = ("none", "not one", "neither")


def check_quantifiers(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each sentence that says of how many of the things that it cites something holds."""
    for sentence in case.document.sentences:
        prose = masked(sentence.text, ((q.start, q.end) for q in sentence.quotations))
        yield from _counted(case, sentence)
        for form, judge in ((_FOLLOWED, _followed), (_AGAIN, _again)):
            for match in form.finditer(prose):
                found = judge(case, sentence, match)
                if found is not None:
                    word, text = found
                    yield verdict(word, NAME, text, sentence, match.span())


def _counted(case: Case, sentence: Sentence) -> Iterator[CheckResult]:
    """Yield a verdict on the messages that a sentence cites one by one for a count, where its one footnote says of what."""
    notes = case.notes(sentence) if case.document.strict else ()
    counts = [c for note in notes for clause in clauses(note) if not clause.is_equation and (c := read_counted(clause, None))]
    if (
        len(counts) != 1
        or "files" in counts[0].what
        or counts[0].claim is None
        or not counts[0].claim.count
        or len(counts[0].ways) != 1
    ):
        return
    over = counts[0].over
    told = sentence.groups[-1] if sentence.groups else ()
    single = all(c.first == c.last and case.is_own(c.session) for c in told)
    near = any(over.covers(c.first) for c in told) and (len(told) == counts[0].claim.count or "calls" in counts[0].what)
    inside = all(over.covers(c.first) for c in told)
    if not told or not single or not (inside or near) or sentence.quotations or sentence.codes or not case.is_own(over.session):
        return
    ways = understand(counts[0].what, counts[0].names, case.transcript)
    hits = {hit.message for way in ways for hit in way.count(_messages(case, over.first, over.last))}
    missing = [c.first for c in told if c.first not in hits]
    if ways:
        text = f"{named(missing)} isn't among what its footnote counts" if missing else "they are what the footnote counts"
        yield verdict("wrong" if missing else "right", NAME, text, sentence)


def fits(many: str, held: int, of: int) -> bool | None:
    """Return whether `held` of `of` are as many as a word says; None where the word is too loose to tell."""
    word = many.lower()
    if word in _ALL:
        return held == of
    if word in _NONE:
        return held == 0
    if word == "some":
        return held > 0
    if word == "most":
        return 2 * held > of
    if word == "all but one":
        return held == of - 1
    count = WORDS.get(word, int(word) if word.isdigit() else None)
    return None if count is None else held == count


def _followed(case: Case, sentence: Sentence, match: re.Match[str]) -> tuple[Verdict, str] | None:
    """Judge by the messages that the sentence cites one by one, or else by those that its footnotes list."""
    told = [c.first for c in sentence.citations if c.first == c.last and case.is_own(c.session)]
    noted = [i for note in case.notes(sentence) for i in _listed(note)]
    places = [at for i in dict.fromkeys(told or noted) if (at := case.transcript.position(i)) is not None]
    if not places:
        return None
    every = case.transcript.messages
    follows = is_assistant if (match["whose"] or "").lower() == "assistant" else is_typed
    held = sum(at + 1 < len(every) and follows(every[at + 1]) for at in places)
    known = not any(case.in_gap(every[at].index + 1, every[at].index + 1) for at in places)
    return _verdict(case, sentence, match["many"], (held, len(places)), known=known, about="messages are followed so")


def _listed(note: Sentence) -> tuple[int, ...]:
    """Return the messages that the first count of a footnote lists."""
    counted = (read_counted(clause, None) for clause in clauses(note) if not clause.is_equation)
    return next((c.claim.listed for c in counted if c is not None and c.claim is not None), ())


def _again(case: Case, sentence: Sentence, match: re.Match[str]) -> tuple[Verdict, str] | None:
    """Judge by the files changed in the range that the footnote counts, and those changed after it."""
    ranges = [(c.first, c.last) for note in case.notes(sentence) for c in note.citations if c.last > c.first]
    single = [(c.first, c.last) for note in case.notes(sentence) for c in note.citations]
    spans = (ranges or single)[:1]
    if not spans or case.in_gap(spans[0][0], spans[0][1]):
        return None
    first, last = spans[0]
    session = case.transcript.session
    before = {hit.label for hit in count_files(_messages(case, first, last), session=session)}
    after = (
        {hit.label for hit in count_files(_messages(case, last + 1, case.indices[-1]), session=session)}
        if case.indices
        else set()
    )
    held = len({_tail(file) for file in before} & {_tail(file) for file in after})
    many = match["many"] or match["later"] or "all"
    known = not any(gap[1] > last for gap in case.transcript.gaps) or held > 0
    return _verdict(case, sentence, many, (held, len(before)), known=known, about="files are changed again")


def _tail(file: str) -> str:
    return file.replace("\\", "/").rstrip("/")


def _messages(case: Case, first: int, last: int) -> Sequence[Message]:
    found = (case.transcript.message(i) for i in case.between(first, last))
    return [message for message in found if message is not None]


def _verdict(
    case: Case, sentence: Sentence, many: str, counted: tuple[int, int], *, known: bool, about: str
) -> tuple[Verdict, str] | None:
    held, of = counted
    so = fits(many, held, of)
    if so is None or not of:
        return None
    text = f"looked at again: {held} of {of} {about}"
    if so:
        return ("right" if known else "unknown"), text
    return ("wrong" if known and case.pool(sentence, wide=True).binds else "unknown"), text
