"""The arcs of references: what the record's graph links around a message, and nothing else."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from narrator import analyze, read
from narrator.analysis import Analysis
from narrator.graph import Link
from narrator.publishing import arcs
from tests.cli.running import DFLASH
from tests.scenes import scene


@pytest.fixture(scope="module")
def dflash() -> Analysis:
    return analyze(read(DFLASH))


def lay_out(analysis: Analysis, subject: int, *cited: int, width: int = 600) -> arcs.Picture | None:
    times = dict.fromkeys(cited, 1)
    return arcs.lay_out(analysis, lambda index: f"#msg-{index}", name="a", width=width, subject=subject, cited=times)


def test_a_repeated_order_is_an_arc(dflash: Analysis) -> None:
    picture = lay_out(dflash, 10880, 10872, 10883)
    assert picture is not None
    assert picture.kinds == ("repeats",)
    (arc,) = picture.arcs
    assert arc.title.startswith("[msg 10883] gives the instruction of [msg 10872] again")
    assert not arc.near
    assert [n.index for n in picture.nodes] == [10872, 10880, 10883]
    assert [n.is_subject for n in picture.nodes] == [False, True, False]
    assert len(picture.breaks) == 2


def test_every_arc_is_a_link_of_the_graph(dflash: Analysis) -> None:
    everything = [m.index for m in dflash.transcript.messages]
    picture = lay_out(dflash, 10880, *everything, width=1000)
    assert picture is not None
    for arc in picture.arcs:
        source, target = (int(n) for n in re.findall(r"\[msg (\d+)\]", arc.title)[:2])
        assert dflash.graph.has_edge(source, target, Link(arc.kind))


def test_what_there_is_no_room_for_is_a_number(dflash: Analysis) -> None:
    kinds = {link for link, _, _ in arcs.KINDS}
    links = [k for a, b, k in dflash.graph.edges(keys=True) if k in kinds and isinstance(b, int)]
    for width, crowded in ((350, True), (1000, False)):
        picture = lay_out(dflash, 10880, *(m.index for m in dflash.transcript.messages), width=width)
        assert picture is not None
        assert len(picture.arcs) + picture.left_out == len(links)
        assert (picture.left_out > 0) == crowded


def test_where_nothing_is_linked_there_is_no_picture() -> None:
    assert lay_out(scene("1 U Go.\n2 A ! ls > a").analysis, 2, 1) is None


def test_it_stays_within_its_width(dflash: Analysis) -> None:
    for width in (350, 608):
        picture = lay_out(dflash, 10880, *(m.index for m in dflash.transcript.messages), width=width)
        assert picture is not None
        assert all(0 < n.x < width for n in picture.nodes)
        xs = [n.x for n in picture.nodes]
        assert xs == sorted(xs)
        labeled = [n.x for n in picture.nodes if n.label]
        assert all(b - a >= 20 for a, b in pairwise(labeled))


def test_it_is_told_in_words_and_escaped() -> None:
    order = "Deploy the <b>new</b> one to the big server now."
    told = scene(f"1 U {order}\n2 A Yes.\n3 U {order}\n4 A Ok.")
    picture = lay_out(told.analysis, 3, 1)
    assert picture is not None
    assert "[msg 3] gives the instruction of [msg 1] again" in picture.summary
    text = str(arcs.draw(picture))
    assert "<b>" not in text
    assert text.count("<title") == 1 + len(picture.nodes) + len(picture.arcs)
