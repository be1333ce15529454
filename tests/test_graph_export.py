"""The graph for other tools: whole, redacted, and well formed whatever the session says."""

from __future__ import annotations

import json
import re
from collections import Counter
from xml.etree.ElementTree import fromstring

import networkx as nx
import pytest

from narrator import read
from narrator.graph import build
from narrator.graph.export import FORMS, as_dot, as_graphml, as_json
from narrator.model import Transcript
from tests.cli.running import ABORTS, DFLASH, run
from tests.scenes import scene
from tests.shared import SHARED, needs_shared

NASTY = 'Say "</data>" & \\N \\" <b>x</b> ]]> \x1b[31mred\x1b[0m \x00\x0b\ufffe \u202ex\u202c é 你好'
STRING = r'"(?:[^"\\\n]|\\.)*"'
ATTRIBUTES = rf"\[(?:\w+=(?:{STRING}|\w+) ?)*\]"
LINE = re.compile(rf"digraph {STRING} {{|  rankdir=LR;|  node \[shape=box\];|  {STRING}(?: -> {STRING})? {ATTRIBUTES};|}}")


@pytest.fixture(scope="module", params=[DFLASH, ABORTS], ids=lambda p: p.stem)
def transcript(request: pytest.FixtureRequest) -> Transcript:
    return read(request.param)


def nasty() -> Transcript:
    told = scene("1 U Go.\n2 A Yes.\n3 U Go.\n4 A Ok.").transcript
    first, *others = told.messages
    said = first.model_copy(update={"parts": (first.parts[0].model_copy(update={"text": NASTY}),)})
    return told.model_copy(update={"messages": (said, *others), "session": NASTY})


def test_json_reads_back_as_the_same_graph(transcript: Transcript) -> None:
    graph = build(transcript)
    form = json.loads(as_json(graph, transcript))
    back = nx.node_link_graph(form, edges="edges")
    assert set(back.nodes) == {str(n) for n in graph.nodes}
    links = Counter((e["source"], e["target"], e["key"]) for e in form["edges"])
    assert links == Counter((str(s), str(t), k.value) for s, t, k in graph.edges(keys=True))
    assert back.number_of_edges() == graph.number_of_edges()
    assert form["graph"]["digest"] == transcript.digest


def test_graphml_reads_back_as_the_same_graph(transcript: Transcript) -> None:
    graph = build(transcript)
    back = nx.parse_graphml(as_graphml(graph, transcript), force_multigraph=True)
    assert set(back.nodes) == {str(n) for n in graph.nodes}
    links = Counter((s, t, d["link"]) for s, t, d in back.edges(data=True))
    assert links == Counter((str(s), str(t), k.value) for s, t, k in graph.edges(keys=True))


def test_dot_has_a_line_for_each_node_and_edge(transcript: Transcript) -> None:
    graph = build(transcript)
    lines = as_dot(graph, transcript).splitlines()
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    assert sum(" -> " in re.sub(STRING, '""', line) for line in lines) == graph.number_of_edges()
    assert len(lines) == 4 + graph.number_of_nodes() + graph.number_of_edges()


@pytest.mark.parametrize("form", sorted(FORMS))
def test_what_a_session_says_breaks_no_form(form: str) -> None:
    evil = nasty()
    text = FORMS[form](build(evil), evil)
    text.encode("utf-8")
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x1b\u202e\ufffe]", text)
    if form == "graphml":
        assert "你好" in "".join(fromstring(text.encode()).itertext())  # noqa: S314 (our own text)
    elif form == "json":
        assert "你好" in json.loads(text)["nodes"][0]["label"]
    else:
        assert [line for line in text.splitlines() if not LINE.fullmatch(line)] == []


@pytest.mark.parametrize("form", sorted(FORMS))
def test_it_is_the_same_bytes_each_time(form: str, transcript: Transcript) -> None:
    assert FORMS[form](build(transcript), transcript) == FORMS[form](build(transcript), transcript)


@needs_shared
@pytest.mark.parametrize("form", sorted(FORMS))
def test_no_secret_is_in_it(form: str) -> None:
    hostile = read(SHARED / "hostile" / "nasty.jsonl")
    text = FORMS[form](build(hostile), hostile)
    assert not re.search(r"AKIA[A-Z0-9]{16}|ghp_\w{30,}|sk-[\w-]{20,}", text)


def test_the_command_writes_each_form() -> None:
    for form in FORMS:
        done = run("inspect", "--session", ABORTS, "--graph", form)
        assert done.code == 0
        assert done.out == FORMS[form](build(read(ABORTS)), read(ABORTS))
    assert run("inspect", "--session", ABORTS, "--graph", "dot", "--index", "1").code == 2
    assert run("inspect", "--session", ABORTS, "--graph", "dot", "--json").code == 2
