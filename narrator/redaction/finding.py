"""What is to be replaced in a text, by the policy in force: the rules, personal details, a user's scanners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from narrator.redaction.hosts import find_addresses, find_hosts
from narrator.redaction.personal import find_emails, find_homes
from narrator.redaction.policy import Policy, policy
from narrator.redaction.rules import Secret, find_by_rules
from narrator.redaction.scanners import find_by_scanners

STRICT = (find_emails, find_homes, find_hosts, find_addresses)
"""Who looks for what names a person or a machine."""


def find_secrets(text: str) -> tuple[Secret, ...]:
    """Return what is to be replaced, in order, without overlaps; where two overlap, the one of lower rank names the kind."""
    return _find(text, policy()) if len(text) <= _KEPT else _found(text, policy())


_KEPT = 200_000
"""Code points: a longer text isn't kept in memory for the sake of being asked again."""


def _found(text: str, wanted: Policy) -> tuple[Secret, ...]:
    if wanted.level == "none":
        return ()
    found = [*find_by_rules(text), *find_by_scanners(text, wanted.scanners)]
    if wanted.level == "strict":
        found += (secret for finder in STRICT for secret in finder(text))
    return tuple(merged(sorted(found)))


_find = lru_cache(maxsize=64)(_found)


def merged(secrets: Iterable[Secret]) -> Iterator[Secret]:
    """Yield sorted secrets without overlaps; of two that overlap, the one of lower rank names what both were."""
    last: Secret | None = None
    for secret in secrets:
        if last is None or secret.start >= last.end:
            yield from () if last is None else (last,)
            last = secret
        elif secret.end > last.end or secret.rank < last.rank:
            named = min(last, secret, key=lambda s: s.rank)
            last = Secret(last.start, max(last.end, secret.end), named.kind, named.rank)
    yield from () if last is None else (last,)
