"""A finished text that still knows, sentence by sentence, what it stands on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from narrator.model import Span
from narrator.planning.values import DocumentPlan


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with its citations, as it stands in the text."""

    text: str
    spans: tuple[Span, ...]
    """Where its words and figures come from; empty for a framing sentence."""
    facts: tuple[str, ...]
    """The predicates that it states; empty for a framing sentence."""


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a quotation, a list (each item a sentence or a run of them) or a table (each row's cells are sentences)."""

    layout: Literal["paragraph", "quote", "list", "numbered", "table"]
    items: tuple[tuple[Sentence, ...], ...]
    """One item for a paragraph or a quotation; one each for list items; one each for rows, the first the table's head."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading (empty for the opening) and what stands under it."""

    name: str
    heading: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Footnote:
    """A derivation, or what a word of range runs over."""

    name: str
    text: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A finished text."""

    title: str
    sections: tuple[Section, ...]
    footnotes: tuple[Footnote, ...]
    markdown: str = field(repr=False)
    """The whole as Markdown, front matter first."""
    plan: DocumentPlan = field(repr=False, compare=False)

    def sentences(self) -> Iterator[Sentence]:
        """Yield every sentence, in order, cells of tables included."""
        for section in self.sections:
            for block in section.blocks:
                for item in block.items:
                    yield from item

    @property
    def claims(self) -> tuple[Sentence, ...]:
        """The sentences that state a fact."""
        return tuple(s for s in self.sentences() if s.facts)
