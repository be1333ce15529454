"""The model's own questions: what a person saw, what is silent, which result answers which call, where an index stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import ValidationError

from narrator.model import Call, Message, Part, Transcript


def text(words: str, *flags: str) -> Part:
    return Part(kind="text", text=words, by="model", flags=flags)


def message(*parts: Part, index: int = 0, **fields: object) -> Message:
    return Message.model_validate({"index": index, "role": "assistant", "kind": "reply", "by": "model", "parts": parts} | fields)


def numbered(*indices: int) -> Transcript:
    return Transcript(session="s", format="jsonl", agent="opencode", messages=tuple(message(index=i) for i in indices))


@pytest.mark.parametrize(
    ("parts", "seen"),
    [
        ((text("a"), text("b")), "a\n\nb"),
        ((text(" a\n"), text(" "), text("")), "a"),
        ((text("a"), text("b", "synthetic"), text("c", "ignored")), "a"),
        ((Part(kind="reasoning", text="a", by="model"), Part(kind="notice", text="b", by="harness")), ""),
        ((), ""),
    ],
)
def test_visible_text_is_what_a_person_saw(parts: tuple[Part, ...], seen: str) -> None:
    assert message(*parts).visible_text == seen


@pytest.mark.parametrize(
    ("part", "silent"),
    [
        (text("a"), False),
        (text(" \n"), True),
        (text("a", "synthetic"), True),
        (Part(kind="call", name="bash", by="model"), False),
        (Part(kind="result", text="out", by="tool"), True),
        (Part(kind="reasoning", text="hm", by="model"), True),
        (Part(kind="file", name="a.png", by="person"), True),
    ],
)
def test_a_message_with_a_call_is_no_silence(part: Part, silent: bool) -> None:
    assert message(part).is_silent is silent


def test_calls_find_their_results_by_id_in_any_order() -> None:
    parts = (
        Part(kind="result", call="b", by="tool"),
        Part(kind="call", call="a", by="model"),
        Part(kind="call", call="b", by="model"),
        Part(kind="call", by="model"),
        Part(kind="result", call="a", by="tool"),
    )
    assert list(message(*parts).calls()) == [Call(1, 4), Call(2, 0), Call(3, None)]


def test_arguments_and_fields_are_asked_by_name() -> None:
    part = Part(kind="call", by="model", args=(("command", "ls"), ("command", "twice")))
    assert (part.arg("command"), part.arg("cwd")) == ("ls", None)
    told = message(record=(("turn.end", "none"),))
    assert (told.field("turn.end"), told.field("finish")) == ("none", None)


@given(st.sets(st.integers(0, 60), max_size=12), st.integers(-2, 62))
def test_an_index_is_found_where_it_stands_or_not_at_all(indices: set[int], wanted: int) -> None:
    transcript = numbered(*sorted(indices))
    position = transcript.position(wanted)
    assert (position is None) is (wanted not in indices)
    assert position is None or transcript.messages[position].index == wanted
    found = transcript.message(wanted)
    assert (found.index if found else None) == (wanted if wanted in indices else None)


def test_values_are_frozen_and_without_surprises() -> None:
    with pytest.raises(AttributeError):
        text("a").text = "b"  # type: ignore[misc]
    with pytest.raises(ValidationError):
        Part.model_validate({"kind": "text", "by": "model", "colour": "red"})
    with pytest.raises(ValidationError):
        Part.model_validate({"kind": "song", "by": "model"})
