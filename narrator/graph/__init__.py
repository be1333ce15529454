"""The graph of a session: what its messages are to one another. Only this package builds graphs.

A bare `networkx.MultiDiGraph` of message indices whose edge key is a `Link`; functions ask it questions. An edge holds `spans`
(where its source shows the link), `origins` (where its target does) and `why` (paths, heads of commands, names of rules).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from narrator.graph.checks import verify
from narrator.graph.citing import cite_messages
from narrator.graph.editing import change_again, correct, same_file
from narrator.graph.links import Edge, Link, Node
from narrator.graph.order import answer, follow, name_parents, start_children
from narrator.graph.questions import (
    Grounds,
    answer_of,
    children_of,
    cited_by,
    file_history,
    files_of,
    grounds,
    linked_from,
    neighbors_by,
    prompt_of,
    quoted_by,
    quoted_from,
    repeats_of,
    revised_by,
    verified_by,
)
from narrator.graph.quoting import quote
from narrator.graph.repeats import repeat
from narrator.model import Transcript

if TYPE_CHECKING:
    from networkx import MultiDiGraph

LINKERS: tuple[Callable[[Transcript], Iterator[Edge]], ...] = (
    follow,
    name_parents,
    start_children,
    answer,
    repeat,
    quote,
    correct,
    change_again,
    verify,
    same_file,
)
"""Who finds links (citations aside, which need the essays too); each in time linear in the text."""

__all__ = [
    "LINKERS",
    "Edge",
    "Grounds",
    "Link",
    "Node",
    "answer_of",
    "build",
    "children_of",
    "cited_by",
    "file_history",
    "files_of",
    "grounds",
    "linked_from",
    "neighbors_by",
    "prompt_of",
    "quoted_by",
    "quoted_from",
    "repeats_of",
    "revised_by",
    "verified_by",
]


def build(transcript: Transcript, *, essays: Sequence[str] = ()) -> MultiDiGraph[Any]:
    """Return the graph of a session; `essays` are texts about it, whose citations become edges from ("essay", position)."""
    from networkx import MultiDiGraph  # a third of a second, and most commands do without it

    graph: MultiDiGraph[Any] = MultiDiGraph(session=transcript.session)
    graph.add_nodes_from(m.index for m in transcript.messages)
    for edge in _edges(transcript, essays):
        _add(graph, edge)
    return graph


def _edges(transcript: Transcript, essays: Sequence[str]) -> Iterator[Edge]:
    for linker in LINKERS:
        yield from linker(transcript)
    yield from cite_messages(transcript, essays)


def _add(graph: MultiDiGraph[Any], edge: Edge) -> None:
    """Add an edge, or its grounds to the one of its kind that is there."""
    known = graph.get_edge_data(edge.source, edge.target, edge.link) or {"spans": (), "origins": (), "why": ()}
    merged = {
        "spans": _with(known["spans"], edge.spans),
        "origins": _with(known["origins"], edge.origins),
        "why": _with(known["why"], (edge.why,) if edge.why else ()),
    }
    graph.add_edge(edge.source, edge.target, edge.link, **merged)


def _with(known: tuple[Any, ...], fresh: tuple[Any, ...]) -> tuple[Any, ...]:
    return known + tuple(item for item in fresh if item not in known)
