"""A name that stands twice in one list takes another's place."""

from __future__ import annotations

import pytest

from narrator.checking import check
from narrator.planning import plan
from narrator.realization import write
from tests.scenes import scene as told

WORK = "1 U Fix it.\n2 A ! edit /srv/a.py > ok\n3 A ! edit /srv/b.py > ok\n4 A ! edit /srv/c.py > ok\n5 A Done.\n6 U Next."


@pytest.mark.parametrize(
    ("said", "wrong"),
    [("`a.py`, `b.py` and `c.py`", False), ("`a.py`, `b.py` and `a.py`", True), ("`a.py`, `a.py` and `c.py`", True)],
)
def test_a_list_names_each_once(said: str, wrong: bool) -> None:
    scene = told(WORK)
    text = write(plan(scene.analysis, kind="retro")).markdown
    assert "`a.py`, `b.py` and `c.py`" in text
    problems = check(text.replace("`a.py`, `b.py` and `c.py`", said), scene.transcript)
    assert any("twice in one list" in p.text for p in problems) is wrong
