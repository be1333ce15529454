"""What a footnote of range claims of its count: `4 [msg 155], …`, `3 of 41`, `38 (…)`, `13, from [msg 29] to [msg 180]`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from narrator.checking.clauses import CITED
from narrator.checking.countables import Hit
from narrator.checking.counting import NAMED
from narrator.checking.units import WORDS
from narrator.references import Citation

_WORDS = {"no": 0, "none": 0, "never": 0, "nothing": 0, **WORDS}
_N = rf"[0-9]{{1,9}}(?:,[0-9]{{3}}){{0,3}}|\b(?:{'|'.join(sorted(_WORDS, key=lambda word: (-len(word), word)))})\b"
_JOIN = rf"\s*(?:,\s*and|,|and|:|\()?\s*{CITED}"
_COUNT = re.compile(
    rf"(?P<n>{_N})(?:\s+of\s+(?:the\s+)?(?P<m>{_N}))?(?:\s*\((?P<parts>[^(){CITED}]*)\))?"
    rf"(?P<list>(?:{_JOIN}\)?)*)(?P<more>\s*,?\s*(?:…|\.\.\.))?(?:,?\s*from\s+(?P<ends>{CITED}(?:\s+to\s+{CITED})?))?(?P<rest>.*)",
    re.DOTALL | re.IGNORECASE,
)
_EDGE = rf"(?P<{{0}}>first|last)\s+(?:at\s+|in\s+|is\s+)?{CITED}"
_EDGES = re.compile(rf"{_EDGE.format('one')}(?:(?:,|\s+and|,\s+and)\s+{_EDGE.format('two')})?(?P<rest>.*)", re.DOTALL)
_NAMED = re.compile(rf"(?P<names>{NAMED}(?:(?:,\s+and|\s+and|,)?\s+{NAMED})*)(?P<rest>.*)", re.DOTALL)
_DEED = re.compile(rf"(?P<n>{_N})\s+(?P<deed>[^\W\d_][^,;]*)", re.IGNORECASE)
_PART = re.compile(rf"{NAMED}\s+(?P<n>{_N})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Claim:
    """What is said of a count; a test for each thing that is said."""

    count: int | None
    """How many there are said to be."""
    of: int | None
    """Of how many."""
    listed: tuple[int, ...]
    """The messages that are listed, as far as they are."""
    tests: tuple[tuple[str, Callable[[tuple[Hit, ...]], bool]], ...]
    """(what it is about, whether the things counted agree with it)."""
    deeds: tuple[tuple[int, str], ...] = ()
    """A breakdown in words: (number, what was done), "8 ran, 6 searched for"."""
    rest: str = ""
    """What is said besides, and not understood."""

    def faults(self, hits: tuple[Hit, ...]) -> tuple[str, ...]:
        """Return what of the claim the things counted don't bear out."""
        return tuple(about for about, test in self.tests if not test(hits))


def read_claim(form: str, names: tuple[str, ...], citations: tuple[Citation, ...]) -> Claim | None:
    """Return what a clause claims after its colon, or None where it isn't understood."""
    text = form.strip()
    for pattern, read in ((_COUNT, _counted), (_EDGES, _edged), (_NAMED, _named)):
        match = pattern.fullmatch(text)
        if match is not None:
            return read(match, names, citations)
    return None


def number(text: str) -> int:
    """Return the number that digits or a word write."""
    return _WORDS[text.lower()] if text.lower() in _WORDS else int(text.replace(",", ""))


def messages_of(hits: Iterable[Hit]) -> tuple[int, ...]:
    """Return the messages in which things were counted, each once, in order."""
    return tuple(dict.fromkeys(hit.message for hit in hits))


def _counted(match: re.Match[str], names: tuple[str, ...], citations: tuple[Citation, ...]) -> Claim:
    count = number(match["n"])
    size = match["list"].count(CITED)
    listed = tuple(i for c in citations[:size] for i in range(c.first, min(c.last, c.first + 100_000) + 1))
    tests: list[tuple[str, Callable[[tuple[Hit, ...]], bool]]] = [("number", lambda hits: len(hits) == count)]
    parts = match["parts"] or ""
    deeds = tuple((number(m["n"]), m["deed"]) for m in _DEED.finditer(parts)) if NAMED not in parts else ()
    if deeds:
        tests.append(("breakdown", lambda _: sum(n for n, _ in deeds) == count))
    elif parts:
        tests.append(("breakdown", lambda hits: _adds_up(hits, parts, names)))
    if listed:
        tests.append(("list", lambda hits: _lists(messages_of(hits), listed, more=bool(match["more"]))))
    if match["ends"]:
        ends = citations[size : size + 2]  # "from [msg 29] to [msg 180]" is read as one range
        tests.append(("ends", partial(_runs, first=ends[0].first, last=ends[-1].last)))
    return Claim(count, number(match["m"]) if match["m"] else None, listed, tuple(tests), deeds, _rest(match))


def _runs(hits: tuple[Hit, ...], *, first: int, last: int) -> bool:
    places = messages_of(hits)
    return places[:1] == (first,) and places[-1:] == (last,)


def _lists(found: tuple[int, ...], listed: tuple[int, ...], *, more: bool) -> bool:
    return set(listed) < set(found) if more else set(listed) == set(found)


def _adds_up(hits: tuple[Hit, ...], parts: str, names: tuple[str, ...]) -> bool:
    """Return whether each named part of a count ("`read` 22, `webfetch` 10") is as large as it says."""
    counts = Counter(hit.label for hit in hits)
    said = [number(match["n"]) for match in _PART.finditer(parts)]
    return len(said) == parts.count(NAMED) and all(counts[name] == n for name, n in zip(names, said, strict=False))


def _edged(match: re.Match[str], _: tuple[str, ...], citations: tuple[Citation, ...]) -> Claim:
    return Claim(None, None, (), tuple(_edge_tests(match, citations)), rest=_rest(match))


def _edge_tests(match: re.Match[str], citations: tuple[Citation, ...]) -> Iterator[tuple[str, Callable[[tuple[Hit, ...]], bool]]]:
    for key, citation in zip(("one", "two"), citations, strict=False):
        if match[key]:
            at = slice(None, 1) if match[key].lower() == "first" else slice(-1, None)
            yield match[key].lower(), partial(_stands_at, at=at, index=citation.first)


def _stands_at(hits: tuple[Hit, ...], *, at: slice, index: int) -> bool:
    return messages_of(hits)[at] == (index,)


def _named(match: re.Match[str], names: tuple[str, ...], _: tuple[Citation, ...]) -> Claim:
    said = set(names[: match["names"].count(NAMED)])
    return Claim(None, None, (), (("names", lambda hits: {hit.label for hit in hits} == said),), rest=_rest(match))


def _rest(match: re.Match[str]) -> str:
    return match["rest"].strip(" \n.,;)")
