"""The account of a batch: of how many sessions it tells, and why not of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from narrator.batch.values import Aside, Entry
from narrator.batch.worklist import Worklist
from narrator.model import Value
from narrator.quantities import plural
from narrator.realization.quotation import code, escape

REASONS: tuple[tuple[str, str], ...] = (
    ("few", "with fewer messages than were asked for"),
    ("unread", "can't be read"),
    ("unwritten", "whose documents can't be written"),
    ("fault", "on which narrator failed"),
    ("lost", "whose process died twice"),
)
"""Why a session was set aside, in words that follow a number of sessions."""


class Account(Value, frozen=True, kw_only=True):
    """What became of each session and file. found = older + elsewhere + short + few + told + set_aside."""

    found: int
    older: int
    elsewhere: int
    short: int
    told: int
    messages: int
    documents: int
    records: int
    bad: int
    """Of the records, those that couldn't be decoded and those of an unknown kind."""
    aside: tuple[Aside, ...]
    """Sessions, by id and path."""
    files: tuple[Aside, ...]
    """Files without a session, by path."""

    @property
    def wanted(self) -> int:
        """How many sessions the options left."""
        return self.found - self.older - self.elsewhere - self.short - sum(a.reason == "few" for a in self.aside)


def account(work: Worklist, entries: Sequence[Entry], asides: Sequence[Aside]) -> Account:
    """Return the account of a worklist of which every item came to an entry or was set aside."""
    return Account(
        found=len(work.items) + work.older + work.elsewhere + work.short,
        older=work.older,
        elsewhere=work.elsewhere,
        short=work.short,
        told=len(entries),
        messages=sum(e.messages for e in entries),
        documents=sum(len(e.files) for e in entries),
        records=sum(e.records for e in entries),
        bad=sum(e.bad for e in entries),
        aside=tuple(sorted(asides, key=lambda a: (a.session, a.path))),
        files=work.files,
    )


def as_lines(found: Account) -> Iterator[str]:
    """Yield the account in sentences."""
    yield f"{found.told:,} of {sessions(found.wanted)} told, in {found.documents:,} documents about {found.messages:,} messages."
    for reason, n in Counter(a.reason for a in found.aside if a.reason != "few").items():
        yield f"{sessions(n)} {dict(REASONS)[reason]}."
    short = found.short + sum(a.reason == "few" for a in found.aside)
    for n, why in ((found.older, "too old"), (found.elsewhere, "of other projects"), (short, dict(REASONS)["few"])):
        if n:
            yield f"{sessions(n)} left out: {why}."
    if found.files:
        n = len(found.files)
        yield f"{n:,} {'file' if n == 1 else 'files'} {'holds' if n == 1 else 'hold'} no session that can be read."
    if found.bad:
        yield f"{found.bad:,} of {found.records:,} records couldn't be decoded, or are of an unknown kind."


def sessions(n: int) -> str:
    """Return "1 session", "1,200 sessions"."""
    return f"{n:,} {'session' if n == 1 else plural('session')}"


def as_markdown(found: Account) -> str:
    """Return the account as a page."""
    lines = ["# Coverage", "", *(f"- {line}" for line in as_lines(found))]
    asides = [a for a in found.aside if a.reason != "few"]
    for title, rows in (("Sessions that aren't told", asides), ("Files without a session", found.files)):
        if rows:
            lines += ["", f"## {title}", "", *(_row(a) for a in rows)]
    return "\n".join(lines) + "\n"


def _row(aside: Aside) -> str:
    name = f"{escape(aside.session)}, " if aside.session else ""
    return f"- {name}{code(aside.path, longest=300)}: {escape(aside.why)}"
