"""What holds of every reader: cut anywhere, its lines in any order, with any bytes in it, a session is read or refused."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.errors import NarratorError
from narrator.model import Transcript
from narrator.readers import READERS, read, readers
from narrator.readers.base import Reader
from tests.readers.specimens import PLAIN, SPECIMENS, create, pieces, replace
from tests.readers.trajectories import check_sound

KNOWN = {reader.name: reader for reader in readers()}
PREFIXES = 60
LONG = 50_000_000
quick = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
every = pytest.mark.parametrize("name", [name for name, _ in READERS])
NASTY = (
    b"\0",
    b"\xff",
    b"\xed\xa0\x80",
    b"\\ud800",
    b"\\user",
    b"}{",
    b"]",
    b"\n",
    b"\r\n",
    b'"',
    b"\xef\xbb\xbf",
    b"\x1b[0m",
    b"NaN",
)


def attempt(reader: Reader, path: Path) -> Transcript | None:
    """Return what a reader makes of a file, which is sound; None where it refuses it in words."""
    try:
        transcript = reader.read(path)
    except NarratorError:
        return None
    check_sound(transcript)
    return transcript


def word_in(path: Path) -> bytes:
    """Return the word that a session's file holds least often, of those that a single message shows."""
    texts = [m.visible_text for m in read(path).messages]
    words: set[str] = {w for text in texts for w in re.findall(r"[A-Za-z]{4,}", text) if sum(w in other for other in texts) == 1}
    data = b"".join(piece.read_bytes() for piece in pieces(path))
    return min(words, key=lambda w: (data.count(w.encode()), w)).encode()


@every
def test_every_reader_has_a_specimen_that_it_reads(tmp_path: Path, name: str) -> None:
    path = create(name, tmp_path)
    transcript = attempt(KNOWN[name], path)
    assert transcript is not None
    assert len(transcript.messages) > 1
    assert read(path).format == name


def test_there_is_no_other_specimen() -> None:
    assert set(SPECIMENS) == {name for name, _ in READERS}


@every
def test_every_prefix_is_read_or_refused(tmp_path: Path, name: str) -> None:
    path = create(name, tmp_path)
    held = pieces(path)
    for piece in held:
        data = piece.read_bytes()
        for end in range(0, len(data), max(1, len(data) * len(held) // PREFIXES)):
            piece.write_bytes(data[:end])
            attempt(KNOWN[name], path)
        piece.write_bytes(data)


@quick
@every
@given(data=st.data())
def test_lines_in_any_order_and_number_are_read_or_refused(tmp_path: Path, name: str, data: st.DataObject) -> None:
    path = create(name, tmp_path)
    piece = data.draw(st.sampled_from(pieces(path)))
    lines = piece.read_bytes().splitlines(keepends=True)
    piece.write_bytes(b"".join(data.draw(st.permutations(lines))) if data.draw(st.booleans()) else _drawn(lines, data))
    attempt(KNOWN[name], path)


def _drawn(lines: list[bytes], data: st.DataObject) -> bytes:
    return b"".join(data.draw(st.lists(st.sampled_from(lines), max_size=30)))


@quick
@every
@given(data=st.data())
def test_any_bytes_in_it_are_read_or_refused(tmp_path: Path, name: str, data: st.DataObject) -> None:
    path = create(name, tmp_path)
    piece = data.draw(st.sampled_from(pieces(path)))
    whole = piece.read_bytes()
    for at in data.draw(st.lists(st.integers(0, len(whole)), max_size=4)):
        nasty = data.draw(st.sampled_from(NASTY) | st.binary(max_size=8))
        whole = whole[:at] + nasty + whole[at + data.draw(st.integers(0, 3)) :]
    piece.write_bytes(whole)
    attempt(KNOWN[name], path)


@quick
@every
@given(garbage=st.binary(max_size=200))
def test_garbage_is_refused_or_counted(tmp_path: Path, name: str, garbage: bytes) -> None:
    path = tmp_path / ("opencode.db" if name == "opencode-store" else "x")
    path.write_bytes(garbage)
    attempt(KNOWN[name], path)


def hazards(name: str) -> Iterator[bytes]:
    yield from (b"\xff", b"\xed\xa0\x80")
    if name not in PLAIN:
        yield from (b"\\ud800", b"\\user")


@every
def test_characters_that_are_none_are_replaced_and_told(tmp_path: Path, name: str) -> None:
    word = word_in(create(name, tmp_path))
    for hazard in hazards(name):
        path = create(name, tmp_path)
        replace(path, word, word + hazard)
        transcript = attempt(KNOWN[name], path)
        assert transcript is not None, hazard
        shown = "\\user" if hazard == b"\\user" else "\ufffd"
        assert any(word.decode() + shown in m.visible_text for m in transcript.messages), hazard
        assert {p.code for p in transcript.problems} & {"bad-bytes", "lone-surrogate", "bad-escape"}, hazard


@every
def test_a_null_is_a_character(tmp_path: Path, name: str) -> None:
    word = word_in(create(name, tmp_path))
    for null in (b"\0", b"\\u0000")[: 1 if name in PLAIN else 2]:
        path = create(name, tmp_path)
        replace(path, word, word + null)
        transcript = attempt(KNOWN[name], path)
        assert transcript is not None
        assert any(word.decode() in m.visible_text for m in transcript.messages), null


@pytest.mark.slow
@pytest.mark.timeout(300)
@every
def test_a_line_of_50_mb_is_read(tmp_path: Path, name: str) -> None:
    path = create(name, tmp_path)
    word = word_in(path)
    replace(path, word, word + b" long" * (LONG // 5))
    transcript = attempt(KNOWN[name], path)
    assert transcript is not None
    assert max(len(m.visible_text) for m in transcript.messages) > LONG


def test_a_store_that_is_no_store_is_refused(tmp_path: Path) -> None:
    path = create("opencode-store", tmp_path)
    with sqlite3.connect(path) as base, suppress(sqlite3.Error):
        base.execute("DROP TABLE part")
    attempt(KNOWN["opencode-store"], path)
