"""Citations are read back as they are written, liberally otherwise, and never out of mere numbers."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.references import Citation, cite, find

indices = st.integers(0, 999_999_999)
sessions = st.none() | st.text(
    st.characters(codec="utf-8", exclude_characters="]\n\r", exclude_categories=("Z", "C")), min_size=1, max_size=30
)
prose = st.text("abcdefg ,.\n()“”’", max_size=20)


@given(indices, indices, sessions)
def test_what_is_written_is_read_back(a: int, b: int, session: str | None) -> None:
    first, last = min(a, b), max(a, b)
    text = cite(first, last, session)
    assert find(text) == (Citation(first, last, session, 0, len(text), True),)


@given(st.lists(st.tuples(prose, indices, sessions), max_size=5), prose)
def test_citations_are_read_back_out_of_prose_in_order(pieces: list[tuple[str, int, str | None]], end: str) -> None:
    text = "".join(f"{before}; {cite(index, None, session)}" for before, index, session in pieces) + end
    found = find(text)
    assert [(c.first, c.session) for c in found] == [(index, session) for _, index, session in pieces]
    assert all(text[c.start : c.end] == cite(c.first, c.last, c.session) for c in found)


@given(st.text(max_size=60) | st.text("[]msg essages0123456789-–,.@# toand", max_size=60))
def test_found_citations_stand_in_the_text_apart_and_in_order(text: str) -> None:
    found = find(text)
    assert all(0 <= c.start < c.end <= len(text) and c.first <= c.last for c in found)
    assert all(a.end <= b.start for a, b in pairwise(found))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("message 5", [(5, 5)]),
        ("Messages 5 through 9", [(5, 9)]),
        ("messages 5–9", [(5, 9)]),
        ("messages 9 to 5", [(5, 9)]),
        ("messages 5 and 9", [(5, 5), (9, 9)]),
        ("messages 5, 7–8 and 12", [(5, 5), (7, 8), (12, 12)]),
        ("msg #5", [(5, 5)]),
        ("message at index 10018", [(10018, 10018)]),
        ("message 10,880", [(10880, 10880)]),
        ("[msg5]", [(5, 5)]),
        ("[message 5]", [(5, 5)]),
        ("[MSG 5]", [(5, 5)]),
        ("[msgs 5–9]", [(5, 9)]),
        ("[msg 5, 7]", [(5, 5), (7, 7)]),
        ("[msg 5, msg 9]", [(5, 5), (9, 9)]),
        ("[msg 5; 9]", [(5, 5), (9, 9)]),
        ("[msg 5 to 9]", [(5, 9)]),
        ("[msg 10869] through [msg 10879]", [(10869, 10879)]),
        ("[msg 5]-[msg 9]", [(5, 9)]),
        ("[msg 5], [msg 9]", [(5, 5), (9, 9)]),
        ("[msg 9]–[msg 5]", [(9, 9), (5, 5)]),
        ("message 8857. Then came message 8858: silence", [(8857, 8857), (8858, 8858)]),
        ("message 5's last line", [(5, 5)]),
        ("message 5 of 9", [(5, 5)]),
        ("In message 5, 7 tests failed", [(5, 5)]),
        ("message 5 and 40 minutes later", [(5, 5)]),
    ],
)
def test_liberal_forms(text: str, expected: list[tuple[int, int]]) -> None:
    found = find(text)
    assert [(c.first, c.last) for c in found] == expected
    assert not any(c.strict for c in found) or "[msg " in text


@pytest.mark.parametrize(
    "text",
    [
        "5 messages",
        "message 5.2 %",
        "message 5 %",
        "message 5%",
        "message 5 percent",
        "message 2.5",
        "a message 5 seconds later",
        "the same message 3 times",
        "messages 40 minutes apart",
        "messages 3 to 4 MB long",
        "messages 3–4 MB long",
        "messages 5k",
        "messages 40+",
        "message 5-year",
        "message 2026-05-01",
        "message 12:30",
        "message 5/9",
        "error message 404",
        "commit message 5",
        "per-message 5",
        "messages1",
        "msg5",
        "submessage 5",
        "message five",
        "[5]",
        "[msg]",
        "[msg 1234567890]",
        "message 1234567890",
        "index 10880",
    ],
)
def test_numbers_that_cite_nothing(text: str) -> None:
    assert find(text) == ()


@pytest.mark.parametrize(
    ("text", "strict"),
    [
        ("[msg 5]", True),
        ("[msg 5]–[msg 9]", True),
        ("[msg 5 @a]–[msg 9 @a]", True),
        ("[msg 5]-[msg 9]", False),
        ("[msg 5–9]", False),
        ("[Msg 5]", False),
        ("[msg  5]", False),
        ("[msg 05]", False),
        ("[msg 5 @ a]", False),
    ],
)
def test_strict_is_what_cite_writes(text: str, strict: bool) -> None:
    (found,) = find(text)
    assert found.strict is strict
    assert (text[found.start : found.end] == text) is True


def test_ranges_do_not_join_across_sessions() -> None:
    assert [(c.first, c.session) for c in find("[msg 5 @a]–[msg 9 @b]")] == [(5, "a"), (9, "b")]


def test_a_session_named_after_its_file_may_hold_blanks() -> None:
    assert find(cite(5, 9, "my session (2)"))[0] == Citation(5, 9, "my session (2)", 0, 47, True)


def test_covers_is_inclusive() -> None:
    (found,) = find("[msg 5]–[msg 9]")
    assert [i for i in range(12) if found.covers(i)] == [5, 6, 7, 8, 9]


def test_long_texts_take_linear_time() -> None:
    assert len(find("[msg 1, " * 20_000)) == 0
    assert len(find("messages 1, " * 20_000)) > 0
    assert len(find("message 1 to " * 20_000)) > 0
