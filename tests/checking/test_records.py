"""The footnote on what became of the source's records is counted again."""

from __future__ import annotations

import pytest

from narrator.checking import verdicts
from narrator.coverage import tell_records
from narrator.model import Coverage
from tests.checking.lines import transcript

COVERAGE = Coverage(
    records=1120,
    messages=42,
    events=18,
    in_messages=1090,
    in_events=20,
    in_header=3,
    unknown=5,
    bad=2,
    glued=1,
    dangling=3,
    truncated=1,
)
SESSION = transcript("0 user | text: go\n1 assistant | text: done").model_copy(update={"coverage": COVERAGE})
NOTE = tell_records(COVERAGE)


def found(note: str, *, coverage: Coverage = COVERAGE, digest: str = "d1") -> list[tuple[str, str]]:
    text = f"---\nsession: ses_1\ndigest: {digest}\n---\n\n# A run\n\nIt ran [^d1].\n\n[^d1]: records in the source: {note}.\n"
    session = SESSION.model_copy(update={"coverage": coverage})
    return [(r.verdict, r.check) for r in verdicts(text, session) if r.check in ("records", "ranges", "derivations")]


def test_all_of_it_is_right() -> None:
    assert set(found(NOTE)) == {("right", "records")}
    few = Coverage(records=2, messages=2, in_messages=2)
    assert set(found(tell_records(few), coverage=few)) == {("right", "records")}


@pytest.mark.parametrize(
    ("told", "other"),
    [
        ("1,120", "1,121"),
        ("1,090 in", "1,089 in"),
        ("42 messages", "41 messages"),
        ("20 in events", "19 in events"),
        ("3 in the header", "4 in the header"),
        ("5 of an unknown kind", "6 of an unknown kind"),
        ("2 broken", "1 broken"),
        ("1 on another", "2 on another"),
        ("3 references", "1 references"),
        (", the last one cut off", ""),
        (", 1 on another's line", ""),
        (", 5 of an unknown kind", ""),
    ],
)
def test_each_number_is_counted_again_and_so_is_what_is_left_out(told: str, other: str) -> None:
    assert told in NOTE
    assert ("wrong", "records") in found(NOTE.replace(told, other))


def test_kinds_that_do_not_add_up_are_wrong_whatever_the_session_has_become() -> None:
    assert ("wrong", "records") in found("10 (7 in 2 messages, 2 in the header)", digest="d2")


def test_of_a_session_that_has_changed_since_nothing_is_refuted() -> None:
    grown = COVERAGE.model_copy(update={"records": 1200, "in_messages": 1170, "messages": 50})
    assert set(found(NOTE, coverage=grown, digest="d2")) == {("right", "records"), ("unknown", "records")}
    assert ("wrong", "records") in found(NOTE, coverage=grown)


@pytest.mark.parametrize("note", ["many", "1,120 (1,090 in 42 boxes, 30 lost)", "1,120 (all in 42 messages)", "12 of 1,120"])
def test_other_words_are_neither_right_nor_wrong(note: str) -> None:
    assert set(found(note)) == {("unknown", "records")}
