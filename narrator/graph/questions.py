"""Questions asked of a graph, one function each; all answer with tuples in order, messages before essays and sessions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from narrator.graph.links import Link, Node
from narrator.model import Span

if TYPE_CHECKING:
    from networkx import MultiDiGraph


@dataclass(frozen=True, slots=True)
class Grounds:
    """What a link rests on."""

    spans: tuple[Span, ...]
    """Where its source shows it."""
    origins: tuple[Span, ...]
    """Where its target does."""
    why: tuple[str, ...]
    """Paths, heads of commands, names of rules."""


def neighbors_by(graph: MultiDiGraph[Any], node: Node, link: Link) -> tuple[Node, ...]:
    """Return what `node` is linked to by `link`; nothing for a node that isn't there."""
    return _ordered(target for _, target, key in graph.out_edges(node, keys=True) if key == link) if node in graph else ()


def linked_from(graph: MultiDiGraph[Any], node: Node, link: Link) -> tuple[Node, ...]:
    """Return what is linked to `node` by `link`."""
    return _ordered(source for source, _, key in graph.in_edges(node, keys=True) if key == link) if node in graph else ()


def grounds(graph: MultiDiGraph[Any], source: Node, target: Node, link: Link) -> Grounds | None:
    """Return what a link rests on, or None where there is no such link."""
    found = graph.get_edge_data(source, target, link)
    return None if found is None else Grounds(found["spans"], found["origins"], found["why"])


def cited_by(graph: MultiDiGraph[Any], index: int) -> tuple[Node, ...]:
    """Return who cites a message: indices of messages, then ("essay", number)."""
    return linked_from(graph, index, Link.CITE)


def repeats_of(graph: MultiDiGraph[Any], index: int) -> tuple[int, ...]:
    """Return the prompts that say the same or nearly the same as the one with `index`, before it and after it."""
    return _chain(graph, index, lambda _: True, Link.REPEAT)


def quoted_from(graph: MultiDiGraph[Any], index: int) -> tuple[int, ...]:
    """Return the messages that passages of this one are taken from."""
    return _indices(neighbors_by(graph, index, Link.QUOTE))


def quoted_by(graph: MultiDiGraph[Any], index: int) -> tuple[int, ...]:
    """Return the messages that take a passage from this one."""
    return _indices(linked_from(graph, index, Link.QUOTE))


def answer_of(graph: MultiDiGraph[Any], index: int) -> int | None:
    """Return the reply that answers a prompt, or None where its turn was broken off or had another prompt put in."""
    return next(iter(_indices(linked_from(graph, index, Link.ANSWERS))), None)


def prompt_of(graph: MultiDiGraph[Any], index: int) -> int | None:
    """Return the prompt that a reply answers, or None where it doesn't close a turn."""
    return next(iter(_indices(neighbors_by(graph, index, Link.ANSWERS))), None)


def revised_by(graph: MultiDiGraph[Any], index: int) -> tuple[int, ...]:
    """Return the later messages that change this one's lines, or take back its instruction."""
    return _indices(linked_from(graph, index, Link.REVISES))


def verified_by(graph: MultiDiGraph[Any], index: int) -> tuple[int, ...]:
    """Return the later messages whose checks bear on this one's edits or claim."""
    return _indices(linked_from(graph, index, Link.VERIFIES))


def children_of(graph: MultiDiGraph[Any], index: int) -> tuple[str, ...]:
    """Return the ids of the sub-agents' sessions that a message started."""
    return tuple(str(node[1]) for node in neighbors_by(graph, index, Link.CHILD) if isinstance(node, tuple))


def files_of(graph: MultiDiGraph[Any], index: int) -> tuple[str, ...]:
    """Return the files that a message shares with others, as paths."""
    return tuple(sorted({file for _, _, key, why in _edges(graph, index) if key == Link.SAME_FILE for file in why}))


def file_history(graph: MultiDiGraph[Any], index: int, file: str) -> tuple[int, ...]:
    """Return the other messages whose calls name a file of the message with `index`, before it and after it."""
    return _chain(graph, index, lambda why: file in why, Link.SAME_FILE)


def _chain(graph: MultiDiGraph[Any], index: int, wanted: Callable[[tuple[str, ...]], bool], link: Link) -> tuple[int, ...]:
    """Return what is reached from `index` by `link`, in both directions, over edges that are wanted."""
    found: set[Node] = {index}
    ahead: list[Node] = [index]
    while ahead:
        here = ahead.pop()
        for source, target, key, why in _edges(graph, here):
            fresh = {source, target} - found if key == link and wanted(why) else set()
            found |= fresh
            ahead += _ordered(fresh)
    return _indices(_ordered(found - {index}))


def _edges(graph: MultiDiGraph[Any], node: Node) -> Iterator[tuple[Node, Node, Link, tuple[str, ...]]]:
    """Yield (source, target, link, why) of each edge at a node, in both directions."""
    if node in graph:
        yield from graph.out_edges(node, keys=True, data="why")
        yield from graph.in_edges(node, keys=True, data="why")


def _indices(nodes: Iterable[Node]) -> tuple[int, ...]:
    return tuple(node for node in nodes if isinstance(node, int))


def _ordered(nodes: Iterable[Node]) -> tuple[Node, ...]:
    return tuple(
        sorted(nodes, key=lambda n: (0, n, "") if isinstance(n, int) else (1, n[1] if isinstance(n[1], int) else 0, str(n)))
    )
