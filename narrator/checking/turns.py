"""Where the work is told to have turned, and by what: "the work turned most at [msg 5] (a new task)"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.analysis import analyze
from narrator.checking.case import Case, verdict
from narrator.checking.results import CheckResult
from narrator.references import cite

NAME = "turns"

KINDS: dict[str, str] = {
    "redirect": "a change of direction",
    "abandon": "something given up",
    "correction": "a correction",
    "interruption": "an interruption",
    "decision": "a decision",
    "failure": "a failure",
    "scope": "a new task",
    "rootcause": "a cause found",
    "success": "a success after failures",
    "handoff": "a compaction",
}
"""What a turning point is told as, by its kind in `phases`."""
_TURNED = re.compile(r"\bturned (?:most )?at\b", re.IGNORECASE)
_KIND = re.compile(r"\s*\(([^()]{3,40})\)")


def check_turns(case: Case) -> Iterator[CheckResult]:
    """Yield a verdict on each message at which a sentence of narrator's own kind of document says that the work turned."""
    told = [s for s in case.document.sentences if case.document.strict and s.citations and _TURNED.search(s.text)]
    if not told:
        return
    found = {turn.message: turn.kind for turn in analyze(case.transcript).turning_points}
    for sentence in told:
        for citation in sentence.citations:
            kind = _KIND.match(sentence.text, citation.end)
            known = found.get(citation.first) if case.is_own(citation.session) else None
            so = known is not None and (kind is None or kind[1] not in KINDS.values() or KINDS.get(known) == kind[1])
            text = f"{cite(citation.first)}: {KINDS.get(known or '', 'no turning point')}"
            # Where work turns is a judgment: in a document of narrator's own it is the judgment of the rules in `phases`.
            sure = not case.transcript.gaps and (known is not None or "kind" in case.document.front)
            yield verdict("right" if so else "wrong" if sure else "unknown", NAME, text, sentence, (0, citation.end))
