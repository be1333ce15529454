"""Claims that a call of their own bears out: an edit, a commit, a push, a service that answers."""

from __future__ import annotations

import re
from bisect import bisect_left

from narrator.ledger.claims_edits import Edit, count_between, is_path, is_telling
from narrator.ledger.claims_prose import Said
from narrator.ledger.claims_record import LOOKED_THROUGH, UNVERIFIED, Record, Ruling
from narrator.ledger.claims_services import host_of
from narrator.ledger.claims_words import Claim

_ALL = re.compile(r"\b(?:all|every|full|whole|entire|complete)\b")
_PLURAL = re.compile(r"\b(?:both|two|three|four|five|[2-9]|branches|commits are|worktrees|repos)\b", re.IGNORECASE)
_HASH = re.compile(r"\b[0-9a-f]{7,40}\b")


def of_publishing(record: Record, said: Said, claim: Claim) -> Ruling:
    """Decide by the last call since the person's last act that committed, pushed, opened a request; a hash names any."""
    runs = record.runs.get(claim.about, [])
    at = bisect_left(runs, said.key, key=lambda r: r.key)
    before = runs[max(0, at - LOOKED_THROUGH) : at]
    text = record.whole.words_of(said.span)
    named = _HASH.findall(text)
    for run in reversed(before):
        if named and any(h[:7] in record.whole.words_of(run.span.model_copy(update={"start": 0, "end": None})) for h in named):
            return Ruling("supported", (run.span,), run.key, run.said) if run.passed else UNVERIFIED
    begun = record.whole.analysis.signals.person_before(said.key[0] + 1) or 0
    recent = [r for r in before if r.key[0] >= begun]
    if not recent:
        return UNVERIFIED
    last = recent[-1]
    several = _PLURAL.search(text) is not None and len({r.key for r in recent if r.passed}) < 2
    if last.passed is None or (several and last.passed):
        return Ruling("unverified", (last.span,), last.key, last.said)
    everything = _ALL.search(text.lower()) is not None and bool(count_between(record.edits.anything, last.key, said.key))
    if last.passed and not everything:
        return Ruling("supported", (last.span,), last.key, last.said)
    if everything or any(r.passed for r in recent) or "nothing to commit" in last.said or "up-to-date" in last.said:
        return Ruling("unverified", (last.span,), last.key, last.said)
    return Ruling("contradicted", (last.span,), last.key, last.said)


def of_service(record: Record, said: Said) -> Ruling:
    """Decide by the last call since the person's last act whose output shows that the address answers."""
    host = host_of(record.whole.words_of(said.span))
    begun = record.whole.analysis.signals.person_before(said.key[0] + 1) or 0
    last = next((a for a in reversed(record.answers.get(host, ()) if host else ()) if a.key < said.key), None)
    if last is None or last.key[0] < begun or not last.up:
        return UNVERIFIED
    return Ruling("supported", (last.span,), last.key, last.said)


def of_edit(record: Record, said: Said, claim: Claim) -> Ruling:
    """Decide by the edit that did what is claimed to what is named."""
    if not claim.names:
        return UNVERIFIED
    edit = _edit_for(record, said, claim)
    if edit is None:
        return _never_made(record, said, claim)
    if count_between(record.edits.undone, edit.key, said.key):
        return Ruling("unverified", (edit.span,), edit.key, "the working tree changed since", edit.files)
    return Ruling("supported", (edit.call, edit.span), edit.key, f"{edit.verb} {_short(edit)}".strip(), edit.files)


def _short(edit: Edit) -> str:
    return edit.files[0].rsplit("/", 1)[-1] if edit.files else ""


def _edit_for(record: Record, said: Said, claim: Claim) -> Edit | None:
    """Return the edit that did what is claimed: to the file that is named first, else to the name in the code."""
    deed, first = claim.deed, claim.names[0]
    files = tuple(n for n in claim.names if is_path(n))
    codes = [n for n in claim.names if not is_path(n)]
    if files and (first == files[0] or not codes) and deed not in ("replace", "move"):
        return _of_file(record, said, claim, first)
    if files and deed == "move":
        return next((e for e in record.edits.of_file(files[0], said.key) if e.ok and e.verb == "moved"), None)
    if not codes or (files and deed == "replace"):
        return None
    deed = None if claim.located and deed in ("add", "create") else deed
    other = codes[1] if len(codes) > 1 else ""
    found = _apart_from_tests(record, said, record.edits.with_name(codes[0], said.key, deed, other=other, files=files))
    begun = record.whole.analysis.signals.person_before(said.key[0] + 1) or 0
    recent = [e for e in found if e.key[0] >= begun]
    # The edit that put a name in is the first that has it; what changed it, the last. From far away a common word is no proof.
    telling = recent or (found if is_telling(codes[0]) else [])
    return None if not telling else telling[0] if deed in ("add", "create") and recent else telling[-1]


def _apart_from_tests(record: Record, said: Said, edits: list[Edit]) -> list[Edit]:
    """Return the edits without those of tests, which only use a name, unless the sentence speaks of tests."""
    if "test" in record.whole.words_of(said.span).lower():
        return edits
    return [e for e in edits if not any("test" in f.rsplit("/", 1)[-1].lower() for f in e.files)]


def _of_file(record: Record, said: Said, claim: Claim, file: str) -> Edit | None:
    """Return the last edit of a file that did to it as a whole what is claimed."""
    done = (e for e in record.edits.of_file(file, said.key) if e.ok)
    if claim.deed == "remove":
        return next((e for e in done if e.verb in ("removed", "deleted")), None)
    return next((e for e in done if claim.deed != "create" or e.makes), None)


def _never_made(record: Record, said: Said, claim: Claim) -> Ruling:
    """Decide by a file that is named and that every edit failed on."""
    first = claim.names[0]
    if not is_path(first) or claim.deed not in ("create", "change"):
        return UNVERIFIED
    tried = list(record.edits.of_file(first, said.key))
    if not tried or any(e.ok for e in tried):
        return UNVERIFIED
    return Ruling("contradicted", (tried[0].span,), tried[0].key, "no edit of it succeeded", tried[0].files)
