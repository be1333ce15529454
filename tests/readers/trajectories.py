"""What the tests of trajectories' readers share: reading a value as a file, and trying what no reader may stumble over."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from narrator.errors import NarratorError
from narrator.model import Transcript
from narrator.readers.base import Reader
from narrator.silence import name_silences

DATA = Path(__file__).parent.parent / "data"


def read_value(reader: Reader, folder: Path, value: object) -> Transcript:
    """Return the transcript of a document: bytes as they stand, anything else as JSON."""
    path = folder / "x.json"
    path.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode("utf-8", "surrogatepass"))
    return reader.read(path)


def check_sound(transcript: Transcript) -> None:
    """Assert what holds of everything that is read: counts that add up, ascending indices, silences that can be told."""
    c = transcript.coverage
    assert c.records == c.in_messages + c.in_events + c.in_header + c.unknown + c.bad
    assert (c.messages, c.events) == (len(transcript.messages), len(transcript.events))
    indices = [m.index for m in transcript.messages]
    assert indices == sorted(set(indices))
    assert all(m.places for m in transcript.messages)
    assert transcript.digest
    name_silences(transcript)


def check_every_prefix(reader: Reader, folder: Path, data: bytes, step: int) -> None:
    """Assert that a document cut off anywhere is read up to there, or refused."""
    for end in range(0, len(data), step):
        try:
            transcript = read_value(reader, folder, data[:end])
        except NarratorError:
            continue
        check_sound(transcript)
        assert transcript.coverage.truncated == 1


def tangle(names: Sequence[str], words: Sequence[str]) -> st.SearchStrategy[Any]:
    """Return JSON values made of a format's own names and words, put together at random."""
    leaves = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | st.sampled_from(words)
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(names), inner, max_size=5),
        max_leaves=12,
    )


def mixed(records: Sequence[Mapping[str, Any]], garbage: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    """Return lists of real records in any order, some of them more than once, some spoilt, among garbage."""
    spoilt = st.builds(lambda record, more: {**record, **more}, st.sampled_from(records), garbage.filter(_is_object))
    return st.lists(st.sampled_from(records) | spoilt | garbage, max_size=8)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)
