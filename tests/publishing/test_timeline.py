"""The timeline of a session: every mark stands where its message does, leads to it, and is told in words."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree.ElementTree import fromstring

import pytest

from narrator import analyze, read
from narrator.analysis import Analysis
from narrator.publishing import timeline
from narrator.publishing.svg import CLOSE, Axis
from tests.cli.running import ABORTS, DFLASH
from tests.scenes import scene

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def dflash() -> Analysis:
    return analyze(read(DFLASH))


def lay_out(analysis: Analysis, width: int = 600, subject: int | None = None) -> timeline.Timeline:
    return timeline.lay_out(analysis, lambda index: f"#msg-{index}", name="t", width=width, subject=subject)


def drawn(analysis: Analysis) -> str:
    return str(timeline.draw(lay_out(analysis))).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def test_everything_stands_within_the_picture_in_order(dflash: Analysis) -> None:
    for width in (350, 608, 1000):
        picture = lay_out(dflash, width, 10880)
        bands = picture.bands
        assert [b.href for b in bands] == [f"#msg-{p.first}" for p in dflash.phases]
        assert all(a.x < b.x for a, b in pairwise(bands))
        cells = [c for row in picture.rows for c in row.cells]
        assert cells
        assert all(picture.left <= c.x and c.x + c.width <= picture.right + 1 for c in cells)
        for lane in (picture.turns, picture.failures, picture.silences):
            assert all(picture.left <= m.x <= picture.right for m in lane)


def test_no_turn_failure_or_silence_is_left_out(dflash: Analysis) -> None:
    for width in (350, 1000):
        picture = lay_out(dflash, width)
        assert all(0 < m.size <= 1 for m in (*picture.turns, *picture.failures, *picture.silences))
        assert sorted(i for m in picture.turns for i in m.messages) == sorted(t.message for t in dflash.turning_points)
        assert [i for m in picture.silences for i in m.messages] == [s.message for s in dflash.silences]
        failed = {o.message for o in dflash.observations.outcomes if o.status == "failed"}
        assert [i for m in picture.failures for i in m.messages] == sorted(failed)


def test_marks_that_a_finger_could_not_part_are_one(dflash: Analysis) -> None:
    picture = lay_out(dflash, 350)
    axis = Axis(dflash.transcript, picture.left, picture.right)
    for lane in (picture.turns, picture.failures, picture.silences):
        starts = [axis.at(m.messages[0]) for m in lane]
        assert all(b - a >= CLOSE for a, b in pairwise(starts))
    joined = [m for m in picture.silences if len(m.messages) > 1]
    assert joined
    assert joined[0].title.startswith(f"{len(joined[0].messages)} messages without words, [msg ")


def test_the_hole_in_a_record_is_shown(dflash: Analysis) -> None:
    assert len(lay_out(dflash).gaps) == 2


def test_it_is_told_in_words(dflash: Analysis) -> None:
    summary = lay_out(dflash, subject=10880).summary
    assert summary.startswith("109 messages in eight phases, ")
    assert "four messages without words" in summary
    assert "[msg 10880] stands in phase 8." in summary


def test_it_is_well_formed_and_the_same_each_time(dflash: Analysis) -> None:
    root = fromstring(drawn(dflash))  # noqa: S314 (our own text)
    assert root.find(f"{SVG}title") is not None
    assert all(a.find(f"{SVG}title") is not None for a in root.iter(f"{SVG}a"))
    assert not re.search(r"style=|\bon\w+=|nan|inf\b", drawn(dflash).partition("<title")[0])
    assert drawn(analyze(read(DFLASH))) == drawn(dflash)


def test_cost_goes_before_tokens() -> None:
    told = scene("1 U {at=10:00} Go.\n2 A {at=10:01} One.\n3 A {at=10:02} Two.").analysis
    assert lay_out(told).curve is None
    paid = [m.model_copy(update={"cost": 0.5}) for m in told.transcript.messages]
    curve = lay_out(analyze(told.transcript.model_copy(update={"messages": tuple(paid)}))).curve
    assert curve is not None
    assert (curve.name, curve.total) == ("cost", "$1.50")
    tokens = lay_out(analyze(read(ABORTS))).curve
    assert tokens is not None
    assert tokens.name == "output"
    assert tokens.total.endswith(" tokens")


def test_times_stand_under_the_axis_where_there_are_any(dflash: Analysis) -> None:
    assert {t.below for t in lay_out(dflash).ticks} == {""}
    told = scene("1 U {at=10:00} Go.\n2 A {at=11:30} Done.").analysis
    assert [(t.label, t.below) for t in lay_out(told).ticks] == [("1", "10:00"), ("2", "11:30")]
    tokyo = analyze(told.transcript, zone="Asia/Tokyo")
    assert [t.below for t in lay_out(tokyo).ticks] == ["19:00", "20:30"]


def test_words_of_the_session_are_escaped() -> None:
    told = scene('1 U Go.\n2 A Yes.\n3 U No, <b>stop</b> "that" & </title><script>x</script>\n4 A Ok.').analysis
    text = str(timeline.draw(lay_out(told)))
    assert "<script" not in text
    assert "&lt;/title&gt;" in text


def test_one_message_makes_a_picture() -> None:
    picture = lay_out(scene("1 U Go.").analysis, subject=1)
    assert len(picture.bands) == len(picture.ticks) == 1
