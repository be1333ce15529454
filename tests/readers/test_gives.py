"""What the formats are said to give is what their transcripts have, and what the document says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from narrator.errors import NarratorError
from narrator.model import Message
from narrator.readers import read, readers
from narrator.readers.base import GIVES, Reader, gives

ROOT = Path(__file__).resolve().parents[2]
KNOWN = list(readers())

HAS: dict[str, Callable[[Message], bool]] = {
    "times": lambda m: m.at is not None,
    "ids": lambda m: m.id is not None,
    "errors": lambda m: m.error is not None,
    "finish": lambda m: m.finish is not None,
    "tokens": lambda m: m.tokens is not None,
    "cost": lambda m: m.cost is not None,
    "reasoning": lambda m: any(p.kind == "reasoning" and p.text for p in m.parts),
    "calls": lambda m: any(p.kind == "call" for p in m.parts),
}


def messages(form: str) -> Iterator[Message]:
    for path in sorted((ROOT / "tests" / "data").rglob("*")):
        try:
            transcript = read(path) if path.is_file() else None
        except NarratorError:
            continue
        if transcript is not None and transcript.format == form:
            yield from transcript.messages


@pytest.mark.parametrize("reader", KNOWN, ids=lambda r: r.name)
def test_what_a_reader_gives_are_known_words_in_order(reader: Reader) -> None:
    assert list(gives(reader)) == [g for g in GIVES if g in gives(reader)]
    assert set(HAS) == set(GIVES)


def test_a_reader_that_does_not_say_gives_nothing() -> None:
    class Silent:
        name = "silent"

    assert gives(Silent()) == ()  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["opencode", "claude-code"])
def test_what_is_not_given_is_in_no_message(name: str) -> None:
    told = gives(next(r for r in KNOWN if r.name == name))
    found = {g for m in messages(name) for g, has in HAS.items() if has(m)}
    assert found == set(told)


def test_the_document_says_what_each_reader_gives() -> None:
    text = (ROOT / "docs" / "formats.md").read_text("utf-8").partition("\n## What each can give\n")[2].partition("\n## ")[0]
    heading, _, *rows = ([c.strip() for c in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|"))
    assert heading == ["format", *GIVES]
    assert [r[0] for r in rows] == [r.name for r in KNOWN if gives(r)]
    for reader, row in zip((r for r in KNOWN if gives(r)), rows, strict=True):
        assert row[1:] == ["yes" if g in gives(reader) else "" for g in GIVES], reader.name
