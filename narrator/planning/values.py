"""What a document will say, and in what order, before a word of it is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from narrator.analysis import Analysis
from narrator.evidence.values import Fact

Relation = Literal["nucleus", "background", "cause", "contrast", "concession", "evidence", "elaboration", "sequence", "summary"]
"""How a fact serves the one before it (Mann and Thompson's terms, the few that the templates word)."""
Layout = Literal["paragraph", "quote", "list", "numbered", "table"]


@dataclass(frozen=True, slots=True)
class Node:
    """One fact to state, and how it serves what stands before it."""

    relation: Relation
    nucleus: Fact
    satellites: tuple[Fact, ...] = ()
    """Facts told with it, straight after."""

    def facts(self) -> Iterator[Fact]:
        """Yield its facts in the order in which they are told."""
        yield self.nucleus
        yield from self.satellites


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph, a quotation, a list or a table: nodes that make one point."""

    layout: Layout
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class SectionPlan:
    """A section: what it is for, its heading as a fact to be worded, its passages."""

    name: str
    heading: Fact | None
    """None for the opening, which stands under the title."""
    passages: tuple[Passage, ...]

    def facts(self) -> Iterator[Fact]:
        """Yield its facts in the order in which they are told."""
        for passage in self.passages:
            for node in passage.nodes:
                yield from node.facts()


@dataclass(frozen=True, slots=True)
class DocumentPlan:
    """A document's content and structure."""

    kind: str
    """The name of a folder in templates/: essay, …"""
    session: str
    subject: int
    """Index of the message that it is about; of the first one where it is about the session."""
    moment: str
    """The type of moment that chose its thesis and headings."""
    thesis: Fact
    title: Fact
    sections: tuple[SectionPlan, ...]
    analysis: Analysis = field(repr=False, compare=False)
    """What its spans are read from."""
    about: Literal["message", "session"] = "message"
