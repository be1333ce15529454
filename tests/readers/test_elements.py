"""The objects of an array, read one at a time: as many, the same and where they stand, however they are laid out or broken."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.readers.arrays import Extent
from narrator.readers.elements import objects
from narrator.readers.records import Record, Tally

RESTART = re.compile(rb'\{"id"')
names = st.sampled_from(["id", "a", "}, {"])
values = st.recursive(
    st.one_of(st.none(), st.integers(0, 9), st.sampled_from(['}, {"id"', '"', "\\", "", "é"])),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(names, inner, max_size=3)),
    max_leaves=6,
)
things = st.builds(lambda first, rest: {"id": first, **rest}, values, st.dictionaries(names, values, max_size=3))


def read(data: bytes, *, whole: bool = True) -> tuple[list[Record], Tally]:
    tally = Tally()
    return list(objects("f", data, Extent(0, len(data), whole=whole), tally, restart=RESTART)), tally


@settings(deadline=None)
@given(st.lists(st.one_of(things, values), max_size=8), st.sampled_from([None, 1, 2]), st.booleans())
def test_any_array_is_read_as_json_reads_it(array: list[Any], indent: int | None, compact: bool) -> None:
    separators = (",", ":") if compact else None
    data = json.dumps(array, indent=indent, separators=separators, ensure_ascii=False).encode()
    found, tally = read(data)
    assert [r.value for r in found] == [v for v in array if isinstance(v, dict)]
    assert [json.loads(data[r.place.byte_start : r.place.byte_end]) for r in found] == [r.value for r in found]
    assert (tally.records, tally.bad, tally.truncated) == (len(array), len(array) - len(found), 0)


@settings(deadline=None)
@given(st.lists(things, min_size=1, max_size=5), st.data())
def test_of_an_array_that_is_cut_off_what_is_whole_is_read(array: list[Any], draw: st.DataObject) -> None:
    data = json.dumps(array).encode()
    cut = draw.draw(st.integers(1, len(data) - 1))
    found, tally = read(data[:cut], whole=False)
    assert [r.value for r in found] == array[: len(found)]
    assert len(found) >= len(array) - 1 - json.dumps(array)[cut:].count("},")
    assert tally.truncated == 1
    assert tally.records == len(found) + tally.bad


def test_after_a_broken_element_the_next_is_read() -> None:
    found, tally = read(b'[{"id": 1}, {"id": tru}, {"id": 3}, {"id": 4}]')
    assert [r.value for r in found] == [{"id": 1}, {"id": 3}, {"id": 4}]
    assert (tally.records, tally.bad, [p.code for p in tally.problems]) == (4, 1, ["bad-record"])


@pytest.mark.parametrize("nested", ['}, {"id": 0', ', {"id": 0}'])
def test_wrong_guesses_are_given_up(nested: str) -> None:
    one = json.dumps({"id": 1, "x": [{"a": 1}, {"id": 2}, {"id": 3}], "y": nested})
    found, _ = read(f"[{', '.join([one] * 40)}]".encode())
    assert [r.value for r in found] == [json.loads(one)] * 40
