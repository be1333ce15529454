"""The graph of a session for other tools: Graphviz's DOT, GraphML, and JSON in networkx's node-link form; redacted."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from narrator.graph.links import Link, Node
from narrator.model import Message, Span, Transcript
from narrator.redaction import redact
from narrator.references import cite

if TYPE_CHECKING:
    from networkx import MultiDiGraph

WORDS = 80
"""Code points of a message's words in its label."""
STYLES: dict[Link, str] = {
    Link.NEXT: "color=gray80",
    Link.REPLY: "color=gray60 style=dotted",
    Link.CHILD: "style=bold",
    Link.REPEAT: "color=firebrick style=bold",
    Link.QUOTE: "color=purple style=dashed",
    Link.SAME_FILE: "color=gray40 style=dotted",
}
"""How DOT draws a link, where not as a plain line."""

# What XML can't hold, and what turns the direction of writing or acts on a terminal.
_UNFIT = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")


class Vertex(NamedTuple):
    """A node, as it is written."""

    id: str
    kind: str
    """message, session (a sub-agent's), essay."""
    label: str
    fields: dict[str, str]


class Tie(NamedTuple):
    """An edge, as it is written."""

    source: str
    target: str
    link: Link
    why: tuple[str, ...]
    spans: tuple[Span, ...]
    origins: tuple[Span, ...]


def as_dot(graph: MultiDiGraph[Any], transcript: Transcript) -> str:
    """Return the graph for Graphviz, nodes first, each in order, a line each."""
    lines = [f"digraph {_quoted(transcript.session)} {{", "  rankdir=LR;", "  node [shape=box];"]
    lines += [f"  {_quoted(v.id)} [label={_quoted(v.label)}];" for v in _vertices(graph, transcript)]
    for tie in _ties(graph):
        told = ", ".join((tie.link.value, *tie.why))
        style = f" {STYLES[tie.link]}" if tie.link in STYLES else ""
        label = "" if tie.link is Link.NEXT else f"label={_quoted(tie.link.value)} tooltip={_quoted(told)}"
        lines.append(f"  {_quoted(tie.source)} -> {_quoted(tie.target)} [{f'{label}{style}'.strip()}];")
    return "\n".join((*lines, "}")) + "\n"


def as_graphml(graph: MultiDiGraph[Any], transcript: Transcript) -> str:
    """Return the graph as GraphML; an edge's key is its link, spans are `message:part:start-end`."""
    from networkx import MultiDiGraph, generate_graphml

    plain: MultiDiGraph[str] = MultiDiGraph(session=_line(transcript.session), digest=transcript.digest)
    for vertex in _vertices(graph, transcript):
        plain.add_node(vertex.id, kind=vertex.kind, label=vertex.label, **vertex.fields)
    for number, tie in enumerate(_ties(graph)):
        spans, origins = (" ".join(_place(s) for s in found) for found in (tie.spans, tie.origins))
        fields = {"link": tie.link.value, "why": "; ".join(tie.why), "spans": spans, "origins": origins}
        plain.add_edge(tie.source, tie.target, key=f"e{number}", **fields)
    return "\n".join(('<?xml version="1.0" encoding="utf-8"?>', *generate_graphml(plain))) + "\n"


def as_json(graph: MultiDiGraph[Any], transcript: Transcript) -> str:
    """Return the graph as JSON, as `networkx.node_link_graph(…, edges="edges")` reads it."""
    form = {
        "directed": True,
        "multigraph": True,
        "graph": {"session": _line(transcript.session), "digest": transcript.digest},
        "nodes": [{"id": v.id, "kind": v.kind, "label": v.label, **v.fields} for v in _vertices(graph, transcript)],
        "edges": [
            {
                "source": t.source,
                "target": t.target,
                "key": t.link.value,
                "why": list(t.why),
                "spans": [_span(s) for s in t.spans],
                "origins": [_span(s) for s in t.origins],
            }
            for t in _ties(graph)
        ],
    }
    return json.dumps(form, ensure_ascii=False, indent=1) + "\n"


FORMS: dict[str, Callable[[MultiDiGraph[Any], Transcript], str]] = {"dot": as_dot, "graphml": as_graphml, "json": as_json}
"""Every form that a graph is written in, by its name."""


def _vertices(graph: MultiDiGraph[Any], transcript: Transcript) -> Iterator[Vertex]:
    for node in graph.nodes:
        message = transcript.message(node) if isinstance(node, int) else None
        if message is not None:
            yield Vertex(_id(node), "message", f"{cite(message.index)} {_words(message)}".strip(), _fields(message))
        else:
            yield Vertex(_id(node), str(node[0]), _id(node), {})


def _ties(graph: MultiDiGraph[Any]) -> Iterator[Tie]:
    for source, target, link, data in graph.edges(keys=True, data=True):
        why = tuple(_line(redact(text)) for text in data["why"])
        yield Tie(_id(source), _id(target), Link(link), why, data["spans"], data["origins"])


def _fields(message: Message) -> dict[str, str]:
    at = "" if message.at is None else message.at.isoformat()
    return {"role": message.role, "by": message.by, "message_kind": message.kind, "at": at}


def _id(node: Node) -> str:
    return str(node) if isinstance(node, int) else _line(f"{node[0]} {node[1]}")


def _words(message: Message) -> str:
    line = _line(redact(message.visible_text))
    return line if len(line) <= WORDS else f"{line[: WORDS - 1].rstrip()}…"


def _line(text: str) -> str:
    return " ".join(_UNFIT.sub(" ", text).split())


def _span(span: Span) -> dict[str, Any]:
    return {key: value for key, value in span.model_dump(exclude=("session",)).items() if value is not None}


def _place(span: Span) -> str:
    part = "" if span.part is None else f":{span.part}{'' if span.arg is None else f'.{_line(span.arg)}'}"
    return f"{span.message}{part}" + ("" if span.end is None else f":{span.start}-{span.end}")


def _quoted(text: str) -> str:
    """Text as DOT's quoted string, in which a backslash would begin an escape."""
    escaped = _line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
