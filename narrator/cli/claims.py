"""`narrator claims`: what the assistant claimed to have achieved, and what the record says of it."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from narrator.cli.common import deliver, format_option, out_option, plain_errors, redact_options, session_option
from narrator.cli.opening import open_session

if TYPE_CHECKING:
    from narrator.evidence import Arg, Fact
    from narrator.model import Span, Transcript

VERDICTS = ("contradicted", "unverified", "supported")
"""In the order in which they are told."""
WIDTH = 80
"""Columns of a line."""


@click.command()
@session_option
@format_option
@click.option("--json", "as_json", is_flag=True, help="All that is known of each claim, for programs.")
@out_option
@plain_errors
@redact_options
def command(session: str | None, source_format: str | None, as_json: bool, out: str | None) -> None:
    """Show every claim of success in a session with a verdict: exit 1 where the record contradicts one.

    A claim is supported or contradicted by a later result, or by the latest one that bears on it; else it is unverified.
    """
    from narrator.analysis import analyze
    from narrator.ledger import Whole
    from narrator.ledger.claims import find_claims

    transcript = open_session(session, source_format=source_format)
    found = tuple(find_claims(Whole(analyze(transcript))))
    deliver(_as_json(transcript, found) if as_json else _as_text(transcript, found), out, about=transcript)
    if any(_verdict(f) == "contradicted" for f in found):
        sys.exit(1)


def _verdict(claim: Fact) -> str:
    return claim.predicate.rpartition(".")[2]


def _counts(claims: Sequence[Fact]) -> dict[str, int]:
    told = Counter(map(_verdict, claims))
    return {verdict: told[verdict] for verdict in VERDICTS}


def _as_json(transcript: Transcript, claims: Sequence[Fact]) -> str:
    counts = _counts(claims)
    told = {
        "session": transcript.session,
        "failed": counts["contradicted"] > 0,
        "counts": counts,
        "claims": [_told(transcript, claim) for claim in claims],
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _told(transcript: Transcript, claim: Fact) -> dict[str, Any]:
    from narrator.redaction import quote, redact

    denied = next(_spans(claim.arg("denied")), None)
    return {
        "message": claim.at,
        "verdict": _verdict(claim),
        "words": "".join(quote(transcript, span) for span in _spans(claim.arg("words"))),
        "about": claim.arg("about"),
        "by": [_place(span) for span in _spans(claim.arg("by"))],
        "result": redact(str(claim.arg("result"))),
        "changed_before": claim.arg("changed_before"),
        "changed_after": claim.arg("changed_after"),
        "changes": [_place(span) for span in _spans(claim.arg("changes"))],
        "denied": None if denied is None else {**_place(denied), "words": quote(transcript, denied)},
    }


def _spans(value: Arg | None) -> Iterator[Span]:
    from narrator.model import Span

    yield from (each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, Span))


def _place(span: Span) -> dict[str, Any]:
    return span.model_dump(exclude=("session",), exclude_defaults=True)


def _as_text(transcript: Transcript, claims: Sequence[Fact]) -> str:
    counts = _counts(claims)
    if not claims:
        return "no claim of success found\n"
    lines = ["  msg  verdict       by     changed   words"]
    for verdict in VERDICTS:
        lines += [line for claim in claims if _verdict(claim) == verdict for line in _lines(transcript, claim)]
    summary = ", ".join(f"{counts[verdict]} {verdict}" for verdict in ("supported", "contradicted", "unverified"))
    return "\n".join([*lines, "", f"of {len(claims)} claim{'s' * (len(claims) > 1)} {summary}"]) + "\n"


def _lines(transcript: Transcript, claim: Fact) -> Iterator[str]:
    """Yield a claim's line, and on the next what speaks against it, or leaves it open."""
    from narrator.redaction import quote

    by = list(dict.fromkeys(span.message for span in _spans(claim.arg("by"))))
    told = f"{by[0]}{'+' * (len(by) > 1)}" if by else "–"
    head = f"{claim.at:>5}  {_verdict(claim):<12}  {told:<5}  {_changed(claim):<8}  "
    words = "".join(quote(transcript, span) for span in _spans(claim.arg("words")))
    yield head + _fitted(words, WIDTH - len(head))
    denied = next(_spans(claim.arg("denied")), None)
    against = f"[msg {denied.message}]: {quote(transcript, denied)}" if denied is not None else str(claim.arg("result"))
    if against and _verdict(claim) != "supported":
        yield f"       ↳ {_fitted(against, WIDTH - 9)}"


def _fitted(text: str, columns: int) -> str:
    """Return a text on one line that takes so many columns at most; some signs take two."""
    from unicodedata import east_asian_width

    from narrator.publishing.listing import on_one_line

    wide, room = 0, columns
    for sign in on_one_line(text, columns):
        wide += 2 if east_asian_width(sign) in "WF" else 1
        room -= wide > columns
    return on_one_line(text, max(1, room))


def _changed(claim: Fact) -> str:
    """Say how much of what a claim speaks of was edited after it; nothing where no result bears on it."""
    count = claim.arg("changed_after")
    if not count or not claim.arg("by"):
        return "–"
    return f"{count} edit{'s' * (count != 1)}"
