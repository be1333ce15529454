"""The stretch that a document is about: how far it reaches back and on, and what it never crosses."""

from __future__ import annotations

import pytest

from narrator.errors import MessageIndexError
from narrator.evidence import Stretch
from narrator.evidence.stretch import BACKGROUND, OPENING, REACH
from tests.scenes import scene as told


def session(length: int, **lines: str) -> str:
    """Return a session of work, an order first; `m5="U Stop"` says message 5."""
    return "\n".join(f"{n} {lines.get(f'm{n}', 'U Fix it.' if n == 0 else f'A ! read /srv/{n}.py > x')}" for n in range(length))


def reach(length: int, subject: int, **lines: str) -> tuple[int, int]:
    """Return the first and the last index of a stretch."""
    found = told(session(length, **lines)).stretch(subject)
    return found.index(found.start), found.index(found.end - 1)


def test_the_context_begins_with_the_persons_act_before_the_order_in_force() -> None:
    assert reach(30, 20, m5="U Add a test.", m10="U Now the docs.")[0] == 5


def test_the_background_of_an_order_is_limited() -> None:
    assert reach(60, 52, m50="U Now the docs.")[0] == 50 - BACKGROUND


def test_without_an_order_the_background_is_that_of_the_subject() -> None:
    assert reach(60, 40, m0="A Hello.")[0] == 40 - BACKGROUND


def test_a_reader_follows_no_longer_way_to_the_subject() -> None:
    assert reach(200, 100)[0] == 100 - REACH


def test_what_followed_goes_on_to_the_end_of_the_turn_however_long() -> None:
    assert reach(200, 100, m180="U Now the docs.")[1] == 179


def test_work_on_a_later_order_is_not_what_followed() -> None:
    assert reach(60, 10, m12="U Stop", m40="U Add a test.")[1] == 11


def test_after_a_message_that_was_cut_the_next_turn_is_what_followed() -> None:
    assert reach(60, 10, m10="A", m11="U Stop", m40="U Add a test.")[1] == 39


def test_words_that_were_replaced_before_any_work_do_not_end_it() -> None:
    assert reach(60, 10, m10="A", m11="U Stop", m12="U Stop it all", m40="U Add a test.")[1] == 39


@pytest.mark.parametrize(("subject", "expected"), [(3, (0, 4)), (9, (8, 11))])
def test_a_gap_is_never_crossed(subject: int, expected: tuple[int, int]) -> None:
    scene = told(session(12, m2="U Add a test.", m9="A")).without(5, 6, 7)
    stretch = scene.stretch(subject)
    assert (stretch.index(stretch.start), stretch.index(stretch.end - 1)) == expected
    assert stretch.asked is None or stretch.asked >= stretch.start
    assert stretch.resumed is None or stretch.resumed < stretch.end


def around(text: str, index: int) -> tuple[int | None, int | None]:
    stretch = told(text).stretch(index)
    return tuple(None if p is None else stretch.index(p) for p in (stretch.asked, stretch.resumed))  # type: ignore[return-value]


def test_the_order_in_force_and_the_next_word_are_a_persons() -> None:
    text = "1 U Fix it.\n2 U {synthetic} Reminder.\n3 A\n4 S Note.\n5 U\n6 A ## Goal\n## Discoveries\n7 U Stop"
    assert around(text, 3) == (1, 7)


def test_a_persons_own_message_is_neither_its_order_nor_its_answer() -> None:
    assert around("1 U Fix it.\n2 A Done.\n3 U Stop\n4 A Stopped.\n5 U Add a test.", 3) == (1, 5)


def test_orders_beyond_a_gap_are_not_in_force() -> None:
    assert around("1 U Fix it.\n2 A Done.\n8 A Working.\n9 A\n10 A Done.\n15 U Stop", 9) == (None, None)


@pytest.mark.parametrize(
    ("index", "words"),
    [(40, ("40", "1 to 9", "9")), (0, ("0", "1 to 9", "1")), (5, ("5", "4 to 8", "3"))],
)
def test_an_index_that_is_not_there_names_the_range_and_the_nearest(index: int, words: tuple[str, ...]) -> None:
    with pytest.raises(MessageIndexError) as caught:
        told("1 U Fix it.\n2 A Done.\n3 A More.\n9 A Later.").stretch(index)
    text = str(caught.value)
    assert all(w in text for w in words)
    assert text.rsplit(" ", 1)[-1] == words[-1]
    assert "\n" not in text


def opening(text: str) -> str:
    scene = told(f"1 U Fix it.\n2 A {text}\n3 A")
    return scene.words(scene.stretch(3).opening_span(1))


def test_a_report_is_quoted_by_its_first_whole_sentences() -> None:
    assert opening("It is fixed now. All tests pass.") == "It is fixed now. All tests pass."
    long = "The same sentence stands here again and again. "
    quoted = opening(long * 20)
    assert len(quoted) <= OPENING
    assert quoted == (long * 20)[: len(quoted)]
    assert quoted.endswith("again.")


def test_headings_and_tables_do_not_open_a_report() -> None:
    assert (
        opening("## Done\n| a | b |\n| --- | --- |\n| 1 | 2 |\nAll six changes are on the server.")
        == "All six changes are on the server."
    )


def test_a_stretch_knows_positions_from_indices() -> None:
    stretch: Stretch = told("4 U Fix it.\n5 A Done.\n6 A").stretch(6)
    assert (stretch.subject, stretch.message.index, stretch.index(0), stretch.at(1).index) == (2, 6, 4, 5)
    assert stretch.whole(1).message == 5
