"""Referring expressions: a paragraph names its actor before it calls it "it"."""

from __future__ import annotations

from dataclasses import replace

from narrator.realization.document import Sentence

ASSISTANTS = ("earlier", "work.", "thinking.", "after.", "failure", "context.answered", "context.report")
"""Beginnings of the predicates whose "it" is the assistant."""


def named_first(sentence: Sentence) -> Sentence:
    """Return a paragraph's first sentence with "the assistant" for its first "it", where that is who is meant."""
    if not sentence.facts or not sentence.facts[0].startswith(ASSISTANTS):
        return sentence
    for pronoun, name in (
        ("It ", "The assistant "),
        ("Then it ", "Then the assistant "),
        (", it ", ", the assistant "),
        ("”, it ", "”, the assistant "),
    ):
        at = sentence.text.find(pronoun)
        if at == 0 or (
            at > 0 and pronoun[0] in ",”" and "The assistant" not in sentence.text[:at] and _outside(sentence.text, at)
        ):
            return replace(sentence, text=sentence.text[:at] + name + sentence.text[at + len(pronoun) :])
    return sentence


def _outside(text: str, at: int) -> bool:
    """Whether a place stands outside quotation marks."""
    return text.count("“", 0, at) == text.count("”", 0, at)
