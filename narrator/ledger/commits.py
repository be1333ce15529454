"""Commits, branches, pushes, merges and pull requests: those that succeeded, by what git and its hosts said."""

from __future__ import annotations

from collections.abc import Iterator

from narrator.evidence import Arg, Fact, fact
from narrator.ledger.commits_acts import Commit, Deed, commits, deeds
from narrator.ledger.whole import Whole


def find_commits(whole: Whole) -> Iterator[Fact]:
    """Yield `made.commit` or `amended.commit` for each commit, and one fact for each other deed (`Deed.sort`), in order.

    Roles of a commit: subject, hash and branch (where the record tells them), files, added and removed (as git counts them).
    """
    found = [(c.position, c.proof.start, _commit(whole, c)) for c in commits(whole)]
    found += [(d.position, d.proof.start, _deed(whole, d)) for d in deeds(whole)]
    yield from (f for _, _, f in sorted(found, key=lambda each: each[:2]))


def _commit(whole: Whole, commit: Commit) -> Fact:
    roles: dict[str, Arg] = {"subject": commit.subject}
    roles |= {name: text for name, text in (("hash", commit.hash), ("branch", commit.branch)) if text}
    if commit.size is not None:
        roles |= dict(zip(("files", "added", "removed"), commit.size, strict=True))
    predicate = "amended.commit" if commit.amended else "made.commit"
    return fact(predicate, (commit.call, commit.subject, commit.proof), whole.index(commit.position), **roles)


def _deed(whole: Whole, deed: Deed) -> Fact:
    return fact(deed.sort, (deed.call, deed.proof), whole.index(deed.position), **dict(deed.roles))
