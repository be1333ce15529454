"""The type of moment that a message is, and what it chooses: title, opening, headings, conclusion."""

from __future__ import annotations

import pytest

from narrator.analysis import Analysis
from narrator.evidence import gather, stretch_about
from narrator.lexicon import load_lexicon
from narrator.model import Span
from narrator.planning import plan
from narrator.planning.moments import Moment, moment_of
from narrator.planning.structure import headline
from narrator.realization import write
from tests.planning.moments import moments
from tests.realization.possible import possible_moments
from tests.scenes import Scene, scene

KNOWN = frozenset(load_lexicon("essay"))
MOMENTS = moments()
SLOTS = ("title", "thesis", "conclusion")


def moment(analysis: Analysis, index: int) -> Moment:
    stretch = stretch_about(analysis, index)
    return moment_of(stretch, gather(stretch))


def base(predicate: str) -> str:
    """Return a predicate without the roles that it asks for."""
    return predicate.partition("+")[0]


@pytest.mark.parametrize("name", MOMENTS)
def test_a_message_is_the_moment_that_its_session_makes_it(name: str) -> None:
    _, analysis, index = MOMENTS[name]
    assert moment(analysis, index).name == name


def test_every_moment_that_the_code_can_tell_has_a_session_above() -> None:
    assert set(MOMENTS) == possible_moments()


def best(slot: str, name: str) -> str | None:
    """Return the most particular wording of a slot for a moment, roles aside."""
    pieces = name.split(".")
    keys = [".".join([slot, *pieces[:n]]) for n in range(len(pieces), -1, -1)]
    return next((k for k in keys if k in {base(p) for p in KNOWN}), None)


@pytest.mark.parametrize("slot", SLOTS)
def test_every_wording_of_a_slot_has_a_moment_above_that_it_serves(slot: str) -> None:
    written = {base(p) for p in KNOWN if p.split(".")[0].partition("+")[0] == slot}
    assert written - {best(slot, name) for name in MOMENTS} <= {slot}  # the last resort serves moments yet to come


def test_every_heading_has_a_moment_above_that_it_serves() -> None:
    written = {base(p) for p in KNOWN if p.startswith("heading.")}
    sections = {p.split(".")[1] for p in written}
    assert written <= {best(f"heading.{s}", name) for s in sections for name in MOMENTS} | {f"heading.{s}" for s in sections}


@pytest.mark.parametrize("name", MOMENTS)
def test_every_moment_has_a_title_and_opens_with_its_thesis(name: str) -> None:
    _, analysis, index = MOMENTS[name]
    made = plan(analysis, index)
    assert made.moment == name
    assert base(made.title.predicate) == best("title", name)
    assert base(made.thesis.predicate) == best("thesis", name)
    assert [f.predicate for f in made.sections[0].facts()] == [made.thesis.predicate]
    document = write(made)
    assert f"\n# {document.title}\n" in document.markdown
    assert f"{index}" in document.markdown.split("\n# ")[1]


def test_roles_are_filled_with_the_sessions_words() -> None:
    scene, analysis, index = MOMENTS["cut.inferred.stop"]
    roles = dict(moment(analysis, index).roles)
    assert (roles["n"], roles["role"], roles["next_n"], roles["asked_n"]) == (3, "assistant", 4, 1)
    assert scene.words(roles["next"]) == "Just stop the current run"


def test_a_role_that_nothing_fills_is_missing_and_not_empty() -> None:
    _, analysis, index = MOMENTS["cut.recorded.alone"]
    assert "next" not in dict(moment(analysis, index).roles)


WHOLE = (Span(session="s", message=7),)


def chosen(name: str, known: set[str], **roles: str) -> str | None:
    found = headline("title", Moment(name, tuple(roles.items()), WHOLE), frozenset(known))
    return None if found is None else found.predicate


def test_the_most_particular_headline_is_chosen() -> None:
    known = {"title", "title.cut", "title.cut.inferred", "title.cut.inferred.stop", "title.cute"}
    assert chosen("cut.inferred.stop", known) == "title.cut.inferred.stop"
    assert chosen("cut.inferred.next", known) == "title.cut.inferred"
    assert chosen("cut.recorded.next", known) == "title.cut"
    assert chosen("provider.recorded", known) == "title"
    assert chosen("provider.recorded", known - {"title"}) is None


def test_a_headline_that_asks_for_a_role_serves_moments_that_have_it() -> None:
    known = {"title.cut", "title.cut+next", "title.cut+next+asked"}
    assert chosen("cut.recorded", known) == "title.cut"
    assert chosen("cut.recorded", known, next="x") == "title.cut+next"
    assert chosen("cut.recorded", known, next="x", asked="y") == "title.cut+next+asked"
    assert chosen("cut.recorded", {"title.cut+next"}) is None


def test_by_default_the_strongest_turning_point_is_told_of() -> None:
    scene: Scene = MOMENTS["spoken.redirect"][0]
    assert plan(scene.analysis).subject == scene.analysis.turning_points[0].message == 3


def test_without_a_turning_point_it_is_the_last_message() -> None:
    scene: Scene = MOMENTS["reported"][0]
    assert scene.analysis.turning_points == ()
    assert plan(scene.analysis).subject == 2


@pytest.mark.parametrize(
    ("said", "told_so"),
    [
        ("The parser is fixed.", True),
        ("## What was changed", False),
        ("The parser is fixed in two places.\n- the lexer\n- the cache", False),
    ],
)
def test_only_a_sentence_that_stands_for_itself_tells_how_a_task_ended(said: str, told_so: bool) -> None:
    told = scene(f"1 U Fix the parser.\n2 A ! edit /srv/a.py > ok\n3 A {said}")
    assert ("answered" in dict(moment(told.analysis, 1).roles)) is told_so


@pytest.mark.parametrize(
    ("said", "asks"),
    [("Put this at the end: Why is it so slow?", False), ('", how are you"', False), ("Why is it so slow?", True)],
)
def test_a_question_that_is_handed_over_asks_nothing(said: str, asks: bool) -> None:
    told = scene(f"1 U Fix it.\n2 A Done.\n3 U {said}\n4 A It is there.")
    assert (moment(told.analysis, 3).name == "spoken.question") is asks
