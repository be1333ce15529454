"""Passages taken over from an earlier message: words in a row, found by fingerprints.

Only what persons and models wrote counts; a tool's output that prints a file again quotes nobody.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from narrator.graph.links import Edge, Link, spoken
from narrator.graph.words import LIMIT, Words, fingerprints, number_words, shared_run
from narrator.model import Message, Span, Transcript

MIN_WORDS = 8
MIN_BLANKS = 6
"""Blanks that a passage must hold: a long path or address has many words and is none."""
MIN_CHARACTERS = 60
OWN_WORDS = 16
"""Words that a model must share with its own earlier text: below, it is a turn of phrase that it has."""
MOST_SYMBOLS = 0.08
"""Share of brackets and operators beyond which a model's own words are code: that it took from a file, not from itself."""
STOCK = 3
"""A fingerprint in more places than this is a formula of the author's; what another said first stays that one's."""

_FENCED = re.compile(r"^[ \t]*```.*?(?:^[ \t]*```|\Z)", re.MULTILINE | re.DOTALL)
_HARNESS = re.compile(r"read the full transcript at|continued from a previous conversation", re.IGNORECASE)
"""Lines that harnesses put into prompts and summaries."""
_SYMBOLS = frozenset("{}[]()<>=;|&$_\\")


class _Passage(NamedTuple):
    message: Message
    part: int
    text: str
    words: Words
    prints: tuple[tuple[int, int], ...]
    """Its fingerprints, and at which word each stands."""


class _Run(NamedTuple):
    """Words in a row that a passage shares with an earlier one, number `origin`: from `at` on here, from `there` on there."""

    origin: int
    at: int
    there: int
    length: int


Index = dict[int, list[tuple[int, int]]]
"""By fingerprint: the numbers of the passages that have it, and at which word."""


def quote(transcript: Transcript) -> Iterator[Edge]:
    """Yield a `quote` from a message to the first earlier one that has a passage of it."""
    vocabulary: dict[str, int] = {}
    index: Index = defaultdict(list)
    passages: list[_Passage] = []
    for message in transcript.messages:
        if {"superseded", "replay", "copied", "synthetic"} & set(message.flags):
            continue
        fresh = [_passage(message, number, text, vocabulary) for number, text in _prose(message)]
        for passage in fresh:
            yield from _taken_over(transcript, passage, index, passages)
        for passage in fresh:
            for fingerprint, at in passage.prints:
                if len(index[fingerprint]) <= STOCK:
                    index[fingerprint].append((len(passages), at))
            passages.append(passage)


def _passage(message: Message, number: int, text: str, vocabulary: dict[str, int]) -> _Passage:
    words = number_words(text, vocabulary)
    return _Passage(message, number, text, words, tuple(fingerprints(words.numbers)))


def _prose(message: Message) -> Iterator[tuple[int, str]]:
    """Yield the number and text of each part, with fenced code blanked out: it comes from files."""
    for number, part in spoken(message):
        fenced = "```" in part.text and len(part.text) <= LIMIT
        yield number, _FENCED.sub(lambda m: " " * len(m[0]), part.text) if fenced else part.text


def _taken_over(transcript: Transcript, passage: _Passage, index: Index, seen: list[_Passage]) -> Iterator[Edge]:
    """Yield the passages taken from others, then those from the author's own texts that aren't parts of them."""
    taken: list[tuple[int, int]] = []
    for own in (False, True):
        for run in _runs(passage, index, seen, own=own):
            edge = _edge(transcript, passage, seen[run.origin], run)
            if edge and not any(start < run.at + run.length and run.at < end for start, end in taken):
                yield edge
                taken += [] if own else [(run.at, run.at + run.length)]


def _runs(passage: _Passage, index: Index, seen: list[_Passage], *, own: bool) -> Iterator[_Run]:
    """Yield the longest runs of words that the first earlier passage with a fingerprint shares, each once."""
    numbers = passage.words.numbers
    done = floor = 0
    for fingerprint, at in passage.prints:
        found = index.get(fingerprint, ())
        if at < done or not found or (own and len(found) > STOCK):
            continue
        origin, there = found[0]
        if (seen[origin].message.by == passage.message.by) is own:
            before, after = shared_run(numbers, at, seen[origin].words.numbers, there, floor=floor)
            yield _Run(origin, at - before, there - before, before + after)
            done = at + after
            floor = done if before + after >= OWN_WORDS else floor  # long runs don't overlap, so that time stays linear


def _edge(transcript: Transcript, passage: _Passage, origin: _Passage, run: _Run) -> Edge | None:
    span = _span(transcript, passage, run.at, run.length)
    words = passage.text[span.start : span.end]
    if run.length < MIN_WORDS or len(words) < MIN_CHARACTERS or len(words.split()) <= MIN_BLANKS or _HARNESS.search(words):
        return None
    if passage.message.by == origin.message.by and (run.length < OWN_WORDS or not _may_be_own(passage, origin, words)):
        return None
    return Edge(
        passage.message.index, origin.message.index, Link.QUOTE, (span,), (_span(transcript, origin, run.there, run.length),)
    )


def _may_be_own(passage: _Passage, origin: _Passage, words: str) -> bool:
    """Return whether an author takes over own words: a model's prose; a person's are `repeat`, a next summary's carried on."""
    both_sum_up = passage.message.kind == origin.message.kind == "summary"
    is_code = sum(c in _SYMBOLS for c in words) > MOST_SYMBOLS * len(words)
    return passage.message.by == "model" and not both_sum_up and not is_code


def _span(transcript: Transcript, passage: _Passage, start: int, length: int) -> Span:
    words = passage.words
    return Span(
        session=transcript.session,
        message=passage.message.index,
        part=passage.part,
        start=words.starts[start],
        end=words.ends[start + length - 1],
    )
