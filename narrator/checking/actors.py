"""Who a passage speaks of: "the user", "Claude", "its", and a pronoun where its paragraph leaves one reading."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from narrator.checking.blocks import Block
from narrator.checking.case import Case
from narrator.checking.document import Sentence, masked
from narrator.checking.quotes import quotations
from narrator.model import Author, Message

AUTHORS: dict[str, tuple[Author, ...]] = {
    "user": ("person",),
    "assistant": ("model", "sub-agent"),
    "harness": ("harness", "hook"),
    "tool": ("tool",),
}
"""Who writes the parts that an actor's words stand in."""
OWNERS: dict[Author, str] = {author: who for who, authors in AUTHORS.items() for author in authors}
"""The actor that an author is told as."""

NOUNS: dict[str, str] = {
    **dict.fromkeys(("user", "person", "human", "developer"), "user"),
    **dict.fromkeys(("assistant", "agent", "model"), "assistant"),
    "harness": "harness",
    "tool": "tool",
}
PROPER: dict[str, str] = dict.fromkeys(("Claude Code", "Claude", "Codex", "Copilot", "Gemini", "Aider", "ChatGPT"), "assistant")
"""Names by which people call an assistant."""
_FIRST = ("i", "we", "my", "our")
_PERSONS = ("they", "he", "she", "their", "his", "her")
_THINGS = ("it", "its")

_NAMES = "|".join(PROPER)
_PLAIN = rf"(?:the|an?|this|that)\s+(?:{'|'.join(NOUNS)})\b|(?-i:\b(?:{_NAMES})\b)"
SUBJECT = rf"\b(?P<actor>{_PLAIN}|it|they|he|she|we|I)\b(?!['’])"
"""A noun or pronoun that may be an actor."""
OWNER = rf"\b(?P<owner>(?:{_PLAIN})['’]s|its|their|his|her|my|our)\b"
"""The same as an owner: "the user's", "its"."""
_MENTION = re.compile(rf"\b(?:{_PLAIN})\b|\bmessages? #?(?P<n>[0-9]{{1,9}})\b", re.IGNORECASE)
_MANY = 2000
"""Actors of a paragraph that are looked at."""


class Named(NamedTuple):
    """An actor that a paragraph names."""

    at: int
    who: str
    """A word of `AUTHORS`."""


def actor_of(words: str) -> str:
    """Return the actor that a noun or a name is, with or without "'s"; "" for a pronoun."""
    bare = re.sub(r"['’]s$", "", words.strip())
    return PROPER.get(" ".join(bare.split()), "") or NOUNS.get(bare.split()[-1].lower() if bare else "", "")


def author_of(message: Message) -> str:
    """Return the actor whose a message is."""
    return OWNERS.get(message.by, "")


@dataclass
class Cast:
    """The actors of a document's paragraphs, each read once."""

    case: Case
    _named: dict[int, tuple[Named, ...]] = field(default_factory=dict)

    def who(self, sentence: Sentence, words: str, at: int) -> str:
        """Return the actor that `words` at an offset of a sentence are, "" where they don't tell.

        A pronoun is the one actor that its paragraph has named before it and that it can stand for, or that the paragraph before
        has; two leave it open.
        """
        told = actor_of(words)
        if told:
            return told
        pronoun = words.strip().lower()
        if pronoun in _FIRST:  # a person's own account
            return "" if self.case.document.strict else "user"
        fits = {"user", "assistant"} if pronoun in _PERSONS else set(AUTHORS) - {"user"} if pronoun in _THINGS else set()
        nearest = ({n.who for n in named if n.who in fits} for named in self._before(sentence, at))
        found = next((names for names in nearest if names), set())
        if pronoun in _PERSONS:
            return "user" if "user" in found or not self.case.document.strict else ""
        return found.pop() if len(found) == 1 else ""

    def _before(self, sentence: Sentence, at: int) -> Iterator[tuple[Named, ...]]:
        """Yield the actors named before an offset in its paragraph, then those of the last paragraph before that names one."""
        block = sentence.block
        every = self.named(block)
        yield every[: bisect_left(every, sentence.start + at, key=lambda name: name.at)]
        yield self._earlier.get(id(block), ())

    @cached_property
    def _earlier(self) -> dict[int, tuple[Named, ...]]:
        """The actors named by the last paragraph before each block that names a thing's actor."""
        out: dict[int, tuple[Named, ...]] = {}
        last: tuple[Named, ...] = ()
        for sentence in self.case.document.sentences:
            if id(sentence.block) not in out:
                out[id(sentence.block)] = last
                named = self.named(sentence.block) if sentence.block.kind != "heading" else ()
                last = named if any(name.who != "user" for name in named) else last
        return out

    def named(self, block: Block) -> tuple[Named, ...]:
        """Return the actors that a block names, in order."""
        if id(block) not in self._named:
            self._named[id(block)] = tuple(self._read(block))
        return self._named[id(block)]

    def _read(self, block: Block) -> Iterator[Named]:
        text = masked(block.text, (*block.codes, *quotations(block.text, block.codes)))
        for number, match in enumerate(_MENTION.finditer(text)):
            if number >= _MANY:
                return
            who = self._author(int(match["n"])) if match["n"] else actor_of(match[0])
            if who:
                yield Named(match.start(), who)

    def _author(self, index: int) -> str:
        message = self.case.transcript.message(index)
        return author_of(message) if message is not None else ""
