"""Instructions given again: the same prompt, or one nearly like it, found through an inverted index."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from narrator.graph.links import Edge, Link, prompts, spoken
from narrator.graph.words import number_words
from narrator.model import Message, Span, Transcript

GRAM = 2
NEAR = 0.5
"""Share of the two prompts' grams together that both must have."""
AMENDED = 0.8
"""Share of the shorter prompt's grams that the longer must have: sent again with something added, which is known by being sent
straight after, or by beginning with the same words."""
MIN_AMENDED = 3
"""Grams (four words) that a prompt must have for that."""
LONGEST = 400
"""Words of a prompt that are compared."""
COMMON = 12
"""A gram in more prompts than this tells nothing (a form that the person fills in)."""
ASSENT = frozenset(
    (
        *(
            "yes",
            "y",
            "yeah",
            "yep",
            "ok",
            "okay",
            "k",
            "sure",
            "no",
            "nope",
            "thanks",
            "thank you",
            "good",
            "great",
            "nice",
            "perfect",
        ),
        *("done", "hi", "hello", "cool", "correct", "right", "exactly", "yes please", "ok thanks", "a", "b", "c"),
    )
)
"""Answers that are often given twice without being the same instruction."""
SAME, CHANGED = "the same words", "nearly the same words"


class _Prompt(NamedTuple):
    message: Message
    words: tuple[int, ...]
    grams: frozenset[tuple[int, ...]]


def repeat(transcript: Transcript) -> Iterator[Edge]:
    """Yield a `repeat` from a prompt to the last earlier one that says the same or nearly the same."""
    vocabulary: dict[str, int] = {}
    index: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    same: dict[tuple[int, ...], Message] = {}
    seen: list[_Prompt] = []
    for message in prompts(transcript):
        words = tuple(number_words(message.visible_text, vocabulary).numbers[:LONGEST])
        if not words or _is_assent(message):
            continue
        prompt = _Prompt(message, words, frozenset(words[i : i + GRAM] for i in range(len(words) - GRAM + 1)))
        earlier, why = (same[words], SAME) if words in same else (_nearest(prompt, index, seen), CHANGED)
        if earlier is not None:
            yield Edge(message.index, earlier.index, Link.REPEAT, _typed(transcript, message), _typed(transcript, earlier), why)
        same[words] = message
        for gram in sorted(prompt.grams):
            index[gram].append(len(seen))
        seen.append(prompt)


def _nearest(prompt: _Prompt, index: dict[tuple[int, ...], list[int]], seen: list[_Prompt]) -> Message | None:
    shared = Counter(number for gram in prompt.grams if len(found := index.get(gram, [])) <= COMMON for number in found)
    near = [n for n, count in shared.items() if _are_near(prompt, seen[n], count, straight_after=n == len(seen) - 1)]
    return seen[max(near)].message if near else None


def _are_near(one: _Prompt, other: _Prompt, shared: int, *, straight_after: bool) -> bool:
    if shared >= NEAR * (len(one.grams) + len(other.grams) - shared):
        return True
    shorter = min(len(one.grams), len(other.grams))
    begins_alike = one.words[:MIN_AMENDED] == other.words[:MIN_AMENDED]
    return (straight_after or begins_alike) and shorter >= MIN_AMENDED and shared >= AMENDED * shorter


def _is_assent(message: Message) -> bool:
    return message.visible_text.strip(" \n.!").casefold() in ASSENT


def _typed(transcript: Transcript, message: Message) -> tuple[Span, ...]:
    return tuple(Span(session=transcript.session, message=message.index, part=n) for n, p in spoken(message) if p.kind == "text")
