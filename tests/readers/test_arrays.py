"""The scanner of JSON arrays, held against a real decoder."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.readers.arrays import Extent, begin, element, members

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    ['"', "\\", '\\"', "}{", "][", "\\\\", "a,b:c", " \t\n"]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4), max_leaves=20
)
LAYOUTS = st.sampled_from(
    [{"indent": 2}, {"indent": "\t"}, {"separators": (",", ":")}, {"separators": (" ,  ", " :\r\n")}, {"ensure_ascii": False}]
)


def elements(data: bytes, array: Extent) -> list[Extent]:
    found, at = [], array.start + 1
    while (extent := element(data, at, array.end)) is not None:
        found.append(extent)
        at = extent.end
    return found


def value(data: bytes, extent: Extent) -> Any:
    return json.loads(data[extent.start : extent.end])


@given(st.dictionaries(TEXT, VALUES, max_size=5), LAYOUTS)
def test_members_are_those_that_a_decoder_finds(document: dict[str, Any], layout: dict[str, Any]) -> None:
    data = json.dumps(document, **layout).encode()
    found = members(data, 0)
    assert found.whole
    assert {name: value(data, extent) for name, extent in found.found.items()} == json.loads(data)


@given(st.lists(VALUES, max_size=6), st.dictionaries(TEXT, VALUES, max_size=3), LAYOUTS)
def test_elements_are_those_that_a_decoder_finds(array: list[Any], rest: dict[str, Any], layout: dict[str, Any]) -> None:
    data = json.dumps({"before": rest, "messages": array, "after": rest}, **layout).encode()
    extents = elements(data, members(data, 0).found["messages"])
    assert all(e.whole for e in extents)
    assert [value(data, e) for e in extents] == json.loads(data)["messages"]


@given(st.lists(st.dictionaries(TEXT, VALUES, max_size=3), max_size=5), LAYOUTS, st.data())
def test_of_a_document_cut_anywhere_the_whole_elements_are_found(
    array: list[Any], layout: dict[str, Any], draw: st.DataObject
) -> None:
    data = json.dumps({"messages": array}, **layout).encode()
    cut = data[: draw.draw(st.integers(1, len(data) - 1))]
    found = members(cut, 0)
    assert not found.whole
    extents = elements(cut, found.found["messages"]) if "messages" in found.found else []
    whole = [e for e in extents if e.whole]
    assert [value(cut, e) for e in whole] == array[: len(whole)]
    assert len(extents) - len(whole) <= 1


@given(st.binary(max_size=60))
def test_garbage_ends(data: bytes) -> None:
    at = begin(data)
    found = members(data, at).found if at is not None else {}
    assert all(e.start < e.end <= len(data) or not e.whole for e in found.values())
    at, steps = 0, 0
    while (extent := element(data, at, len(data))) is not None:
        assert extent.end > at
        at, steps = extent.end, steps + 1
    assert steps <= len(data)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'{"a": 1}', 0),
        (b"\xef\xbb\xbf{}", 3),
        (b'Exporting session: ses_1\n{"a": 1}', 25),
        (b'\x1b[0mExporting [1/2] {ses}\x1b[0m\n[{"a": 1}]', 30),
        (b"[ ]", 0),
        (b"nothing here", None),
    ],
)
def test_what_a_shell_put_before_the_document_is_skipped(data: bytes, expected: int | None) -> None:
    assert begin(data) == expected


def test_of_a_name_that_comes_twice_the_last_counts_and_escaped_names_are_read() -> None:
    data = rb'{"a": 1, "mess\u0061ges": [2], "a": 3}'
    found = members(data, 0).found
    assert value(data, found["a"]) == 3
    assert value(data, found["messages"]) == [2]


def test_depth_costs_nothing() -> None:
    data = b'{"deep": ' + b"[" * 200_000 + b"]" * 200_000 + b', "after": 1}'
    assert value(data, members(data, 0).found["after"]) == 1


MISLEADING = (
    b'{\n"a": {\n"b": {\n}\n}\n}',
    b'{\n  "a": {"b":\n      1\n  , "c": [\n  ]}\n}',
    b'[\n  {"a": [\n    {\n}]}, {\n  }\n]',
    b'{"a": [\n\t{\n  \t}\n]}',
)


@pytest.mark.parametrize("data", MISLEADING)
def test_a_layout_that_misleads_is_seen_through_where_it_is_asked_for(data: bytes) -> None:
    assert element(data, 0, len(data), laid_out=False) == Extent(0, len(data))


@given(st.lists(VALUES, min_size=1, max_size=5), st.integers(1, 8))
def test_a_layout_in_lines_tells_the_same_ends_as_the_brackets(array: list[Any], indent: int) -> None:
    data = json.dumps({"messages": array}, indent=indent).encode()
    at = data.index(b"[") + 1
    while (told := element(data, at, len(data))) is not None:
        assert told == element(data, at, len(data), laid_out=False)
        at = told.end
