"""Checks a finished text against the transcript that it is about: what it cites, quotes, counts, computes, and in what order.

The text is Markdown of any origin. With front matter it is bound by narrator's grammar: `[msg N]`, `[msg A]–[msg B]`,
`[msg N @id]`; quotations in “…” or block quotes; computed figures and words of range with a footnote (`arithmetic` and
`counting` say which are understood). Without, citations such as "message 5" and straight quotes are read as well, and only
what a sentence itself cites can refute it.
"""

from __future__ import annotations

from collections.abc import Iterable

from narrator.checking.absences import check_absences
from narrator.checking.case import Case, Check
from narrator.checking.causes import check_causes
from narrator.checking.citations import check_citations
from narrator.checking.derivations import check_derivations
from narrator.checking.document import parse
from narrator.checking.doers import check_actors
from narrator.checking.doings import check_acts
from narrator.checking.figures import check_figures
from narrator.checking.framing import check_framing
from narrator.checking.hedges import check_hedges
from narrator.checking.modes import check_modes
from narrator.checking.names import check_names
from narrator.checking.order import check_order
from narrator.checking.origin import check_origin
from narrator.checking.quantifiers import check_quantifiers
from narrator.checking.quotations import check_quotations
from narrator.checking.ranges import check_ranges
from narrator.checking.records import check_records
from narrator.checking.results import CheckResult, Verdict
from narrator.checking.speakers import check_speakers
from narrator.checking.speech import check_speech
from narrator.checking.states import check_messages
from narrator.checking.times import check_times
from narrator.checking.turns import check_turns
from narrator.checking.unjudged import tell_unjudged, telling, unjudged
from narrator.model import Problem, Transcript
from narrator.redaction import Policy, policy, using
from narrator.references import find

CHECKS: tuple[tuple[str, Check], ...] = (
    ("origin", check_origin),
    ("citations", check_citations),
    ("quotations", check_quotations),
    ("speakers", check_speakers),
    ("figures", check_figures),
    ("names", check_names),
    ("acts", check_acts),
    ("actors", check_actors),
    ("messages", check_messages),
    ("causes", check_causes),
    ("hedges", check_hedges),
    ("turns", check_turns),
    ("speech", check_speech),
    ("modes", check_modes),
    ("derivations", check_derivations),
    ("ranges", check_ranges),
    ("quantifiers", check_quantifiers),
    ("absences", check_absences),
    ("order", check_order),
    ("records", check_records),
    ("times", check_times),
    ("uncited", check_framing),
)
"""Each check by the name that its results carry."""

__all__ = ["CHECKS", "CheckResult", "Verdict", "check", "count_unjudged", "verdicts"]


def verdicts(text: str, transcript: Transcript, *, subject: int | None = None) -> tuple[CheckResult, ...]:
    """Return what every check says of a document, right, wrong and unknown, in the order of its lines.

    `subject` is the index of the message that the document is about; None takes it from the front matter. However much was
    redacted in the document, both it and the session are compared as strictly redacted.
    """
    with using(Policy("strict", policy().scanners)):
        case = Case(parse(text), transcript, subject)
        results = {result for _, check_one in CHECKS for result in check_one(case)}
        results |= set(tell_unjudged(case, results))
    return tuple(sorted(results, key=lambda r: (r.line, r.column, r.check, r.verdict, r.text)))


def count_unjudged(text: str, results: Iterable[CheckResult]) -> tuple[int, int]:
    """Return of how many sentences of a document no check judged what they say, and of how many in all.

    `results` are its verdicts. Of such a sentence no more was looked up than what it cites, quotes and names.
    """
    document = parse(text)
    return len(unjudged(document, results)), len(telling(document))


def check(text: str, transcript: Transcript, *, subject: int | None = None) -> tuple[Problem, ...]:
    """Return what is wrong in a document, in the order of its lines; nothing where all that can be decided is right.

    A problem's `code` is the check's name, its text begins with line and column.
    """
    return tuple(_problem(result) for result in verdicts(text, transcript, subject=subject) if result.verdict == "wrong")


def _problem(result: CheckResult) -> Problem:
    cited = find(result.passage)
    message = cited[0].first if len(cited) == 1 else None
    return Problem(code=result.check, text=f"{result.line}:{result.column}: {result.text} — “{result.passage}”", message=message)
