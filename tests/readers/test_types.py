"""What a reader makes is of the types that the model declares: values aren't checked where they are made."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from narrator.errors import NarratorError
from narrator.model import Transcript
from narrator.readers import read

DATA = Path(__file__).parent.parent / "data"


@pytest.mark.parametrize("folder", sorted(p for p in DATA.iterdir() if p.is_dir()), ids=lambda p: p.name)
def test_every_field_is_of_its_type_and_frozen(folder: Path) -> None:
    for transcript in filter(None, map(_read, sorted(folder.rglob("*")))):
        plain = msgspec.to_builtins(transcript, builtin_types=(datetime,))
        assert msgspec.convert(plain, Transcript) == transcript
        assert isinstance(hash(transcript), int)


def _read(path: Path) -> Transcript | None:
    try:
        return read(path) if path.is_file() else None
    except NarratorError:
        return None
