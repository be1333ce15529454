"""What recurs: instances of one kind over sessions, and what may be concluded from how many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from narrator.batch.values import Entry, Instance

ENOUGH = 3
"""Sessions from which something is concluded: twice is chance."""


@dataclass(frozen=True)
class Case:
    """An instance with its session."""

    entry: Entry
    instance: Instance


@dataclass(frozen=True)
class Pattern:
    """Cases of one kind, or of one key of a kind, in the order of the sessions and their messages."""

    kind: str
    key: str
    cases: tuple[Case, ...]

    @cached_property
    def folders(self) -> tuple[str, ...]:
        """The sessions that have it, by their folders, each once."""
        return tuple(dict.fromkeys(c.entry.folder for c in self.cases))

    @property
    def enough(self) -> bool:
        """Whether something may be concluded from it."""
        return len(self.folders) >= ENOUGH

    @cached_property
    def projects(self) -> Counter[str]:
        """Projects by the number of their sessions that have it."""
        return Counter(p for p in {c.entry.folder: c.entry.project for c in self.cases}.values() if p)

    @cached_property
    def words(self) -> str:
        """The words that most of its cases have; of equally many the shortest."""
        said = Counter(c.instance.words for c in self.cases if c.instance.words)
        return min(said, key=lambda w: (-said[w], len(w), w)) if said else ""


def of_kind(entries: Iterable[Entry], *kinds: str) -> Pattern:
    """Return every case of some kinds as one pattern."""
    cases = tuple(Case(e, i) for e in entries for i in e.instances if i.kind in kinds)
    return Pattern(kinds[0], "", cases)


def by_key(pattern: Pattern, *, program: bool = False) -> tuple[Pattern, ...]:
    """Return a pattern's cases by key, or by program: those in most sessions first, of equals those with most cases."""
    groups: dict[str, list[Case]] = {}
    for case in pattern.cases:
        groups.setdefault(case.instance.by if program else case.instance.key, []).append(case)
    found = [Pattern(pattern.kind, key, tuple(cases)) for key, cases in groups.items()]
    return tuple(sorted(found, key=lambda p: (-len(p.folders), -len(p.cases), p.key)))


def joined(patterns: Sequence[Pattern]) -> Pattern:
    """Return the cases of several patterns as one."""
    return Pattern(patterns[0].kind if patterns else "", "", tuple(c for p in patterns for c in p.cases))


def grouped(entries: Sequence[Entry], by: Callable[[Entry], str | None]) -> tuple[Mapping[str, list[Entry]], list[Entry]]:
    """Return groups of enough sessions, by name, and the sessions of the others."""
    groups: dict[str | None, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(by(entry), []).append(entry)
    large = {name: each for name, each in groups.items() if name is not None and len(each) >= ENOUGH}
    others = [entry for entry in entries if by(entry) not in large]
    return {name: large[name] for name in sorted(large)}, others
