"""What is looked at of an output, and that every position in it can be found again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from narrator.observations.sight import HEAD, LINE_LIMIT, TAIL, sight


def test_a_terminal_s_signs_are_left_out_and_positions_kept() -> None:
    output = "a\x1b[31mred\x1b[0m b\r\n10%\r99%\n\n\n\nend\x1b]0;title\x07."
    view = sight(output)
    assert view.text == "ared b\n10%\n99%\n\nend."
    start, end = view.stretch(view.text.index("red"), view.text.index(" b"))
    assert output[start:end] == "red"


def test_the_middle_and_the_ends_of_long_lines_are_skipped() -> None:
    output = "first\n" + "x" * 5_000 + "\n" + "line\n" * 200_000 + "last\n"
    view = sight(output)
    assert view.text.startswith("first\n" + "x" * LINE_LIMIT + "\nline\n")
    assert view.text.endswith("line\nlast\n")
    assert len(view.text) <= HEAD + TAIL
    assert output[view.origin(view.text.index("last")) :] == "last\n"


@given(st.text(alphabet="ab\n\r\x1b[m0\x00\x08]\x07", max_size=200))
def test_every_character_comes_from_where_it_says(output: str) -> None:
    view = sight(output)
    for at, character in enumerate(view.text):
        assert output[view.origin(at)].replace("\r", "\n") == character
