"""What a sentence says of no call, or of all, in what it cites: "no call failed", "none of them changed anything"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from narrator.checking.case import Case, verdict
from narrator.checking.clauses import clauses
from narrator.checking.countables import count_calls
from narrator.checking.counting import ENDINGS, STATUSES
from narrator.checking.deeds import count_ended
from narrator.checking.document import Sentence
from narrator.checking.ranges import read_counted
from narrator.checking.results import CheckResult, Verdict
from narrator.model import Message
from narrator.observations import acts

NAME = "absences"

_END = r"(?=\s*(?:[.,;:)]|$|in all\b|on the way\b|and\b))"
_CALLS = r"(?:tool )?calls?"
_ENDED = re.compile(
    rf"\b(?:(?P<none>no|none of the|not one)|(?P<all>every|each|all|all the)) {_CALLS} (?:had |has |have |was |were )?"
    rf"(?P<ending>{'|'.join(STATUSES)}){_END}",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\bcalls?\b[^.;:]{0,80}?\b(?:(?P<none>none|not one|neither)|(?P<all>all|each|every one|both))"
    rf" of (?:them|which|these|the calls) (?:had )?changed (?:anything|something|a thing){_END}",
    re.IGNORECASE,
)
_NEVER = re.compile(
    r"\b(?:never|not once) (?:ran|executed) (?:(?:a|any|the|its|one|single) ){0,2}tests?\b"
    r"|\bran no tests?\b|\bdid(?: not|n['’]t) run (?:a|any) (?:single )?tests?\b",
    re.IGNORECASE,
)
_LOOKS = ("explore", "search")
"""Activities that change nothing, whatever they are told to be."""


def check_absences(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each sentence that says of the calls in what it cites that none, or all, ended or changed something."""
    for sentence in case.document.sentences:
        prose = sentence.prose()
        for form, judge in ((_ENDED, _ended), (_CHANGED, _changed), (_NEVER, _tested)):
            for match in form.finditer(prose):
                found = judge(case, sentence, match)
                if found is not None:
                    word, text = found
                    yield verdict(word, NAME, text, sentence, match.span())


def _ended(case: Case, sentence: Sentence, match: re.Match[str]) -> tuple[Verdict, str] | None:
    ending = match["ending"].lower()
    noted = _noted(case, sentence, ending)
    messages, sure = _messages(case, sentence, noted)
    session, tools = case.transcript.session, frozenset[str]()
    readings = [
        len(count_ended(messages, session=session, ending=ENDINGS[ending], status=status, tools=tools, mode=""))
        for status in (None, STATUSES[ending])
    ]
    total = len(count_calls(messages, mode="", fits=lambda _: True))
    if not messages or not total:
        return None
    wanted = 0 if match["none"] else total
    text = f"counted again: {max(readings)} of {total} calls {ending}"
    if all(n == wanted for n in readings):
        return ("right" if sure else "unknown"), text
    return ("wrong" if sure and wanted not in readings else "unknown"), text


def _changed(case: Case, sentence: Sentence, match: re.Match[str]) -> tuple[Verdict, str] | None:
    messages, sure = _messages(case, sentence, ())
    done = [act for message in messages for act in acts(message, case.transcript.session)]
    if not done:
        return None
    changing, looking = sum(act.changes for act in done), sum(act.kind in _LOOKS and not act.changes for act in done)
    text = f"looked at again: {changing} of {len(done)} calls are meant to change something"
    if changing == (0 if match["none"] else len(done)):
        return ("right" if sure else "unknown"), text
    refuted = any(act.changes and act.kind == "edit" for act in done) if match["none"] else looking > 0
    opposite = match["none"] is not None or not changing  # in narrator's own words these mean what `observations` does
    return ("wrong" if sure and (refuted or (opposite and case.document.strict)) else "unknown"), text


def _tested(case: Case, sentence: Sentence, _: re.Match[str]) -> tuple[Verdict, str] | None:
    """Judge that no test was run in what is cited; one that a shell's script may hide leaves it open."""
    messages, sure = _messages(case, sentence, ())
    ran = [act for message in messages for act in acts(message, case.transcript.session) if act.kind == "test"]
    if not ran:
        return "unknown", "no call in what is cited is known to run tests"
    return ("wrong" if sure else "unknown"), f"looked at again: {len(ran)} calls run tests"


def _noted(case: Case, sentence: Sentence, ending: str) -> tuple[tuple[int, int], ...]:
    """Return the ranges over which the sentence's footnotes count calls that ended so."""
    counted = (read_counted(clause, None) for note in case.notes(sentence) for clause in clauses(note) if not clause.is_equation)
    return tuple((c.over.first, c.over.last) for c in counted if c is not None and ending in c.what and "call" in c.what)


def _messages(case: Case, sentence: Sentence, noted: Sequence[tuple[int, int]]) -> tuple[list[Message], bool]:
    """Return the messages that a sentence speaks of, and whether the record holds all of them and it is bound to them."""
    pool = case.pool(sentence, wide=True)
    indices = [i for first, last in noted for i in case.between(first, last)] or list(pool.indices)
    gap = any(case.in_gap(first, last) for first, last in noted)
    found = [m for i in indices if (m := case.transcript.message(i)) is not None]
    return found, not gap and (bool(noted) or (pool.whole and pool.binds))
